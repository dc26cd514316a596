"""``preflight-overprint``: black letters that spare out a ground they should be printed over."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pikepdf
import pytest
from shop_order import CANDLE, ordered, spoilt

from validator.findings import Finding

PLACE = CANDLE


def bad(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The first page is spoilt."""
    return spoilt(project, monkeypatch, "longpack", _spoil)


def good(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The files as they are made."""
    return ordered(project, "longpack")


def _spoil(pdf: pikepdf.Pdf) -> None:
    face = pdf.pages[0].obj.Resources.XObject.Face
    face.Resources.ExtGState["/OverprintOn"].op = False

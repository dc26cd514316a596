"""``preflight-outlines``: a page with letters in a font where the shop wants outlines."""

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
    return spoilt(project, monkeypatch, "mbprint", _spoil)


def good(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The files as they are made."""
    return ordered(project, "mbprint")


def _spoil(pdf: pikepdf.Pdf) -> None:
    embedded = pikepdf.Dictionary(FontFile2=pdf.make_stream(b""))
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, FontDescriptor=embedded)
    pdf.pages[0].obj.Resources.Font = pikepdf.Dictionary(F1=font)

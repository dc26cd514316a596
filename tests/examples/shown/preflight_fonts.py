"""``preflight-fonts``: a page that uses a font which the file does not hold."""

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
    return spoilt(project, monkeypatch, "printandplay", _spoil)


def good(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The files as they are made."""
    return ordered(project, "printandplay")


def _spoil(pdf: pikepdf.Pdf) -> None:
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, BaseFont=pikepdf.Name.Helvetica)
    pdf.pages[0].obj.Resources.Font = pikepdf.Dictionary(F1=font)

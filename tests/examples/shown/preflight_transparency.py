"""``preflight-transparency``: translucent paint where the standard knows none."""

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
    return spoilt(project, monkeypatch, "drivethrucards", _spoil)


def good(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The files as they are made."""
    return ordered(project, "drivethrucards")


def _spoil(pdf: pikepdf.Pdf) -> None:
    state = pikepdf.Dictionary(ca=0.5)
    pdf.pages[0].obj.Resources.ExtGState = pikepdf.Dictionary(G1=state)

"""``preflight-layers``: a file with layers."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pikepdf
import pytest
from shop_order import ordered, spoilt

from validator.findings import Finding, Place

PLACE = Place("card.pdf")


def bad(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The first page is spoilt."""
    return spoilt(project, monkeypatch, "printandplay", _spoil)


def good(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The files as they are made."""
    return ordered(project, "printandplay")


def _spoil(pdf: pikepdf.Pdf) -> None:
    layer = pdf.make_indirect(pikepdf.Dictionary(Type=pikepdf.Name.OCG, Name="Art"))
    pdf.Root.OCProperties = pikepdf.Dictionary(OCGs=pikepdf.Array([layer]))

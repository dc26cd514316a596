"""``preflight-colour``: a file of inks that does not say which."""

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
    return spoilt(project, monkeypatch, "drivethrucards", _spoil)


def good(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The files as they are made."""
    return ordered(project, "drivethrucards")


def _spoil(pdf: pikepdf.Pdf) -> None:
    del pdf.Root["/OutputIntents"]

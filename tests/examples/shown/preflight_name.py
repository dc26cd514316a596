"""``preflight-name``: a file whose name tells another size than its pages are cut to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from shop_order import ordered

from generator.outputs.shop import files
from validator.findings import Finding, Place

PLACE = Place("fog_40x60.pdf")


def bad(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The file is given a wrong name."""
    check = files.check_pdf

    def check_renamed(data: bytes, pages: Any, sizes: Any, shop: Any, file: str) -> Any:
        assert file == "fog_63.5x88.9.pdf"
        return check(data, pages, sizes, shop, PLACE.file)

    monkeypatch.setattr(files, "check_pdf", check_renamed)
    return ordered(project, "mbprint")


def good(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The files as they are made."""
    return ordered(project, "mbprint")

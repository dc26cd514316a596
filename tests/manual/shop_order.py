"""An order of the base game whose files come out spoilt, to show what preflight guards against."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from generator.design.templates import load_templates
from generator.outputs.shop import files
from generator.outputs.shop.files import press_of
from generator.press.shops import load_shops
from validator.catalogue.load import load
from validator.findings import Finding, Place

CANDLE = Place("components/fog/cards.yaml", 10, 5)
"""The first card of the base game, which is on the first page."""


def ordered(project: Path, to: str) -> Sequence[Finding]:
    """What is found while the files for a shop are made."""
    shop = load_shops()[0][to]
    templates = load_templates(project)[0]
    assert templates is not None
    game = load(project)[0].games["fog"]
    choices = files.OrderChoices(press_of(shop), allow_missing=True)
    return files.write_order_files(game, templates, project, shop, choices)[1]


def spoilt(
    project: Path, monkeypatch: pytest.MonkeyPatch, to: str, spoil: Callable[[pikepdf.Pdf], None]
) -> Sequence[Finding]:
    """The same, with something done to each finished PDF before it is looked at."""
    check = files.check_pdf

    def check_spoilt(data: bytes, *rest: Any) -> Any:
        target = io.BytesIO()
        with pikepdf.open(io.BytesIO(data)) as pdf:
            spoil(pdf)
            pdf.save(target)
        return check(target.getvalue(), *rest)

    monkeypatch.setattr(files, "check_pdf", check_spoilt)
    return ordered(project, to)

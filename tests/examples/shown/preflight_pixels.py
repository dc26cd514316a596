"""``preflight-pixels``: a picture of a face that is a pixel short."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from shop_order import CANDLE, ordered

from generator.outputs.shop import files
from validator.findings import Finding

PLACE = CANDLE


def bad(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The picture of the first card is spoilt."""
    check = files.check_picture

    def check_spoilt(image: Any, proof: Any, *rest: Any) -> Any:
        short = proof.component.id == "candle"
        return check(image.resize((824, 1125)) if short else image, proof, *rest)

    monkeypatch.setattr(files, "check_picture", check_spoilt)
    return ordered(project, "thegamecrafter")


def good(project: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Finding]:
    """The pictures as they are made."""
    return ordered(project, "thegamecrafter")

"""The starter Fog in two versions, which are played from data."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.starter import write_starter
from validator.catalogue.load import load
from validator.catalogue.model import Game

Versions = Callable[..., tuple[Game, Game]]


@pytest.fixture
def versions(tmp_path: Path) -> Versions:
    """Fog as it is written, and after edits: (file, old text, new text)."""

    def make(*edits: tuple[str, str, str]) -> tuple[Game, Game]:
        write_starter(tmp_path, "Fog")
        before = load(tmp_path)[0].games["fog"]
        for name, old, new in edits:
            path = tmp_path / "components" / "fog" / name
            text = path.read_text(encoding="utf-8")
            assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {name}"
            path.write_text(text.replace(old, new), encoding="utf-8")
        catalogue, findings = load(tmp_path)
        assert not [one for one in findings if one.severity == "error"]
        return before, catalogue.games["fog"]

    return make

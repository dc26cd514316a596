"""Finding rules modules: shipped ones, installed ones, and neither."""

from __future__ import annotations

from dataclasses import replace
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from validator.catalogue.model import Catalogue
from validator.findings import UsageError
from validator.games import crossing_stonehenge
from validator.play import modules
from validator.play.modules import GROUP, code_of, find_module, module_path


def test_a_shipped_module(shipped: Catalogue) -> None:
    assert find_module(shipped.games["crossing_stonehenge"]) is crossing_stonehenge


@pytest.mark.parametrize(
    ("name", "message", "hint"),
    [
        (None, "has no rules module", "`module:` in game.yaml"),
        ("missing", "names the rules module 'missing'", "correct `module:`"),
        ("os.path", "names the rules module 'os.path'", GROUP),
    ],
)
def test_no_module(shipped: Catalogue, name: str | None, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        find_module(replace(shipped.games["crossing_stonehenge"], module=name))
    assert message in error.value.message
    assert hint in error.value.hint


def test_an_installed_module(shipped: Catalogue, monkeypatch: pytest.MonkeyPatch) -> None:
    entry = EntryPoint("mine", "validator.games.crossing_stonehenge", GROUP)

    def installed(group: str, name: str) -> list[EntryPoint]:
        return [entry] if (group, name) == (GROUP, "mine") else []

    monkeypatch.setattr(modules, "entry_points", installed)
    game = replace(shipped.games["crossing_stonehenge"], module="mine")
    assert find_module(game) is crossing_stonehenge


def test_the_code_of_a_compiled_module_is_its_source(
    shipped: Catalogue, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    library = tmp_path / f"fog_that_is_compiled{EXTENSION_SUFFIXES[0]}"
    source = tmp_path / "fog_that_is_compiled.py"
    library.touch()
    source.touch()
    monkeypatch.syspath_prepend(tmp_path)
    entry = EntryPoint("fog", source.stem, GROUP)
    monkeypatch.setattr(modules, "entry_points", lambda group, name: [entry])
    game = replace(shipped.games["crossing_stonehenge"], module="fog")
    assert module_path(game) == source
    assert code_of(game) == (source,)
    source.unlink()
    assert module_path(game) == library

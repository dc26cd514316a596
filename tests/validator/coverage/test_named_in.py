"""Which files are looked through for rules, and as what."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from validator.catalogue.load import load
from validator.play.modules import module_path
from validator.rules.coverage import PlaceKind, engine_kind, project_texts


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("turns/moving.py", PlaceKind.ENGINE),
        ("scoring.py", PlaceKind.ENGINE),
        ("checks/rondel.py", PlaceKind.CHECK),
        ("checks.py", PlaceKind.CHECK),
        ("policies/greedy.py", PlaceKind.MENTION),
        ("greedy.py", PlaceKind.MENTION),
        ("rulings.py", PlaceKind.MENTION),
        ("view.py", PlaceKind.MENTION),
        ("proofs/stones.py", PlaceKind.MENTION),
    ],
)
def test_files_of_an_engine(path: str, kind: PlaceKind) -> None:
    assert engine_kind(Path(path)) is kind


def test_a_game_is_looked_for_in_its_data_its_box_its_engine_and_tests(root: Path) -> None:
    game = load(root, ["crossing_stonehenge"])[0].games["crossing_stonehenge"]
    kinds = {text.name: text.kind for text in project_texts(root, game)}
    assert kinds["components/stonehenge/board.yaml"] is PlaceKind.DATA
    assert kinds["validator/games/crossing_stonehenge/moves.py"] is PlaceKind.ENGINE
    assert kinds["validator/checks/names.py"] is PlaceKind.CHECK
    assert kinds["tests/validator/coverage/test_named_in.py"] is PlaceKind.TEST
    assert kinds["tests/validator/play/test_conformance.py"] is PlaceKind.MENTION
    assert kinds["tests/mutants/operators.py"] is PlaceKind.MENTION
    assert "components/crossing_stonehenge/rules.yaml" not in kinds
    assert not any(name.startswith("validator/games/henge/") for name in kinds)


def test_a_rules_module_outside_is_found_without_being_imported(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fogrules.py").write_text("raise AssertionError", encoding="utf-8")
    about = tmp_path / "fogrules-1.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: fogrules\nVersion: 1\n")
    about.joinpath("entry_points.txt").write_text("[trilith.games]\nfog = fogrules\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    game = load(root / "tests" / "examples" / "base")[0].games["fog"]
    assert module_path(game) is None
    assert module_path(replace(game, module="fog")) == tmp_path / "fogrules.py"
    assert module_path(replace(game, module="no-such")) is None

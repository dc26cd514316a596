"""What follows from a file that does not read is held back until it does."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from generator.cli import application
from validator.findings import Finding
from validator.run import check


@pytest.fixture
def whole(tiny: Path) -> Path:
    """The small game with a translation and a rulebook; nothing is wrong with it."""
    words = ["translate", "fog", "--to", "de", "--project", str(tiny)]
    assert CliRunner().invoke(application(), words).exit_code == 0
    return tiny


def codes(found: tuple[Finding, ...]) -> list[str]:
    return [one.code for one in found]


@pytest.mark.parametrize("name", ["cards", "coins", "mats", "setup", "game"])
def test_a_file_that_is_no_yaml_is_all_that_is_told(whole: Path, name: str) -> None:
    path = whole / f"components/fog/{name}.yaml"
    path.write_text(path.read_text("utf-8") + "\nbroken: [\n", encoding="utf-8")
    assert codes(check(whole)) == ["yaml-syntax"]


@pytest.mark.parametrize("name", ["cards", "coins", "mats", "setup", "game"])
def test_a_key_that_does_not_exist_is_all_that_is_told(whole: Path, name: str) -> None:
    path = whole / f"components/fog/{name}.yaml"
    path.write_text(path.read_text("utf-8") + "\nbroken: true\n", encoding="utf-8")
    assert codes(check(whole)) == ["schema"]


def test_a_play_script_that_does_not_read_leaves_no_pile_without_a_rate(whole: Path) -> None:
    (whole / "components/fog/play.yaml").write_text("kind: play\nturn: [\n", encoding="utf-8")
    game = whole / "components/fog/game.yaml"
    lines = game.read_text("utf-8").splitlines(keepends=True)
    game.write_text("".join(x for x in lines if "module:" not in x), encoding="utf-8")
    assert codes(check(whole)) == ["yaml-syntax"]


def test_a_wrong_header_of_a_sheet_is_told_before_a_rulebook_that_names_its_cards(
    whole: Path,
) -> None:
    folder = whole / "components/fog"
    (folder / "cards.csv").write_text("id,nome,Copys\ncandle,Candle,6\n", encoding="utf-8")
    cards = (folder / "cards.yaml").read_text("utf-8").partition("\ncomponents:")[0]
    (folder / "cards.yaml").write_text(f"{cards}\ncomponents: {{from: cards.csv}}\n", "utf-8")
    (folder / "rulebook.md").write_text("# Fog\n\n{{ cards('card') }}\n", encoding="utf-8")
    assert set(codes(check(whole))) == {"sheet-header"}


def test_what_stands_alone_is_still_told_beside_it(whole: Path, edit) -> None:
    edit(whole / "components/fog/coins.yaml", "kind: components", "kind: component")
    path = whole / "components/fog/cards.yaml"
    edit(path, "name: Lantern\n", "name: Candle\n")
    found = codes(check(whole))
    assert "kind" in found
    assert "name-duplicate" in found
    assert not [one for one in found if one.startswith(("translation", "reference", "pile"))]


def test_a_fault_of_a_translation_is_told_beside_a_broken_set(whole: Path) -> None:
    po = next((whole / "components/fog").rglob("*.po"))
    po.write_text(po.read_text("utf-8") + '\nmsgid "never closed\n', encoding="utf-8")
    path = whole / "components/fog/cards.yaml"
    path.write_text(path.read_text("utf-8") + "\nbroken: [\n", encoding="utf-8")
    assert set(codes(check(whole))) == {"yaml-syntax", "translation-syntax"}

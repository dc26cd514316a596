"""What a second load reads again, and what it takes from the first."""

from __future__ import annotations

from pathlib import Path

from validator.catalogue.file_cache import FileCache
from validator.catalogue.load import load

GAME = "kind: game\nid: fog\nname: Fog\nrevision: '1'\nis_box: true\n"
SET = """kind: components
set: {set}
name: Cards
singular: Card
form: card
size: poker
template: basic/card
components: {records}
"""


def _project(root: Path) -> Path:
    folder = root / "components" / "fog"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME)
    (folder / "a.yaml").write_text(SET.format(set="a", records="[{id: ann, name: Ann}]"))
    (folder / "b.yaml").write_text(SET.format(set="b", records="{from: b.csv}"))
    (folder / "b.csv").write_text("id,name\nben,Ben\n")
    return folder


def test_only_what_changed_is_made_anew(tmp_path: Path):
    folder, kept = _project(tmp_path), FileCache(tmp_path)
    first = [load(tmp_path, kept=kept)[0].games["fog"].sets for _ in range(2)][-1]
    (folder / "a.yaml").write_text(SET.format(set="a", records="[{id: ann, name: Anna}]"))
    second = load(tmp_path, kept=kept)[0].games["fog"].sets
    assert second["a"].components[0].name == "Anna"
    assert second["b"] is first["b"]
    (folder / "b.csv").write_text("id,name\nben,Bea\n")
    third = load(tmp_path, kept=kept)[0].games["fog"].sets
    assert third["b"].components[0].name == "Bea"
    assert third["a"] is second["a"]


def test_a_second_load_gives_what_a_fresh_one_gives(tmp_path: Path):
    folder, kept = _project(tmp_path), FileCache(tmp_path)
    changes = (
        ("a.yaml", "kind: components\nset: [\n"),
        ("a.yaml", SET.format(set="a", records="[{id: ann, nam: Ann}]")),
        ("b.csv", "id,name\nben,Ben\nben,Ben\n"),
        ("b.csv", None),
        ("b.csv", "id,name\nben,Bo\n"),
        ("c.yaml", SET.format(set="a", records="[{id: cyd, name: Cyd}]")),
        ("c.yaml", None),
        ("a.yaml", SET.format(set="a", records="[{id: ann, name: Ann}]")),
    )
    for name, text in changes:
        if text is None:
            (folder / name).unlink()
        else:
            (folder / name).write_text(text)
        for _ in range(2):
            assert load(tmp_path, kept=kept) == load(tmp_path)


def test_a_sheet_outside_of_the_project_is_not_looked_into(tmp_path: Path):
    root = tmp_path / "project"
    folder, kept = _project(root), FileCache(root)
    (tmp_path / "b.csv").write_text("id,name\nben,Ben\n")
    (folder / "b.csv").unlink()
    (folder / "b.csv").symlink_to(tmp_path / "b.csv")
    refused = [load(root, kept=kept)[1] for _ in range(2)]
    assert any(finding.place.file.endswith("b.csv") for finding in refused[-1])
    (folder / "b.csv").unlink()
    (folder / "b.csv").write_text("id,name\nben,Ben\n")
    assert load(root, kept=kept)[1] == ()

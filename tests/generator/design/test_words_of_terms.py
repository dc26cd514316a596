"""A slip in the words of a term is told once, at the term, and not at every card."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from generator.design.facecheck import check_faces
from validator.catalogue.load import load


def markup(project: Path) -> list[tuple[str, int, str]]:
    catalogue, _ = load(project)
    return [
        (one.place.file.rpartition("/")[2], one.place.line, one.message)
        for one in check_faces(catalogue, project)
        if one.code == "text-markup"
    ]


def test_a_brace_left_open_in_a_term(tiny: Path, edit: Callable[[Path, str, str], None]) -> None:
    folder = tiny / "components" / "fog"
    edit(folder / "game.yaml", "point: {one: point,", 'point: {one: "{point",')
    edit(folder / "game.yaml", "many: points", 'many: "{points"')
    lines = (folder / "game.yaml").read_text(encoding="utf-8").splitlines()
    at = next(at for at, line in enumerate(lines, 1) if "{points" in line)
    term = [
        ("game.yaml", at, "`{point` is left open in the term 'point'"),
        ("game.yaml", at, "`{points` is left open in the term 'point'"),
    ]
    assert markup(tiny) == term
    edit(
        folder / "cards.yaml",
        "name: Bonfire",
        'name: Bonfire\n    text: "Score 3 {points and {coin"',
    )
    assert [found for found in markup(tiny) if found not in term] == [
        ("cards.yaml", next_line(folder / "cards.yaml", "{coin"), "`{coin` is left open")
    ]


def next_line(path: Path, word: str) -> int:
    lines = path.read_text(encoding="utf-8").splitlines()
    return next(at for at, line in enumerate(lines, 1) if word in line)

"""A check whose templates were loaded ahead finds what it finds without, and of today's files."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.design import facecheck
from generator.design.face import Face
from generator.drawing.drawcheck import check_drawn, faces_begun
from validator.catalogue.load import load
from validator.findings import Finding

SOUND = '<circle cx="20" cy="20" r="9"/>\n'
UNDRAWN = '<path d="M5 5 A1e200 1e-200 0 0 1 20 20"/>\n'
FAINT = '<rect width="63" height="20" fill="#443355"/>{{ text(5, 12, c.name, fill="#222222") }}'
BROKEN = '<text x="5" y="5">Light</texxt>\n'


def looked_at(root: Path) -> list[Finding]:
    catalogue, _ = load(root)
    return [*check_drawn(catalogue, root), *facecheck.check_faces(catalogue, root)]


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The projects whose templates were loaded."""
    roots: list[Path] = []
    really = facecheck.load_templates

    def noted(root: Path, **more: bool) -> facecheck._Loaded:
        roots.append(root)
        return really(root, **more)

    monkeypatch.setattr(facecheck, "load_templates", noted)
    return roots


@pytest.fixture
def card(tiny: Path, edit: Callable[[Path, str, str], None]) -> Path:
    """The template of the small game's cards."""
    edit(tiny / "components" / "fog" / "cards.yaml", "template: basic/card", "template: fog/card")
    path = tiny / "templates" / "fog" / "card.svg.j2"
    path.parent.mkdir(parents=True)
    path.write_text(SOUND, "utf-8")
    return path


def test_templates_are_loaded_once_and_the_same_is_found(
    tiny: Path, card: Path, loads: list[Path]
) -> None:
    card.write_text(BROKEN, "utf-8")
    alone = looked_at(tiny)
    assert [one.code for one in alone] == ["svg-syntax"]
    loads.clear()
    with faces_begun(tiny):
        assert looked_at(tiny) == alone
    assert loads == [tiny]


def test_after_the_check_an_edit_is_seen(tiny: Path, card: Path) -> None:
    with faces_begun(tiny):
        assert looked_at(tiny) == []
    card.write_text(BROKEN, "utf-8")
    assert [one.code for one in looked_at(tiny)] == ["svg-syntax"]


def test_templates_begun_for_one_project_serve_no_other(tiny: Path, tmp_path: Path) -> None:
    with faces_begun(tmp_path / "elsewhere"):
        assert looked_at(tiny) == []


@pytest.mark.parametrize(("drawn", "code"), [(UNDRAWN, "drawing-failed"), (FAINT, "contrast-low")])
def test_a_face_that_cannot_be_drawn_or_read_is_told_as_by_a_check_that_was_not_begun(
    drawn: str, code: str, tiny: Path, card: Path
) -> None:
    card.write_text(drawn, "utf-8")
    with faces_begun(tiny):
        begun = looked_at(tiny)
    assert [one.code for one in begun] == [code]
    assert looked_at(tiny) == begun


def test_what_was_drawn_as_it_was_filled_in_is_not_tried_again(
    tiny: Path, card: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.drawing.draw._Draw", None)
    with faces_begun(tiny):
        assert looked_at(tiny) == []
        assert looked_at(tiny) == []
    card.write_text(SOUND.replace("9", "8"), "utf-8")
    with pytest.raises(TypeError):
        looked_at(tiny)


def dies(face: Face) -> bool:
    """A trial in which the worker dies."""
    os._exit(len(face.key))


def test_a_face_that_is_lost_with_its_trial_is_filled_in_without(tiny: Path, card: Path) -> None:
    with facecheck.begin(tiny, dies):
        assert looked_at(tiny) == []
        catalogue, _ = load(tiny)
        assert all(game.sound for game in facecheck.layout_of(catalogue, tiny).games)

"""A check whose templates were loaded ahead finds what it finds without, and of today's files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator.design import facecheck
from generator.drawing.drawcheck import check_drawn, faces_begun
from validator.catalogue.load import load
from validator.findings import Finding

SOUND = '<circle cx="20" cy="20" r="9"/>\n'
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
    with faces_begun(tiny, ()):
        assert looked_at(tiny) == alone
    assert loads == [tiny]


def test_after_the_check_an_edit_is_seen(tiny: Path, card: Path) -> None:
    with faces_begun(tiny, ()):
        assert looked_at(tiny) == []
    card.write_text(BROKEN, "utf-8")
    assert [one.code for one in looked_at(tiny)] == ["svg-syntax"]


def test_templates_begun_for_one_project_serve_no_other(tiny: Path, tmp_path: Path) -> None:
    with faces_begun(tmp_path / "elsewhere", ()):
        assert looked_at(tiny) == []

"""Templates are compiled once: by one worker for the others, and for as long as they stay."""

import pytest

from generator.design.canvas import Canvas
from generator.design.compiling import Compile
from generator.design.face import Origin
from generator.design.filling import Wanted, filled
from generator.design.templating import load_templates
from generator.design.warm.compiled import KIND
from validator.cache import Cache
from validator.findings import Place

CARD = '{% import "_part.svg.j2" as part %}{{ part.dot(3) }}'
PART = '{% macro dot(r) %}<circle cx="9" cy="9" r="{{ r }}"/>{% endmacro %}'


@pytest.fixture
def project(tmp_path):
    folder = tmp_path / "templates"
    folder.mkdir()
    (folder / "card.svg.j2").write_text(CARD, encoding="utf-8")
    (folder / "_part.svg.j2").write_text(PART, encoding="utf-8")
    return tmp_path


def loaded(project):
    templates, _ = load_templates(project, store=Cache(project / "cache"))
    return templates


def drawn(templates):
    origin = Origin("fog", Place("templates/card.svg.j2"), "the front of 'lamp'")
    (one,) = filled(templates, [Wanted("card", {}, Canvas(40, 60, 3), origin)])
    assert not one.faults
    return one.face.svg


def code_of(templates):
    return templates.environment.bytecode_cache.code


def compiles(templates, monkeypatch):
    """The names of what a worker has to compile to fill in the card."""
    asked = []
    compile_ = templates.environment._parse
    monkeypatch.setattr(
        templates.environment,
        "_parse",
        lambda source, name, file: asked.append(name) or compile_(source, name, file),
    )
    Compile(templates, ("card", "_part"))()
    return asked


def test_what_a_worker_compiled_is_known_to_all_and_kept(project, monkeypatch):
    first = loaded(project)
    assert code_of(first) == {}
    face = drawn(first)
    assert len(code_of(first)) == 2
    second = loaded(project)
    assert code_of(second) == code_of(first)
    assert compiles(second, monkeypatch) == []
    assert drawn(second) == face


def test_a_template_is_compiled_again_as_soon_as_it_changes(project, monkeypatch):
    drawn(loaded(project))
    part = project / "templates" / "_part.svg.j2"
    part.write_text(PART.replace("cx", "cy").replace('cy="9" cy', 'cx="7" cy'), encoding="utf-8")
    changed = loaded(project)
    assert compiles(changed, monkeypatch) == ["_part.svg.j2"]
    assert 'cx="7"' in drawn(changed)
    assert 'cx="7"' in drawn(loaded(project))


def test_what_is_damaged_is_compiled_again(project, monkeypatch):
    face = drawn(loaded(project))
    (entry,) = [path for path in (project / "cache" / KIND).rglob("*") if path.is_file()]
    entry.write_bytes(entry.read_bytes()[:-1] + b"x")
    damaged = loaded(project)
    assert code_of(damaged) == {}
    assert drawn(damaged) == face
    assert compiles(loaded(project), monkeypatch) == []


def test_a_template_that_cannot_be_compiled_keeps_no_other_from_it(project, monkeypatch):
    (project / "templates" / "wrong.svg.j2").write_text("{% if %}", encoding="utf-8")
    assert len(Compile(loaded(project), ("wrong", "gone", "card", "_part"))()) == 2

"""Built-in templates are compiled once for all projects, and kept beside byte code."""

import inspect
import marshal
import sys

import pytest

from generator.bytecode import kept
from generator.design.canvas import Canvas
from generator.design.compiling import Compile
from generator.design.face import Origin
from generator.design.filling import Wanted, filled
from generator.design.sandbox import Environment
from generator.design.templating import load_templates
from generator.design.warm import builtin
from generator.design.warm.builtin import built_in, compiler
from generator.design.warm.code import Code
from generator.design.warm.compiled import KIND, Compiled
from validator.cache import Cache
from validator.executor import SerialExecutor
from validator.findings import Place

CARD = '{% import "_part.svg.j2" as part %}\n{{ part.dot(3) }}'
PART = '{% macro dot(r) %}<circle cx="9" cy="9" r="{{ r }}"/>{% endmacro %}'
NAMES = ("_part.svg.j2", "card.svg.j2")


def written(folder, card=CARD, part=PART):
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in zip(NAMES, (part, card), strict=True):
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def forgotten():
    built_in.cache_clear()
    compiler.cache_clear()


@pytest.fixture
def program(tmp_path, monkeypatch):
    """The folder of built-in templates, with byte code kept in a folder of its own."""
    folder = written(tmp_path / "program")
    monkeypatch.setattr(builtin, "built_in_folder", lambda: folder)
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "code"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    forgotten()
    yield folder
    forgotten()


def kept_file(tmp_path):
    return next((tmp_path / "code").rglob("*.templates-*"), None)


def kept_names(tmp_path):
    forgotten()
    return sorted(name for name, _ in built_in())


def loaded(root):
    return load_templates(root, store=Cache(root / "cache"))[0]


def made(root):
    """What filling the card in gives in a new process, and what its worker compiled for it."""
    forgotten()
    here, worker = loaded(root), loaded(root)
    parse, compiled = worker.environment._parse, []

    def counted(source, name, file):
        compiled.append(name)
        return parse(source, name, file)

    worker.environment._parse = counted
    here.environment.bytecode_cache.learn(Compile(worker, ("card", "_part"))())
    worker.pool = SerialExecutor()
    origin = Origin("fog", Place("templates/card.svg.j2"), "the front of 'lamp'")
    (one,) = filled(worker, [Wanted("card", {}, Canvas(40, 60, 3), origin)])
    return one, sorted(compiled)


def in_store(root):
    return any(path.is_file() for path in (root / "cache" / KIND).rglob("*"))


def test_what_a_built_in_template_is_compiled_to_serves_every_project(program, tmp_path):
    first, second = tmp_path / "first", tmp_path / "second"
    for root in (first, second):
        written(root / "templates")
    one, compiled = made(first)
    assert compiled == list(NAMES)
    assert kept_names(tmp_path) == list(NAMES)
    assert not in_store(first)
    other, compiled = made(second)
    assert compiled == []
    assert other.face.svg == one.face.svg


def test_what_goes_wrong_is_told_in_the_file_of_the_project(program, tmp_path):
    part = "{% macro dot(r) %}\n{{ 1 / 0 }}{% endmacro %}"
    written(program, part=part)
    for name in ("first", "second"):
        root = tmp_path / name
        written(root / "templates", part=part)
        one, compiled = made(root)
        assert [fault.place.line for fault in one.faults] == [2]
        assert [fault.place.file for fault in one.faults] == ["templates/_part.svg.j2"]
    assert compiled == []


def test_a_template_of_a_project_is_kept_in_its_store_alone(program, tmp_path):
    root = tmp_path / "project"
    written(root / "templates", part=PART.replace("cx", "id='own' cx"))
    made(root)
    assert kept_names(tmp_path) == ["card.svg.j2"]
    assert [name for name, _ in loaded(root).environment.bytecode_cache.code] == ["_part.svg.j2"]
    one, compiled = made(root)
    assert compiled == []
    assert "id='own'" in one.face.svg


def test_code_that_a_project_brings_is_not_looked_at(program, tmp_path):
    root = tmp_path / "project"
    written(root / "templates")
    made(root)
    file = kept_file(tmp_path)
    evil = marshal.dumps(compile("raise SystemExit('run')", "evil", "exec"))
    planted = dict.fromkeys(built_in(), evil)
    assert len(planted) == 2
    file.unlink()
    for folder in ("templates", "generator/design/warm", "cache"):
        for where in (root / folder, root / folder / "__pycache__"):
            assert kept.keep(where / file.name, planted)
    one, _ = made(root)
    assert one.face is not None


def test_a_built_in_template_that_changed_is_compiled_again_and_the_old_one_forgotten(
    program, tmp_path
):
    root = tmp_path / "project"
    written(root / "templates")
    made(root)
    before = set(built_in())
    for folder in (program, root / "templates"):
        written(folder, part=PART.replace("<circle", "<circle id='new'"))
    one, _ = made(root)
    assert "id='new'" in one.face.svg
    forgotten()
    assert len(built_in()) == 2
    assert len(before & set(built_in())) == 1


def test_a_change_of_what_compiles_makes_all_of_it_missing(program, tmp_path, monkeypatch):
    root = tmp_path / "project"
    written(root / "templates")
    made(root)
    ours = tmp_path / "compiling.py"
    ours.write_text("one", encoding="utf-8")
    monkeypatch.setattr(builtin, "_COMPILING", (*builtin._COMPILING, ours))
    assert kept_names(tmp_path) == []
    made(root)
    assert kept_names(tmp_path) == list(NAMES)
    ours.write_text("two", encoding="utf-8")
    assert kept_names(tmp_path) == []


def test_all_that_compiles_is_part_of_that():
    here = inspect.getsourcefile(builtin)
    ours = {str((builtin.Path(here).parent / name).resolve()) for name in builtin._COMPILING}
    assert {inspect.getsourcefile(one) for one in (Environment, Code, Compiled, builtin)} <= ours


def test_what_is_damaged_is_made_again(program, tmp_path):
    root = tmp_path / "project"
    written(root / "templates")
    one, _ = made(root)
    file = kept_file(tmp_path)
    whole = file.read_bytes()
    for damaged in (b"", whole[:40], whole[:-1], whole[:50] + b"!" + whole[51:]):
        file.write_bytes(damaged)
        assert kept_names(tmp_path) == []
        assert made(root)[0].face == one.face
        assert kept_names(tmp_path) == list(NAMES)
        assert list(file.parent.iterdir()) == [file]


def test_where_no_byte_code_is_written_a_project_keeps_it(program, tmp_path, monkeypatch):
    first, second = tmp_path / "first", tmp_path / "second"
    written(first / "templates")
    written(second / "templates")
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    made(first)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "code").write_text("no folder", encoding="utf-8")
    made(second)
    for root in (first, second):
        assert in_store(root)
        assert made(root)[1] == []


def test_code_of_a_compiler_that_cannot_be_told_is_not_believed(program, tmp_path, monkeypatch):
    monkeypatch.setattr(builtin, "_COMPILING", (tmp_path / "gone.py",))
    root = tmp_path / "project"
    written(root / "templates")
    for _ in "12":
        one, compiled = made(root)
        assert one.face is not None
        assert compiled == list(NAMES)
    assert kept_file(tmp_path) is None

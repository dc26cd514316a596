"""Which code this is: its build, and a hash that changes with it and what it stands on."""

from __future__ import annotations

from importlib.machinery import ModuleSpec
from pathlib import Path

import pytest

from validator import program as home
from validator.program import build, list_installed, program


@pytest.mark.parametrize(
    ("file", "word"),
    [
        ("rng.py", "pure"),
        ("rng.cpython-311-x86_64-linux-gnu.so", "compiled"),
        ("rng.pyd", "compiled"),
    ],
)
def test_the_word_for_a_build(monkeypatch: pytest.MonkeyPatch, file: str, word: str) -> None:
    spec = ModuleSpec("validator.rng", None, origin=f"/somewhere/validator/{file}")
    monkeypatch.setattr(home, "find_spec", lambda name: spec)
    assert build() == word


def test_sources_that_are_edited_are_never_compiled():
    assert build() == "pure"


def test_another_version_of_what_is_installed_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "jinja2-3.1.dist-info").mkdir()
    before = [*list_installed([str(tmp_path), "no/folder"])]
    (tmp_path / "jinja2-3.1.dist-info").rename(tmp_path / "jinja2-3.2.dist-info")
    assert [*list_installed([str(tmp_path), "no/folder"])] != before


def test_code_schemas_and_built_in_templates_make_the_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "__pycache__").mkdir()
    monkeypatch.setattr(home, "_OURS", (tmp_path,))
    found = []
    for name in ("play.py", "card.json", "de.po", "card.svg.j2", "_play.cpython-311.so"):
        (tmp_path / name).write_text("one")
        program.cache_clear()
        found.append(program())
    (tmp_path / "__pycache__" / "play.pyc").write_text("compiled")
    program.cache_clear()
    assert program() == found[-1]
    program.cache_clear()
    assert len(set(found)) == len(found)


def test_who_starts_trilith_another_way_finds_what_was_kept(tmp_path: Path) -> None:
    """Its own folder leads the search path, or with `python -m` the one it is started in."""
    (tmp_path / "one-1.dist-info").mkdir()
    script = tmp_path / "bin"
    script.mkdir()
    (script / "trilith").write_text("")
    where = [str(tmp_path), str(tmp_path / "packed.zip")]
    Path(where[1]).write_bytes(b"")
    assert [*list_installed([str(script), *where])] == [*list_installed(where)]
    assert where[1] in list_installed(where)

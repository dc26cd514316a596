"""What was made of files in one run is taken in the next, while it would be made so again."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.changes import read_before
from generator.changes.read_before import KIND, reading
from generator.design import icons
from generator.design.templating import load_templates
from generator.design.warm.earlier import Earlier
from generator.store import FOLDER
from validator.catalogue import load as loading
from validator.catalogue.load import load
from validator.catalogue.model import Catalogue
from validator.findings import Finding

SET = """kind: components
set: lamps
name: Lamps
singular: Lamp
form: card
size: poker
template: basic/card
components: {}
"""


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The files of data that were parsed."""
    files: list[str] = []
    parse = loading.read_source

    def told(path: Path, file: str, *more: str) -> object:
        files.append(path.name)
        return parse(path, file, *more)

    monkeypatch.setattr(loading, "read_source", told)
    return files


def read(root: Path, games: tuple[str, ...] = ()) -> tuple[Catalogue, tuple[Finding, ...]]:
    with reading(root, games) as kept:
        return load(root, games or None, kept=kept)


def entries(root: Path) -> list[Path]:
    return [path for path in (root / FOLDER / KIND).rglob("*") if path.is_file()]


def test_the_next_run_reads_what_changed_and_gives_the_same(tiny, parsed):
    first = read(tiny)
    all_files = sorted(parsed)
    parsed.clear()
    assert read(tiny) == first
    assert parsed == []
    cards = tiny / "components" / "fog" / "lamps.yaml"
    cards.write_text(SET.format("[{id: ann, name: Ann}]"))
    for name in ("Anna", "Ada"):
        parsed.clear()
        cards.write_text(SET.format(f"[{{id: ann, name: {name}}}]"))
        catalogue, findings = read(tiny)
        assert parsed == ["lamps.yaml"]
        assert (catalogue, findings) == load(tiny)
        assert catalogue.games["fog"].sets["lamps"].components[0].name == name
    cards.unlink()
    parsed.clear()
    assert read(tiny) == first
    assert parsed == []
    assert len(all_files) > 1
    assert len(entries(tiny)) == 1


def test_what_is_wrong_with_a_file_is_told_again(tiny, parsed):
    cards = tiny / "components" / "fog" / "lamps.yaml"
    cards.write_text(SET.format("[{id: ann, nam: Ann}]"))
    first = read(tiny)
    parsed.clear()
    assert read(tiny) == first
    assert first[1]
    assert parsed == []


@pytest.mark.parametrize("change", ["damaged", "program", "secret"])
def test_what_cannot_be_believed_is_read(tiny, parsed, monkeypatch, change):
    first = read(tiny)
    (entry,) = entries(tiny)
    if change == "damaged":
        raw = entry.read_bytes()
        entry.write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))
    elif change == "program":
        monkeypatch.setattr(read_before, "of_program", lambda: "another")
    else:
        monkeypatch.setattr(read_before, "secret", lambda: b"of somebody else")
    times = len(parsed)
    parsed.clear()
    assert read(tiny) == first
    assert len(parsed) == times


def test_a_set_of_a_sheet_and_one_of_thousands_are_read_each_time(tiny, parsed):
    folder = tiny / "components" / "fog"
    (folder / "lamps.yaml").write_text(SET.format("{from: lamps.csv}"))
    (folder / "lamps.csv").write_text("id,name\nann,Ann\n")
    long = "".join(f"\n  - {{id: wick-{one}, name: {'Wick' * 20}}}" for one in range(2000))
    (folder / "wicks.yaml").write_text(SET.replace("lamps", "wicks").format(long))
    read(tiny)
    (folder / "lamps.csv").write_text("id,name\nann,Ada\n")
    parsed.clear()
    catalogue, _ = read(tiny)
    assert sorted(parsed) == ["lamps.yaml", "wicks.yaml"]
    assert catalogue.games["fog"].sets["lamps"].components[0].name == "Ada"


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M2 2H{}V9Z"/></svg>'


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The icons that were read."""
    files: list[str] = []
    read_icon = icons.read_icon

    def told(path: Path, file: str) -> object:
        files.append(path.name)
        return read_icon(path, file)

    monkeypatch.setattr(icons, "read_icon", told)
    return files


@pytest.fixture
def beside(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Where what was made of the files of trilith lies."""
    file = tmp_path / "beside" / "what-1"
    monkeypatch.setattr(read_before, "place", lambda *_: file)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    return file


@pytest.mark.usefixtures("beside")
def test_templates_of_the_next_run_are_those_of_a_fresh_one(tiny, drawn):
    own = tiny / "templates" / "icons"
    own.mkdir(parents=True)
    for width, anew in ((20, None), (21, ["lamp.svg"]), (21, [])):
        (own / "lamp.svg").write_text(SVG.format(width))
        drawn.clear()
        with reading(tiny, ()) as kept:
            warm, findings = load_templates(tiny, earlier=Earlier(kept))
        read_now = list(drawn)
        cold, others = load_templates(tiny)
        assert warm is not None
        assert cold is not None
        assert (warm.icons, warm.theme, warm.sizes, findings) == (
            cold.icons,
            cold.theme,
            cold.sizes,
            others,
        )
        assert read_now == anew if anew is not None else len(read_now) > 1


def test_a_new_project_reads_none_of_the_icons_of_trilith(tiny, drawn, beside):
    for damaged in (False, False, True):
        if damaged:
            beside.write_bytes(beside.read_bytes()[:-1])
        shutil.rmtree(tiny / FOLDER, ignore_errors=True)
        first = not beside.exists()
        drawn.clear()
        with reading(tiny, ()) as kept:
            found, _ = load_templates(tiny, earlier=Earlier(kept))
        assert found is not None
        assert len(drawn) == (len(found.icons) if first or damaged else 0)
    assert entries(tiny) == []  # nothing was read of the project itself


def test_icons_of_a_project_never_lie_beside_the_program(tiny, beside):
    own = tiny / "templates" / "icons"
    own.mkdir(parents=True)
    (own / "lamp.svg").write_text(SVG.format(7))
    with reading(tiny, ()) as kept:
        load_templates(tiny, earlier=Earlier(kept))
    assert b"lamp.svg" not in beside.read_bytes()
    assert len(entries(tiny)) == 1


def test_what_is_read_once_it_is_kept_is_not_added(tiny):
    with reading(tiny, ()) as kept:
        load(tiny, kept=kept)
    before = [path.read_bytes() for path in entries(tiny)]
    kept.file("later", tiny / "components" / "fog" / "game.yaml", object)
    assert [path.read_bytes() for path in entries(tiny)] == before

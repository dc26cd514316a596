"""Which code and project this is, which checks it brings, and which files are too large."""

import itertools
import os
import socket
import types
from dataclasses import replace

import pytest

from validator import program as home
from validator.catalogue.model import Catalogue
from validator.catalogue.source import read_source
from validator.checks import CHECKS
from validator.checks.pieces import Check
from validator.data_checks import checks_of, checks_of_modules, run_checks
from validator.findings import Finding, Place, Severity, has_errors
from validator.plainfile import LARGEST, TooLargeError, digest_of_plain, leads_out, read_plain
from validator.play import modules
from validator.program import list_installed, program
from validator.project import NotAProjectError, find_project
from validator.run import Means, check
from validator.simulation.shards import RunConfig


def test_another_version_of_what_is_installed_is_noticed(tmp_path):
    (tmp_path / "jinja2-3.1.dist-info").mkdir()
    before = [*list_installed([str(tmp_path), "no/folder"])]
    (tmp_path / "jinja2-3.1.dist-info").rename(tmp_path / "jinja2-3.2.dist-info")
    assert [*list_installed([str(tmp_path), "no/folder"])] != before


def test_code_schemas_and_built_in_templates_make_the_program(tmp_path, monkeypatch):
    (tmp_path / "__pycache__").mkdir()
    monkeypatch.setattr(home, "_OURS", (tmp_path,))
    found = []
    for name in ("play.py", "card.json", "de.po", "card.svg.j2"):
        (tmp_path / name).write_text("one")
        program.cache_clear()
        found.append(program())
    (tmp_path / "__pycache__" / "play.pyc").write_text("compiled")
    program.cache_clear()
    assert program() == found[-1]
    program.cache_clear()
    assert len(set(found)) == len(found)


def test_who_starts_trilith_another_way_finds_what_was_kept(tmp_path):
    """Its own folder leads the search path, or with `python -m` the one it is started in."""
    for folder in ("one-1.dist-info", "bin"):
        (tmp_path / folder).mkdir()
    for file in ("bin/trilith", "packed.zip"):
        (tmp_path / file).touch()
    where = [str(tmp_path), str(tmp_path / "packed.zip")]
    found = [*list_installed(where)]
    assert [*list_installed([str(tmp_path / "bin"), *where])] == found
    assert where[1] in found


# --- finding the project from where one stands
def test_the_nearest_folder_upwards_or_a_named_one_which_must_hold_components(tiny):
    deep = tiny / "a" / "b"
    deep.mkdir(parents=True)
    assert find_project(None, deep) == find_project(tiny, deep / "anywhere") == tiny.resolve()
    with pytest.raises(NotAProjectError, match="trilith new"):
        find_project(deep, tiny)
    with pytest.raises(NotAProjectError, match="--project"):
        find_project(None, tiny.parent)


# --- A game gets the common checks and those that its own rules module brings, no others
def codes_of(game):
    return {code for check in checks_of(game) for code in check.codes}


def test_what_a_module_brings_is_checked_in_its_game_alone(shipped, monkeypatch):
    own = Check(("light-dear",), lambda game, tables: iter(()))
    module = types.SimpleNamespace(CHECKS=(own,))
    entry = types.SimpleNamespace(name="fog", load=lambda: module)
    installed = lambda group, name="fog": [entry] * (name == "fog")  # noqa: E731
    monkeypatch.setattr(modules, "entry_points", installed)
    common = {code for check in CHECKS for code in check.codes} | {"claim-kind", "claim-unclear"}
    game = shipped.games["henge"]
    assert codes_of(game) == common
    assert codes_of(replace(game, module="fog")) == common | {"light-dear"}
    assert checks_of_modules() == ((own, "fog"),)


def test_a_module_that_is_not_installed_brings_nothing(shipped):
    game = replace(shipped.games["henge"], module="no_such_game", claims=())
    assert "light-dear" not in codes_of(game)
    assert all(one.code != "claim-kind" for one in run_checks(Catalogue({game.id: game})))


# --- files that are none, have no end, or are larger than is read
@pytest.fixture
def special(tmp_path):
    """A folder with what is no plain file, under names of files."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    (tmp_path / "folder").mkdir()
    (tmp_path / "three").write_bytes(b"abc")
    (tmp_path / "sparse").touch()
    os.truncate(tmp_path / "sparse", 3_000_000_000)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.fspath(tmp_path / "socket"))
    return tmp_path


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("pipe", "it is a named pipe"),
        ("endless", "it is a device"),
        ("folder", "it is a folder"),
        ("socket", "it is a socket"),
        ("missing", "No such file"),
    ],
)
def test_what_is_no_plain_file_is_not_opened_and_a_finding(special, name, said):
    with pytest.raises(OSError, match=said):
        read_plain(special / name)
    source, [finding] = read_source(special / name, "cards.yaml", "fog")
    assert (source, finding.code) == (None, "file-unreadable")


def test_size_is_looked_at_before_reading_and_while_a_file_is_read(special, monkeypatch):
    with pytest.raises(TooLargeError, match="3000000000 bytes"):
        read_plain(special / "sparse", LARGEST)
    assert read_plain(special / "three", 3) == b"abc"
    with pytest.raises(TooLargeError):
        read_plain(special / "three", 2)
    monkeypatch.setattr("validator.plainfile.size_of", lambda path: 1)
    with pytest.raises(TooLargeError):
        read_plain(special / "three", 2)


def test_a_path_leads_out_where_it_does_once_all_links_are_followed(tmp_path):
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    for folder in (inside / "a" / "b", outside / "a"):
        folder.mkdir(parents=True)
        (folder / "file").write_text("here")
    (inside / "out").symlink_to(outside)
    (inside / "a" / "up").symlink_to("..")
    (inside / "a" / "far").symlink_to("../../outside/a/file")
    (inside / "a" / "near").symlink_to("b/file")
    (inside / "loop").symlink_to("loop")
    (tmp_path / "same").symlink_to(inside)
    parts = ("a", "b", "up", "out", "far", "near", "file", "loop", "gone", "..", "inside")
    ways = [way for length in range(4) for way in itertools.product(parts, repeat=length)]
    for folder in (inside, tmp_path / "same", inside / "a", inside / "out"):
        whole = os.path.realpath(folder)
        for way in ways:
            end = os.path.realpath(folder.joinpath(*way))
            is_out = end != whole and not end.startswith(f"{whole}/")
            assert leads_out(folder.joinpath(*way), folder) == is_out, (folder, way)
    assert leads_out(tmp_path / "inside2", inside)
    assert not leads_out(inside / "a", tmp_path / "same")


def test_a_file_that_grew_since_its_size_was_asked_for_is_read_whole(tmp_path, monkeypatch):
    path = tmp_path / "grown"
    path.write_bytes(bytes(range(256)) * 300)
    for size in (0, 10, 76_799, 76_800, 76_801):
        monkeypatch.setattr("validator.plainfile.size_of", lambda path, size=size: size)
        assert read_plain(path, 100_000) == path.read_bytes()


def test_a_file_too_large_to_read_has_a_digest_that_changes_with_it(special):
    before = digest_of_plain(special / "sparse")
    assert digest_of_plain(special / "sparse") == before
    os.truncate(special / "sparse", 3_000_000_001)
    assert digest_of_plain(special / "sparse") != before


# --- A check of which another process has a part finds what one process finds
FACE = Finding("text-too-long", Severity.ERROR, "fog", Place("cards.yaml", 3, 1), "too long")
EDITS = {
    "as it is": ("kind: game", "kind: game"),
    "not sound": ("revision:", "revison:"),
    "not playable": ("kind: game", "kind: game\nmodule: mist"),
}


@pytest.mark.parametrize(
    "extra", [(), (lambda catalogue, root: [FACE],)], ids=["sound", "overfull"]
)
@pytest.mark.parametrize("words", EDITS.values(), ids=EDITS)
def test_both_find_the_same(tiny, words, extra, monkeypatch):
    game = tiny / "components" / "fog" / "game.yaml"
    game.write_text(game.read_text("utf-8").replace(*words), "utf-8")
    alone = check(tiny, extra=extra)
    assert has_errors([one for one in alone if one is not FACE]) == (words[0] != words[1])
    monkeypatch.setattr("validator.processes.cores", lambda: 2)
    assert check(tiny, extra=extra, means=Means(RunConfig(2))) == alone
    assert (FACE in alone) == bool(extra)

from __future__ import annotations

import contextlib
import multiprocessing
import time
from pathlib import Path

import pytest

from generator.atomic import (
    LinkError,
    NotOursError,
    OutputError,
    below,
    replace_folder,
    write_bytes,
)


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".trilith"
    }


def fill(folder: Path, text: str, *names: str) -> None:
    for name in names:
        (folder / name).write_text(text)


def test_a_new_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    target = tmp_path / "henge" / "print" / "a4"
    with replace_folder(target) as fresh:
        fill(fresh, "new", "cards.pdf")
        assert not target.exists()
    assert contents(tmp_path) == {"henge/print/a4/cards.pdf": "new"}


def test_old_files_of_ours_go_and_those_of_others_stay(tmp_path: Path) -> None:
    target = tmp_path / "a4"
    with replace_folder(target) as fresh:
        fill(fresh, "old", "cards.pdf", "mats.pdf")
        (fresh / "coin").mkdir()
        fill(fresh / "coin", "old", "ray.png")
    fill(target, "old", "notes.txt", "mine.pdf")
    fill(target / "coin", "mine", "x.pdf")
    (target / "empty").mkdir()
    (target / "way").symlink_to("/etc/hostname")
    with replace_folder(target) as fresh:
        fill(fresh, "new", "cards.pdf")
    assert (target / "way").is_symlink()
    (target / "way").unlink()
    assert contents(tmp_path) == {
        "a4/cards.pdf": "new",
        "a4/coin/x.pdf": "mine",
        "a4/mine.pdf": "old",
        "a4/notes.txt": "old",
    }
    assert (target / "empty").is_dir()


def test_what_was_there_before_any_list_is_kept(tmp_path: Path) -> None:
    target = tmp_path / "a4"
    target.mkdir()
    fill(target, "mine", "mine.pdf", "cards.pdf")
    with pytest.raises(NotOursError, match="cards"), replace_folder(target) as fresh:
        fill(fresh, "new", "cards.pdf")
    assert contents(tmp_path) == {"a4/cards.pdf": "mine", "a4/mine.pdf": "mine"}
    (target / "cards.pdf").unlink()
    for text in ("new", "newer"):
        with replace_folder(target) as fresh:
            fill(fresh, text, "cards.pdf")
        assert contents(tmp_path) == {"a4/cards.pdf": text, "a4/mine.pdf": "mine"}


@pytest.mark.parametrize("times", [1, 2])
def test_a_folder_that_is_a_link_is_refused_each_time(tmp_path: Path, times: int) -> None:
    (tmp_path / "mine").mkdir()
    fill(tmp_path / "mine", "mine", "cards.pdf")
    (tmp_path / "a4").symlink_to(tmp_path / "mine")
    for _ in range(times):
        with (
            pytest.raises(LinkError, match=r"a link to .*mine.*--out"),
            replace_folder(tmp_path / "a4"),
        ):
            pytest.fail("nothing may be written")
    assert (tmp_path / "a4").is_symlink()
    assert contents(tmp_path / "mine") == {"cards.pdf": "mine"}


def test_only_what_was_named_may_lie_behind_a_link(tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "disk")
    assert below(tmp_path / "out", "fog", "print") == tmp_path / "out" / "fog" / "print"
    (tmp_path / "disk" / "fog").symlink_to(tmp_path)
    with pytest.raises(LinkError, match="fog is a link"):
        below(tmp_path / "out", "fog", "print")


@pytest.mark.parametrize("name", [".a4.trilith", ".a4.old", ".a4.new-x"])
def test_links_in_the_place_of_what_lies_beside_are_not_followed(tmp_path: Path, name: str) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    fill(outside, "mine", "thesis.txt")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / name).symlink_to(outside)
    with contextlib.suppress(OutputError, LinkError), replace_folder(tmp_path / "out" / "a4"):
        pass
    assert contents(outside) == {"thesis.txt": "mine"}


def write_slowly(target: Path, number: int) -> None:
    """Fill a folder in a process of its own."""
    with replace_folder(target) as fresh:
        fill(fresh, str(number), "cards.pdf", f"only-{number}.pdf")
        time.sleep(0.05)


def test_several_at_once_wait_for_their_turns(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "a4"
    spawn = multiprocessing.get_context("fork")
    several = [spawn.Process(target=write_slowly, args=(target, n)) for n in range(8)]
    for one in several:
        one.start()
    for one in several:
        one.join(60)
    assert [one.exitcode for one in several] == [0] * 8
    last = (target / "cards.pdf").read_text()
    assert contents(target) == {"cards.pdf": last, f"only-{last}.pdf": last}
    assert not list(tmp_path.glob(".a4.new-*")) and not (tmp_path / ".a4.old").exists()
    lines = capfd.readouterr().err.splitlines()
    assert set(lines) == {f"waiting until another trilith has written {target}"}
    assert len(lines) <= 7


def test_waiting_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.atomic.LONGEST_WAIT", 0.0)
    monkeypatch.setattr("generator.atomic._take", lambda handle: False)
    with (
        pytest.raises(OutputError, match="has been writing there"),
        replace_folder(tmp_path / "a4"),
    ):
        pytest.fail("nothing may be written")


def test_what_a_killed_run_left_for_another_folder_goes(tmp_path: Path) -> None:
    with replace_folder(tmp_path / "acme") as fresh:
        fill(fresh, "old", "cards.pdf")
    for name in (".acme.new-x", ".mine.new-x"):
        (tmp_path / name).mkdir()
        fill(tmp_path / name, "half", "cards.pdf")
    with replace_folder(tmp_path / "other") as fresh:
        fill(fresh, "new", "cards.pdf")
    assert contents(tmp_path) == {
        ".mine.new-x/cards.pdf": "half",
        "acme/cards.pdf": "old",
        "other/cards.pdf": "new",
    }


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_failing_or_interrupting_leaves_everything_as_it_was(
    tmp_path: Path, error: type[BaseException]
) -> None:
    target = tmp_path / "a4"
    target.mkdir()
    fill(target, "old", "cards.pdf", "placements.json")
    with pytest.raises(error), replace_folder(target) as fresh:
        fill(fresh, "new", "cards.pdf")
        raise error
    assert contents(tmp_path) == {"a4/cards.pdf": "old", "a4/placements.json": "old"}


def test_what_a_killed_run_left_is_mended(tmp_path: Path) -> None:
    """Killed between the two renames: the old folder stands aside, a fresh one is half full."""
    (tmp_path / ".a4.old").mkdir()
    fill(tmp_path / ".a4.old", "old", "cards.pdf", "notes.txt")
    (tmp_path / ".a4.new-abc").mkdir()
    fill(tmp_path / ".a4.new-abc", "half", "cards.pdf")
    with pytest.raises(ValueError, match="stop"), replace_folder(tmp_path / "a4"):
        raise ValueError("stop")
    assert contents(tmp_path) == {"a4/cards.pdf": "old", "a4/notes.txt": "old"}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    fill(tmp_path, "a file", "output")
    with (
        pytest.raises(OutputError, match=r"output/henge.*--out"),
        replace_folder(tmp_path / "output" / "henge"),
    ):
        pytest.fail("nothing may be written")
    assert contents(tmp_path) == {"output": "a file"}


def test_one_file_is_written_whole(tmp_path: Path) -> None:
    write_bytes(tmp_path / "a" / "x.pdf", b"one")
    write_bytes(tmp_path / "a" / "x.pdf", b"two")
    assert contents(tmp_path) == {"a/x.pdf": "two"}


def test_a_file_under_a_file_is_refused(tmp_path: Path) -> None:
    fill(tmp_path, "a file", "a")
    with pytest.raises(OutputError, match="cannot write"):
        write_bytes(tmp_path / "a" / "x.pdf", b"one")


def test_links_in_the_place_of_what_an_interrupted_run_left_are_not_followed(tmp_path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "mine").write_text("mine")
    out = tmp_path / "out"
    out.mkdir()
    (out / ".kit.old").symlink_to(outside)
    (out / ".kit.new-x").symlink_to(outside)
    with replace_folder(out / "kit") as fresh:
        (fresh / "a").write_text("new")
    assert (out / "kit" / "a").read_text() == "new"
    assert (outside / "mine").read_text() == "mine"
    assert not (out / "kit" / "mine").exists()

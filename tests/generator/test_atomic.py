import contextlib
import multiprocessing
import time

import pytest

from generator.atomic import (
    LinkError,
    NotOursError,
    OutputError,
    below,
    replace_folder,
    write_bytes,
)


def contents(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.suffix != ".trilith"
    }


def fill(folder, text, *names):
    folder.mkdir(exist_ok=True)
    for name in names:
        (folder / name).write_text(text)


def make(target, text, *names):
    with replace_folder(target) as fresh:
        fill(fresh, text, *names)


def test_a_new_folder_is_made_with_its_parents(tmp_path):
    target = tmp_path / "henge" / "print" / "a4"
    with replace_folder(target) as fresh:
        fill(fresh, "new", "cards.pdf")
        assert not target.exists()
    assert contents(tmp_path) == {"henge/print/a4/cards.pdf": "new"}


def test_old_files_of_ours_go_and_those_of_others_stay(tmp_path):
    target = tmp_path / "a4"
    with replace_folder(target) as fresh:
        fill(fresh, "old", "cards.pdf", "mats.pdf")
        fill(fresh / "coin", "old", "ray.png")
    fill(target, "old", "notes.txt", "mine.pdf")
    fill(target / "coin", "mine", "x.pdf")
    (target / "empty").mkdir()
    (target / "way").symlink_to("/etc/hostname")
    make(target, "new", "cards.pdf")
    assert (target / "way").is_symlink()
    (target / "way").unlink()
    assert contents(tmp_path) == {
        "a4/cards.pdf": "new",
        "a4/coin/x.pdf": "mine",
        "a4/mine.pdf": "old",
        "a4/notes.txt": "old",
    }
    assert (target / "empty").is_dir()


def test_what_was_there_before_any_list_is_kept(tmp_path):
    target = tmp_path / "a4"
    fill(target, "mine", "mine.pdf", "cards.pdf")
    with pytest.raises(NotOursError, match="cards"):
        make(target, "new", "cards.pdf")
    assert contents(tmp_path) == {"a4/cards.pdf": "mine", "a4/mine.pdf": "mine"}
    (target / "cards.pdf").unlink()
    for text in ("new", "newer"):
        make(target, text, "cards.pdf")
        assert contents(tmp_path) == {"a4/cards.pdf": text, "a4/mine.pdf": "mine"}


def test_a_folder_that_is_a_link_is_refused_each_time(tmp_path):
    fill(tmp_path / "mine", "mine", "cards.pdf")
    (tmp_path / "a4").symlink_to(tmp_path / "mine")
    for _ in range(2):
        with pytest.raises(LinkError, match=r"a link to .*mine.*--out"):
            make(tmp_path / "a4", "new", "cards.pdf")
    assert (tmp_path / "a4").is_symlink()
    assert contents(tmp_path / "mine") == {"cards.pdf": "mine"}


def test_only_what_was_named_may_lie_behind_a_link(tmp_path):
    (tmp_path / "disk").mkdir()
    (tmp_path / "out").symlink_to(tmp_path / "disk")
    assert below(tmp_path / "out", "fog", "print") == tmp_path / "out" / "fog" / "print"
    (tmp_path / "disk" / "fog").symlink_to(tmp_path)
    with pytest.raises(LinkError, match="fog is a link"):
        below(tmp_path / "out", "fog", "print")


@pytest.mark.parametrize("name", [".a4.trilith", ".a4.old", ".a4.new-x"])
def test_links_in_the_place_of_what_lies_beside_are_not_followed(tmp_path, name):
    outside, target = tmp_path / "outside", tmp_path / "out" / "a4"
    fill(outside, "mine", "thesis.txt")
    target.parent.mkdir()
    (target.parent / name).symlink_to(outside)
    with contextlib.suppress(OutputError, LinkError):
        make(target, "new", "cards.pdf")
    assert contents(outside) == {"thesis.txt": "mine"}
    assert name == ".a4.trilith" or contents(target) == {"cards.pdf": "new"}


def write_slowly(target, number):
    """Fill a folder in a process of its own."""
    with replace_folder(target) as fresh:
        fill(fresh, str(number), "cards.pdf", f"only-{number}.pdf")
        time.sleep(0.05)


def test_several_at_once_wait_for_their_turns(tmp_path, capfd):
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


def test_waiting_ends(tmp_path, monkeypatch):
    monkeypatch.setattr("generator.atomic.LONGEST_WAIT", 0.0)
    monkeypatch.setattr("generator.atomic._take", lambda handle: False)
    with pytest.raises(OutputError, match="has been writing there"):
        make(tmp_path / "a4", "new", "cards.pdf")
    assert contents(tmp_path) == {}


def test_what_a_killed_run_left_for_another_folder_goes(tmp_path):
    make(tmp_path / "acme", "old", "cards.pdf")
    for name in (".acme.new-x", ".mine.new-x"):
        fill(tmp_path / name, "half", "cards.pdf")
    make(tmp_path / "other", "new", "cards.pdf")
    made = {"acme/cards.pdf": "old", "other/cards.pdf": "new"}
    assert contents(tmp_path) == {".mine.new-x/cards.pdf": "half", **made}


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_failing_or_interrupting_leaves_everything_as_it_was(tmp_path, error):
    target = tmp_path / "a4"
    fill(target, "old", "cards.pdf", "placements.json")
    with pytest.raises(error), replace_folder(target) as fresh:
        fill(fresh, "new", "cards.pdf")
        raise error
    assert contents(tmp_path) == {"a4/cards.pdf": "old", "a4/placements.json": "old"}


def test_what_a_killed_run_left_is_mended(tmp_path):
    # killed between the two renames: the old folder stands aside, a fresh one is half full
    fill(tmp_path / ".a4.old", "old", "cards.pdf", "notes.txt")
    fill(tmp_path / ".a4.new-abc", "half", "cards.pdf")
    with pytest.raises(ValueError, match="stop"), replace_folder(tmp_path / "a4"):
        raise ValueError("stop")
    assert contents(tmp_path) == {"a4/cards.pdf": "old", "a4/notes.txt": "old"}


def test_a_folder_that_cannot_be_made_is_named(tmp_path):
    fill(tmp_path, "a file", "output")
    with pytest.raises(OutputError, match=r"output/henge.*--out"):
        make(tmp_path / "output" / "henge", "new", "cards.pdf")
    assert contents(tmp_path) == {"output": "a file"}


def test_one_file_is_written_whole(tmp_path):
    for data in (b"one", b"two"):
        write_bytes(tmp_path / "a" / "x.pdf", data)
    assert contents(tmp_path) == {"a/x.pdf": "two"}
    with pytest.raises(OutputError, match="cannot write"):
        write_bytes(tmp_path / "a" / "x.pdf" / "under a file", b"one")

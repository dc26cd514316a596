from __future__ import annotations

from pathlib import Path

import pytest

from generator.atomic import OutputError, replaced_folder, write_bytes

OURS = ("*.pdf", "placements.json")


def contents(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }


def fill(folder: Path, text: str, *names: str) -> None:
    for name in names:
        (folder / name).write_text(text)


def test_a_new_folder_is_made_with_its_parents(tmp_path: Path) -> None:
    target = tmp_path / "henge" / "print" / "a4"
    with replaced_folder(target, OURS) as fresh:
        fill(fresh, "new", "cards.pdf")
        assert not target.exists()
    assert contents(tmp_path) == {"henge/print/a4/cards.pdf": "new"}


def test_old_files_of_ours_go_and_those_of_others_stay(tmp_path: Path) -> None:
    target = tmp_path / "a4"
    target.mkdir()
    fill(target, "old", "cards.pdf", "mats.pdf", "notes.txt")
    (target / "mine").mkdir()
    fill(target / "mine", "mine", "x.pdf")
    with replaced_folder(target, OURS) as fresh:
        fill(fresh, "new", "cards.pdf")
    assert contents(tmp_path) == {
        "a4/cards.pdf": "new",
        "a4/mine/x.pdf": "mine",
        "a4/notes.txt": "old",
    }


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_failing_or_interrupting_leaves_everything_as_it_was(
    tmp_path: Path, error: type[BaseException]
) -> None:
    target = tmp_path / "a4"
    target.mkdir()
    fill(target, "old", "cards.pdf", "placements.json")
    with pytest.raises(error), replaced_folder(target, OURS) as fresh:
        fill(fresh, "new", "cards.pdf")
        raise error
    assert contents(tmp_path) == {"a4/cards.pdf": "old", "a4/placements.json": "old"}


def test_what_a_killed_run_left_is_mended(tmp_path: Path) -> None:
    """Killed between the two renames: the old folder stands aside, a fresh one is half full."""
    (tmp_path / ".a4.old").mkdir()
    fill(tmp_path / ".a4.old", "old", "cards.pdf", "notes.txt")
    (tmp_path / ".a4.new-abc").mkdir()
    fill(tmp_path / ".a4.new-abc", "half", "cards.pdf")
    with pytest.raises(ValueError, match="stop"), replaced_folder(tmp_path / "a4", OURS):
        raise ValueError("stop")
    assert contents(tmp_path) == {"a4/cards.pdf": "old", "a4/notes.txt": "old"}


def test_a_folder_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    fill(tmp_path, "a file", "output")
    with (
        pytest.raises(OutputError, match=r"output/henge.*--out"),
        replaced_folder(tmp_path / "output" / "henge", OURS),
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

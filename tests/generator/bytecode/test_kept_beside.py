"""Values kept beside byte code."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.bytecode.kept import keep, read


@pytest.fixture(autouse=True)
def written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)


def test_of_one_kind_the_latest_stay(tmp_path: Path):
    other = tmp_path / "words.cpython.headers-1"
    keep(other, "another kind")
    files = [tmp_path / f"words.cpython.code-{number}" for number in range(7)]
    for number, file in enumerate(files):
        assert keep(file, number)
    assert [read(file) for file in files] == [None, None, None, 3, 4, 5, 6]
    assert read(other) == "another kind"


@pytest.mark.parametrize(
    "spoil", [lambda data: b"", lambda data: data[:-1], lambda data: b"!" + data]
)
def test_what_is_damaged_is_nothing(tmp_path: Path, spoil):
    file = tmp_path / "words.code-1"
    assert keep(file, ("a", 1))
    assert read(file) == ("a", 1)
    file.write_bytes(spoil(file.read_bytes()))
    assert read(file) is None


def test_what_cannot_be_written_is_not_kept(tmp_path: Path):
    (tmp_path / "folder").write_text("no folder")
    assert not keep(tmp_path / "folder" / "words.code-1", 1)

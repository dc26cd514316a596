"""Hashes of files that are worked out again where a file may have changed, and only there."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from validator.catalogue import file_cache as module
from validator.catalogue.file_cache import Hashes
from validator.plainfile import digest_of_plain


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """Every file that is read from now on."""
    paths: list[Path] = []

    def noted(path: Path) -> bytes:
        paths.append(path)
        return digest_of_plain(path)

    monkeypatch.setattr(module, "digest_of_plain", noted)
    return paths


def _settle(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on all files are old enough."""
    late = time.time_ns() + 10_000_000_000
    monkeypatch.setattr(module.time, "time_ns", lambda: late)


def test_a_settled_file_is_read_once(
    tmp_path: Path, read: list[Path], monkeypatch: pytest.MonkeyPatch
):
    path, known = tmp_path / "a", Hashes()
    path.write_bytes(b"one")
    _settle(monkeypatch)
    assert {known.of(path) for _ in range(3)} == {digest_of_plain(path)}
    assert read == [path]
    assert known.has(path)


def test_a_file_that_was_just_written_is_read_each_time(tmp_path: Path, read: list[Path]):
    path, known = tmp_path / "a", Hashes()
    path.write_bytes(b"one")
    before = path.stat()
    first = known.of(path)
    path.write_bytes(b"two")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert known.of(path) == digest_of_plain(path) != first
    assert read == [path, path]


def test_what_takes_the_place_of_a_settled_file_is_read(
    tmp_path: Path, read: list[Path], monkeypatch: pytest.MonkeyPatch
):
    path, other, known = tmp_path / "a", tmp_path / "b", Hashes()
    path.write_bytes(b"one")
    other.write_bytes(b"two")
    _settle(monkeypatch)
    known.of(path)
    times = path.stat()
    os.utime(other, ns=(times.st_atime_ns, times.st_mtime_ns))
    other.replace(path)
    assert not known.has(path)
    assert known.of(path) == digest_of_plain(path)
    assert len(read) == 2
    path.unlink()
    with pytest.raises(OSError, match="a"):
        known.of(path)

"""Files that are none, have no end, or are larger than is read."""

import itertools
import os
import socket

import pytest

from validator.catalogue.source import read_source
from validator.plainfile import LARGEST, TooLargeError, digest_of_plain, leads_out, read_plain


@pytest.fixture
def special(tmp_path):
    """A folder with what is no plain file, under names of files."""
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "endless").symlink_to("/dev/zero")
    (tmp_path / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(os.fspath(tmp_path / "socket"))
    with (tmp_path / "sparse").open("wb") as file:
        file.truncate(3_000_000_000)
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
def test_what_is_no_plain_file_is_not_opened(special, name, said):
    with pytest.raises(OSError, match=said):
        read_plain(special / name)


def test_size_is_looked_at_before_reading(special):
    with pytest.raises(TooLargeError, match="3000000000 bytes"):
        read_plain(special / "sparse", LARGEST)
    (special / "three").write_bytes(b"abc")
    assert read_plain(special / "three", 3) == b"abc"
    with pytest.raises(TooLargeError):
        read_plain(special / "three", 2)


def test_a_file_that_grows_while_it_is_read_is_too_large(special, monkeypatch):
    (special / "three").write_bytes(b"abc")
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


@pytest.mark.parametrize(
    ("name", "code"),
    [("pipe", "file-unreadable"), ("endless", "file-unreadable"), ("sparse", "file-too-large")],
)
def test_data_that_are_no_file_are_a_finding(special, name, code):
    source, [finding] = read_source(special / name, "cards.yaml", "fog")
    assert (source, finding.code) == (None, code)

import os
from pathlib import Path

import pytest

from validator.sealed.store import Store

KEY = "ab" * 32
OTHER = "cd" * 32


@pytest.fixture
def store(tmp_path):
    return Store(tmp_path / "cache", "code 1")


def test_what_was_kept_is_found_again(store):
    assert store.get("face", KEY) is None
    assert store.put("face", KEY, b"drawing")
    assert store.get("face", KEY) == b"drawing"
    assert store.put("face", KEY, b"another")
    assert store.get("face", KEY) == b"another"
    assert [path.name for path in store.folder.rglob("*") if path.is_file()] == [KEY]


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: raw[:-1],
        lambda raw: raw[:40],
        lambda raw: b"",
        lambda raw: raw[:-3] + b"xyz",
        lambda raw: b"0" * 64 + raw[64:],
        lambda raw: raw + b" ",
    ],
)
def test_a_damaged_entry_counts_as_missing(store, damage):
    store.put("face", KEY, b"drawing")
    path = store.path("face", KEY)
    path.write_bytes(damage(path.read_bytes()))
    assert store.get("face", KEY) is None
    store.put("face", KEY, b"drawing")
    assert store.get("face", KEY) == b"drawing"


def test_a_foreign_entry_counts_as_missing(store, tmp_path):
    store.put("face", KEY, b"drawing")
    raw = store.path("face", KEY).read_bytes()
    for kind, key in (("face", OTHER), ("book", KEY)):
        store.path(kind, key).parent.mkdir(parents=True, exist_ok=True)
        store.path(kind, key).write_bytes(raw)
        assert store.get(kind, key) is None
    assert Store(store.folder, "code 2").get("face", KEY) is None


def test_a_folder_that_cannot_be_written_keeps_nothing(tmp_path):
    (tmp_path / "file").write_text("in the way")
    store = Store(tmp_path / "file" / "cache", "code")
    assert not store.put("face", KEY, b"drawing")
    assert store.get("face", KEY) is None
    store.prune()


def test_a_failed_write_leaves_no_draft(store, monkeypatch):
    def fail(source, target):
        raise OSError("disk full")

    monkeypatch.setattr(os, "replace", fail)
    assert not store.put("face", KEY, b"drawing")
    assert not [path for path in store.folder.rglob("*") if path.is_file()]


def test_pruning_removes_the_oldest_entries(store):
    keys = [f"{number:064x}" for number in range(10)]
    for number, key in enumerate(keys):
        store.put("face", key, b"x" * 100)
        os.utime(store.path("face", key), ns=(number, number))
    store.prune(limit=10_000)
    assert all(store.get("face", key) for key in keys)
    store.prune(limit=1_000)
    assert [key for key in keys if store.get("face", key)] == keys[6:]


def test_pruning_opens_no_entry_while_all_fit(store, monkeypatch):
    def opened(path, *_, **__):
        raise AssertionError(path)

    store.put("face", KEY, b"x" * 100)
    monkeypatch.setattr(Path, "open", opened)
    store.prune(limit=1_000)
    with pytest.raises(AssertionError):
        store.prune(limit=10)


def test_what_others_laid_into_the_store_does_not_count(store):
    store.put("face", KEY, b"x" * 100)
    (store.path("face", KEY).parent / "thesis.txt").write_bytes(b"x" * 1_000)
    store.prune(limit=200)
    assert store.get("face", KEY)


def sealed_looking(folder):
    """A stranger's folder with files as a store names and seals them, and some that it does not."""
    shelf = folder / "face" / "a"
    shelf.mkdir(parents=True)
    for name in (KEY, "letter.txt"):
        (shelf / name).write_bytes(b"0" * 64 + b"x" * 1000)
    return sorted(folder.rglob("*"))


@pytest.mark.parametrize(
    ("part", "up"),
    [(".trilith", ["..", ".."]), (".trilith/cache", [".."]), (".trilith/cache/face", [])],
)
def test_no_link_is_followed_out_of_a_project(tmp_path, part, up):
    project, outside = tmp_path / "project", tmp_path / "outside"
    held = sealed_looking(outside / "cache")
    link = project / part
    link.parent.mkdir(parents=True)
    link.symlink_to((outside / "cache" / "face").joinpath(*up))
    store = Store(project / ".trilith" / "cache", "code 1")
    store.prune(limit=0)
    assert not store.put("face", OTHER, b"drawing")
    assert store.get("face", KEY) is None
    assert [path for path in held if not path.exists()] == []
    assert not list(tmp_path.rglob(OTHER))


def test_an_entry_that_is_a_link_or_a_device_is_not_read(store, tmp_path):
    store.put("face", KEY, b"drawing")
    path = store.path("face", KEY)
    path.rename(tmp_path / "elsewhere")
    path.symlink_to(tmp_path / "elsewhere")
    assert store.get("face", KEY) is None
    path.unlink()
    os.mkfifo(path)
    assert store.get("face", KEY) is None
    store.prune(limit=0)
    assert path.exists()


def test_pruning_removes_only_what_the_store_wrote(store):
    store.put("face", KEY, b"drawing")
    shelf = store.path("face", KEY).parent
    others = [store.folder / "notes", shelf / "thesis.txt", shelf / OTHER]
    for path in others:
        path.write_bytes(b"mine " * 100)
    (shelf / ".draft-x").write_bytes(b"half")
    store.prune(limit=0)
    assert sorted(path for path in store.folder.rglob("*") if path.is_file()) == sorted(others)


def test_entries_that_came_with_a_project_are_not_believed(tmp_path):
    theirs = Store(tmp_path / "cache", "code 1", b"secret of a stranger")
    assert theirs.put("face", KEY, b"what they drew")
    ours = Store(tmp_path / "cache", "code 1", b"our secret")
    assert ours.get("face", KEY) is None
    assert ours.put("face", KEY, b"what we drew")
    assert ours.get("face", KEY) == b"what we drew"


def test_the_names_of_a_kind_are_listed_and_a_link_is_not_followed(store, tmp_path):
    store.put("face", KEY, b"drawing")
    store.put("face", OTHER, b"drawing")
    store.put("book", KEY, b"drawing")
    assert sorted(store.keys("face")) == [KEY, OTHER]
    assert store.keys("nothing") == []
    (store.folder / "face" / "a").rename(tmp_path / "elsewhere")
    (store.folder / "face" / "a").symlink_to(tmp_path / "elsewhere")
    assert store.keys("face") == [OTHER]

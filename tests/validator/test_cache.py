"""The cache: whole entries or none, for one project and one version, in the user's folder."""

import os
import time
from pathlib import Path

import pytest

from validator import cache as home
from validator.cache import Cache, cache_folder, clear, project_cache, prune, size

KEY = "ab" * 32


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "user"))
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "user"))
    return tmp_path / "user"


def test_what_was_kept_is_found_again(tmp_path):
    cache = project_cache(tmp_path)
    assert cache.get("face", KEY) is None
    for drawn in (b"drawing", b"another"):
        assert cache.put("face", KEY, drawn)
        assert cache.get("face", KEY) == drawn
    assert cache.get("book", KEY) is None
    assert [path.name for path in cache.folder.rglob("*") if path.is_file()] == [KEY]
    assert (cache.keys("face"), cache.keys("book")) == ([KEY], [])


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: raw[:-1],
        lambda raw: raw[:20],
        lambda raw: b"",
        lambda raw: raw[:-3] + b"xyz",
        lambda raw: raw + b" ",
    ],
)
def test_a_damaged_entry_counts_as_missing(tmp_path, damage):
    cache = project_cache(tmp_path)
    cache.put("face", KEY, b"drawing")
    path = cache.path("face", KEY)
    path.write_bytes(damage(path.read_bytes()))
    assert cache.get("face", KEY) is None
    cache.put("face", KEY, b"drawing")
    assert cache.get("face", KEY) == b"drawing"


def test_projects_and_versions_have_entries_of_their_own(tmp_path, monkeypatch):
    project_cache(tmp_path).put("face", KEY, b"drawing")
    (tmp_path / "fog").mkdir()
    assert project_cache(tmp_path / "fog").get("face", KEY) is None
    assert project_cache(tmp_path / "fog" / "..").get("face", KEY) == b"drawing"
    monkeypatch.setattr(home, "program", lambda: "another version")
    assert project_cache(tmp_path).get("face", KEY) is None


def test_no_project_brings_a_cache_along(tmp_path, folder, monkeypatch):
    cache = project_cache(tmp_path)
    assert cache.folder.is_relative_to(folder)
    cache.put("face", KEY, b"drawing")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", folder.name)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert not cache_folder().is_dir()
    assert project_cache(tmp_path).get("face", KEY) is None


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path, folder):
    folder.write_text("in the way")
    cache = project_cache(tmp_path)
    assert not cache.put("face", KEY, b"drawing")
    assert cache.get("face", KEY) is None
    prune()
    clear()
    assert size() == 0


def test_a_failed_write_leaves_nothing(tmp_path, monkeypatch):
    def fail(*_):
        raise OSError("disk full")

    cache = project_cache(tmp_path)
    monkeypatch.setattr(Path, "replace", fail)
    assert not cache.put("face", KEY, b"drawing")
    assert size() == 0


def test_the_oldest_entries_of_all_projects_go_first(tmp_path):
    keys = [f"{number:064x}" for number in range(10)]
    caches = [Cache(cache_folder() / name) for name in ("one", "other")]
    for number, key in enumerate(keys):
        caches[number % 2].put("face", key, b"x" * 68)
        os.utime(caches[number % 2].path("face", key), ns=(number, number))
    prune(limit=1_000)
    assert size() == 1_000
    prune(limit=999)
    kept = [key for number, key in enumerate(keys) if caches[number % 2].get("face", key)]
    assert kept == keys[3:]
    clear()
    assert size() == 0


def test_what_is_kept_is_looked_through_once_an_hour(folder, monkeypatch):
    looked, mark = [], cache_folder() / "pruned"
    monkeypatch.setattr(home, "prune", lambda: looked.append(1))
    mark.parent.mkdir(parents=True)
    home.prune_hourly()
    for seconds_ago, times in ((0, 1), (3_500, 1), (3_700, 2), (-3_700, 3)):
        then = time.time() - seconds_ago
        os.utime(mark, (then, then))
        home.prune_hourly()
        assert len(looked) == times

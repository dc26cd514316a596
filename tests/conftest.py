"""Fixtures that every test may use."""

import gc
import os
import shutil
import signal

import pytest
from gitrepo import need_git
from hypothesis import HealthCheck, settings
from preloaded import import_all
from shippedgames import ROOT, catalogue

from generator.starter import write_starter
from validator.compiler import table

settings.register_profile(
    "busy", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("busy")
"""No test fails by the clock, as a machine may be busy; else it stays as it is, here or in CI."""

signal.signal(signal.SIGINT, signal.default_int_handler)
"""A run in the background of a shell ignores interrupts, and so would what tests interrupt."""

if "PYTEST_XDIST_WORKER" in os.environ:
    import_all()  # a worker of a whole run forks and calls commands hundreds of times


TAKES_A_SECOND = frozenset((ROOT / "tests" / "slow.txt").read_text("utf-8").splitlines())


def pytest_collection_modifyitems(items):
    """What took most of a second of processor time is heavy; and another ruling, which compiles."""
    for item in items:
        is_ruling = "validator/games/" in item.nodeid and "ruling" in item.name.partition("[")[0]
        if item.nodeid in TAKES_A_SECOND or is_ruling:
            item.add_marker(pytest.mark.heavy)


def pytest_collection_finish():
    """Leave what is in memory by now alone: to look through it in each fork is a tenth of a run."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def user(tmp_path_factory):
    """The folder of a user's settings and cache, which is not that of whoever runs the tests."""
    folder = tmp_path_factory.mktemp("user")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(folder))
        patch.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        patch.setenv("XDG_STATE_HOME", str(folder / "state"))
        patch.setenv("APPDATA", str(folder))
        patch.setenv("LOCALAPPDATA", str(folder / "cache"))
        yield folder


@pytest.fixture(scope="session")
def programs():
    """Chromium and its driver, asked for before whatever takes time as a session comes first."""
    from chromium import find_programs

    return find_programs()


@pytest.fixture(scope="session")
def with_git():
    """For a test that calls git by way of trilith alone."""
    need_git()


@pytest.fixture(autouse=True)
def nothing_is_prepared():
    """A test that changes what plays a game finds no table that was made ready before."""
    table._PREPARED.clear()


@pytest.fixture(scope="session")
def root():
    """This repository, which is itself a project."""
    return ROOT


@pytest.fixture(scope="session")
def shipped():
    """The catalogue of the shipped games."""
    return catalogue()


@pytest.fixture(scope="session")
def tiny_written_once(tmp_path_factory):
    """What ``tiny`` is a copy of: to write it takes ten times as long as to copy it."""
    root = tmp_path_factory.mktemp("written")
    write_starter(root, "Fog")
    (root / "components" / "fog" / "play.yaml").unlink()
    cards = root / "components" / "fog" / "cards.yaml"
    text = cards.read_text(encoding="utf-8").replace("required: [cost]", "required: []")
    cards.write_text(text, encoding="utf-8")
    return root


@pytest.fixture
def tiny(tmp_path, tiny_written_once):
    """A project of its own with one small game, ``fog``, which is printed and not played."""
    shutil.copytree(tiny_written_once, tmp_path, dirs_exist_ok=True, copy_function=shutil.copyfile)
    return tmp_path


def starter(folder):
    write_starter(folder, "Fog")
    return folder


@pytest.fixture
def fog(tmp_path):
    """A project of its own with the starter Fog, which is played."""
    return starter(tmp_path)


@pytest.fixture(scope="module")
def common_fog(tmp_path_factory):
    """The same for all tests of a module."""
    return starter(tmp_path_factory.mktemp("fog"))


@pytest.fixture
def edit():
    """Replace a text that stands exactly once in a file."""

    def replace(path, old, new):
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path.name}"
        path.write_text(text.replace(old, new), encoding="utf-8")

    return replace

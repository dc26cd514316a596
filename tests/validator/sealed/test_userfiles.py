"""Files of the user: a secret that is made once, and kept where it can be."""

from __future__ import annotations

import os
import stat
import subprocess
import sys

import pytest

from validator.sealed import userfiles
from validator.sealed.userfiles import secret

TOLD = "from validator.sealed.userfiles import secret; print(secret().hex())"


@pytest.fixture
def settings(tmp_path, monkeypatch):
    """An empty folder of settings, and a process that knows no secret yet."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    userfiles._secret.cache_clear()
    yield tmp_path
    userfiles._secret.cache_clear()


def test_all_processes_of_a_user_know_the_same_secret(settings):
    ran = subprocess.run([sys.executable, "-c", TOLD], check=True, capture_output=True, text=True)
    assert bytes.fromhex(ran.stdout) == secret()
    assert [path.name for path in (settings / "trilith").iterdir()] == ["cache.key"]


@pytest.mark.skipif(sys.platform == "win32", reason="modes are those of POSIX")
def test_nobody_else_may_read_it(settings):
    secret()
    assert stat.S_IMODE((settings / "trilith" / "cache.key").stat().st_mode) == 0o600


def test_where_nothing_can_be_kept_it_holds_for_the_process(settings):
    (settings / "trilith").write_text("in the way")
    assert len(secret()) == 32
    assert secret() == secret()


def test_a_damaged_one_is_not_used(settings):
    (settings / "trilith").mkdir()
    (settings / "trilith" / "cache.key").write_bytes(b"")
    assert len(secret()) == 32


def test_of_two_that_begin_at_once_one_wins(settings, monkeypatch):
    path = settings / "trilith" / "cache.key"

    def too_late(*_):
        path.write_bytes(b"1" * 32)
        return 7

    monkeypatch.setattr(os, "getpid", too_late)
    assert secret() == b"1" * 32

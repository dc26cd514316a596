"""trilith on systems that lack what POSIX has: simulated by taking it away."""

import subprocess
import sys

from gitrepo import commit_all

from generator.commands.registry import COMMANDS

TAKEN_AWAY = """
import os, signal, sys
for name in ("fcntl", "resource", "pwd", "grp", "termios", "tty", "syslog"):
    sys.modules[name] = None
for name in ("fork", "O_NOFOLLOW", "O_NONBLOCK", "setsid", "getuid", "mkfifo"):
    if hasattr(os, name):
        delattr(os, name)
import subprocess  # which needs SIGKILL here, as multiprocessing does
for name in ("SIGALRM", "SIGXCPU", "SIGHUP", "pthread_sigmask", "setitimer"):
    if hasattr(signal, name):
        delattr(signal, name)
"""
RUN = """
from generator.start import main
if __name__ == "__main__":
    sys.argv = ["trilith", *sys.argv[1:]]
    main()
"""
LOAD = """
from generator.commands.registry import COMMANDS, behind
print(*(name for name in COMMANDS if behind(name)))
"""


def elsewhere(script, *words, cwd):
    command = [sys.executable, "-c", TAKEN_AWAY + script, *words]
    return subprocess.run(command, check=False, text=True, capture_output=True, cwd=cwd)


def test_all_commands_can_be_loaded(tmp_path):
    ran = elsewhere(LOAD, cwd=tmp_path)
    assert ran.stdout.split() == list(COMMANDS), ran.stderr


def without_progress(told):
    """What was told besides the time left, which a slow machine is told every ten seconds."""
    return [line for line in told.splitlines() if not line.endswith(" left")]


def test_a_game_is_checked_compared_and_drawn(tiny):
    commit_all(tiny)
    checked = elsewhere(RUN, "check", "fog", cwd=tiny)
    assert (checked.returncode, without_progress(checked.stderr)) == (0, [])
    assert "nothing new since the last commit" in checked.stdout
    words = ("preview", "fog", "--only", "candle", "--dpi", "40")
    drawn = elsewhere(RUN, *words, cwd=tiny)
    assert (drawn.returncode, without_progress(drawn.stderr)) == (0, [])
    assert (tiny / "output" / "fog" / "preview" / "candle.png").is_file()

"""A command that is stopped while a worker is busy takes it along, and leaves nothing behind."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from processes import gone, ticks

ENDLESS = (
    "{% set r = range(3000) %}{% for a in r %}{% for b in r %}{% for c in r %}"
    "{% endfor %}{% endfor %}{% endfor %}"
)
pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@pytest.fixture
def busy(tiny, edit):
    """A print that is busy with a template without end, and the worker that is."""
    edit(tiny / "components" / "fog" / "cards.yaml", "template: basic/card", "template: fog/card")
    (tiny / "templates" / "fog").mkdir(parents=True)
    (tiny / "templates" / "fog" / "card.svg.j2").write_text(ENDLESS)
    command = [sys.executable, "-c", "from generator.start import main; main()", "print", "fog"]
    with subprocess.Popen(
        command, cwd=tiny, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        yield running, worker_of(running.pid)
        running.kill()


def worker_of(process):
    """The worker of a process, as soon as it has one that has computed for a moment."""
    children = Path(f"/proc/{process}/task/{process}/children")
    for _ in range(6000):
        for child in children.read_text().split():
            if ticks(int(child)) > 5:
                return int(child)
        time.sleep(0.01)
    raise AssertionError("no worker was started")


def test_an_interrupt_ends_the_worker_too(busy, tiny):
    running, worker = busy
    os.killpg(running.pid, signal.SIGINT)
    _, told = running.communicate(timeout=60)
    assert running.returncode == 130
    assert told == "trilith: interrupted; nothing was half-written\n"
    assert gone(worker)
    assert not list((tiny / "output").rglob("*.pdf"))


def test_a_killed_command_leaves_no_worker(busy):
    running, worker = busy
    running.kill()
    running.wait(timeout=60)
    assert gone(worker)

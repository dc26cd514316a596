"""A small run that is killed twenty times: it goes on each time, and gives what it must."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from chunkjobs import Counting, begun, kept, squares
from shippedgames import ROOT

from validator.simulation.chunks import TrialTask
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import RunConfig

KILLS = 20
TRIALS = 1000
DEADLY = 12
"""So many trials are begun in each run before it is killed."""


def play(folder):
    """The run: two processes, what is done kept in a folder; tells the trials it gave."""
    job = Counting("killed", 0.001, folder / "diary")
    [found] = run_tasks([TrialTask(job, 0, TRIALS)], RunConfig(2, kept=kept(folder)))
    assert found == squares(0, TRIALS)
    return found.trials


def kill(folder):
    """Start the run in a process of its own and kill that; tell whether it was still running."""
    diary = folder / "diary"
    enough = len(begun(diary)) + DEADLY
    child = os.fork()
    if child == 0:
        play(folder)
        os._exit(0)
    while len(begun(diary)) < enough:
        time.sleep(0.001)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks, and orphans are killed")
def test_a_run_that_is_killed_twenty_times_goes_on(tmp_path):
    """In a process that has no threads, as those that are forked may have none."""
    paths = os.pathsep.join(map(str, (ROOT, ROOT / "tests", Path(__file__).parent)))
    line = [sys.executable, __file__, str(tmp_path)]
    ran = subprocess.run(
        line, env={**os.environ, "PYTHONPATH": paths}, check=False, capture_output=True, text=True
    )
    assert (ran.returncode, ran.stdout) == (0, f"killed {KILLS} times\n"), ran.stderr
    before = begun(tmp_path / "diary")
    assert max(before) > 5 * DEADLY, "each run begins where the last one was killed"
    assert play(tmp_path) == list(range(TRIALS))
    assert begun(tmp_path / "diary").count(0) == before.count(0) == 1


if __name__ == "__main__":
    print(f"killed {sum(kill(Path(sys.argv[1])) for _ in range(KILLS))} times")

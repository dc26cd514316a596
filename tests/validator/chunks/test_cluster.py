"""A real cluster on this machine: the same sums, whichever worker dies, and one line where not."""

import os
import re
import shutil
import subprocess
import sys
import traceback
from contextlib import ExitStack, contextmanager
from functools import wraps
from pathlib import Path

import pytest
from chunkjobs import Counting, begun, kept, squares
from shippedgames import ROOT

from validator.progress import ChunksError
from validator.simulation import cluster as module
from validator.simulation.chunks import TrialTask
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import RunConfig
from validator.simulation.trials import TableChoice, as_json, simulate

pytestmark = pytest.mark.heavy


def alone(test):
    """Run a test in a process forked for it: dask leaves threads, and with them nothing forks."""

    @wraps(test)
    def run(*args, **named):
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            fault = ""
            try:
                test(*args, **named)
            except BaseException:
                fault = traceback.format_exc()
            os.write(writing, fault.encode()[-60_000:])
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading, encoding="utf-8", errors="replace") as pipe:
            fault = pipe.read()
        _, status = os.waitpid(child, 0)
        assert not fault and status == 0, fault or f"the process of the test ended with {status}"

    return run


@pytest.fixture(scope="module")
def workers():
    """The address of a scheduler with two workers, which are replaced as they die."""
    two = ("--nworkers", "2", "--nthreads", "1")
    with _started("scheduler", "--port", "0") as scheduler:
        address = _address(scheduler)
        with _started("worker", address, *two):
            yield address


@alone
def test_games_on_a_cluster_are_those_of_one_process(workers, shipped):
    asked = (TableChoice(("battle_of_the_gods", "crossing_stonehenge")), 20)
    there = simulate(shipped, *asked, config=RunConfig(cluster=workers))
    assert as_json(there) == as_json(simulate(shipped, *asked))


@alone
def test_a_worker_that_is_killed_in_the_middle_changes_nothing(workers, tmp_path):
    job = Counting("deadly", 0.002, tmp_path / "diary", deadly=130, deaths=1)
    tasks = [TrialTask(job, 0, 100), TrialTask(job, 100, 200), TrialTask(job, 200, 300)]
    found = list(run_tasks(tasks, RunConfig(cluster=workers)))
    assert found == [squares(0, 100), squares(100, 200), squares(200, 300)]
    assert begun(job.diary).count(130) >= 2


@alone
def test_what_a_job_raises_is_raised_here(workers):
    tasks = [TrialTask(Counting("faulty", faulty=7), 0, 20)]
    with pytest.raises(LookupError, match="trial 7 of faulty"):
        list(run_tasks(tasks, RunConfig(cluster=workers)))


ASKING = """
import sys
from chunkjobs import Counting
import validator
from validator.simulation.shards import RunConfig
from validator.progress import ChunksError
from validator.simulation.chunks import TrialTask
from validator.simulation.scheduler import run_tasks

print(validator.__file__)
try:
    list(run_tasks([TrialTask(Counting(), 0, 20)], RunConfig(cluster=sys.argv[1])))
except ChunksError as error:
    print(error)
"""


def test_a_worker_with_other_code_is_told(workers, tmp_path):
    copy = tmp_path / "validator"
    shutil.copytree(ROOT / "validator", copy, ignore=shutil.ignore_patterns("__pycache__"))
    with (copy / "rng.py").open("a", encoding="utf-8") as file:
        file.write("\n")
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parent)])
    command = [sys.executable, "-c", ASKING, workers]
    environment = {**os.environ, "PYTHONPATH": path}
    told = subprocess.run(
        command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=True
    ).stdout
    assert told.startswith(str(copy))
    assert re.search(r"the worker at tcp://.* has trilith .* with other code", told)


@alone
def test_where_no_scheduler_is_that_is_told(monkeypatch):
    monkeypatch.setattr(module, "CONNECT_S", 0.2)
    with pytest.raises(ChunksError, match=r"no scheduler answers at tcp://127\.0\.0\.1:9; start"):
        list(run_tasks([TrialTask(Counting(), 0, 20)], RunConfig(cluster="tcp://127.0.0.1:9")))


@alone
def test_a_scheduler_without_workers_is_told_and_one_that_goes_away_too(tmp_path, monkeypatch):
    job = Counting("long", 0.005, tmp_path / "diary")
    tasks = [TrialTask(job, at, at + 10) for at in range(0, 2000, 10)]
    with ExitStack() as stack:
        scheduler = stack.enter_context(_started("scheduler", "--port", "0"))
        address = _address(scheduler)
        with monkeypatch.context() as patch:
            patch.setattr(module, "ALONE_S", 0.2)
            with pytest.raises(ChunksError, match="has no workers: start some with `dask worker"):
                list(run_tasks(tasks, RunConfig(cluster=address)))
        stack.enter_context(_started("worker", address, "--nthreads", "1", "--no-nanny"))
        results = run_tasks(tasks, RunConfig(cluster=address, kept=kept(tmp_path)))
        assert next(results) == squares(0, 10)
        scheduler.kill()
        with pytest.raises(
            ChunksError,
            match=r"scheduler at tcp://.* gone away, and its workers end .*; what is done",
        ):
            list(results)
    [found] = run_tasks([TrialTask(job, 0, 30)], RunConfig(kept=kept(tmp_path)))
    assert found == squares(0, 30)
    assert begun(job.diary).count(5) == 1


@contextmanager
def _started(what, *words):
    """A part of dask in a process of its own, which is ended."""
    command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *words, "--no-dashboard"]
    paths = os.pathsep.join((str(ROOT), str(Path(__file__).parent)))
    environment = {**os.environ, "PYTHONPATH": paths}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.communicate(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()


def _address(scheduler):
    """The address that a scheduler says it has."""
    for line in scheduler.stderr:
        if "Scheduler at:" in line:
            port = line.rpartition(":")[2].strip()
            return f"tcp://127.0.0.1:{port}"
    raise AssertionError("it never said where it is")

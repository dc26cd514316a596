"""Executors: jobs in order, under limits, replaced as they die, gone with whoever started them."""

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import closing
from functools import partial
from pathlib import Path
from types import MappingProxyType

import pytest
from processes import gone

import validator.executor as module
from validator.executor import Executor, JobFailure, Reason, SerialExecutor, Task
from validator.processes import Limits, seconds_of, way_to_start

QUICK = Limits(seconds=0.2, megabytes=100)


@pytest.fixture
def executor():
    with closing(Executor(2, QUICK)) as made:
        yield made


def square(number):
    return number * number


def squares(count):
    return [Task(number, partial(square, number)) for number in range(count)]


def spin():
    while True:
        pass


def grow():
    kept = []
    while True:
        kept.append(bytearray(10_000_000))


wait_long = partial(time.sleep, 60)
leave = partial(os._exit, 3)


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def unpicklable():
    return lambda: None


def given(value):
    return value


def answers(executor, *jobs, **options):
    tasks = [Task(number, job, **options) for number, job in enumerate(jobs)]
    return {task.number: answer for task, answer in executor.run(tasks)}


def test_every_job_is_done(executor):
    done = {task.number: answer for task, answer in executor.run(squares(50))}
    assert done == {number: number * number for number in range(50)}


def test_workers_stay_for_the_next_jobs(executor):
    first = answers(executor, os.getpid)
    assert answers(executor, os.getpid) == first != {0: os.getpid()}


def test_a_worker_that_died_while_it_waited_is_replaced(executor):
    (process,) = answers(executor, os.getpid).values()
    os.kill(process, signal.SIGKILL)
    assert gone(process)
    assert answers(executor, partial(square, 3)) == {0: 9}


def test_no_more_workers_start_than_are_asked_for(executor):
    nap = partial(time.sleep, 0.05)
    list(executor.run([Task(number, nap) for number in range(8)], max_workers=1))
    assert len(executor.workers) == 1
    list(executor.run([Task(number, nap) for number in range(8)]))
    assert len(executor.workers) == 2


@pytest.mark.parametrize(
    ("job", "lost"),
    [
        (spin, JobFailure(Reason.SLOW)),
        (die, JobFailure(Reason.DIED, "SIGKILL")),
        (leave, JobFailure(Reason.DIED, "exit status 3")),
        (partial(dict, 3), JobFailure(Reason.FAILED, "TypeError: 'int' object is not iterable")),
    ],
)
def test_what_a_job_does_is_its_own_loss(executor, job, lost):
    assert answers(executor, job, partial(square, 3)) == {0: lost, 1: 9}


def test_a_job_that_grows_is_its_own_loss(executor):
    """It has time enough to be given all its memory by a system that is busy."""
    limits = Limits(seconds=20, megabytes=QUICK.megabytes)
    done = answers(executor, grow, partial(square, 3), limits=limits)
    assert done == {0: JobFailure(Reason.LARGE), 1: 9}


def test_a_job_that_waits_is_ended_by_the_clock(executor, monkeypatch):
    monkeypatch.setattr(module, "PATIENCE", 1)
    assert answers(executor, wait_long) == {0: JobFailure(Reason.SLOW)}


def test_an_answer_that_cannot_be_sent_is_a_failure(executor):
    assert answers(executor, unpicklable)[0].reason is Reason.FAILED


def test_rounds_within_rounds_keep_their_own_answers(executor):
    found = []
    for task, answer in executor.run(squares(5)):
        assert answers(executor, partial(square, 10), die) == {
            0: 100,
            1: JobFailure(Reason.DIED, "SIGKILL"),
        }
        found.append((task.number, answer))
    assert sorted(found) == [(number, number * number) for number in range(5)]


def test_what_is_submitted_is_waited_for_in_any_order(executor):
    first, second = executor.submit(wait_long, Limits(60)), executor.submit(partial(square, 3))
    assert executor.wait([second]) == [second]
    assert (second.result, first.is_done, len(executor.workers)) == (9, False, 2)
    assert executor.wait([first], 0.01) == []
    executor.cancel([first])
    assert len(executor.workers) == 1


def test_a_job_may_have_limits_of_its_own(executor):
    nap = partial(sum, range(40_000_000))
    assert answers(executor, nap, limits=Limits(0.01, 100)) == {0: JobFailure(Reason.SLOW)}
    assert answers(executor, nap, limits=QUICK.times(100)) == {0: 799999980000000}


def test_read_only_mappings_are_sent_as_they_are(executor):
    shown = MappingProxyType({"a": MappingProxyType({"b": 1})})
    found = answers(executor, partial(given, shown))[0]
    assert (type(found), found) == (MappingProxyType, shown)


def test_workers_end_with_the_pool():
    made = Executor(1)
    (process,) = answers(made, os.getpid).values()
    del made
    assert seconds_of(process) is None


def test_a_round_that_is_broken_off_leaves_nobody_at_work(executor):
    (process,) = answers(executor, os.getpid).values()
    turn = executor.run([Task(0, partial(square, 2)), Task(1, spin, Limits(60))])
    next(turn)
    turn.close()
    assert answers(executor, partial(square, 5)) == {0: 25}
    assert seconds_of(process) is None or executor.workers


def test_where_threads_run_or_nothing_forks_workers_start_anew(executor):
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    try:
        assert way_to_start() == "spawn"
        assert answers(executor, partial(square, 4), limits=Limits(60)) == {0: 16}
    finally:
        over.set()
        thread.join()
    assert way_to_start() == "fork"


ORPHANS = """
import os, sys
sys.path[:0] = {path!r}
from test_executor import spin
from validator.processes import Limits
from validator.executor import Executor, Task


executor = Executor(2)
[process] = [answer for _, answer in executor.run([Task(0, os.getpid)])]
print(process, flush=True)
list(executor.run([Task(0, spin, limits=Limits(60))]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="others end them as their limit is up")
def test_a_worker_ends_with_whoever_started_it():
    script = ORPHANS.format(path=[str(Path(__file__).parent), *sys.path])
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as running:
        process = int(running.stdout.readline())
        assert seconds_of(process) is not None
        running.kill()
    assert gone(process)


def test_all_workers_can_be_started_at_once():
    with closing(Executor(3)) as executor:
        executor.start()
        assert len(executor.workers) == 3
        assert len(list(executor.run(squares(9)))) == 9


def test_tasks_are_asked_for_as_workers_are_free():
    asked = []

    def lazily():
        for task in squares(50):
            asked.append(task.number)
            yield task

    with closing(Executor(2)) as executor:
        for done, _ in enumerate(executor.run(lazily()), 1):
            assert len(asked) <= done + 2


def test_who_is_a_worker_does_the_tasks_alone_and_in_order():
    told = []
    executor = SerialExecutor()
    tasks = [Task(0, partial(told.append, "a")), Task(1, os.getpid), Task(2, os.getpid)]
    answers = [(task.number, answer) for task, answer in executor.run(tasks, 5)]
    assert answers == [(0, None), (1, os.getpid()), (2, os.getpid())]
    assert told == ["a"]
    assert executor.workers == []


@pytest.mark.skipif(sys.platform != "linux", reason="memory is not limited by the system")
def test_who_is_a_worker_is_held_to_the_limits_of_each_task():
    resource = pytest.importorskip("resource")
    before = [resource.getrlimit(what)[0] for what in (resource.RLIMIT_AS, resource.RLIMIT_CPU)]
    held = partial(resource.getrlimit, resource.RLIMIT_CPU)
    executor, large = SerialExecutor(Limits(100, 100)), partial(bytearray, 500_000_000)
    ((_, limit),) = executor.run([Task(0, held)])
    assert limit[0] not in before
    with pytest.raises(MemoryError):
        list(executor.run([Task(0, large)]))
    ((_, made),) = executor.run([Task(0, large, limits=Limits(100, 2000))])
    assert len(made) == 500_000_000
    after = [resource.getrlimit(what)[0] for what in (resource.RLIMIT_AS, resource.RLIMIT_CPU)]
    assert after == before

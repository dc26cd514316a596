"""Workers: jobs in order, under limits, replaced as they die, gone with whoever started them."""

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

from validator.workers import worker
from validator.workers.limits import Limits, seconds_of
from validator.workers.pool import Alone, Pool, Task
from validator.workers.worker import Lost, Why

QUICK = Limits(seconds=0.2, megabytes=100)


@pytest.fixture
def pool():
    with closing(Pool(2, QUICK)) as made:
        yield made


def square(number):
    return number * number


def squares(count, size=1):
    tasks = [Task(number, partial(square, number)) for number in range(count)]
    return [tasks[at : at + size] for at in range(0, count, size)]


def spin():
    while True:
        pass


def wait_long():
    time.sleep(60)


def grow():
    kept = []
    while True:
        kept.append(bytearray(10_000_000))


def die():
    os.kill(os.getpid(), signal.SIGKILL)


def leave():
    os._exit(3)


def fail():
    raise ValueError("no")


def unpicklable():
    return lambda: None


def given(value):
    return value


def answers(pool, *jobs, **options):
    batch = [Task(number, job, **options) for number, job in enumerate(jobs)]
    return {task.number: answer for task, answer in pool.run([batch])}


@pytest.mark.parametrize("size", [1, 4])
def test_every_job_is_done(pool, size):
    done = {task.number: answer for task, answer in pool.run(squares(50, size))}
    assert done == {number: number * number for number in range(50)}


def test_workers_stay_for_the_next_jobs(pool):
    first = answers(pool, os.getpid)
    assert answers(pool, os.getpid) == first != {0: os.getpid()}


def test_a_worker_that_died_while_it_waited_is_replaced(pool):
    (process,) = answers(pool, os.getpid).values()
    os.kill(process, signal.SIGKILL)
    assert gone(process)
    assert answers(pool, partial(square, 3)) == {0: 9}


def test_no_more_workers_start_than_are_asked_for(pool):
    nap = partial(time.sleep, 0.05)
    list(pool.run([[Task(number, nap)] for number in range(8)], most=1))
    assert len(pool.workers) == 1
    list(pool.run([[Task(number, nap)] for number in range(8)]))
    assert len(pool.workers) == 2


@pytest.mark.parametrize(
    ("job", "lost"),
    [
        (spin, Lost(Why.SLOW)),
        (die, Lost(Why.DIED, "SIGKILL")),
        (leave, Lost(Why.DIED, "exit status 3")),
        (fail, Lost(Why.FAILED, "ValueError: no")),
    ],
)
def test_what_a_job_does_is_its_own_loss(pool, job, lost):
    assert answers(pool, job, partial(square, 3)) == {0: lost, 1: 9}


def test_a_job_that_grows_is_its_own_loss(pool):
    """It has time enough to be given all its memory by a system that is busy."""
    limits = Limits(seconds=20, megabytes=QUICK.megabytes)
    done = answers(pool, grow, partial(square, 3), limits=limits)
    assert done == {0: Lost(Why.LARGE), 1: 9}


def test_a_job_that_waits_is_ended_by_the_clock(pool, monkeypatch):
    monkeypatch.setattr(worker, "PATIENCE", 1)
    assert answers(pool, wait_long) == {0: Lost(Why.SLOW)}


def test_an_answer_that_cannot_be_sent_is_a_failure(pool):
    assert answers(pool, unpicklable)[0].why is Why.FAILED


def test_what_is_lost_takes_only_what_comes_after_it_in_its_group(pool):
    first = [Task(0, fail, "a"), Task(1, partial(square, 2), "a"), Task(2, partial(square, 3), "b")]
    done = {task.number: answer for task, answer in pool.run([first], most=1)}
    assert done == {0: Lost(Why.FAILED, "ValueError: no"), 2: 9}


def test_a_job_may_have_limits_of_its_own(pool):
    nap = partial(sum, range(40_000_000))
    assert answers(pool, nap, limits=Limits(0.01, 100)) == {0: Lost(Why.SLOW)}
    assert answers(pool, nap, limits=QUICK.times(100)) == {0: 799999980000000}


def test_read_only_mappings_are_sent_as_they_are(pool):
    shown = MappingProxyType({"a": MappingProxyType({"b": 1})})
    found = answers(pool, partial(given, shown))[0]
    assert (type(found), found) == (MappingProxyType, shown)


def test_workers_end_with_the_pool():
    made = Pool(1)
    (process,) = answers(made, os.getpid).values()
    del made
    assert seconds_of(process) is None


def test_a_round_that_is_broken_off_leaves_nobody_at_work(pool):
    (process,) = answers(pool, os.getpid).values()
    turn = pool.run([[Task(0, partial(square, 2))], [Task(1, spin, limits=Limits(60))]])
    next(turn)
    turn.close()
    assert answers(pool, partial(square, 5)) == {0: 25}
    assert seconds_of(process) is None or pool.workers


def test_where_threads_run_or_nothing_forks_workers_start_anew(pool):
    over = threading.Event()
    thread = threading.Thread(target=over.wait)
    thread.start()
    try:
        assert worker.way_to_start() == "spawn"
        assert answers(pool, partial(square, 4)) == {0: 16}
    finally:
        over.set()
        thread.join()
    assert worker.way_to_start() == "fork"


ORPHANS = """
import os, sys
sys.path[:0] = {path!r}
from test_pool import spin
from validator.workers.limits import Limits
from validator.workers.pool import Pool, Task

pool = Pool(2)
[process] = [answer for _, answer in pool.run([[Task(0, os.getpid)]])]
print(process, flush=True)
list(pool.run([[Task(0, spin, limits=Limits(60))]]))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="others end them as their limit is up")
def test_a_worker_ends_with_whoever_started_it():
    script = ORPHANS.format(path=[str(Path(__file__).parent), *sys.path])
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as running:
        process = int(running.stdout.readline())
        assert seconds_of(process) is not None
        running.kill()
    assert gone(process)


def test_something_is_done_meanwhile_once_each_worker_has_a_job(tmp_path):
    with closing(Pool(1)) as pool:
        mark = tmp_path / "begun"
        round_ = pool.run([[Task(0, mark.touch)]], meanwhile=lambda: waited_for(mark))
        assert [answer for _, answer in round_] == [None]


def waited_for(path):
    end = time.monotonic() + 10
    while not path.exists():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_many_jobs_get_all_workers_at_once():
    with closing(Pool(3)) as pool:
        answers = pool.run([[Task(number, partial(pow, 2, 2))] for number in range(60)])
        next(answers)
        assert len(pool.workers) == 3
        assert len(list(answers)) == 59


def test_who_is_a_worker_does_the_tasks_alone_and_in_order():
    told = []
    pool = Alone()
    tasks = [[Task(0, partial(told.append, "a")), Task(1, os.getpid)], [Task(2, os.getpid)]]
    answers = [
        (task.number, answer) for task, answer in pool.run(tasks, 5, lambda: told.append("-"))
    ]
    assert answers == [(0, None), (1, os.getpid()), (2, os.getpid())]
    assert told == ["-", "a"]
    assert pool.workers == []


@pytest.mark.skipif(sys.platform != "linux", reason="memory is not limited by the system")
def test_who_is_a_worker_is_held_to_the_limits_of_each_task():
    resource = pytest.importorskip("resource")
    before = [resource.getrlimit(what)[0] for what in (resource.RLIMIT_AS, resource.RLIMIT_CPU)]
    held = partial(resource.getrlimit, resource.RLIMIT_CPU)
    pool, large = Alone(Limits(100, 100)), partial(bytearray, 500_000_000)
    ((_, limit),) = pool.run([[Task(0, held)]])
    assert limit[0] not in before
    with pytest.raises(MemoryError):
        list(pool.run([[Task(0, large)]]))
    ((_, made),) = pool.run([[Task(0, large, limits=Limits(100, 2000))]])
    assert len(made) == 500_000_000
    after = [resource.getrlimit(what)[0] for what in (resource.RLIMIT_AS, resource.RLIMIT_CPU)]
    assert after == before

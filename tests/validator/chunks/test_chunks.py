"""Games in chunks: the same sums whichever process dies, kept on disk, and in shards."""

import errno
import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from chunkjobs import Counting, begun, kept, squares
from shippedgames import ROOT

from validator.cache import Cache
from validator.findings import UsageError
from validator.progress import ChunksError, InterruptedRun
from validator.simulation.chunks import TrialTask, open_kept
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import RunConfig, Shard, ShardPart, parse_shard, together
from validator.simulation.trials import TableChoice, as_json, simulate

CONFIGS = [RunConfig(1), RunConfig(2), RunConfig(8)]


def run_of(job, stop, config):
    """The sums of the first trials of a job."""
    [found] = run_tasks([TrialTask(job, 0, stop)], config)
    return found


@pytest.mark.parametrize("config", CONFIGS)
def test_sums_come_whole_in_the_order_of_the_tasks_and_each_trial_is_told_once(config):
    spans = [(0, 40), (40, 41), (41, 41), (5, 77)]
    jobs = (Counting("slow", 0.001), Counting("fast"))
    asked = [TrialTask(job, start, stop) for start, stop in spans for job in jobs]
    told = []
    found = list(run_tasks(asked, replace(config, progress=told.append)))
    assert found == [squares(task.start, task.stop) for task in asked]
    assert sum(told) == 2 * (40 + 1 + 72)


def test_tasks_may_come_lazily_and_are_let_go_when_nobody_asks_for_more(tmp_path):
    asked = []
    job = Counting("endless", 0.01, tmp_path / "diary")

    def endless():
        for start in range(0, 10_000_000, 10):
            asked.append(start)
            yield TrialTask(job, start, start + 10)

    results = run_tasks(endless(), RunConfig(2))
    assert [next(results) for _ in range(3)] == [squares(at, at + 10) for at in (0, 10, 20)]
    results.close()
    done = begun(job.diary)
    assert len(asked) < 200
    assert begun(job.diary) == done


def test_a_process_that_dies_is_replaced_and_its_chunk_done_again(tmp_path):
    job = Counting("deadly", 0.001, tmp_path / "diary", deadly=33, deaths=2)
    assert run_of(job, 50, RunConfig(2)) == squares(0, 50)


def test_a_chunk_that_every_process_dies_of_is_told(tmp_path):
    job = Counting("deadly", 0.001, tmp_path / "diary", deadly=33, deaths=99)
    with pytest.raises(ChunksError, match=r"the process died \(SIGKILL\), 3 times"):
        run_of(job, 50, RunConfig(2))


@pytest.mark.parametrize("config", CONFIGS)
def test_the_first_fault_is_raised_after_the_sums_before_it(config):
    asked = [
        TrialTask(Counting("good"), 0, 10),
        TrialTask(Counting("first", 0.002, faulty=60), 0, 100),
        TrialTask(Counting("second", faulty=0), 0, 100),
    ]
    results = run_tasks(asked, config)
    assert next(results) == squares(0, 10)
    with pytest.raises(LookupError, match="trial 60 of first"):
        next(results)


def test_where_no_process_can_be_forked_each_is_sent_what_it_needs(shipped, monkeypatch):
    monkeypatch.setattr("validator.processes.way_to_start", lambda: "spawn")
    asked = (TableChoice(("battle_of_the_gods", "crossing_stonehenge")), 4)
    two = simulate(shipped, *asked, config=RunConfig(2))
    assert as_json(two) == as_json(simulate(shipped, *asked))


# --- finished chunks on disk: a killed run goes on, and believes nothing that it should not
@pytest.fixture
def job(tmp_path):
    return Counting(diary=tmp_path / "diary")


def run(folder, job, stop=60):
    return run_of(job, stop, RunConfig(kept=kept(folder)))


def test_what_is_done_is_not_done_again_and_more_of_the_same_begins_where_it_ended(tmp_path, job):
    for _ in range(2):
        assert run(tmp_path, job, 20) == squares(0, 20)
        assert sorted(begun(job.diary)) == list(range(20))
    told = []
    config = RunConfig(2, told.append, kept=kept(tmp_path))
    tasks = [TrialTask(job, 0, 15), TrialTask(job, 15, 70)]
    assert list(run_tasks(tasks, config)) == [squares(0, 15), squares(15, 70)]
    assert set(begun(job.diary)[20:]) >= set(range(20, 70))
    assert sum(told) == 70


def test_an_interrupted_run_says_how_to_go_on_and_does(tmp_path, job):
    told = []

    def interrupt(more):
        told.append(more)
        if sum(told) >= 9:
            raise KeyboardInterrupt

    with pytest.raises(InterruptedRun, match=r"\d+ games are kept; the same command goes on"):
        run_of(job, 60, RunConfig(1, interrupt, kept=kept(tmp_path)))
    assert 0 < len(begun(job.diary)) < 60
    assert run(tmp_path, job) == squares(0, 60)
    assert sorted(begun(job.diary)) == list(range(60))


def test_chunks_of_other_code_are_not_taken(tmp_path, job, monkeypatch):
    monkeypatch.setattr("validator.simulation.chunks.LEAST_S", 0)
    for code in ("one", "other"):
        monkeypatch.setattr("validator.simulation.chunks.engine", lambda code=code: code)
        run_of(job, 10, RunConfig(kept=open_kept(tmp_path, print)))
    assert sorted(begun(job.diary)) == sorted([*range(10), *range(10)])


def test_a_damaged_chunk_is_done_again(tmp_path, job):
    run(tmp_path, job)
    files = sorted(path for path in (tmp_path / "runs").rglob("*") if path.is_file())
    files[0].write_bytes(files[0].read_bytes()[:-3])
    assert run(tmp_path, job) == squares(0, 60)
    assert len(begun(job.diary)) > 60


def test_a_full_disk_is_told_once_and_the_result_is_whole(tmp_path, monkeypatch):
    def full(*_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Cache, "keep", full)
    said = []
    config = RunConfig(kept=kept(tmp_path, said.append))
    assert run_of(Counting(), 60, config) == squares(0, 60)
    [line] = said
    assert "No space left on device" in line
    assert "would begin anew" in line


# --- shards: their parts make the whole, and files that do not belong together are told
TASKS = [
    TrialTask(Counting("one"), 0, 30),
    TrialTask(Counting("two"), 5, 8),
    TrialTask(Counting("two"), 8, 8),
]
OTHERS = [TrialTask(Counting("changed"), 0, 30), *TASKS[1:]]


def shard(number, of=4, tasks=TASKS, **options):
    """The name and the file of a shard."""
    part = ShardPart(Shard(number, of))
    list(run_tasks(tasks, RunConfig(part=part)))
    return f"{number}-of-{of}.json", part.file_name("simulate", options)


def merged(*files):
    return list(run_tasks(TASKS, RunConfig(found=together(files))))


@pytest.mark.parametrize("of", [1, 2, 4, 50])
def test_shards_make_the_whole(of):
    whole = [squares(task.start, task.stop) for task in TASKS]
    assert merged(*(shard(number, of) for number in range(of, 0, -1))) == whole


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([shard(1), shard(3)], r"missing: shard 2/4, 4/4; name"),
        (
            [shard(1), shard(2), ("copy.json", shard(1)[1])],
            r"copy\.json and 1-of-4\.json are both shard 1/4",
        ),
        ([shard(1, seed=1), shard(2, seed=2)], r"2-of-4\.json is of another run than 1-of-4\.json"),
        ([shard(1, 4), shard(2, 5)], "all have to be of one number"),
        (
            [shard(1), shard(2, tasks=OTHERS), shard(3), shard(4)],
            r"2-of-4\.json has not the games .* other data",
        ),
    ],
    ids=["missing", "doubled", "of another run", "of different numbers", "of other data"],
)
def test_shards_that_are_no_whole_are_told(files, said):
    with pytest.raises(ChunksError, match=said):
        merged(*files)


@pytest.mark.parametrize(
    ("key", "said"), [("trilith", "trilith 0"), ("python", "Python 0"), ("engine", "other code")]
)
def test_a_shard_of_another_version_is_told(key, said):
    name, text = shard(1)
    with pytest.raises(ChunksError, match=said):
        together([(name, json.dumps(json.loads(text) | {key: "0"}))])


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: "[]",
        lambda text: '{"kind": "card"}',
        lambda text: text.replace('"job"', '"jot"'),
        lambda text: text.replace("1/1", "9/1"),
        lambda text: "[" * 100_000,
        lambda text: text.replace('"total":', '"totem":'),  # no sums
    ],
)
def test_a_damaged_file_is_told(damage):
    name, text = shard(1, 1)
    with pytest.raises(ChunksError, match=r"1-of-1\.json is (damaged|no file)"):
        merged((name, damage(text)))


@pytest.mark.parametrize(
    "text", ["", "0/4", "5/4", "1/0", "1", "a/b", "1/4/2", "-1/4", "1/9999999"]
)
def test_what_is_no_part_is_told(text):
    with pytest.raises(UsageError, match="write 1/4 for the first of four"):
        parse_shard(text)


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

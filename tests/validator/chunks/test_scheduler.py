"""Tasks run by executors: the same sums in the same order, whichever processes die."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from chunkjobs import Counting, Squares, squares

from validator.catalogue.model import Catalogue
from validator.progress import ChunksError
from validator.simulation.chunks import TrialTask
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import RunConfig
from validator.simulation.trials import Experiment, as_json, simulate

CONFIGS = [RunConfig(1), RunConfig(2), RunConfig(8)]


def tasks(*jobs: Counting) -> list[TrialTask[Squares]]:
    spans = [(0, 40), (40, 41), (41, 41), (5, 77)]
    return [TrialTask(job, start, stop) for start, stop in spans for job in jobs]


@pytest.mark.parametrize("config", CONFIGS)
def test_sums_come_whole_and_in_the_order_of_the_tasks(config: RunConfig) -> None:
    asked = tasks(Counting("slow", 0.001), Counting("fast"))
    found = list(run_tasks(asked, config))
    assert found == [squares(task.start, task.stop) for task in asked]


def test_tasks_may_come_lazily_and_are_let_go_when_nobody_asks_for_more(tmp_path: Path) -> None:
    begun = []
    diary = tmp_path / "diary"

    def endless() -> Iterator[TrialTask[Squares]]:
        job = Counting("endless", 0.01, diary)
        for start in range(0, 10_000_000, 10):
            begun.append(start)
            yield TrialTask(job, start, start + 10)

    results = run_tasks(endless(), RunConfig(2))
    assert [next(results) for _ in range(3)] == [squares(at, at + 10) for at in (0, 10, 20)]
    results.close()
    done = len(diary.read_text().split())
    assert len(begun) < 200
    assert len(diary.read_text().split()) == done


def test_those_told_hear_of_every_trial_once() -> None:
    told: list[int] = []
    list(run_tasks(tasks(Counting("slow", 0.001)), RunConfig(2, told.append)))
    assert sum(told) == 40 + 1 + 72


def test_a_process_that_dies_is_replaced_and_its_chunk_done_again(tmp_path: Path) -> None:
    job = Counting("deadly", 0.001, tmp_path / "diary", deadly=33, deaths=2)
    assert list(run_tasks([TrialTask(job, 0, 50)], RunConfig(2))) == [squares(0, 50)]


def test_a_chunk_that_every_process_dies_of_is_told(tmp_path: Path) -> None:
    job = Counting("deadly", 0.001, tmp_path / "diary", deadly=33, deaths=99)
    with pytest.raises(ChunksError, match=r"the process died \(SIGKILL\), 3 times"):
        list(run_tasks([TrialTask(job, 0, 50)], RunConfig(2)))


@pytest.mark.parametrize("config", CONFIGS)
def test_the_first_fault_is_raised_after_the_sums_before_it(config: RunConfig) -> None:
    asked = [
        TrialTask(Counting("good"), 0, 10),
        TrialTask(Counting("first", 0.002, faulty=60), 0, 100),
        TrialTask(Counting("second", faulty=0), 0, 100),
    ]
    results = run_tasks(asked, config)
    assert next(results) == squares(0, 10)
    with pytest.raises(LookupError, match="trial 60 of first"):
        next(results)


def test_where_no_process_can_be_forked_each_is_sent_what_it_needs(
    shipped: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("validator.processes.way_to_start", lambda: "spawn")
    asked = Experiment(("battle_of_the_gods", "crossing_stonehenge"), count=4)
    assert as_json(simulate(shipped, asked, RunConfig(2))) == as_json(simulate(shipped, asked))

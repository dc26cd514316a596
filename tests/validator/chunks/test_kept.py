"""Finished chunks on disk: a killed run goes on, and believes nothing that it should not."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from chunkjobs import Counting, squares

from validator.cache import Cache
from validator.progress import InterruptedRun
from validator.simulation.chunks import FinishedChunks, TrialTask, open_kept
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import RunConfig


def kept(folder: Path, said: list[str] | None = None):
    told: list[str] = [] if said is None else said
    return FinishedChunks(Cache(folder), told.append, least_s=0)


def lines(diary: Path) -> list[int]:
    return [int(one) for one in diary.read_text().split()] if diary.exists() else []


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    job = Counting(diary=tmp_path / "diary")
    for _ in range(2):
        [found] = run_tasks([TrialTask(job, 0, 60)], RunConfig(kept=kept(tmp_path / "runs")))
        assert found == squares(0, 60)
        assert sorted(lines(tmp_path / "diary")) == list(range(60))


def test_more_of_the_same_begins_where_the_last_run_ended(tmp_path: Path) -> None:
    job = Counting(diary=tmp_path / "diary")
    list(run_tasks([TrialTask(job, 0, 20)], RunConfig(kept=kept(tmp_path / "runs"))))
    told: list[int] = []
    config = RunConfig(2, told.append, kept=kept(tmp_path / "runs"))
    assert list(run_tasks([TrialTask(job, 0, 15), TrialTask(job, 15, 70)], config)) == [
        squares(0, 15),
        squares(15, 70),
    ]
    assert set(lines(tmp_path / "diary")[20:]) >= set(range(20, 70))
    assert sum(told) == 70


def test_an_interrupted_run_says_how_to_go_on_and_does(tmp_path: Path) -> None:
    told = 0

    def interrupt(more: int) -> None:
        nonlocal told
        told += more
        if told >= 9:
            raise KeyboardInterrupt

    job = Counting(diary=tmp_path / "diary")
    with pytest.raises(InterruptedRun, match=r"\d+ games are kept; the same command goes on"):
        list(
            run_tasks(
                [TrialTask(job, 0, 60)], RunConfig(1, interrupt, kept=kept(tmp_path / "runs"))
            )
        )
    before = lines(tmp_path / "diary")
    [found] = run_tasks([TrialTask(job, 0, 60)], RunConfig(kept=kept(tmp_path / "runs")))
    assert found == squares(0, 60)
    assert sorted(lines(tmp_path / "diary")) == list(range(60))
    assert 0 < len(before) < 60


def test_chunks_of_other_code_are_not_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = Counting(diary=tmp_path / "diary")
    monkeypatch.setattr("validator.simulation.chunks.LEAST_S", 0)
    for code in ("one", "other"):
        monkeypatch.setattr("validator.simulation.chunks.engine", lambda code=code: code)
        list(run_tasks([TrialTask(job, 0, 10)], RunConfig(kept=open_kept(tmp_path, print))))
    assert sorted(lines(tmp_path / "diary")) == sorted([*range(10), *range(10)])


def test_a_damaged_chunk_is_done_again(tmp_path: Path) -> None:
    job = Counting()
    list(run_tasks([TrialTask(job, 0, 60)], RunConfig(kept=kept(tmp_path / "runs"))))
    files = sorted(path for path in (tmp_path / "runs").rglob("*") if path.is_file())
    files[0].write_bytes(files[0].read_bytes()[:-3])
    [found] = run_tasks([TrialTask(job, 0, 60)], RunConfig(kept=kept(tmp_path / "runs")))
    assert found == squares(0, 60)


def test_a_full_disk_is_told_once_and_the_result_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Cache, "keep", full)
    said: list[str] = []
    [found] = run_tasks(
        [TrialTask(Counting(), 0, 60)], RunConfig(kept=kept(tmp_path / "runs", said=said))
    )
    assert found == squares(0, 60)
    [line] = said
    assert "No space left on device" in line
    assert "would begin anew" in line


def test_what_is_kept_comes_before_more_is_asked_for(tmp_path: Path) -> None:
    job = Counting()
    list(
        run_tasks(
            [TrialTask(job, at, at + 5) for at in range(0, 50, 5)], RunConfig(kept=kept(tmp_path))
        )
    )
    asked: list[int] = []

    def lazily():
        for at in range(0, 50, 5):
            asked.append(at)
            yield TrialTask(job, at, at + 5)

    assert next(run_tasks(lazily(), RunConfig(kept=kept(tmp_path)))) == squares(0, 5)
    assert asked == [0]

"""Shards: their parts make the whole, and files that do not belong together are told."""

from __future__ import annotations

import json

import pytest
from chunkjobs import Counting, Squares, squares

from validator.findings import UsageError
from validator.progress import ChunksError
from validator.simulation.chunks import TrialTask
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import (
    RunConfig,
    Shard,
    ShardFiles,
    ShardPart,
    parse_shard,
    together,
)

TASKS = [
    TrialTask(Counting("one"), 0, 30),
    TrialTask(Counting("two"), 5, 8),
    TrialTask(Counting("two"), 8, 8),
]
WHOLE = [squares(task.start, task.stop) for task in TASKS]


def shard(
    number: int, of: int = 4, tasks: list[TrialTask[Squares]] | None = None, **options: object
):
    """The name and the file of a shard."""
    part = ShardPart(Shard(number, of))
    list(run_tasks(TASKS if tasks is None else tasks, RunConfig(part=part)))
    return f"{number}-of-{of}.json", part.file_name("simulate", options)


def merged(found: ShardFiles) -> list[Squares]:
    return list(run_tasks(TASKS, RunConfig(found=found)))


@pytest.mark.parametrize("of", [1, 2, 4, 50])
def test_shards_make_the_whole(of: int) -> None:
    files = [shard(number, of) for number in range(of, 0, -1)]
    assert merged(together(files)) == WHOLE


def test_a_shard_gives_its_part_after_all_tasks_are_asked_for() -> None:
    asked: list[int] = []

    def lazily():
        for number, task in enumerate(TASKS):
            asked.append(number)
            yield task

    first = next(run_tasks(lazily(), RunConfig(part=ShardPart(Shard(2, 3)))))
    assert first == squares(10, 20)
    assert asked == [0, 1, 2]


def test_a_missing_shard_is_told() -> None:
    with pytest.raises(ChunksError, match=r"missing: shard 2/4, 4/4; name"):
        together([shard(1), shard(3)])


def test_a_doubled_shard_is_told() -> None:
    again = ("copy.json", shard(1)[1])
    with pytest.raises(ChunksError, match=r"copy\.json and 1-of-4\.json are both shard 1/4"):
        together([shard(1), shard(2), again])


def test_a_shard_of_another_run_is_told() -> None:
    with pytest.raises(ChunksError, match=r"2-of-4\.json is of another run than 1-of-4\.json"):
        together([shard(1, seed=1), shard(2, seed=2)])


def test_shards_of_different_numbers_are_told() -> None:
    with pytest.raises(ChunksError, match="all have to be of one number"):
        together([shard(1, 4), shard(2, 5)])


def test_a_shard_of_other_data_is_told() -> None:
    others = [TrialTask(Counting("changed"), 0, 30), *TASKS[1:]]
    files = [shard(1), shard(2, tasks=others), shard(3), shard(4)]
    with pytest.raises(ChunksError, match=r"2-of-4\.json has not the games .* other data"):
        merged(together(files))


def test_a_shard_of_another_version_is_told() -> None:
    name, text = shard(1)
    for key, said in (("trilith", "trilith 0"), ("python", "Python 0"), ("engine", "other code")):
        data = json.loads(text) | {key: "0"}
        with pytest.raises(ChunksError, match=said):
            together([(name, json.dumps(data))])


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
    ],
)
def test_a_damaged_file_is_told(damage) -> None:
    name, text = shard(1, 1)
    with pytest.raises(ChunksError, match=r"1-of-1\.json is (damaged|no file)"):
        together([(name, damage(text))])


def test_sums_that_are_none_are_told() -> None:
    name, text = shard(1, 1)
    with pytest.raises(ChunksError, match=r"1-of-1\.json is damaged"):
        merged(together([(name, text.replace('"total":', '"totem":'))]))


@pytest.mark.parametrize(
    "text", ["", "0/4", "5/4", "1/0", "1", "a/b", "1/4/2", "-1/4", "1/9999999"]
)
def test_what_is_no_part_is_told(text: str) -> None:
    with pytest.raises(UsageError, match="write 1/4 for the first of four"):
        parse_shard(text)

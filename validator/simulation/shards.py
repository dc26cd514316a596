"""Shards: every task cut into n parts, of which one run does one; put together from n files."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib.metadata import version
from typing import Any

from validator.catalogue.source import JsonError, read_json
from validator.findings import UsageError
from validator.program import engine, python
from validator.progress import ChunksError, Counter
from validator.simulation.chunks import (
    FinishedChunks,
    Span,
    SumsT,
    TrialJob,
    as_plain,
    cover,
    dump_json,
    from_plain,
    gaps,
)

# A file is JSON: who made it (command, options, version of the engine), which shard it is, and for
# each job of the command, by its hash, the ranges that were done with their sums.


KIND = "trilith shard"
MOST_SHARDS = 100_000


@dataclass(frozen=True, slots=True)
class Shard:
    """One of ``of`` parts of everything, the first being number 1."""

    number: int
    of: int

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    def part(self, span: Span) -> Span:
        """Its part of a range; the parts of all shards make the whole, and differ by a trial."""
        start, stop = span
        ends = (start + (stop - start) * at // self.of for at in (self.number - 1, self.number))
        return next(ends), next(ends)


def parse_shard(text: str) -> Shard:
    """The shard that a text such as ``2/5`` names.

    Raises:
        UsageError: it names none.
    """
    found = re.fullmatch(r"([0-9]{1,6})/([0-9]{1,6})", text)
    if found:
        shard = Shard(int(found[1]), int(found[2]))
        if 1 <= shard.number <= shard.of <= MOST_SHARDS:
            return shard
    raise UsageError(f"--shard {text} is no part", "write 1/4 for the first of four")


class ShardPart:
    """What one run does of everything, noted down as it is done."""

    def __init__(self, shard: Shard) -> None:
        self.shard = shard
        self._lines: dict[tuple[str, Span], Any] = {}

    def note(self, job: TrialJob[Any], span: Span, sums: object) -> None:
        """Note the sums of a part of a task; nothing of an empty one."""
        if span[0] < span[1]:
            self._lines[job.key(), span] = as_plain(sums)

    def file_name(self, command: str, options: Mapping[str, Any]) -> str:
        """The file of this shard."""
        head = {"kind": KIND, "trilith": version("trilith"), "python": python(), "engine": engine()}
        did = {"command": command, "options": options, "shard": str(self.shard)}
        lines = [
            {"job": job, "start": start, "stop": stop, "sums": sums}
            for (job, (start, stop)), sums in self._lines.items()
        ]
        return dump_json(head | did | {"done": lines}).decode("ascii") + "\n"


@dataclass(frozen=True, slots=True)
class Done:
    """One shard's file, read: its name for messages, and sums that are not looked at yet."""

    name: str
    shard: Shard
    command: str
    options: Mapping[str, Any]
    lines: Mapping[str, Mapping[Span, Any]]


class ShardFiles:
    """The files of all shards, put together."""

    def __init__(self, parts: Sequence[Done]) -> None:
        self._parts = parts
        self.command = parts[0].command
        self.options = parts[0].options

    def of(self, job: TrialJob[SumsT], span: Span) -> Iterator[tuple[Span, SumsT]]:
        """The sums of a range, in parts that make it whole.

        Raises:
            ChunksError: something of it is missing, or is no such sums.
        """
        key = job.key()
        known = {one: part for part in self._parts for one in part.lines.get(key, {})}
        spans = list(cover(span, known))
        for gap in gaps(span, spans):
            part = next(one for one in self._parts if _overlap(one.shard.part(span), gap))
            raise ChunksError(
                f"{part.name} has not the games that are asked for: it was made from other data "
                f"or rules than lie here now; run shard {part.shard} again"
            )
        for one in spans:
            part, trials = known[one], one[1] - one[0]
            try:
                sums = from_plain(part.lines[key][one], job.sums)
                if getattr(sums, "games", trials) != trials:
                    raise ValueError("other trials")
            except ValueError as error:
                raise ChunksError(
                    f"{part.name} is damaged: run shard {part.shard} again"
                ) from error
            yield one, sums


def _overlap(one: Span, other: Span) -> bool:
    return max(one[0], other[0]) < min(one[1], other[1])


def together(files: Sequence[tuple[str, str]]) -> ShardFiles:
    """Put the files of all shards together: (name, content) each.

    Raises:
        ChunksError: one is missing, there twice, damaged, or does not belong to the others.
    """
    parts = [_read(name, content) for name, content in files]
    first = parts[0]
    for part in parts[1:]:
        if (part.command, part.options) != (first.command, first.options):
            raise ChunksError(
                f"{part.name} is of another run than {first.name}: {_words(part)}, not "
                f"{_words(first)}"
            )
        if part.shard.of != first.shard.of:
            raise ChunksError(
                f"{part.name} is shard {part.shard}, {first.name} is shard {first.shard}: all have "
                "to be of one number"
            )
    known: dict[int, Done] = {}
    for part in parts:
        other = known.setdefault(part.shard.number, part)
        if other is not part:
            raise ChunksError(f"{part.name} and {other.name} are both shard {part.shard}")
    missing = [
        f"{one}/{first.shard.of}" for one in range(1, first.shard.of + 1) if one not in known
    ]
    if missing:
        more = f" and {len(missing) - _TOLD} more" if len(missing) > _TOLD else ""
        which = ", ".join(missing[:_TOLD])
        raise ChunksError(f"missing: shard {which}{more}; name the files of all shards")
    return ShardFiles(parts)


_TOLD = 8


def _words(part: Done) -> str:
    said = [f"{name} {value}" for name, value in part.options.items() if value is not None]
    return " ".join([part.command, *said])


def _read(name: str, content: str) -> Done:
    """Read the file of a shard.

    Raises:
        ChunksError: it is none, or was made by another engine.
    """
    try:
        data = read_json(content)
        if not isinstance(data, dict) or data["kind"] != KIND:
            raise JsonError("it is no JSON of a shard")
        made = (data["trilith"], data["python"], data["engine"])
    except (JsonError, KeyError) as error:
        why = f"{error}" if isinstance(error, JsonError) else f"it does not say its {error}"
        raise ChunksError(f"{name} is no file that --shard wrote: {why}") from error
    if made != (version("trilith"), python(), engine()):
        raise ChunksError(
            f"{name} was made by trilith {made[0]} on Python {made[1]}, here is trilith "
            f"{version('trilith')} on Python {python()}"
            f"{' with other code' if made[:2] == (version('trilith'), python()) else ''}: "
            "all shards have to be made and merged by the same"
        )
    lines: dict[str, dict[Span, Any]] = {}
    try:
        for one in data["done"]:
            span = int(one["start"]), int(one["stop"])
            lines.setdefault(str(one["job"]), {})[span] = one["sums"]
        shard, options = parse_shard(data["shard"]), dict(data["options"])
        return Done(name, shard, str(data["command"]), options, lines)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ChunksError(f"{name} is damaged: make it again") from error


@dataclass(frozen=True, slots=True)
class RunConfig:
    """Who runs tasks: ``max_workers`` processes here (1: this one), or those of a ``cluster``.

    ``progress`` hears how many trials more are done. What is done is ``kept`` where there is a
    place.

    With a ``part`` a run is one shard: sums are those of its part of each task, if any, and they
    come after all tasks are done. With what was ``found`` in the files of all shards nothing is
    done any more: the sums of each task are put together from them.
    """

    max_workers: int = 1
    progress: Counter = lambda _: None
    cluster: str = ""
    kept: FinishedChunks | None = None
    part: ShardPart | None = None
    found: ShardFiles | None = None

    def with_progress(self, progress: Counter) -> RunConfig:
        """The same, of which somebody else hears."""
        return replace(self, progress=progress)


SERIAL = RunConfig()
"""This process alone; nothing is kept."""

"""Tasks shared out to a crew: sums come in the order of the tasks, whatever finishes first.

Where a task is cut depends on how fast trials go, the sums do not: they are those of any cut.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic

from validator.cache import prune
from validator.chunks.cluster import ClusterHands
from validator.chunks.crew import ALONE, Crew
from validator.chunks.failures import InterruptedRun
from validator.chunks.hands import Hands, OwnHands
from validator.chunks.job import Answer, Chunk, Failed, Segment, SumsT, Task
from validator.chunks.local import LocalHands
from validator.chunks.pace import Pace
from validator.chunks.ranges import Progressing
from validator.chunks.shards import Found, Part

SHARE_S = 1.0
"""Seconds of work that a chunk has, but for those that share out the end of the work evenly."""
_UNKNOWN = 8
"""So many jobs of which nobody knows how long they take make a chunk."""


def spread(tasks: Iterable[Task[SumsT]], crew: Crew = ALONE) -> Iterator[SumsT]:
    """Do tasks and yield the sums of each in their order, the same for any crew.

    Tasks may come lazily: they are asked for a few chunks ahead. Closing the iterator lets go
    what was begun.

    Raises:
        ChunksError: the work cannot be done; the message says why.
        Exception: whatever a job raises, from the first trial that does.
    """
    if crew.found is not None:
        yield from _put_together(tasks, crew.found)
    elif crew.part is not None:
        yield from _in_part(tasks, crew, crew.part)
    else:
        yield from _done(tasks, crew)


def _put_together(tasks: Iterable[Task[SumsT]], found: Found) -> Iterator[SumsT]:
    """The sums of tasks that others have done."""
    for task in tasks:
        yield Progressing(task, 0, list(found.of(task.job, (task.start, task.stop)))).result


def _in_part(tasks: Iterable[Task[SumsT]], crew: Crew, part: Part) -> Iterator[SumsT]:
    """The sums of a shard's part of each task, when all are done; they are noted down."""
    whole = list(tasks)
    mine = [Task(one.job, *part.shard.part((one.start, one.stop))) for one in whole]
    found = list(_done(mine, crew))
    for task, sums in zip(mine, found, strict=True):
        part.note(task.job, (task.start, task.stop), sums)
    yield from found


def _done(tasks: Iterable[Task[SumsT]], crew: Crew) -> Iterator[SumsT]:
    """The sums of tasks, which are done now unless they are kept."""
    known = list(tasks) if isinstance(tasks, Sequence) else []
    hands = _hands(known, crew)
    trials = sum(one.stop - one.start for one in known)
    try:
        yield from _Spread(tasks, trials, hands, crew).results()
    except KeyboardInterrupt as interrupt:
        raise _interrupted(crew) from interrupt
    finally:
        hands.close()
        if crew.kept is not None:
            prune()


def _interrupted(crew: Crew) -> InterruptedRun:
    if crew.kept is None or not crew.kept.trials:
        return InterruptedRun("interrupted; nothing was half-written")
    return InterruptedRun(
        f"interrupted; {crew.kept.trials:,} games are kept; the same command goes on from there"
    )


def _hands(known: Sequence[Task[Any]], crew: Crew) -> Hands:
    if crew.cluster:
        return ClusterHands(crew.cluster)
    if crew.jobs <= 1:
        return OwnHands()
    return LocalHands(crew.jobs, list({id(task.job): task.job for task in known}.values()))


class _Spread(Generic[SumsT]):
    """One round of tasks; ``trials`` is how many they have, 0 where nobody knows."""

    def __init__(self, tasks: Iterable[Task[SumsT]], trials: int, hands: Hands, crew: Crew) -> None:
        self._coming = iter(tasks)
        self._to_begin = trials
        self._hands = hands
        self._crew = crew
        self._pace = Pace()
        self._numbers: dict[int, tuple[int, object]] = {}
        self._open: deque[Progressing[SumsT]] = deque()
        self._unbegun: deque[Progressing[SumsT]] = deque()
        self._begun: dict[int, list[Progressing[SumsT]]] = {}
        self._chunks = 0
        self._failed = False

    def results(self) -> Iterator[SumsT]:
        """The sums of each task."""
        while True:
            self._hand_out()
            if not self._open:
                return
            if self._open[0].is_done:
                yield self._open.popleft().result
                continue
            for chunk, answer in self._hands.done():
                self._take_in(chunk, answer)

    def _hand_out(self) -> None:
        """Begin chunks until all hands have work, or there is no more."""
        while not self._failed and self._hands.wanted > 0:
            chunk = self._next_chunk()
            if chunk is None:
                return
            self._hands.begin(chunk)

    def _next_chunk(self) -> Chunk | None:
        """The next trials to do, about as many as fit into a share."""
        share = whole = self._share()
        segments: list[Segment[Any]] = []
        owners: list[Progressing[SumsT]] = []
        while share > 0 and (task := self._next_task()) is not None:
            start, stop = task.take(self._pace.trials(task.number, share))
            self._to_begin -= stop - start
            segments.append(Segment(task.number, task.task.job, start, stop))
            owners.append(task)
            lasting = self._pace.seconds(task.number, stop - start)
            share -= whole / _UNKNOWN if lasting is None else lasting
            if task.left:
                break
        if not segments:
            return None
        self._chunks += 1
        self._begun[self._chunks] = owners
        return Chunk(self._chunks, tuple(segments))

    def _share(self) -> float:
        """Seconds of work for the next chunk: less towards the end, so that all end together."""
        left = self._pace.seconds_of_any(self._to_begin)
        if left is None or self._to_begin <= 0:
            return SHARE_S
        return min(SHARE_S, max(self._hands.least_s, left / (2 * self._hands.crowd)))

    def _next_task(self) -> Progressing[SumsT] | None:
        """The first task of which something is still to be handed out."""
        while not self._unbegun or not self._unbegun[0].left:
            if self._unbegun:
                self._unbegun.popleft()
                continue
            if self._open and self._open[0].is_done:
                return None  # it may be all that was wanted
            coming = next(self._coming, None)
            if coming is None:
                return None
            self._open_task(coming)
        return self._unbegun[0]

    def _open_task(self, task: Task[SumsT]) -> None:
        """Take in a task as it is before anything of it was handed out."""
        number, _ = self._numbers.setdefault(id(task.job), (len(self._numbers), task.job))
        kept = self._crew.kept
        done = list(kept.found(task.job, (task.start, task.stop))) if kept is not None else []
        for (start, stop), _ in done:
            self._to_begin -= stop - start
            self._crew.told(stop - start)
        opened = Progressing(task, number, done)
        self._open.append(opened)
        self._unbegun.append(opened)

    def _take_in(self, chunk: Chunk, answer: Answer) -> None:
        """Take in what came of a chunk."""
        kept, seconds = self._crew.kept, sum(answer.seconds)
        for segment, sums in zip(chunk.segments, answer.sums, strict=True):
            if isinstance(sums, Failed):
                self._failed = True
            elif kept is not None:
                kept.keep(segment.job, (segment.start, segment.stop), sums, seconds)
        owners = self._begun.pop(chunk.number)
        parts = zip(owners, chunk.segments, answer.sums, answer.seconds, strict=True)
        for task, segment, sums, lasted in parts:
            trials = segment.stop - segment.start
            task.add((segment.start, segment.stop), sums)
            self._pace.note(segment.number, trials, lasted)
            self._crew.told(trials)

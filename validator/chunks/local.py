"""Processes of this machine: those that die are replaced, and their chunks done again."""

from __future__ import annotations

import math
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass
from multiprocessing.connection import wait
from typing import Any

from validator.chunks.failures import ChunksError
from validator.chunks.job import Answer, Chunk, Job
from validator.chunks.parcel import Bench, Packer, Parcel, Range, portable
from validator.workers.limits import Limits
from validator.workers.worker import Lost, Why, Worker, way_to_start

MOST_DEATHS = 3
"""A chunk that ended so many processes is not tried again."""
_AHEAD = 1  # chunks that wait beside those that are being done

_BENCH = Bench()  # of a worker; one that is forked begins with what was known then


@dataclass(frozen=True, slots=True)
class _Order:
    """What a worker does: ranges of jobs, some of which come along with their games."""

    games: tuple[tuple[str, bytes], ...]
    jobs: tuple[Parcel, ...]
    ranges: tuple[Range, ...]

    def __call__(self) -> Answer:
        for name, packed in self.games:
            _BENCH.take_game(name, packed)
        for parcel in self.jobs:
            _BENCH.take(parcel)
        return portable(_BENCH.run(self.ranges))


class LocalHands:
    """Up to ``most`` processes, started as there is work for them."""

    least_s = 0.05

    def __init__(self, most: int, jobs: Sequence[Job[Any]] = ()) -> None:
        """``jobs`` are those that are known to come: forked processes need not be sent them."""
        self.crowd = most
        self._packer = Packer()
        self._names = {id(job): f"job {number}" for number, job in enumerate(jobs)}
        self._jobs = dict(zip(self._names.values(), jobs, strict=True))
        self._waiting: deque[Chunk] = deque()
        self._doing: dict[Worker, Chunk] = {}
        self._free: list[Worker] = []
        self._sent: dict[Worker, set[str]] = {}
        self._deaths: Counter[int] = Counter()

    @property
    def wanted(self) -> int:
        """One for each process, and a few more."""
        return self.crowd + _AHEAD - len(self._doing) - len(self._waiting)

    def begin(self, chunk: Chunk) -> None:
        """Hand out a chunk."""
        self._waiting.append(chunk)
        self._deal()

    def done(self) -> Sequence[tuple[Chunk, Answer]]:
        """Wait until chunks are done."""
        while self._doing:
            found = [one for worker in self._heard() if (one := self._hear(worker)) is not None]
            self._deal()
            if found:
                return found
        return ()

    def close(self) -> None:
        """End all processes."""
        for worker in self._sent:
            worker.end()
        self._sent.clear()
        self._doing.clear()
        self._waiting.clear()
        self._free.clear()

    def _heard(self) -> list[Worker]:
        pipes = {worker.pipe: worker for worker in self._doing}
        return [pipes[pipe] for pipe in wait(list(pipes)) if pipe in pipes]

    def _hear(self, worker: Worker) -> tuple[Chunk, Answer] | None:
        """What a worker has to say of its chunk; nothing if it died over it."""
        chunk = self._doing.pop(worker)
        answer = worker.answer()
        if isinstance(answer, Answer):
            self._free.append(worker)
            return chunk, answer
        self._drop(worker)
        self._mourn(chunk, answer)
        return None

    def _mourn(self, chunk: Chunk, lost: Lost) -> None:
        """Have a chunk done again whose process died.

        Raises:
            ChunksError: it died of it too often, or it cannot be done at all.
        """
        self._deaths[chunk.number] += 1
        if lost.why is Why.DIED and self._deaths[chunk.number] < MOST_DEATHS:
            self._waiting.appendleft(chunk)
            return
        first = chunk.segments[0]
        times = f", {MOST_DEATHS} times" if lost.why is Why.DIED else ""
        told = f" ({lost.told})" if lost.told else ""
        raise ChunksError(
            f"trials {first.start} to {first.stop - 1} could not be done: {lost.why.value}"
            f"{told}{times}; is there enough memory? try fewer --jobs"
        )

    def _deal(self) -> None:
        """Give waiting chunks to processes that are free, or to new ones."""
        while self._waiting and (self._free or len(self._sent) < self.crowd):
            worker = self._free.pop() if self._free else self._started()
            chunk = self._waiting.popleft()
            self._doing[worker] = chunk
            worker.send(self._order(worker, chunk), _NO_LIMITS)

    def _started(self) -> Worker:
        way = way_to_start()
        known = self._jobs if way == "fork" else {}
        _BENCH.jobs.update(known)
        try:
            worker = Worker(self._sent, way)
        finally:
            _BENCH.jobs.clear()
        worker.hear_start()
        self._sent[worker] = set(known)
        return worker

    def _drop(self, worker: Worker) -> None:
        del self._sent[worker]
        worker.end()

    def _order(self, worker: Worker, chunk: Chunk) -> _Order:
        """A chunk with whatever the worker does not know yet."""
        sent = self._sent[worker]
        games: dict[str, bytes] = {}
        jobs: list[Parcel] = []
        ranges: list[Range] = []
        for segment in chunk.segments:
            name = self._names.get(id(segment.job), "")
            if name not in sent:
                parcel = self._packer.pack(segment.job)
                name = parcel.name
                if name not in sent:
                    jobs.append(parcel)
                    games |= {one: self._packer.games[one] for one in parcel.games}
                    sent.add(name)
            ranges.append((name, segment.start, segment.stop))
        new = tuple((name, packed) for name, packed in games.items() if name not in sent)
        sent.update(games)
        return _Order(new, tuple(jobs), tuple(ranges))


_NO_LIMITS = Limits(math.inf, math.inf)

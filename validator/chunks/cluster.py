"""Workers of a cluster: chunks sent to a dask scheduler, which gives them to whoever is free.

What travels is the number of the first trial and of the one after the last; a job travels with
them, packed, and each game once to every worker. A worker that dies has its chunks done by
another; dask gives a chunk up that several workers died of (``allowed-failures``, 3 by default).

Whoever can reach a scheduler can run code on its workers and on those who use it: that is how
dask works, so a scheduler belongs into a network of one's own.
"""

from __future__ import annotations

import logging
import pickle
import threading
import time
import uuid
import warnings
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib.metadata import version
from multiprocessing.reduction import ForkingPickler
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from validator.chunks.failures import ChunksError
from validator.chunks.job import Answer, Chunk
from validator.chunks.parcel import Bench, Packer, Parcel, Range, portable
from validator.program import engine, python

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT_S = 10
"""Seconds within which a scheduler has to answer."""
ALONE_S = 30
"""Seconds for which a scheduler may be without any worker."""
_LOOK_S = 0.5
_ASK_S = 2.0
_AHEAD = 2  # chunks for each thread of a worker

_LOCAL = threading.local()


@dataclass(frozen=True, slots=True)
class _Order:
    jobs: tuple[Parcel, ...]
    games: tuple[str, ...]
    ranges: tuple[Range, ...]


@dataclass(frozen=True, slots=True)
class _Foreign:
    """What a worker says that cannot do a chunk: it has other code."""

    worker: str
    trilith: str
    python: str


def carry(packed: bytes) -> bytes:
    """A game, brought to a worker; other workers take it from there."""
    return packed


def do(code: str, packed: bytes, *games: bytes) -> bytes:
    """Do a chunk: what a worker runs. ``code`` is the engine that its answer has to come from."""
    if code != engine():
        return bytes(ForkingPickler.dumps(_Foreign(_here(), version("trilith"), python())))
    order: _Order = pickle.loads(packed)
    bench = _bench()
    for name, game in zip(order.games, games, strict=True):
        bench.take_game(name, game)
    for parcel in order.jobs:
        bench.take(parcel)
    return bytes(ForkingPickler.dumps(portable(bench.run(order.ranges))))


def _bench() -> Bench:
    """The bench of this thread of a worker."""
    if not hasattr(_LOCAL, "bench"):
        _LOCAL.bench = Bench()
    bench: Bench = _LOCAL.bench
    return bench


def _here() -> str:
    from distributed import get_worker  # noqa: PLC0415  (only a worker has it for certain)

    return str(get_worker().address)


class ClusterHands:
    """The workers of a scheduler."""

    least_s = 1.0

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at ``address``.

        Raises:
            ChunksError: dask.distributed is not installed, or no scheduler answers.
        """
        self._address = address
        self._client = _connected(address)
        self._packer = Packer()
        self._games: dict[str, Future] = {}
        self._doing: dict[Future, Chunk] = {}
        self._ended: SimpleQueue[Future] = SimpleQueue()
        self._run = uuid.uuid4().hex
        self._alone_since: float | None = None
        self._there = 0
        self._ask_again = 0.0

    @property
    def crowd(self) -> int:
        """Threads of all workers that are there now."""
        return max(1, self._threads())

    def _threads(self) -> int:
        """Threads of all workers, as the scheduler told some seconds ago at most."""
        now = time.monotonic()
        if now >= self._ask_again and self._client.status == "running":
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
            self._there = sum(one["nthreads"] for one in workers.values())
            self._ask_again = time.monotonic() + _ASK_S
        return self._there

    @property
    def wanted(self) -> int:
        """Some chunks for each thread."""
        return _AHEAD * self.crowd - len(self._doing)

    def begin(self, chunk: Chunk) -> None:
        """Send a chunk."""
        parcels = {one.name: one for one in map(self._pack, chunk.segments)}
        games = tuple(dict.fromkeys(game for one in parcels.values() for game in one.games))
        ranges = tuple((self._pack(one).name, one.start, one.stop) for one in chunk.segments)
        order = bytes(ForkingPickler.dumps(_Order(tuple(parcels.values()), games, ranges)))
        brought = [self._brought(game) for game in games]
        key = f"trilith-{self._run}-{chunk.number}"
        future = self._client.submit(do, engine(), order, *brought, key=key, pure=False)
        self._doing[future] = chunk
        future.add_done_callback(self._ended.put)

    def _pack(self, segment: Any) -> Parcel:
        return self._packer.pack(segment.job)

    def _brought(self, game: str) -> Future:
        """A game on some worker, which is brought again should that worker die."""
        if game not in self._games:
            packed = self._packer.games[game]
            key = f"trilith-{self._run}-game-{game}"
            self._games[game] = self._client.submit(carry, packed, key=key, pure=False)
        return self._games[game]

    def done(self) -> Sequence[tuple[Chunk, Answer]]:
        """Wait until chunks are done."""
        while self._doing:
            self._see_that_somebody_is_there()
            with suppress(Empty):
                future = self._ended.get(timeout=_LOOK_S)
                return ((self._doing.pop(future), self._answer(future)),)
        return ()

    def _see_that_somebody_is_there(self) -> None:
        """Go on only while the scheduler is there and has had workers of late.

        Raises:
            ChunksError: it is not, or has not.
        """
        if self._client.status != "running":
            raise self._gone()
        if self._threads():
            self._alone_since = None
            return
        since = self._alone_since = self._alone_since or time.monotonic()
        if time.monotonic() - since > ALONE_S:
            raise ChunksError(
                f"the scheduler at {self._address} has no workers: start some with "
                f"`dask worker {self._address}`; {_GO_ON}"
            )

    def _gone(self) -> ChunksError:
        return ChunksError(f"the scheduler at {self._address} has gone away; {_GO_ON}")

    def _answer(self, future: Future) -> Answer:
        """What came of a chunk.

        Raises:
            ChunksError: it was lost, or the worker could not do it.
        """
        if future.status in ("cancelled", "lost"):
            raise self._gone()
        try:
            answer = pickle.loads(future.result(timeout=CONNECT_S))
        except Exception as error:
            if self._client.status != "running":
                raise self._gone() from error
            raise ChunksError(_refused(error)) from error
        if isinstance(answer, _Foreign):
            raise ChunksError(
                f"the worker at {answer.worker} has trilith {answer.trilith} on Python "
                f"{answer.python}, here is trilith {version('trilith')} on Python {python()}"
                f"{_other_code(answer)}: install the same everywhere; {_GO_ON}"
            )
        found: Answer = answer
        return found

    def close(self) -> None:
        """Let go what was begun, and the scheduler."""
        if self._client.status == "running" and self._doing:
            self._client.cancel(list(self._doing), force=True)
        self._doing.clear()
        self._games.clear()
        self._client.close(timeout=_LOOK_S)


_GO_ON = "what is done is kept, the same command goes on from there"


def _other_code(answer: _Foreign) -> str:
    same = (answer.trilith, answer.python) == (version("trilith"), python())
    return " with other code" if same else ""


def _refused(error: Exception) -> str:
    """Why a chunk was not done, in one line."""
    if type(error).__name__ == "KilledWorker":
        return (
            f"a chunk was given up that several workers died of: is there enough memory? {_GO_ON}"
        )
    said = " ".join(str(error).split())[:_TOLD]
    return (
        f"a worker cannot do its work: {type(error).__name__}: {said}; install the same trilith "
        "for the scheduler and all workers"
    )


_TOLD = 200  # characters of an error that are told


def _connected(address: str) -> Client:
    try:
        import distributed  # noqa: PLC0415  (an extra, and it takes its time to import)
    except ImportError as error:
        raise ChunksError(
            "--cluster needs dask.distributed: pip install 'trilith[cluster]'"
        ) from error
    _hush()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of other versions; what matters is compared here
            return distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ChunksError(
            f"no scheduler answers at {address}; start one with `dask scheduler`, its first lines "
            "tell its address"
        ) from error


def _hush() -> None:
    """Leave it to this program to say what is wrong."""
    for name in list(logging.root.manager.loggerDict):
        if name.split(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)

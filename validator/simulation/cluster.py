"""A cluster as an executor: chunks sent to a dask scheduler, which gives them to whoever is free.

What travels is the number of the first trial and of the one after the last; jobs travel to each
worker once. A worker that dies has its chunks done by another; dask gives a chunk up that several
workers died of (``allowed-failures``, 3 by default).

Whoever can reach a scheduler can run code on its workers and on those who use it: that is how
dask works, so a scheduler belongs into a network of one's own.
"""

from __future__ import annotations

import concurrent.futures
import logging
import pickle
import time
import warnings
from collections.abc import Collection
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from validator.executor import Future
from validator.processes import Limits
from validator.program import engine, python, way_to_get
from validator.progress import ChunksError
from validator.simulation.chunks import Chunk, ChunkResult, SharedJobs, unpickle_jobs

if TYPE_CHECKING:
    import distributed

CONNECT_S = 10
"""Seconds within which a scheduler has to answer."""
ALONE_S = 30
"""Seconds for which a scheduler may be without any worker."""
_LOOK_S = 0.5
_ASK_S = 2.0
_AHEAD = 2  # chunks for each thread of a worker


def _run(code: str, jobs: bytes, number: int, start: int, stop: int) -> bytes:
    """Do a chunk: what a worker runs. ``code`` is the engine that its answer has to come from.

    One that has another answers with its address and its versions.
    """
    from distributed import get_worker

    if code != engine():
        return pickle.dumps((str(get_worker().address), version("trilith"), python()))
    return pickle.dumps(Chunk(unpickle_jobs(jobs), number, start, stop)())


class ClusterExecutor:
    """The workers of a scheduler."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler at ``address``.

        Raises:
            ChunksError: dask.distributed is not installed, or no scheduler answers.
        """
        self._address = address
        self._client = _connect(address)
        self._executor = self._client.get_executor(pure=False)
        self._bundles: dict[int, tuple[SharedJobs, Any]] = {}
        self._sent: dict[concurrent.futures.Future[bytes], Future] = {}
        self._alone_since: float | None = None
        self._there = 0
        self._ask_again = 0.0

    @property
    def most_pending(self) -> int:
        """Some chunks for each thread of all workers; at least for one."""
        return _AHEAD * max(1, self._threads())

    def _threads(self) -> int:
        """Threads of all workers, as the scheduler told some seconds ago at most."""
        now = time.monotonic()
        if now >= self._ask_again and self._client.status == "running":
            workers = self._client.scheduler_info(n_workers=-1)["workers"]
            self._there = sum(one["nthreads"] for one in workers.values())
            self._ask_again = time.monotonic() + _ASK_S
        return self._there

    def submit(self, chunk: Chunk) -> Future:
        """Send a chunk."""
        future, span = Future(chunk, Limits()), (chunk.start, chunk.stop)
        jobs = self._bundle(chunk.jobs)
        self._sent[self._executor.submit(_run, engine(), jobs, chunk.number, *span)] = future
        return future

    def _bundle(self, jobs: SharedJobs) -> Any:
        """Jobs on some worker, where others take them from; they are sent again if it dies."""
        if id(jobs) not in self._bundles:
            self._bundles[id(jobs)] = (jobs, self._client.submit(bytes, jobs.as_bytes, pure=False))
        return self._bundles[id(jobs)][1]

    def wait(self, futures: Collection[Future]) -> list[Future]:
        """Wait until chunks are done.

        Raises:
            ChunksError: one was lost, or cannot be done, or nobody is there to do it.
        """
        while futures:
            done, _ = concurrent.futures.wait(
                self._sent, _LOOK_S, concurrent.futures.FIRST_COMPLETED
            )
            for one in done:
                self._sent.pop(one).finish(self._result(one))
            if done:
                break
            if self._client.status != "running":
                raise self._lost_scheduler()
            self._alone_since = None if self._threads() else self._alone_since or time.monotonic()
            if self._alone_since and time.monotonic() - self._alone_since > ALONE_S:
                raise ChunksError(
                    f"the scheduler at {self._address} has no workers: start some with "
                    f"`dask worker {self._address}`; {_GO_ON}"
                )
        return [one for one in futures if one.is_done]

    def _lost_scheduler(self) -> ChunksError:
        said = "has gone away, and its workers end with it: start it and workers again"
        return ChunksError(f"the scheduler at {self._address} {said}; {_GO_ON}")

    def _result(self, future: concurrent.futures.Future[bytes]) -> ChunkResult:
        """What came of a chunk.

        Raises:
            ChunksError: it was lost, or the worker could not do it.
        """
        try:
            result: ChunkResult | tuple[str, str, str] = pickle.loads(future.result())
        except concurrent.futures.CancelledError as error:
            raise self._lost_scheduler() from error
        except Exception as error:
            if self._client.status != "running":
                raise self._lost_scheduler() from error
            if type(error).__name__ == "KilledWorker":
                said = "a chunk was given up that several workers died of: is there enough memory? "
                raise ChunksError(f"{said}{_GO_ON}") from error
            text = " ".join(str(error).split())[:_MOST_TEXT]
            raise ChunksError(
                f"a worker cannot do its work: {type(error).__name__}: {text}; install the same "
                "trilith for the scheduler and all workers"
            ) from error
        if isinstance(result, ChunkResult):
            return result
        worker, *versions = result
        same = versions == [version("trilith"), python()]
        raise ChunksError(
            f"the worker at {worker} has trilith {versions[0]} on Python {versions[1]}, "
            f"here is trilith {version('trilith')} on Python {python()}"
            f"{' with other code' if same else ''}: install the same everywhere; {_GO_ON}"
        )

    def close(self) -> None:
        """Let go what was begun, and the scheduler."""
        if self._client.status == "running":
            self._executor.shutdown(wait=False)
        self._sent.clear()
        self._bundles.clear()
        self._client.close(timeout=_LOOK_S)


_GO_ON = "what is done is kept, the same command goes on from there"


_MOST_TEXT = 200  # characters of an error that are told


def _connect(address: str) -> distributed.Client:
    try:
        import distributed
    except ImportError as error:
        raise ChunksError(f"--cluster needs dask.distributed: {way_to_get('cluster')}") from error
    for name in list(logging.root.manager.loggerDict):  # this program says what is wrong
        if name.split(".")[0] in ("distributed", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of other versions; what matters is compared here
            return distributed.Client(address, timeout=CONNECT_S, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise ChunksError(
            f"no scheduler answers at {address}; start one with `dask scheduler`, its first lines "
            "tell its address"
        ) from error

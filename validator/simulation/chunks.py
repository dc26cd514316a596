"""Jobs cut into ranges of numbered trials, run by an executor, merged from the front on."""

from __future__ import annotations

import json
import pickle
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache, cached_property, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeAlias, TypeVar, cast

import validator.executor  # noqa: F401  (read-only mappings can be pickled with it)
from validator.cache import Cache, project_folder
from validator.catalogue.model import Game
from validator.findings import Place
from validator.program import engine
from validator.progress import ChunksError

if TYPE_CHECKING:
    from cattrs.preconf.json import JsonConverter


def digest_of(*values: object) -> str:
    """A hash of frozen values: dataclasses, mappings, sequences, sets, enumerations, scalars.

    Where something stands in its file does not count, nor does the folder of the project.

    Raises:
        TypeError: there is something else among them.
    """
    total = sha256()
    for part in _say(values):
        total.update(part.encode())
    return total.hexdigest()


def digest_of_game(game: Game) -> str:
    """As :func:`digest_of`, worked out once for each game that is in memory."""
    if id(game) not in _GAMES:
        if len(_GAMES) >= _MOST_GAMES:
            _GAMES.clear()
        _GAMES[id(game)] = (game, digest_of(game))
    return _GAMES[id(game)][1]


_GAMES: dict[int, tuple[Game, str]] = {}
_MOST_GAMES = 32


def _say(value: object) -> Iterator[str]:
    """The parts of a text that is the same for equal values only; syntax goes by its text."""
    if isinstance(value, Enum):
        yield f"{type(value).__name__}.{value.name};"
    elif value is None or isinstance(value, str | int | float | bytes):
        yield f"{value!r};"
    elif isinstance(value, Place):
        yield "@;"
    elif is_dataclass(value) and not isinstance(value, type):
        yield f"{type(value).__name__}("
        for one in (one for one in fields(value) if one.compare):
            yield from _say(getattr(value, one.name))
        yield ")"
    elif isinstance(value, Mapping):
        yield "{"
        for key, one in value.items():
            yield from _say(key)
            yield from _say(one)
        yield "}"
    elif isinstance(value, Sequence):
        yield "["
        for one in value:
            yield from _say(one)
        yield "]"
    elif isinstance(value, frozenset | set):
        yield from ("<", *sorted("".join(_say(one)) for one in value), ">")
    elif isinstance(value, Path):
        yield f"{value.as_posix()!r};"
    else:
        raise TypeError(f"a {type(value).__name__} has no digest")


# What is shared out: jobs, whose numbered trials can be done anywhere, and sums of their results.
#
# A job is frozen and can be pickled. It says how to be prepared once a process; what is prepared
# does a range of trials and gives sums. The sums of a range are those of its front with those of
# its rest merged into them, wherever it is cut: so ranges can be cut as the work goes on.


_MOST_KNOWN = 8
"""So many bundles of jobs a process keeps unpickled; they come one after the other."""

SumsT = TypeVar("SumsT", bound="Sums")
SumsT_co = TypeVar("SumsT_co", bound="Sums", covariant=True)


class Sums:
    """Sums over a range of trials: a dataclass of numbers, texts, tuples, lists and mappings.

    Its fields have their types written out, so that it can be kept as JSON and read again; keys
    of mappings are texts or whole numbers.
    """

    __slots__ = ()

    def merge(self, later: Self) -> None:
        """Add the sums of the trials that follow.

        Numbers are added, in lists place by place, in mappings by key, unless the metadata of a
        field name a function of both to ``merge`` them by.
        """
        for one in fields(cast(Any, self)):
            mine, more = getattr(self, one.name), getattr(later, one.name)
            setattr(self, one.name, one.metadata.get("merge", _add)(mine, more))


def first_game(mine: int, more: int) -> int:
    """The number of the first game of two, -1 where there is none."""
    return mine if mine >= 0 else more


def _add(mine: Any, more: Any) -> Any:
    if isinstance(mine, Sums):
        mine.merge(more)
        return mine
    if isinstance(mine, dict):
        return mine | {
            key: _add(mine[key], one) if key in mine else one for key, one in more.items()
        }
    if isinstance(mine, list):
        return [_add(one, other) for one, other in zip(mine, more, strict=True)]
    return mine + more


Run: TypeAlias = Callable[[int, int], SumsT]
"""Gives the sums of the trials from the first number up to the second; there may be none."""


class TrialJob(Protocol[SumsT_co]):
    """A frozen value that can be pickled: trials that depend on nothing but it and their number."""

    @property
    def sums(self) -> type[SumsT_co]:
        """The class of its results."""

    def key(self) -> str:
        """A hash of all that results depend on but the range and the engine: data, players, luck.

        :func:`validator.simulation.chunks.digest_of` makes one of frozen values.
        """

    def prepare(self) -> Callable[[int, int], SumsT_co]:
        """A :data:`Run`: what is the same in each trial is worked out, in this process."""


@dataclass(frozen=True, slots=True)
class TrialTask(Generic[SumsT]):
    """The trials ``start`` to ``stop - 1`` of a job, whose sums are wanted as one."""

    job: TrialJob[SumsT]
    start: int
    stop: int


class SharedJobs:
    """Jobs that travel together and are pickled once: what they have in common, as a game, too.

    A process that is sent them again and again unpickles them once, and prepares each once.
    """

    def __init__(self, jobs: Iterable[TrialJob[Any]]) -> None:
        self.jobs = tuple(jobs)
        self._prepared: dict[int, Run[Any]] = {}

    @cached_property
    def as_bytes(self) -> bytes:
        """The jobs as bytes."""
        return pickle.dumps(self.jobs)

    def prepare(self, number: int) -> Run[Any]:
        """One of the jobs, prepared in this process."""
        if number not in self._prepared:
            self._prepared[number] = self.jobs[number].prepare()
        return self._prepared[number]

    def __reduce__(self) -> tuple[Callable[[bytes], SharedJobs], tuple[bytes]]:
        return unpickle_jobs, (self.as_bytes,)


@lru_cache(_MOST_KNOWN)
def unpickle_jobs(pickled: bytes) -> SharedJobs:
    """The jobs, unpickled once in this process.

    What is unpickled was pickled by the same code, for this very work.
    """
    return SharedJobs(pickle.loads(pickled))


@dataclass(frozen=True, slots=True)
class ChunkResult:
    """The sums of a chunk and the seconds that its trials took, or the ``error`` that it raised."""

    sums: Any = None
    seconds: float = 0.0
    error: Exception | None = None


@dataclass(frozen=True, slots=True)
class Chunk:
    """The trials ``start`` to ``stop - 1`` of one of several jobs: what an executor is given."""

    jobs: SharedJobs
    number: int
    start: int
    stop: int

    @property
    def job(self) -> TrialJob[Any]:
        """The job."""
        return self.jobs.jobs[self.number]

    def __call__(self) -> ChunkResult:
        """Do them."""
        try:
            run = self.jobs.prepare(self.number)
            begun = time.perf_counter()
            sums = run(self.start, self.stop)
        except MemoryError:
            raise
        except Exception as error:
            return ChunkResult(error=_sendable(error))
        return ChunkResult(sums, time.perf_counter() - begun)


def _sendable(error: Exception) -> Exception:
    """An error, or one that says the same where it cannot be sent."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return ChunksError(f"{type(error).__name__}: {error}")
    return error


Span = tuple[int, int]
"""First trial, trial after the last."""


def cover(whole: Span, known: Iterable[Span]) -> Iterator[Span]:
    """The ``known`` spans that lie within a whole one and not over each other, in order."""
    at, end = whole
    for start, stop in sorted(known, key=lambda one: (one[0], -one[1])):
        if at <= start < stop <= end:
            yield start, stop
            at = stop


def gaps(whole: Span, done: Iterable[Span]) -> Iterator[Span]:
    """What of a whole span lies between those that are done, which come in order."""
    at, end = whole
    for start, stop in done:
        if at < start:
            yield at, start
        at = stop
    if at < end:
        yield at, end


class TaskProgress(Generic[SumsT]):
    """A task of which parts are done: each waits until all before it are merged.

    ``left`` is what is still to be submitted.
    """

    def __init__(self, task: TrialTask[SumsT], done: Sequence[tuple[Span, SumsT]] = ()) -> None:
        """``done`` are parts that need not be done any more, in order."""
        self.task = task
        self.left = deque(gaps((task.start, task.stop), (span for span, _ in done)))
        self._parts: dict[int, tuple[int, SumsT] | Exception] = {}
        self._sums: SumsT | None = None
        self._error: Exception | None = None
        self._at = task.start
        for (start, stop), sums in done:
            self.add(start, (stop, sums))

    def take(self, most: int) -> Span:
        """The next part to submit, of ``most`` trials."""
        start, end = self.left.popleft()
        stop = min(end, start + most)
        if stop < end:
            self.left.appendleft((stop, end))
        return start, stop

    def add(self, start: int, part: tuple[int, SumsT] | Exception) -> None:
        """Take in the part from ``start`` on: where it ends and its sums, or what it raised."""
        self._parts[start] = part
        while self._error is None and self._at in self._parts:
            part = self._parts.pop(self._at)
            if isinstance(part, Exception):
                self._error = part
                return
            self._at, sums = part
            if self._sums is None:
                self._sums = sums
            else:
                self._sums.merge(sums)

    @property
    def is_done(self) -> bool:
        """Tell whether all of it is merged, or nothing more will be."""
        return self._at == self.task.stop or self._error is not None

    @property
    def result(self) -> SumsT:
        """The sums of the whole task; of one without trials, sums of nothing.

        Raises:
            Exception: what the job raised in the first trial that failed.
        """
        if self._error is not None:
            raise self._error
        if self._sums is None:
            self._sums = self.task.job.prepare()(self._at, self._at)
        return self._sums


# Finished chunks on disk: each is an entry of the cache, named by its job and range of trials.
#
# They are sums as JSON: what is read from a file is only ever data.
#
# An entry is written whole or not at all, so whenever a run is killed, what it had finished is
# found by the next one. A chunk that was made by other code or another version of Python counts as
# missing; so does one of other data, as the job's own hash names its folder.


LEAST_S = 0.05
"""Chunks of less work than this are not worth a file: they are sooner done again."""
_NAME = re.compile("([0-9]+)-([0-9]+)")


class FinishedChunks:
    """The finished chunks of a project. ``complain`` is told once if no more can be kept."""

    def __init__(
        self, store: Cache, complain: Callable[[str], None], least_s: float = LEAST_S
    ) -> None:
        self._store = store
        self._complain = complain
        self._least_s = least_s
        self._kinds: dict[int, tuple[TrialJob[Any], str, list[Span]]] = {}
        self._refused = False
        self.trials = 0

    def find(self, job: TrialJob[SumsT], span: Span) -> Iterator[tuple[Span, SumsT]]:
        """The finished parts of a range, in order, none of them over another."""
        kind, spans = self._of(job)
        for start, stop in cover(span, spans):
            content = self._store.get(kind, f"{start}-{stop}")
            with suppress(ValueError):
                if content is not None:
                    sums = from_plain(json.loads(content), job.sums)
                    self.trials += stop - start
                    yield (start, stop), sums

    def keep(self, job: TrialJob[Any], span: Span, sums: object, seconds: float) -> None:
        """Keep a part that is done, which took so many seconds of work."""
        if self._refused or seconds < self._least_s:
            return
        kind, _ = self._of(job)
        try:
            self._store.keep(kind, f"{span[0]}-{span[1]}", dump_json(as_plain(sums)))
        except OSError as error:
            self._refused = True
            self._complain(
                f"cannot keep what is done in {self._store.folder}: {error.strerror or error}; "
                "this goes on, but would begin anew if it were interrupted"
            )
        else:
            self.trials += span[1] - span[0]

    def _of(self, job: TrialJob[Any]) -> tuple[str, list[Span]]:
        """The folder of a job, and the ranges that were there when it was first looked into."""
        known = self._kinds.get(id(job))
        if known is None:
            kind = sha256(job.key().encode()).hexdigest()
            names = (_NAME.fullmatch(name) for name in self._store.keys(kind))
            spans = [(int(name[1]), int(name[2])) for name in names if name]
            known = self._kinds[id(job)] = (job, kind, spans)
        return known[1], known[2]


def open_kept(root: Path, complain: Callable[[str], None]) -> FinishedChunks:
    """The finished chunks of the project at ``root``."""
    return FinishedChunks(Cache(project_folder(root) / engine()[:16]), complain)


@cache
def _converter() -> JsonConverter:
    from cattrs.preconf.json import make_converter

    return make_converter(forbid_extra_keys=True)


def as_plain(sums: object) -> Any:
    """Lists, mappings and scalars that say the same as sums."""
    return _converter().unstructure(sums)


def from_plain(plain: object, kind: type[SumsT]) -> SumsT:
    """The sums that were made plain.

    Raises:
        ValueError: these are no such sums.
    """
    from cattrs.errors import BaseValidationError

    try:
        _refuse_impossible(plain)
        return _converter().structure(plain, kind)
    except (BaseValidationError, KeyError, TypeError, ValueError) as error:
        raise ValueError(f"no {kind.__name__}") from error


_SIGNED = frozenset({"first_game", "other", "total", "products", "series"})
"""Figures that may be below 0: differences, and numbers of games, -1 where there is none."""
_MOST = 10**15


def _refuse_impossible(plain: object) -> None:
    """Refuse what cannot have been counted.

    Raises:
        ValueError: a number is below 0, is no whole one, or is larger than any count.
    """
    match plain:
        case bool() | str():
            return
        case int() if 0 <= plain <= _MOST:
            return
        case list():
            for one in plain:
                _refuse_impossible(one)
        case dict():
            for key, one in plain.items():
                if key not in _SIGNED:
                    _refuse_impossible(one)
        case _:
            raise ValueError(plain)


def dump_json(plain: object) -> bytes:
    """JSON as short as it gets, the same for the same data."""
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=True).encode("ascii")

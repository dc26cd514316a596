"""Jobs on their way to another process: packed so that each game in them travels once.

What is packed is unpacked by the same version of trilith only, in a process that was started for
this work: pickles are read from nowhere else.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from io import BytesIO
from multiprocessing.reduction import ForkingPickler
from typing import Any

from validator.catalogue.model import Game
from validator.chunks.failures import ChunksError
from validator.chunks.job import Answer, Failed, Job, Ready, run_segments

Range = tuple[str, int, int]
"""Name of a packed job, first trial, trial after the last."""


class _Pickler(ForkingPickler):
    """Packs a job, all but the games in it, for which it asks a name."""

    def __init__(self, file: BytesIO, name: Callable[[Game], str]) -> None:
        super().__init__(file)
        self._name = name

    def persistent_id(self, value: object) -> str | None:
        return self._name(value) if isinstance(value, Game) else None


class _Unpickler(pickle.Unpickler):
    def __init__(self, file: BytesIO, games: Mapping[str, Game]) -> None:
        super().__init__(file)
        self._games = games

    def persistent_load(self, name: str) -> Game:
        return self._games[name]


@dataclass(frozen=True, slots=True)
class Parcel:
    """A packed job: its name is a hash of it; ``games`` are the names of those it needs."""

    name: str
    body: bytes
    games: tuple[str, ...]


class Packer:
    """Packs jobs, and each game only once; ``games`` are those that were packed, by their names."""

    def __init__(self) -> None:
        self.games: dict[str, bytes] = {}
        self._named: dict[int, tuple[Game, str]] = {}
        self._packed: dict[int, tuple[Job[Any], Parcel]] = {}

    def pack(self, job: Job[Any]) -> Parcel:
        """The packed job; the same one for the same object."""
        known = self._packed.get(id(job))
        if known is None:
            known = self._packed[id(job)] = (job, self._parcel(job))
        return known[1]

    def _parcel(self, job: Job[Any]) -> Parcel:
        games: dict[str, None] = {}

        def name(game: Game) -> str:
            games[self._name(game)] = None
            return self._name(game)

        file = BytesIO()
        _Pickler(file, name).dump(job)
        body = file.getvalue()
        return Parcel(sha256(body).hexdigest(), body, tuple(games))

    def _name(self, game: Game) -> str:
        known = self._named.get(id(game))
        if known is None:
            packed = bytes(ForkingPickler.dumps(game))
            known = self._named[id(game)] = (game, sha256(packed).hexdigest())
            self.games[known[1]] = packed
        return known[1]


class Bench:
    """The jobs that a process has unpacked and made ready."""

    def __init__(self) -> None:
        self.games: dict[str, Game] = {}
        self.jobs: dict[str, Job[Any]] = {}
        self._ready: dict[str, Ready[Any]] = {}

    def take_game(self, name: str, packed: bytes) -> None:
        """Unpack a game, once."""
        if name not in self.games:
            self.games[name] = pickle.loads(packed)

    def take(self, parcel: Parcel) -> None:
        """Unpack a job, once; its games are there."""
        if parcel.name not in self.jobs:
            self.jobs[parcel.name] = _Unpickler(BytesIO(parcel.body), self.games).load()

    def run(self, ranges: tuple[Range, ...]) -> Answer:
        """Do ranges of trials of jobs that are there."""
        return run_segments(
            [(partial(self._made_ready, name), start, stop) for name, start, stop in ranges]
        )

    def _made_ready(self, name: str) -> Ready[Any]:
        if name not in self._ready:
            self._ready[name] = self.jobs[name].ready()
        return self._ready[name]


def portable(answer: Answer) -> Answer:
    """The answer; a failure in it that cannot be sent becomes one that says the same."""
    return replace(answer, sums=tuple(_sendable(one) for one in answer.sums))


def _sendable(sums: Any) -> Any:
    if not isinstance(sums, Failed):
        return sums
    try:
        pickle.loads(pickle.dumps(sums))
    except Exception:
        return Failed(ChunksError(f"{type(sums.error).__name__}: {sums.error}"))
    return sums

"""Finished chunks on disk: each is an entry of the cache, named by its job and range of trials.

They are sums as JSON: what is read from a file is only ever data.

An entry is written whole or not at all, so whenever a run is killed, what it had finished is found
by the next one. A chunk that was made by other code or another version of Python counts as missing;
so does one of other data, as the job's own hash names its folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from cattrs.errors import BaseValidationError
from cattrs.preconf.json import JsonConverter, make_converter

from validator.cache import Cache, project_folder
from validator.chunks.job import Job, SumsT
from validator.chunks.ranges import Span, cover
from validator.program import engine

LEAST_S = 0.2
"""Chunks of less work than this are not worth a file: they are sooner done again."""
_HALF = 32  # hexadecimal digits of one end of a range


class Kept:
    """The finished chunks of a project. ``complain`` is told once if no more can be kept."""

    def __init__(
        self, store: Cache, complain: Callable[[str], None], least_s: float = LEAST_S
    ) -> None:
        self._store = store
        self._complain = complain
        self._least_s = least_s
        self._kinds: dict[int, tuple[Job[Any], str, list[Span]]] = {}
        self._refused = False
        self.trials = 0

    def found(self, job: Job[SumsT], span: Span) -> Iterator[tuple[Span, SumsT]]:
        """The finished parts of a range, in order, none of them over another."""
        kind, spans = self._of(job)
        for one in list(cover(span, spans)):
            sums = self._read(kind, one, job.sums)
            if sums is not None:
                self.trials += one[1] - one[0]
                yield one, sums

    def keep(self, job: Job[Any], span: Span, sums: object, seconds: float) -> None:
        """Keep a part that is done, of a chunk that took so many seconds of work."""
        if self._refused or seconds < self._least_s:
            return
        kind, _ = self._of(job)
        try:
            self._store.keep(kind, _name(span), dumped(as_plain(sums)))
        except OSError as error:
            self._refused = True
            self._complain(
                f"cannot keep what is done in {self._store.folder}: {error.strerror or error}; "
                "this goes on, but would begin anew if it were interrupted"
            )
        else:
            self.trials += span[1] - span[0]

    def _of(self, job: Job[Any]) -> tuple[str, list[Span]]:
        """The folder of a job, and the ranges that were there when it was first looked into."""
        known = self._kinds.get(id(job))
        if known is None:
            kind = sha256(job.key().encode()).hexdigest()
            spans = [_span(name) for name in self._store.keys(kind)]
            known = self._kinds[id(job)] = (job, kind, spans)
        return known[1], known[2]

    def _read(self, kind: str, span: Span, sums: type[SumsT]) -> SumsT | None:
        content = self._store.get(kind, _name(span))
        if content is None:
            return None
        try:
            return from_plain(json.loads(content), sums)
        except ValueError:
            return None


def _name(span: Span) -> str:
    return "".join(f"{end:0{_HALF}x}" for end in span)


def _span(name: str) -> Span:
    return int(name[:_HALF], 16), int(name[_HALF:], 16)


def open_kept(root: Path, complain: Callable[[str], None]) -> Kept:
    """The finished chunks of the project at ``root``."""
    return Kept(Cache(project_folder(root) / engine()[:16]), complain)


@cache
def _converter() -> JsonConverter:
    return make_converter(forbid_extra_keys=True)


def as_plain(sums: object) -> Any:
    """Lists, mappings and scalars that say the same as sums."""
    return _converter().unstructure(sums)


def from_plain(plain: object, kind: type[SumsT]) -> SumsT:
    """The sums that were made plain.

    Raises:
        ValueError: these are no such sums.
    """
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


def dumped(plain: object) -> bytes:
    """JSON as short as it gets, the same for the same data."""
    return json.dumps(plain, separators=(",", ":"), ensure_ascii=True).encode("ascii")

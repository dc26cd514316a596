"""Which known name somebody meant who wrote another."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


def closest(name: str, known: Iterable[str]) -> str | None:
    """The name among ``known`` that is most like ``name``, or None if none is like it."""
    return next(iter(difflib.get_close_matches(name, list(known), n=1)), None)


def did_you_mean(name: str, known: Iterable[str], otherwise: str) -> str:
    """A hint that asks for the closest of ``known``, or says ``otherwise`` where none is close."""
    close = closest(name, known)
    return otherwise if close is None else f"did you mean {close!r}?"

"""Regular expressions that anybody may have written, run in time linear in the text.

They are run by Rust's regex engine, which never tries the same place twice; Python's can take for
ever over `^(a+)+$`. What that engine cannot run, such as a look-ahead or a back reference, and
what is too large for it are no patterns here. What values may take in all is counted in steps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import Any

import jsonschema_rs

LONGEST = 1_000
"""Characters of the longest pattern."""
LARGEST = 100_000
"""Bytes of the largest pattern made ready: `[a-z]{1,500}` has about 60,000."""
LINEAR = jsonschema_rs.RegexOptions(size_limit=LARGEST)
"""Tells jsonschema-rs to run patterns by the linear engine."""


@lru_cache(maxsize=1000)
def _compile(pattern: str) -> jsonschema_rs.Draft202012Validator:
    if len(pattern) > LONGEST:
        raise ValueError(f"a pattern has at most {LONGEST} characters")
    return jsonschema_rs.Draft202012Validator(
        {"pattern": pattern}, pattern_options=LINEAR, offline=True
    )


def is_linear(pattern: str) -> bool:
    """Tell whether ``pattern`` is one that can be run in linear time."""
    try:
        _compile(pattern)
    except ValueError:
        return False
    return True


def is_found(pattern: str, text: str) -> bool:
    """Tell whether ``pattern`` is found anywhere in ``text``.

    Raises:
        ValueError: it is none that can be run in linear time.
    """
    return _compile(pattern).is_valid(text)


CHARACTERS = 100
"""Characters of a text, read or told, that count as a step."""
DEEPEST = 100
"""Keywords inside one another, those of references included.

Each is up to six calls of Python, which goes no deeper than 1,000: at its limit whatever happens to
be cleared away there would fail and be told of.
"""


class TooMuchWorkError(Exception):
    """Holding a schema against its values takes too many steps."""


class Budget:
    """Steps that are left, and how many keywords are being held against a value."""

    def __init__(self, steps: int) -> None:
        self.left = steps
        self.depth = 0


_BUDGET: ContextVar[Budget] = ContextVar("_BUDGET")


def spend(steps: int) -> None:
    """Take steps off what the values that are judged now may take.

    Raises:
        TooMuchWorkError: there are not so many left.
    """
    budget = _BUDGET.get()
    budget.left -= steps
    if budget.left < 0:
        raise TooMuchWorkError


@contextmanager
def deeper() -> Iterator[None]:
    """Be inside a keyword; raises TooMuchWorkError where it is more than DEEPEST inside others."""
    budget = _BUDGET.get()
    if budget.depth >= DEEPEST:
        raise TooMuchWorkError
    budget.depth += 1
    try:
        yield
    finally:
        budget.depth -= 1


@contextmanager
def spend_from(budget: Budget) -> Iterator[None]:
    """Take what is judged inside off this budget."""
    token = _BUDGET.set(budget)
    try:
        yield
    finally:
        _BUDGET.reset(token)


def keys_without_schema(value: Mapping[str, Any], part: Mapping[str, Any]) -> list[str]:
    """The keys of a value that a schema names neither in ``properties`` nor by a pattern."""
    named, patterns = part.get("properties", {}), part.get("patternProperties", {})
    return [
        key for key in value if key not in named and not any(matches(one, key) for one in patterns)
    ]


def matches(pattern: str, text: str) -> bool:
    """Tell whether a pattern is found in a text; it takes steps as :func:`spend` says."""
    spend(1 + len(text) // CHARACTERS)
    return is_found(pattern, text)

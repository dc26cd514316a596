"""Regular expressions of modules, compiled once.

``re`` compiles an expression anew in every process, in Python: 170 of them are 0.02 s of a print,
and as much again in the process that sets its cover. Here what an expression compiles to is kept
beside the byte code, one record for an expression with its flags. Only those that the body of a
module asks for are kept, as its constants: others may be made of what belongs to a project.
"""

from __future__ import annotations

import importlib
import marshal
import re
import sys
from types import SimpleNamespace
from typing import Any

from generator.bytecode.kept import place
from generator.bytecode.records import Records

_WHO_ASKS = 3
"""Frames from :meth:`_Patterns.compile` to who asked ``re`` for a pattern."""


def keep_patterns() -> None:
    """From now on compile the regular expressions of modules once, not once a process.

    ``re`` asks its module ``_compiler`` for ``compile(expression, flags)``, and that asks ``_sre``
    to make a pattern of what came out; these two names are what changes. Where another version of
    Python does it some other way, this does nothing.
    """
    kept = place(__file__, "patterns")
    try:
        compiler, maker = importlib.import_module("re._compiler"), importlib.import_module("_sre")
        names = vars(compiler)["compile"], vars(compiler)["_sre"], maker.compile
    except (ImportError, LookupError, AttributeError):
        return
    if kept is not None and names[1] is maker:
        patterns = _Patterns(Records(kept), *names[::2])
        vars(compiler)["compile"] = patterns.compile
        vars(compiler)["_sre"] = SimpleNamespace(**{**vars(maker), "compile": patterns.make})


class _Patterns:
    """The compiled expressions of one file."""

    def __init__(self, records: Records, compiled: Any, made: Any) -> None:
        self._records = records
        self._compiled = compiled
        self._made = made
        self._last: tuple[object, tuple[Any, ...]] = None, ()

    def compile(self, expression: Any, flags: int = 0) -> re.Pattern[Any]:
        """Do what ``re`` does with an expression and flags."""
        if not isinstance(expression, str | bytes) or flags & re.DEBUG or not _is_constant():
            return self._compile(expression, flags)
        named = _name(expression, flags)
        found = self._records.get(named)
        if found is not None:
            known: re.Pattern[Any] = self._made(expression, *marshal.loads(found))
            return known
        pattern = self._compile(expression, flags)
        last, parts = self._last
        if last is pattern:  # another thread may have made one since
            self._records.add(named, _written(parts[1:]))
        return pattern

    def make(self, *parts: Any) -> re.Pattern[Any]:
        """Make a pattern of what an expression was compiled to, and note that."""
        pattern: re.Pattern[Any] = self._made(*parts)
        self._last = pattern, parts
        return pattern

    def _compile(self, expression: Any, flags: int) -> re.Pattern[Any]:
        pattern: re.Pattern[Any] = self._compiled(expression, flags)
        return pattern


def _is_constant() -> bool:
    """Tell whether the body of a module asked for the pattern that is being compiled."""
    return sys._getframe(_WHO_ASKS + 1).f_code.co_name == "<module>"


def _written(parts: tuple[Any, ...]) -> bytes:
    """What ``_sre`` made a pattern of, beside the expression; its opcodes are named integers."""
    return marshal.dumps([[*map(int, one)] if isinstance(one, list) else one for one in parts])


def _name(expression: str | bytes, flags: int) -> bytes:
    if isinstance(expression, str):
        return b"str %d " % flags + expression.encode("utf-8", "surrogatepass")
    return b"bytes %d " % flags + expression

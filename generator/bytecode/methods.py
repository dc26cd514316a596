"""Methods of data classes, compiled once.

``dataclasses`` writes the methods of a class as source text and compiles it, in every process that
loads the class: 0.1 s of a command that loads 300 of them. Here what the text compiles to is kept
beside the byte code, one record a text. A record is found by the text itself, so none is ever out
of date; it is added as soon as it is made, whole, by whichever process made it.
"""

from __future__ import annotations

import dataclasses
import marshal
from types import CodeType
from typing import Any

from generator.bytecode.kept import place
from generator.bytecode.records import Records


def keep_methods() -> None:
    """From now on compile each method of a data class once, not once a process.

    ``dataclasses`` runs its texts by ``exec(text, globals, locals)``; that name is what changes.
    Where another version of Python does it some other way, this does nothing.
    """
    kept = place(__file__, "methods")
    if kept is not None:
        vars(dataclasses)["exec"] = _Methods(Records(kept)).run


class _Methods:
    """The compiled texts of one file."""

    def __init__(self, records: Records) -> None:
        self._records = records

    def run(self, text: Any, *scopes: Any) -> None:
        """Do what ``exec`` does with a text."""
        exec(self._code(text) if isinstance(text, str) else text, *scopes)

    def _code(self, text: str) -> CodeType:
        source = text.encode()
        found = self._records.get(source)
        if found is not None:
            known: CodeType = marshal.loads(found)
            return known
        made = compile(text, "<string>", "exec", dont_inherit=True)
        self._records.add(source, marshal.dumps(made))
        return made

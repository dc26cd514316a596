"""The manual pages of finding codes: ``trilith explain CODE``.

A page stands in the docstring of the module that reports the code: a line of ``code`` marks and
an indented text, which ends with its examples. An example is a snippet below a line ``Bad::`` or
``Good::``; it is told as it stands, and a test runs it. ``tests/examples/README.md`` tells how to
write one.
"""

from __future__ import annotations

import inspect
import re
import sys
import textwrap
from collections.abc import Sequence
from types import ModuleType

from validator import checks
from validator.catalogue import build, expand, load, schema, source
from validator.checks import CHECKS
from validator.play import ready, ruling_readers
from validator.setup import rehearse
from validator.trials import exhaustion

MODULES: tuple[ModuleType, ...] = (
    *(source, schema, load, build, expand, rehearse, ruling_readers, ready, exhaustion),
    *dict.fromkeys(sys.modules[check.run.__module__] for check in CHECKS),
)
"""Modules whose docstrings list codes."""

_HEAD = re.compile(r"(?:``[a-z-]+``(?:, |$))+$")
_CODE = re.compile(r"``([a-z-]+)``")


def known_codes(more: Sequence[ModuleType] = ()) -> tuple[str, ...]:
    """Every code that has a page, sorted; ``more`` are modules that list codes too."""
    listed = [code for module in (*MODULES, *more) for code in pages(module)]
    return tuple(sorted({*checks.known_codes(), *listed}))


def explain(code: str, more: Sequence[ModuleType] = ()) -> str | None:
    """The manual page of ``code``, or None if nothing reports it."""
    found = (pages(module).get(code) for module in (*MODULES, *more))
    return next((page for page in found if page is not None), checks.explain(code))


def pages(module: ModuleType) -> dict[str, str]:
    """The codes that a module's docstring lists, each with its text."""
    found: dict[str, list[str]] = {}
    heads: list[str] = []
    for line in (inspect.getdoc(module) or "").splitlines():
        if line and not line.startswith(" "):
            heads = _CODE.findall(line) if _HEAD.match(line) else []
            found.update({head: [] for head in heads})
        for head in heads:
            found[head].append(line)
    return {code: textwrap.dedent("\n".join(lines[1:])).strip() for code, lines in found.items()}

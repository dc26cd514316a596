"""The manual pages of finding codes: ``trilith explain CODE``.

A page is the docstring of the check that reports the code; other modules list their codes in
their docstring as a line of ``code`` marks with an indented text below.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Sequence
from types import ModuleType

from validator import checks
from validator.catalogue import build, load, schema, source
from validator.play import ready, ruling_readers
from validator.setup import rehearse
from validator.trials import exhaustion

MODULES: tuple[ModuleType, ...] = (
    source,
    schema,
    load,
    build,
    rehearse,
    ruling_readers,
    ready,
    exhaustion,
)
"""Modules whose docstrings list codes."""

_HEAD = re.compile(r"^(?:``[a-z-]+``(?:, |,$|$))+", re.MULTILINE)
_CODE = re.compile(r"``([a-z-]+)``")


def known_codes(more: Sequence[ModuleType] = ()) -> tuple[str, ...]:
    """Every code that has a page, sorted; ``more`` are modules that list codes too."""
    listed = [code for module in (*MODULES, *more) for code in pages(module)]
    return tuple(sorted({*checks.known_codes(), *listed}))


def explain(code: str, more: Sequence[ModuleType] = ()) -> str | None:
    """The manual page of ``code``, or None if nothing reports it."""
    page = checks.explain(code)
    for module in (*MODULES, *more):
        page = page or pages(module).get(code)
    return page


def pages(module: ModuleType) -> dict[str, str]:
    """The codes that a module's docstring lists, each with its text."""
    found: dict[str, str] = {}
    heads: list[str] = []
    body: list[str] = []
    for line in [*(inspect.getdoc(module) or "").splitlines(), ""]:
        if _HEAD.match(line) and not line.startswith(" "):
            _close(found, heads, body)
            heads += _CODE.findall(line)
        elif heads:
            body.append(line)
    _close(found, heads, body)
    return found


def _close(found: dict[str, str], heads: list[str], body: list[str]) -> None:
    text = textwrap.dedent("\n".join(body)).strip()
    found.update(dict.fromkeys(heads, text))
    heads.clear()
    body.clear()

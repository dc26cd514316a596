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

from validator import misspelt, variants
from validator.catalogue import build, expand, folders, load, schema, source, yaml_faults
from validator.catalogue.fields import fragments
from validator.catalogue.sheets import headers, read, rows, text_file, workbook
from validator.catalogue.translating import files as translating
from validator.checks import common_checks
from validator.citations import check as citations
from validator.citations import named_findings
from validator.coverage import report
from validator.play import ready, ruling_readers
from validator.registry import brought_checks
from validator.script import check as script
from validator.script import ending, table
from validator.script.checks import ends, idle, options, piles
from validator.script.meaning import never, references, values
from validator.script.steps import carrying, remembering, steering
from validator.setup import excluded, rehearse, zones
from validator.stated import check as stated
from validator.translations import entry, head, whole
from validator.trials import exhaustion
from validator.worth import notes

MODULES: tuple[ModuleType, ...] = (
    *(
        source,
        yaml_faults,
        schema,
        folders,
        load,
        build,
        fragments,
        expand,
        *(read, workbook, text_file, headers, rows),
        rehearse,
        excluded,
        zones,
    ),
    *(ruling_readers, ready, exhaustion, notes, report, variants, stated),
    *(citations, named_findings, misspelt, translating, entry, head, whole),
    *(script, references, values, never, remembering, steering, carrying, ending, table),
    *(ends, idle, options, piles),
    *dict.fromkeys(sys.modules[check.run.__module__] for check in common_checks()),
)
"""Modules whose docstrings list codes that any game may get."""

_OF_ONE_GAME = "\n\nOnly games with `module: {}` are checked for this."
_HEAD = re.compile(r"``([a-z-]+)``")


def known_codes(more: Sequence[ModuleType] = ()) -> tuple[str, ...]:
    """Every code that has a page, sorted; ``more`` are modules that list codes too."""
    every = (*MODULES, *game_modules(), *more)
    return tuple(sorted({code for module in every for code in pages(module)}))


def explain(code: str, more: Sequence[ModuleType] = ()) -> str | None:
    """The manual page of ``code``, or None if nothing reports it."""
    found = (pages(module).get(code) for module in (*MODULES, *game_modules(), *more))
    page = next((page for page in found if page is not None), None)
    owner = _owners().get(code)
    return page if page is None or owner is None else page + _OF_ONE_GAME.format(owner)


def contents(more: Sequence[ModuleType] = ()) -> tuple[str, ...]:
    """A line for every code, sorted: the code, and the one game that it belongs to."""
    owners = _owners()
    return tuple(
        f"{code} ({owners[code]} only)" if code in owners else code for code in known_codes(more)
    )


def game_modules() -> tuple[ModuleType, ...]:
    """Modules whose docstrings may list codes that only one game gets."""
    return tuple(dict.fromkeys(sys.modules[check.run.__module__] for check, _ in brought_checks()))


def _owners() -> dict[str, str]:
    """The codes that only one game gets, each with the rules module that brings its check."""
    return {code: name for check, name in brought_checks() for code in check.codes}


def pages(module: ModuleType) -> dict[str, str]:
    """The codes that a module's docstring lists, each with its text."""
    found: dict[str, list[str]] = {}
    page: list[str] = []
    for line in (inspect.getdoc(module) or "").splitlines():
        head = _HEAD.fullmatch(line)
        if head:
            page = found[head[1]] = []
        elif line and not line.startswith(" "):
            page = []
        else:
            page.append(line)
    return {code: textwrap.dedent("\n".join(lines)).strip() for code, lines in found.items()}

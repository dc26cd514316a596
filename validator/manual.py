"""The manual pages of finding codes: ``trilith explain CODE``.

A page stands in the docstring of the module that reports the code: a line of ``code`` marks and
an indented text, which ends with its examples. An example is a snippet below a line ``Bad::`` or
``Good::``; it is told as it stands, and a test runs it. ``tests/examples/README.md`` tells how to
write one.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path

_PACKAGES = Path(__file__).parent.parent
_CHECKS = sorted(
    path.stem
    for path in (_PACKAGES / "validator" / "checks").iterdir()
    if not path.name.startswith("_")
)

MODULES: tuple[str, ...] = tuple(
    f"validator.{name}"
    for name in (
        *(f"catalogue.{one}" for one in ("source", "parsing.values", "yaml_faults", "schema")),
        *("catalogue.folders", "catalogue.load", "catalogue.build"),
        *("catalogue.fields.fragments", "catalogue.expand"),
        *(
            f"catalogue.sheets.{one}"
            for one in ("read", "workbook", "text_file", "headers", "rows")
        ),
        *("setup.rehearse", "setup.excluded", "setup.zones"),
        *("play.ruling_readers", "play.ready", "trials.exhaustion", "trials.unoffered"),
        *("worth.notes", "coverage.report", "variants", "stated.check", "citations.check"),
        *("citations.named_findings", "misspelt", "catalogue.translating.files"),
        *(f"translations.{one}" for one in ("looks", "entry", "head", "whole")),
        *("script.check", "script.meaning.references", "script.meaning.values"),
        *("script.meaning.never", "script.steps.remembering", "script.steps.steering"),
        *("script.steps.carrying", "script.ending", "script.table"),
        *(f"script.checks.{one}" for one in ("ends", "idle", "options", "piles", "reach")),
        *(f"checks.{name}" for name in _CHECKS),
    )
)
"""Modules whose docstrings list codes that any game may get."""

_OF_ONE_GAME = "\n\nOnly games with `module: {}` are checked for this."
_HEAD = re.compile(r"``([a-z-]+)``")


def known_codes(more: Sequence[str] = ()) -> tuple[str, ...]:
    """Every code that has a page, sorted; ``more`` are modules that list codes too."""
    every = (*MODULES, *game_modules(), *more)
    return tuple(sorted({code for module in every for code in pages(module)}))


def explain(code: str, more: Sequence[str] = ()) -> str | None:
    """The manual page of ``code``, or None if nothing reports it."""
    page = _page(code, (*MODULES, *more))
    if page is not None:
        return page
    page = _page(code, game_modules())
    return page if page is None else page + _OF_ONE_GAME.format(_owners()[code])


def _page(code: str, modules: Sequence[str]) -> str | None:
    found = (pages(module).get(code) for module in modules)
    return next((page for page in found if page is not None), None)


def contents(more: Sequence[str] = ()) -> tuple[str, ...]:
    """A line for every code, sorted: the code, and the one game that it belongs to."""
    owners = _owners()
    return tuple(
        f"{code} ({owners[code]} only)" if code in owners else code for code in known_codes(more)
    )


def game_modules() -> tuple[str, ...]:
    """Modules whose docstrings may list codes that only one game gets; they are imported."""
    from validator.registry import brought_checks

    return tuple(dict.fromkeys(check.run.__module__ for check, _ in brought_checks()))


def _owners() -> dict[str, str]:
    """The codes that only one game gets, each with the rules module that brings its check."""
    from validator.registry import brought_checks

    return {code: name for check, name in brought_checks() for code in check.codes}


def pages(module: str) -> dict[str, str]:
    """The codes that a module's docstring lists, each with its text."""
    found: dict[str, list[str]] = {}
    page: list[str] = []
    for line in _docstring(module).splitlines():
        head = _HEAD.fullmatch(line)
        if head:
            page = found[head[1]] = []
        elif line and not line.startswith(" "):
            page = []
        else:
            page.append(line)
    return {code: textwrap.dedent("\n".join(lines)).strip() for code, lines in found.items()}


def _docstring(module: str) -> str:
    """The docstring of a module, which is not imported for it where its source lies here."""
    if module not in sys.modules:
        for path in _sources(module):
            if path.is_file():
                found = _DOCSTRING.match(path.read_text(encoding="utf-8"))
                return inspect.cleandoc(ast.literal_eval(found[0])) if found else ""
    return inspect.getdoc(importlib.import_module(module)) or ""


def _sources(module: str) -> Iterator[Path]:
    path = _PACKAGES.joinpath(*module.split("."))
    yield from (path.with_suffix(".py"), path / "__init__.py")


_DOCSTRING = re.compile(r'[rR]?"{3}.*?(?<!\\)"{3}', re.DOTALL)

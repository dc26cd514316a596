"""What ``trilith`` can do: one command a line, in the order of its help."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from types import ModuleType
from typing import Any

from generator.outputs.protocol import Output

COMMANDS: Mapping[str, str] = {
    "check": "generator.commands.check:check",
    "new": "generator.commands.new:new",
    "list": "generator.outputs.card_list:OUTPUT",
    "explain": "generator.commands.explain:explain",
    "rulings": "generator.commands.rulings:rulings",
    "setup": "generator.commands.setup:setup",
    "print": "generator.outputs.print_kit:OUTPUT",
    "calibrate": "generator.outputs.duplex_sheet:OUTPUT",
    "shop": "generator.outputs.shop_order:OUTPUT",
    "diff": "generator.outputs.differences:OUTPUT",
    "pictures": "generator.outputs.face_pictures:OUTPUT",
    "preview": "generator.outputs.preview:OUTPUT",
    "simulate": "generator.outputs.simulation:OUTPUT",
    "replay": "generator.outputs.replay:OUTPUT",
    "piles": "generator.outputs.piles:OUTPUT",
    "report": "generator.outputs.simulation_report:OUTPUT",
    "rules": "generator.commands.rules:rules",
}
"""Each command and the output or function behind it, imported when it is needed."""


def behind(command: str, commands: Mapping[str, str] = COMMANDS) -> Any:
    """The output or the function that carries a command out."""
    module, _, name = commands[command].partition(":")
    return getattr(importlib.import_module(module), name)


def outputs(commands: Mapping[str, str] = COMMANDS) -> Iterator[Output[Any]]:
    """Every registered output."""
    found = (behind(command, commands) for command in commands)
    yield from (one for one in found if isinstance(one, Output))


def reporting_modules(commands: Mapping[str, str] = COMMANDS) -> tuple[ModuleType, ...]:
    """The modules whose docstrings list codes that outputs report."""
    names = [one for output in outputs(commands) for one in output.reports]
    names += [where.partition(":")[0] for where in commands.values()]
    return tuple(importlib.import_module(name) for name in dict.fromkeys(names))

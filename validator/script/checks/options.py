"""Options of a script that cannot be told apart, or that nobody can ever take."""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.playing.steps import Choice, Choose
from validator.catalogue.playing.walk import nodes
from validator.catalogue.playing.words import AtTable
from validator.findings import Finding
from validator.script.checks.base import Script


def check_options(script: Script) -> Iterator[Finding]:
    """Options differ, and each is open at some table."""
    for node in nodes(script.play):
        if isinstance(node, Choose):
            yield from _same(script, node)
        if isinstance(node, Choice):
            yield from _closed(script, node)


def _same(script: Script, step: Choose) -> Iterator[Finding]:
    seen: set[str] = set()
    for choice in step.options:
        if choice.id in seen:
            message = f"two options are called {choice.id!r}"
            place = choice.places.get("id", choice.place)
            yield from script.error("play-option", place, message, "give each an id of its own")
        seen.add(choice.id)


def _closed(script: Script, choice: Choice) -> Iterator[Finding]:
    """An option whose `when` fails at every table, whatever is ruled."""
    rulings = any(
        isinstance(node, AtTable) and node.condition.ruling for node in nodes(choice.when)
    )
    closed = all(choice.place in shop.closed for shop in script.shops)
    if script.shops and closed and not rulings:
        message = f"the option {choice.id!r} is open at no table"
        hint = "mend `when`, or take the option out"
        place = choice.places.get("when", choice.place)
        yield from script.error("play-never", place, message, hint)

"""Steps that are never reached, and counters that begin where nobody expects it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from itertools import pairwise
from typing import Any

from validator.catalogue.playing.steps import EndGame, If, Leave
from validator.catalogue.playing.walk import nodes
from validator.findings import Finding
from validator.script.checks.base import Script

LEAVING = ("stop", "end_turn", "end_round")
"""Verbs behind which nothing is done."""


def check_reach(script: Script) -> Iterator[Finding]:
    """Every step can be reached, and counters begin where they say."""
    for steps in _blocks(script):
        for step, behind in pairwise(steps):
            if _leaves(step):
                message = "this step is never reached: the one before it always leaves"
                hint = "write it before that one, or give that one a `when`"
                yield from script.warning("play-unreached", behind.common.place, message, hint)
    for name, what in script.play.remember.items():
        said = f"remember.{name}.start" in script.play.places
        if what.kind == "number" and what.least < 0 < what.most and not said:
            message, hint = f"{name} begins at {what.least}, its least", "add `start: 0`"
            yield from script.warning("play-range", what.place, message, hint)
        if what.kind == "number" and what.least >= what.most:
            message = f"{name} can never change: it goes from {what.least} to {what.most}"
            yield from script.warning("play-range", what.place, message, "write a wider range")


def _blocks(script: Script) -> Iterator[tuple[Any, ...]]:
    """Every list of steps."""
    yield from script.play.procedures.values()
    for node in nodes(script.play):
        for one in fields(node):  # type: ignore[arg-type]
            value = getattr(node, one.name)
            if isinstance(value, tuple) and value and hasattr(value[0], "common"):
                yield value


def _leaves(step: Any) -> bool:
    """Tell whether nothing behind a step is done, whatever happens."""
    if step.common.when is not None or step.common.each is not None:
        return False
    match step:
        case If(then=then, otherwise=otherwise):
            return any(map(_leaves, then)) and any(map(_leaves, otherwise))
        case Leave():
            return step.common.verb in LEAVING
        case _:
            return isinstance(step, EndGame)

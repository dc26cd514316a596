"""What stands in a script, or on cards, and does nothing."""

from __future__ import annotations

from collections.abc import Iterator

from validator.findings import Finding
from validator.script.checks.base import Script


def check_idle(script: Script) -> Iterator[Finding]:
    """Everything that is written is used."""
    yield from _remembered(script)
    yield from _procedures(script)
    yield from _meanings(script)
    yield from _effects(script)


def _remembered(script: Script) -> Iterator[Finding]:
    read, written = script.read(), script.written()
    for name, what in script.play.remember.items():
        if name not in read:
            message, hint = f"nobody reads {name}", "take it out, or use it in a test or the score"
            yield from script.warning("play-idle", what.place, message, hint)
        elif name not in written:
            message, hint = f"{name} never changes", "change it by `set`, `add` or `roll`"
            yield from script.warning("play-idle", what.place, message, hint)


def _procedures(script: Script) -> Iterator[Finding]:
    ran = {name for shop in script.shops for name in shop.ran}
    for name in script.play.procedures:
        if name not in ran:
            place = script.play.places.get(f"procedures.{name}", script.play.place)
            message, hint = f"nobody runs the procedure {name!r}", "run it, or take it out"
            yield from script.warning("play-idle", place, message, hint)


def _meanings(script: Script) -> Iterator[Finding]:
    meant = {number for shop in script.shops for number in shop.meant}
    for number, meaning in enumerate(script.play.effects):
        if number not in meant:
            message = f"no card has an effect that this `{meaning.kind}` is for"
            hint = "take it out, or let a step carry out the effects of cards"
            yield from script.warning("play-idle", meaning.place, message, hint)


def _effects(script: Script) -> Iterator[Finding]:
    if script.uses_effects:
        return
    for component in script.game.components():
        if component.effects:
            message = f"no step carries out the effects of {component.id!r}"
            hint = "add `{do: effects, of: card}` where it is played"
            place = component.place_of("effects")
            yield from script.warning("play-effect-idle", place, message, hint)

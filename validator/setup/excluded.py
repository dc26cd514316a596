"""Cards in play whose player-count mark excludes the table, at the step that lays them out."""

from __future__ import annotations

from collections.abc import Iterator

from validator.catalogue.model import Game
from validator.catalogue.script import BOX, Common, Move, Remove
from validator.findings import Finding, Place, Severity
from validator.setup.compiled import CompiledSetup
from validator.setup.conditions import applies
from validator.setup.run import Run


def excluded(plan: CompiledSetup, run: Run) -> Iterator[tuple[Finding, frozenset[str]]]:
    """For each step that takes out cards which are not for this table and stay in play: what to
    do, and the pieces."""
    unfit = plan.pieces.not_for(plan.configuration.total)
    in_play = not unfit <= set(run.zones.get(BOX, ()))
    left = {
        piece
        for zone, items in (run.zones.items() if in_play else ())
        for piece in items
        if zone != BOX and piece in unfit
    }
    for step in _taking_out(plan) if left else ():
        pieces = frozenset(left & plan.pieces.meant(step.pieces, None))
        if pieces:
            yield _finding(plan, step.common.place, pieces, _hint(plan.game, step)), pieces
        left -= pieces
    if left:
        place = plan.pieces[min(left)].place_of("players")
        hint = "add a `remove` step behind the one that lays them out, or mend `players`"
        yield _finding(plan, place, frozenset(left), hint), frozenset(left)


def _finding(plan: CompiledSetup, place: Place, pieces: frozenset[str], hint: str) -> Finding:
    sets = dict.fromkeys(plan.pieces[piece].set_id for piece in sorted(pieces))
    names = " and ".join(plan.game.sets[one].name for one in sets)
    message = f"in play although `players` excludes the table: {names}"
    return Finding("setup-excluded", Severity.ERROR, plan.game.id, place, message, hint)


def _taking_out(plan: CompiledSetup) -> Iterator[Move]:
    """The steps that take pieces out of the box at this table."""
    for step in plan.game.setup.steps:
        counts = applies(step.common.when, plan.configuration, plan.rulings)
        if counts and isinstance(step, Move) and BOX in step.sources:
            yield step


def _hint(game: Game, step: Move) -> str:
    zone = step.targets[0]
    there = _removal(game, zone)
    if there is not None:
        return f"put the `remove` of line {there.line} directly behind this step, or mend `players`"
    group = _each(step.common)
    return f"add `{{do: remove, from: {zone}{group}}}` behind this step, or mend `players`"


def _removal(game: Game, zone: str) -> Place | None:
    """The step that removes cards from ``zone``, if there is one."""
    for step in game.setup.steps:
        if isinstance(step, Remove) and zone in step.zones:
            return step.common.place
    return None


def _each(common: Common) -> str:
    if common.each is None:
        return ""
    return f", each: {common.each.group or list(common.each.numbers)}"

"""The set-up of any game compiled for a table by itself: what lies where before the first turn."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from validator.catalogue.formulas import FormulaError, spot
from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import Script, steps_reached
from validator.catalogue.seats import Seat, rulings_in_force
from validator.compiler import expressions, names
from validator.compiler.context import CompileContext, Scope
from validator.compiler.program import compile_script, is_at_table
from validator.compiler.runtime.match import ScriptMatch, SetupEvent
from validator.compiler.table import ScriptTable, make_table
from validator.compiler.tables import lay_out
from validator.findings import Finding, Severity
from validator.play.match import O, Option, Tally
from validator.rng import Rng, Streams


@dataclass(frozen=True, slots=True)
class SetupRun:
    """A table after set-up: zones by name with the pieces in them, and what went wrong.

    ``events`` has what each step moved, ``before`` what lay in each zone before it was first
    shuffled, or in the end; both only of a run that was told. ``match`` is the table itself.
    """

    zones: Mapping[str, list[str]]
    problems: tuple[Finding, ...]
    match: ScriptMatch | None = None
    events: tuple[SetupEvent, ...] = ()
    before: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class CompiledSetup:
    """A table ready to be set up any number of times.

    ``table`` is None where the steps have faults, which ``findings`` tell; ``zones`` are those
    that there are at this table, as they are listed.
    """

    game: Game
    configuration: Configuration
    rulings: Mapping[str, str]
    seats: tuple[Seat, ...]
    table: ScriptTable | None
    findings: tuple[Finding, ...]
    context: CompileContext
    zones: tuple[str, ...] = ()

    def run(self, streams: Streams, told: bool = False) -> SetupRun:
        """Set the table up once; what seats choose is left to the luck of ``streams``."""
        if self.table is None:
            return SetupRun({}, self.findings)
        table = self.table
        match = table.lay(streams, Tally(table.program.tables.cards, [0] * len(table.sizes)))
        if told:
            match.events, match.laid = [], match.at.copy()
        match.set_up()
        match.ask = _ByChance(streams.rng("setup-choices"))
        match.go_on(match.pc)
        return self._result(match)

    def _result(self, match: ScriptMatch) -> SetupRun:
        tables = match.program.tables
        single = {at: name for name, at in tables.zone_at.items()}
        zones = {name: [tables.names[one] for one in match.z[at]] for at, name in single.items()}
        problems = tuple(
            Finding(code, Severity.ERROR, self.game.id, place, message, hint)
            for code, place, message, hint in match.problems
        )
        first = {
            name: [tables.names[one] for one in match.before.get(at, match.z[at])]
            for at, name in single.items()
        }
        before = {name: tuple(pieces) for name, pieces in first.items()}
        return SetupRun(zones, problems, match, tuple(match.events or ()), before)

    def ask(self, match: ScriptMatch, tree: ast.expr, beside: ast.expr | None = None) -> Any:
        """What a formula comes to after set-up; it may be compared with what stands ``beside`` it.

        Raises:
            FormulaError: it asks for what is not there, or is no number, word or truth.
        """
        context, scope, wanted = self.context, Scope(), None
        before = dict(context.findings)
        if beside is not None and names.is_bare(context, tree, scope):
            wanted = expressions.value(context, beside, scope).type
        found = expressions.value(context, tree, scope, wanted)
        faults = [one for one in context.findings if one not in before and not _is_nobodys(one)]
        context.findings = before
        if faults:
            raise FormulaError(faults[0].place, faults[0].message, faults[0].hint)
        given = {word: getattr(match, word) for word in ("z", "n", "r", "at", "owner")}
        known = {**getattr(match.program.deal, "__globals__"), **context.constants}  # noqa: B009
        value = eval(found.code, {**known, **given, "m": match})
        if found.type.kind not in ("number", "text", "yes_no") or value is None:
            message = f"`{ast.unparse(tree)}` is no number and no word"
            raise FormulaError(spot(tree), message, "write `count(...)`, or a field")
        return value


def _is_nobodys(fault: Finding) -> bool:
    """Tell whether a fault is a word in quotes that nothing has, and that is no slip of the pen."""
    return fault.message.startswith("this is never") and not fault.hint.startswith("did you mean")


class _ByChance:
    """Chooses any option with the same chance."""

    def __init__(self, luck: Rng) -> None:
        self.luck = luck

    def choose(self, seat: int, what: str, options: Sequence[O]) -> O:
        return options[self.luck.below(len(options))]

    def turn(self, seat: int) -> None:
        """Nobody has a turn before play begins."""

    def tell(self, seat: int, what: str, deed: Option) -> None:
        """Nobody is told."""


def compile_setup(
    game: Game, configuration: Configuration, rulings: Mapping[str, str] | None = None
) -> CompiledSetup:
    """Compile the set-up of ``game`` at ``configuration``; ``rulings`` overrides defaults.

    Faults of its steps are the findings. Of a play script only what the steps may use is read.
    """
    in_force = rulings_in_force(game, rulings or {})
    played = game.play or Script(place=game.setup.place)
    runs = (one for one in steps_reached(played, game.setup.steps) if one.verb == "run")
    ran, known = {str(one.values["what"]) for one in runs}, played.procedures
    needed = {name: one for name, one in known.items() if name in ran or ran - known.keys()}
    kept = ("place", "remember", "names", "teams")
    script = Script(procedures=needed, **{name: getattr(played, name) for name in kept})
    tables = lay_out(game, script, configuration, in_force)
    program, context = compile_script(tables, script)
    table = make_table(program, frozenset()) if program is not None else None
    there = tuple(name for name in game.setup.zones if is_at_table(context, name))
    found, seats = tuple(context.findings), tables.seats
    return CompiledSetup(game, configuration, in_force, seats, table, found, context, there)

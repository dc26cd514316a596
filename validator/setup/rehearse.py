"""Set up every legal table of every game, many times, and report what goes wrong.

Codes:

``setup-shortage``
    A step wants more pieces than there are. Bad: `{do: deal, from: deck, to: seat.hand,
    count: 9, each: seat}` with six seats and fifty cards. Good: a count that the fewest cards
    at the largest table can bear, or more copies.
``setup-contradiction``
    An `expect` step (a number the rules state) does not agree with what lies there. Bad:
    `{do: expect, zone: deck, count: 57}` where 56 cards are left. Good: the script, the parts
    or the number mended, whichever is wrong.
``setup-leftover``
    A zone that is only a help during set-up still holds something at the end. Bad: a zone
    `starters: {name: Starters, empties: true}` from which two of five are dealt. Good: a
    later `{do: move, from: starters, to: deck}` or `{do: return, from: starters}`.
``setup-excluded``
    A card whose player-count mark excludes the table is in play. Bad: a deck with a card
    `players: "5"` at three seats. Good: `{do: remove, from: deck}` before it is shuffled.
``setup-lost``
    A piece is in no zone or in two. No script can do this: it is a fault of the program.
``setup-script``, ``setup-read``, ``setup-field``, ``setup-track``
    A step names something that is not there: a zone that is not listed in `zones`, an unknown
    set, a card to read that is not dealt yet, a field the card has not, a track without the
    value. Bad: `{do: shuffle, zone: dekc}`. Good: `{do: shuffle, zone: deck}` with `deck` in
    `zones`.
``setup-ruling``
    A condition names a ruling or an option that game.yaml does not have. Bad:
    `when: {ruling: {X-HEN-12: bots}}`. Good: one of the options listed under `rulings`.
``setup-step-unused``
    A step that counts at no table. Bad: `when: {players: 6}` in a game for two to five.
    Good: a condition that some table in `configurations` meets.
``setup-missing``
    The game has no `setup.yaml`, so nothing is known of its table. Good: a file that begins
    with `kind: setup`; `trilith new` writes a small one to learn from.
``setup-unused``
    No step ever takes pieces of a set out of the box. Bad: 24 coins in the parts list and no
    `{do: place, set: coin, ...}`. Good: the step that lays them out.
``setup-under-ruling``
    A note: under another option of a ruling, the set-up does not work out. It may well be the
    reason why that option is not the default.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from validator.catalogue.model import Catalogue, Configuration, Game, Ruling
from validator.catalogue.script import BOX, SetupStep
from validator.catalogue.tables import LaidTable, Tables
from validator.findings import Finding, Severity
from validator.rng import Streams
from validator.setup.compiled import CompiledSetup, by_chance, compile_setup
from validator.setup.conditions import applies, rulings_in_force
from validator.setup.deal import tidy
from validator.setup.legal import table_name, table_words
from validator.setup.pieces import Pieces, lost_and_doubled
from validator.setup.run import Run
from validator.setup.steps import selections_of

SEEDS = 20
"""Set-ups at each table; a shortage that depends on luck at 1 in 5 is missed once in 86."""
SEEDS_OF_OPTION = 3
"""Set-ups at each table for each other option of a ruling."""


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """The tables of all games (one seed each) and the findings of all seeds."""

    tables: Tables
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class _Trouble:
    finding: Finding
    configuration: Configuration
    seed: int


def rehearse(catalogue: Catalogue, seeds: int = SEEDS) -> Rehearsal:
    """Set up every game of ``catalogue`` at every legal table with ``seeds`` seeds."""
    tables: list[LaidTable] = []
    findings: list[Finding] = []
    for game in catalogue.games.values():
        if not game.complete or game.is_box:
            continue
        if not game.setup.steps:
            findings.append(_no_script(game))
        elif game.configurations:
            findings.extend(script_findings(game))
            findings.extend(_rehearse(game, seeds, tables))
    return Rehearsal(tuple(tables), tuple(dict.fromkeys(findings)))


def _no_script(game: Game) -> Finding:
    message = "the game has no set-up script"
    hint = "add a setup.yaml; `trilith new` writes one to learn from"
    return Finding("setup-missing", Severity.WARNING, game.id, game.place, message, hint)


def _rehearse(game: Game, seeds: int, tables: list[LaidTable]) -> Iterator[Finding]:
    pieces = Pieces(game)
    trouble: list[_Trouble] = []
    for configuration in game.configurations:
        plan = compile_setup(game, configuration, pieces=pieces)
        trouble.extend(_trouble(plan, seeds))
        tables.append(_laid(plan, None))
    yield from _gathered(game, trouble)
    for ruling, option in _switches(game):
        yield from _under(game, ruling, option, pieces, tables)


def _under(
    game: Game, ruling: Ruling, option: str, pieces: Pieces, tables: list[LaidTable]
) -> Iterator[Finding]:
    trouble: list[_Trouble] = []
    for configuration in game.configurations:
        plan = compile_setup(game, configuration, {ruling.id: option}, pieces=pieces)
        trouble.extend(_trouble(plan, SEEDS_OF_OPTION))
        tables.append(_laid(plan, (ruling.id, option)))
    for finding in _gathered(game, trouble, f"{ruling.id}={option}"):
        message = f"under {ruling.id}={option}: {finding.message}"
        yield Finding(
            "setup-under-ruling", Severity.NOTE, game.id, finding.place, message, finding.hint
        )


def _switches(game: Game) -> Iterator[tuple[Ruling, str]]:
    """The rulings that steps depend on, with each option that is not the default."""
    asked = {name for step in game.setup.steps for name, _ in step.common.rulings}
    for ruling in game.rulings:
        if ruling.id in asked:
            yield from ((ruling, option) for option in ruling.options if option != ruling.default)


def _trouble(plan: CompiledSetup, seeds: int) -> Iterator[_Trouble]:
    for seed in range(seeds):
        run = _run(plan, seed)
        for finding in [*run.problems, *_aftermath(plan, run)]:
            yield _Trouble(finding, plan.configuration, seed)
        if not plan.operations:
            return


def _run(plan: CompiledSetup, seed: int) -> Run:
    streams = Streams(seed, plan.game.id, table_name(plan.configuration), 0)
    return plan.run(streams.rng("setup"), by_chance(streams.rng("setup-choices")))


def _laid(plan: CompiledSetup, ruling: tuple[str, str] | None) -> LaidTable:
    zones = tidy(plan, _run(plan, 0).zones)
    return LaidTable(plan.game.id, plan.configuration, zones, ruling)


def _aftermath(plan: CompiledSetup, run: Run) -> Iterator[Finding]:
    """What is wrong with the table when the script is done."""
    game = plan.game
    for zone, label in game.setup.zones.items():
        left = len(run.zones.get(zone, ()))
        if label.empties and left:
            message = f"{left} pieces are left in {zone!r}, which should be empty after set-up"
            hint = "move them on, or return them to the box"
            yield Finding("setup-leftover", Severity.ERROR, game.id, label.place, message, hint)
    yield from _excluded(plan, run)
    lost, doubled = lost_and_doubled(run.zones, run.pieces)
    for piece in (*lost, *doubled):
        message = f"the piece {piece!r} is {'lost' if piece in lost else 'in two places'}"
        hint = "report this: a script cannot do it"
        yield Finding("setup-lost", Severity.ERROR, game.id, game.setup.place, message, hint)


def _excluded(plan: CompiledSetup, run: Run) -> Iterator[Finding]:
    total = plan.configuration.total
    unfit = plan.pieces.not_for(total)
    for zone, items in run.zones.items() if unfit else ():
        out = [piece for piece in items if piece in unfit and zone != BOX]
        if out:
            card = run.pieces[out[0]]
            message = f"{len(out)} cards not for {total} seats lie in {zone!r}, such as {card.id!r}"
            hint = f"add `{{do: remove, from: {zone}}}` to the set-up, or mend the marks"
            place = card.place_of("players")
            yield Finding("setup-excluded", Severity.ERROR, plan.game.id, place, message, hint)


def _gathered(game: Game, trouble: Iterable[_Trouble], ruling: str = "") -> Iterator[Finding]:
    """One finding for the same trouble at several tables and seeds, with how to see it again."""
    groups: dict[Finding, list[_Trouble]] = {}
    for one in trouble:
        groups.setdefault(one.finding, []).append(one)
    for finding, cases in groups.items():
        tables = dict.fromkeys(
            table_words(one.configuration.players, one.configuration.bots) for one in cases
        )
        everywhere = len(tables) == len(game.configurations)
        where = "at every table" if everywhere else f"with {'; '.join(tables)}"
        again = f"see it: {_command(game, cases[0], ruling)}"
        yield Finding(
            finding.code,
            finding.severity,
            finding.game,
            finding.place,
            f"{finding.message} ({where})",
            f"{finding.hint}; {again}",
        )


def _command(game: Game, case: _Trouble, ruling: str) -> str:
    bots = f" --bots {case.configuration.bots}" if case.configuration.bots else ""
    switch = f" --ruling {ruling}" if ruling else ""
    table = f"--players {case.configuration.players}{bots}"
    return f"trilith setup {game.id} {table} --seed {case.seed}{switch}"


def script_findings(game: Game) -> Iterator[Finding]:
    """Sets that stay in the box, conditions that name nothing, conditions that never hold."""
    yield from _unused_sets(game)
    options = {ruling.id: ruling.options for ruling in game.rulings}
    for step in game.setup.steps:
        faults = list(_ruling_faults(step, options))
        for message, hint in faults:
            yield Finding("setup-ruling", Severity.ERROR, game.id, step.common.place, message, hint)
        if not faults and not _can_hold(step, game):
            message = "this step counts at no table: its `when` can never hold"
            if len(step.common.when) > 1:
                message = "a condition of this step's `when` can never hold"
            hint = "mend `when`, or take the step out"
            yield Finding(
                "setup-step-unused", Severity.WARNING, game.id, step.common.place, message, hint
            )


def _unused_sets(game: Game) -> Iterator[Finding]:
    named = {selection.set_id for step in game.setup.steps for selection in selections_of(step)}
    for component_set in game.sets.values():
        own = component_set.place.file.split("/")[-2:-1] == [game.id]
        if own and component_set.id not in named:
            message = f"the set-up never takes {component_set.name} out of the box"
            hint = f"add `{{do: place, set: {component_set.id}, to: ...}}`"
            place = component_set.place
            yield Finding("setup-unused", Severity.WARNING, game.id, place, message, hint)


def _ruling_faults(
    step: SetupStep, options: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[str, str]]:
    for name, option in step.common.rulings:
        if name not in options:
            known = ", ".join(options) or "none"
            yield f"there is no ruling {name!r} in game.yaml", f"rulings: {known}"
        elif option not in options[name]:
            yield f"{name} has no option {option!r}", f"options: {', '.join(options[name])}"


def _can_hold(step: SetupStep, game: Game) -> bool:
    """Tell whether each condition of the step holds at some table."""
    return all(
        any(
            applies([condition], configuration, rulings_in_force(game, condition.ruling))
            for configuration in game.configurations
        )
        for condition in step.common.when
    )

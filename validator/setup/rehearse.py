"""Every legal table of every game set up many times, and what goes wrong."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from validator.catalogue.model import (
    OF_EVERY_COMPONENT,
    Catalogue,
    Configuration,
    Game,
    Ruling,
    SetupTable,
    Tables,
    WhenEmpty,
    place_in,
    usual,
    value_of,
)
from validator.catalogue.script import zones_named
from validator.catalogue.setup_script import (
    BOX,
    Locate,
    Remove,
    SetupChoose,
    SetupMove,
    SetupShuffle,
    SetupStep,
)
from validator.findings import Finding, Place, Severity, did_you_mean
from validator.rng import Streams
from validator.setup.deal import (
    CompiledSetup,
    by_chance,
    compile_setup,
    tidy,
)
from validator.catalogue.seats import (
    Pieces,
    SetupRun,
    applies,
    component_id,
    find_lost_and_doubled,
    plain_zone,
    rulings_in_force,
    seats_of,
    table_name,
    table_words,
)
from validator.setup.plan import is_declared, selections_of, zones_of


def check_excluded(plan: CompiledSetup, run: SetupRun) -> Iterator[tuple[Finding, frozenset[str]]]:
    """For each step that takes out cards which are not for this table and stay in play: what to
    do, and the pieces."""
    unfit = plan.pieces.not_for(plan.configuration.total)
    in_play = bool(unfit) and not unfit.issubset(run.zones.get(BOX, ()))
    left = {
        piece
        for zone, items in (run.zones.items() if in_play else ())
        for piece in items
        if zone != BOX and piece in unfit
    }
    for step in plan.game.setup.steps if left else ():
        if not isinstance(step, SetupMove) or BOX not in step.sources:
            continue
        if not applies(step.when, plan.configuration, plan.rulings):
            continue
        pieces = frozenset(left & plan.pieces.select(step.pieces, None))
        if pieces:
            yield _finding(plan, step.place, pieces, _hint(plan.game, step)), pieces
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


def _hint(game: Game, step: SetupMove) -> str:
    zone = step.targets[0]
    for other in game.setup.steps:
        if isinstance(other, Remove) and zone in other.zones:
            line = other.place.line
            return f"put the `remove` of line {line} directly behind this step, or mend `players`"
    group = f", each: {step.each.group or list(step.each.numbers)}" if step.each else ""
    return f"add `{{do: remove, from: {zone}{group}}}` behind this step, or mend `players`"


_HOLE = re.compile(r"\{([^}]*)\}")


def check_zones(catalogue: Catalogue, tables: Tables) -> Iterator[Finding]:
    """Every zone has a use, every seat its share, and what is dealt was shuffled.

    ``tables`` are those of the rehearsal; games that were not rehearsed are left out.
    """
    for game in catalogue.games.values():
        if game.complete and game.setup.steps and game.configurations:
            named = {plain_zone(zone) for step in game.setup.steps for zone in zones_of(step)}
            named |= {
                plain_zone(zone)
                for pile in game.piles
                for zone in (pile.zone, pile.discard)
                if zone
            }
            named |= zones_named(game.play) & game.setup.zones.keys() if game.play else set()
            written = {name for zone in named - {BOX} for name in _fill_hole(game, zone)}
            for zone, label in game.setup.zones.items():
                if label.board:
                    continue  # pieces come to its spaces in play
                if game.module is not None and label.faces is not None:
                    continue  # its rules module fills it in play, and who sees it is told here
                if not any(zone == name or is_declared(name, [zone]) for name in written):
                    message = f"no step and no pile uses the zone {zone!r}"
                    hint = "take it out, or leave room for it: {do: room, zone: " + zone + "}"
                    yield _warning(game, "zone-unused", label.place, message, hint)
            yield from _check_shuffled(game)
            yield from _empty_seats(game, usual(tables, game.id))


def _fill_hole(game: Game, zone: str) -> Iterator[str]:
    """A name with its first hole filled by every value of that field; as it is without one."""
    hole = _HOLE.search(zone)
    found = (value_of(one, hole[1]) for one in game.components()) if hole else ()
    values = {str(value) for value in found if value is not None}
    if hole is None or hole[1] in OF_EVERY_COMPONENT or not values:
        yield zone
        return
    for value in sorted(values):
        yield from _fill_hole(game, zone.replace(hole[0], value))


def _targets(step: SetupStep) -> tuple[str, ...]:
    match step:
        case SetupMove(targets=targets):
            return targets
        case SetupChoose(target=target) | Locate(target=target):
            return (target,)
        case _:
            return ()


def _check_shuffled(game: Game) -> Iterator[Finding]:
    """Follow the script: what was put down since a zone was last shuffled?"""
    put: dict[str, SetupMove] = {}
    for step in game.setup.steps:
        if isinstance(step, SetupShuffle):
            for zone in step.zones:
                put.pop(zone, None)
        if isinstance(step, SetupMove):
            for zone in step.sources if step.verb == "deal" else ():
                if zone in put and _differ(game, put.pop(zone)):
                    message = f"{zone!r} is dealt from, but was not shuffled"
                    hint = f"add `{{do: shuffle, zone: {zone}}}` before it"
                    place = place_in(step, "from")
                    yield _warning(game, "setup-unshuffled", place, message, hint)
            put.update((zone, step) for zone in step.targets if zone != BOX)
    for pile in game.piles:
        deck = pile.discard is not None or pile.when_empty is WhenEmpty.RESHUFFLE
        if deck and pile.zone in put and _differ(game, put[pile.zone]):
            message = f"the pile {pile.id!r} is never shuffled"
            hint = f"add `{{do: shuffle, zone: {pile.zone}}}` behind this step"
            place = put[pile.zone].place
            yield _warning(game, "setup-unshuffled", place, message, hint)


def _differ(game: Game, step: SetupMove) -> bool:
    """Tell whether the pieces of a step may be different ones."""
    found = game.sets.get(step.pieces.set_id or "")
    return found is None or len(found.components) > 1


def _empty_seats(game: Game, tables: Tables) -> Iterator[Finding]:
    holes = [
        plain_zone(zone) for step in game.setup.steps for zone in zones_of(step) if "{" in zone
    ]
    for zone, label in game.setup.zones.items():
        fixed = zone.startswith("seat.") and not zone.endswith("*") and not label.empties
        if fixed and not any(is_declared(hole, [zone]) for hole in holes):
            yield from _shares(game, zone, tables)


def _shares(game: Game, zone: str, tables: Tables) -> Iterator[Finding]:
    for kind in ("human", "bot"):
        shares = [
            (table, name, number)
            for table in tables
            for name, number in _count_held(game, table, zone, kind).items()
        ]
        lacking = next((one for one in shares if not one[2]), None)
        if lacking is None or not any(number for *_, number in shares):
            continue
        table, name, _ = lacking
        words = table_words(table.configuration.players, table.configuration.bots)
        message = f"with {words}, {name} has nothing in {zone!r} where others have"
        hint = "let the step count for every seat and table; what one seat has lies in another zone"
        steps = [step for step in game.setup.steps if zone in _targets(step)]
        place = game.setup.zones[zone].place
        if len(steps) == 1:
            place = place_in(steps[0], "when" if steps[0].when else "each")
        yield Finding("seat-empty", Severity.ERROR, game.id, place, message, hint)


def _warning(game: Game, code: str, place: Place, message: str, hint: str) -> Finding:
    return Finding(code, Severity.WARNING, game.id, place, message, hint)


def _count_held(game: Game, table: SetupTable, zone: str, kind: str) -> Mapping[str, int]:
    """How many pieces each seat of a kind has in its zone."""
    return {
        str(seat): len(table.zones.get(seat.name + zone.removeprefix("seat"), ()))
        for seat in seats_of(game, table.configuration)
        if seat.kind == kind
    }


SEEDS = 20
"""Set-ups at each table; a shortage that depends on luck at 1 in 5 is missed once in 86."""
SEEDS_OF_OPTION = 3
"""Set-ups at each table for each other option of a ruling."""
_SEAT_OR_COUNT = re.compile(r"(?:bot at )?seat ?\d+(?: \(\w+\))?|only|none|is|are|\d+")
"""What differs in a message where a step fails for several seats or at several tables."""


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
    pieces: frozenset[str] = frozenset()


def rehearse(catalogue: Catalogue, seeds: int = SEEDS) -> Rehearsal:
    """Set up every game of ``catalogue`` at every legal table with ``seeds`` seeds."""
    tables: list[SetupTable] = []
    findings: list[Finding] = []
    for game in catalogue.games.values():
        if not game.complete or game.is_box:
            continue
        if not game.setup.steps:
            message = "the game has no set-up script"
            hint = "add a setup.yaml; `trilith new` writes one to learn from"
            findings.append(
                Finding("setup-missing", Severity.WARNING, game.id, game.place, message, hint)
            )
        elif game.configurations:
            findings.extend(script_findings(game))
            findings.extend(_rehearse(game, seeds, tables))
    return Rehearsal(tuple(tables), tuple(dict.fromkeys(findings)))


def _rehearse(game: Game, seeds: int, tables: list[SetupTable]) -> Iterator[Finding]:
    pieces = Pieces(game)
    trouble, usual = _try_tables(game, pieces, seeds)
    tables.extend(usual)
    told = tuple(_gather_findings(game, trouble))
    yield from told
    known = {(finding.code, finding.place) for finding in told}
    for ruling, option in _switches(game):
        trouble, others = _try_tables(game, pieces, SEEDS_OF_OPTION, (ruling.id, option), usual)
        tables.extend(others)
        for finding in _gather_findings(game, trouble, f"{ruling.id}={option}"):
            if (finding.code, finding.place) not in known:
                yield _as_note(finding, ruling, option)


def _as_note(finding: Finding, ruling: Ruling, option: str) -> Finding:
    """What goes wrong under another option of a ruling only, which may well be why it is none."""
    return replace(
        finding,
        code="setup-under-ruling",
        severity=Severity.NOTE,
        message=f"under {ruling.id}={option}: {finding.message}",
        settled=ruling.id,
    )


def _switches(game: Game) -> Iterator[tuple[Ruling, str]]:
    """The rulings that steps depend on, with each option that is not the default."""
    asked = {name for step in game.setup.steps for name, _ in step.rulings}
    for ruling in game.rulings:
        if ruling.id in asked:
            yield from ((ruling, option) for option in ruling.options if option != ruling.default)


def _try_tables(
    game: Game,
    pieces: Pieces,
    seeds: int,
    ruling: tuple[str, str] | None = None,
    usual: Sequence[SetupTable] = (),
) -> tuple[list[_Trouble], list[SetupTable]]:
    """What goes wrong at every table with some seeds, and the tables of the first one.

    Where an option changes no step, the table is as ``usual``, and so is what goes wrong there.
    """
    trouble: list[_Trouble] = []
    tables: list[SetupTable] = []
    rulings = dict([ruling] if ruling else [])
    for at, configuration in enumerate(game.configurations):
        if usual and not _differs(game, configuration, rulings):
            tables.append(replace(usual[at], ruling=ruling))
            continue
        plan = compile_setup(game, configuration, rulings, pieces=pieces)
        for seed in range(seeds if plan.operations else 1):
            run = _run(plan, seed)
            for finding in [*run.problems, *_aftermath(plan, run)]:
                trouble.append(_Trouble(finding, configuration, seed))
            for finding, excluded in check_excluded(plan, run):
                trouble.append(_Trouble(finding, configuration, seed, excluded))
            if seed == 0:
                tables.append(SetupTable(game.id, configuration, tidy(plan, run.zones), ruling))
    return trouble, tables


def _differs(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> bool:
    """Tell whether a step counts at a table by default or under these rulings, but not both."""
    default, other = rulings_in_force(game, {}), rulings_in_force(game, rulings)
    return any(
        applies(step.when, configuration, default) != applies(step.when, configuration, other)
        for step in game.setup.steps
        if step.rulings
    )


def _run(plan: CompiledSetup, seed: int) -> SetupRun:
    streams = Streams(seed, plan.game.id, table_name(plan.configuration), 0)
    return plan.run(streams.rng("setup"), by_chance(streams.rng("setup-choices")))


def _aftermath(plan: CompiledSetup, run: SetupRun) -> Iterator[Finding]:
    """What is wrong with the table when the script is done."""
    game = plan.game
    for zone, label in game.setup.zones.items():
        left = len(run.zones.get(zone, ())) if label.empties else 0
        if left:
            message = f"{left} pieces are left in {zone!r}, which should be empty after set-up"
            hint = "move them on, or return them to the box"
            yield Finding("setup-leftover", Severity.ERROR, game.id, label.place, message, hint)
    lost, doubled = find_lost_and_doubled(run.zones, run.pieces)
    for piece in (*lost, *doubled):
        message = f"the piece {piece!r} is {'lost' if piece in lost else 'in two places'}"
        hint = "report this: a script cannot do it"
        yield Finding("setup-lost", Severity.ERROR, game.id, game.setup.place, message, hint)


def _gather_findings(
    game: Game, trouble: Iterable[_Trouble], ruling: str = ""
) -> Iterator[Finding]:
    """One finding for the same trouble at several seats, tables and seeds, and how to see it."""
    groups: dict[tuple[str, Place, str], list[_Trouble]] = {}
    for one in trouble:
        alike = " ".join(_SEAT_OR_COUNT.sub("", one.finding.message).split())
        key = (one.finding.code, one.finding.place, alike)
        groups.setdefault(key, []).append(one)
    for cases in groups.values():
        tables = dict.fromkeys(
            table_words(one.configuration.players, one.configuration.bots) for one in cases
        )
        everywhere = len(tables) == len(game.configurations)
        where = "at every table" if everywhere else f"with {'; '.join(tables)}"
        again = f"see it: {_command(game, cases[0], ruling)}"
        first = cases[0].finding
        message, hint = f"{_common_count(cases)} ({where})", f"{first.hint}; {again}"
        yield replace(first, message=message, hint=hint)


def _common_count(cases: Sequence[_Trouble]) -> str:
    """What the cases have in common: how many pieces it is about, or how many more are like it."""
    message = cases[0].finding.message
    pieces = sorted(frozenset().union(*(one.pieces for one in cases)))
    if pieces:
        many = f"{len(pieces)} pieces" if len(pieces) > 1 else "one piece"
        return f"{message}, {many}, such as {component_id(pieces[0])!r}"
    others = len({one.finding.message for one in cases}) - 1
    return f"{message}, and {others} more like it" if others else message


def _command(game: Game, case: _Trouble, ruling: str) -> str:
    bots = f" --bots {case.configuration.bots}" if case.configuration.bots else ""
    switch = f" --ruling {ruling}" if ruling else ""
    table = f"--players {case.configuration.players}{bots}"
    return f"trilith setup {game.id} {table} --seed {case.seed}{switch}"


def script_findings(game: Game) -> Iterator[Finding]:
    """Sets that stay in the box, conditions that name nothing, conditions that never hold."""
    yield from _check_sets_used(game)
    options = {ruling.id: ruling.options for ruling in game.rulings}
    for step in game.setup.steps:
        faults = list(_ruling_faults(step, options))
        for name, message, hint in faults:
            place = _when_place(step, name)
            yield Finding("setup-ruling", Severity.ERROR, game.id, place, message, hint)
        if not faults and not _can_hold(step, game):
            message = "this step counts at no table: its `when` can never hold"
            if len(step.when) > 1:
                message = "a condition of this step's `when` can never hold"
            hint = "mend `when`, or take the step out"
            place = place_in(step, "when")
            yield Finding("setup-step-unused", Severity.WARNING, game.id, place, message, hint)


def _check_sets_used(game: Game) -> Iterator[Finding]:
    named = {selection.set_id for step in game.setup.steps for selection in selections_of(step)}
    for component_set in game.sets.values():
        own = component_set.place.file.split("/")[-2:-1] == [game.id]
        if own and component_set.id not in named:
            message = f"the set-up never takes {component_set.name} out of the box"
            hint = f"add `{{do: place, set: {component_set.id}, to: ...}}`"
            place = place_in(component_set, "set")
            yield Finding("setup-unused", Severity.WARNING, game.id, place, message, hint)


def _ruling_faults(
    step: SetupStep, options: Mapping[str, Mapping[str, str]]
) -> Iterator[tuple[str, str, str]]:
    for name, option in step.rulings:
        if name not in options:
            known = ", ".join(options) or "none"
            hint = did_you_mean(name, options, f"write it under `rulings` there (now: {known})")
            yield name, f"there is no ruling {name!r} in game.yaml", hint
        elif option not in options[name]:
            yield name, f"{name} has no option {option!r}", f"options: {', '.join(options[name])}"


def _when_place(step: SetupStep, ruling: str) -> Place:
    """Where the condition of a step names a ruling."""
    places = step.places
    named = (place for key, place in places.items() if key.endswith(f"ruling.{ruling}"))
    return next(named, step.place)


def _can_hold(step: SetupStep, game: Game) -> bool:
    """Tell whether each condition of the step holds at some table."""
    return all(
        any(
            applies([condition], configuration, rulings_in_force(game, condition.ruling))
            for configuration in game.configurations
        )
        for condition in step.when
    )

"""What of a play script no game of many ever used."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from validator.catalogue.formulas import names_in
from validator.catalogue.model import Game
from validator.catalogue.script import (
    Meaning,
    Option,
    Pick,
    Script,
    Step,
    formulas,
    nodes,
    options_of,
    zones_named,
)
from validator.catalogue.seats import table_name
from validator.checks.pieces import note
from validator.findings import Finding, Place
from validator.simulation.trials import TrialResult

MOVED_BY = ("from", "to", "change")
"""Keys of steps that say where pieces come from or go to."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The games of a game with a play script, at all its tables, under all policies."""

    game: Game
    play: Script
    results: Sequence[TrialResult]

    def note(self, code: str, place: Place, message: str, hint: str) -> Finding:
        """A note of what did not happen in these games."""
        games = sum(result.totals.games for result in self.results)
        said = f"{message} in {games:,} games"
        return note(self.game, code, place, said, hint)


def check_unused(results: Sequence[TrialResult]) -> Iterator[Finding]:
    """What of play scripts nobody is offered, takes, does or moves, at any table, by any policy."""
    for game in {result.plan.game.id: result.plan.game for result in results}.values():
        if game.play is not None:
            own = [result for result in results if result.plan.game.id == game.id]
            seen = Seen(game, game.play, own)
            for check in (_check_unoffered, _check_untaken, _check_unasked, _check_unmoved):
                yield from check(seen)


def _check_unoffered(seen: Seen) -> Iterator[Finding]:
    """The questions and options that came up at no table, under no policy."""
    numbers = {number for result in seen.results for number in result.totals.offered}
    offered = {place for place, at in options_of(seen.play).items() if at in numbers}
    roots = (seen.play.begin, seen.play.turn, seen.play.round, seen.play.effects)
    for one in _find_unoffered(seen.play, roots, offered):
        message = f"nobody was offered {getattr(one, 'id', '')!r}"
        if isinstance(one, Step):
            message = f"nobody was asked this ({one.values.get('says', 'chooses')!r})"
        hint = "see whether its `when` and `where` can ever hold, and whether play gets there"
        yield seen.note("play-unoffered", one.place, message, hint)


def _check_untaken(seen: Seen) -> Iterator[Finding]:
    """Options that somebody was offered, and that no player took."""
    offered = {number for result in seen.results for number in result.totals.offered}
    taken = {number for result in seen.results for number in result.totals.usage.taken}
    numbers = options_of(seen.play)
    for option in nodes(seen.play):
        if isinstance(option, Option) and numbers[option.place] in offered - taken:
            hint = "let it be open more often, or be worth more; `wants` says what players look for"
            message = f"nobody took {option.id!r}, which was offered,"
            yield seen.note("play-untaken", option.place, message, hint)


def _check_unasked(seen: Seen) -> Iterator[Finding]:
    """Seats of people that decide nothing at a table where others do."""
    asked: dict[str, set[int]] = {}
    seats: dict[str, set[int]] = {}
    for result in seen.results:
        table = table_name(result.plan.configuration)
        asked.setdefault(table, set()).update(result.totals.usage.asked)
        seats[table] = {*range(len(result.frame.seats))} - {*result.frame.bots}
    idle = {
        seat: table
        for table in reversed(asked)
        for seat in seats[table] - asked[table]
        if asked[table]
    }
    place = seen.play.places.get("turn" if seen.play.turn else "round", seen.play.place)
    for seat, table in sorted(idle.items()):
        message = f"seat {seat + 1} at the table {table} was asked nothing"
        hint = "see whether it comes to its turn, and whether any option is open to it then"
        yield seen.note("play-unasked", place, message, hint)


def _check_unmoved(seen: Seen) -> Iterator[Finding]:
    """Zones that nothing left or came to, but for those that are only there to be looked at."""
    held: set[str] = set()
    moved: set[str] = set()
    there: set[str] = set()
    for usage in (result.totals.usage for result in seen.results):
        there |= usage.held.keys()
        held |= {name for name, games in usage.held.items() if games}
        moved |= {name for name, games in usage.moved.items() if games}
    meant, dealt = _zones_of_moves(seen.play), _zones_of_moves(seen.game.setup.steps)
    ruled = zones_named(tuple(node for node in nodes(seen.play) if _is_ruled(seen.play, node)))
    for name, label in seen.game.setup.zones.items():
        looked_at = name in held or label.board  # a board of spaces that only say something
        idle = name in meant if looked_at else name not in dealt
        if name in there - moved - ruled and idle:
            message = f"nothing came into the zone {name!r} or left it"
            hint = "take it out, or see whether the steps that would use it are ever reached"
            yield seen.note("play-unmoved", label.place, message, hint)


def _zones_of_moves(thing: object) -> set[str]:
    """What steps and picks may name as zones that pieces come from or go to."""
    given = [
        node.of if isinstance(node, Pick) else tuple(node.values.get(key) for key in MOVED_BY)
        for node in nodes(thing)
        if isinstance(node, Pick | Step)
    ]
    return zones_named(tuple(given))


def _find_unoffered(
    play: Script, thing: object, offered: Collection[Place], inside: tuple[str, ...] = ()
) -> Iterator[Step | Option]:
    """What is unoffered in part of a script, outermost, but for all that hangs on a ruling.

    Procedures are gone through wherever they are run, unless that is ``inside`` of themselves.
    """
    if _is_ruled(play, thing):
        return
    match thing:
        case Step(values={"options": options}) if not any(
            one.place in offered or _is_ruled(play, one) for one in options
        ):
            yield thing
        case Option(place=place) if place not in offered:
            yield thing
        case Step(verb="run", values={"what": what}):
            if what not in inside:
                steps = play.procedures[what].steps
                yield from _find_unoffered(play, steps, offered, (*inside, what))
        case Step(values=values) | Option(values=values):
            parts = (*values.values(), getattr(thing, "then", ()))
            yield from _find_unoffered(play, parts, offered, inside)
        case Meaning(then=then):
            yield from _find_unoffered(play, then, offered, inside)
        case tuple():
            yield from chain(*[_find_unoffered(play, part, offered, inside) for part in thing])


def _is_ruled(play: Script, thing: object) -> bool:
    """Tell whether a step or an option is done only as a ruling says, or a name that asks one."""
    values = thing.values if isinstance(thing, Step | Option) else {}
    tests = tuple(values[key] for key in ("when", "if") if key in values)
    named = {name for one in formulas(tests) for name in names_in(one.tree)}
    meant = tuple(play.names[name].formula for name in named & play.names.keys())
    return "ruling" in named or any("ruling" in names_in(one.tree) for one in meant)

"""A table of a game that is played from data: what a rules module offers, made from its script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from validator.catalogue.model import Configuration, Form, Game, Pile
from validator.catalogue.script import is_won_together
from validator.catalogue.seats import Seat, instances, table_name
from validator.catalogue.setup_script import BOX
from validator.compiler.program import compile_script
from validator.compiler.rates import count_taken_in_all
from validator.compiler.runtime.ahead import PlayedMatch
from validator.compiler.runtime.program import Program
from validator.compiler.tables import lay_out
from validator.findings import UsageError
from validator.play.match import Tally
from validator.play.rules import Bound, Frame, PileSpec, SupplySpec
from validator.rng import Streams


@dataclass(frozen=True, slots=True)
class ScriptTable:
    """A table ready to deal.

    ``hands`` are the places of zones in which pieces count as drawn, ``laid`` is a game
    with all pieces in the box, ``sizes`` has how many pieces each pile holds at first.
    """

    frame: Frame
    program: Program
    taken: frozenset[str]
    hands: tuple[int, ...]
    laid: PlayedMatch
    sizes: tuple[int, ...]

    def lay(self, streams: Streams, tally: Tally) -> PlayedMatch:
        """One game with all pieces in the box."""
        match = self.laid.copy_with(tally)
        match.streams = streams
        return match

    def deal(self, streams: Streams, tally: Tally) -> PlayedMatch:
        """Set up one game with the luck of ``streams``, as far as nobody chooses."""
        match = self.lay(streams, Tally(len(tally.drawn), [0] * len(tally.gauges)))
        match.set_up()
        match.tally = tally
        kind, cards = self.program.kind, self.program.cards
        for hand in self.hands:
            for piece in match.z[hand]:
                if kind[piece] < cards:
                    tally.drawn[kind[piece]] += 1
        return match

    def bounds(self) -> tuple[Bound, ...]:
        """The worst case of each pile: as ``bounds`` declares it, or what the steps take."""
        tables = self.program.tables
        streams = Streams(1, tables.game.id, table_name(tables.configuration), 0)
        opening = self.deal(streams, Tally(tables.cards, [0] * len(tables.piles)))
        found = {}
        for pile, size in zip(tables.piles, self.sizes, strict=True):
            found[pile.id] = self._bound_of_pile(pile, size)
            for one, reckon in self.program.bounds:
                if one.pile == pile.id:
                    most = reckon(opening, 0)
                    sign = "<" if most is not None and (most < size or not most) else ">="
                    said = f"{one.says}: {most} {sign} {size}" if most else one.says
                    found[pile.id] = Bound(pile.id, sign == ">=", said)
        return tuple(bound for bound in found.values() if bound is not None)

    def _bound_of_pile(self, pile: Pile, size: int) -> Bound | None:
        tables = self.program.tables
        say = tables.game.tongue.say
        if pile.counted is not None:
            return None
        if pile.zone not in self.taken:
            return Bound(pile.id, False, say("no step of the script takes from it"))
        script = tables.game.play
        assert script is not None  # it was compiled
        whole = count_taken_in_all(tables.game, script, pile.zone, len(tables.seats))
        if whole is None:
            return None
        count, most = whole
        what = say("turns", context="length") if script.turn else say("rounds", context="length")
        said = say(
            "{count} {what} take {most} at most, and it holds {size}",
            count=count,
            what=what,
            most=most,
            size=size,
        )
        return Bound(pile.id, most > size, said)


_PREPARED: list[ScriptTable] = []
_MOST_PREPARED = 4
"""Tables that a process keeps ready, the last ones: every policy plays at the same."""


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> ScriptTable:
    """Make the play script of ``game`` ready for a table.

    Raises:
        UsageError: it has none, or one with errors, which ``trilith check`` lists.
    """
    for known in _PREPARED:
        tables = known.program.tables
        here = tables.game is game and tables.configuration is configuration
        if here and tables.rulings == rulings:
            return known
    if game.play is None:
        raise UsageError(f"{game.id} has no play script", "write play.yaml")
    tables = lay_out(game, game.play, configuration, rulings)
    program, context = compile_script(tables, game.play)
    if program is None:
        first = next(one for one in context.findings if one.severity == "error")
        raise UsageError(f"{first.place}: {first.message}", first.hint)
    table = make_table(program, frozenset(context.taken))
    _PREPARED[:] = [table, *_PREPARED[: _MOST_PREPARED - 1]]
    return table


def make_table(program: Program, taken: frozenset[str]) -> ScriptTable:
    """A table ready to deal, with what its set-up comes to."""
    tables = program.tables
    streams = Streams(1, tables.game.id, table_name(tables.configuration), 0)
    laid = first_match(program, streams)
    opening = laid.copy()
    opening.set_up()
    supplies = tuple(_supplies(opening))
    piles = tuple((pile, _places_in_use(opening, places)) for pile, places in program.piles)
    program = laid.program = opening.program = replace(program, supplies=supplies, piles=piles)
    sizes = tuple(opening.levels())
    owned = [zone for zone in tables.zones.values() if zone.own and zone.of_seats]
    hands = tuple(at for zone in owned for at in zone.places(len(tables.seats)))
    return ScriptTable(_frame(program, sizes), program, taken, hands, laid, sizes)


def _places_in_use(opening: PlayedMatch, places: Sequence[range]) -> Sequence[range]:
    """The places of a pile of those seats that have pieces of it, if any do: bots may have none."""
    used = [one for one in places if any(opening.z[at] for at in one)]
    return tuple(used or places)


def first_match(program: Program, streams: Streams) -> PlayedMatch:
    """A game of which all pieces are in the box, in the order of their files."""
    tables = program.tables
    match = PlayedMatch(program, streams, Tally(tables.cards, [0] * len(tables.piles)))
    box, pieces = tables.zone_at[BOX], len(tables.pieces)
    match.z = [[] for _ in range(tables.zone_count)]
    numbers = {name: at for at, name in enumerate(tables.names)}
    match.z[box] = [numbers[name] for name in instances(tables.game)]
    match.n, match.r = list(tables.fresh), [0] * program.slots
    match.out = [False] * len(tables.seats)
    match.owner = [*map(tables.owner, range(pieces)), -1]
    match.at = [box] * pieces + [-1]
    match.was = [-1] * (pieces + 1)
    return match


def _supplies(opening: PlayedMatch) -> Iterator[tuple[Pile, frozenset[int]]]:
    """The piles of pieces of one set, no cards, each with the numbers of their designs.

    Where each seat has a pile of its own designs, it is that of the first seat.
    """
    tables = opening.program.tables
    for pile in tables.piles:
        places = tables.zones[pile.zone].places(len(tables.seats))
        if pile.counted is not None:
            continue
        mine, *others = [frozenset(tables.kind[one] for one in opening.z[at]) for at in places]
        sets = {tables.designs[one].set_id for one in mine}
        forms = [tables.game.sets[one].form for one in sets]
        if len(forms) == 1 and Form.CARD not in forms and all(map(mine.isdisjoint, others)):
            yield pile, mine


def _called(seat: Seat) -> str:
    """What a seat is called where a game is told: ``white``, or ``pro white/yellow``."""
    if seat.faction:
        return f"{seat.faction.lower()} {'/'.join(seat.colours)}"
    return seat.colour or seat.name


def _frame(program: Program, sizes: Sequence[int]) -> Frame:
    tables = program.tables
    game, total, script = tables.game, len(tables.seats), tables.game.play
    return Frame(
        game=game.id,
        table=table_name(tables.configuration),
        seats=tuple(map(_called, tables.seats)),
        piles=tuple(
            PileSpec(pile.id, size, len(tables.pieces))
            for pile, size in zip(tables.piles, sizes, strict=True)
        ),
        supplies=tuple(
            SupplySpec(pile.name or pile.id, sum(one in designs for one in tables.kind), pile.id)
            for pile, designs in program.supplies
        ),
        cards=tuple(design.id for design in tables.designs[: tables.cards]),
        bots=tuple(range(tables.configuration.players, total)),
        least_wins=bool(script and script.least_wins),
        teams=(script.teams or int(is_won_together(script))) if script else 0,
        in_rounds=game.length is not None or bool(script and script.round),
    )

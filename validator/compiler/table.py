"""A table of a game that is played from data: what a rules module offers, made from its script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import chain

from validator.catalogue.model import Configuration, Game, Pile
from validator.catalogue.setup_script import BOX
from validator.compiler.match import Program, ScriptMatch
from validator.compiler.program import compile_script
from validator.compiler.rates import count_taken_in_all
from validator.compiler.tables import Tables, lay_out
from validator.findings import UsageError
from validator.play.match import Tally
from validator.play.rules import Bound, Frame, PileSpec, SupplySpec
from validator.rng import Streams
from validator.setup.pieces import table_name


@dataclass(frozen=True, slots=True)
class ScriptTable:
    """A table ready to deal.

    ``hands`` are the places of zones in which pieces count as drawn; ``owners`` has the seat for
    which each piece is made.
    """

    frame: Frame
    program: Program
    taken: frozenset[str]
    hands: tuple[int, ...]
    owners: tuple[int, ...]

    def deal(self, streams: Streams, tally: Tally) -> ScriptMatch:
        """Set up one game with the luck of ``streams``."""
        program, tables = self.program, self.program.tables
        match = ScriptMatch(program, streams, tally)
        match.z = [[] for _ in range(tables.zone_count)]
        match.n = list(tables.fresh)
        match.r, match.out = [0] * program.slots, [False] * len(tables.seats)
        places, match.owner = tables.zone_at, list(self.owners)
        match.at = at = [places[BOX]] * len(tables.pieces) + [-1]
        match.was = [-1] * (len(tables.pieces) + 1)
        number_of = tables.numbers.__getitem__
        for name, pieces in tables.plan.run(streams.rng("setup")).zones.items():
            place = places.get(name, places[BOX])
            lying = list(map(number_of, pieces))
            match.z[place] += lying
            for piece in lying:
                at[piece] = place
        for piece in chain(*[match.z[hand] for hand in self.hands]):
            if program.kind[piece] < program.cards:
                tally.drawn[program.kind[piece]] += 1
        return match

    def bounds(self) -> tuple[Bound, ...]:
        """For each pile the worst case, where the script says how long and how much."""
        tables = self.program.tables
        return tuple(map(self._bound_of_pile, tables.piles, tables.sizes))

    def _bound_of_pile(self, pile: Pile, size: int) -> Bound:
        if pile.zone not in self.taken:
            return Bound(pile.id, False, "no step of the script takes from it")
        tables = self.program.tables
        script = tables.game.play
        whole = None
        if script is not None:
            whole = count_taken_in_all(tables.game, script, pile.zone, len(tables.seats))
        if script is None or whole is None:
            return Bound(pile.id, True, f"it holds {size}, and nothing bounds what is taken")
        what = "turns" if script.turn else "rounds"
        said = f"{whole[0]} {what} take {whole[1]} at most, and it holds {size}"
        return Bound(pile.id, whole[1] > size, said)


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> ScriptTable:
    """Make the play script of ``game`` ready for a table.

    Raises:
        UsageError: it has none, or one with errors, which ``trilith check`` lists.
    """
    if game.play is None:
        raise UsageError(f"{game.id} has no play script", "write play.yaml")
    tables = lay_out(game, game.play, configuration, rulings)
    program, context = compile_script(tables, game.play)
    if program is None:
        first = next(one for one in context.findings if one.severity == "error")
        raise UsageError(f"{first.place}: {first.message}", first.hint)
    owned = [zone for zone in tables.zones.values() if zone.own and zone.of_seats]
    hands = tuple(at for zone in owned for at in zone.places(len(tables.seats)))
    owners = (*map(tables.owner, range(len(tables.pieces))), -1)
    return ScriptTable(_frame(tables, game), program, frozenset(context.taken), hands, owners)


def _frame(tables: Tables, game: Game) -> Frame:
    total, script = len(tables.seats), game.play
    return Frame(
        game=game.id,
        table=table_name(tables.configuration),
        seats=tuple(seat.colour or seat.name for seat in tables.seats),
        piles=tuple(
            PileSpec(pile.id, size, len(tables.pieces))
            for pile, size in zip(tables.piles, tables.sizes, strict=True)
        ),
        supplies=tuple(
            SupplySpec(pile.name or pile.id, game.sets[one].count, pile.id)
            for pile, one in tables.supplies
        ),
        cards=tuple(design.id for design in tables.designs[: tables.cards]),
        bots=tuple(range(tables.configuration.players, total)),
        least_wins=bool(script and script.least_wins),
        teams=script.teams if script else 0,
    )

"""A table of a game that is played from data: what a rules module offers, made from its script."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game, Pile
from validator.catalogue.setup_script import BOX
from validator.findings import UsageError
from validator.play.match import Tally
from validator.play.rules import Bound, Frame, PileSpec, SupplySpec
from validator.rng import Streams
from validator.script.checks import Script, in_all
from validator.script.layout import DRAWN, ScriptLayout, lay_out
from validator.script.program import compile_play
from validator.script.state import ScriptMatch, ScriptProgram
from validator.setup.pieces import instance_names, table_name


@dataclass(frozen=True, slots=True)
class ScriptTable:
    """A table ready to deal; ``numbers`` has the number of each piece by its name.

    ``hands`` are the places of the zones in which pieces count as drawn.
    """

    frame: Frame
    program: ScriptProgram
    taken: frozenset[str]
    numbers: Mapping[str, int]
    hands: tuple[int, ...]

    def deal(self, streams: Streams, tally: Tally) -> ScriptMatch:
        """Set up one game with the luck of ``streams``."""
        program, layout = self.program, self.program.layout
        match = ScriptMatch(program, streams, tally)
        match.z = [[] for _ in range(layout.zone_count)]
        match.n = list(layout.fresh)
        match.r = [0] * program.registers
        match.r[DRAWN] = -1
        match.out = [False] * len(layout.seats)
        numbers, at = self.numbers, layout.zone_at
        for name, pieces in layout.plan.run(streams.rng("setup")).zones.items():
            match.z[at.get(name, at[BOX])].extend([numbers[piece] for piece in pieces])
        for hand in self.hands:
            for piece in match.z[hand]:
                if piece < layout.cards:
                    tally.drew(piece)
        return match

    def bounds(self) -> tuple[Bound, ...]:
        """For each pile the worst case, where the script says how long and how much."""
        layout = self.program.layout
        return tuple(map(self._bound_of_pile, layout.piles, layout.sizes))

    def _bound_of_pile(self, pile: Pile, size: int) -> Bound:
        layout = self.program.layout
        if pile.zone not in self.taken or layout.game.play is None:
            return Bound(pile.id, False, "no step of the script takes from it")
        script = Script(layout.game, layout.game.play, ())
        whole = in_all(script, pile.zone, len(layout.seats))
        if whole is None:
            return Bound(pile.id, True, f"it holds {size}, and nothing bounds what is taken")
        what = "turns" if layout.game.play.turn else "rounds"
        said = f"{whole[0]} {what} take {whole[1]} at most, and it holds {size}"
        return Bound(pile.id, whole[1] > size, said)


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> ScriptTable:
    """Make the play script of ``game`` ready for a table.

    Raises:
        UsageError: it has none, or one with errors, which ``trilith check`` lists.
    """
    if game.play is None:
        raise UsageError(f"{game.id} has no play script", "write play.yaml")
    layout = lay_out(game, configuration, rulings)
    program, shop = compile_play(layout, game.play)
    if program is None or shop.findings:
        first = next(iter(shop.findings))
        raise UsageError(f"{first.place}: {first.message}", first.hint)
    owned = [zone for zone in layout.zones.values() if zone.own and zone.of_seats]
    return ScriptTable(
        _frame(layout),
        program,
        frozenset(shop.taken),
        {name: at for at, piece in enumerate(layout.pieces) for name in instance_names(piece)},
        tuple(at for zone in owned for at in zone.places(len(layout.seats))),
    )


def _frame(layout: ScriptLayout) -> Frame:
    total, play = len(layout.seats), layout.game.play
    pieces = sum(piece.copies for piece in layout.pieces)
    return Frame(
        game=layout.game.id,
        table=table_name(layout.configuration),
        seats=tuple(seat.colour or seat.name for seat in layout.seats),
        piles=tuple(
            PileSpec(pile.id, size, pieces)
            for pile, size in zip(layout.piles, layout.sizes, strict=True)
        ),
        supplies=tuple(
            SupplySpec(pile.name or pile.id, layout.game.sets[one].count, pile.id)
            for pile, one in layout.supplies
        ),
        cards=tuple(piece.id for piece in layout.pieces[: layout.cards]),
        bots=tuple(range(layout.configuration.players, total)),
        least_wins=bool(play and play.least_wins),
        teams=play.teams if play else 0,
    )

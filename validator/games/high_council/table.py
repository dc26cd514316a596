"""The High Council: what is fixed before the first turn, and what arithmetic proves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.games.fields import text
from validator.games.high_council.choices import Choices
from validator.games.high_council.circle import Circle
from validator.games.high_council.match import CouncilMatch
from validator.games.high_council.rules import (
    BLACK,
    CAP,
    FACTIONS,
    PONDERED,
    TRILITHON,
    Rules,
    Switches,
    side,
    switches,
)
from validator.games.high_council.rulings import Rulings
from validator.games.high_council.turn import Menu
from validator.games.opening import Opening, open_table
from validator.games.stonehenge import Cards, Ring, read_cards, read_ring
from validator.play.deck import Deck
from validator.play.declared_rulings import read_rulings
from validator.play.rules import Bound, Frame, PileSpec, SupplySpec
from validator.play.tally import Tally
from validator.rng import Streams


@dataclass(frozen=True, slots=True)
class Table:
    """A table of 2 or 4 players (HC-META-01, X-HC-01), ready to deal."""

    frame: Frame
    rules: Rules
    menu: Menu
    pools: tuple[tuple[int, ...], ...]
    hands: tuple[int, ...]
    arguments: tuple[int, ...]
    supporters: tuple[int, ...]

    def deal(self, streams: Streams, tally: Tally) -> CouncilMatch:
        """Shuffle both decks, deal each member its hand from that of its faction (HC-SETUP-10)."""
        rng, name = streams.rng("setup"), self.rules.cards.ids.__getitem__
        stacks = [list(pool) for pool in self.pools]
        for cards in stacks:
            rng.shuffle(cards, name)
        hands: list[list[int]] = [[] for _ in self.hands]
        for faction, cards in enumerate(stacks):
            for seat in range(faction, len(hands), len(FACTIONS)):
                for _ in range(min(self.hands[seat], len(cards))):
                    card = cards.pop()
                    tally.drew(card)
                    hands[seat].append(card)
        decks = [
            Deck(cards, streams.rng(f"{FACTIONS[faction]}_deck"), tally, faction, True, True, name)
            for faction, cards in enumerate(stacks)
        ]  # HC-SETUP-11
        match = CouncilMatch(
            self.menu, self.frame, decks, hands, list(self.arguments), list(self.supporters)
        )
        if self.rules.ruled.start_by_lot:  # HC-TURN-01, X-HC-15
            members = len(hands) // len(FACTIONS)
            match.seat = streams.rng("start").below(members) * len(FACTIONS)
        return match

    def bounds(self) -> tuple[Bound, ...]:
        """The worst case of both decks, of the arguments and of the supporters."""
        decks = [_deck_bound(self, faction) for faction in range(len(FACTIONS))]
        pieces = [_piece_bound(self, pile) for pile in self.frame.piles[len(FACTIONS) :]]
        return (*decks, *pieces)


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Table:
    """Read cards, ring, pieces and set-up of this table from the catalogue."""
    cards = read_cards(game)
    ring = read_ring(game)
    opening = open_table(game, configuration, rulings)
    rules = _rules(game, opening, cards, ring, switches(read_rulings(Rulings, rulings)))
    return Table(
        frame=_frame(game, configuration, opening, rules),
        rules=rules,
        menu=Menu(rules),
        pools=tuple(opening.pool(cards, f"{faction}_deck") for faction in FACTIONS),
        hands=opening.counts("hand"),
        arguments=tuple(opening.count(f"arguments_{one}") for one in rules.arguments),
        supporters=tuple(opening.count(f"supporters_{one}") for one in rules.colours),
    )


def _frame(game: Game, configuration: Configuration, opening: Opening, rules: Rules) -> Frame:
    """The frame of a table: two decks, then arguments and supporters by colour."""
    zones = [f"{faction}_deck" for faction in FACTIONS]
    pieces = [f"arguments_{colour}" for colour in rules.arguments]
    pieces += [f"supporters_{colour}" for colour in rules.colours]
    return Frame(
        game=game.id,
        table=f"{configuration.players}+0",
        seats=tuple(
            f"{FACTIONS[side(at)]} {'/'.join(seat.colours)}"
            for at, seat in enumerate(opening.seats)
        ),
        piles=(
            *(
                PileSpec(zone, opening.count(zone), most=len(opening.before[zone]))
                for zone in zones
            ),
            *(PileSpec(zone, opening.count(zone)) for zone in pieces),
        ),
        supplies=tuple(
            SupplySpec(zone.replace("_", " "), opening.count(zone), zone) for zone in pieces
        ),
        cards=rules.cards.ids,
        names=rules.cards.names,
        turn_cap=3000,
        choice_cap=60000,
    )


def _rules(game: Game, opening: Opening, cards: Cards, ring: Ring, ruled: Switches) -> Rules:
    """The data that a match plays by, beside the rulings in force."""
    colours = game.seat_colours
    arguments = tuple(text(bar.fields["colour"]) for bar in game.sets["bar"].components)
    suits = {colour: number for number, colour in enumerate(arguments)}
    return Rules(
        cards=cards,
        ring=ring,
        colours=colours,
        arguments=arguments,
        strip=tuple(suits.get(colour, BLACK) for colour in ring.colour_of),
        suit=tuple(
            suits.get(colour, BLACK) if number else TRILITHON
            for colour, number in zip(cards.colour, cards.number, strict=True)
        ),
        own=tuple(
            tuple(colours.index(colour) for colour in seat.colours) for seat in opening.seats
        ),  # HC-SETUP-02, HC-SETUP-03
        origins=_origins(ring, ruled),
        hand=max(opening.counts("hand")),
        trilithon=opening.components("trilithon"),
        ruled=ruled,
        choices=Choices(cards, ring.spaces, colours, arguments),
    )


def _origins(ring: Ring, ruled: Switches) -> tuple[tuple[int, ...], ...]:
    """For each space where a converting piece may stand (HC-CONV-03, X-HC-04)."""
    spaces = tuple(range(1, ring.spaces + 1))
    if not ruled.must_touch:
        return ((), *(spaces for _ in spaces))
    circle = Circle(ring, 0, closed=ruled.closed)
    return ((), *((circle.before[space], circle.after[space]) for space in spaces))


def _deck_bound(table: Table, faction: int) -> Bound:
    """Can deck and discards of a faction hold too few cards for a draw (X-HC-05)?"""
    cards = len(table.pools[faction])
    held = sum(table.hands[faction :: len(FACTIONS)])
    name = f"{FACTIONS[faction]}_deck"
    if not table.rules.ruled.ponders_one:
        why = f"hands never grow: {cards} - {held} cards stay in deck and discards"
        return Bound(name, cards - held < table.rules.hand, why)
    growth = PONDERED - 1
    times = (cards - held) // growth
    rest = cards - held - times * growth + 1
    why = (
        f"each Ponder adds {growth} cards to the {held} in hand: after {times} Ponders "
        f"{held + times * growth} of {cards} are held and the next one finds {rest} of {PONDERED}"
    )
    return Bound(name, True, why)


def _piece_bound(table: Table, pile: PileSpec) -> Bound:
    """Can the arguments or supporters of a colour run out?"""
    if pile.id.startswith("arguments"):
        most = 2 * CAP
        why = f"two factions may hold {CAP} each, together {most}, of {pile.size} in the box"
        return Bound(pile.id, most >= pile.size, why)
    spaces = table.rules.ring.spaces
    return Bound(pile.id, spaces >= pile.size, f"{spaces} seats for {pile.size} supporters")

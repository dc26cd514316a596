"""First Druid: what is fixed before the first turn, and what arithmetic proves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.games.first_druid.match import DruidMatch
from validator.games.first_druid.rules import DECK, HAND_LIMIT, SECTIONS, Rules
from validator.games.opening import Opening, open_table
from validator.games.stonehenge import Cards, Ring, read_cards, read_ring
from validator.play.deck import Deck
from validator.play.rules import Bound, Frame, PileSpec, SupplySpec
from validator.play.tally import Tally
from validator.rng import Streams


@dataclass(frozen=True, slots=True)
class Table:
    """A table of 3 to 5 druids (FD-META-01), ready to deal."""

    frame: Frame
    rules: Rules
    pool: tuple[int, ...]
    hands: tuple[int, ...]
    disks: tuple[int, ...]
    bars: tuple[int, ...]
    pieces: tuple[int, int]

    def deal(self, streams: Streams, tally: Tally) -> DruidMatch:
        """Shuffle, deal each seat its hand; the rest is the deck (FD-SETUP-04, -05)."""
        cards = list(self.pool)
        streams.rng("setup").shuffle(cards)
        hands: list[list[int]] = []
        for count in self.hands:
            hand = [cards.pop() for _ in range(min(count, len(cards)))]
            for card in hand:
                tally.drew(card)
            hands.append(hand)
        deck = Deck(cards, streams.rng("deck"), tally, DECK, renews=True, at_once=True)
        return DruidMatch(
            self.rules,
            self.frame,
            deck,
            hands,
            list(self.disks),
            list(self.bars),
            self.pieces,
            streams.rng("drains"),
            tally,
        )


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Table:
    """Read cards, ring, pieces and set-up of this table from the catalogue."""
    cards = read_cards(game)
    opening = open_table(game, configuration, rulings)
    return Table(
        frame=_frame(game, configuration, cards, opening),
        rules=_rules(cards, read_ring(game), opening.colours, rulings),
        pool=opening.pool(cards, "deck"),
        hands=opening.counts("hand"),
        disks=opening.counts("disks"),
        bars=opening.counts("bars"),
        pieces=(opening.count("supports"), opening.count("capstones")),
    )


def _frame(game: Game, configuration: Configuration, cards: Cards, opening: Opening) -> Frame:
    """The frame of a table; cards that nobody uses are counted, too, and stay at 0."""
    disks = min(opening.counts("disks"))
    bars = min(opening.counts("bars"))
    supports = opening.count("supports")
    capstones = opening.count("capstones")
    return Frame(
        game=game.id,
        table=f"{configuration.players}+0",
        seats=opening.colours,
        piles=(
            PileSpec("deck", opening.count("deck"), most=_all_cards(opening)),
            PileSpec("disks", disks),
            PileSpec("bars", bars),
            PileSpec("supports", supports),
            PileSpec("capstones", capstones),
        ),
        supplies=(
            SupplySpec("disks of one player", disks, "disks"),
            SupplySpec("bars of one player", bars, "bars"),
            SupplySpec("supports", supports, "supports"),
            SupplySpec("capstones", capstones, "capstones"),
            SupplySpec("bluestones", read_ring(game).bluestones),
        ),
        cards=cards.ids,
        turn_cap=2000,
        choice_cap=60000,
    )


def _all_cards(opening: Opening) -> int:
    """Deck and hands: played cards, too, come back into the deck (FD-SETUP-05)."""
    return opening.count("deck") + sum(opening.counts("hand"))


def _rules(cards: Cards, ring: Ring, seats: tuple[str, ...], rulings: Mapping[str, str]) -> Rules:
    """The rulings in force as switches, beside the data they act on."""
    colours = sorted({*ring.colour_of, *cards.colour, *seats})
    wild_for = tuple(
        seats.index(colour) if not number and colour in seats else -1
        for colour, number in zip(cards.colour, cards.number, strict=True)
    )
    return Rules(
        cards=cards,
        ring=ring,
        seats=seats,
        phase=tuple(ring.phases.index(phase) if phase else -1 for phase in cards.phase),
        colour=tuple(colours.index(colour) for colour in cards.colour),
        wild_for=wild_for,
        strip=tuple(colours.index(colour) for colour in ring.colour_of),
        seat_colour=tuple(colours.index(colour) for colour in seats),
        time_ends=rulings["X-FD-01"] == "after_day_30",
        behind_for_good=rulings["X-FD-02"] == "for_good",
        behind_bars_trades=rulings["X-FD-02"] == "no_cards",
        ends_at_once=rulings["X-FD-03"] != "end_of_round",
        full_circle=rulings["X-FD-03"] == "full_circle",
        full_row_ends=rulings["X-FD-04"] == "ends_game",
        spirit_to_next=rulings["X-FD-05"] == "next_best",
        floor=0 if rulings["X-FD-06"] == "below_one" else 1,
        altar_once=rulings["X-FD-06"] == "once",
        contest_first=rulings["X-FD-07"] == "contest_first",
        skip_back=rulings["X-FD-08"] == "skip_back",
        claim_unowned=rulings["X-FD-08"] == "claim_unowned",
        turned_by_colour=rulings["X-FD-09"] == "by_colour",
        strengths_add=rulings["X-FD-10"] == "add",
        space_breaks_tie=rulings["X-FD-11"] == "points_then_space",
        trade_costs_draw=rulings["X-FD-16"] == "as_written",
        days_join=rulings["X-FD-17"] == "circle",
        gifts=rulings["X-FD-18"] == "gifts_too",
    )


def bounds(table: Table) -> tuple[Bound, ...]:
    """The worst case of the deck and of every family of pieces."""
    seats = len(table.hands)
    cards = len(table.pool)
    held = seats * HAND_LIMIT + 1
    disks = min(table.disks)
    bars = min(table.bars)
    stones = table.rules.ring.bluestones
    supports, capstones = table.pieces
    days = table.rules.ring.spaces
    return (
        Bound(
            "deck",
            held >= cards,
            f"the deck empties and is shuffled anew; of {cards} cards at most {seats} x "
            f"{HAND_LIMIT} + 1 = {held} are in hands and in the centre, {cards - held} can always "
            f"come ({cards - held - 1} while a full hand has drawn one and gives one up)",
        ),
        Bound("disks", stones + capstones >= disks, f"{stones} clans for {disks} disks"),
        Bound("bars", days + seats > bars, f"{days} spirits for {bars} bars"),
        Bound("supports", True, f"{supports} pairs build {supports} supports"),
        Bound(
            "capstones",
            supports >= capstones * (SECTIONS - 1),
            f"{capstones * SECTIONS} pairs finish {capstones} trilithons",
        ),
    )

"""First Druid: what is fixed before the first turn, and what arithmetic proves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.games.first_druid.choices import Choices
from validator.games.first_druid.match import DruidMatch
from validator.games.first_druid.rules import (
    DECK,
    HAND_LIMIT,
    OFFERS,
    SECTIONS,
    Rules,
    Switches,
    switches,
)
from validator.games.first_druid.rulings import Rulings
from validator.games.first_druid.turn import Menu
from validator.games.opening import Opening, open_table
from validator.games.stonehenge import Cards, Ring, read_cards, read_ring
from validator.play.deck import Deck
from validator.play.declared_rulings import read_rulings
from validator.play.rules import Bound, Frame, PileSpec, SupplySpec
from validator.play.tally import Tally
from validator.rng import Streams


@dataclass(frozen=True, slots=True)
class Table:
    """A table of 3 to 5 druids (FD-META-01), ready to deal."""

    frame: Frame
    rules: Rules
    menu: Menu
    pool: tuple[int, ...]
    hands: tuple[int, ...]

    def deal(self, streams: Streams, tally: Tally) -> DruidMatch:
        """Shuffle, deal each seat its hand; the rest is the deck (FD-SETUP-04, -05)."""
        cards = list(self.pool)
        name = self.rules.cards.ids.__getitem__
        streams.rng("setup").shuffle(cards, name)
        hands: list[list[int]] = []
        for count in self.hands:
            hand = [cards.pop() for _ in range(min(count, len(cards)))]
            for card in hand:
                tally.drew(card)
            hands.append(hand)
        deck = Deck(cards, streams.rng("deck"), tally, DECK, renews=True, at_once=True, name=name)
        drains = streams.rng("drains")
        return DruidMatch(self.rules, self.menu, self.frame, deck, hands, drains)

    def bounds(self) -> tuple[Bound, ...]:
        """The worst case of the deck and of every family of pieces."""
        rules = self.rules
        disks = min(rules.disks)
        bars = min(rules.bars)
        stones = rules.ring.bluestones
        days = rules.ring.spaces
        return (
            _bound_of_deck(len(self.hands), len(self.pool)),
            Bound("disks", stones + rules.capstones >= disks, f"{stones} clans for {disks} disks"),
            Bound("bars", days + len(self.hands) > bars, f"{days} spirits for {bars} bars"),
            Bound("supports", True, f"{rules.supports} pairs build {rules.supports} supports"),
            Bound(
                "capstones",
                rules.supports >= rules.capstones * (SECTIONS - 1),
                f"{rules.capstones * SECTIONS} pairs finish {rules.capstones} trilithons",
            ),
        )


def _bound_of_deck(seats: int, cards: int) -> Bound:
    """Full hands and the card of the day leave some of ``cards`` (FD-CARD-04, X-FD-14)."""
    held = seats * HAND_LIMIT + 1
    return Bound(
        "deck",
        held >= cards,
        f"the deck empties and is shuffled anew; of {cards} cards at most {seats} x "
        f"{HAND_LIMIT} + 1 = {held} are in hands and in the centre, {cards - held} can always "
        f"come ({cards - held - 1} while a full hand has drawn one and gives one up)",
    )


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> Table:
    """Read cards, ring, pieces and set-up of this table from the catalogue."""
    cards = read_cards(game)
    opening = open_table(game, configuration, rulings)
    ruled = switches(read_rulings(Rulings, rulings))
    rules = _rules(cards, read_ring(game), opening, game.limit(OFFERS), ruled)
    return Table(
        frame=_frame(game, configuration, rules, opening),
        rules=rules,
        menu=Menu(rules),
        pool=opening.pool(cards, "deck"),
        hands=opening.counts("hand"),
    )


def _frame(game: Game, configuration: Configuration, rules: Rules, opening: Opening) -> Frame:
    """The frame of a table; cards that nobody uses are counted, too, and stay at 0."""
    disks, bars = rules.disks_box, rules.bars_box
    return Frame(
        game=game.id,
        table=f"{configuration.players}+0",
        seats=opening.colours,
        piles=(
            PileSpec("deck", opening.count("deck"), most=_all_cards(opening)),
            PileSpec("disks", disks),
            PileSpec("bars", bars),
            PileSpec("supports", rules.supports),
            PileSpec("capstones", rules.capstones),
        ),
        supplies=(
            SupplySpec("disks of one player", disks, "disks"),
            SupplySpec("bars of one player", bars, "bars"),
            SupplySpec("supports", rules.supports, "supports"),
            SupplySpec("capstones", rules.capstones, "capstones"),
            SupplySpec("bluestones", rules.ring.bluestones),
        ),
        cards=rules.cards.ids,
        names=rules.cards.names,
        turn_cap=2000,
        choice_cap=60000,
    )


def _all_cards(opening: Opening) -> int:
    """Deck and hands: played cards, too, come back into the deck (FD-SETUP-05)."""
    return opening.count("deck") + sum(opening.counts("hand"))


def _rules(cards: Cards, ring: Ring, opening: Opening, offers: int, ruled: Switches) -> Rules:
    """The rulings in force beside the data they act on."""
    seats = opening.colours
    disks, bars = opening.counts("disks"), opening.counts("bars")
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
        disks=disks,
        bars=bars,
        disks_box=min(disks),
        bars_box=min(bars),
        supports=opening.count("supports"),
        capstones=opening.count("capstones"),
        offers=offers,
        choices=Choices(cards.names),
        ruled=ruled,
    )

"""First Druid: a table made ready, and one game from the first round to the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.games.first_druid import actions, players, turn
from validator.games.first_druid.choices import DruidChoices
from validator.games.first_druid.rulings import DruidRulings
from validator.games.first_druid.state import (
    DECK,
    HAND_LIMIT,
    NOBODY,
    OFFERS,
    SECTIONS,
    DruidRules,
    DruidState,
    DruidSwitches,
    switches,
)
from validator.games.first_druid.turn import DruidMenu, take_turn
from validator.games.stonehenge import BoxCards, Opening, Ring, open_table, read_cards, read_ring
from validator.play.match import Deck, Tally
from validator.play.observers import Unseen
from validator.play.rules import Ask, Bound, Frame, Option, Outcome, PileSpec, SupplySpec
from validator.play.rulings import read_rulings
from validator.rng import Rng, Streams


@dataclass(frozen=True, slots=True)
class DruidStartCards:
    """The cards that were turned up for the first player, by name; the last one counts."""

    names: tuple[str, ...]

    def say(self) -> str:
        """The cards in order."""
        return " ".join(self.names)


class DruidMatch(DruidState):
    """The course of a game.

    ``first`` is the first player; ``to_come`` are the seats that have their turn to come in
    this round, the one whose turn it is included.
    """

    __slots__ = ("first", "menu", "to_come")

    def __init__(
        self,
        rules: DruidRules,
        menu: DruidMenu,
        frame: Frame,
        deck: Deck,
        hands: list[list[int]],
        rng: Rng,
    ) -> None:
        super().__init__(rules, frame, deck, hands, rng)
        self.menu = menu
        self.first = 0
        self.to_come: list[int] = []

    def copy(self) -> DruidMatch:
        """The same game, to be played on apart."""
        deck = self.deck.copy(self.deck.rng.copy(), self.tally.copy())
        hands = [hand.copy() for hand in self.hands]
        other = DruidMatch(self.rules, self.menu, self.frame, deck, hands, self.rng.copy())
        other.take_over(self)
        other.first = self.first
        other.to_come = self.to_come.copy()
        return other

    # --- rounds -----------------------------------------------------------------------

    def play(self, ask: Ask) -> Outcome:
        """Rounds of one turn a player and the additional turn (FD-ROUND-01)."""
        while self.to_come or not self.over:
            if not self.to_come:
                self.begin_round(ask)
            self.finish_round(ask)
        points = self.scores()
        return Outcome(turn.winners(self, points), tuple(points), self.over)

    def begin_round(self, ask: Ask) -> None:
        """On a new space the first player is found; everybody's turn is to come (FD-ROUND-04)."""
        if self.phase() == 0:
            self.first = self.find_first(ask)
        self.to_come = self.order()

    def order(self) -> list[int]:
        """Clockwise from the first player (FD-ROUND-05)."""
        seats = len(self.hands)
        return [(self.first + step) % seats for step in range(seats)]

    def finish_round(self, ask: Ask) -> None:
        """The turns that are to come, then the additional one."""
        while self.to_come:
            seat = self.to_come[0]
            ask.turn(seat)
            take_turn(self.menu, self, ask, seat)
            del self.to_come[0]
            if self.stopped:  # FD-END-02, X-FD-03, X-FD-04
                self.to_come.clear()
        if not self.stopped:
            self.additional_turn(ask)

    def find_first(self, ask: Ask) -> int:
        """The seat of the space's colour, or of the first card turned up that fits.

        FD-ROUND-02, -03, -07. Every card that could come is turned up at most once; if none
        fits, the first player stays.
        """
        colour = self.rules.strip[self.space()]
        if colour in self.rules.seat_colour:
            return self.rules.seat_colour.index(colour)
        turned: list[str] = []
        for _ in range(self.deck.count_left()):
            card = self.deck.draw()
            turned.append(self.rules.cards.names[card])
            seat = self.seat_shown(card)
            if seat != NOBODY:
                self.centre.append(card)
                ask.tell(seat, "begins by", DruidStartCards(tuple(turned)))
                return seat
            self.deck.discard(card)
        return self.first

    def seat_shown(self, card: int) -> int:
        """The seat that a turned-up card names, or NOBODY (FD-ROUND-06, X-FD-09)."""
        rules = self.rules
        if not rules.cards.number[card] and not rules.ruled.turned_by_colour:
            return NOBODY
        colour = rules.colour[card]
        return rules.seat_colour.index(colour) if colour in rules.seat_colour else NOBODY

    # --- the additional turn ----------------------------------------------------------

    def additional_turn(self, ask: Ask) -> None:
        """Time moves one stone, everybody draws; a day that is over is contested (FD-ADD-01)."""
        self.time += 1
        order = self.order()
        if self.phase() == 0:
            self.new_day(ask, order)
        else:
            self.refresh(ask, order)

    def new_day(self, ask: Ask, order: Sequence[int]) -> None:
        """The card of the day goes (FD-ROUND-04), druids fall behind, the spirit is contested."""
        self.deck.discards += self.centre
        self.centre.clear()
        self.pass_druids()
        if self.rules.ruled.contest_first:  # FD-SPIR-08, X-FD-07
            actions.hold(self, ask, order)
            self.refresh(ask, order)
        else:
            self.refresh(ask, order)
            actions.hold(self, ask, order)
        if self.lap_space() > self.rules.ring.spaces and self.rules.ruled.time_ends:
            self.end("time has passed the last day", at_once=True)  # FD-END-03, X-FD-01

    def refresh(self, ask: Ask, order: Sequence[int]) -> None:
        """Everybody draws one card, whatever trilithons they own (FD-ADD-02, FD-ADD-03)."""
        for seat in order:
            self.draw(ask, seat, 1)

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """Points of each seat as they stand."""
        return turn.scores(self)

    def account(self) -> list[str]:
        """The points of each seat, item by item."""
        return turn.account(self)

    def levels(self) -> list[int]:
        """Deck; disks and bars of the seat that has fewest; supports and capstones."""
        pieces = [min(self.disks), min(self.bars), self.supports_left(), self.capstones_left()]
        return [len(self.deck.cards), *pieces]

    def used(self) -> list[int]:
        """Most disks and bars that one player has out, sections built in, bluestones taken."""
        rules = self.rules
        finished = self.sections // SECTIONS
        return [
            rules.disks_box - min(self.disks),
            rules.bars_box - min(self.bars),
            self.sections - finished,
            finished,
            len(self.clans),
        ]

    def census(self) -> dict[str, list[str]]:
        """Every zone with its pieces."""
        return turn.census(self)

    def unseen(self, seat: int) -> list[Unseen]:
        """The deck, and what the others hold or have laid for a spirit."""
        return [turn.unseen(self, seat)]

    def renew_luck(self, streams: Streams) -> None:
        """The deck is shuffled and hands are drained by chance."""
        self.deck.rng, self.rng = streams.rng("deck"), streams.rng("drains")

    def show(self) -> str:
        """The position in a few lines."""
        return turn.show(self)

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``."""
        return players.rate(self, seat, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties ``pile``."""
        return players.drain(self, pile, seat, options)


@dataclass(frozen=True, slots=True)
class DruidTable:
    """A table of 3 to 5 druids (FD-META-01), ready to deal."""

    frame: Frame
    rules: DruidRules
    menu: DruidMenu
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
            _prove_deck(len(self.hands), len(self.pool)),
            Bound("disks", stones + rules.capstones >= disks, f"{stones} clans for {disks} disks"),
            Bound("bars", days + len(self.hands) > bars, f"{days} spirits for {bars} bars"),
            Bound("supports", True, f"{rules.supports} pairs build {rules.supports} supports"),
            Bound(
                "capstones",
                rules.supports >= rules.capstones * (SECTIONS - 1),
                f"{rules.capstones * SECTIONS} pairs finish {rules.capstones} trilithons",
            ),
        )


def _prove_deck(seats: int, cards: int) -> Bound:
    """Full hands and the card of the day leave some of ``cards`` (FD-CARD-04, X-FD-14)."""
    held = seats * HAND_LIMIT + 1
    return Bound(
        "deck",
        held >= cards,
        f"the deck empties and is shuffled anew; of {cards} cards at most {seats} x "
        f"{HAND_LIMIT} + 1 = {held} are in hands and in the centre, {cards - held} can always "
        f"come ({cards - held - 1} while a full hand has drawn one and gives one up)",
    )


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> DruidTable:
    """Read cards, ring, pieces and set-up of this table from the catalogue."""
    cards = read_cards(game)
    opening = open_table(game, configuration, rulings)
    ruled = switches(read_rulings(DruidRulings, rulings))
    rules = _rules(cards, read_ring(game), opening, game.limit(OFFERS), ruled)
    return DruidTable(
        frame=_frame(game, configuration, rules, opening),
        rules=rules,
        menu=DruidMenu(rules),
        pool=opening.pool(cards, "deck"),
        hands=opening.counts("hand"),
    )


def _frame(game: Game, configuration: Configuration, rules: DruidRules, opening: Opening) -> Frame:
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


def _rules(
    cards: BoxCards, ring: Ring, opening: Opening, offers: int, ruled: DruidSwitches
) -> DruidRules:
    """The rulings in force beside the data they act on."""
    seats = opening.colours
    disks, bars = opening.counts("disks"), opening.counts("bars")
    colours = sorted({*ring.colour_of, *cards.colour, *seats})
    wild_for = tuple(
        seats.index(colour) if not number and colour in seats else -1
        for colour, number in zip(cards.colour, cards.number, strict=True)
    )
    return DruidRules(
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
        choices=DruidChoices(cards.names),
        ruled=ruled,
    )

"""First Druid: a table made ready, and one game from the first round to the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from validator.catalogue.model import Configuration, Game
from validator.games.first_druid import actions, players, turn
from validator.games.first_druid.rulings import (
    DruidRulings,
    DruidTie,
    DruidTurnedUp,
    NewDay,
    TimeUp,
)
from validator.games.first_druid.state import (
    DECK,
    HAND_LIMIT,
    NOBODY,
    OFFERS,
    SECTIONS,
    DruidRules,
    DruidState,
)
from validator.games.stonehenge import (
    BoxCards,
    Opening,
    Saying,
    deal_hands,
    open_table,
    read_cards,
    read_ring,
)
from validator.play.match import Deck, Tally
from validator.play.observers import Unseen
from validator.play.rules import Ask, Bound, Frame, Option, Outcome, PileSpec, SupplySpec
from validator.play.rulings import read_rulings
from validator.rng import Streams


class DruidMatch(DruidState):
    """The course of a game, and what others see of it."""

    def copy(self) -> DruidMatch:
        """The same game at a turn's start, to be played on apart."""
        deck = self.deck.copy(self.deck.rng.copy(), self.tally.copy())
        hands = [hand.copy() for hand in self.hands]
        other = DruidMatch(self.rules, self.frame, deck, hands, self.rng.copy())
        other.first = self.first
        other.to_come = self.to_come.copy()
        other.disks = self.disks.copy()
        other.bars = self.bars.copy()
        other.time = self.time
        other.at = self.at.copy()
        other.home = self.home.copy()
        other.fallen = self.fallen.copy()
        other.clans = self.clans.copy()
        other.spirits = self.spirits.copy()
        other.sections = self.sections
        other.owners = self.owners.copy()
        other.altar = self.altar.copy()
        other.altar_closed = self.altar_closed
        other.centre = self.centre.copy()
        other.over = self.over
        other.stopped = self.stopped
        return other

    # --- rounds -----------------------------------------------------------------------

    def play(self, ask: Ask) -> Outcome:
        """Rounds of one turn a player and the additional turn (FD-ROUND-01)."""
        while self.to_come or not self.over:
            if not self.to_come:
                self.begin_round(ask)
            self.finish_round(ask)
        points = self.scores()
        return Outcome(self.winners(points), tuple(points), self.over)

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
            self.take_turn(ask, seat)
            del self.to_come[0]
            if self.stopped:  # FD-END-02, X-FD-03, X-FD-04
                self.to_come.clear()
        if not self.stopped:
            self.additional_turn(ask)

    def take_turn(self, ask: Ask, seat: int) -> None:
        """The turn of ``seat``: actions until it rests or ends the turn, or the game ends."""
        self.begin_turn()
        while True:
            action = ask.choose(seat, "turn", turn.actions(self, seat))
            action.carry_out(self, ask, seat)
            if action in (turn.END, turn.REST) or self.stopped:  # FD-END-02, X-FD-03, X-FD-04
                return

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
                ask.tell(seat, "begins by", Saying(" ".join(turned)))
                return seat
            self.deck.discard(card)
        return self.first

    def seat_shown(self, card: int) -> int:
        """The seat that a turned-up card names, or NOBODY (FD-ROUND-06, X-FD-09)."""
        rules = self.rules
        if not rules.cards.number[card] and rules.ruled.turned_up is not DruidTurnedUp.BY_COLOUR:
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
        if self.rules.ruled.new_day is NewDay.CONTEST_FIRST:  # FD-SPIR-08, X-FD-07
            actions.hold(self, ask, order)
            self.refresh(ask, order)
        else:
            self.refresh(ask, order)
            actions.hold(self, ask, order)
        if (
            self.lap_space() > self.rules.ring.spaces
            and self.rules.ruled.time_up is TimeUp.AFTER_DAY_30
        ):
            self.end("time has passed the last day", at_once=True)  # FD-END-03, X-FD-01

    def refresh(self, ask: Ask, order: Sequence[int]) -> None:
        """Everybody draws one card, whatever trilithons they own (FD-ADD-02, FD-ADD-03)."""
        for seat in order:
            self.draw(ask, seat, 1)

    # --- what others see --------------------------------------------------------------

    def scores(self) -> list[int]:
        """The druid's space (FD-SCORE-01) and every run of clans and of spirits.

        Told twice, as clans and as tribes (FD-SCORE-04); trilithons and altar score nothing
        (FD-SCORE-06).
        """
        points = list(self.at)
        for stretch in (*turn.clan_runs(self), *turn.spirit_runs(self)):
            points[stretch.owner] += stretch.points()
        return points

    def account(self) -> list[str]:
        """The points of each seat, item by item."""
        rows = (("clans", turn.clan_runs(self)), ("spirits", turn.spirit_runs(self)))
        lines: list[str] = []
        for seat, (name, total) in enumerate(zip(self.frame.seats, self.scores(), strict=True)):
            lines.append(f"{name}: druid on space {self.at[seat]}: {self.at[seat]}")
            for row, runs in rows:
                lines += [f"{name}: {row} {one.say()}" for one in runs if one.owner == seat]
            lines.append(f"{name}: {total} in all")
        return lines

    def winners(self, points: Sequence[int]) -> tuple[int, ...]:
        """Most points win (FD-WIN-01), then the druid that is further (FD-WIN-02, X-FD-11)."""
        by_space = self.rules.ruled.tie is DruidTie.POINTS_THEN_SPACE
        ranks = [
            (value, by_space * (self.at[seat] + self.home[seat]))
            for seat, value in enumerate(points)
        ]
        return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))

    def levels(self) -> list[int]:
        """Deck; disks and bars of the seat that has fewest; supports and capstones."""
        pieces = [min(self.disks), min(self.bars), self.supports_left(), self.capstones_left()]
        return [len(self.deck.cards), *pieces]

    def used(self) -> list[int]:
        """Most disks and bars that one player has out, sections built in, bluestones taken."""
        rules = self.rules
        finished = self.sections // SECTIONS
        return [
            min(rules.disks) - min(self.disks),
            min(rules.bars) - min(self.bars),
            self.sections - finished,
            finished,
            len(self.clans),
        ]

    def census(self) -> dict[str, list[str]]:
        """Every zone with its pieces."""
        ids_of = self.rules.cards.ids_of
        seats = self.frame.seats
        phase = self.rules.ring.phases[self.phase()]
        zones = {
            "deck": ids_of(self.deck.cards),
            "discard": ids_of(self.deck.discards),
            "centre": ids_of(self.centre),
            "laid": ids_of([*self.laid, *self.returned]),
            "supports": ["support"] * self.supports_left(),
            "capstones": ["capstone"] * self.capstones_left(),
            f"{phase}_{self.space()}": ["figure-grey"],
            "altar": [],
        }
        for seat, colour in enumerate(seats):
            name = f"seat{seat + 1}"
            zones[f"{name}.hand"] = ids_of(self.hands[seat])
            zones[f"{name}.offered"] = ids_of(self.offered[seat])
            zones[f"{name}.disks"] = [f"disk-{colour}"] * self.disks[seat]
            zones[f"{name}.bars"] = [f"bar-{colour}"] * self.bars[seat]
            zones["altar"] += [f"bar-{colour}"] * self.altar[seat]
            zones.setdefault(f"space_{self.at[seat]}", []).append(f"figure-{colour}")
        for index, seat in enumerate(self.clans, 1):
            zones[f"bluestone.{index}"] = [f"disk-{seats[seat]}"]
        for day, seat in enumerate(self.spirits):
            if seat >= 0:
                zones[f"outer.{day}"] = [f"bar-{seats[seat]}"]
        for number in range(-(-self.sections // SECTIONS)):
            built = min(self.sections - number * SECTIONS, SECTIONS)
            pieces = [*["support"] * (SECTIONS - 1), "capstone"][:built]
            if built == SECTIONS and self.owners[number] >= 0:
                pieces.append(f"disk-{seats[self.owners[number]]}")
            zones[f"trilithon.{number + 1}"] = pieces
        return zones

    def unseen(self, seat: int) -> list[Unseen]:
        """The deck, and what the others hold or have laid for a spirit."""
        zones = {"deck": self.deck.cards}
        for at, (hand, offered) in enumerate(zip(self.hands, self.offered, strict=True)):
            if at != seat:
                zones[f"seat{at + 1}.hand"] = hand
                zones[f"seat{at + 1}.offered"] = offered
        return [Unseen(zones)]

    def renew_luck(self, streams: Streams) -> None:
        """The deck is shuffled and hands are drained by chance."""
        self.deck.rng, self.rng = streams.rng("deck"), streams.rng("drains")

    def show(self) -> str:
        """Time, rows, altar, hands and scores: a letter for each owner."""
        rules, seats = self.rules, self.frame.seats
        letters = [colour[0] for colour in seats]
        clans = "".join(letters[seat] for seat in self.clans) or "-"
        spirits = "".join("." if seat < 0 else letters[seat] for seat in self.spirits[1:])
        stones = "".join("." if seat < 0 else letters[seat] for seat in self.owners)
        centre = rules.cards.say(self.centre)
        altar = "".join(letter * bars for letter, bars in zip(letters, self.altar, strict=True))
        lines = [
            f"{rules.ring.phases[self.phase()]} of {self.space()} "
            f"({rules.ring.colour_of[self.space()]})  card of the day {centre}  "
            f"deck {len(self.deck.cards)}  clans {clans}  spirits {spirits}",
            f"sections {self.sections}  capstones {stones or '-'}  altar {altar or '-'}",
        ]
        points = self.scores()
        for seat, colour in enumerate(seats):
            hand = rules.cards.say(self.hands[seat])
            behind = " (passed by time)" if self.fallen[seat] else ""
            lines.append(
                f"{colour}: space {self.at[seat]}{behind}, {points[seat]} points, "
                f"{self.disks[seat]} disks, {self.bars[seat]} bars, hand {hand}"
            )
        return "\n".join(lines)

    def rate(self, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How good each option is for ``seat``."""
        return players.rate(self, seat, what, options)

    def drain(self, pile: str, seat: int, what: str, options: Sequence[Option]) -> list[int]:
        """How fast each option empties ``pile``."""
        return [players.drain_rating(self, pile, seat, what, option) for option in options]


@dataclass(frozen=True, slots=True)
class DruidTable:
    """A table of 3 to 5 druids (FD-META-01), ready to deal."""

    frame: Frame
    rules: DruidRules
    pool: tuple[int, ...]
    hands: tuple[int, ...]

    def deal(self, streams: Streams, tally: Tally) -> DruidMatch:
        """Shuffle, deal each seat its hand; the rest is the deck (FD-SETUP-04, -05)."""
        cards = list(self.pool)
        name = self.rules.cards.ids.__getitem__
        luck = streams.rng("deck")
        luck.shuffle(cards, name)
        hands = deal_hands(cards, self.hands, tally)
        deck = Deck(cards, luck, tally, DECK, renews=True, at_once=True, name=name)
        return DruidMatch(self.rules, self.frame, deck, hands, streams.rng("drains"))

    def bounds(self) -> tuple[Bound, ...]:
        """The worst case of the deck (FD-CARD-04, X-FD-14) and of every family of pieces."""
        rules = self.rules
        disks = min(rules.disks)
        bars = min(rules.bars)
        stones = rules.ring.bluestones
        days = rules.ring.spaces
        seats, cards = len(self.hands), len(self.pool)
        held = seats * HAND_LIMIT + 1
        rest = (
            f"the deck empties and is shuffled anew; of {cards} cards at most {seats} x "
            f"{HAND_LIMIT} + 1 = {held} are in hands and in the centre, {cards - held} can always "
            f"come ({cards - held - 1} while a full hand has drawn one and gives one up)"
        )
        return (
            Bound("deck", held >= cards, rest),
            Bound("disks", stones + rules.capstones >= disks, f"{stones} clans for {disks} disks"),
            Bound("bars", days + seats > bars, f"{days} spirits for {bars} bars"),
            Bound("supports", True, f"{rules.supports} pairs build {rules.supports} supports"),
            Bound(
                "capstones",
                rules.supports >= rules.capstones * (SECTIONS - 1),
                f"{rules.capstones * SECTIONS} pairs finish {rules.capstones} trilithons",
            ),
        )


def prepare(game: Game, configuration: Configuration, rulings: Mapping[str, str]) -> DruidTable:
    """Read cards, ring, pieces and set-up of this table from the catalogue."""
    cards = read_cards(game)
    opening = open_table(game, configuration, rulings)
    rules = _rules(game, cards, opening, read_rulings(DruidRulings, rulings))
    hands = opening.counts("hand")
    sizes = {
        "disks": min(rules.disks),
        "bars": min(rules.bars),
        "supports": rules.supports,
        "capstones": rules.capstones,
    }
    deck = opening.count("deck")  # played cards, too, come back into it (FD-SETUP-05)
    frame = Frame(
        game=game.id,
        table=f"{configuration.players}+0",
        seats=opening.colours,
        piles=(
            PileSpec("deck", deck, most=deck + sum(hands)),
            *(PileSpec(pile, size) for pile, size in sizes.items()),
        ),
        supplies=(
            SupplySpec("disks of one player", sizes["disks"], "disks"),
            SupplySpec("bars of one player", sizes["bars"], "bars"),
            SupplySpec("supports", rules.supports, "supports"),
            SupplySpec("capstones", rules.capstones, "capstones"),
            SupplySpec("bluestones", rules.ring.bluestones),
        ),
        cards=cards.ids,
        names=cards.names,
        turn_cap=2000,
        choice_cap=60000,
    )
    return DruidTable(frame, rules, opening.pool(cards, "deck"), hands)


def _rules(game: Game, cards: BoxCards, opening: Opening, ruled: DruidRulings) -> DruidRules:
    """The rulings in force beside the data they act on."""
    ring, seats = read_ring(game), opening.colours
    colours = sorted({*ring.colour_of, *cards.colour, *seats})
    return DruidRules(
        cards=cards,
        ring=ring,
        phase=tuple(ring.phases.index(phase) if phase else -1 for phase in cards.phase),
        colour=tuple(colours.index(colour) for colour in cards.colour),
        wild_for=tuple(
            seats.index(colour) if not number and colour in seats else -1
            for colour, number in zip(cards.colour, cards.number, strict=True)
        ),
        strip=tuple(colours.index(colour) for colour in ring.colour_of),
        seat_colour=tuple(colours.index(colour) for colour in seats),
        disks=opening.counts("disks"),
        bars=opening.counts("bars"),
        supports=opening.count("supports"),
        capstones=opening.count("capstones"),
        offers=game.limit(OFFERS),
        ruled=ruled,
    )

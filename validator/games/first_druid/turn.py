"""First Druid: the rows of the table, a player's turn, the points, and a game as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from validator.games.first_druid.actions import (
    CardAction,
    DressWithPair,
    DressWithSum,
    DruidAction,
    DruidAdvance,
    DruidBuild,
    TakeOver,
    Trade,
)
from validator.games.first_druid.state import (
    NOBODY,
    SECTIONS,
    DruidRules,
    DruidState,
    Holding,
    hand_of,
    lay_run,
    lay_sum,
)
from validator.play.observers import Unseen
from validator.play.rules import Ask

CONVERTS = 3
"""Length of the run that converts (FD-CONV-01)."""
NO_CLAN = -1
NO_DAY = 0


@dataclass(frozen=True, slots=True)
class AllyClan(CardAction):
    """A sum of 31 puts an own disk on the next bluestone (FD-CLAN-01, FD-COMP-06)."""

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """It takes the cards, a free bluestone and a disk."""
        return held.makes_sum and self.has_room(state, seat)

    def has_room(self, state: DruidState, seat: int) -> bool:
        """A bluestone is free and a disk left (FD-CLAN-02, X-FD-04, FD-SUPP-01)."""
        return state.disks[seat] > 0 and len(state.clans) < state.rules.ring.bluestones

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the sum and put the disk there."""
        lay_sum(state, ask, seat)
        state.spend_laid()
        self.effect(state, seat)

    def effect(self, state: DruidState, seat: int) -> None:
        """The disk on the bluestone; a full row may end the game."""
        state.take_disk(seat)
        state.clans.append(seat)
        if len(state.clans) == state.rules.ring.bluestones and state.rules.ruled.full_row_ends:
            state.end("all bluestones are taken", at_once=True)

    def say(self) -> str:
        """The action in a few words."""
        return "ally a clan"


@dataclass(frozen=True, slots=True)
class ConvertClan(CardAction):
    """A run of three replaces the disk of another player on the latest clan (FD-CONV-01)."""

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """It takes the cards and a clan to convert."""
        return held.lows(CONVERTS) != 0 and self.target(state, seat) != NO_CLAN

    def target(self, state: DruidState, seat: int) -> int:
        """Index of the clan that ``seat`` can convert, or NO_CLAN (FD-CONV-03, X-FD-08)."""
        if not state.disks[seat]:
            return NO_CLAN
        for index in range(len(state.clans) - 1, -1, -1):
            if state.clans[index] != seat:
                return index
            if not state.rules.ruled.skip_back:
                return NO_CLAN
        return NO_CLAN

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the run and replace the disk."""
        lay_run(state, ask, seat, CONVERTS)
        state.spend_laid()
        self.effect(state, seat)

    def effect(self, state: DruidState, seat: int) -> None:
        """An own disk replaces the other, which goes back to its player."""
        index = self.target(state, seat)
        state.take_disk(seat)
        state.disks[state.clans[index]] += 1
        state.clans[index] = seat

    def say(self) -> str:
        """The action in a few words."""
        return "convert the latest clan"


@dataclass(frozen=True, slots=True)
class ConvertSpirit(CardAction):
    """A run of three replaces the bar of another player on the latest spirit (FD-CONV-01)."""

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """It takes the cards and a spirit to convert."""
        return held.lows(CONVERTS) != 0 and self.target(state, seat) != NO_DAY

    def target(self, state: DruidState, seat: int) -> int:
        """Day of the spirit that ``seat`` can convert, or NO_DAY.

        If nobody won that of the last day, it is the last one that another player has, whatever
        lies between (FD-CONV-02); otherwise an own latest one is no target, or is passed over by
        ruling (FD-CONV-03, X-FD-08).
        """
        spirits = state.spirits
        latest = state.space_left()
        skips = spirits[latest] == NOBODY or state.rules.ruled.skip_back
        if not state.bars[seat] or not state.has_contact(seat):
            return NO_DAY
        if spirits[latest] == seat and not skips:
            return NO_DAY
        days = len(spirits) - 1
        for before in range(days):
            day = (latest - before - 1) % days + 1
            if spirits[day] not in (seat, NOBODY):
                return day
        return NO_DAY

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the run and replace the bar."""
        lay_run(state, ask, seat, CONVERTS)
        state.spend_laid()
        day = self.target(state, seat)
        state.take_bar(seat)
        state.bars[state.spirits[day]] += 1
        state.spirits[day] = seat

    def say(self) -> str:
        """The action in a few words."""
        return "convert the latest spirit"


# First Druid: a player's turn, any actions in any order (FD-TURN-01), or a rest (FD-INACT-01).
#
# To add an action, write its class beside those of its part of the rulebook and name it in the
# menu.


@dataclass(frozen=True, slots=True)
class Rest(DruidAction):
    """An inactive turn: draw a card, and one for each own trilithon (FD-INACT-01)."""

    def may(self, state: DruidState, seat: int) -> bool:
        """Nothing else was done (FD-INACT-02), and a card may be taken (FD-FALL-01)."""
        return state.idle and not state.fallen[seat]

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Draw."""
        state.draw(ask, seat, 1 + state.owners.count(seat))

    def say(self) -> str:
        """The action in a few words."""
        return "rest and draw"


@dataclass(frozen=True, slots=True)
class DruidEnd(DruidAction):
    """Nothing more is done in this turn."""

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Leave everything as it is."""

    def say(self) -> str:
        """The action in a few words."""
        return "end the turn"


class DruidMenu:
    """Every action of a table in the order it is offered.

    ``by_cards_unbuilt`` are those ``by_cards`` while no trilithon stands.
    """

    __slots__ = ("by_cards", "by_cards_unbuilt", "end", "rest", "trades")

    def __init__(self, rules: DruidRules) -> None:
        before = (DruidAdvance(), AllyClan(), ConvertClan(), ConvertSpirit(), DruidBuild())
        take_overs = [TakeOver(number) for number in range(rules.capstones)]
        after = (DressWithSum(), DressWithPair())
        self.by_cards: tuple[CardAction, ...] = (*before, *take_overs, *after)
        self.by_cards_unbuilt: tuple[CardAction, ...] = (*before, *after)
        self.trades = [Trade(seat, colour) for seat, colour in enumerate(rules.seats)]
        self.rest = Rest()
        self.end = DruidEnd()


def actions(menu: DruidMenu, state: DruidState, seat: int) -> list[DruidAction]:
    """Every action open to ``seat`` (FD-TURN-01); a turn can always be ended."""
    options: list[DruidAction] = []
    if state.hands[seat]:
        held = hand_of(state, seat)
        by_cards = menu.by_cards if state.owners else menu.by_cards_unbuilt
        options += [action for action in by_cards if action.may(state, seat, held)]
    options += [trade for trade in menu.trades if trade.may(state, seat)]
    if menu.rest.may(state, seat):
        options.append(menu.rest)
    options.append(menu.end)
    return options


def take_turn(menu: DruidMenu, state: DruidState, ask: Ask, seat: int) -> None:
    """The turn of ``seat``: actions until it rests or ends the turn, or the game ends."""
    state.begin_turn()
    while True:
        action = ask.choose(seat, "turn", actions(menu, state, seat))
        action.carry_out(state, ask, seat)
        if isinstance(action, (DruidEnd, Rest)):
            return
        if state.stopped:  # FD-END-02, X-FD-03, X-FD-04
            return


@dataclass(frozen=True, slots=True)
class DruidStretch:
    """Tokens of one owner on neighbouring places: from the number ``first`` to ``last``."""

    owner: int
    first: int
    last: int
    length: int

    def points(self) -> int:
        """1 for the first token, 2 for the second, and so on (FD-SCORE-02, FD-SCORE-03)."""
        return self.length * (self.length + 1) // 2

    def say(self) -> str:
        """The places, the sum and its result."""
        places = str(self.first) if self.length == 1 else f"{self.first} to {self.last}"
        terms = " + ".join(str(number) for number in range(1, self.length + 1))
        return f"{places}: {terms} = {self.points()}" if self.length > 1 else f"{places}: 1"


def scores(state: DruidState) -> list[int]:
    """The druid's space (FD-SCORE-01) and every run of clans and of spirits.

    Told twice, as clans and as tribes (FD-SCORE-04); trilithons and altar score nothing
    (FD-SCORE-06).
    """
    points = list(state.at)
    for stretch in (*clan_runs(state), *spirit_runs(state)):
        points[stretch.owner] += stretch.points()
    return points


def clan_runs(state: DruidState) -> list[DruidStretch]:
    """The runs of clans along the bluestones (FD-SCORE-02)."""
    return list(stretches(list(enumerate(state.clans, 1))))


def spirit_runs(state: DruidState) -> list[DruidStretch]:
    """The runs of spirits around the outer ring, parted by gaps (FD-SCORE-03)."""
    days = list(enumerate(state.spirits))[1:]
    if state.rules.ruled.days_join:  # FD-SCORE-05, X-FD-17
        days = unroll(days)
    return list(stretches(days))


def unroll(days: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """A ring of days from the start of one of its runs on, so that none is cut in two."""
    for start in range(len(days)):
        if days[start][1] != days[start - 1][1]:
            return [*days[start:], *days[:start]]
    return list(days)


def stretches(row: Sequence[tuple[int, int]]) -> Iterator[DruidStretch]:
    """The unbroken runs in a row of (number of a place, its owner or NOBODY)."""
    start = 0
    for end in range(1, len(row) + 1):
        owner = row[start][1]
        if end < len(row) and row[end][1] == owner:
            continue
        if owner != NOBODY:
            yield DruidStretch(owner, row[start][0], row[end - 1][0], end - start)
        start = end


def account(state: DruidState) -> list[str]:
    """The points of each seat, item by item."""
    clans = clan_runs(state)
    spirits = spirit_runs(state)
    lines: list[str] = []
    for seat, (name, total) in enumerate(zip(state.rules.seats, scores(state), strict=True)):
        lines.append(f"{name}: druid on space {state.at[seat]}: {state.at[seat]}")
        lines += [f"{name}: clans {one.say()}" for one in clans if one.owner == seat]
        lines += [f"{name}: spirits {one.say()}" for one in spirits if one.owner == seat]
        lines.append(f"{name}: {total} in all")
    return lines


def winners(state: DruidState, points: Sequence[int]) -> tuple[int, ...]:
    """Most points win (FD-WIN-01), then the druid that is further (FD-WIN-02, X-FD-11)."""
    ranks = [
        (value, state.at[seat] + state.home[seat] if state.rules.ruled.space_breaks_tie else 0)
        for seat, value in enumerate(points)
    ]
    best = max(ranks)
    return tuple(seat for seat, rank in enumerate(ranks) if rank == best)


def census(state: DruidState) -> dict[str, list[str]]:
    """Every zone with its pieces."""
    ids = state.rules.cards.ids
    seats = state.rules.seats
    phase = state.rules.ring.phases[state.phase()]
    zones = {
        "deck": [ids[card] for card in state.deck.cards],
        "discard": [ids[card] for card in state.deck.discards],
        "centre": [ids[card] for card in state.centre],
        "laid": [ids[card] for card in (*state.laid, *state.returned)],
        "supports": ["support"] * state.supports_left(),
        "capstones": ["capstone"] * state.capstones_left(),
        f"{phase}.{state.space()}": ["figure-grey"],
        "altar": [],
    }
    for seat, colour in enumerate(seats):
        name = f"seat{seat + 1}"
        zones[f"{name}.hand"] = [ids[card] for card in state.hands[seat]]
        zones[f"{name}.offered"] = [ids[card] for card in state.offered[seat]]
        zones[f"{name}.disks"] = [f"disk-{colour}"] * state.disks[seat]
        zones[f"{name}.bars"] = [f"bar-{colour}"] * state.bars[seat]
        zones["altar"] += [f"bar-{colour}"] * state.altar[seat]
        zones.setdefault(f"space.{state.at[seat]}", []).append(f"figure-{colour}")
    for index, seat in enumerate(state.clans, 1):
        zones[f"bluestone.{index}"] = [f"disk-{seats[seat]}"]
    for day, seat in enumerate(state.spirits):
        if seat >= 0:
            zones[f"outer.{day}"] = [f"bar-{seats[seat]}"]
    for number in range(-(-state.sections // SECTIONS)):
        zones[f"trilithon.{number + 1}"] = _trilithon(state, number)
    return zones


def _trilithon(state: DruidState, number: int) -> list[str]:
    """The sections of a trilithon and the disk in its capstone."""
    built = min(state.sections - number * SECTIONS, SECTIONS)
    pieces = ["support"] * min(built, SECTIONS - 1)
    if built == SECTIONS:
        pieces.append("capstone")
        if state.owners[number] >= 0:
            pieces.append(f"disk-{state.rules.seats[state.owners[number]]}")
    return pieces


def unseen(state: DruidState, seat: int) -> Unseen:
    """What lies face down before ``seat``."""
    zones = {"deck": state.deck.cards}
    for at, (hand, offered) in enumerate(zip(state.hands, state.offered, strict=True)):
        if at != seat:
            zones[f"seat{at + 1}.hand"] = hand
            zones[f"seat{at + 1}.offered"] = offered
    return Unseen(zones)


def show(state: DruidState) -> str:
    """Time, rows, altar, hands and scores: a letter for each owner."""
    rules = state.rules
    letters = [colour[0] for colour in rules.seats]
    clans = "".join(letters[seat] for seat in state.clans) or "-"
    spirits = "".join("." if seat < 0 else letters[seat] for seat in state.spirits[1:])
    stones = "".join("." if seat < 0 else letters[seat] for seat in state.owners)
    centre = " ".join(rules.cards.names[card] for card in state.centre)
    altar = "".join(letter * bars for letter, bars in zip(letters, state.altar, strict=True))
    lines = [
        f"{rules.ring.phases[state.phase()]} of {state.space()} "
        f"({rules.ring.colour_of[state.space()]})  card of the day {centre or '-'}  "
        f"deck {len(state.deck.cards)}  clans {clans}  spirits {spirits}",
        f"sections {state.sections}  capstones {stones or '-'}  altar {altar or '-'}",
    ]
    points = scores(state)
    for seat, colour in enumerate(rules.seats):
        hand = " ".join(rules.cards.names[card] for card in state.hands[seat]) or "-"
        behind = " (passed by time)" if state.fallen[seat] else ""
        left = f"{state.disks[seat]} disks, {state.bars[seat]} bars"
        lines.append(
            f"{colour}: space {state.at[seat]}{behind}, {points[seat]} points, {left}, hand {hand}"
        )
    return "\n".join(lines)

"""First Druid: the rows of the table, a player's turn, the points, and a game as text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from validator.games.first_druid.actions import (
    ByRun,
    BySum,
    CardAction,
    DressWithPair,
    DressWithSum,
    DruidAction,
    DruidAdvance,
    DruidBuild,
    TakeOver,
    Trade,
)
from validator.games.first_druid.rulings import Days, FullRow, NoTarget
from validator.games.first_druid.state import (
    NOBODY,
    DruidState,
    hand_of,
)
from validator.play.rules import Ask

NO_CLAN = -1
NO_DAY = 0


@dataclass(frozen=True, slots=True)
class AllyClan(BySum):
    """A sum of 31 puts an own disk on the next bluestone (FD-CLAN-01, FD-COMP-06)."""

    def is_open(self, state: DruidState, seat: int) -> bool:
        """A bluestone is free and a disk left (FD-CLAN-02, X-FD-04, FD-SUPP-01)."""
        return state.disks[seat] > 0 and len(state.clans) < state.rules.ring.bluestones

    def effect(self, state: DruidState, ask: Ask, seat: int) -> None:
        """The disk on the bluestone; a full row may end the game."""
        state.take_disk(seat)
        state.clans.append(seat)
        if (
            len(state.clans) == state.rules.ring.bluestones
            and state.rules.ruled.full_row is FullRow.ENDS_GAME
        ):
            state.end("all bluestones are taken", at_once=True)

    def say(self) -> str:
        """The action in a few words."""
        return "ally a clan"


@dataclass(frozen=True, slots=True)
class ConvertClan(ByRun):
    """A run of three replaces the disk of another player on the latest clan (FD-CONV-01)."""

    def is_open(self, state: DruidState, seat: int) -> bool:
        """There is a clan to convert."""
        return self.target(state, seat) != NO_CLAN

    def target(self, state: DruidState, seat: int) -> int:
        """Index of the clan that ``seat`` can convert, or NO_CLAN (FD-CONV-03, X-FD-08)."""
        if not state.disks[seat]:
            return NO_CLAN
        for index in range(len(state.clans) - 1, -1, -1):
            if state.clans[index] != seat:
                return index
            if state.rules.ruled.no_target is not NoTarget.SKIP_BACK:
                return NO_CLAN
        return NO_CLAN

    def effect(self, state: DruidState, ask: Ask, seat: int) -> None:
        """An own disk replaces the other, which goes back to its player."""
        index = self.target(state, seat)
        state.take_disk(seat)
        state.disks[state.clans[index]] += 1
        state.clans[index] = seat

    def say(self) -> str:
        """The action in a few words."""
        return "convert the latest clan"


@dataclass(frozen=True, slots=True)
class ConvertSpirit(ByRun):
    """A run of three replaces the bar of another player on the latest spirit (FD-CONV-01)."""

    def is_open(self, state: DruidState, seat: int) -> bool:
        """There is a spirit to convert."""
        return self.target(state, seat) != NO_DAY

    def target(self, state: DruidState, seat: int) -> int:
        """Day of the spirit that ``seat`` can convert, or NO_DAY.

        If nobody won that of the last day, it is the last one that another player has, whatever
        lies between (FD-CONV-02); otherwise an own latest one is no target, or is passed over by
        ruling (FD-CONV-03, X-FD-08).
        """
        spirits = state.spirits
        latest = state.space_left()
        if not state.bars[seat] or not state.has_contact(seat):
            return NO_DAY
        skips = state.rules.ruled.no_target is NoTarget.SKIP_BACK
        if spirits[latest] == seat and not skips:
            return NO_DAY
        days = len(spirits) - 1
        for before in range(days):
            day = (latest - before - 1) % days + 1
            if spirits[day] not in (seat, NOBODY):
                return day
        return NO_DAY

    def effect(self, state: DruidState, ask: Ask, seat: int) -> None:
        """An own bar replaces the other, which goes back to its player."""
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


BY_CARDS = (DruidAdvance(), AllyClan(), ConvertClan(), ConvertSpirit(), DruidBuild())
"""Actions in the order they are offered, before those that take trilithons over."""
AT_ALTAR = (DressWithSum(), DressWithPair())
REST, END = Rest(), DruidEnd()


@cache
def trades_with(seats: tuple[str, ...]) -> tuple[Trade, ...]:
    """A trade with each of ``seats``."""
    return tuple(Trade(seat, colour) for seat, colour in enumerate(seats))


def actions(state: DruidState, seat: int) -> list[DruidAction]:
    """Every action open to ``seat`` (FD-TURN-01); a turn can always be ended."""
    options: list[DruidAction] = []
    if state.hands[seat]:
        held = hand_of(state, seat)
        by_cards: tuple[CardAction, ...] = (*BY_CARDS, *AT_ALTAR)
        if state.owners:
            take_overs = [TakeOver(number) for number in range(len(state.owners))]
            by_cards = (*BY_CARDS, *take_overs, *AT_ALTAR)
        options += [action for action in by_cards if action.may(state, seat, held)]
    options += [trade for trade in trades_with(state.frame.seats) if trade.may(state, seat)]
    if REST.may(state, seat):
        options.append(REST)
    options.append(END)
    return options


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


def clan_runs(state: DruidState) -> list[DruidStretch]:
    """The runs of clans along the bluestones (FD-SCORE-02)."""
    return list(stretches(list(enumerate(state.clans, 1))))


def spirit_runs(state: DruidState) -> list[DruidStretch]:
    """The runs of spirits around the outer ring, parted by gaps (FD-SCORE-03)."""
    days = list(enumerate(state.spirits))[1:]
    if state.rules.ruled.days is Days.CIRCLE:  # FD-SCORE-05, X-FD-17
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

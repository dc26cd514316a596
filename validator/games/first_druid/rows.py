"""First Druid: the row of clans and the days of spirits (FD-CLAN-01, -02, FD-CONV-01 to -04)."""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.first_druid.action import CardAction
from validator.games.first_druid.combinations import Holding, lay_run, lay_sum
from validator.games.first_druid.rules import NOBODY
from validator.games.first_druid.state import State
from validator.play.rules import Ask

CONVERTS = 3
"""Length of the run that converts (FD-CONV-01)."""
NO_CLAN = -1
NO_DAY = 0


@dataclass(frozen=True, slots=True)
class AllyClan(CardAction):
    """A sum of 31 puts an own disk on the next bluestone (FD-CLAN-01, FD-COMP-06)."""

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """It takes the cards, a free bluestone and a disk."""
        return held.makes_sum and self.has_room(state, seat)

    def has_room(self, state: State, seat: int) -> bool:
        """A bluestone is free and a disk left (FD-CLAN-02, X-FD-04, FD-SUPP-01)."""
        return state.disks[seat] > 0 and len(state.clans) < state.rules.ring.bluestones

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Lay the sum and put the disk there."""
        lay_sum(state, ask, seat)
        state.spend_laid()
        self.effect(state, seat)

    def effect(self, state: State, seat: int) -> None:
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

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """It takes the cards and a clan to convert."""
        return held.lows(CONVERTS) != 0 and self.target(state, seat) != NO_CLAN

    def target(self, state: State, seat: int) -> int:
        """Index of the clan that ``seat`` can convert, or NO_CLAN (FD-CONV-03, X-FD-08)."""
        if not state.disks[seat]:
            return NO_CLAN
        for index in range(len(state.clans) - 1, -1, -1):
            if state.clans[index] != seat:
                return index
            if not state.rules.ruled.skip_back:
                return NO_CLAN
        return NO_CLAN

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Lay the run and replace the disk."""
        lay_run(state, ask, seat, CONVERTS)
        state.spend_laid()
        self.effect(state, seat)

    def effect(self, state: State, seat: int) -> None:
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

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """It takes the cards and a spirit to convert."""
        return held.lows(CONVERTS) != 0 and self.target(state, seat) != NO_DAY

    def target(self, state: State, seat: int) -> int:
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

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
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

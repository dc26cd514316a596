"""What an action is: when it may be chosen, its steps, and how a player takes it.

A *main action* is the one of the rondel step; a benefit can give a *sub-action*
(HEN-CONC-01, HEN-CONC-02). Both run through the same code: a main action must be carried out
and may be changed by Luck cards, a sub-action may be declined (HEN-CONC-03, HEN-TURN-09).

Whether an action may be chosen is asked for all ways to it together (``open_by``), by bits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import ClassVar, Final, Protocol

from validator.catalogue.effects import Effect
from validator.games.henge.actions.doors import Doors
from validator.games.henge.position.options import STOP, DiscardLuck, PlayLuck, Stop
from validator.games.henge.position.player import Player
from validator.games.henge.position.state import State
from validator.games.henge.printed.codes import ACTIONS, NO_LIMIT, NONE
from validator.games.henge.printed.mods import Aid, Mods
from validator.play.rules import Ask


@dataclass(frozen=True, slots=True)
class Grant:
    """What lets a player act: the rondel step (``main``) or a benefit, and within which limits."""

    main: bool = False
    limit: int = NO_LIMIT
    free: bool = False


MAIN: Final = Grant(main=True)
NO_CARDS: Final[Sequence[PlayLuck]] = ()


class Work:
    """An action being taken, by a grant, and how far it has come: the steps ``done``.

    ``strayed`` counts the druids that the level let go to an adjacent area.
    """

    __slots__ = ("done", "grant", "strayed")

    def __init__(self, grant: Grant) -> None:
        self.grant = grant
        self.done = 0
        self.strayed = 0


class Due:
    """A main action whose first step is to come, with its local area and what is changed for it."""

    __slots__ = ("action", "area", "mods")

    def __init__(self, action: Action, area: int, mods: Mods) -> None:
        self.action = action
        self.area = area
        self.mods = mods


class Turn(Protocol):
    """Whose turn it is, and whom to ask.

    ``due`` is the main action whose first step is still to come; until then nothing may be done
    that would make it impossible (HEN-TURN-09). ``at_hand`` is the action being taken, a
    sub-action too. ``lucky``: Luck cards may be played.
    """

    __slots__ = ("ask", "at_hand", "due", "lucky", "player", "state")

    state: State
    ask: Ask
    player: Player
    at_hand: tuple[Action, Work] | None
    due: Due | None
    lucky: bool

    def give(self, effects: Sequence[Effect]) -> None:
        """Carry out effects in order for the player."""

    def play_luck(self, card: int) -> None:
        """Discard a Luck card for its effect (HEN-LUCK-06, HEN-LUCK-07)."""

    def leaves_due(self, change: Callable[[Player], None]) -> bool:
        """Tell whether the action that is due stays possible after a change of the player."""

    def keeps(self, effects: Sequence[Effect], due: Due | None = None, card: int = NONE) -> bool:
        """Tell whether an action stays possible after these effects, as far as they are known."""

    def spare(self, cards: list[DiscardLuck], number: int) -> list[DiscardLuck]:
        """Those of the cards in hand that may be the first of so many to be discarded."""

    def play_drawn(self, cards: Sequence[int]) -> None:
        """Offer to play Luck cards just drawn."""


class Step(Protocol):
    """One step of an action that a player may choose."""

    def do(self, turn: Turn, work: Work) -> None:
        """Do it for the player whose turn it is."""

    def charge(self, state: State, player: Player, *, free: bool) -> None:
        """Take from a player, on trial, what the step costs besides time."""

    def say(self) -> str:
        """The step in a few words."""


def lose_luck(card: int, player: Player) -> None:
    """Take a Luck card from a player, on trial."""
    player.hand.remove(card)


def eased(state: State, player: Player, dollars: int, coins: int) -> int:
    """A price when cards give ``coins``, unless more than there is would have to be paid.

    A bank that runs out gives what is in it, bribes included: no more than the money of bank
    and player together can be had (X-HEN-06-BANK).
    """
    if state.ruled.bank_is_limited and dollars > player.cash + state.bank:
        return dollars
    return max(0, dollars - coins)


def change_nothing(player: Player) -> None:
    """Leave a player as it is."""


class Action(ABC):
    """One of the seven actions (HEN-BOARD-13), made once a table."""

    __slots__ = ("name",)

    number: ClassVar[int]
    """Its place in ``codes.ACTIONS``."""

    def __init__(self) -> None:
        self.name = ACTIONS[self.number]

    def open_by(self, state: State, player: Player, doors: Doors, reach: int, aid: Aid) -> int:
        """Those of the ways to it after which one step can be done, with the help of ``aid``.

        ``reach`` is how far the player gets with all its money; each dollar kept is a step less.
        """
        return doors.within[reach]

    @abstractmethod
    def steps(self, state: State, player: Player, work: Work) -> Sequence[Step]:
        """What can be done now, in fixed order."""

    def spoilt_by(self, state: State, player: Player, effects: Sequence[Effect]) -> bool:
        """Tell whether effects that move stones would leave nothing to do."""
        return False

    def may_be_idle(self, state: State) -> bool:
        """Tell whether a main action may end with nothing done."""
        return False

    def carry_out(self, turn: Turn, work: Work) -> None:
        """Ask for step after step, or Luck cards around them, until the player stops.

        A Luck card is played at once, one just drawn as well (HEN-LUCK-13), if it fits the action
        (HEN-LUCK-02 to HEN-LUCK-05). The first step of a main action must be done (HEN-TURN-09),
        unless what nobody could foresee of a card has left nothing to do.
        Levels are those at the start unless X-HEN-26 says otherwise.
        """
        state, player = turn.state, turn.player
        levels, before = player.in_force, turn.at_hand
        turn.at_hand = self, work
        if not state.ruled.live_levels:
            player.in_force = player.levels.copy()
        options: Sequence[Step | PlayLuck | Stop]
        duty, played = work.grant.main, False
        while True:
            steps = self.steps(state, player, work)
            plays = self.plays(turn, work, player.hand) if player.hand else NO_CARDS
            if duty and not self.may_be_idle(state):
                options = [*steps, *plays] if plays else steps
                if not options and played:
                    break
            elif not steps and not plays:
                break
            elif turn.due is None:
                options = [STOP, *steps, *plays]
            else:
                options = self.affordable(turn, work, steps, plays)
            chosen = turn.ask.choose(player.seat, self.name, options)
            if isinstance(chosen, PlayLuck):
                played = True
                self.play_luck(turn, work, chosen.card)
            elif isinstance(chosen, Stop):
                break
            else:
                duty = False
                work.done += 1
                chosen.do(turn, work)
        player.in_force, turn.at_hand = levels, before

    def play_luck(self, turn: Turn, work: Work, card: int) -> None:
        """Play a Luck card; before the first step of a main action, that action is due."""
        due = turn.due
        turn.due = self.due_in(turn, work)
        turn.play_luck(card)
        turn.due = due

    def due_in(self, turn: Turn, work: Work) -> Due | None:
        """The action that is due while this one is at hand: itself, as the main action begins."""
        if work.grant.main and not work.done:
            return Due(self, turn.state.local, turn.state.mods)
        return turn.due

    def plays(self, turn: Turn, work: Work, cards: Sequence[int]) -> Sequence[PlayLuck]:
        """Those of some cards in hand that may be played now, and leave possible what is due."""
        menu, grant, found = turn.state.menu, work.grant, NO_CARDS
        fitting = (menu.play_main if grant.main else menu.play_sub)[self.number]
        for card in cards:
            if card in fitting and turn.lucky and fitting[card] not in found:
                found = [*found, fitting[card]]
        due = self.due_in(turn, work) if found else None
        if due is None:
            return found
        if not grant.main:
            found = [one for one in found if turn.leaves_due(partial(lose_luck, one.card))]
        effects = turn.state.cards.effects
        return [one for one in found if turn.keeps(effects[one.card], due, one.card)]

    def affordable(
        self, turn: Turn, work: Work, steps: Sequence[Step], plays: Sequence[PlayLuck]
    ) -> Sequence[Step | PlayLuck | Stop]:
        """What leaves the main action possible that this sub-action comes before."""
        state, free = turn.state, work.grant.free
        found: list[Step | PlayLuck | Stop] = [
            one for one in steps if turn.leaves_due(partial(one.charge, state, free=free))
        ]
        found += plays
        may_stop = not found or turn.leaves_due(change_nothing)
        return [STOP, *found] if may_stop else found

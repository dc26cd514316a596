"""A turn, and what an action is: when it may be chosen, its steps, how a player takes it.

A *main action* is the one of the rondel step; a benefit can give a *sub-action* (HEN-CONC-01,
HEN-CONC-02). Both run through the same code: a main action must be carried out and may be
changed by Luck cards, a sub-action may be declined (HEN-CONC-03, HEN-TURN-09).

Luck cards may be played before the first step of an action. So a step of the rondel may be chosen
for an action that only the hand makes possible, and while nothing of it has been done, nothing may
be done that would make it impossible (HEN-TURN-09).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations, product
from typing import ClassVar, Final

from validator.catalogue.effects import Draw, Effect
from validator.games.henge.codes import ACTIONS, LUCK_LEVEL, NO_LIMIT, NONE
from validator.games.henge.modifiers import Aid, Mods
from validator.games.henge.state import HengeState, Player
from validator.play.rules import Ask


@dataclass(frozen=True, slots=True)
class HengeChoice:
    """What a seat may choose besides its move: of a kind, by number and for some by slot too.

    The number is that of a card, an area, an action ..., or a place among the stones held.
    """

    kind: str
    number: int = NONE
    slot: int = NONE
    words: str = field(default="", compare=False)

    def say(self) -> str:
        """The option in a few words."""
        return self.words or self.kind


STOP: Final = HengeChoice("stop")
"""End an action, or do not take a sub-action at all."""
DECLINE: Final = HengeChoice("no")
"""Leave an offer."""


@dataclass
class HengeWork:
    """An action being taken: the main one or a sub-action, its limits, and how far it has come.

    ``done`` are the steps taken, ``strayed`` the druids that the level let go to an adjacent area.
    """

    main: bool = False
    limit: int = NO_LIMIT
    free: bool = False
    done: int = 0
    strayed: int = 0


@dataclass(frozen=True, slots=True)
class Due:
    """A main action whose first step is to come, with its local area and what is changed for it."""

    action: HengeAction
    area: int
    mods: Mods


class HengeTurn(ABC):
    """Whose turn it is, and whom to ask.

    ``due`` is the main action whose first step is still to come; until then nothing may be done
    that would make it impossible (HEN-TURN-09). ``at_hand`` is the action being taken, a
    sub-action too. ``lucky``: Luck cards may be played.
    """

    def __init__(self, state: HengeState, ask: Ask, player: Player) -> None:
        self.state = state
        self.ask = ask
        self.player = player
        self.at_hand: tuple[HengeAction, HengeWork] | None = None
        self.due: Due | None = None
        self.lucky = True

    @abstractmethod
    def give(self, effects: Sequence[Effect]) -> None:
        """Carry out effects in order for the player, sub-actions too (HEN-CONC-02)."""

    # --- what is due ----------------------------------------------------------------------

    def leaves_due(self, change: Callable[[Player], None] | None = None) -> bool:
        """Tell whether the action that is due stays possible after a change of the player."""
        if self.due is None:
            return True
        trial = self.player.copy()
        if change is not None:
            change(trial)
        return is_possible(self.state, trial, self.due)

    def keeps(self, effects: Sequence[Effect], due: Due | None = None, card: int = NONE) -> bool:
        """Tell whether an action stays possible after these effects, as far as they are known.

        The Luck card that they are on is no longer in hand, but counts with what it brings.
        """
        due = due or self.due
        if due is None:
            return True
        if due.action.spoilt_by(self.state, self.player, effects):
            return False
        lost = cards_lost(self.state, self.player, effects)
        return not lost or self.can_lose(due, without(self.player.hand, card), lost)

    def can_lose(self, due: Due, hand: Sequence[int], number: int) -> bool:
        """Tell whether an action stays possible when ``number`` cards of a hand are lost."""
        trial = self.player.copy()
        for lost in combinations(hand, min(number, len(hand))):
            trial.hand = without(hand, *lost)
            if is_possible(self.state, trial, due):
                return True
        return False

    # --- Luck cards -----------------------------------------------------------------------

    def play_luck(self, card: int) -> None:
        """Carry a Luck card out, then discard it (HEN-LUCK-06, HEN-LUCK-07)."""
        state, tally = self.state, self.state.tally
        self.player.hand.remove(card)
        state.luck_played.append(card)
        tally.plays(card)
        doing = tally.acts_as(card, self.player.seat)
        if doing != NONE:
            self.give(state.cards.effects[doing])
        state.luck_played.remove(card)
        state.luck_deck.discard(card)

    def play_drawn(self, cards: Sequence[int]) -> None:
        """Offer to play cards just drawn with the action at hand (HEN-LUCK-13, X-HEN-28)."""
        if self.at_hand is None:
            return
        action, work = self.at_hand
        fresh = list(cards)
        while plays := action.plays(self, work, [one for one in fresh if one in self.player.hand]):
            chosen = self.ask.choose(self.player.seat, action.name, [STOP, *plays])
            if chosen == STOP:
                return
            fresh.remove(chosen.number)
            action.play_luck(self, work, chosen.number)

    def draw_by_level(self) -> None:
        """Draw and discard by the Luck level, whatever the cause.

        HEN-LUCK-08; the levels are HEN-LUCK-09, HEN-LUCK-10, HEN-LUCK-11 and HEN-LUCK-12.
        """
        self.draw(*self.state.mat.luck[self.player.in_force[LUCK_LEVEL]])

    def draw(self, number: int, give_up: int) -> None:
        """Draw ``number`` cards, then discard ``give_up`` from the hand, which has no limit.

        HEN-LUCK-14. Whether cards just drawn may be played before that is X-HEN-28; whether as many
        less are discarded if the deck has fewer is X-HEN-08-LUCK.
        """
        state, player = self.state, self.player
        cards = state.luck_deck.draw_up_to(number)
        state.tally.drew_each(cards)
        player.hand += cards
        if state.ruled.short_luck == "fewer":
            give_up -= number - len(cards)
        if give_up > 0 and state.ruled.drawn_card == "at_once":
            self.play_drawn(cards)
        for left in range(give_up, 0, -1):
            if player.hand:
                options = self.discards(min(left, len(player.hand))) or self.discards(0)
                self.discard(self.ask.choose(player.seat, "discard", options).number)

    def discards(self, number: int) -> list[HengeChoice]:
        """The cards in hand that may be the first of so many to be discarded.

        Those after which the action that is due can do without the others; all if number is 0.
        """
        hand, due = self.player.hand, self.due
        return [
            HengeChoice("discard", card, words=self.state.cards.names[card])
            for card in dict.fromkeys(hand)
            if not number or due is None or self.can_lose(due, without(hand, card), number - 1)
        ]

    def discard(self, card: int) -> None:
        """Lay a Luck card of the hand on the discards."""
        self.player.hand.remove(card)
        self.state.luck_deck.discard(card)


def without(hand: Sequence[int], *cards: int) -> list[int]:
    """A hand less some of its cards."""
    left = list(hand)
    for card in cards:
        if card != NONE:
            left.remove(card)
    return left


def cards_drawn(state: HengeState, player: Player, effect: Draw) -> tuple[int, int]:
    """How many cards an effect lets one draw, and how many are to be discarded then."""
    if effect.by is not None:
        return state.mat.luck[player.in_force[LUCK_LEVEL]]
    return effect.amount, 0 if effect.keep is None else effect.amount - effect.keep


def cards_lost(state: HengeState, player: Player, effects: Sequence[Effect]) -> int:
    """Cards that draws take from the hand beyond those that they bring, if the deck is short."""
    if state.ruled.short_luck == "fewer":
        return 0
    left, lost = state.luck_deck.count_left(), 0
    for effect in effects:
        if isinstance(effect, Draw):
            number, give_up = cards_drawn(state, player, effect)
            drawn = min(number, left)
            left -= drawn
            lost += max(0, give_up - drawn)
    return lost


def aid_of_hand(state: HengeState, player: Player, action: int, mods: Mods) -> Aid:
    """What the hand brings an action before its first step, with what is changed already.

    All the cards count that may be played then, together (HEN-LUCK-02, HEN-LUCK-03): none of
    them makes worse what another one makes better.
    """
    luck, effects = state.cards.luck, state.cards.effects
    cards = [
        card for card in player.hand if action in luck[card].actions and not luck[card].before_move
    ]
    return Aid(mods, [effect for card in cards for effect in effects[card]])


def ways(state: HengeState, player: Player, passed: int, aid: Aid) -> Iterator[list[int]]:
    """How far the stones may still have to go, past icons (X-HEN-29) and with the help of cards."""
    if state.ruled.passed_icon == "may":
        yield player.to_go
    yield [max(0, left - passed) for left in player.to_go]
    if aid.steps_all or aid.steps_one:
        for chosen in range(len(player.to_go)):
            moved = [passed + aid.steps_all] * len(player.to_go)
            moved[chosen] += aid.steps_one
            yield [max(0, left - by) for left, by in zip(player.to_go, moved, strict=True)]


def is_possible(state: HengeState, player: Player, due: Due) -> bool:
    """Tell whether the first step of an action can be done, with Luck cards of the hand or not."""
    aid = aid_of_hand(state, player, due.action.number, due.mods)
    return due.action.is_open(state, player, due.area, 0, player.cash, aid)


class HengeAction(ABC):
    """One of the seven actions (HEN-BOARD-13)."""

    number: ClassVar[int]
    """Its place in ``codes.ACTIONS``."""

    @property
    def name(self) -> str:
        """The word for it."""
        return ACTIONS[self.number]

    @abstractmethod
    def steps(self, state: HengeState, player: Player, work: HengeWork) -> list[HengeChoice]:
        """What can be done now, in fixed order."""

    @abstractmethod
    def do(self, turn: HengeTurn, work: HengeWork, step: HengeChoice) -> None:
        """Do a step for the player whose turn it is."""

    def is_open(
        self, state: HengeState, player: Player, area: int, passed: int, cash: int, aid: Aid
    ) -> bool:
        """Tell whether a first step can be done in an area, with no card or with all in ``aid``.

        The player got there past so many Transport icons, and has so much money left.
        """
        if self.may_be_idle(state):
            return True
        cash += aid.coins
        if state.ruled.bank == "limited":  # nobody can have more than all there is (X-HEN-06-BANK)
            cash = max(cash - aid.coins, min(cash, player.cash + state.bank))
        carvings = [player.carved]
        if player.markers and aid.carving <= cash:
            carvings.append([True] * len(player.carved))
        before = state.local, state.mods, player.cash, player.to_go, player.carved
        state.local, state.mods, player.cash = area, aid.mods, cash
        found, stones = False, [*product(ways(state, player, passed, aid), carvings)]
        for player.to_go, player.carved in stones:
            found = found or bool(self.steps(state, player, HengeWork(main=True)))
        state.local, state.mods, player.cash, player.to_go, player.carved = before
        return found

    def charge(  # noqa: B027
        self, state: HengeState, player: Player, step: HengeChoice, free: bool
    ) -> None:
        """Take from a player, on trial, what a step costs besides time; most cost nothing."""

    def pay(self, turn: HengeTurn, work: HengeWork, step: HengeChoice) -> None:
        """Take what a step costs; the dollars go into the bank."""
        before = turn.player.cash
        self.charge(turn.state, turn.player, step, work.free)
        turn.state.bank += before - turn.player.cash

    def spoilt_by(self, state: HengeState, player: Player, effects: Sequence[Effect]) -> bool:
        """Tell whether effects that move stones would leave nothing to do."""
        return False

    def may_be_idle(self, state: HengeState) -> bool:
        """Tell whether a main action may end with nothing done."""
        return False

    def carry_out(self, turn: HengeTurn, work: HengeWork) -> None:
        """Ask for step after step, or Luck cards around them, until the player stops.

        A Luck card is played at once, one just drawn as well (HEN-LUCK-13), if it fits the action
        (HEN-LUCK-02 to HEN-LUCK-05). The first step of a main action must be done (HEN-TURN-09),
        unless what nobody could foresee of a card has left nothing to do.
        Levels are those at the start unless X-HEN-26 says otherwise.
        """
        state, player = turn.state, turn.player
        levels, before = player.in_force, turn.at_hand
        turn.at_hand = self, work
        if state.ruled.raised_level != "live":
            player.in_force = player.levels.copy()
        duty, played = work.main and not self.may_be_idle(state), False
        while True:
            steps, plays = self.steps(state, player, work), self.plays(turn, work, player.hand)
            if not steps and not plays and (played or not duty):
                break
            options = [*steps, *plays]
            if not duty:
                options = self.options_beside_due(turn, work, options)
            chosen = turn.ask.choose(player.seat, self.name, options)
            if chosen == STOP:
                break
            if chosen.kind == "play":
                played = True
                self.play_luck(turn, work, chosen.number)
            else:
                duty = False
                work.done += 1
                self.do(turn, work, chosen)
        player.in_force, turn.at_hand = levels, before

    def options_beside_due(
        self, turn: HengeTurn, work: HengeWork, options: Sequence[HengeChoice]
    ) -> list[HengeChoice]:
        """Those options that leave the main action possible which comes after, and to stop."""

        def fits(step: HengeChoice) -> bool:
            return turn.leaves_due(lambda trial: self.charge(turn.state, trial, step, work.free))

        found = [one for one in options if one.kind == "play" or fits(one)]
        return [STOP, *found] if not found or turn.leaves_due() else found

    def play_luck(self, turn: HengeTurn, work: HengeWork, card: int) -> None:
        """Play a Luck card; before the first step of a main action, that action is due."""
        due = turn.due
        turn.due = self.due_in(turn, work)
        turn.play_luck(card)
        turn.due = due

    def due_in(self, turn: HengeTurn, work: HengeWork) -> Due | None:
        """The action that is due while this one is at hand: itself, as the main action begins."""
        if work.main and not work.done:
            return Due(self, turn.state.local, turn.state.mods)
        return turn.due

    def plays(self, turn: HengeTurn, work: HengeWork, cards: Sequence[int]) -> list[HengeChoice]:
        """Those of some cards in hand that may be played now, and leave possible what is due.

        With a sub-action only cards that say so (HEN-CONC-03, HEN-LUCK-04).
        """
        luck, effects = turn.state.cards.luck, turn.state.cards.effects
        due = self.due_in(turn, work)

        def fits(card: int) -> bool:
            printed = luck[card]
            if self.number not in printed.actions or printed.before_move or not turn.lucky:
                return False
            if not work.main:
                if not printed.in_sub_actions:
                    return False
                if not turn.leaves_due(lambda trial: trial.hand.remove(card)):
                    return False
            return due is None or turn.keeps(effects[card], due, card)

        return [
            HengeChoice("play", card, words=f"play {turn.state.cards.names[card]}")
            for card in dict.fromkeys(cards)
            if fits(card)
        ]

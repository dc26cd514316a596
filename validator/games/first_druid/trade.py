"""First Druid: trading cards, one for one (FD-TRADE-01, -02).

What a valid trade is the rules leave open (FD-TRADE-02, X-FD-18). Here the active player
shows a card to a partner, who refuses or shows one in return, and the active player agrees or
not. Under a ruling either of the two may give nothing. Larger trades are several such ones.

The rules set no limit to trades. A player that weighs its options and remembers no refusal would
offer the same for ever, so such players limit their offers to one partner in a turn (game.yaml,
``simulation``); nobody else is bound.
"""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.first_druid.action import Action
from validator.games.first_druid.choices import Give, Show, Take
from validator.games.first_druid.state import State
from validator.play.rules import Ask


@dataclass(frozen=True, slots=True)
class Refuse:
    """A partner does not want the card that is shown."""

    def say(self) -> str:
        """The answer in a word."""
        return "no"


@dataclass(frozen=True, slots=True)
class ShowNothing:
    """The active player asks for a gift."""

    def say(self) -> str:
        """The offer in a few words."""
        return "nothing, for a gift"


@dataclass(frozen=True, slots=True)
class GiveNothing:
    """A partner takes the card and gives none."""

    def say(self) -> str:
        """The answer in a few words."""
        return "as a gift"


@dataclass(frozen=True, slots=True)
class TakeNothing:
    """The active player makes a gift of the card."""

    def say(self) -> str:
        """The agreement in a few words."""
        return "as a gift"


@dataclass(frozen=True, slots=True)
class Decline:
    """The active player keeps the card that was shown."""

    def say(self) -> str:
        """The answer in a word."""
        return "no"


REFUSE = Refuse()
SHOW_NOTHING = ShowNothing()
GIVE_NOTHING = GiveNothing()
TAKE_NOTHING = TakeNothing()
DECLINE = Decline()


@dataclass(frozen=True, slots=True)
class Trade(Action):
    """Propose a trade to the seat ``other``, which has the colour ``name``."""

    other: int
    name: str

    def may(self, state: State, seat: int) -> bool:
        """Both have a card, or by ruling one of them (FD-TRADE-01; FD-TRADE-02, X-FD-18)."""
        mine = bool(state.hands[seat])
        theirs = bool(state.hands[self.other])
        if self.other == seat or not (mine or theirs):
            return False
        enough = (mine and theirs) or state.rules.ruled.gifts
        return enough and not is_barred(state, seat, self.other)

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Show a card, hear the answer, agree or not (FD-TRADE-01)."""
        state.offers_left[self.other] -= 1
        show(state, ask, seat)
        answer = self.answer(state, ask)
        place = self.lay_in_return(state, answer)
        receiver = self.other if agrees(state, ask, seat, answer) else seat
        for card in state.laid:
            state.hands[receiver].append(card)
        if receiver != seat:
            self.swap(state, seat)
        for card in state.returned:
            state.hands[self.other].insert(place, card)
        state.returned.clear()
        state.laid.clear()
        state.keep_limit(ask, seat)  # FD-CARD-04: a gift can be one card too many
        state.keep_limit(ask, self.other)

    def answer(self, state: State, ask: Ask) -> Refuse | Give | GiveNothing:
        """Ask the partner what it gives in return."""
        give = state.rules.choices.give
        options: list[Refuse | Give | GiveNothing] = [REFUSE]
        options += [give[card] for card in state.hands[self.other]]
        if state.laid and state.rules.ruled.gifts:
            options.append(GIVE_NOTHING)
        return ask.choose(self.other, "answer", options)

    def lay_in_return(self, state: State, answer: Refuse | Give | GiveNothing) -> int:
        """The partner lays its card where both see it; the place in its hand that it came from."""
        if not isinstance(answer, Give):
            return 0
        hand = state.hands[self.other]
        place = hand.index(answer.card)
        state.returned.append(hand.pop(place))
        return place

    def swap(self, state: State, seat: int) -> None:
        """The card in return changes hands; this was a trade."""
        for card in state.laid:
            state.tally.drew(card)
        if state.rules.ruled.trade_costs_draw:  # FD-INACT-02, X-FD-16
            state.idle = False
        for card in state.returned:
            state.hands[seat].append(card)
            state.tally.drew(card)
        state.returned.clear()

    def say(self) -> str:
        """The action in a few words."""
        return f"trade with {self.name}"


def show(state: State, ask: Ask, seat: int) -> None:
    """Ask ``seat`` which card it offers, and lay that; by ruling it may be none (X-FD-18)."""
    by_card = state.rules.choices.show
    options: list[Show | ShowNothing] = [by_card[card] for card in state.hands[seat]]
    if state.rules.ruled.gifts:
        options.append(SHOW_NOTHING)
    shown = ask.choose(seat, "show", options)
    if isinstance(shown, Show):
        state.lay(seat, shown.card)


def agrees(state: State, ask: Ask, seat: int, answer: Refuse | Give | GiveNothing) -> bool:
    """Ask ``seat`` whether it is content with the answer; a refusal is the end of it."""
    if isinstance(answer, Refuse):
        return False
    content: Take | TakeNothing = TAKE_NOTHING
    if isinstance(answer, Give):
        content = state.rules.choices.take[answer.card]
    options: list[Take | TakeNothing | Decline] = [content, DECLINE]
    return not isinstance(ask.choose(seat, "accept", options), Decline)


def is_barred(state: State, seat: int, other: int) -> bool:
    """Tell whether time has passed one of two, who takes no card in a trade either.

    FD-FALL-02, X-FD-21.
    """
    if not state.rules.ruled.behind_bars_trades:
        return False
    return state.fallen[seat] or state.fallen[other]

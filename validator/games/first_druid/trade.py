"""First Druid: trading cards, one for one (FD-TRADE-01, -02).

What a valid trade is the rules leave open (FD-TRADE-02, X-FD-18). Here the active player
shows a card to a partner, who refuses or shows one in return (or, under a ruling, asks for
it as a gift), and the active player agrees or not. Larger trades are several such ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from validator.games.first_druid.choices import Give, Take
from validator.games.first_druid.combinations import Holding
from validator.games.first_druid.state import State
from validator.play.rules import Ask


@dataclass(frozen=True, slots=True)
class Refuse:
    """A partner does not want the card that is shown."""

    def say(self) -> str:
        """The answer in a word."""
        return "no"


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
GIVE_NOTHING = GiveNothing()
TAKE_NOTHING = TakeNothing()
DECLINE = Decline()


@dataclass(frozen=True, slots=True)
class Trade:
    """Propose a trade to the seat ``other``, which has the colour ``name``."""

    other: int
    name: str

    def may(self, state: State, seat: int, held: Holding) -> bool:
        """The partner has a card, too, and has not refused in this turn (FD-TRADE-01)."""
        other = self.other
        if not state.trades_left[other] or not state.hands[other]:
            return False
        return not is_barred(state, seat, other)

    def carry_out(self, state: State, ask: Ask, seat: int) -> None:
        """Show a card, hear the answer, agree or not; after a no there is no other trade."""
        hand = state.hands[seat]
        show = state.rules.choices.show
        shown = ask.choose(seat, "show", [show[card] for card in hand]).card
        state.lay(seat, shown)
        answer = self.answer(state, ask)
        agreed = agrees(state, ask, seat, answer)
        state.laid.clear()
        if not agreed:
            hand.append(shown)
            state.trades_left[self.other] = 0
            return
        self.swap(state, seat, shown, answer)
        state.trades_left[self.other] -= 1
        if state.rules.ruled.trade_costs_draw:  # FD-INACT-02, X-FD-16
            state.idle = False
        state.keep_limit(ask, self.other)  # FD-CARD-04: a gift can be one card too many

    def answer(self, state: State, ask: Ask) -> Refuse | Give | GiveNothing:
        """Ask the partner what it gives in return."""
        give = state.rules.choices.give
        options: list[Refuse | Give | GiveNothing] = [REFUSE]
        options += [give[card] for card in state.hands[self.other]]
        if state.rules.ruled.gifts:
            options.append(GIVE_NOTHING)
        return ask.choose(self.other, "answer", options)

    def swap(
        self, state: State, seat: int, shown: int, answer: Refuse | Give | GiveNothing
    ) -> None:
        """The cards change hands; the one that was shown is no longer in a hand."""
        state.hands[self.other].append(shown)
        state.tally.drew(shown)
        if isinstance(answer, Give):
            state.hands[self.other].remove(answer.card)
            state.hands[seat].append(answer.card)
            state.tally.drew(answer.card)

    def say(self) -> str:
        """The action in a few words."""
        return f"trade with {self.name}"


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
    """Tell whether one of two is behind time and takes no card in a trade either.

    FD-FALL-02, X-FD-02.
    """
    if not state.rules.ruled.behind_bars_trades:
        return False
    return state.is_behind(seat) or state.is_behind(other)

"""First Druid: what a player may do in a turn (FD-PREP, -ALT, -CONV, -TRADE, -TRI, -TAKE)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.games.first_druid.rulings import (
    AltarAgain,
    AltarEnds,
    LastSpace,
    MereTrade,
    NoBarLeft,
    NoCards,
    Strengths,
    Unowned,
    ValidTrade,
)
from validator.games.first_druid.state import (
    CAPSTONES,
    NO_MORE,
    NOBODY,
    SECTIONS,
    SUPPORTS,
    TOP,
    DruidState,
    Holding,
    choose_card,
    lay_pair,
    lay_run,
    lay_sum,
)
from validator.games.stonehenge import CardChoice, Saying
from validator.play.rules import Ask


class DruidAction:
    """One thing to do in a turn."""

    __slots__ = ()

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Do it, asking ``seat`` for the cards and for what it leaves open."""
        raise NotImplementedError

    def say(self) -> str:
        """The action in a few words."""
        raise NotImplementedError


class CardAction(DruidAction):
    """An action that is paid for with cards of the hand."""

    __slots__ = ()

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """Tell whether ``seat``, whose hand is ``held`` and not empty, can do it now."""
        raise NotImplementedError

    def is_open(self, state: DruidState, seat: int) -> bool:
        """Tell whether all is there but the cards."""
        raise NotImplementedError

    def lay(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the cards."""
        raise NotImplementedError

    def effect(self, state: DruidState, ask: Ask, seat: int) -> None:
        """What the cards are laid for."""
        raise NotImplementedError

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the cards, which are spent, for what they do."""
        self.lay(state, ask, seat)
        state.spend_laid()
        self.effect(state, ask, seat)


class BySum(CardAction):
    """An action by a sum of 31."""

    __slots__ = ()

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """The hand makes the sum."""
        return held.makes_sum and self.is_open(state, seat)

    def lay(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the sum."""
        lay_sum(state, ask, seat)


class ByPair(CardAction):
    """An action by a pair."""

    __slots__ = ()

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """The hand has a pair."""
        return held.makes_pair and self.is_open(state, seat)

    def lay(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the pair."""
        lay_pair(state, ask, seat)


class ByRun(CardAction):
    """An action by a run: three cards convert (FD-CONV-01), four take over (FD-TAKE-01)."""

    __slots__ = ()

    def length(self) -> int:
        """Cards of the run."""
        return 3

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """The hand has a run."""
        return held.lows(self.length()) != 0 and self.is_open(state, seat)

    def lay(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the run."""
        lay_run(state, ask, seat, self.length())


@dataclass(frozen=True, slots=True)
class DruidAdvance(CardAction):
    """Cards of the phase, together as strong as the druid's space, move it one space on.

    As often as the hand allows (FD-PREP-03).
    """

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """There is a space to go to, and the hand is strong enough (FD-PREP-01; X-FD-10)."""
        rules = state.rules
        round_again = rules.ruled.last_space is LastSpace.FULL_CIRCLE
        if state.at[seat] >= rules.ring.spaces and not round_again:
            return False
        _, values = strengths(state, seat)
        if not values:
            return False
        reached = sum(values) if rules.ruled.strengths is Strengths.ADD else max(values)
        return reached >= state.at[seat]

    def lay(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay one card that is strong enough by itself, or several together (X-FD-10)."""
        if state.rules.ruled.strengths is Strengths.ADD:
            lay_together(state, ask, seat)
            return
        cards, values = strengths(state, seat)
        need = state.at[seat]
        strong = [card for card, value in zip(cards, values, strict=True) if value >= need]
        choose_card(state, ask, seat, strong)

    def effect(self, state: DruidState, ask: Ask, seat: int) -> None:
        """The druid moves."""
        state.step_on(seat)

    def say(self) -> str:
        """The action in a few words."""
        return "complete a day of preparations"


def strengths(state: DruidState, seat: int) -> tuple[list[int], list[int]]:
    """Cards that count for advancing now, with their strengths; the wild one counts most."""
    rules = state.rules
    phase_of = rules.phase
    number = rules.cards.number
    phase = state.phase()
    cards: list[int] = []
    values: list[int] = []
    for card in state.hands[seat]:
        if phase_of[card] == phase:
            cards.append(card)
            values.append(number[card])
        elif rules.wild_for[card] == seat:
            cards.append(card)
            values.append(TOP)
    return cards, values


def lay_together(state: DruidState, ask: Ask, seat: int) -> None:
    """Lay cards of the phase that are together at least as strong as the druid's space.

    Any of them (FD-PREP-01, FD-PREP-02), each later in the hand than the one before, so that
    every combination comes up once; when they are strong enough, more may be laid. By exact sums
    the whole way takes 1 + 2 + ... + 29 = 435 strength; all number cards together hold 930
    (FD-PREP-04).
    """
    need = state.at[seat]
    cards, values = strengths(state, seat)
    tails = [0] * (len(values) + 1)
    for index in range(len(values) - 1, -1, -1):
        tails[index] = tails[index + 1] + values[index]
    start = 0
    total = 0
    while start < len(cards):
        strong = [
            cards[index] for index in range(start, len(cards)) if total + tails[index] >= need
        ]
        options: list[CardChoice | Saying] = [*state.rules.cards.choices_of(strong)]
        if total >= need and state.laid:
            options.append(NO_MORE)
        chosen = ask.choose(seat, "lay", options)
        if isinstance(chosen, Saying):
            return
        state.lay(seat, chosen.card)
        index = cards.index(chosen.card)
        total += values[index]
        start = index + 1


@dataclass(frozen=True, slots=True)
class DressWithSum(BySum):
    """A sum of 31 puts a bar on the altar stone (FD-ALT-01)."""

    def is_open(self, state: DruidState, seat: int) -> bool:
        """It takes a bar."""
        return may_dress(state, seat)

    def effect(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Put the bar there."""
        dress(state, seat)

    def say(self) -> str:
        """The action in a few words."""
        return "dress the altar with a sum"


@dataclass(frozen=True, slots=True)
class DressWithPair(ByPair):
    """A pair puts a bar on the altar stone (FD-ALT-01)."""

    def is_open(self, state: DruidState, seat: int) -> bool:
        """It takes a bar."""
        return may_dress(state, seat)

    def effect(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Put the bar there."""
        dress(state, seat)

    def say(self) -> str:
        """The action in a few words."""
        return "dress the altar with a pair"


def may_dress(state: DruidState, seat: int) -> bool:
    """Tell whether ``seat`` has a bar for the altar stone (FD-ALT-05, FD-ALT-06, X-FD-19)."""
    return state.bars[seat] > 0 and not state.altar_closed


def dress(state: DruidState, seat: int) -> None:
    """A bar on the altar; as many bars as players complete it (FD-ALT-01, -02, -05)."""
    state.take_bar(seat)
    state.altar[seat] += 1
    if sum(state.altar) < len(state.hands):
        return
    most = max(state.altar)
    if state.altar.count(most) == 1:  # FD-ALT-03
        state.step_on(state.altar.index(most))
    stays = state.stopped and state.rules.ruled.altar_ends is AltarEnds.STAY  # FD-END-02, X-FD-24
    for other, bars in enumerate(state.altar):
        if bars == 0 and not stays:
            state.step_back(other)  # FD-ALT-04
        state.bars[other] += bars
        state.altar[other] = 0
    state.altar_closed = state.rules.ruled.altar_again is AltarAgain.ONCE  # FD-ALT-06, X-FD-19


# First Druid: winning the support of a spirit.
#
# The rules on conversion refer to this part by the name of a section that does not exist (FD-
# CONV-04).


def hold(state: DruidState, ask: Ask, order: Sequence[int]) -> None:
    """The contest for the day just left: cards face down, then the strongest (FD-SPIR-01)."""
    day = state.space_left()
    for seat in order:
        if state.has_contact(seat):
            lay_offer(state, ask, seat)
    totals = [strength(state, seat, day) for seat in range(len(state.hands))]
    winner = best(state, totals) if state.spirits[day] == NOBODY else NOBODY
    seats = state.frame.seats
    laid = ", ".join(f"{seats[seat]} {total}" for seat, total in enumerate(totals))
    name = "nobody" if winner == NOBODY else seats[winner]
    colour = state.rules.ring.colour_of[day]
    ask.tell(order[0], "contest", Saying(f"day {day} ({colour}): {laid}; won by {name}"))
    if winner != NOBODY:
        state.take_bar(winner)
        state.spirits[day] = winner
    for cards in state.offered:  # FD-SPIR-07
        for card in cards:
            state.tally.plays(card)
            state.deck.discard(card)
        cards.clear()


def lay_offer(state: DruidState, ask: Ask, seat: int) -> None:
    """Any number of cards, each later in the hand than the one before (FD-SPIR-02)."""
    hand = state.hands[seat]
    start = 0
    while start < len(hand):
        options: list[CardChoice | Saying] = [NO_MORE]
        options += state.rules.cards.choices_of(hand[start:])
        chosen = ask.choose(seat, "offer", options)
        if isinstance(chosen, Saying):
            return
        start = hand.index(chosen.card)
        hand.remove(chosen.card)
        state.offered[seat].append(chosen.card)


def strength(state: DruidState, seat: int, day: int) -> int:
    """Total strength that ``seat`` laid in the colour of the space (FD-SPIR-03)."""
    return sum(contest_value(state, seat, card, day) for card in state.offered[seat])


def contest_value(state: DruidState, seat: int, card: int, day: int) -> int:
    """What a card is worth in the contest of ``day``.

    Cards of the space's colour count; for the player of that colour every card does
    (FD-SPIR-04, -05); the own trilithon card counts as the strongest (FD-CARD-02).
    """
    rules = state.rules
    if rules.wild_for[card] == seat:
        return TOP
    colour = rules.strip[day]
    if rules.colour[card] == colour or rules.seat_colour[seat] == colour:
        return rules.cards.number[card]
    return 0


def best(state: DruidState, totals: Sequence[int]) -> int:
    """The seat that wins the spirit, or NOBODY (FD-SPIR-06; FD-SPIR-09, X-FD-05)."""
    running = list(totals)
    while True:
        top = max(running)
        if running.count(top) > 1:  # who laid nothing is one of several
            return NOBODY
        seat = running.index(top)
        if state.bars[seat]:
            return seat
        if state.rules.ruled.no_bar_left is not NoBarLeft.NEXT_BEST:
            return NOBODY
        running[seat] = 0


# First Druid: trading cards, one for one (FD-TRADE-01, -02).
#
# What a valid trade is the rules leave open (FD-TRADE-02, X-FD-18). Here the active player shows a
# card to a partner, who refuses or shows one in return, and the active player agrees or not. Under
# a ruling either of the two may give nothing. Larger trades are several such ones.
#
# The rules set no limit to trades. A player that weighs its options and remembers no refusal would
# offer the same for ever, so such players limit their offers to one partner in a turn (game.yaml,
# ``simulation``); nobody else is bound.


YES, NO = Saying("yes"), Saying("no")
ASK_FOR_GIFT, GIFT = Saying("nothing, for a gift"), Saying("as a gift")


@dataclass(frozen=True, slots=True)
class Trade(DruidAction):
    """Propose a trade to the seat ``other``, which has the colour ``name``."""

    other: int
    name: str

    def may(self, state: DruidState, seat: int) -> bool:
        """Both have a card, or by ruling one of them (FD-TRADE-01; FD-TRADE-02, X-FD-18)."""
        mine = bool(state.hands[seat])
        theirs = bool(state.hands[self.other])
        if self.other == seat or not (mine or theirs):
            return False
        gifts = state.rules.ruled.valid_trade is ValidTrade.GIFTS_TOO
        return ((mine and theirs) or gifts) and not is_barred(state, seat, self.other)

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Show a card, hear the answer, agree or not (FD-TRADE-01); a refusal is the end of it."""
        mine, theirs = state.hands[seat], state.hands[self.other]
        state.offers_left[self.other] -= 1
        self.show(state, ask, seat)
        answer = self.answer(state, ask)
        place = 0
        if isinstance(answer, CardChoice):  # it lies where both see it
            place = theirs.index(answer.card)
            state.returned.append(theirs.pop(place))
        if answer != NO and ask.choose(seat, "accept", [answer, NO]) != NO:
            theirs += state.laid
            mine += state.returned
            state.tally.drew_each([*state.laid, *state.returned])
            if state.rules.ruled.mere_trade is MereTrade.COSTS_DRAW:  # FD-INACT-02, X-FD-16
                state.idle = False
        else:
            mine += state.laid
            theirs[place:place] = state.returned
        state.returned.clear()
        state.laid.clear()
        state.keep_limit(ask, seat)  # FD-CARD-04: a gift can be one card too many
        state.keep_limit(ask, self.other)

    def show(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Ask which card is offered, and lay that; by ruling it may be none (X-FD-18)."""
        options: list[CardChoice | Saying] = [*state.rules.cards.choices_of(state.hands[seat])]
        if state.rules.ruled.valid_trade is ValidTrade.GIFTS_TOO:
            options.append(ASK_FOR_GIFT)
        shown = ask.choose(seat, "show", options)
        if isinstance(shown, CardChoice):
            state.lay(seat, shown.card)

    def answer(self, state: DruidState, ask: Ask) -> CardChoice | Saying:
        """Ask the partner what it gives in return."""
        options: list[CardChoice | Saying] = [NO]
        options += state.rules.cards.choices_of(state.hands[self.other])
        if state.laid and state.rules.ruled.valid_trade is ValidTrade.GIFTS_TOO:
            options.append(GIFT)
        return ask.choose(self.other, "answer", options)

    def say(self) -> str:
        """The action in a few words."""
        return f"trade with {self.name}"


def is_barred(state: DruidState, seat: int, other: int) -> bool:
    """Tell whether time has passed one of two, who takes no card in a trade either.

    FD-FALL-02, X-FD-21.
    """
    if state.rules.ruled.no_cards is not NoCards.ANYWHERE:
        return False
    return state.fallen[seat] or state.fallen[other]


@dataclass(frozen=True, slots=True)
class Haul:
    """The cards that ``seat`` drained, each with the seat it came from (FD-TRI-02).

    Nobody sees a card that went from one of the others to another.
    """

    seat: int
    cards: tuple[tuple[int, str], ...]
    seats: tuple[str, ...]

    def say(self) -> str:
        """All cards by name, for whoever sees everything."""
        return self.say_to(self.seat)

    def say_to(self, reader: int) -> str:
        """The cards as ``reader`` may know them: its own and those it took."""
        return ", ".join(
            f"{card if reader in (self.seat, giver) else 'a card'} from {self.seats[giver]}"
            for giver, card in self.cards
        )


@dataclass(frozen=True, slots=True)
class DruidBuild(ByPair):
    """A pair builds the next section in order (FD-TRI-01)."""

    def is_open(self, state: DruidState, seat: int) -> bool:
        """The next section is there to build (FD-TRI-05)."""
        return (state.capstones_left() if caps_next(state) else state.supports_left()) > 0

    def effect(self, state: DruidState, ask: Ask, seat: int) -> None:
        """The next section: a support drains the others, a capstone may take a disk."""
        caps = caps_next(state)
        state.sections += 1
        if caps:
            state.tally.level(CAPSTONES, state.capstones_left())
            cap(state, ask, seat)
        else:
            state.tally.level(SUPPORTS, state.supports_left())
            drain(state, ask, seat)

    def say(self) -> str:
        """The action in a few words."""
        return "build a section"


def caps_next(state: DruidState) -> bool:
    """Tell whether the next section is a capstone: two supports, then the capstone (FD-TRI-01)."""
    return state.sections % SECTIONS == SECTIONS - 1


def drain(state: DruidState, ask: Ask, seat: int) -> None:
    """One unseen card from each other player, if wanted (FD-TRI-02, FD-FALL-02, X-FD-21)."""
    others = [at for at, hand in enumerate(state.hands) if at != seat and hand]
    barred = state.fallen[seat] and state.rules.ruled.no_cards is not NoCards.DECK
    if not others or barred or ask.choose(seat, "drain", (YES, NO)) == NO:
        return
    taken: list[tuple[int, str]] = []
    for other in others:
        hand = state.hands[other]
        card = hand.pop(state.rng.below(len(hand)))
        state.tally.drew(card)
        state.hands[seat].append(card)
        taken.append((other, state.rules.cards.names[card]))
    ask.tell(seat, "takes", Haul(seat, tuple(taken), state.frame.seats))
    state.keep_limit(ask, seat)


def cap(state: DruidState, ask: Ask, seat: int) -> None:
    """A capstone stands; its builder may put a disk into its hole (FD-TRI-03)."""
    state.owners.append(NOBODY)
    if state.disks[seat] and ask.choose(seat, "own", (YES, NO)) == YES:
        state.take_disk(seat)
        state.owners[-1] = seat


@dataclass(frozen=True, slots=True)
class TakeOver(ByRun):
    """A run of four swaps another player's disk on a capstone for an own one (FD-TAKE-01).

    ``number`` counts the trilithons from 0.
    """

    number: int

    def length(self) -> int:
        """Cards of the run."""
        return 4

    def is_open(self, state: DruidState, seat: int) -> bool:
        """It takes a disk, and another owner; by ruling none will do (FD-TAKE-02, X-FD-20)."""
        owner = state.owners[self.number]
        unowned = state.rules.ruled.unowned is Unowned.CLAIMED
        return owner != seat and (owner != NOBODY or unowned) and state.disks[seat] > 0

    def effect(self, state: DruidState, ask: Ask, seat: int) -> None:
        """An own disk in the capstone in place of another's."""
        state.take_disk(seat)
        if state.owners[self.number] >= 0:
            state.disks[state.owners[self.number]] += 1
        state.owners[self.number] = seat

    def say(self) -> str:
        """The action in a few words."""
        return f"take over trilithon {self.number + 1}"

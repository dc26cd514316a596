"""First Druid: what a player may do in a turn (FD-PREP, -ALT, -CONV, -TRADE, -TRI, -TAKE)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validator.games.first_druid.choices import NO_MORE, Give, Lay, NoMore, Offer, Show, Take
from validator.games.first_druid.state import (
    CAPSTONES,
    NOBODY,
    SECTIONS,
    SUPPORTS,
    TOP,
    DruidRules,
    DruidState,
    Holding,
    choose_card,
    lay_pair,
    lay_run,
    lay_sum,
)
from validator.play.rules import Ask

# First Druid: what a thing to do in a turn is.
#
# Plain classes, as compiled code calls what inherits them directly, and no dataclass may inherit a
# protocol there.


class DruidAction:
    """One thing to do in a turn, made once a table."""

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


@dataclass(frozen=True, slots=True)
class DruidAdvance(CardAction):
    """Cards of the phase, together as strong as the druid's space, move it one space on.

    As often as the hand allows (FD-PREP-03).
    """

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """There is a space to go to, and the hand is strong enough (FD-PREP-01; X-FD-10)."""
        rules = state.rules
        if state.at[seat] >= rules.ring.spaces and not rules.ruled.full_circle:
            return False
        _, values = strengths(state, seat)
        if not values:
            return False
        reached = sum(values) if rules.ruled.strengths_add else max(values)
        return reached >= state.at[seat]

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the cards and move the druid."""
        if state.rules.ruled.strengths_add:
            lay_together(state, ask, seat)
        else:
            lay_single(state, ask, seat)
        state.spend_laid()
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


def lay_single(state: DruidState, ask: Ask, seat: int) -> None:
    """Lay one card that is strong enough by itself (X-FD-10)."""
    cards, values = strengths(state, seat)
    need = state.at[seat]
    strong = [card for card, value in zip(cards, values, strict=True) if value >= need]
    choose_card(state, ask, seat, strong)


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
    lay = state.rules.choices.lay
    start = 0
    total = 0
    while start < len(cards):
        options: list[Lay | NoMore] = [
            lay[cards[index]] for index in range(start, len(cards)) if total + tails[index] >= need
        ]
        if total >= need and state.laid:
            options.append(NO_MORE)
        chosen = ask.choose(seat, "lay", options)
        if isinstance(chosen, NoMore):
            return
        state.lay(seat, chosen.card)
        index = cards.index(chosen.card)
        total += values[index]
        start = index + 1


@dataclass(frozen=True, slots=True)
class DressWithSum(CardAction):
    """A sum of 31 puts a bar on the altar stone (FD-ALT-01)."""

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """It takes the cards and a bar."""
        return held.makes_sum and may_dress(state, seat)

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the sum and put the bar there."""
        lay_sum(state, ask, seat)
        state.spend_laid()
        dress(state, seat)

    def say(self) -> str:
        """The action in a few words."""
        return "dress the altar with a sum"


@dataclass(frozen=True, slots=True)
class DressWithPair(CardAction):
    """A pair puts a bar on the altar stone (FD-ALT-01)."""

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """It takes the cards and a bar."""
        return held.makes_pair and may_dress(state, seat)

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the pair and put the bar there."""
        lay_pair(state, ask, seat)
        state.spend_laid()
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
    stays = state.stopped and state.rules.ruled.end_stops_altar  # FD-END-02, X-FD-24
    for other, bars in enumerate(state.altar):
        if bars == 0 and not stays:
            state.step_back(other)  # FD-ALT-04
        state.bars[other] += bars
        state.altar[other] = 0
    state.altar_closed = state.rules.ruled.altar_once  # FD-ALT-06, X-FD-19


# First Druid: winning the support of a spirit.
#
# The rules on conversion refer to this part by the name of a section that does not exist (FD-
# CONV-04).


class DruidResult:
    """What came of a contest for the spirit of ``day``, to be told: ``totals`` by seat.

    Made at every contest, so that it is put into words only where somebody reads them.
    """

    __slots__ = ("day", "rules", "totals", "winner")

    def __init__(self, rules: DruidRules, day: int, totals: Sequence[int], winner: int) -> None:
        self.rules = rules
        self.day = day
        self.totals = totals
        self.winner = winner

    def say(self) -> str:
        """The totals, and who has the spirit."""
        seats = self.rules.seats
        totals = ", ".join(f"{seats[seat]} {total}" for seat, total in enumerate(self.totals))
        winner = "nobody" if self.winner == NOBODY else seats[self.winner]
        return f"day {self.day} ({self.rules.ring.colour_of[self.day]}): {totals}; won by {winner}"


def hold(state: DruidState, ask: Ask, order: Sequence[int]) -> None:
    """The contest for the day just left: cards face down, then the strongest (FD-SPIR-01)."""
    day = state.space_left()
    for seat in order:
        if state.has_contact(seat):
            lay_offer(state, ask, seat)
    totals = [strength(state, seat, day) for seat in range(len(state.hands))]
    winner = best(state, totals) if state.spirits[day] == NOBODY else NOBODY
    ask.tell(order[0], "contest", DruidResult(state.rules, day, totals, winner))
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
    offer = state.rules.choices.offer
    start = 0
    while start < len(hand):
        options: list[NoMore | Offer] = [NO_MORE]
        options += [offer[card] for card in hand[start:]]
        chosen = ask.choose(seat, "offer", options)
        if isinstance(chosen, NoMore):
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
        if not state.rules.ruled.spirit_to_next:
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
class DruidDecline:
    """The active player keeps the card that was shown."""

    def say(self) -> str:
        """The answer in a word."""
        return "no"


REFUSE = Refuse()
SHOW_NOTHING = ShowNothing()
GIVE_NOTHING = GiveNothing()
TAKE_NOTHING = TakeNothing()
DECLINE = DruidDecline()


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
        enough = (mine and theirs) or state.rules.ruled.gifts
        return enough and not is_barred(state, seat, self.other)

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
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

    def answer(self, state: DruidState, ask: Ask) -> Refuse | Give | GiveNothing:
        """Ask the partner what it gives in return."""
        give = state.rules.choices.give
        options: list[Refuse | Give | GiveNothing] = [REFUSE]
        options += [give[card] for card in state.hands[self.other]]
        if state.laid and state.rules.ruled.gifts:
            options.append(GIVE_NOTHING)
        return ask.choose(self.other, "answer", options)

    def lay_in_return(self, state: DruidState, answer: Refuse | Give | GiveNothing) -> int:
        """The partner lays its card where both see it; the place in its hand that it came from."""
        if not isinstance(answer, Give):
            return 0
        hand = state.hands[self.other]
        place = hand.index(answer.card)
        state.returned.append(hand.pop(place))
        return place

    def swap(self, state: DruidState, seat: int) -> None:
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


def show(state: DruidState, ask: Ask, seat: int) -> None:
    """Ask ``seat`` which card it offers, and lay that; by ruling it may be none (X-FD-18)."""
    by_card = state.rules.choices.show
    options: list[Show | ShowNothing] = [by_card[card] for card in state.hands[seat]]
    if state.rules.ruled.gifts:
        options.append(SHOW_NOTHING)
    shown = ask.choose(seat, "show", options)
    if isinstance(shown, Show):
        state.lay(seat, shown.card)


def agrees(state: DruidState, ask: Ask, seat: int, answer: Refuse | Give | GiveNothing) -> bool:
    """Ask ``seat`` whether it is content with the answer; a refusal is the end of it."""
    if isinstance(answer, Refuse):
        return False
    content: Take | TakeNothing = TAKE_NOTHING
    if isinstance(answer, Give):
        content = state.rules.choices.take[answer.card]
    options: list[Take | TakeNothing | DruidDecline] = [content, DECLINE]
    return not isinstance(ask.choose(seat, "accept", options), DruidDecline)


def is_barred(state: DruidState, seat: int, other: int) -> bool:
    """Tell whether time has passed one of two, who takes no card in a trade either.

    FD-FALL-02, X-FD-21.
    """
    if not state.rules.ruled.behind_bars_trades:
        return False
    return state.fallen[seat] or state.fallen[other]


TAKES_OVER = 4
"""Length of the run that takes a trilithon over (FD-TAKE-01)."""


@dataclass(frozen=True, slots=True)
class DruidOwn:
    """Whether to put a disk into the hole of a new capstone (FD-TRI-03)."""

    wanted: bool

    def say(self) -> str:
        """The answer in a word."""
        return "yes" if self.wanted else "no"


@dataclass(frozen=True, slots=True)
class Drain:
    """Whether to take a card from each other player (FD-TRI-02)."""

    wanted: bool

    def say(self) -> str:
        """The answer in a word."""
        return "yes" if self.wanted else "no"


class Haul:
    """The cards that ``seat`` drained, each with the seat it came from (FD-TRI-02).

    Nobody sees a card that went from one of the others to another. Put into words only where
    somebody reads them.
    """

    __slots__ = ("cards", "rules", "seat")

    def __init__(self, rules: DruidRules, seat: int, cards: Sequence[tuple[int, int]]) -> None:
        self.rules = rules
        self.seat = seat
        self.cards = cards

    def say(self) -> str:
        """All cards by name, for whoever sees everything."""
        return self.say_to(self.seat)

    def say_to(self, reader: int) -> str:
        """The cards as ``reader`` may know them: its own and those it took."""
        names, seats = self.rules.cards.names, self.rules.seats
        return ", ".join(
            f"{names[card] if reader in (self.seat, giver) else 'a card'} from {seats[giver]}"
            for giver, card in self.cards
        )


OWN = (DruidOwn(wanted=True), DruidOwn(wanted=False))
DRAIN = (Drain(wanted=True), Drain(wanted=False))


@dataclass(frozen=True, slots=True)
class DruidBuild(CardAction):
    """A pair builds the next section in order (FD-TRI-01)."""

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """It takes the cards and the section."""
        return held.makes_pair and self.is_there(state)

    def is_there(self, state: DruidState) -> bool:
        """The next section is there to build (FD-TRI-05)."""
        return (state.capstones_left() if caps_next(state) else state.supports_left()) > 0

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the pair and build."""
        lay_pair(state, ask, seat)
        state.spend_laid()
        self.effect(state, ask, seat)

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
    barred = state.fallen[seat] and state.rules.ruled.behind_bars_drains
    if not others or barred or not ask.choose(seat, "drain", DRAIN).wanted:
        return
    taken: list[tuple[int, int]] = []
    for other in others:
        hand = state.hands[other]
        card = hand.pop(state.rng.below(len(hand)))
        state.tally.drew(card)
        state.hands[seat].append(card)
        taken.append((other, card))
    ask.tell(seat, "takes", Haul(state.rules, seat, taken))
    state.keep_limit(ask, seat)


def cap(state: DruidState, ask: Ask, seat: int) -> None:
    """A capstone stands; its builder may put a disk into its hole (FD-TRI-03)."""
    state.owners.append(NOBODY)
    if state.disks[seat] and ask.choose(seat, "own", OWN).wanted:
        state.take_disk(seat)
        state.owners[-1] = seat


@dataclass(frozen=True, slots=True)
class TakeOver(CardAction):
    """A run of four swaps another player's disk on a capstone for an own one (FD-TAKE-01).

    ``number`` counts the trilithons from 0.
    """

    number: int

    def may(self, state: DruidState, seat: int, held: Holding) -> bool:
        """It takes the cards, a disk, and another owner; none by ruling (FD-TAKE-02, X-FD-20)."""
        if self.number >= len(state.owners) or not held.lows(TAKES_OVER):
            return False
        owner = state.owners[self.number]
        if owner == seat or (owner == NOBODY and not state.rules.ruled.claim_unowned):
            return False
        return state.disks[seat] > 0

    def carry_out(self, state: DruidState, ask: Ask, seat: int) -> None:
        """Lay the run and swap the disks."""
        lay_run(state, ask, seat, TAKES_OVER)
        state.spend_laid()
        self.effect(state, seat)

    def effect(self, state: DruidState, seat: int) -> None:
        """An own disk in the capstone in place of another's."""
        state.take_disk(seat)
        if state.owners[self.number] >= 0:
            state.disks[state.owners[self.number]] += 1
        state.owners[self.number] = seat

    def say(self) -> str:
        """The action in a few words."""
        return f"take over trilithon {self.number + 1}"

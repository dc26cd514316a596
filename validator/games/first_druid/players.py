"""First Druid: a sensible player, and one that empties a pile as fast as it can."""

from __future__ import annotations

from collections.abc import Sequence

from validator.games.first_druid import actions
from validator.games.first_druid.actions import (
    ASK_FOR_GIFT,
    NO,
    YES,
    DressWithPair,
    DressWithSum,
    DruidAdvance,
    DruidBuild,
    TakeOver,
    Trade,
    caps_next,
    strengths,
)
from validator.games.first_druid.rulings import NoCards
from validator.games.first_druid.state import NO_MORE, DruidRun, DruidState
from validator.games.first_druid.turn import (
    END,
    AllyClan,
    ConvertClan,
    ConvertSpirit,
    Rest,
)
from validator.games.stonehenge import CardChoice, Saying
from validator.play.rules import NEVER, Option

# First Druid: a sensible player.
#
# The greedy player counts points: the space, what a clan or spirit adds to a run, what a
# conversion takes from another, less what the cards are worth. It knows the table and its own
# hand, and remembers nothing.


POINT = 10
"""Rating of one point."""
CARD = 5
"""What a card is worth that does nothing special."""
WILD = 25
"""What the own trilithon card is worth."""
ENOUGH = 34
"""Strength in a contest beyond which more cards are wasted."""


def rate(state: DruidState, seat: int, what: str, options: Sequence[Option]) -> list[int]:
    """Rate the options of a decision for ``seat``."""
    if what == "turn":
        return [turn_value(state, seat, action) for action in options]
    if what == "offer":
        return offer_values(state, seat, options)
    return [worth(state, seat, what, option) for option in options]


def worth(state: DruidState, seat: int, what: str, option: Option) -> int:
    """What an option is worth: the card itself where it is to be laid or given up."""
    if isinstance(option, DruidRun):
        return -WILD if option.wild_as else 0
    if option in (NO, NO_MORE):
        return 0
    if option in (YES, ASK_FOR_GIFT):
        return 1 if option == YES else -1
    value = card_value(state, seat, option.card) if isinstance(option, CardChoice) else 0
    if what == "answer":  # the least card for a better one, nothing for a worse one
        return value_shown(state, seat) - value - 1
    return value - value_shown(state, seat) if what == "accept" else -value


def turn_value(state: DruidState, seat: int, action: Option) -> int:
    """What an action of the turn is worth; 0 for its end."""
    match action:
        case Trade(other=other):
            return trade_value(state, seat, other)
        case Rest():
            return (CARD + 2) * (1 + state.owners.count(seat))
        case DruidAdvance():
            return advance_value(state, seat)
        case DressWithSum() | DressWithPair():
            return POINT - 2 * CARD if state.altar[seat] == 0 and state.bars[seat] > 3 else -CARD
        case DruidBuild():
            return build_value(state, seat)
        case AllyClan():
            return POINT * run_end(state.clans, seat) - 2 * CARD
        case ConvertClan():
            return convert_value(state, seat, state.clans, action.target(state, seat))
        case ConvertSpirit():
            return convert_value(state, seat, state.spirits, action.target(state, seat))
        case TakeOver():
            return trilithon_value(state) - 4 * CARD
        case _:
            return 0


def advance_value(state: DruidState, seat: int) -> int:
    """A space further, more where time would pass the druid, less the cards it takes."""
    need = state.at[seat]
    _, values = strengths(state, seat)
    cards = 0
    total = 0
    for value in sorted(values, reverse=True):
        if total >= need:
            break
        cards += 1
        total += value
    lag = state.lap_space() + 1 - need
    return POINT + max(lag, 0) * POINT * 2 - cards * CARD


def run_end(row: Sequence[int], seat: int) -> int:
    """What one more token of ``seat`` at the end of ``row`` scores (FD-SCORE-02)."""
    length = 1
    for owner in reversed(row):
        if owner != seat:
            break
        length += 1
    return length


def convert_value(state: DruidState, seat: int, row: Sequence[int], index: int) -> int:
    """A converted token: own gain and a share of the loss of its owner."""
    owner = row[index]
    gain = run_end(row[:index], seat)
    loss = run_end(row[:index], owner)
    return POINT * gain + POINT * loss // (len(state.hands) - 1) - 3 * CARD


def build_value(state: DruidState, seat: int) -> int:
    """A capstone to own, or the cards that a support drains."""
    if caps_next(state):
        return trilithon_value(state) - 2 * CARD if state.disks[seat] > 1 else -CARD
    barred = state.fallen[seat] and state.rules.ruled.no_cards is not NoCards.DECK
    drained = 0 if barred else len(state.hands) - 1
    return CARD * drained - 2 * CARD + 4


def trilithon_value(state: DruidState) -> int:
    """One card more at each rest (FD-INACT-01), about one for three days still to come."""
    return CARD * max(state.rules.ring.spaces - state.lap_space(), 0) // 3


def trade_value(state: DruidState, seat: int, other: int) -> int:
    """Offer others their trilithon card, but not for ever; do not trade without reason."""
    if state.offers_left[other] <= 0:
        return NEVER
    wild_for = state.rules.wild_for
    for card in state.hands[seat]:
        if wild_for[card] == other:
            return CARD
    return -CARD


def card_value(state: DruidState, seat: int, card: int) -> int:
    """What a card in the hand is worth to ``seat``."""
    rules = state.rules
    number = rules.cards.number[card]
    if number == 0:
        return WILD if rules.wild_for[card] == seat else 0
    strong = CARD if number >= state.at[seat] else 0
    return CARD + strong + number // 3


def value_shown(state: DruidState, seat: int) -> int:
    """What the card shown in a trade is worth to ``seat``; 0 where a gift was asked for."""
    return card_value(state, seat, state.laid[-1]) if state.laid else 0


def offer_values(state: DruidState, seat: int, options: Sequence[Option]) -> list[int]:
    """Cards that count in the contest, up to a strength that will do; no more is worth 0."""
    day = state.space_left()
    wanted = wants_spirit(state, seat, day)
    return [
        (offer_value(state, seat, option.card, day) if wanted else -1)
        if isinstance(option, CardChoice)
        else 0
        for option in options
    ]


def wants_spirit(state: DruidState, seat: int, day: int) -> bool:
    """Tell whether there is a bar to win with, and strength in the hand but not enough laid."""
    there = actions.strength(state, seat, day)
    if not state.bars[seat] or there >= ENOUGH:
        return False
    held = sum([actions.contest_value(state, seat, card, day) for card in state.hands[seat]])
    return there + held >= ENOUGH // 3


def offer_value(state: DruidState, seat: int, card: int, day: int) -> int:
    """The strength of a card that counts; the wild one is kept."""
    if state.rules.wild_for[card] == seat:
        return -1
    return actions.contest_value(state, seat, card, day) or -1


# First Druid: a player that empties a pile as fast as it can.
#
# To take anything it needs cards, so it keeps up with time (FD-FALL-01) and rests where nothing
# can be taken from the pile; smaller decisions are those of the greedy player.


TAKES: dict[str, tuple[type[Option], ...]] = {
    "disks": (AllyClan, ConvertClan, TakeOver),
    "bars": (DressWithSum, DressWithPair, ConvertSpirit),
    "supports": (DruidBuild,),
    "capstones": (DruidBuild,),
}
"""Actions that take pieces of a pile; the deck is drawn from by resting."""


def drain_rating(state: DruidState, pile: str, seat: int, what: str, option: Option) -> int:
    """How fast an option empties ``pile``, at once or by the cards it saves.

    First what takes from the pile, then keeping up with time, then more cards.
    """
    if isinstance(option, TAKES.get(pile, ())):
        return 4
    if option in (END, NO_MORE) or (what == "answer" and option == NO):
        return 1
    match what, option:
        case "turn", DruidAdvance():
            return 3 if state.at[seat] <= state.lap_space() else -1
        case "turn", Rest():
            return 2
        case "own", _:
            return int(option == YES and pile == "disks")
        case "offer", CardChoice(card=card):  # for bars win the spirit with all that counts
            counts = actions.contest_value(state, seat, card, state.space_left())
            return 2 if pile == "bars" and counts else 0
        case ("turn" | "answer", _) | ("show", Saying()):
            return 0
        case _:
            return worth(state, seat, what, option)

"""First Druid: combinations of cards, laid one card after the other.

Only cards that can still complete the combination are offered, each later in the hand than
the one before, so that every combination comes up once and a choice never grows beyond
the hand. The own trilithon card is wild; those of others do nothing (FD-CARD-02, -03).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from validator.games.first_druid.rules import TARGET, TOP

if TYPE_CHECKING:
    from validator.games.first_druid.match import DruidMatch
    from validator.play.driver import Driver

NO_WILD = -1


@dataclass(frozen=True, slots=True)
class Holding:
    """A hand as combinations see it.

    ``cards`` are its number cards in order, ``numbers`` their strengths, ``wild`` the own
    trilithon card or NO_WILD; bit ``n`` of ``mask`` tells whether strength ``n`` is there.
    """

    cards: list[int]
    numbers: list[int]
    wild: int
    mask: int


def holding(match: DruidMatch, seat: int) -> Holding:
    """The hand of ``seat`` as combinations see it."""
    number = match.rules.cards.number
    wild_for = match.rules.wild_for
    cards: list[int] = []
    numbers: list[int] = []
    wild = NO_WILD
    mask = 0
    for card in match.hands[seat]:
        strength = number[card]
        if strength:
            cards.append(card)
            numbers.append(strength)
            mask |= 1 << strength
        elif wild_for[card] == seat:
            wild = card
    return Holding(cards, numbers, wild, mask)


def put(match: DruidMatch, seat: int, card: int) -> None:
    """A card of the hand is laid."""
    match.hands[seat].remove(card)
    match.laid.append(card)


# --- advancing: cards of the phase, strong enough together --------------------------------


def strengths(match: DruidMatch, seat: int) -> tuple[list[int], list[int]]:
    """Cards that count for advancing now, with their strengths; the wild one counts most."""
    rules = match.rules
    phase = match.phase()
    cards: list[int] = []
    values: list[int] = []
    for card in match.hands[seat]:
        if rules.phase[card] == phase:
            cards.append(card)
            values.append(rules.cards.number[card])
        elif rules.wild_for[card] == seat:
            cards.append(card)
            values.append(TOP)
    return cards, values


def can_advance(match: DruidMatch, seat: int) -> bool:
    """Tell whether the hand can advance the druid (FD-PREP-01; X-FD-10 for sums)."""
    _, values = strengths(match, seat)
    if not values:
        return False
    reached = sum(values) if match.rules.strengths_add else max(values)
    return reached >= match.at[seat]


def advance(match: DruidMatch, ask: Driver, seat: int) -> None:
    """Lay cards of the phase until they are as strong as the druid's space (FD-PREP-02).

    By exact sums the whole way takes 1 + 2 + ... + 29 = 435 strength; all number cards
    together hold 930 (FD-PREP-04).
    """
    need = match.at[seat]
    cards, values = strengths(match, seat)
    if not match.rules.strengths_add:
        put(match, seat, ask.choose(seat, "lay", _strong(cards, values, need)))
        return
    tails = [0] * (len(values) + 1)
    for index in range(len(values) - 1, -1, -1):
        tails[index] = tails[index + 1] + values[index]
    start = 0
    total = 0
    while total < need or not match.laid:
        options = [
            cards[index]
            for index in range(start, len(cards))
            if total + tails[index + 1] + values[index] >= need
        ]
        index = cards.index(ask.choose(seat, "lay", options))
        put(match, seat, cards[index])
        total += values[index]
        start = index + 1


def _strong(cards: list[int], values: list[int], need: int) -> list[int]:
    """Cards that are strong enough each by itself."""
    return [card for card, value in zip(cards, values, strict=True) if value >= need]


# --- sums of exactly 31 -------------------------------------------------------------------


def can_sum(held: Holding) -> bool:
    """Tell whether two or more cards make exactly 31 (FD-CLAN-01, FD-ALT-01)."""
    if held.wild != NO_WILD:
        return bool(held.cards)
    sums = 1
    for number in held.numbers:
        sums |= sums << number
    return bool(sums >> TARGET & 1)


def sum_to_target(match: DruidMatch, ask: Driver, seat: int) -> None:
    """Lay cards that make exactly 31; the wild card takes what is missing and ends it."""
    held = holding(match, seat)
    wild = held.wild != NO_WILD
    reach = [1] * (len(held.cards) + 1)
    for index in range(len(held.cards) - 1, -1, -1):
        reach[index] = reach[index + 1] | reach[index + 1] << held.numbers[index]
    total = 0
    start = 0
    while total < TARGET:
        options: list[int] = []
        for index in range(start, len(held.cards)):
            rest = TARGET - total - held.numbers[index]
            if rest == 0 or (rest > 0 and (wild or reach[index + 1] >> rest & 1)):
                options.append(held.cards[index])
        if wild and total:
            options.append(held.wild)
        card = ask.choose(seat, "lay", options)
        put(match, seat, card)
        if card == held.wild:
            return
        index = held.cards.index(card)
        total += held.numbers[index]
        start = index + 1


# --- pairs --------------------------------------------------------------------------------


def can_pair(held: Holding) -> bool:
    """Tell whether two cards are equally strong (FD-TRI-01, FD-TRI-04)."""
    if held.wild != NO_WILD:
        return bool(held.cards)
    return held.mask.bit_count() < len(held.numbers)


def pair(match: DruidMatch, ask: Driver, seat: int) -> None:
    """Lay two cards of the same strength, or one and the wild card."""
    held = holding(match, seat)
    firsts = [
        card
        for index, card in enumerate(held.cards)
        if held.wild != NO_WILD or held.numbers[index] in held.numbers[index + 1 :]
    ]
    first = ask.choose(seat, "lay", firsts)
    at = held.cards.index(first)
    seconds = [
        card
        for card, number in zip(held.cards[at + 1 :], held.numbers[at + 1 :], strict=True)
        if number == held.numbers[at]
    ]
    if held.wild != NO_WILD:
        seconds.append(held.wild)
    put(match, seat, first)
    put(match, seat, ask.choose(seat, "lay", seconds))


# --- runs ---------------------------------------------------------------------------------


def has_run(held: Holding, length: int) -> bool:
    """Tell whether ``runs`` finds any: strengths one beside the other, as bits of the mask.

    Bit ``n`` of ``whole`` says that all strengths from ``n`` on have been there, of ``gapped``
    that all but one have.
    """
    if len(held.cards) + (held.wild != NO_WILD) < length:
        return False
    whole = held.mask
    gapped = -1
    for step in range(1, length):
        there = held.mask >> step
        gapped = whole | (gapped & there)
        whole &= there
    if held.wild == NO_WILD:
        return whole != 0
    lows = (1 << TOP - length + 2) - 2
    return gapped & lows != 0


def runs(held: Holding, length: int) -> list[tuple[int, int]]:
    """Runs of ``length`` strengths: (lowest strength, the one the wild card stands for or 0).

    FD-CONV-01, FD-TAKE-01. The wild card is offered where a strength is missing.
    """
    found: list[tuple[int, int]] = []
    full = (1 << length) - 1
    for low in range(1, TOP - length + 2):
        missing = full & ~(held.mask >> low)
        if not missing:
            found.append((low, 0))
        elif held.wild != NO_WILD and missing & (missing - 1) == 0:
            found.append((low, low + missing.bit_length() - 1))
    return found


def run(match: DruidMatch, ask: Driver, seat: int, length: int) -> None:
    """Lay a run; where both cards of a strength are there, the player says which."""
    held = holding(match, seat)
    low, missing = ask.choose(seat, "run", runs(held, length))
    for strength in range(low, low + length):
        if strength == missing:
            put(match, seat, held.wild)
            continue
        cards = [
            card
            for card, number in zip(held.cards, held.numbers, strict=True)
            if number == strength
        ]
        put(match, seat, ask.choose(seat, "lay", cards))

"""First Druid: a sensible player.

The greedy player counts points: the space, what a clan or spirit adds to a run, what a
conversion takes from another, less what the cards are worth. It knows the table and its
own hand, and remembers nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from validator.games.first_druid import contest, lay, works
from validator.games.first_druid.rules import (
    ADVANCE,
    ALTAR_PAIR,
    ALTAR_SUM,
    BUILD,
    CLAN,
    CONVERT_CLAN,
    CONVERT_SPIRIT,
    REST,
    SECTIONS,
    STOP,
    TAKE,
    TRADE,
    Option,
)

if TYPE_CHECKING:
    from validator.games.first_druid.match import DruidMatch

POINT = 10
"""Rating of one point."""
CARD = 5
"""What a card is worth that does nothing special."""
WILD = 25
"""What the own trilithon card is worth."""
ENOUGH = 34
"""Strength in a contest beyond which more cards are wasted."""


def rate(match: DruidMatch, seat: int, what: str, options: Sequence[Any]) -> list[int]:
    """Rate the options of a decision for ``seat``."""
    if what == "turn":
        return [turn_value(match, seat, option) for option in options]
    if what == "lay":
        return [-card_value(match, seat, card) for card in options]
    if what == "run":
        return [-WILD if missing else 0 for _, missing in options]
    if what in ("discard", "show"):
        return [-card_value(match, seat, card) for card in options]
    if what == "offer":
        return [_offer_value(match, seat, card) for card in options]
    if what == "answer":
        return _answers(match, seat, options)
    if what == "accept":
        shown = card_value(match, seat, match.laid[-1])
        return [0 if card == STOP else card_value(match, seat, card) - shown for card in options]
    return [int(option) for option in options]


def turn_value(match: DruidMatch, seat: int, option: Option) -> int:
    """What an option of the turn is worth."""
    kind, number = option
    if kind == ADVANCE:
        return _advance_value(match, seat)
    if kind == CLAN:
        return POINT * run_end(match.clans, seat) - 2 * CARD
    if kind == CONVERT_CLAN:
        index = works.clan_target(match, seat)
        return _convert_value(match, seat, match.clans, index)
    if kind == CONVERT_SPIRIT:
        return _convert_value(match, seat, match.spirits, works.spirit_target(match, seat))
    if kind == BUILD:
        if match.sections % SECTIONS == SECTIONS - 1:
            return _trilithon_value(match) - 2 * CARD if match.disks[seat] > 1 else -CARD
        drained = 0 if match.is_behind(seat) else len(match.hands) - 1
        return CARD * drained - 2 * CARD + 4
    if kind == TAKE:
        return _trilithon_value(match) - 4 * CARD
    if kind in (ALTAR_SUM, ALTAR_PAIR):
        return POINT - 2 * CARD if match.altar[seat] == 0 and match.bars[seat] > 3 else -CARD
    if kind == TRADE:
        return _trade_value(match, seat, number)
    if kind == REST:
        return (CARD + 2) * (1 + match.owners.count(seat))
    return 0


def _trilithon_value(match: DruidMatch) -> int:
    """One card more at each rest (FD-INACT-01), about one for three days still to come."""
    return CARD * max(match.rules.ring.spaces - match.lap_space(), 0) // 3


def _advance_value(match: DruidMatch, seat: int) -> int:
    """A space further, more where time would pass the druid, less the cards it takes."""
    need = match.at[seat]
    _, values = lay.strengths(match, seat)
    cards = 0
    total = 0
    for value in sorted(values, reverse=True):
        if total >= need:
            break
        cards += 1
        total += value
    lag = match.lap_space() + 1 - need
    return POINT + max(lag, 0) * POINT * 2 - cards * CARD


def run_end(row: Sequence[int], seat: int) -> int:
    """What one more token of ``seat`` at the end of ``row`` scores (FD-SCORE-02)."""
    length = 1
    for owner in reversed(row):
        if owner != seat:
            break
        length += 1
    return length


def _convert_value(match: DruidMatch, seat: int, row: Sequence[int], index: int) -> int:
    """A converted token: own gain and a share of the loss of its owner."""
    owner = row[index]
    gain = run_end(row[:index], seat)
    loss = run_end(row[:index], owner)
    return POINT * gain + POINT * loss // (len(match.hands) - 1) - 3 * CARD


def card_value(match: DruidMatch, seat: int, card: int) -> int:
    """What a card in the hand is worth to ``seat``."""
    if card < 0:
        return 0
    rules = match.rules
    number = rules.cards.number[card]
    if number == 0:
        return WILD if rules.wild_for[card] == seat else 0
    strong = CARD if number >= match.at[seat] else 0
    return CARD + strong + number // 3


def _trade_value(match: DruidMatch, seat: int, other: int) -> int:
    """Offer others their trilithon card; do not trade without reason."""
    wild_for = match.rules.wild_for
    return CARD if any(wild_for[card] == other for card in match.hands[seat]) else -CARD


def _answers(match: DruidMatch, seat: int, options: Sequence[int]) -> list[int]:
    """Give the least card for a better one, nothing for a worse one."""
    shown = card_value(match, seat, match.laid[-1])
    values = [card_value(match, seat, card) for card in options]
    return [
        0 if card == STOP else shown - value - 1
        for card, value in zip(options, values, strict=True)
    ]


def _offer_value(match: DruidMatch, seat: int, card: int) -> int:
    """Cards that count in the contest, up to a strength that will do."""
    if card == STOP:
        return 0
    phases = len(match.rules.ring.phases)
    day = (match.time // phases - 1) % match.rules.ring.spaces + 1
    worth = contest.counted(match, seat, card, day)
    if worth == 0 or match.rules.wild_for[card] == seat or not match.bars[seat]:
        return -1
    there = contest.strength(match, seat, day)
    held = sum(contest.counted(match, seat, other, day) for other in match.hands[seat])
    if there >= ENOUGH or there + held < ENOUGH // 3:
        return -1
    return worth

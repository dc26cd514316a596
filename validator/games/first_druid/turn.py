"""First Druid: a player's turn, any actions in any order, or a rest."""

from __future__ import annotations

from typing import TYPE_CHECKING

from validator.games.first_druid import lay, trade, works
from validator.games.first_druid.rules import (
    ADVANCE,
    ALTAR_PAIR,
    ALTAR_SUM,
    BUILD,
    CLAN,
    CONVERT_CLAN,
    CONVERT_SPIRIT,
    END,
    REST,
    TAKE,
    TRADE,
    TRADES,
    Option,
)

if TYPE_CHECKING:
    from validator.games.first_druid.match import DruidMatch
    from validator.play.driver import Driver


def take(match: DruidMatch, ask: Driver, seat: int) -> None:
    """The turn of ``seat``; without an action it may draw (FD-INACT-01, -02)."""
    acted = False
    traded = False
    partners = [TRADES if other != seat else 0 for other in range(len(match.hands))]
    while True:
        options = actions(match, seat)
        options += trade.offers(match, seat, partners)
        if not acted and not (traded and match.rules.trade_costs_draw) and may_rest(match, seat):
            options.append((REST, 0))
        options.append((END, 0))
        option = ask.choose(seat, "turn", options)
        kind, number = option
        if kind == END:
            return
        if kind == REST:
            match.draw(ask, seat, 1 + match.owners.count(seat))
            return
        if kind == TRADE:
            traded = trade.offer(match, ask, seat, number, partners) or traded
            continue
        act(match, ask, seat, kind, number)
        acted = True
        if match.over and match.rules.ends_at_once:
            return


def may_rest(match: DruidMatch, seat: int) -> bool:
    """Tell whether an inactive turn would bring cards (FD-FALL-01)."""
    return not match.is_behind(seat)


def actions(match: DruidMatch, seat: int) -> list[Option]:
    """Every action that the hand allows, in the order of the rulebook."""
    holding = lay.holding(match, seat)
    options: list[Option] = []
    if works.may_advance(match, seat) and lay.can_advance(match, seat):
        options.append((ADVANCE, 0))
    makes_sum = lay.can_sum(holding)
    if makes_sum and works.may_ally_clan(match, seat):
        options.append((CLAN, 0))
    if lay.has_run(holding, 3):
        if works.clan_target(match, seat) >= 0:
            options.append((CONVERT_CLAN, 0))
        if works.spirit_target(match, seat) > 0:
            options.append((CONVERT_SPIRIT, 0))
    makes_pair = lay.can_pair(holding)
    if makes_pair and works.may_build(match):
        options.append((BUILD, 0))
    capstones = works.capstones_to_take(match, seat)
    if capstones and lay.has_run(holding, 4):
        options += [(TAKE, number) for number in capstones]
    if works.may_dress(match, seat):
        if makes_sum:
            options.append((ALTAR_SUM, 0))
        if makes_pair:
            options.append((ALTAR_PAIR, 0))
    return options


def act(match: DruidMatch, ask: Driver, seat: int, kind: int, number: int) -> None:
    """Lay the cards of an action, play them, carry it out."""
    if kind == ADVANCE:
        lay.advance(match, ask, seat)
    elif kind in (CLAN, ALTAR_SUM):
        lay.sum_to_target(match, ask, seat)
    elif kind in (BUILD, ALTAR_PAIR):
        lay.pair(match, ask, seat)
    else:
        lay.run(match, ask, seat, 4 if kind == TAKE else 3)
    match.spend_laid()
    if kind == ADVANCE:
        match.step_on(seat)  # FD-PREP-01, FD-PREP-03
    elif kind == CLAN:
        works.ally_clan(match, seat)
    elif kind == CONVERT_CLAN:
        works.convert_clan(match, seat)
    elif kind == CONVERT_SPIRIT:
        works.convert_spirit(match, seat)
    elif kind == BUILD:
        works.build(match, ask, seat)
    elif kind == TAKE:
        works.take_capstone(match, seat, number)
    else:
        works.dress(match, seat)

"""The seven actions of a table (HEN-BOARD-13), in the order in which moves offer them."""

from __future__ import annotations

from validator.games.henge.actions.action import Action
from validator.games.henge.actions.arrive import Arrive
from validator.games.henge.actions.carve import Carve
from validator.games.henge.actions.druid import Druid
from validator.games.henge.actions.income import Income
from validator.games.henge.actions.install import Install
from validator.games.henge.actions.luck import Luck
from validator.games.henge.actions.quarry import Quarry
from validator.games.henge.rules import Rules


def actions(rules: Rules) -> tuple[Action, ...]:
    """Make each action with its steps; the order is that of ``codes.ACTIONS``."""
    names = rules.cards.names[: len(rules.cards.stones)]
    made: tuple[Action, ...] = (
        Arrive(),
        Carve(names),
        Income(),
        Quarry(rules.cards, rules.counts.quarry),
        Druid(rules.board),
        Install(rules.board, rules.cards),
        Luck(),
    )
    return tuple(sorted(made, key=lambda action: action.number))

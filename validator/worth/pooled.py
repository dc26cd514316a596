"""Cards over several tables: what was found at each, added up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from validator.worth.lines import CardWorth, Standing, TableWorth
from validator.worth.sums import Trial

ORDER = (Standing.KNOWN, Standing.FIXED, Standing.UNENDED, Standing.UNUSED, Standing.NO_EFFECTS)
"""What holds of a card if it holds at any of several tables, first things first."""


def pooled(tables: Sequence[TableWorth], policy: str | None = None) -> list[CardWorth]:
    """Each card of tables of one game, under one policy or all, in the order of the data."""
    found: dict[str, CardWorth] = {}
    for table in tables:
        if policy in (None, table.line.policy):
            for card in table.cards:
                known = found.get(card.component.id)
                found[card.component.id] = _both(known, card) if known else card
    return list(found.values())


def _both(one: CardWorth, other: CardWorth) -> CardWorth:
    trial = Trial()
    trial.merge(one.trial)
    trial.merge(other.trial)
    return replace(
        one,
        standing=min(one.standing, other.standing, key=ORDER.index),
        drawn=one.drawn + other.drawn,
        played=one.played + other.played,
        held=one.held + other.held,
        used=one.used + other.used,
        trial=trial,
    )


def by_worth(cards: Sequence[CardWorth]) -> list[CardWorth]:
    """The cards whose worth is known, the most points first; where all have none, by wins."""

    def rank(card: CardWorth) -> tuple[float, float]:
        trial = card.trial
        return (-trial.points.total / trial.uses, -trial.wins.total / trial.uses)

    return sorted((card for card in cards if card.standing is Standing.KNOWN), key=rank)

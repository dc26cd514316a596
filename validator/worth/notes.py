"""Cards that a game may not need: those that nobody plays, and those that another one outdoes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from validator.catalogue.model import Component, Game
from validator.findings import Finding, Severity
from validator.trials.simulate import Result
from validator.worth.rivals import Dominated, price
from validator.worth.told import in_points, in_wins

OFTEN = 300
"""How often a card must be drawn before it is said that nobody plays it: then it is played less
than once in a hundred times, with 95 % confidence (the rule of three)."""


def unplayed_findings(results: Sequence[Result]) -> Iterator[Finding]:
    """The cards that no policy played at any table, though they were drawn ``OFTEN``.

    Sets of which no card counts as played are left out: such games have no such thing.
    """
    for game in {result.plan.game.id: result.plan.game for result in results}.values():
        own = [result for result in results if result.plan.game.id == game.id]
        drawn, played = _sums(own)
        policies = list(dict.fromkeys(result.policy.partition(":")[0] for result in own))
        for component in _unplayed(game, drawn, played):
            yield Finding(
                "card-unplayed",
                Severity.NOTE,
                game.id,
                component.place,
                f"{component.name!r} was drawn {drawn[component.id]} times and never played, by "
                f"players of these kinds: {', '.join(policies)}",
                "see whether its price can ever be paid, and when it may be played",
            )


def _sums(results: Iterable[Result]) -> tuple[dict[str, int], dict[str, int]]:
    drawn: dict[str, int] = {}
    played: dict[str, int] = {}
    for result in results:
        for card, took, used in zip(
            result.frame.cards, result.totals.drawn, result.totals.played, strict=True
        ):
            drawn[card] = drawn.get(card, 0) + took
            played[card] = played.get(card, 0) + used
    return drawn, played


def _unplayed(game: Game, drawn: dict[str, int], played: dict[str, int]) -> Iterator[Component]:
    for one_set in game.sets.values():
        if any(played.get(card.id) for card in one_set.components):
            for card in one_set.components:
                if drawn.get(card.id, 0) >= OFTEN and not played[card.id]:
                    yield card


def dominated_findings(found: Iterable[Dominated]) -> Iterator[Finding]:
    """A finding for each card that another one outdoes."""
    for one in found:
        component, rival = one.component, one.rival
        more = price(component) > price(rival)
        yield Finding(
            "card-dominated",
            Severity.NOTE,
            one.game.id,
            component.place,
            f"{component.name!r} is never better than {rival.name!r}, which costs "
            f"{'less' if more else 'no more'}: {_shown(one)}",
            "make it stronger or cheaper, or give it a use that the other one has not",
        )


def _shown(one: Dominated) -> str:
    """What was compared, and how it came out."""
    trial = one.trial
    points, wins = trial.worth_in_points(), trial.worth_in_wins()
    told = in_points(points) + " points" if points else ""
    if wins and not trial.points.squares:
        told = in_wins(wins) + " wins"
    tables = f"{one.tables} table{'s' if one.tables > 1 else ''}"
    return (
        f"its own effects instead of the other's gave {told} a use, and more in none of "
        f"{trial.games} games at {tables} ({', '.join(one.policies)})"
    )

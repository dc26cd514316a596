"""Cards that a game may not need: those that nobody plays, and those that another one outdoes.

Codes:

``card-unplayed``
    A card was drawn hundreds of times in simulated games and nobody ever played it, neither
    random players, who take anything that is legal, nor any other. So it is played less than once
    in a hundred times that it is drawn: mostly it can never be paid, or is never legal.
    `trilith check --simulate` and `trilith report` look for such cards.

    Bad, by `trilith check fog --simulate`::

        # play.yaml
        kind: play
        turn:
          - {do: draw, from: deck, to: seat.hand, count: 2}
          - do: choose
            options:
              - {id: nothing, then: []}
              - id: play
                card: seat.hand
                where: {cost: {at_most: 3}}
                then: [{do: move, what: card, to: lit}]
          - {do: move, from: seat.hand, to: deck}
          - {do: shuffle, zone: deck}
        ends: [{when: {round: 150}, test: after_round, winners: nobody}]

        # setup.yaml
        zones: {deck: Light deck, lit: Lit, seat.hand: Hand}

        # game.yaml
        piles: [{id: deck, zone: deck, when_empty: stop}]

        # cards.yaml
        fields:
          type: object
          required: [cost]
          properties: {cost: {type: integer, description: Coins to pay.}}
        components:
          - {id: candle, name: Candle, copies: 6, cost: 0}
          - {id: lantern, name: Lantern, copies: 6, cost: 9}  # <- here

    Good, by `trilith check fog --simulate`::

        # play.yaml
        kind: play
        turn:
          - {do: draw, from: deck, to: seat.hand, count: 2}
          - do: choose
            options:
              - {id: nothing, then: []}
              - id: play
                card: seat.hand
                where: {cost: {at_most: 9}}
                then: [{do: move, what: card, to: lit}]
          - {do: move, from: seat.hand, to: deck}
          - {do: shuffle, zone: deck}
        ends: [{when: {round: 150}, test: after_round, winners: nobody}]

        # setup.yaml
        zones: {deck: Light deck, lit: Lit, seat.hand: Hand}

        # game.yaml
        piles: [{id: deck, zone: deck, when_empty: stop}]

        # cards.yaml
        fields:
          type: object
          required: [cost]
          properties: {cost: {type: integer, description: Coins to pay.}}
        components:
          - {id: candle, name: Candle, copies: 6, cost: 0}
          - {id: lantern, name: Lantern, copies: 6, cost: 9}
``card-dominated``
    A card is never better than another one. `trilith report` holds cards of one set against each
    other that are alike in all but price, effects, name and texts, the one costing no less: in
    games in which it was used it does what the other one does, on the same luck. Said is it where
    its own effects never left its player better off in 60 games or more, at any table, under any
    policy, and worse on the whole (or no better, at a higher price).

    Bad, by `trilith report fog`::

        # play.yaml
        kind: play
        remember: {seat.points: {from: 0, to: 999}}
        effects:
          - {do: score, what: point, then: [{do: add, what: seat.points, amount: effect.amount}]}
        turn:
          - {do: draw, from: deck, to: seat.hand}
          - do: choose
            options:
              - id: play
                card: seat.hand
                then: [{do: move, what: card, to: deck}, {do: effects, of: card}]
          - {do: shuffle, zone: deck}
        ends: [{when: {round: 8}, test: after_round}]
        score: seat.points

        # game.yaml
        terms: {point: {one: point, many: points}}
        piles: [{id: deck, zone: deck, when_empty: stop}]

        # cards.yaml
        components:
          - id: candle
            name: Candle
            copies: 6
            effects: [{do: score, what: point, amount: 2}]
          - id: lantern  # <- here
            name: Lantern
            copies: 6
            effects: [{do: score, what: point, amount: 1}]

    Good, by `trilith report fog`::

        # play.yaml
        kind: play
        remember: {seat.points: {from: 0, to: 999}}
        effects:
          - {do: score, what: point, then: [{do: add, what: seat.points, amount: effect.amount}]}
        turn:
          - {do: draw, from: deck, to: seat.hand}
          - do: choose
            options:
              - id: play
                card: seat.hand
                then: [{do: move, what: card, to: deck}, {do: effects, of: card}]
          - {do: shuffle, zone: deck}
        ends: [{when: {round: 8}, test: after_round}]
        score: seat.points

        # game.yaml
        terms: {point: {one: point, many: points}}
        piles: [{id: deck, zone: deck, when_empty: stop}]

        # cards.yaml
        components:
          - id: candle
            name: Candle
            copies: 6
            effects: [{do: score, what: point, amount: 2}]
          - id: lantern
            name: Lantern
            copies: 6
            effects: [{do: score, what: point, amount: 2}]
"""

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

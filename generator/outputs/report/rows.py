"""The figures of a report as its plots and tables take them: pure arithmetic over sums."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from generator.outputs.report.charts import Curve, Interval, Series
from generator.outputs.report.data import Figures, OptionFigures, TableFigures
from validator.simulation.statistics import Z95, percentile, wilson
from validator.simulation.totals import Totals
from validator.simulation.trials import Result

FIVE = (5, 25, 50, 75, 95)
"""Percentiles of a spread."""
MEASURES = (
    "games it changes",
    "turns, change",
    "winner's score, change",
    "first seat wins",
    "games that end",
)
"""What rulings are compared by; changes are those of the same game under the option in force."""
STILL_PLAYING = 20
"""Pile levels are drawn while at least this share of games (percent) still goes on."""


def players(result: Result) -> list[int]:
    """Return the seats of people."""
    bots = result.frame.bots
    return [seat for seat in range(len(result.frame.seats)) if seat not in bots]


def has_points(figures: Figures) -> bool:
    """Tell whether the game counts points (more than 1 for the winner)."""
    return any(
        max(result.totals.winner_scores, default=0) > 1 for result in figures.exhaustion.results
    )


def length_panels(figures: Figures) -> dict[str, list[Series]]:
    """Return the number of turns at each table, by policy."""
    return {
        table.name: [Series(one.policy, one.totals.turns) for one in table.results]
        for table in figures.tables
    }


def win_panels(figures: Figures) -> dict[str, list[Series]]:
    """Return each player's win rate at each table, by policy; nobody to beat, no panel."""
    return {
        table.name: [
            Series(
                one.policy,
                [
                    Interval(*wilson(one.totals.wins[seat], one.totals.finished))
                    for seat in players(one)
                ],
            )
            for one in table.results
        ]
        for table in figures.tables
        if len(players(table.results[0])) > 1
    }


def score_panels(figures: Figures) -> dict[str, list[Series]]:
    """Return five percentiles of each player's points at each table, by policy."""
    return {
        table.name: [
            Series(
                one.policy,
                [
                    [percentile(one.totals.scores[seat], percent) for percent in FIVE]
                    for seat in players(one)
                ],
            )
            for one in table.results
        ]
        for table in figures.tables
    }


def pile_panels(table: TableFigures, policy: str) -> dict[str, Curve]:
    """Return the level of each pile by turn at one table."""
    result = table.of(policy)
    names = {pile.id: pile.name or pile.id for pile in result.plan.game.piles}
    return {names[spec.id]: _curve(result, at) for at, spec in enumerate(result.frame.piles)}


def _curve(result: Result, at: int) -> Curve:
    """Return one pile's curve."""
    totals = result.totals
    levels = totals.curves[at]
    wanted = totals.games * STILL_PLAYING
    turns = [turn for turn in sorted(levels) if sum(levels[turn].values()) * 100 >= wanted]
    pile = totals.piles[at]
    band = (percentile(pile.first, 5), percentile(pile.first, 95)) if pile.first else None
    note = f"empty in {pile.exhausted / totals.games:.0%}" if pile.first else "never empty"
    return Curve(
        turns,
        [percentile(levels[turn], 5) for turn in turns],
        [percentile(levels[turn], 50) for turn in turns],
        [percentile(levels[turn], 95) for turn in turns],
        band,
        note,
    )


def supply_rows(figures: Figures) -> list[tuple[str, int, int]]:
    """Return name, box and peak of every supply over all tables, without drainers."""
    peaks: dict[str, tuple[int, int]] = {}
    for result in sensible(figures.exhaustion.results):
        pairs = zip(result.frame.supplies, result.totals.peaks, strict=True)
        for supply, histogram in pairs:
            box, peak = peaks.get(supply.name, (supply.box, 0))
            peaks[supply.name] = (max(box, supply.box), max(peak, max(histogram, default=0)))
    return [(name, box, peak) for name, (box, peak) in peaks.items()]


def card_rows(figures: Figures) -> dict[str, list[tuple[str, float, float]]]:
    """Return, for each set, its cards with plays and deaths a game under greedy play."""
    drawn: dict[str, int] = {}
    played: dict[str, int] = {}
    games = 0
    for table in figures.tables:
        result = table.of("greedy")
        games += result.totals.games
        for at, card in enumerate(result.frame.cards):
            drawn[card] = drawn.get(card, 0) + result.totals.drawn[at]
            played[card] = played.get(card, 0) + result.totals.played[at]
    rows: dict[str, list[tuple[str, float, float]]] = {}
    for component_set in figures.game.sets.values():
        for component in component_set.components:
            if drawn.get(component.id):
                used, taken = played[component.id], drawn[component.id]
                row = (component.name, used / games, max(taken - used, 0) / games)
                rows.setdefault(component_set.name, []).append(row)
    return {
        name: sorted(found, key=lambda row: (-row[1] - row[2], row[0]))
        for name, found in rows.items()
    }


def measures(figures: Figures) -> list[str]:
    """Return what rulings are compared by in this game."""
    return [name for name in MEASURES if "score" not in name or has_points(figures)]


def readings(figures: Figures) -> list[OptionFigures]:
    """Return the options that read what the rules leave open."""
    return [
        one
        for one in figures.options
        if one.ruling.is_open and one.option not in one.ruling.variants
    ]


def variants(figures: Figures) -> list[OptionFigures]:
    """Return the options that depart from a rule; beside them the default they are held against,
    where its ruling leaves nothing open."""
    return [
        one
        for one in figures.options
        if one.option in one.ruling.variants or not one.ruling.is_open
    ]


def ruling_rows(
    figures: Figures, options: Sequence[OptionFigures]
) -> list[tuple[str, list[Interval]]]:
    """Return each of ``options`` with its measures; ``*`` marks the default."""
    names = measures(figures)
    in_force = {
        one.ruling.id: one.totals for one in figures.options if one.option == one.ruling.default
    }
    return [
        (
            f"{'*' if one.option == one.ruling.default else ''}{one.ruling.id} {one.option}",
            [_measure(name, one.totals, in_force[one.ruling.id]) for name in names],
        )
        for one in options
    ]


def _measure(name: str, totals: Totals, in_force: Totals) -> Interval:
    """Return one of the measures of ``MEASURES``, game by game on the same luck."""
    pairs = list(zip(totals.series, in_force.series, strict=True))
    if name == "games it changes":
        changed = sum(one != other for one, other in pairs)
        return Interval(*wilson(changed, len(pairs))) if changed else Interval(0.0, 0.0, 0.0)
    if name == "turns, change":
        return _mean([one[0] - other[0] for one, other in pairs])
    if name == "winner's score, change":
        return _mean([one[1] - other[1] for one, other in pairs])
    if name == "first seat wins":
        return Interval(*wilson(totals.wins[0], totals.finished))
    return Interval(*wilson(totals.finished, totals.games))


def _mean(values: Sequence[int]) -> Interval:
    """Return the mean of paired differences with its 95 % interval."""
    count = len(values)
    middle = sum(values) / count
    if count < 2:
        return Interval(middle, middle, middle)
    spread = sum((value - middle) ** 2 for value in values)
    reach = Z95 * sqrt(spread / (count - 1) / count)
    return Interval(middle, middle - reach, middle + reach)


def never_played(figures: Figures) -> list[str]:
    """Return the names of cards that no random or greedy player ever used, in file order."""
    played: set[str] = set()
    known: set[str] = set()
    for result in sensible(figures.exhaustion.results):
        known.update(result.frame.cards)
        pairs = zip(result.frame.cards, result.totals.played, strict=True)
        played.update(card for card, times in pairs if times)
    return [
        component.name
        for component in figures.game.components()
        if component.id in known and component.id not in played
    ]


@dataclass(frozen=True, slots=True)
class Decisions:
    """One table under one policy: choices a game, share of forced steps, median margin of the
    best player over the next (None for one player), ends."""

    table: str
    policy: str
    choices: float
    forced: float
    margin: int | None
    endings: tuple[tuple[str, int], ...]


def decision_rows(figures: Figures) -> list[Decisions]:
    """Return how much there was to decide and how games ended."""
    rows = []
    for table in figures.tables:
        for result in table.results:
            totals = result.totals
            steps = totals.choices + totals.forced
            endings = sorted(totals.reasons.items(), key=lambda item: (-item[1], item[0]))
            rows.append(
                Decisions(
                    table.name,
                    result.policy,
                    totals.choices / totals.games,
                    totals.forced / steps if steps else 0.0,
                    percentile(totals.margins, 50) if len(totals.people) > 1 else None,
                    tuple(endings),
                )
            )
    return rows


def sensible(results: Sequence[Result]) -> list[Result]:
    """Return the results of players who don't only drain a pile."""
    return [result for result in results if not result.policy.startswith("drain:")]


def game_sums(results: Sequence[Result]) -> tuple[int, int]:
    """Return games and those that did not end."""
    games = sum(result.totals.games for result in results)
    return games, games - sum(result.totals.finished for result in results)

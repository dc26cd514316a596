"""The figures of a report: all that is played and counted, and the rows of its plots and tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import isinf, sqrt
from typing import Any, TypeAlias

from generator.outputs.report.charts import Curve, Interval, Series
from validator.catalogue.model import Catalogue, Configuration, Game, Ruling
from validator.catalogue.seats import table_words
from validator.catalogue.words.language import Tongue, mark_sentence
from validator.play.driver import parse_policy
from validator.play.modules import Plan, prepare, select_tables
from validator.play.rulings import resolve_rulings
from validator.rules.values import DeclaredVariant, variants_of_data
from validator.simulation.depletion import DepletionEffort, Exhaustion, exhaustion
from validator.simulation.printed import appraise_choices
from validator.simulation.shards import SERIAL, RunConfig
from validator.simulation.statistics import ERROR, add, percentile, share_of, student, unseen
from validator.simulation.totals import Totals
from validator.simulation.trials import TableChoice, TrialResult, policy_name, run_plans
from validator.simulation.worth import (
    CardTrial,
    CardWorth,
    TableWorth,
    Worth,
    WorthStanding,
    appraise,
)
from validator.simulation.worth import WorthEffort as CardEffort
from validator.simulation.worth_notes import (
    ROUNDS,
    Dominated,
    by_choice,
    by_worth,
    find_dominated,
    in_points,
    in_wins,
    pool_tables,
    say_printed,
    sure_pairs,
)


@dataclass(frozen=True, slots=True)
class TableFigures:
    """One table: its name in words and its results under ``random``, ``greedy``, ``search``."""

    name: str
    configuration: Configuration
    results: tuple[TrialResult, ...]

    def of(self, policy: str) -> TrialResult:
        """Return the result of a policy."""
        return next(result for result in self.results if result.policy == policy)


@dataclass(frozen=True, slots=True)
class OptionFigures:
    """One option of a ruling, played on the same luck as the others."""

    ruling: Ruling
    option: str
    totals: Totals


@dataclass(frozen=True, slots=True)
class Figures:
    """Everything a report shows about one game.

    ``worth`` is that of cards, table by table, ``dominated`` those that another one outdoes;
    ``declared`` are variants in its data.
    """

    game: Game
    seed: int
    effort: DepletionEffort
    tables: tuple[TableFigures, ...]
    exhaustion: Exhaustion
    options: tuple[OptionFigures, ...]
    compared_at: str
    worth: tuple[TableWorth, ...] = ()
    dominated: tuple[Dominated, ...] = ()
    declared: tuple[DeclaredVariant, ...] = ()


def gather(
    catalogue: Catalogue,
    game: Game,
    effort: DepletionEffort,
    seed: int = 1,
    config: RunConfig = SERIAL,
) -> Figures:
    """Play everything a report of ``game`` needs."""
    chosen = TableChoice((game.id,), seed=seed, tracks=True)
    report = exhaustion(catalogue, chosen, effort, config)
    tables = []
    for _, configuration in select_tables([game]):
        results = tuple(
            result
            for result in report.results
            if result.plan.configuration is configuration and result.policy in effort.policies
        )
        name = table_words(configuration.players, configuration.bots, game.tongue)
        tables.append(TableFigures(name, configuration, results))
    middle = middle_table(game)
    options = compare_rulings(game, middle, effort.greedy, seed, config)
    words = table_words(middle.players, middle.bots, game.tongue)
    worth = appraise(catalogue, chosen, worth_effort(effort), config=config)
    worth = appraise_choices(worth, worth_effort(effort), config, POLICIES[0])
    beaten = find_dominated(worth, config)
    declared = variants_of_data(catalogue, game)
    return Figures(
        *(game, seed, effort, tuple(tables), report, options, words),
        tuple(worth),
        tuple(beaten),
        declared,
    )


def worth_effort(effort: DepletionEffort) -> CardEffort:
    """How hard the worth of cards is looked into beside so many games: as many as greedy ones."""
    return CardEffort(effort.greedy, coarse=5, tries=5 * effort.greedy)


def middle_table(game: Game) -> Configuration:
    """Return the table rulings are compared at: several players, with bots if there are any."""
    several = [table for table in game.configurations if table.players > 1]
    mixed = [table for table in several if table.bots]
    tables = mixed or several or list(game.configurations)
    return tables[len(tables) // 2]


def compare_rulings(
    game: Game,
    configuration: Configuration,
    count: int,
    seed: int,
    config: RunConfig,
) -> tuple[OptionFigures, ...]:
    """Play every option of every ruling with greedy players on the same luck."""
    chosen: list[tuple[Ruling, str]] = [
        (ruling, option) for ruling in game.rulings for option in ruling.options
    ]
    plans: list[Plan] = []
    for ruling, option in chosen:
        in_force = resolve_rulings(game, [f"{ruling.id}={option}"])
        frame = prepare(Plan(game, configuration, in_force, (), seed)).frame
        words = parse_policy("greedy", frame)
        plans.append(Plan(game, configuration, in_force, words, seed, tracks=True))
    sums = run_plans(plans, count, config)
    return tuple(
        OptionFigures(ruling, option, totals)
        for (ruling, option), totals in zip(chosen, sums, strict=True)
    )


def report_games(game: Game, effort: DepletionEffort, piles: int) -> int:
    """Return how many games :func:`gather` plays, for a progress bar."""
    tables = len(game.configurations)
    options = sum(len(ruling.options) for ruling in game.rulings)
    played = effort.random + effort.greedy + effort.search + piles * effort.drain
    cards = 2 * (worth_effort(effort).steps + len(ROUNDS) * effort.greedy)
    return tables * (played + cards) + options * effort.greedy


FIVE = (5, 25, 50, 75, 95)
"""Percentiles of a spread."""
MEASURES = (
    mark_sentence("games it changes", context="measure"),
    mark_sentence("turns, change", context="measure"),
    mark_sentence("winner's score, change", context="measure"),
    mark_sentence("first seat wins", context="measure"),
    mark_sentence("games that end", context="measure"),
)
"""What rulings are compared by; changes are those of the same game under the option in force."""
STILL_PLAYING = 20
"""Pile levels are drawn while at least this share of games (percent) still goes on."""


def players(result: TrialResult) -> list[int]:
    """Return the seats of people."""
    bots = result.frame.bots
    return [seat for seat in range(len(result.frame.seats)) if seat not in bots]


def has_points(figures: Figures) -> bool:
    """Tell whether the game counts points (more than 1 for the winner)."""
    return any(
        max(result.totals.winner_scores, default=0) > 1 for result in figures.exhaustion.results
    )


def panels(
    figures: Figures, values: Callable[[TrialResult], object], *, several: bool = False
) -> dict[str, Series]:
    """Return the values of each table, by policy; of tables of ``several`` players alone."""
    return {
        table.name: {one.policy: values(one) for one in table.results}
        for table in figures.tables
        if not several or len(players(table.results[0])) > 1
    }


def win_rates(result: TrialResult) -> list[Interval]:
    """Return each player's win rate; one for all where they win together, or nobody does."""
    totals, seats = result.totals, players(result)
    seats = seats[:1] if result.frame.teams == 1 else seats
    return [share_of(totals.wins[seat], totals.finished) for seat in seats]


def first_sentences(figures: Figures) -> list[str]:
    """What to know first: how long games are, whether all end, and which seats surely win more,
    or how often all do together.

    Each seat at each table under each policy may be one, so that each is judged by its part of a
    chance to err of 5 %.
    """
    named = [(table.name, one) for table in figures.tables for one in table.results]
    results = [one for _, one in named]
    lengths: dict[int, int] = {}
    for result in results:
        for length, games in result.lengths[1].items():
            add(lengths, length, games)
    least, middle, most = (percentile(lengths, percent) for percent in (5, 50, 95))
    games, stalled = game_sums(results)
    tongue, unit = figures.game.tongue, results[0].lengths[0]
    together = [one.totals for one in results if one.frame.teams == 1]
    several = [(name, one) for name, one in named if len(players(one)) > 1 != one.frame.teams]
    judged = sum(len(players(one)) for _, one in several)
    ahead = [
        tongue.say(
            "seat {number} at {table} ({policy})",
            number=seat + 1,
            table=name,
            policy=policy_name(one.policy, tongue),
        )
        for name, one in several
        for seat in players(one)
        if share_of(one.totals.wins[seat], one.totals.finished, ERROR / judged)[1]
        > one.totals.equal_share
    ]
    nine = tongue.say(
        "{middle} ({low} to {high} in nine of ten)", middle=middle, low=least, high=most
    )
    span = f"{middle}" if least == most else nine
    rounds = tongue.say("A game takes {span} rounds.", span=span)
    turns = tongue.say("A game takes {span} turns.", span=span)
    ended = {"number": tongue.group(games - stalled), "count": tongue.group(games)}
    said = [
        rounds if unit == "rounds" else turns,
        tongue.say("{number} of {count} games ended.", **ended),
    ]
    if together:
        rates = [100 * one.wins[0] / max(one.finished, 1) for one in together]
        span = tongue.span(f"{min(rates):.0f}", f"{max(rates):.0f}")
        all_win = tongue.say(
            "All win together in {span} % of games, by table and policy.", span=span
        )
        said.append(all_win)
    if several:
        said.append(
            tongue.say("More than an equal share is surely won by {seats}.", seats=", ".join(ahead))
            if ahead
            else tongue.say("No seat surely wins more than an equal share.")
        )
    return said


def score_spreads(result: TrialResult) -> list[list[int]]:
    """Return five percentiles of each player's points."""
    scores = [result.totals.scores[seat] for seat in players(result)]
    return [[percentile(one, percent) for percent in FIVE] for one in scores]


def pile_panels(table: TableFigures, policy: str) -> dict[str, Curve]:
    """Return the level of each pile by turn at one table."""
    result = table.of(policy)
    names = {pile.id: pile.name or pile.id for pile in result.plan.game.piles}
    return {names[spec.id]: _curve(result, at) for at, spec in enumerate(result.frame.piles)}


def _curve(result: TrialResult, at: int) -> Curve:
    totals, tongue = result.totals, result.plan.game.tongue
    levels = totals.curves[at]
    wanted = totals.games * STILL_PLAYING
    turns = [turn for turn in sorted(levels) if sum(levels[turn].values()) * 100 >= wanted]
    pile = totals.piles[at]
    band = (percentile(pile.first, 5), percentile(pile.first, 95)) if pile.first else None
    share = f"{pile.exhausted / totals.games:.0%}"
    never, seen = tongue.say("never empty"), tongue.say("empty in {share}", share=share)
    note = seen if pile.first else never
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
    if totals is in_force and ("change" in name):
        return 0.0, 0.0, 0.0
    if name == "games it changes":
        changed = sum(one != other for one, other in pairs)
        return share_of(changed, len(pairs))
    if name == "turns, change":
        return mean_interval([one[0] - other[0] for one, other in pairs])
    if name == "winner's score, change":
        return mean_interval([one[1] - other[1] for one, other in pairs])
    if name == "first seat wins":
        return share_of(totals.wins[0], totals.finished)
    return share_of(totals.finished, totals.games)


def mean_interval(values: Sequence[int]) -> Interval:
    """Return the mean of values, such as paired differences, with its 95 % interval."""
    count = len(values)
    middle = sum(values) / count
    if count < 2:
        return middle, middle, middle
    spread = sum((value - middle) ** 2 for value in values)
    missed = unseen() / count * max(1.0, *(abs(value - middle) for value in values))
    reach = max(student(count - 1) * sqrt(spread / (count - 1) / count), missed)
    return middle, middle - reach, middle + reach


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


def decision_rows(figures: Figures) -> Iterator[dict[str, Any]]:
    """Yield how much there was to decide at each table under each policy, and how games ended.

    That is choices a game, the share of forced steps, the median margin of the best player over
    the next (None for one player), and the endings.
    """
    for table in figures.tables:
        for result in table.results:
            totals = result.totals
            steps = totals.choices + totals.forced
            yield {
                "table": table.name,
                "policy": result.policy,
                "choices": totals.choices / totals.games,
                "forced": totals.forced / steps if steps else 0.0,
                "margin": percentile(totals.margins, 50) if len(totals.people) > 1 else None,
                "endings": sorted(totals.reasons.items(), key=lambda item: (-item[1], item[0])),
            }


def sensible(results: Sequence[TrialResult]) -> list[TrialResult]:
    """Return the results of players who don't only drain a pile."""
    return [result for result in results if not result.policy.startswith("drain:")]


def game_sums(results: Sequence[TrialResult]) -> tuple[int, int]:
    """Return games and those that did not end."""
    games = sum(result.totals.games for result in results)
    return games, games - sum(result.totals.finished for result in results)


POLICIES = ("greedy", "random")
"""Whose bars are shown, the upper one first; cards are sorted by the first."""


NEVER_DRAWN = mark_sentence("never drawn", context="worth")
"""Why nothing is known of a card that no game brought to anybody."""
Scale: TypeAlias = Callable[[float], float]
"""Where a value is on the scale of bars, in percent of its width; beyond the ends at the end."""


def sections(tables: Sequence[TableWorth], points: bool) -> list[dict[str, Any]]:
    """The cards of each set of a game; bars are points, or wins of a game without points.

    A section has the place of zero on its scale, a row a card, the heads of tables, and the names
    of cards without a worth, by the reason.
    """
    by_policy = {policy: pool_tables(tables, policy) for policy in POLICIES}
    ids = dict.fromkeys(card.component.set_id for card in by_policy[POLICIES[0]])
    found = []
    for one in ids:
        held = {
            policy: [card for card in listed if card.component.set_id == one]
            for policy, listed in by_policy.items()
        }
        name = tables[0].line.plan.game.sets[one].name
        found.append({"name": name, **_section(held, tables, points)})
    return [section for section in found if section["rows"]]


def _worth(card: CardWorth, points: bool) -> Worth | None:
    return card.trial.worth_in_points() if points else card.trial.worth_in_wins()


def _section(
    cards: Mapping[str, Sequence[CardWorth]], tables: Sequence[TableWorth], points: bool
) -> dict[str, Any]:
    scale = _scale([_worth(card, points) for listed in cards.values() for card in listed])
    first, other = (cards[policy] for policy in POLICIES)
    known = by_worth(first)
    listed = {card.component.id for card in known}
    known += [card for card in by_worth(other) if card.component.id not in listed]
    shown, tongue = [card.component.id for card in known], tables[0].line.plan.game.tongue
    without: dict[str, list[str]] = {}
    for card in other:
        if card.component.id not in shown:
            why = card.standing.value if card.drawn or card.played else NEVER_DRAWN
            without.setdefault(tongue.say(why, context="worth"), []).append(card.component.name)
    return {
        "zero": scale(0.0),
        "rows": [_row(identity, cards, tables, scale, points) for identity in shown],
        "tables": _table_names(tables),
        "without": {why: ", ".join(names) for why, names in without.items()},
    }


def _scale(worths: Sequence[Worth | None]) -> Scale:
    ends = [end for worth in worths if worth for end in (worth.mean, worth.low, worth.high)]
    ends = [end for end in ends if not isinf(end)]
    low, high = min([0.0, *ends]) * 1.02, max([0.0, *ends]) * 1.02 or 1.0
    return lambda value: round(100 * (min(max(value, low), high) - low) / (high - low or 1.0), 2)


def _greedy(tables: Sequence[TableWorth]) -> list[TableWorth]:
    return [table for table in tables if table.line.policy == POLICIES[0]]


def _table_names(tables: Sequence[TableWorth]) -> list[str]:
    plans = [table.line.plan for table in _greedy(tables)]
    seated = [(one.configuration, one.game.tongue) for one in plans]
    return [table_words(one.players, one.bots, tongue) for one, tongue in seated]


def _row(
    identity: str,
    cards: Mapping[str, Sequence[CardWorth]],
    tables: Sequence[TableWorth],
    scale: Scale,
    points: bool,
) -> dict[str, Any]:
    """A card: its bars, what it does for wins, and what came of it a game with greedy players."""
    own = {
        policy: next(card for card in listed if card.component.id == identity)
        for policy, listed in cards.items()
    }
    card, tongue = own[POLICIES[0]], tables[0].line.plan.game.tongue
    games = sum(table.counts.games for table in _greedy(tables)) or 1
    wins = card.trial.worth_in_wins()
    counts = (card.drawn, card.played, card.dead, card.held)
    return {
        "name": say_printed(card.component, tongue),
        "bars": [{"policy": one, **_bar(own[one], scale, points, tongue)} for one in POLICIES],
        "wins": in_wins(wins, tongue) if wins else tongue.say("never used", context="worth"),
        "counts": [tongue.number(count / games, ".2f") for count in counts],
        "cells": [_cell(table, identity, points) for table in _greedy(tables)],
    }


def _bar(card: CardWorth, scale: Scale, points: bool, tongue: Tongue) -> dict[str, Any]:
    """A bar with its interval, in percent of the width of the scale, and its figure."""
    worth = _worth(card, points) if card.standing is WorthStanding.KNOWN else None
    zero, said = scale(0.0), tongue.say(card.standing.value, context="worth")
    if worth is None:
        return {"start": zero, "width": 0.0, "low": zero, "high": zero, "said": said}
    start, end = sorted((zero, scale(worth.mean)))
    low, high = (scale(worth.mean if isinf(end) else end) for end in (worth.low, worth.high))
    said = in_points(worth, tongue) if points else in_wins(worth, tongue)
    return {"start": start, "width": end - start, "low": low, "high": high, "said": said}


def printed_sections(tables: Sequence[TableWorth]) -> list[dict[str, Any]]:
    """What greedy players' choices of cards brought them over all tables: a section a set."""
    rows: dict[str, list[dict[str, Any]]] = {}
    for card in by_choice(pool_tables(tables, POLICIES[0])):
        game = tables[0].line.plan.game
        row = _choice_row(say_printed(card.component, game.tongue), card.printed, game.tongue)
        rows.setdefault(game.sets[card.component.set_id].name, []).append(row)
    return [{"name": name, "rows": listed} for name, listed in rows.items()]


def pair_rows(tables: Sequence[TableWorth]) -> list[dict[str, Any]]:
    """Pairs that are shown to bring greedy players more together, table by table."""
    return [
        _choice_row(f"{name} ({words})", trial, table.line.plan.game.tongue, 2.0)
        for words, table in zip(_table_names(tables), _greedy(tables), strict=True)
        for name, trial in sure_pairs(table)
    ]


def _choice_row(name: str, trial: CardTrial, tongue: Tongue, most: float = 1.0) -> dict[str, Any]:
    points, wins = trial.worth_in_points(), trial.worth_in_wins(most=most)
    told = (in_points(points, tongue), in_wins(wins, tongue)) if points and wins else ("", "")
    return {"name": name, "points": told[0], "wins": told[1], "tried": trial.games}


def _cell(table: TableWorth, identity: str, points: bool) -> str:
    """The figure of a card at one table; a dash where there is none."""
    for card in table.cards:
        worth = _worth(card, points) if card.component.id == identity else None
        if worth is not None:
            return f"{worth.mean:+z.1f}" if points else f"{worth.mean:+z.0%}"
    return "–"

"""The figures behind a simulation report: everything played and counted, nothing drawn."""

from __future__ import annotations

from dataclasses import dataclass

from validator.catalogue.model import Catalogue, Configuration, Game, Ruling
from validator.play.driver import parse_policy
from validator.play.modules import Plan, prepare
from validator.play.rulings import resolve_rulings
from validator.setup.pieces import table_words
from validator.simulation.depletion import Effort, Exhaustion, Survey, exhaustion
from validator.simulation.shards import SERIAL, RunConfig
from validator.simulation.totals import Totals
from validator.simulation.trials import Result, run_plans
from validator.simulation.worth import Appraisal, TableWorth, appraise
from validator.simulation.worth import Effort as CardEffort
from validator.simulation.worth_notes import ROUNDS, Dominated, dominated
from validator.stated.declared import DeclaredVariant, declared_variants


@dataclass(frozen=True, slots=True)
class TableFigures:
    """One table: its name in words and its results under ``random``, ``greedy``, ``search``."""

    name: str
    configuration: Configuration
    results: tuple[Result, ...]

    def of(self, policy: str) -> Result:
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
    effort: Effort
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
    effort: Effort,
    seed: int = 1,
    config: RunConfig = SERIAL,
) -> Figures:
    """Play everything a report of ``game`` needs."""
    survey = Survey((game.id,), effort, seed, tracks=True)
    report = exhaustion(catalogue, survey, config)
    tables = []
    for configuration in game.configurations:
        results = tuple(
            result
            for result in report.results
            if result.plan.configuration is configuration and result.policy in effort.policies
        )
        name = table_words(configuration.players, configuration.bots)
        tables.append(TableFigures(name, configuration, results))
    middle = middle_table(game)
    options = compare_rulings(game, middle, effort.greedy, seed, config)
    words = table_words(middle.players, middle.bots)
    worth = appraise(catalogue, Appraisal(worth_effort(effort), (game.id,), seed=seed), config)
    beaten = dominated(worth, config)
    declared = declared_variants(catalogue, game)
    return Figures(
        *(game, seed, effort, tuple(tables), report, options, words),
        tuple(worth),
        tuple(beaten),
        declared,
    )


def worth_effort(effort: Effort) -> CardEffort:
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


def report_games(game: Game, effort: Effort, piles: int) -> int:
    """Return how many games :func:`gather` plays, for a progress bar."""
    tables = len(game.configurations)
    options = sum(len(ruling.options) for ruling in game.rulings)
    played = effort.random + effort.greedy + effort.search + piles * effort.drain
    cards = 2 * (worth_effort(effort).steps + len(ROUNDS) * effort.greedy)
    return tables * (played + cards) + options * effort.greedy

"""The worth of every card at every table: counted, tried coarsely, then finely where it matters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import inf

from validator.catalogue.model import Catalogue
from validator.chunks.config import SERIAL, RunConfig
from validator.chunks.job import Task
from validator.chunks.scheduler import run_tasks
from validator.play.tally import NOTHING
from validator.worth.jobs import CountJob, Tried, TryJob
from validator.worth.lines import Appraisal, Effort, Line, TableWorth, lines_of, table_worth
from validator.worth.sums import Counts, Trial

SETTLED = 0.05
"""Points are known well enough within this share of the way from the worst card to the best."""
SETTLED_WINS = 0.1
"""Wins are known well enough within one in ten."""

Wanted = dict[Tried, Sequence[int]]
"""In which games each pair of cards is to be tried."""


def appraise(
    catalogue: Catalogue, asked: Appraisal, config: RunConfig = SERIAL
) -> list[TableWorth]:
    """Count and try the cards of every table that is asked for.

    The progress counts ``Effort.steps`` for each table under each policy. What is tried depends on
    what was counted, so a shard does nothing of it, and who puts shards together does it all.
    """
    if config.part is not None:
        return []
    config = replace(config, found=None)
    lines, effort = lines_of(catalogue, asked), asked.effort
    counts = count(lines, effort.games, config)
    coarse = [coarse_of(*pair, effort) for pair in zip(lines, counts, strict=True)]
    found = attempt(lines, coarse, effort.games, config)
    fine = [fine_of(*one, effort) for one in zip(counts, coarse, found, strict=True)]
    for known, more in zip(found, attempt(lines, fine, effort.games, config), strict=True):
        for pair, trial in more.items():
            known[pair].merge(trial)
    return [
        table_worth(line, cards, {card: trial for (card, _), trial in known.items()})
        for line, cards, known in zip(lines, counts, found, strict=True)
    ]


def coarse_of(line: Line, counts: Counts, effort: Effort) -> Wanted:
    """The first games in which each card with effects was used."""
    effects = {one.id: one.effects for one in line.plan.game.components()}
    used = [
        card
        for card, identity in enumerate(line.frame.cards)
        if effects[identity] and counts.used[card]
    ]
    return {(card, NOTHING): counts.used_in[card][: effort.coarse] for card in used}


def fine_of(counts: Counts, coarse: Wanted, found: dict[Tried, Trial], effort: Effort) -> Wanted:
    """One more game for each card that is not settled, the widest interval first, and again.

    As long as there are trials and games left.
    """
    open_pairs = unsettled(found)
    left = effort.tries - size(coarse)
    more: dict[Tried, list[int]] = {pair: [] for pair in open_pairs}
    depth = 0
    while open_pairs and left > 0:
        open_pairs = [
            pair for pair in open_pairs if len(coarse[pair]) + depth < len(counts.used_in[pair[0]])
        ]
        for pair in open_pairs[:left]:
            more[pair].append(counts.used_in[pair[0]][len(coarse[pair]) + depth])
        left -= len(open_pairs)
        depth += 1
    return {pair: games for pair, games in more.items() if games}


def unsettled(found: dict[Tried, Trial]) -> list[Tried]:
    """The cards of which more is to be known, those of which least is known first."""
    trials = {pair: trial for pair, trial in found.items() if not trial.broken}
    means = [trial.points.total / trial.uses for trial in trials.values() if trial.uses]
    enough = SETTLED * (max(means) - min(means)) if means else 0.0
    doubts = {pair: _doubt(trial, enough) for pair, trial in trials.items()}
    return sorted((pair for pair in doubts if doubts[pair] > 1), key=lambda at: (-doubts[at], at))


def _doubt(trial: Trial, enough: float) -> float:
    """How many times wider than wanted the wider one of both intervals is."""
    points, wins = trial.worth_in_points(), trial.worth_in_wins()
    if points is None or wins is None:
        return inf
    in_points = points.reach / enough if enough else 0.0
    return max(in_points, wins.reach / SETTLED_WINS)


def count(lines: Sequence[Line], games: int, config: RunConfig) -> list[Counts]:
    """Play ``games`` games of each line and count its cards."""
    return list(run_tasks([Task(CountJob(line.plan), 0, games) for line in lines], config))


def attempt(
    lines: Sequence[Line], wanted: Iterable[Wanted], games: int, config: RunConfig
) -> list[dict[Tried, Trial]]:
    """Try what is wanted of each line, in its games; the progress counts ``games`` for each."""
    jobs = [job_of(*pair) for pair in zip(lines, wanted, strict=True)]
    sums = run_tasks([Task(job, 0, len(job.games)) for job in jobs], config)
    found = [
        dict(zip(job.trials, one.of, strict=True)) for job, one in zip(jobs, sums, strict=True)
    ]
    config.progress(sum(games - len(job.games) for job in jobs))
    return found


def job_of(line: Line, wanted: Wanted) -> TryJob:
    """The trials of a line, game by game."""
    trials = tuple(wanted)
    games: dict[int, list[int]] = {}
    for number, pair in enumerate(trials):
        for game in wanted[pair]:
            games.setdefault(game, []).append(number)
    return TryJob(line.plan, trials, tuple((game, tuple(games[game])) for game in sorted(games)))


def size(wanted: Wanted) -> int:
    """How many trials are wanted."""
    return sum(map(len, wanted.values()))

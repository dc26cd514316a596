"""Many games of a plan: played one after the other, refereed now and then, and summed up.

A plan and the number of a game are all that it depends on, so ranges of numbers are shared out
(:mod:`validator.chunks`), never states.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from validator.chunks.config import SERIAL, RunConfig
from validator.chunks.digest import digest_of, digest_of_game
from validator.chunks.job import Task
from validator.chunks.scheduler import run_tasks
from validator.play.driver import Played, play_match
from validator.play.modules import FAULTS, code_of
from validator.play.plan import Plan, prepare
from validator.play.policies import make_policies
from validator.play.referee import Referee
from validator.play.rules import Prepared
from validator.play.rulings import changed_rulings
from validator.program import hashes_of_code
from validator.setup.legal import table_name
from validator.trials.sampler import Sampler
from validator.trials.totals import Totals, no_totals, peak_use
from validator.usage import GameFaultError, UsageError

REFEREED = 500
"""The referee watches one game in so many: it counts the whole table at every step."""


def play_one(plan: Plan, prepared: Prepared, index: int, sampler: Sampler) -> Played:
    """Play game number ``index`` of a plan; GameFaultError where the module breaks the table."""
    watched = index % REFEREED == REFEREED - 1
    observers = [Referee(prepared.frame)] if watched else []
    watchers = [sampler] if sampler.watches else []
    streams = plan.streams(index)
    try:
        policies = make_policies(plan.policies, streams)
        return play_match(prepared, streams, policies, observers, watchers)
    except UsageError:
        raise
    except FAULTS as fault:
        ruled = " ".join(changed_rulings(plan.game, plan.rulings)) or "default rulings"
        address = f"{plan.game.id} {table_name(plan.configuration)} seed {plan.seed} index {index}"
        raise GameFaultError(
            f"the rules module failed in {address} ({', '.join(plan.policies)}; {ruled}): {fault!r}"
        ) from fault


def run_range(plan: Plan, prepared: Prepared, start: int, stop: int) -> Totals:
    """Play the games ``start`` to ``stop - 1`` and return their sums."""
    totals = no_totals(prepared.frame)
    for index in range(start, stop):
        sampler = Sampler(prepared.frame, totals.curves, plan.tracks)
        game = play_one(plan, prepared, index, sampler)
        totals.add(index, game, peak_use(prepared.frame, sampler.peaks, game.tally))
        if plan.tracks:
            outcome = game.outcome
            totals.series.append((game.turns, max(outcome.scores, default=0), outcome.winners))
    return totals


@dataclass(frozen=True, slots=True)
class Games:
    """The games of a plan, as a job that is shared out."""

    sums: ClassVar[type[Totals]] = Totals

    plan: Plan

    def key(self) -> str:
        """A hash of the table, its data, who plays, the rulings, the luck and what plays it."""
        plan = self.plan
        return digest_of(
            "games",
            digest_of_game(plan.game),
            plan.configuration,
            plan.rulings,
            plan.policies,
            plan.seed,
            plan.tracks,
            *hashes_of_code(code_of(plan.game)),
        )

    def prepare(self) -> ReadyGames:
        """Prepare the table."""
        return ReadyGames(self.plan, prepare(self.plan))


@dataclass(frozen=True, slots=True)
class ReadyGames:
    """A plan with its table prepared."""

    plan: Plan
    prepared: Prepared

    def run(self, start: int, stop: int) -> Totals:
        """The sums of the games ``start`` to ``stop - 1``."""
        return run_range(self.plan, self.prepared, start, stop)


def run_plans(plans: Sequence[Plan], games: int, config: RunConfig = SERIAL) -> list[Totals]:
    """Play ``games`` games of each plan, with the same sums however they are run."""
    return run_lines([(plan, games) for plan in plans], config)


def run_lines(lines: Sequence[tuple[Plan, int]], config: RunConfig = SERIAL) -> list[Totals]:
    """Play some games of each plan, with the same sums however they are run."""
    return list(run_tasks([Task(Games(plan), 0, games) for plan, games in lines], config))

"""Many games: in chunks of a fixed size, over any number of processes, with the same sums.

Processes are sent ranges of game numbers, never states; a chunk depends on nothing but its
plan and its range, and sums are merged in the order of the ranges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor

from validator.play.driver import Played, play_match
from validator.play.modules import FAULTS
from validator.play.plan import Plan, prepare
from validator.play.policies import make_policies
from validator.play.referee import Referee
from validator.play.rules import Prepared
from validator.play.rulings import changed_rulings
from validator.progress import Counter
from validator.rng import Streams
from validator.setup.legal import table_name
from validator.trials.totals import Sampler, Totals, no_totals, peak_use
from validator.usage import GameFaultError

CHUNK = 50
"""Games a chunk: some tenths of a second of work for the slowest game."""

REFEREED = 500
"""The referee watches one game in so many: it counts the whole table at every step."""


def play_one(plan: Plan, prepared: Prepared, index: int, sampler: Sampler) -> Played:
    """Play game number ``index`` of a plan; GameFaultError where the module breaks the table."""
    watched = index % REFEREED == REFEREED - 1
    observers = [Referee(prepared.frame)] if watched else []
    streams = Streams(plan.seed, plan.game.id, table_name(plan.configuration), index)
    try:
        policies = make_policies(plan.policies, streams)
        return play_match(prepared, streams, policies, observers, [sampler])
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


def run_plans(
    plans: Sequence[Plan], games: int, jobs: int = 1, progress: Counter | None = None
) -> list[Totals]:
    """Play ``games`` games of each plan in ``jobs`` processes, with the same sums for any."""
    tasks = [
        (number, start, min(start + CHUNK, games))
        for number in range(len(plans))
        for start in range(0, games, CHUNK)
    ]
    sums = [no_totals(prepare(plan).frame) for plan in plans]
    for (number, start, stop), totals in zip(tasks, _chunks(plans, tasks, jobs), strict=True):
        sums[number].merge(totals)
        if progress is not None:
            progress(stop - start)
    return sums


Task = tuple[int, int, int]
"""Number of the plan, first game, game after the last."""


def _chunks(plans: Sequence[Plan], tasks: Sequence[Task], jobs: int) -> Iterator[Totals]:
    """Yield the sums of each task in order."""
    if jobs <= 1 or len(tasks) == 1:
        worker = Worker(plans)
        yield from map(worker.run, tasks)
        return
    with ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(plans,)) as pool:
        yield from pool.map(_run_task, tasks)


class Worker:
    """Runs tasks and keeps the tables it has prepared."""

    __slots__ = ("plans", "tables")

    def __init__(self, plans: Sequence[Plan]) -> None:
        self.plans = plans
        self.tables: dict[int, Prepared] = {}

    def run(self, task: Task) -> Totals:
        """Play one range of one plan."""
        number, start, stop = task
        plan = self.plans[number]
        if number not in self.tables:
            self.tables[number] = prepare(plan)
        return run_range(plan, self.tables[number], start, stop)


_WORKERS: list[Worker] = []
"""The one worker of a process of the pool (a process has no other place to keep it)."""


def _start_worker(plans: Sequence[Plan]) -> None:
    """Give a process of the pool its plans."""
    _WORKERS[:] = [Worker(plans)]


def _run_task(task: Task) -> Totals:
    """Run a task in a process of the pool."""
    return _WORKERS[0].run(task)

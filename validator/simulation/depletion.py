"""What happens to every pile: proved by arithmetic, drained on purpose, and simulated."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from validator.catalogue.model import Catalogue, Game, Pile, WhenEmpty
from validator.catalogue.seats import table_name
from validator.catalogue.words.language import ENGLISH, Tongue
from validator.checks.pieces import note, warning
from validator.findings import Finding
from validator.play.modules import prepare
from validator.play.rules import Bound
from validator.simulation.shards import SERIAL, RunConfig
from validator.simulation.statistics import share_of, summary
from validator.simulation.totals import PileTotals
from validator.simulation.trials import (
    TableChoice,
    TrialResult,
    bounds_from_data,
    least_left,
    lines_of,
    play_lines,
    replay_command,
)


@dataclass(frozen=True, slots=True)
class DepletionEffort:
    """How many games are played at each table, by policy; drained games for each pile."""

    random: int
    greedy: int
    drain: int
    search: int = 0

    @property
    def policies(self) -> tuple[str, ...]:
        """Who plays at each table, but for those who drain a pile."""
        return ("random", "greedy", "search") if self.search else ("random", "greedy")

    def games(self, policy: str) -> int:
        """Return the games of a policy."""
        if policy.startswith("drain:"):
            return self.drain
        return {"greedy": self.greedy, "search": self.search}.get(policy, self.random)


CHECK = DepletionEffort(random=60, greedy=10, drain=3)
"""For ``trilith check --simulate``: the 12 tables of Henge in two and a half minutes on two cores.

No single game takes long: one is stopped at the caps of its frame, and who drains a pile gives up
in time (:data:`validator.play.driver.PATIENCE`).
"""
LONG = 3
"""A game is long that takes one in so many of the turns after which it would be stopped."""


@dataclass(frozen=True, slots=True)
class PileTrial:
    """How often a pile ran out under one policy; ``command`` replays the first such game.

    ``long`` are the turns of the longest game if it was a long one, else 0; some were ``stopped``.
    """

    policy: str
    sums: PileTotals
    games: int
    command: str
    long: int = 0
    stopped: int = 0


@dataclass(frozen=True, slots=True)
class PileReport:
    """One pile at one table: what is proved, what was seen, what the rules say then."""

    game: Game
    table: str
    pile: Pile
    size: int
    bound: Bound | None
    trials: tuple[PileTrial, ...]

    @property
    def seen(self) -> PileTrial | None:
        """The first trial in which the pile ran out."""
        return next((trial for trial in self.trials if trial.sums.exhausted), None)


@dataclass(frozen=True, slots=True)
class Exhaustion:
    """All piles at all tables, and the results of the games behind them."""

    piles: tuple[PileReport, ...]
    results: tuple[TrialResult, ...]


def exhaustion(
    catalogue: Catalogue,
    chosen: TableChoice,
    effort: DepletionEffort = CHECK,
    config: RunConfig = SERIAL,
) -> Exhaustion:
    """Play every table under random, greedy and a drain of each pile; report every pile.

    A game without a rules module is not played: its piles are reported from the draw rates
    and the length that its game.yaml declares.
    """
    names = chosen.games or tuple(catalogue.games)
    named = [catalogue.games[name] for name in names if name in catalogue.games]
    unplayed = [
        PileReport(game, table_name(table), piles[bound.pile], size, bound, ())
        for game in named
        if not game.is_played
        for piles in [{pile.id: pile for pile in game.piles}]
        for table in game.configurations
        for size, bound in bounds_from_data(game, table)
    ]
    lines = lines_of(
        [game for game in named if game.is_played],
        chosen,
        lambda frame: (*effort.policies, *(f"drain:{pile.id}" for pile in frame.piles)),
    )
    results = play_lines(lines, lambda line: effort.games(line.policy), config)
    return Exhaustion((*_reports(results), *unplayed), tuple(results))


def survey_games(games: Iterable[Game], effort: DepletionEffort) -> int:
    """How many games a survey of these plays."""
    return sum(
        len(game.configurations)
        * (effort.random + effort.greedy + effort.search + len(game.piles) * effort.drain)
        for game in games
        if game.is_played
    )


def _reports(results: Sequence[TrialResult]) -> Iterable[PileReport]:
    for first in results:
        if first.policy != "random":
            continue
        plan = first.plan
        bounds = {bound.pile: bound for bound in prepare(plan).bounds()}
        declared = {pile.id: pile for pile in plan.game.piles}
        table = [result for result in results if result.plan.game is plan.game]
        table = [one for one in table if one.plan.configuration is plan.configuration]
        for at, spec in enumerate(first.frame.piles):
            policies = ("random", "greedy", "search", f"drain:{spec.id}")
            trials = tuple(_trial(one, at) for one in table if one.policy in policies)
            yield PileReport(
                plan.game,
                table_name(plan.configuration),
                declared[spec.id],
                spec.size,
                bounds.get(spec.id),
                trials,
            )


def _trial(result: TrialResult, at: int) -> PileTrial:
    sums = result.totals.piles[at]
    index = sums.first_game if sums.exhausted else result.totals.longest[1]
    command = replay_command(result.plan, result.policy, index)
    turns, stopped = result.totals.longest[0], len(result.totals.stalled)
    long = turns if turns * LONG > result.frame.turn_cap else 0
    return PileTrial(result.policy, sums, result.totals.games, command, long, stopped)


def exhaustion_findings(report: Exhaustion) -> tuple[Finding, ...]:
    """Return a finding for each pile that ran out where the rules are silent, and each stall.

    Tables of one game are told together, at the place of the pile in game.yaml.
    """
    piles: dict[tuple[str, str], list[PileReport]] = {}
    for one in report.piles:
        piles.setdefault((one.game.id, one.pile.id), []).append(one)
    findings = [
        _silent(reports)
        for reports in piles.values()
        if reports[0].pile.when_empty is WhenEmpty.UNSTATED
    ]
    findings.extend(stall_findings(report.results))
    findings.extend(check_stuck(report.results))
    return tuple(finding for finding in findings if finding is not None)


def _silent(reports: Sequence[PileReport]) -> Finding | None:
    """Report a pile without a rule that ran out at some table, or can where it was not played."""
    pile, game = reports[0].pile, reports[0].game
    name, hint = pile.name or pile.id, "say it under `when_empty`, or add cards"
    if pile.ruling:
        then = f" ({pile.then.rstrip('.')})" if pile.then else ""
        hint = f"ask the author; until then ruling {pile.ruling} answers it{then}"
    seen = [(report.table, report.seen) for report in reports if report.seen is not None]
    proved = [(one.table, one.bound) for one in reports if one.bound and not one.trials]
    possible = [(table, bound) for table, bound in proved if bound.can_run_out]
    if seen:
        tables = ", ".join(
            f"{table} ({trial.policy} {trial.sums.exhausted} of {trial.games})"
            for table, trial in seen
        )
        said = f"{name}: this runs out and the rules don't say what then, at {tables}"
        hint += f"; see it happen: {seen[0][1].command}"
    elif possible:
        table, bound = possible[0]
        said = f"{name}: this can run out at {table} and the rules don't say what then: {bound.sum}"
    else:
        return None
    code = pile.ruling or "pile-exhausted"
    return warning(game, code, pile.place, said, hint)


def stall_findings(results: Sequence[TrialResult]) -> Iterable[Finding]:
    """Report games that did not end, by what held them up: by sensible players, by drainers."""
    groups: dict[tuple[str, bool], list[TrialResult]] = {}
    for result in results:
        if len(result.totals.stalled) > len(result.totals.stuck):
            drained = result.policy.startswith("drain:")
            groups.setdefault((result.plan.game.id, drained), []).append(result)
    for (_, drained), group in groups.items():
        first = group[0]
        stalled = [one for one in first.totals.stalled if one not in first.totals.stuck]
        who = "players who only drain a pile" if drained else "players"
        said = f"games of {who} did not end by the rules: {', '.join(map(_say_unfinished, group))}"
        hint = "let something end it that nobody can put off, such as a pile or a number of "
        hint += f"rounds; see one: {replay_command(first.plan, first.policy, stalled[0])}"
        tell = note if drained else warning
        yield tell(first.plan.game, "game-stalled", first.plan.configuration.place, said, hint)


def _say_unfinished(result: TrialResult) -> str:
    """Which games of a table did not end, and how long they were."""
    totals = result.totals
    stalled = len(totals.stalled) - len(totals.stuck)
    where = f"{table_name(result.plan.configuration)} {result.policy}"
    return f"{where} ({stalled} of {totals.games}, up to {totals.longest[0]:,} turns)"


def check_stuck(results: Sequence[TrialResult]) -> Iterable[Finding]:
    """Report games in which somebody was asked and had nothing to choose, one for each table."""
    for result in results:
        stuck = result.totals.stuck
        if stuck:
            command = replay_command(result.plan, result.policy, stuck[0])
            where = f"{table_name(result.plan.configuration)} {result.policy}"
            said = f"in {len(stuck)} of {result.totals.games} games at {where} a player had to "
            said += "choose and had nothing to choose from"
            hint = "this is a mistake in the rules module, which has to leave a way out; see one, "
            hint += f"and keep its record: {command} --save stuck.json"
            place = result.plan.configuration.place
            yield warning(result.plan.game, "game-stalled", place, said, hint)


def as_text(report: Exhaustion) -> str:
    """Return every pile as text: proved, drained, simulated, and what the rules say then."""
    lines: list[str] = []
    for pile in report.piles:
        lines.append(
            f"{pile.game.name} {pile.table}, {pile.pile.name or pile.pile.id}: {pile.size}"
        )
        lines.append(f"  proved    {proof(pile)}")
        lines.extend(f"  {trial.policy:<9} {_seen(trial)}" for trial in pile.trials)
        lines.append(f"  then      {then(pile)}")
    return "\n".join(lines) + "\n"


def proof(report: PileReport, tongue: Tongue = ENGLISH) -> str:
    """Return the worst case by arithmetic as words."""
    if report.bound is None:
        return tongue.say("nothing: no bound is known")
    can, never = tongue.say("can run out"), tongue.say("can never run out")
    word = can if report.bound.can_run_out else never
    if not report.bound.can_run_out and report.pile.when_empty is WhenEmpty.RESHUFFLE:
        word = tongue.say("always has something to shuffle again")
    return f"{word}: {report.bound.sum}"


def then(report: PileReport, tongue: Tongue = ENGLISH) -> str:
    """Return what the rules say about the empty pile, and the ruling in force if they don't."""
    pile = report.pile
    words = {
        WhenEmpty.ENDS_GAME: tongue.say("the game ends", context="pile"),
        WhenEmpty.RESHUFFLE: tongue.say("the discards are shuffled", context="pile"),
        WhenEmpty.STOP: tongue.say("nothing more can be taken", context="pile"),
        WhenEmpty.UNSTATED: tongue.say("the rules are silent", context="pile"),
    }[pile.when_empty]
    ruled = f" ({tongue.say('ruling {id}', id=pile.ruling)})" if pile.ruling else ""
    return f"{words}{ruled}. {pile.then}".strip()


def _seen(trial: PileTrial) -> str:
    rate, low, high = share_of(trial.sums.exhausted, trial.games)
    text = f"empty in {rate:.1%} ({low:.1%} to {high:.1%}) of {trial.games} games"
    figures = summary(trial.sums.first)
    if figures:
        text += f", first on turn {figures['min']} to {figures['max']} (median {figures['p50']})"
    if trial.long:
        text += f"; long games, of up to {trial.long:,} turns"
    if trial.stopped:
        text += f"; {trial.stopped} stopped before their end"
    return f"{text}; {least_left(trial.sums, 0)}; {trial.command}"

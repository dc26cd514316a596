"""Many games of a plan at every table that fits, and what is said about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from validator.catalogue.model import Catalogue, Configuration, Game
from validator.catalogue.seats import table_name
from validator.catalogue.setup_script import who_sees
from validator.catalogue.words.language import ENGLISH, Tongue
from validator.findings import GameFaultError, UsageError
from validator.play.driver import PlayedGame, make_policies, parse_policy, play_match
from validator.play.modules import FAULTS, Plan, code_of, playable, prepare, select_tables
from validator.play.observers import Observer, Referee
from validator.play.rules import Bound, Frame, Prepared
from validator.play.rulings import resolve_rulings, rulings_not_default, split_by_game
from validator.program import hashes_of_code
from validator.setup.deal import set_up
from validator.simulation.chunks import Run, TrialTask, digest_of, digest_of_game
from validator.simulation.scheduler import run_tasks
from validator.simulation.shards import SERIAL, RunConfig
from validator.simulation.statistics import Histogram, mean, percentile, share_of, summary
from validator.simulation.totals import (
    KEPT_STALLED,
    WATCHED,
    Leads,
    LeadTotals,
    PileTotals,
    Sampler,
    Totals,
    Usage,
    no_totals,
    peak_use,
)


def bounds_from_data(game: Game, configuration: Configuration) -> tuple[tuple[int, Bound], ...]:
    """Return size and worst case of each pile that declares its draw; needs ``length``.

    A pile drawn ``per: turn`` is drawn by every seat once a round.
    """
    length = game.length
    if length is None:
        return ()
    zones = set_up(game, configuration, 1).zones
    found = []
    for pile in game.piles:
        if pile.draw is not None:
            size, by_turn = len(zones.get(pile.zone, ())), pile.draw.per == "turn"
            most = pile.draw.most * length.most * (configuration.total if by_turn else 1)
            times = f"{configuration.total} turns x " if by_turn else ""
            said = f"{pile.draw.most} cards x {times}{length.most} rounds = {most}"
            sign = ">=" if most >= size else "<"
            found.append((size, Bound(pile.id, most >= size, f"{said} {sign} {size}")))
    return tuple(found)


REFEREED = 500
"""The referee watches one game in so many: it counts the whole table at every step."""


def play_one(
    plan: Plan, prepared: Prepared, index: int, sampler: Sampler, *more: Observer
) -> PlayedGame:
    """Play game number ``index`` of a plan; GameFaultError where the module breaks the table."""
    watched = index % REFEREED == REFEREED - 1
    observers = [Referee(prepared.frame), *more] if watched else more
    streams = plan.streams(index)
    with faults_told(plan, index):
        policies = make_policies(plan.policies, streams)
        return play_match(prepared, streams, policies, observers, [sampler])


@contextmanager
def faults_told(plan: Plan, index: int) -> Iterator[None]:
    """While game number ``index`` is played; GameFaultError tells which one it was that failed."""
    try:
        yield
    except UsageError:
        raise
    except FAULTS as fault:
        ruled = " ".join(rulings_not_default(plan.game, plan.rulings)) or "default rulings"
        address = f"{plan.game.id} {table_name(plan.configuration)} seed {plan.seed} index {index}"
        failed = getattr(fault, "__notes__", ["the rules module"])[0]
        raise GameFaultError(
            f"{failed} failed in {address} ({', '.join(plan.policies)}; {ruled}): {fault!r}"
        ) from fault


def run_range(plan: Plan, prepared: Prepared, start: int, stop: int) -> Totals:
    """Play the games ``start`` to ``stop - 1`` and return their sums."""
    totals, facing = no_totals(prepared.frame), who_sees(plan.game.setup)
    for index in range(start, stop):
        sampler = Sampler(prepared.frame, totals.curves, plan.tracks)
        scripted = plan.game.play is not None and plan.game.module is None
        more: list[Observer] = [Usage(totals.usage)] if scripted and index < WATCHED else []
        if index < WATCHED and len({totals.sides[seat] for seat in totals.people}) > 1:
            more.append(Leads(prepared.frame, totals.leads))
        game = play_one(plan, prepared, index, sampler, *more)
        totals.add(index, game, peak_use(prepared.frame, sampler.peaks, game.tally))
        if plan.tracks:
            totals.track(index, game, facing)
    return totals


def key_of(plan: Plan, *more: object) -> str:
    """A hash of the table, its data, who plays, the rulings, the luck, what plays it, and more."""
    return digest_of(
        *more,
        digest_of_game(plan.game),
        plan.configuration,
        plan.rulings,
        plan.policies,
        plan.seed,
        plan.tracks,
        *hashes_of_code(code_of(plan.game)),
    )


@dataclass(frozen=True, slots=True)
class Games:
    """The games of a plan, as a job that is shared out."""

    sums: ClassVar[type[Totals]] = Totals

    plan: Plan

    def key(self) -> str:
        """A hash of all that its games depend on."""
        return key_of(self.plan, "games")

    def prepare(self) -> Run[Totals]:
        """Prepare the table."""
        return partial(run_range, self.plan, prepare(self.plan))


def run_plans(plans: Sequence[Plan], games: int, config: RunConfig = SERIAL) -> list[Totals]:
    """Play ``games`` games of each plan, with the same sums however they are run."""
    return list(run_tasks([TrialTask(Games(plan), 0, games) for plan in plans], config))


@dataclass(frozen=True, slots=True)
class TrialLine:
    """A table and who plays there: the plan, the table's frame, and the policy as asked."""

    plan: Plan
    frame: Frame
    policy: str


@dataclass(frozen=True, slots=True)
class TrialResult(TrialLine):
    """What a line came to."""

    totals: Totals

    @property
    def lengths(self) -> tuple[str, Histogram]:
        """How many games were how long, and in what."""
        rounds = self.frame.in_rounds
        return ("rounds", self.totals.rounds) if rounds else ("turns", self.totals.turns)


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What is played: games (without names all that can be), their tables, and the luck.

    None fits any number of ``players`` or ``bots``; ``rulings`` are texts ``ID=OPTION``. With
    ``tracks`` the course of each game is kept.
    """

    games: tuple[str, ...] = ()
    players: int | None = None
    bots: int | None = None
    seed: int = 1
    rulings: tuple[str, ...] = ()
    tracks: bool = False


def lines_of(
    games: Sequence[Game], chosen: TableChoice, policies: Callable[[Frame], Iterable[str]]
) -> list[TrialLine]:
    """Every table of these games that is chosen, under each of its policies.

    Raise UsageError for anything asked that there is not.
    """
    seated = select_tables(games, chosen.players, chosen.bots) if games else []
    shares = split_by_game(games, chosen.rulings)
    lines = []
    for game, configuration in seated:
        in_force = resolve_rulings(game, shares[game.id])
        frame = prepare(Plan(game, configuration, in_force, (), chosen.seed)).frame
        for policy in policies(frame):
            words = parse_policy(policy, frame)
            plan = Plan(game, configuration, in_force, words, chosen.seed, chosen.tracks)
            lines.append(TrialLine(plan, frame, policy))
    return lines


def play_lines(
    lines: Sequence[TrialLine], games: Callable[[TrialLine], int], config: RunConfig
) -> list[TrialResult]:
    """Play ``games`` games of each line, with the same sums however they are run."""
    sums = run_tasks([TrialTask(Games(line.plan), 0, games(line)) for line in lines], config)
    return [
        TrialResult(line.plan, line.frame, line.policy, totals)
        for line, totals in zip(lines, sums, strict=True)
    ]


def simulate(
    catalogue: Catalogue,
    chosen: TableChoice,
    count: int = 200,
    policy: str = "random",
    config: RunConfig = SERIAL,
) -> list[TrialResult]:
    """Play ``count`` games at each table that is chosen and return what happened there.

    ``policy`` is ``random``, ``greedy``, ``drain:<pile>`` or one of them a seat with commas.
    Raise UsageError for anything asked that there is not.
    """
    if count < 1:
        raise UsageError(f"{count} games", "play at least one")
    lines = lines_of(playable(catalogue, chosen.games), chosen, lambda _: [policy])
    return play_lines(lines, lambda _: count, config)


def head_of(line: TrialLine, games: int) -> dict[str, Any]:
    """Which line it is of which so many games were played, as plain data."""
    plan = line.plan
    return {
        "game": plan.game.id,
        "players": plan.configuration.players,
        "bots": plan.configuration.bots,
        "policy": line.policy,
        "rulings": dict(plan.rulings),
        "seed": plan.seed,
        "games": games,
    }


def as_json(results: Sequence[TrialResult]) -> list[dict[str, Any]]:
    """Return plain data for JSON, one mapping a table."""
    return [_table(result) for result in results]


def _table(result: TrialResult) -> dict[str, Any]:
    totals = result.totals
    return head_of(result, totals.games) | {
        "finished": totals.finished,
        "stalled": totals.games - totals.finished,
        "rounds": summary(totals.rounds) if result.frame.in_rounds else None,
        "turns": summary(totals.turns),
        "wins": [
            {"seat": seat + 1}
            | _interval(wins, totals.finished)
            | {"alone": _interval(totals.alone[seat], totals.finished)["rate"]}
            for seat, wins in enumerate(totals.wins)
        ],
        "shared": _interval(totals.shared, totals.finished),
        "equal_share": round(totals.equal_share, 6),
        "lead": _lead(totals.leads) if totals.leads.led else None,
        "scores": [
            {"seat": seat + 1} | (summary(histogram) or {})
            for seat, histogram in enumerate(totals.scores)
        ],
        "piles": {
            pile.id: _pile(pile.size, sums, totals.games)
            for pile, sums in zip(result.frame.piles, totals.piles, strict=True)
        },
        "supplies": {
            supply.name: {"box": supply.box, "peak": max(peaks, default=0)}
            for supply, peaks in zip(result.frame.supplies, totals.peaks, strict=True)
        },
        "cards": {
            card: {"drawn": drawn, "played": played, "dead": max(drawn - played, 0)}
            for card, drawn, played in zip(
                result.frame.cards, totals.drawn, totals.played, strict=True
            )
        },
    }


def _lead(leads: LeadTotals) -> dict[str, Any]:
    """How the lead went."""
    return {
        "games": leads.games,
        "changes": round(mean(leads.changes), 3),
        "decided_percent": summary(leads.decided),
        "won_from_behind": _interval(leads.behind, leads.games),
    }


def _interval(hits: int, trials: int) -> dict[str, float]:
    rate, low, high = share_of(hits, trials)
    return {"rate": round(rate, 6), "low": round(low, 6), "high": round(high, 6)}


def _pile(size: int, sums: PileTotals, games: int) -> dict[str, Any]:
    interval = _interval(sums.exhausted, games)
    return {
        "size": size,
        "exhausted_rate": interval["rate"],
        "low": interval["low"],
        "high": interval["high"],
        "first_exhausted_turn": summary(sums.first),
        "reshuffles": summary(sums.reshuffles),
        "least_left": min(sums.least, default=size),
    }


def as_text(results: Sequence[TrialResult]) -> str:
    """Return the figures as text, with the commands that replay stalled and longest games."""
    return "\n\n".join("\n".join(_lines(result)) for result in results) + "\n"


def _lines(result: TrialResult) -> list[str]:
    totals = result.totals
    shown = {"rounds": totals.rounds, "turns": totals.turns}
    shown.pop("" if result.frame.in_rounds else "rounds", None)
    lines = [_heading(result), *(f"  {of:10}{_spread(summary(shown[of]))}" for of in shown)]
    lines.extend(_lines_of_all(totals) if result.frame.teams == 1 else _lines_of_seats(result))
    reasons = sorted(totals.reasons.items(), key=lambda item: (-item[1], item[0]))
    lines.append("  ended     " + ", ".join(f"{reason} {times}" for reason, times in reasons))
    lines.extend(
        f"  pile      {pile.id}: {_pile_text(pile.size, sums, totals.games)}"
        for pile, sums in zip(result.frame.piles, totals.piles, strict=True)
    )
    lines.extend(
        f"  supply    {supply.name}: at most {max(peaks, default=0)} of {supply.box} in use"
        for supply, peaks in zip(result.frame.supplies, totals.peaks, strict=True)
    )
    lines.extend(
        f"  stalled   {replay_command(result.plan, result.policy, index)}"
        for index in totals.stalled[:KEPT_STALLED]
    )
    if len(totals.stalled) > KEPT_STALLED:
        lines.append(f"  stalled   and {len(totals.stalled) - KEPT_STALLED} more")
    lines.append(f"  longest   {replay_command(result.plan, result.policy, totals.longest[1])}")
    return lines


def _lines_of_seats(result: TrialResult) -> Iterator[str]:
    """How seats did, how often wins are shared, what an equal share is then, who leads."""
    totals = result.totals
    for seat in range(len(result.frame.seats)):
        yield _seat_text(result, seat)
    if totals.shared:
        rate, low, high = share_of(totals.shared, totals.finished)
        shared = f"{rate:.1%} ({low:.1%} to {high:.1%}) of games are won by several"
        yield f"  shared    {shared}; an equal share of wins is {totals.equal_share:.1%}"
    if totals.leads.led:
        yield f"  lead      {lead_text(totals.leads)}"


def _lines_of_all(totals: Totals) -> Iterator[str]:
    """How often all win, and the score of each, or of all where it is the same."""
    rate, low, high = share_of(totals.wins[0], totals.finished)
    yield f"  won       by all in {rate:.1%} ({low:.1%} to {high:.1%}) of games, else by nobody"
    is_same = all(one == totals.scores[0] for one in totals.scores)
    for seat, scores in enumerate(totals.scores[:1] if is_same else totals.scores, 1):
        yield f"  {'score' if is_same else f'seat {seat}':<10}{_spread(summary(scores))}"


def _seat_text(result: TrialResult, seat: int) -> str:
    """Score of a seat and how often it won, alone where wins were shared; not of bots without."""
    totals, name = result.totals, result.frame.seats[seat]
    rate, low, high = share_of(totals.wins[seat], totals.finished)
    alone = f", alone {totals.alone[seat] / totals.finished:.1%}" if totals.shared else ""
    won = f"wins {rate:6.1%} ({low:.1%} to {high:.1%}){alone}"
    if seat not in totals.people and not totals.wins[seat]:
        won = "does not win"
    elif len(totals.people) == 1 and sum(totals.wins) == totals.wins[seat]:
        won = "has nobody to beat"
    return f"  seat {seat + 1:<4} {name:<12} {won}  score {_spread(summary(totals.scores[seat]))}"


def policy_name(policy: str, tongue: Tongue = ENGLISH) -> str:
    """How those are called who play by a policy."""
    names = {
        "random": tongue.say("random", context="policy"),
        "greedy": tongue.say("greedy", context="policy"),
        "search": tongue.say("search", context="policy"),
        "drain": tongue.say("drain", context="policy"),
    }
    return names.get(policy, policy)


def lead_text(leads: LeadTotals, tongue: Tongue = ENGLISH) -> str:
    """How often the lead changes, when it is kept for good, and who wins from behind."""
    rate, low, high = share_of(leads.behind, leads.games)
    return tongue.say(
        "changes {changes} times a game, is kept for good after {percent} % of the turns (median); "
        "the winner was behind at half in {rate} ({span}) of {games} games",
        changes=tongue.number(mean(leads.changes), ".1f"),
        percent=percentile(leads.decided, 50),
        rate=f"{rate:.0%}",
        span=tongue.span(f"{low:.0%}", f"{high:.0%}"),
        games=leads.games,
    )


def _heading(result: TrialResult) -> str:
    configuration, totals = result.plan.configuration, result.totals
    bots = f" and {configuration.bots} bots" if configuration.bots else ""
    changed = rulings_not_default(result.plan.game, result.plan.rulings)
    ruled = f", {', '.join(changed)}" if changed else ""
    return (
        f"{result.plan.game.name}: {configuration.players} players{bots}, {result.policy}{ruled}, "
        f"seed {result.plan.seed}: {totals.games} games, {totals.finished} finished, "
        f"{totals.games - totals.finished} stalled"
    )


def _spread(figures: dict[str, float] | None) -> str:
    if figures is None:
        return "none"
    return (
        f"{figures['min']} to {figures['max']}, mean {figures['mean']:.1f}, "
        f"median {figures['p50']}, 95 % up to {figures['p95']}"
    )


def _pile_text(size: int, sums: PileTotals, games: int) -> str:
    rate, low, high = share_of(sums.exhausted, games)
    text = f"{size} at the start, empty in {rate:.1%} ({low:.1%} to {high:.1%}) of games"
    if sums.first:
        text += f", first on turn {_spread(summary(sums.first))}"
    reshuffles = sum(turns * times for turns, times in sums.reshuffles.items())
    if reshuffles:
        text += f", {reshuffles / games:.2f} reshuffles a game"
    return f"{text}, {least_left(sums, size)}"


def least_left(sums: PileTotals, size: int) -> str:
    """Say how low a pile got, and what could still come where discards are reshuffled."""
    least, reach = min(sums.least, default=size), min(sums.reach, default=size)
    return f"least left {least}" + (f" ({reach} with the discards)" if reach > least else "")


def replay_command(plan: Plan, policy: str, index: int) -> str:
    """Return the command that shows game number ``index`` of a plan turn by turn."""
    configuration = plan.configuration
    words = [
        f"trilith replay {plan.game.id} --players {configuration.players}",
        f"--bots {configuration.bots} --policy {policy} --seed {plan.seed} --index {index}",
    ]
    words.extend(f"--ruling {text}" for text in rulings_not_default(plan.game, plan.rulings))
    return " ".join(words)

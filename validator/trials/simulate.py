"""``trilith simulate``: games at every table that fits, and what is said about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from validator.catalogue.model import Catalogue
from validator.chunks.config import SERIAL, RunConfig
from validator.play.plan import Plan, prepare
from validator.play.playable import playable, select_tables
from validator.play.policies import parse_policy
from validator.play.rules import Frame
from validator.play.rulings import changed_rulings, resolve_rulings, split_by_game
from validator.trials.games import run_plans
from validator.trials.stats import summary, wilson
from validator.trials.totals import KEPT_STALLED, PileTotals, Totals
from validator.usage import UsageError


@dataclass(frozen=True, slots=True)
class Result:
    """The games of one table: the plan, the table's frame, the policy as asked and the sums."""

    plan: Plan
    frame: Frame
    policy: str
    totals: Totals


@dataclass(frozen=True, slots=True)
class Experiment:
    """What is played: ``count`` games at each table that fits, None fitting any number.

    ``policy`` is ``random``, ``greedy``, ``drain:<pile>`` or one of them a seat with commas;
    ``rulings`` are texts ``ID=OPTION``; without ``games`` all that can be played are. With
    ``tracks`` pile levels are kept by turn.
    """

    games: tuple[str, ...] = ()
    players: int | None = None
    bots: int | None = None
    count: int = 200
    policy: str = "random"
    seed: int = 1
    rulings: tuple[str, ...] = ()
    tracks: bool = False


def simulate(catalogue: Catalogue, asked: Experiment, config: RunConfig = SERIAL) -> list[Result]:
    """Play an experiment and return what happened at each table.

    Raise UsageError for anything asked that there is not.
    """
    if asked.count < 1:
        raise UsageError(f"{asked.count} games", "play at least one")
    chosen = playable(catalogue, asked.games)
    tables = select_tables(chosen, asked.players, asked.bots)
    shares = split_by_game(chosen, asked.rulings)
    plans: list[Plan] = []
    frames: list[Frame] = []
    for game, configuration in tables:
        in_force = resolve_rulings(game, shares[game.id])
        frame = prepare(Plan(game, configuration, in_force, (), asked.seed)).frame
        words = parse_policy(asked.policy, frame)
        plans.append(Plan(game, configuration, in_force, words, asked.seed, asked.tracks))
        frames.append(frame)
    sums = run_plans(plans, asked.count, config)
    return [
        Result(plan, frame, asked.policy, totals)
        for plan, frame, totals in zip(plans, frames, sums, strict=True)
    ]


def as_json(results: Sequence[Result]) -> list[dict[str, Any]]:
    """Return plain data for JSON, one mapping a table."""
    return [_table(result) for result in results]


def _table(result: Result) -> dict[str, Any]:
    """Return the figures of one table."""
    plan, totals = result.plan, result.totals
    return {
        "game": plan.game.id,
        "players": plan.configuration.players,
        "bots": plan.configuration.bots,
        "policy": result.policy,
        "rulings": dict(plan.rulings),
        "seed": plan.seed,
        "games": totals.games,
        "finished": totals.finished,
        "stalled": totals.games - totals.finished,
        "turns": summary(totals.turns),
        "wins": [
            {"seat": seat + 1} | _interval(wins, totals.finished)
            for seat, wins in enumerate(totals.wins)
        ],
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


def _interval(hits: int, trials: int) -> dict[str, float]:
    """Return a rate with its 95 % interval."""
    rate, low, high = wilson(hits, trials)
    return {"rate": round(rate, 6), "low": round(low, 6), "high": round(high, 6)}


def _pile(size: int, sums: PileTotals, games: int) -> dict[str, Any]:
    """Return the figures of one pile."""
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


def as_text(results: Sequence[Result]) -> str:
    """Return the figures as text, with the commands that replay stalled and longest games."""
    return "\n\n".join("\n".join(_lines(result)) for result in results) + "\n"


def _lines(result: Result) -> list[str]:
    """Return the lines about one table."""
    totals = result.totals
    lines = [_heading(result), f"  turns     {_spread(summary(totals.turns))}"]
    rates = [wilson(wins, totals.finished) for wins in totals.wins]
    lines.extend(
        f"  seat {seat + 1:<4} {name:<12} wins {rate:6.1%} ({low:.1%} to {high:.1%})"
        f"  score {_spread(summary(totals.scores[seat]))}"
        for seat, (name, (rate, low, high)) in enumerate(
            zip(result.frame.seats, rates, strict=True)
        )
    )
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


def _heading(result: Result) -> str:
    """Return the first line about a table."""
    configuration, totals = result.plan.configuration, result.totals
    bots = f" and {configuration.bots} bots" if configuration.bots else ""
    changed = changed_rulings(result.plan.game, result.plan.rulings)
    ruled = f", {', '.join(changed)}" if changed else ""
    return (
        f"{result.plan.game.name}: {configuration.players} players{bots}, {result.policy}{ruled}, "
        f"seed {result.plan.seed}: {totals.games} games, {totals.finished} finished, "
        f"{totals.games - totals.finished} stalled"
    )


def _spread(figures: dict[str, float] | None) -> str:
    """Return a summary as words."""
    if figures is None:
        return "none"
    return (
        f"{figures['min']} to {figures['max']}, mean {figures['mean']:.1f}, "
        f"median {figures['p50']}, 95 % up to {figures['p95']}"
    )


def _pile_text(size: int, sums: PileTotals, games: int) -> str:
    """Return the figures of a pile as words."""
    rate, low, high = wilson(sums.exhausted, games)
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
    words.extend(f"--ruling {text}" for text in changed_rulings(plan.game, plan.rulings))
    return " ".join(words)

"""What is known of piles, as text."""

from __future__ import annotations

from validator.catalogue.model import WhenEmpty
from validator.trials.exhaustion import Exhaustion, PileReport, Trial
from validator.trials.simulate import least_left
from validator.trials.stats import summary, wilson


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


def proof(report: PileReport) -> str:
    """Return the worst case by arithmetic as words."""
    if report.bound is None:
        return "nothing: no bound is known"
    word = "can run out" if report.bound.can_run_out else "can never run out"
    if not report.bound.can_run_out and report.pile.when_empty is WhenEmpty.RESHUFFLE:
        word = "always has something to shuffle again"
    return f"{word}: {report.bound.sum}"


def then(report: PileReport) -> str:
    """Return what the rules say about the empty pile, and the ruling in force if they don't."""
    pile = report.pile
    words = {
        WhenEmpty.ENDS_GAME: "the game ends",
        WhenEmpty.RESHUFFLE: "the discards are shuffled",
        WhenEmpty.STOP: "nothing more can be taken",
        WhenEmpty.UNSTATED: "the rules are silent",
    }[pile.when_empty]
    ruled = f" (ruling {pile.ruling})" if pile.ruling else ""
    return f"{words}{ruled}. {pile.then}".strip()


def _seen(trial: Trial) -> str:
    """Return what was seen under one policy."""
    rate, low, high = wilson(trial.sums.exhausted, trial.games)
    text = f"empty in {rate:.1%} ({low:.1%} to {high:.1%}) of {trial.games} games"
    figures = summary(trial.sums.first)
    if figures:
        text += f", first on turn {figures['min']} to {figures['max']} (median {figures['p50']})"
    if trial.long:
        text += f"; long games, of up to {trial.long:,} turns"
    if trial.stopped:
        text += f"; {trial.stopped} stopped before their end"
    return f"{text}; {least_left(trial.sums, 0)}; {trial.command}"

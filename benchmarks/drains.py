"""The drain of every pile at every table of all games and starters: how long it takes.

Of each one game is played, and said of it: the turns, the decisions, the time of the processor, and
whether it was stopped. The slowest come first; what all take together comes last.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.scripts import starter
from generator.starter import starters
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.catalogue.seats import table_name
from validator.play.driver import PlayedGame, parse_policy
from validator.play.modules import Plan, playable, prepare
from validator.play.rulings import resolve_rulings
from validator.simulation.totals import Sampler
from validator.simulation.trials import play_one

ROOT = Path(__file__).parent.parent


@dataclass(frozen=True, slots=True)
class Drain:
    """One game in which everybody drains a pile."""

    where: str
    played: PlayedGame
    seconds: float

    @property
    def said(self) -> str:
        """Its figures."""
        played = self.played
        stopped = "" if played.outcome.finished else f", stopped: {played.outcome.reason}"
        return (
            f"{self.seconds:7.3f} s {played.turns:5,} turns {len(played.choices):6,} decisions"
            f"{stopped}"
        )


def run() -> list[tuple[str, str]]:
    drains = sorted(drained(), key=lambda one: -one.seconds)
    stopped = sum(not one.played.outcome.finished for one in drains)
    whole = f"{sum(one.seconds for one in drains):7.3f} s, {stopped} stopped"
    figures = [(one.where, one.said) for one in drains]
    return [*figures, (f"all {len(drains)} together", whole)]


def drained() -> Iterator[Drain]:
    """One drain of each pile of each table."""
    catalogue, _ = load(ROOT)
    for game in playable(catalogue):
        yield from drains_of(game)
    with tempfile.TemporaryDirectory() as folder:
        for name in starters():
            yield from drains_of(starter(Path(folder), name))


def drains_of(game: Game) -> Iterator[Drain]:
    """One drain of each pile of each table of a game."""
    rulings = resolve_rulings(game)
    for configuration in game.configurations:
        table = prepare(Plan(game, configuration, rulings, (), 1))
        for pile in table.frame.piles:
            words = parse_policy(f"drain:{pile.id}", table.frame)
            plan = Plan(game, configuration, rulings, words, 1)
            start = time.process_time()
            sampler = Sampler(table.frame, [], False)
            played = play_one(plan, table, 0, sampler)
            where = f"{game.id} {table_name(configuration)}, {pile.id}"
            yield Drain(where, played, time.process_time() - start)

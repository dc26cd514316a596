"""How much better a searching player is than greedy and random ones, from every seat in turn.

Every game that can be played, at its smallest table without bots: the shipped ones and the
starters. A game that several win counts for each of them as its share. ``SEARCHED`` says how many
games are imagined at a decision where the usual number would take minutes a game.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from generator.starter import starters, write_starter
from validator.catalogue.load import load
from validator.catalogue.model import Game
from validator.play.driver import USUAL
from validator.play.modules import Plan, playable, prepare
from validator.play.rulings import resolve_rulings
from validator.simulation.statistics import share_of
from validator.simulation.trials import run_plans

ROOT = Path(__file__).parent.parent
SEARCHED: Mapping[str, int] = {
    **{"crossing_stonehenge": 20, "first_druid": 20, "hearts": 10},
    **{"henge": 20, "high_council": 20},
}
SEED = 7
GAMES: Mapping[str, int] = {
    **{"battle_of_the_gods": 100, "crossing_stonehenge": 5, "first_druid": 5},
    **{"go_fish": 5, "hearts": 2, "henge": 10, "high_council": 10},
}
"""Games from each seat against greedy players, where they are not so many as usual."""
USUALLY = {"greedy": 20, "random": 5}
"""Games from each seat, by who plays the others."""


def run() -> list[tuple[str, str]]:
    return [against(game, other) for game in games() for other in USUALLY]


def games() -> Iterator[Game]:
    """The shipped games and the starters."""
    yield from playable(load(ROOT)[0])
    with tempfile.TemporaryDirectory() as folder:
        for name in starters():
            write_starter(Path(folder), name, name)
        found = load(Path(folder))[0]
    yield from playable(found)


def against(game: Game, other: str, seed: int = SEED) -> tuple[str, str]:
    """How often the searching player wins where all others have the policy ``other``."""
    table = min(game.configurations, key=lambda one: (one.bots, one.players))
    search = f"search:{SEARCHED.get(game.id, USUAL)}"
    rulings = resolve_rulings(game)
    frame = prepare(Plan(game, table, rulings, (), seed)).frame
    humans = [seat for seat in range(len(frame.seats)) if seat not in frame.bots]
    plans = [
        Plan(
            game,
            table,
            rulings,
            _words(len(frame.seats), frame.bots, own, search, other),
            seed,
            True,
        )
        for own in humans
    ]
    start = time.process_time()
    usually = USUALLY[other]
    count = GAMES.get(game.id, usually)
    sums = run_plans(plans, count if other == "greedy" else min(count, usually))
    took = time.process_time() - start
    ends = [
        (own, winners) for own, one in zip(humans, sums, strict=True) for *_, winners in one.series
    ]
    share = sum(1 / len(winners) if own in winners else 0 for own, winners in ends)
    drawn = sum(not winners for _, winners in ends)
    rate, low, high = share_of(round(share + drawn / len(humans)), len(ends))
    return (
        f"{game.id} {frame.table}, {search} against {other}",
        f"wins {rate:.0%} ({low:.0%} to {high:.0%}) of {len(ends)}; "
        f"an equal share is {1 / len(humans):.0%}; {len(ends) / took:.2f} games/s",
    )


def _words(seats: int, bots: Sequence[int], own: int, search: str, other: str) -> tuple[str, ...]:
    return tuple(
        "random" if seat in bots else search if seat == own else other for seat in range(seats)
    )

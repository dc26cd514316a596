"""Both builds of trilith beside each other and beside OpenSpiel, in one run: random players.

The wheels are built, or those of a folder are taken that ``TRILITH_WHEELS`` names (``make wheels``
leaves them in dist/). A *decision* is a choice that a player has between two options at least;
chance is not counted, here or in OpenSpiel, which is driven from Python in the same way. The two
builds and OpenSpiel take turns in rounds of processor time, and the best round of each counts.
Building takes minutes and needs a C compiler.
"""

from __future__ import annotations

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).parent.parent
ROUNDS = 3
FROM_DATA = ", from data"
"""Behind the tables of starters, which are played by their play.yaml."""
SWITCH = "HATCH_BUILD_HOOK_ENABLE_CUSTOM"
OURS = """
import json, sys, tempfile, time
from hashlib import sha256
from pathlib import Path
from generator.starter import starters, write_starter
from validator.catalogue.load import load
from validator.play.modules import Plan, prepare
from validator.play.modules import playable
from validator.play.driver import parse_policy
from validator.play.rulings import resolve_rulings
from validator.catalogue.seats import table_name
from validator.simulation.trials import play_one, run_range
from validator.simulation.sampler import Sampler
from validator.simulation.totals import no_totals, peak_use
figures = {}
games = [(game, "") for game in playable(load(Path(sys.argv[1]))[0])]
with tempfile.TemporaryDirectory() as folder:
    for name in starters():
        write_starter(Path(folder), name, like=name)
        games.append((load(Path(folder), [name])[0].games[name], ", from data"))
for game, how in games:
    for configuration in game.configurations[:1] * (not how) + game.configurations[1:][-1:]:
        rulings = resolve_rulings(game)
        table = prepare(Plan(game, configuration, rulings, (), 1))
        plan = Plan(game, configuration, rulings, parse_policy("random", table.frame), 1)
        same = sha256(repr(run_range(plan, table, 0, 5)).encode()).hexdigest()
        sums, start, took = no_totals(table.frame), time.process_time(), 0.0
        while took < 0.4:
            sampler = Sampler(table.frame, sums.curves, False)
            played = play_one(plan, table, sums.games, sampler)
            peaks = peak_use(table.frame, sampler.peaks, played.tally)
            sums.add(sums.games, played, peaks)
            took = time.process_time() - start
        where = f"{game.id} {table_name(configuration)}{how}"
        figures[where] = (sums.games / took, sums.choices / took, same)
print(json.dumps(figures))
"""
THEIRS = """
import json, random, time
import pyspiel
figures = {}
for name in ("crazy_eights", "hearts", "goofspiel"):
    game, luck = pyspiel.load_game(name), random.Random(1)
    games = decisions = 0
    start, took = time.process_time(), 0.0
    while took < 0.4:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = state.chance_outcomes()
                state.apply_action(outcomes[int(luck.random() * len(outcomes))][0])
            elif state.is_simultaneous_node():
                seats = [state.legal_actions(seat) for seat in range(game.num_players())]
                decisions += sum(len(actions) > 1 for actions in seats)
                state.apply_actions([one[int(luck.random() * len(one))] for one in seats])
            else:
                actions = state.legal_actions()
                decisions += len(actions) > 1
                state.apply_action(actions[int(luck.random() * len(actions))])
        games += 1
        took = time.process_time() - start
    figures[f"OpenSpiel {name}"] = (games / took, decisions / took, "")
print(json.dumps(figures))
"""
Figures = dict[str, tuple[float, float, str]]


def run() -> list[tuple[str, str]]:
    if shutil.which("cc") is None and not os.environ.get("TRILITH_WHEELS"):
        return [("compiled by mypyc", "not measured: no C compiler here")]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pure, compiled = (unpacked(wheel, folder) for wheel in wheels(folder))
        plain: Figures = {}
        fast: Figures = {}
        theirs: Figures = {}
        for _ in range(ROUNDS):
            plain = best(plain, measured(OURS, pure))
            fast = best(fast, measured(OURS, compiled))
            if find_spec("pyspiel"):
                theirs = best(theirs, measured(THEIRS, folder))
    rows = [(where, _figure(plain[where], fast[where])) for where in plain]
    rows += [
        (where, f"{decisions:9,.0f} decisions/s") for where, (_, decisions, _) in theirs.items()
    ]
    written = [where for where in plain if where.endswith(FROM_DATA)]
    modules = [where for where in plain if where not in written]
    return [
        *rows,
        ("median of the games", f"{_median(modules, plain, fast):.2f} x"),
        ("median of the starters, from data", f"{_median(written, plain, fast):.2f} x"),
    ]


def wheels(folder: Path) -> list[Path]:
    """The pure wheel and the compiled one."""
    place = Path(os.environ.get("TRILITH_WHEELS") or folder / "dist")
    if not place.is_dir():
        command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(place)]
        for switch in ("false", "true"):
            environment = {**os.environ, SWITCH: switch}
            subprocess.run(command, cwd=ROOT, env=environment, check=True, capture_output=True)
    return sorted(place.glob("*.whl"), key=lambda wheel: not wheel.stem.endswith("-none-any"))


def unpacked(wheel: Path, folder: Path) -> Path:
    place = folder / wheel.stem
    shutil.unpack_archive(wheel, place, "zip")
    return place


def measured(program: str, folder: Path) -> Figures:
    """Games and decisions a second of a program that imports from ``folder``."""
    said = subprocess.check_output(
        [sys.executable, "-c", program, str(ROOT)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder)},
        text=True,
    )
    return {where: tuple(figures) for where, figures in json.loads(said).items()}


def best(one: Figures, other: Figures) -> Figures:
    return {where: max(figures, one.get(where, figures)) for where, figures in other.items()}


def _median(tables: list[str], plain: Figures, fast: Figures) -> float:
    """How many times as fast the compiled build plays, in the median of the games of tables."""
    ratios: dict[str, list[float]] = {}
    for where in tables:
        ratios.setdefault(where.split()[0], []).append(fast[where][0] / plain[where][0])
    return statistics.median(statistics.mean(one) for one in ratios.values())


def _figure(plain: tuple[float, float, str], fast: tuple[float, float, str]) -> str:
    same = "same bytes" if plain[2] == fast[2] else "OTHER BYTES"
    return (
        f"{plain[0]:6,.0f} -> {fast[0]:6,.0f} games/s, {fast[0] / plain[0]:.2f} x, "
        f"{plain[1]:8,.0f} -> {fast[1]:8,.0f} decisions/s, {same}"
    )

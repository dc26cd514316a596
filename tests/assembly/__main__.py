"""``make assembly``: kits printed, laid back to front with a drift, cut, folded, and looked at.

Written from outside: it knows the pages of a kit, what its cover tells people to do, and what its
faces look like (``trilith pictures``).
"""

import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from tempfile import TemporaryDirectory

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

import numpy as np  # noqa: E402
from assembly.kits import GameOfKits, sheets_of, ways_of_printing  # noqa: E402
from assembly.making import Kit  # noqa: E402
from proofs import ROOT, command_line  # noqa: E402

GAMES = (
    "henge",
    "high_council",
    "crossing_stonehenge",
    "battle_of_the_gods",
    "first_druid",
    "fog",
    "pig",
)
STARTERS = ("fog", "pig")
BEYOND = (0.5, 1.0, 2.0)
"""How far beyond what the cover tells backs are laid for the table (mm)."""


def prove(game, ways, each, luck, table, say):
    """Put the kits of a game together; how many were, and what was wrong within what is told."""
    count, wrong, known = 0, Counter(), {}
    for way in ways:
        began = time.monotonic()
        folder = game.print_kit(*way)
        same = known.setdefault(folder and sheets_of(folder), way)
        if folder is None or same != way:
            why = f"the sheets of {' '.join(same)}" if folder else "does not fit, which is told"
            say(f"{game.game} {' '.join(way)}: {why}")
            continue
        kit = Kit(folder, game.gallery, game.wanted)
        found = Counter(what for what, _ in kit.faults_of_reading())
        for _ in range(each):
            found += Counter(
                f"{what} of {place.file}"
                for what, place, _ in kit.assemble(luck, kit.told.drift(luck), fold=kit.told.fold)
            )
            count += 1
        told = kit.told
        for more in BEYOND if told.shift or told.fold else ():
            drift, fold = told.drift(luck, more), told.fold + more if told.fold else 0.0
            faults = list(kit.assemble(luck, drift, fold=fold))
            bears = ("backs", told.shift) if told.shift else ("folds", told.fold)
            table[*bears, more].append((len(faults), len(kit.places)))
        wrong += found
        bears = f"backs bear {told.shift} mm, folds {told.fold} mm"
        took = f"{time.monotonic() - began:.0f} s"
        say(f"{game.game} {' '.join(way)}: {len(kit.places)} pieces, {bears}: {dict(found)} {took}")
    return count, wrong


def main(asked):
    luck, table = np.random.default_rng(asked.seed), defaultdict(list)
    count, wrong = 0, Counter()
    ways = list(ways_of_printing(asked.layouts, asked.papers, asked.flips))
    with TemporaryDirectory() as work:
        trilith = Path(sys.executable).with_name("trilith")
        for name in STARTERS:
            words = [trilith, "new", name.title(), "--like", name]
            subprocess.run(words, cwd=work, check=True, capture_output=True)
        games = asked.games or GAMES
        for name in games:
            game = GameOfKits(work if name in STARTERS else ROOT, name, Path(work, "made"))
            more, faults = prove(
                game, ways, asked.each, luck, table, lambda words: print(words, flush=True)
            )
            count, wrong = count + more, wrong + faults
    print(f"\n{count} assemblies within what the covers tell: {sum(wrong.values())} faults")
    for fault, number in wrong.most_common():
        print(f"  {number:6} {fault}")
    print("\nwhat bears   beyond  assemblies  with a fault  pieces with one")
    for (what, bears, more), found in sorted(table.items()):
        bad, pieces = sum(1 for n, _ in found if n), sum(n for n, _ in found)
        share = pieces / sum(whole for _, whole in found)
        print(f"{what} {bears:3.1f}  +{more:3.1f} mm  {len(found):10}  {bad:12}  {share:15.1%}")
    return 1 if wrong else 0


if __name__ == "__main__":
    usual = {"each": 11, "seed": 34, "games": (), "layouts": (), "papers": (), "flips": ()}
    sys.exit(main(command_line(__doc__, **usual)))

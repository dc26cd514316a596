"""Plant imbalances in starters, tune each, told only what is wanted; `make tuned` runs it.

`tuned PLANTS FAIR` are how many of each. What is done is kept in output/tuned.jsonl, so that the
same command goes on where it was; a proposal counts if it is met once more, on other luck and in
four times as many games.
"""

import json
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage

sys.path.insert(0, str(Path(__file__).parent))

from plants import GAMES, planted

from generator.tuning import write_edits
from validator.variants import GameVariants, find_numbers

ROOT = Path(__file__).parents[2]
KEPT = ROOT / "output" / "tuned.jsonl"


def trilith(folder, *words):
    """What the command tells, run in a folder."""
    program = [Path(sys.executable).with_name("trilith"), *map(str, words)]
    return subprocess.run(program, cwd=folder, capture_output=True, text=True, check=True).stdout


def make_game(folder, name, edits):
    """A starter with its knobs, and these numbers in it."""
    trilith(folder, "new", "Tuned", "--like", name.split()[0])
    setup = folder / "components" / "tuned" / "setup.yaml"
    setup.write_text(setup.read_text("utf-8") + GAMES[name].added, "utf-8")
    for target, value in edits.items():
        variants = GameVariants(folder, "tuned")
        game = variants.load()[0]
        (number,) = find_numbers(game, "tuned", target)
        write_edits(folder, ((number, value),), game.games["tuned"])


def tune(folder, knobs, seed, *more):
    """What the tuner says of a game, told what is wanted and what may change."""
    words = [word for one in (*knobs.want, "ends=3%") for word in ("--want", one)]
    words += [word for one in knobs.vary.items() for word in ("--vary", "=".join(one))]
    words += ["--players", knobs.players, "--games", knobs.games, "--seed", seed]
    return json.loads(trilith(folder, "tune", "tuned", *words, "--format", "json", *more))


def judge(folder, knobs, seed):
    """Whether a game as it is is as wanted, by other luck and four times the games."""
    few = dict([next(iter(knobs.vary.items()))])
    asked = replace(knobs, games=4 * knobs.games, vary=few)
    return tune(folder, asked, seed, "--edits", 1)["front"][0]["verdict"]


def try_one(kind, number, attempt=0):
    """Tune one game and see whether what it proposes holds on other luck.

    What is planted must be an imbalance, by luck that the tuner does not see; else other numbers.
    """
    name, edits = list(GAMES)[number % len(GAMES)], {}
    if kind == "plant":
        name, edits = planted(number, attempt)
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        (folder / "components").mkdir()
        make_game(folder, name, edits)
        if edits and judge(folder, GAMES[name], 2000 + number) != "not met":
            return try_one(kind, number, attempt + 1)
        before = getrusage(RUSAGE_CHILDREN)
        told = tune(folder, GAMES[name], number + 1, "--write")
        used = getrusage(RUSAGE_CHILDREN)
        again = ""
        if told["proposal"]:
            again = judge(folder, GAMES[name], 1000 + number)
    proposed = {one["number"]: [one["from"], one["to"]] for one in told["proposal"]}
    was = told["front"][0]["verdict"]
    found = {"kind": kind, "number": number, "game": name, "planted": edits, "as_it_is": was}
    took = used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime
    return found | {"proposed": proposed, "again": again, "seconds": round(took, 1)}


def main(plants=30, fair=60):
    """Run all that is not kept yet, and tell how many were found."""
    lines = KEPT.read_text("utf-8").splitlines() if KEPT.exists() else []
    known = {(one["kind"], one["number"]): one for one in map(json.loads, lines)}
    asked = [("plant", one) for one in range(plants)] + [("fair", one) for one in range(fair)]
    for which in asked:
        if which not in known:
            known[which] = try_one(*which)
            with KEPT.open("a", encoding="utf-8") as file:
                file.write(json.dumps(known[which]) + "\n")
            print(json.dumps(known[which]), flush=True)
    done = [known[which] for which in asked]
    met = [one for one in done if one["kind"] == "plant" and one["again"] == "met"]
    wrong = [one for one in done if one["kind"] == "fair" and one["proposed"]]
    print(f"{len(met)} of {plants} plants met on other luck; {len(wrong)} of {fair} fair proposed")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))

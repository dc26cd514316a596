"""``make mutants``: break the rules one place at a time; which changes does no test notice?

    python tests/mutants [GAME ...] [--changes N] [--seed S] [--jobs J] [--again] [--rules]

Set-up and play script are broken: each step, option and formula. For each game, N changes (150)
drawn by a seed are tried against the tests of its rules, ``tests/validator/games/test_<game>*.py``:
golden games, what options are worth and proofs of what can run out are left out. What was tried is
kept in ``.trilith/mutants/`` until the script or its tests change; ``--again`` keeps what was
noticed and tries only the survivors. A survivor that plays exactly alike is listed with its reason
in ``tests/mutants/equivalent.yaml``. Exits with 1 where more than three in a hundred survive.

Of a starter, what notices a change is a finding, or a game that goes another way than with the
sound script: see ``scripts.py``.

With ``--rules`` (``make proofs``) the steps beside each rule are broken instead, and only the tests
that cite the rule are run: see ``proving.py``. Exits with 1 where the tests of a rule notice
nothing.
"""

import argparse
import hashlib
import json
import os
import resource
import sys
from dataclasses import dataclass, field
from pathlib import Path

import yaml

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from mutants.proving import prove  # noqa: E402
from mutants.scripts import Judge, project_of, rule_mutants, starter_mutants  # noqa: E402
from mutants.trial import SECONDS, Attempt, try_all  # noqa: E402
from shippedgames import game_of  # noqa: E402

from generator.installed import STARTERS, starters  # noqa: E402
from validator.rng import Streams  # noqa: E402

MOST_SURVIVORS = 0.03


@dataclass(slots=True)
class Kept:
    """What became of the changes of one game, by name; kept on disk while nothing changes."""

    path: Path
    stamp: str
    killed: dict[str, bool] = field(default_factory=dict)

    @classmethod
    def load(cls, path, stamp, again):
        """What was tried before; of older tests only what they noticed, and only if asked."""
        kept = cls(path, stamp)
        if path.is_file():
            data = json.loads(path.read_text(encoding="utf-8"))
            if data["stamp"] == stamp:
                kept.killed = data["killed"]
            if again:
                kept.killed = {name: True for name, killed in data["killed"].items() if killed}
        return kept

    def add(self, name, killed):
        """Note one trial, so that an interrupted run goes on from here."""
        self.killed[name] = killed
        self.path.parent.mkdir(parents=True, exist_ok=True)
        text = json.dumps({"stamp": self.stamp, "killed": self.killed}, indent=0)
        fresh = self.path.with_suffix(".new")
        fresh.write_text(text, encoding="utf-8")
        fresh.replace(self.path)


def changes_of(game):
    return list(starter_mutants(game) if game in starters() else rule_mutants(game_of(game)))


def tests_of(game):
    """The tests of a game's rules."""
    folder = ROOT / "tests" / "validator" / "games"
    return sorted(folder.glob(f"test_{game}*.py"))


def stamp_of(game):
    """A hash of the script, of what plays it, and of its tests."""
    digest = hashlib.blake2b(digest_size=16)
    plays = [ROOT / "validator" / room for room in ("compiler", "catalogue", "play")]
    rooms = [STARTERS / game, ROOT / "components" / game, *plays, Path(__file__).parent]
    found = sorted(path for room in rooms for path in room.glob("*.*"))
    for path in (*tests_of(game), *found):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def drawn(game, number, seed):
    """``number`` changes of a game, the same for the same seed."""
    found = changes_of(game)
    Streams(seed, game, "mutants", 0).rng("drawn").shuffle(found)
    return found[:number]


def equivalent(game):
    """The names of changes of a game that play exactly alike."""
    path = Path(__file__).with_name("equivalent.yaml")
    listed = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    return {entry["change"] for entry in listed.get(game, ())}


def breaking(game, args):
    """Try the changes of a game, print the survivors, and tell whether few enough survive."""
    chosen = drawn(game, args.changes, args.seed)
    kept = Kept.load(
        ROOT / ".trilith" / "mutants" / f"{game}.json", stamp_of(game), again=args.again
    )
    untried = [mutant for mutant in chosen if mutant.name not in kept.killed]
    tests = [path.relative_to(ROOT).as_posix() for path in tests_of(game)]
    if game in starters():
        tests = Judge.of(project_of(game), game)
    else:
        game_of(game)
    if untried and next(try_all(ROOT, [Attempt(None, tests)], 1)).killed:
        sys.exit(f"{game}: the tests of its rules fail as they stand, so they notice everything")
    took = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    attempts = [Attempt(mutant, tests) for mutant in untried]
    trials = try_all(ROOT, attempts, args.jobs, min(SECONDS, 20 + int(2 * took)))
    for done, trial in enumerate(trials, 1):
        kept.add(trial.attempt.mutant.name, trial.killed)
        if sys.stderr.isatty():
            print(f"\r{game}: {done} of {len(untried)}", end="", file=sys.stderr, flush=True)
    same = equivalent(game)
    alive = [mutant for mutant in chosen if not kept.killed[mutant.name]]
    open_ones = [mutant for mutant in alive if mutant.name not in same]
    share = len(open_ones) / max(len(chosen), 1)
    print(
        f"{game}: {len(chosen)} changes, {len(chosen) - len(alive)} noticed, "
        f"{len(alive) - len(open_ones)} equivalent, {len(open_ones)} survive ({share:.1%})"
    )
    for mutant in open_ones:
        print(f"  {mutant.file}:{mutant.line} {mutant.function}")
        print(f"    - {mutant.before}\n    + {mutant.after}")
    return share <= MOST_SURVIVORS


def proving(game, args):
    """Break the code beside each rule of a game, print the rules whose own tests notice nothing."""
    game_of(game)
    proofs = prove(ROOT, game, changes_of(game), args.jobs)
    unproved = [proof for proof in proofs.values() if not proof.is_proved]
    untried = [proof.rule for proof in unproved if not proof.tried]
    print(
        f"{game}: {len(proofs)} rules tested, {len(proofs) - len(unproved)} proved, "
        f"{len(unproved) - len(untried)} whose tests notice nothing, "
        f"{len(untried)} with nothing to change beside them"
    )
    for proof in unproved:
        if proof.tried:
            print(f"  {proof.rule} {proof.says}")
    return len(unproved) == len(untried)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="all, if none is named")
    parser.add_argument("--changes", type=int, default=150, help="how many to try a game")
    parser.add_argument("--seed", type=int, default=1, help="which ones are drawn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--again", action="store_true", help="try only what survived before")
    parser.add_argument("--rules", action="store_true", help="break what is beside each rule")
    args = parser.parse_args()
    known = sorted(path.parent.name for path in (ROOT / "components").glob("*/play.yaml"))
    known += [] if args.rules else starters()
    games = args.games or known
    wrong = [game for game in games if game not in known]
    if wrong:
        parser.error(f"no game {wrong[0]!r}; there are {', '.join(known)}")
    verdicts = [(proving if args.rules else breaking)(game, args) for game in games]
    return 0 if all(verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())

"""``make proofs``: break the steps beside each rule; do the tests that cite the rule notice?

A rule that a script carries out and that tests cite is proved by one change that these tests
notice, in the step or option that names the rule; the nearest changes are tried first. What came
of it is kept until script or tests change.
"""

import hashlib
import json
import sys
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from operator import itemgetter

from mutants.scripts import ScriptMutant
from mutants.trial import Attempt, try_all

from validator.cache import Cache, project_folder
from validator.catalogue.load import load
from validator.rules.coverage import PlaceKind, code_places, cover, project_texts
from validator.rules.facts import rulebook_of

TRIES = 12
"""Changes tried beside a rule before its tests are said to notice none."""


@dataclass(frozen=True, slots=True)
class BreakingProof:
    """What came of breaking a rule: the change that its tests noticed ("" for none).

    ``tried`` counts the changes; ``files`` are those of code and tests, each with its hash.
    """

    rule: str
    change: str
    tried: int
    files: Mapping[str, str]

    @property
    def is_proved(self):
        """Tell whether a change was noticed."""
        return bool(self.change)

    @property
    def says(self):
        """The proof in a line."""
        return self.change or f"NOT: its tests pass with each of {self.tried} changes beside it"


def hash_text(text):
    """A hash of a file's text, by which a change of it is known."""
    return hashlib.blake2b(text.encode(), digest_size=16).hexdigest()


def _shelf(root, game):
    """Where the proofs of a game's rules are kept, and under which name."""
    return Cache(project_folder(root) / "proofs"), hashlib.sha256(game.encode()).hexdigest()


def read_proofs(root, game, texts):
    """The proofs of a game that still hold, by rule; ``texts`` are today's files by name."""
    store, key = _shelf(root, game)
    proofs = [BreakingProof(**one) for one in json.loads(store.get("rules", key) or "[]")]
    today = {name: hash_text(text) for name, text in texts.items()}
    return {proof.rule: proof for proof in proofs if proof.files.items() <= today.items()}


def write_proofs(root, game, proofs):
    """Keep proofs in place of those there were.

    Raises:
        OSError: they cannot be kept.
    """
    store, key = _shelf(root, game)
    store.keep("rules", key, json.dumps([asdict(one) for one in proofs]).encode())


@dataclass(slots=True)
class Case:
    """A rule on trial: its tests, the changes still to try, and what came of it."""

    rule: str
    tests: tuple[str, ...]
    waiting: list[ScriptMutant]
    files: Mapping[str, str]
    tried: int = 0
    noticed: str = ""

    def proof(self):
        """What came of it."""
        return BreakingProof(self.rule, self.noticed, self.tried, self.files)


def prove(root, game, changes, jobs):
    """Break every rule of ``game`` that is not proved yet; all proofs, by rule."""
    catalogue, _ = load(root, [game])
    found, rulebook = catalogue.games[game], rulebook_of(catalogue, game)
    if rulebook is None:
        return {}
    texts = project_texts(root, found)
    by_name = {text.name: text.text for text in texts}
    tested = (entry for entry in cover(found, rulebook, texts).rules if entry.is_tested)
    entries = [entry for entry in tested if any(map(is_played, entry.spots))]
    proofs = read_proofs(root, game, by_name)
    cases = [case_of(entry, changes, by_name) for entry in entries if entry.rule.id not in proofs]
    if cases:
        must_pass(root, cases)
    for at, _ in enumerate(rounds(root, cases, jobs), 1):
        if sys.stderr.isatty():
            print(f"\r{game}: {at} changes", end="", file=sys.stderr, flush=True)
        done = {case.rule: case.proof() for case in cases if case.noticed or not case.waiting}
        write_proofs(root, game, (proofs | done).values())
    return proofs | {case.rule: case.proof() for case in cases}


def must_pass(root, cases):
    """End the program if the tests fail with nothing changed: then they would prove all."""
    tests = tuple(dict.fromkeys(test for case in cases for test in case.tests))
    if any(trial.killed for trial in try_all(root, [Attempt(None, tests)], 1)):
        sys.exit("tests that cite rules fail as they stand, or take too long")


def is_played(spot):
    """Tell whether a place is in a script of set-up or play."""
    return spot.kind is PlaceKind.DATA and spot.file.endswith(("/setup.yaml", "/play.yaml"))


def case_of(entry, changes, texts):
    """A rule with the changes beside it, the nearest first."""
    near = {}
    for spot in filter(is_played, entry.spots):
        beside = (one for one in changes if one.file == spot.file and entry.rule.id in one.rules)
        for change in beside:
            far = abs(change.line - spot.line)
            if change.name not in near or far < near[change.name][0]:
                near[change.name] = (far, change)
    nearest = [change for _, change in sorted(near.values(), key=itemgetter(0))[:TRIES]]
    tests = [spot for spot in entry.spots if spot.kind is PlaceKind.TEST]
    owners = {file: code_places(texts[file]) for file in {spot.file for spot in tests}}
    names = {*(change.file for change in nearest), *(spot.file for spot in tests)}
    by_name = ((spot.file, owners[spot.file][spot.line].replace(".", "::")) for spot in tests)
    ids = tuple(map("::".join, by_name))
    files = {name: hash_text(texts[name]) for name in sorted(names)}
    return Case(entry.rule.id, ids, nearest[::-1], files)


def rounds(root, cases, jobs):
    """Try the next change of every case that is open, until none is."""
    by_rule = {case.rule: case for case in cases}
    while open_ones := [case for case in cases if case.waiting and not case.noticed]:
        attempts = [Attempt(case.waiting.pop(), case.tests, case.rule) for case in open_ones]
        for trial in try_all(root, attempts, jobs):
            case = by_rule[trial.attempt.rule]
            case.tried += 1
            if trial.killed:
                case.noticed = trial.attempt.mutant.name
            yield

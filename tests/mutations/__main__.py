"""``make mutations``: change the data of the games one place at a time; what does no check notice?

    python tests/mutations [--changes N] [--seed S] [--jobs J] [--only OPERATOR ...]

N edits (1,500) are drawn by a seed, in turn one of each operator of ``operators.yaml``: some break
the form of a file, some contradict a value stated elsewhere, a reference or a count, some may well
be what somebody wants. What was tried is kept in ``.trilith/mutations/`` until code or data change;
``--again`` keeps what was found at the changed line and tries the rest, ``--verbose`` lists what is
found elsewhere. Exits with 1 where an edit ends in a traceback, takes more than 2 s of processor
time or 500 MB, where more than 3 in 100 of those that contradict are not noticed, or more than 5 in
100 are noticed elsewhere than at the line that was changed.
"""

import hashlib
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from mutations.operators import OPERATORS, drawn  # noqa: E402
from mutations.project import read_project  # noqa: E402
from mutations.tally import Figures, Where, table, where  # noqa: E402
from mutations.trial import Outcome, try_all  # noqa: E402
from proofs import ROOT, command_line  # noqa: E402

LEAST_CAUGHT = 0.97
LEAST_AT_LINE = 0.95
KEPT = ROOT / ".trilith" / "mutations" / "outcomes.json"
"""The outcomes by name of the trial, with a stamp of the code and the data."""


def load(now, old_too):
    """What was tried before; of older code only if asked."""
    data = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {"stamp": ""}
    known = data.get("outcomes", {}) if old_too or data["stamp"] == now else {}
    return {n: Outcome(**{**o, "found": tuple(map(tuple, o["found"]))}) for n, o in known.items()}


def save(now, outcomes):
    """Write it, so that an interrupted run goes on from here."""
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    told = {name: asdict(outcome) for name, outcome in outcomes.items()}
    fresh = KEPT.with_suffix(".new")
    fresh.write_text(json.dumps({"stamp": now, "outcomes": told}), encoding="utf-8")
    fresh.replace(KEPT)


def stamp():
    """A hash of the code that checks and of the data."""
    digest = hashlib.blake2b(digest_size=16)
    for pattern in ("validator/**/*.py", "validator/**/*.json", "components/**/*.yaml"):
        for path in sorted(ROOT.glob(pattern)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def try_drawn(args):
    """Draw the edits and try those that have not been tried."""
    project = read_project(ROOT)
    operators = [one for one in OPERATORS if not args.only or one.name in args.only]
    chosen = drawn(project, args.changes, args.seed, operators)
    now = stamp()
    known = load(now, args.again)

    def is_missed(one):
        outcome = known[one.name]
        return args.again and (outcome.failure or where(one, outcome) is not Where.LINE)

    waiting = [one for one in chosen if one.name not in known or is_missed(one)]
    for done, (one, outcome) in enumerate(try_all(project, waiting, args.jobs), 1):
        known[one.name] = outcome
        if done % 50 == 0 or done == len(waiting):
            save(now, known)
        if sys.stderr.isatty():
            print(f"\r{done} of {len(waiting)}", end="", file=sys.stderr, flush=True)
    return [(one, known[one.name]) for one in chosen]


def tell(done, verbose):
    """Print failures, survivors and the table."""
    for one, outcome in done:
        place = where(one, outcome)
        if outcome.failure:
            print(f"FAILED {one.name}\n    {outcome.failure}")
        if one.operator.contradicts and place is Where.SILENT:
            print(f"silent: {one.name}")
        elif one.operator.contradicts and verbose and place is not Where.LINE:
            print(f"{place}: {one.name} (line {min(one.edit.changed(one.document.text))})")
            for code, file, line in outcome.found[:3]:
                print(f"    {code} {file}:{line}")
    print("\n".join(table(done)))


def main():
    jobs = os.cpu_count() or 1
    options = {"changes": 1500, "seed": 1, "jobs": jobs, "again": False, "verbose": False}
    args = command_line(__doc__, only=(), **options)
    done = try_drawn(args)
    tell(done, args.verbose)
    judged = Figures(pair for pair in done if pair[0].operator.contradicts)
    failures = sum(bool(outcome.failure) for _, outcome in done)
    print(
        f"{len(done)} edits, {failures} failures; of {judged.total()} that contradict "
        f"{judged.caught_share:.1%} noticed, {judged.line_share:.1%} of them at the line"
    )
    good = judged.caught_share >= LEAST_CAUGHT and judged.line_share >= LEAST_AT_LINE
    return 0 if good and not failures else 1


if __name__ == "__main__":
    sys.exit(main())

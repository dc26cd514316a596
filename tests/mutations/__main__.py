"""``make mutations``: change the data of the games one place at a time; what does no check notice?

    python tests/mutations [--changes N] [--seed S] [--jobs J] [--only OPERATOR ...] [--again]

N edits (1,500) are drawn by a seed, in turn one of each operator of the table that
``tests/mutations`` has: some break the form of a file, some contradict a value stated elsewhere, a
reference or a count, some may well be what somebody wants. What was tried is kept in
``.trilith/mutations/`` until code or data change; ``--again`` keeps what was found at the changed
line and tries the rest. Exits with 1 where an edit ends in a traceback, takes more than 2 s of
processor time or 500 MB, where more than 3 in 100 of those that contradict are not noticed, or
more than 5 in 100 are noticed elsewhere than at the line that was changed.
"""

import argparse
import hashlib
import json
import os
import sys
from dataclasses import asdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from mutations.drawn import OPERATORS, drawn  # noqa: E402
from mutations.project import read_project  # noqa: E402
from mutations.tally import Where, figures, table, where  # noqa: E402
from mutations.trial import Outcome, try_all  # noqa: E402

LEAST_CAUGHT = 0.97
LEAST_AT_LINE = 0.95


KEPT = ROOT / ".trilith" / "mutations" / "outcomes.json"
"""The outcomes by name of the trial, with a stamp of the code and the data."""


def load(stamp, old_too):
    """What was tried before; of older code only if asked."""
    data = json.loads(KEPT.read_text(encoding="utf-8")) if KEPT.is_file() else {"stamp": ""}
    if data["stamp"] != stamp and not old_too:
        return {}
    known = data.get("outcomes", {})
    return {n: Outcome(**{**o, "found": tuple(map(tuple, o["found"]))}) for n, o in known.items()}


def save(stamp, outcomes):
    """Write it, so that an interrupted run goes on from here."""
    KEPT.parent.mkdir(parents=True, exist_ok=True)
    told = {name: asdict(outcome) for name, outcome in outcomes.items()}
    fresh = KEPT.with_suffix(".new")
    fresh.write_text(json.dumps({"stamp": stamp, "outcomes": told}), encoding="utf-8")
    fresh.replace(KEPT)


def stamp():
    """A hash of the code that checks and of the data."""
    digest = hashlib.blake2b(digest_size=16)
    kinds = (("validator", "*.py"), ("validator", "*.json"), ("components", "*.yaml"))
    for folder, ending in kinds:
        for path in sorted((ROOT / folder).rglob(ending)):
            digest.update(path.read_bytes())
    return digest.hexdigest()


def tried(args):
    """Draw the edits and try those that have not been tried."""
    project = read_project(ROOT)
    operators = [one for one in OPERATORS if not args.only or one.name in args.only]
    chosen = drawn(project, args.changes, args.seed, operators)
    now = stamp()
    known = load(now, args.again)
    waiting = [one for one in chosen if one.name not in known]
    if args.again:
        waiting = [one for one in chosen if one.name not in known or _missed(one, known[one.name])]
    for done, (one, outcome) in enumerate(try_all(project, waiting, args.jobs), 1):
        known[one.name] = outcome
        if done % 50 == 0 or done == len(waiting):
            save(now, known)
        if sys.stderr.isatty():
            print(f"\r{done} of {len(waiting)}", end="", file=sys.stderr, flush=True)
    return [(one, known[one.name]) for one in chosen]


def _missed(one, outcome):
    return bool(outcome.failure) or where(one, outcome) is not Where.LINE


def told(done, verbose):
    """Print failures, survivors and the table."""
    for one, outcome in done:
        place = where(one, outcome)
        if outcome.failure:
            print(f"FAILED {one.name}\n    {outcome.failure}")
        if one.operator.contradicts and place is Where.SILENT:
            print(f"silent: {one.name}")
        elif one.operator.contradicts and verbose and place is not Where.LINE:
            lines = sorted(one.edit.changed(one.document.text))
            print(f"{place}: {one.name} (line {lines[0]})")
            for code, file, line in outcome.found[:3]:
                print(f"    {code} {file}:{line}")
    print("\n".join(table(done)))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--changes", type=int, default=1500, help="how many to try")
    parser.add_argument("--seed", type=int, default=1, help="which ones are drawn")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--only", nargs="*", default=(), metavar="OPERATOR", help="only these")
    parser.add_argument("--again", action="store_true", help="try only what was missed before")
    parser.add_argument("--verbose", action="store_true", help="list what is found elsewhere, too")
    args = parser.parse_args()
    done = tried(args)
    told(done, args.verbose)
    judged = figures(pair for pair in done if pair[0].operator.contradicts)
    failures = sum(bool(outcome.failure) for _, outcome in done)
    print(
        f"{len(done)} edits, {failures} failures; of {judged.tried} that contradict "
        f"{judged.caught_share:.1%} noticed, {judged.line_share:.1%} of them at the line"
    )
    good = judged.caught_share >= LEAST_CAUGHT and judged.line_share >= LEAST_AT_LINE
    return 0 if good and not failures else 1


if __name__ == "__main__":
    sys.exit(main())

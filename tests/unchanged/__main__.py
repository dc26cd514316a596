"""``make unchanged SINCE=REV``: all that users get, made by two revisions and compared.

    python tests/unchanged OLD [--new REV] [--games N] [--part NAME ...] [--jobs N]

Kits of all games on both papers and in all layouts, orders of shops, publications, reports, virtual
tables, pictures, lists, findings as JSON, what commands print, games that are replayed with all
their options, and N games (1,000) at every table. Files compare by bytes; a PDF that holds another
number, by the pixels and the text of its pages. The new revision is what lies in the work tree.
Results stay in output/unchanged/, those of OLD for the next run.
"""

import collections
import hashlib
import subprocess
import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[1])]

from proofs import ROOT, command_line  # noqa: E402
from unchanged.comparing import compare  # noqa: E402
from unchanged.making import Revision  # noqa: E402
from unchanged.recipes import errands  # noqa: E402

KEPT = ROOT / "output" / "unchanged"


def main():
    """Make both, compare them, tell what differs; 1 where something does."""
    asked = command_line(__doc__, one=["old"], new="", games=1000, part=(), jobs=2)
    old = make(commit_of(asked.old), asked)
    new = make(commit_of(asked.new) if asked.new else None, asked)
    found = list(compare(old, new))
    for line in tell(found):
        print(line)
    return int(any(one.outcome == "other" for one in found))


def make(commit, asked):
    """The results of a commit, made unless they lie there; None is the work tree."""
    wanted = [one for one in errands(asked.games) if not asked.part or one.part in asked.part]
    recipes = hashlib.sha256(repr(wanted).encode()).hexdigest()[:6]
    what = "-".join([*(asked.part or ["all"]), recipes])
    folder = KEPT / f"{commit or 'worktree'}-{what}"
    done = folder / "done"
    if commit is None or not done.is_file():
        code = ROOT if commit is None else checkout(commit)
        Revision(code, folder).make(wanted, asked.jobs)
        done.touch()
    return folder / "results"


def checkout(commit):
    """A folder with the code of a commit."""
    folder = KEPT / "code" / commit
    if not folder.is_dir():
        folder.mkdir(parents=True)
        packed = subprocess.run(
            ["git", "archive", commit], cwd=ROOT, check=True, capture_output=True
        )
        subprocess.run(["tar", "-x", "-C", folder], input=packed.stdout, check=True)
    return folder


def commit_of(revision):
    """The commit that a revision names, in twelve digits."""
    words = ["git", "rev-parse", "--short=12", f"{revision}^{{commit}}"]
    return subprocess.check_output(words, cwd=ROOT, text=True).strip()


def tell(found):
    """What differs, then a line for each part."""
    lines = [f"{one.name}: {one.what}" for one in found if one.outcome == "other"]
    outcomes = collections.defaultdict(collections.Counter)
    for one in found:
        outcomes[one.name.split("/")[0]][one.outcome] += 1
    for part, counts in outcomes.items():
        said = f"{counts['same']} files the same, {counts['pixels']} in pixels and text only"
        lines.append(f"{part:10} {said}, {counts['other']} differ")
    return lines


if __name__ == "__main__":
    sys.exit(main())

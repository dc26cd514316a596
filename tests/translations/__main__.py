"""``make translations``: plant defects in the German of Henge and see that each is found.

    python tests/translations [--defects N] [--seed S] [--pseudo]

N defects (500) of all kinds are planted one by one, at places drawn by a seed; each has to give its
finding at its line, which the file as it is does not give. With ``--pseudo`` they are planted in a
made-up translation in which every text has accents and is a third longer. Then texts are made far
too long, all in one file, and each face on which one no longer fits has to be told. Exits with 1
where something is not found.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from translations.planting import Planted, planted, pseudo_po, shown  # noqa: E402

from validator.catalogue.load import load  # noqa: E402
from validator.catalogue.translating.files import po_name  # noqa: E402
from validator.catalogue.translating.po import read_po  # noqa: E402
from validator.catalogue.translating.wanted import wanted_in  # noqa: E402
from validator.catalogue.words.grammar import grammar_of  # noqa: E402
from validator.findings import Finding  # noqa: E402
from validator.translations.check import check_po, nouns_asked  # noqa: E402
from validator.translations.whole import Translation  # noqa: E402

GAME, LANGUAGE = "henge", "de"


def main() -> int:
    """Plant and look; the number of defects that nothing found decides the exit status."""
    parser = argparse.ArgumentParser(prog="python tests/translations")
    parser.add_argument("--defects", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pseudo", action="store_true")
    asked = parser.parse_args()
    catalogue, _ = load(ROOT, [GAME])
    wanted = wanted_in(catalogue.written[GAME], GAME, nouns_asked(catalogue, GAME, LANGUAGE))
    file = po_name(GAME, LANGUAGE)
    path = ROOT / file
    is_made_up = asked.pseudo or not path.is_file()
    right = pseudo_po(wanted, LANGUAGE) if is_made_up else path.read_text(encoding="utf-8")

    def look(text: str) -> list[Finding]:
        po = read_po(text, file)
        return [*check_po(Translation(GAME, LANGUAGE, po, wanted, grammar_of(LANGUAGE)))]

    known = {(one.code, one.message) for one in look(right)}
    missed: list[Planted] = []
    tried: Counter[str] = Counter()
    for one in planted(right, file, asked.defects, asked.seed):
        tried[one.operator] += 1
        fresh = [found for found in look(one.text) if (found.code, found.message) not in known]
        if not one.is_found(fresh, file):
            missed.append(one)
    for operator, count in sorted(tried.items()):
        lost = sum(one.operator == operator for one in missed)
        print(f"{operator:<18} {count - lost:>3} of {count:>3}")
    for one in missed:
        print("not found:", shown(one, right))
    total = sum(tried.values())
    print(f"{total - len(missed)} of {total} defects found, {len(known)} findings without any")
    return 1 if missed else 0


sys.exit(main())

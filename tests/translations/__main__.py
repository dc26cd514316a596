"""``make translations``: plant defects in the German of Henge and see that each is found.

    python tests/translations [--defects N] [--seed S] [--pseudo]

N defects (500) of all kinds are planted one by one, at places drawn by a seed; each has to give its
finding at its line, which the file as it is does not give. With ``--pseudo`` they are planted in a
made-up translation in which every text has accents and is a third longer. Without it, names of
cards are then made far too long, all in one copy of the project: drawing has to tell each. Exits
with 1 where something is not found.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from translations.planting import (  # noqa: E402
    Planted,
    planted,
    pseudo_po,
    said_otherwise,
    shown,
)

from generator.design.facecheck import check_faces  # noqa: E402
from generator.design.template_words import template_texts_wanted  # noqa: E402
from validator.catalogue.load import load  # noqa: E402
from validator.catalogue.translating.files import po_name  # noqa: E402
from validator.catalogue.translating.po import read_po  # noqa: E402
from validator.catalogue.translating.wanted import texts_of_game  # noqa: E402
from validator.catalogue.words.grammar import grammar_of  # noqa: E402
from validator.checks.translations import Translation, check_po, check_sentences, nouns_asked  # noqa: E402  # noqa: E402
from validator.findings import Finding  # noqa: E402

GAME, LANGUAGE = "henge", "de"


LONG = 20
"""Names of cards that are made too long to fit."""


def _too_long(right: str, file: str) -> list[Planted]:
    """Names that no longer fit and of which nothing is told."""
    po = read_po(right, file)
    sets = ("luck/", "bonus/", "stone/")
    names = [one for one in po.messages if one.context.startswith(sets)]
    chosen = random.Random(1).sample([one for one in names if one.context.endswith(" name")], LONG)
    long = [one.key for one in chosen]
    text = said_otherwise(right, po, dict.fromkeys(long, " ".join(["Donaudampfschiff"] * 30)))
    with tempfile.TemporaryDirectory() as folder:
        for name in ("components", "templates"):
            shutil.copytree(ROOT / name, Path(folder, name))
        Path(folder, file).write_text(text, encoding="utf-8")
        found = [*check_faces(load(Path(folder), [GAME], LANGUAGE)[0], Path(folder))]
    codes = frozenset({"text-overflow", "text-outside"})
    made = [
        Planted("too-long", text, codes, frozenset({one.spot()[0]}))
        for one in read_po(text, file).messages
        if one.key in long
    ]
    missed = [one for one in made if not one.is_found(found, file)]
    print(f"{'too-long':<18} {LONG - len(missed):>3} of {LONG:>3}")
    return missed


def main() -> int:
    """Plant and look; the number of defects that nothing found decides the exit status."""
    parser = argparse.ArgumentParser(prog="python tests/translations")
    parser.add_argument("--defects", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pseudo", action="store_true")
    asked = parser.parse_args()
    catalogue, _ = load(ROOT, [GAME])
    wanted = texts_of_game(catalogue.written[GAME], GAME, nouns_asked(catalogue, GAME, LANGUAGE))
    sentences = tuple(template_texts_wanted(ROOT, catalogue.games[GAME], LANGUAGE))
    file = po_name(GAME, LANGUAGE)
    path = ROOT / file
    is_made_up = asked.pseudo or not path.is_file()
    right = (
        pseudo_po((*wanted, *sentences), LANGUAGE)
        if is_made_up
        else path.read_text(encoding="utf-8")
    )

    def look(text: str) -> list[Finding]:
        po, grammar = read_po(text, file), grammar_of(LANGUAGE)
        data = Translation(GAME, LANGUAGE, po, wanted, grammar)
        drawn = Translation(GAME, LANGUAGE, po, sentences, grammar)
        return [*check_po(data), *([] if po.faults else check_sentences(drawn))]

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
    if not is_made_up:
        missed += _too_long(right, file)
    total = sum(tried.values()) + LONG * (not is_made_up)
    print(f"{total - len(missed)} of {total} defects found, {len(known)} findings without any")
    return 1 if missed else 0


sys.exit(main())

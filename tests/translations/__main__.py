"""``make translations``: plant defects in the German of Henge and see that each is found.

    python tests/translations [--defects N] [--seed S] [--pseudo]

N defects (500) of all kinds are planted one by one, at places drawn by a seed; each has to give its
finding at its line, which the file as it is does not give. With ``--pseudo`` they are planted in a
made-up translation in which every text has accents and is a third longer. Without it, names of
cards are then made far too long, all in one copy of the project: drawing has to tell each. Exits
with 1 where something is not found.
"""

import random
import sys
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from proofs import ROOT, command_line, project_copy  # noqa: E402
from translations.planting import Planted, planted, pseudo_po, said_otherwise  # noqa: E402

from generator.design.facecheck import check_faces  # noqa: E402
from generator.design.template_words import template_texts_wanted  # noqa: E402
from validator.catalogue.load import load  # noqa: E402
from validator.catalogue.translating.files import po_name  # noqa: E402
from validator.catalogue.translating.po import read_po  # noqa: E402
from validator.catalogue.translating.wanted import texts_of_game  # noqa: E402
from validator.catalogue.words.grammar import grammar_of  # noqa: E402
from validator.checks import translations as checks  # noqa: E402

GAME, LANGUAGE = "henge", "de"
LONG = 20
"""Names of cards that are made too long to fit."""


def _too_long(right, file):
    """Names that no longer fit and of which nothing is told."""
    po = read_po(right, file)
    sets = ("luck/", "bonus/", "stone/")
    names = [one for one in po.messages if one.context.startswith(sets)]
    chosen = random.Random(1).sample([one for one in names if one.context.endswith(" name")], LONG)
    long = dict.fromkeys([one.key for one in chosen], " ".join(["Donaudampfschiff"] * 30))
    text = said_otherwise(right, po, long)
    with project_copy() as folder:
        (folder / file).write_text(text, encoding="utf-8")
        found = [*check_faces(load(folder, [GAME], LANGUAGE)[0], folder)]
    codes = ("text-overflow", "text-outside")
    for one in read_po(text, file).messages:
        made = Planted("too-long", text, codes, {one.spot()[0]})
        if one.key in long and not made.is_found(found, file):
            yield made


def main():
    """Plant and look; the number of defects that nothing found decides the exit status."""
    asked = command_line(__doc__, defects=500, seed=1, pseudo=False)
    catalogue, _ = load(ROOT, [GAME])
    nouns = checks.nouns_asked(catalogue, GAME, LANGUAGE)
    wanted = texts_of_game(catalogue.written[GAME], GAME, nouns)
    sentences = tuple(template_texts_wanted(ROOT, catalogue.games[GAME], LANGUAGE))
    file = po_name(GAME, LANGUAGE)
    is_made_up = asked.pseudo or not (ROOT / file).is_file()
    if is_made_up:
        right = pseudo_po((*wanted, *sentences), LANGUAGE)
    else:
        right = (ROOT / file).read_text(encoding="utf-8")

    def look(text):
        po, grammar = read_po(text, file), grammar_of(LANGUAGE)
        data, drawn = (
            checks.Translation(GAME, LANGUAGE, po, texts, grammar) for texts in (wanted, sentences)
        )
        return [*checks.check_po(data), *([] if po.faults else checks.check_sentences(drawn))]

    known = {(one.code, one.message) for one in look(right)}
    tried, missed = Counter(), []
    for one in planted(right, file, asked.defects, asked.seed):
        tried[one.operator] += 1
        fresh = [found for found in look(one.text) if (found.code, found.message) not in known]
        if not one.is_found(fresh, file):
            missed.append(one)
    if not is_made_up:
        tried["too-long"] = LONG
        missed += _too_long(right, file)
    lost = Counter(one.operator for one in missed)
    for operator, count in sorted(tried.items()):
        print(f"{operator:<18} {count - lost[operator]:>3} of {count:>3}")
    for one in missed:
        print("not found:", one.shown(right))
    total = tried.total()
    print(f"{total - len(missed)} of {total} defects found, {len(known)} findings without any")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())

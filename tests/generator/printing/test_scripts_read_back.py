"""Hebrew, Arabic, Japanese and Polish cards: printed, and read back from the PDF in order."""

import re

import pypdfium2
import pytest
from fontfiles import dejavu
from needed import need

from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.drawing.draw import draw
from generator.typeset.fonts import families
from validator.catalogue.load import load

CARDS = {
    "he": ("מגדלור", "השחקן הבא מוותר על תורו", "DejaVu Sans"),
    "ar": ("منارة", "اسحب بطاقتين ثم خذ قطعة", "DejaVu Sans"),
    "ja": ("灯台", "カードを三枚引く。次の手番を休みとする。", "Droid Sans Fallback"),
    "pl": ("Źródło", "Zażółć gęślą jaźń i odrzuć kartę", "Source Sans Pro"),
}
THEME = """\
kind: theme
fonts:
  spare: {family: DejaVu Sans, file: DejaVuSans.ttf}
fallback: [DejaVu Sans%s]
"""


def project(root, language):
    """The small game with one card in a language; only Japanese needs a font of the system."""
    name, text, family = CARDS[language]
    (root / "templates" / "fonts").mkdir(parents=True)
    (root / "templates" / "fonts" / "DejaVuSans.ttf").write_bytes(dejavu().read_bytes())
    more = f", {family}" if language == "ja" else ""
    (root / "templates" / "theme.yaml").write_text(THEME % more, encoding="utf-8")
    cards, game = (root / "components" / "fog" / f"{name}.yaml" for name in ("cards", "game"))
    head = cards.read_text(encoding="utf-8").partition("components:")[0]
    record = f"components:\n  - {{id: card, name: {name}, copies: 30, cost: 1, text: {text}}}\n"
    cards.write_text(head + record, encoding="utf-8")
    written = game.read_text(encoding="utf-8")
    changed = written.replace("kind: game\n", f"kind: game\nlanguage: {language}\n", 1)
    game.write_text(changed, encoding="utf-8")
    return root


@pytest.mark.parametrize("language", CARDS)
def test_a_card_is_shaped_and_read_back(tiny, language):
    name, text, family = CARDS[language]
    if language == "ja":
        need(family in families(), f"{family} is not installed (Debian: fonts-droid-fallback)")
    root = project(tiny, language)
    catalogue, wrong = load(root, ["fog"])
    templates, unloaded = load_templates(root)
    game = catalogue.games["fog"]
    pairs, undrawn = faces_of(game, templates, wanted=lambda component: component.id == "card")
    assert [*wrong, *unloaded, *undrawn] == []
    svg = pairs[0].front.svg
    assert f'font-family="{family}"' in svg
    assert ('direction="rtl"' in svg) is (language in ("he", "ar"))
    page = pypdfium2.PdfDocument(draw([pairs[0].front]).pdfs[0])[0]
    read = re.sub(r"\s+", " ", page.get_textpage().get_text_range())
    assert name in read
    assert text.replace(" ", "") in read.replace(" ", "")

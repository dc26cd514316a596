"""No sentence is forgotten: whatever the product says of itself goes through the tongue.

Henge, whose data are German, is told in a language that puts each sentence of the product, in
English, in brackets. A word outside of any that German data do not have was written past it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import replace
from html import unescape
from itertools import chain
from pathlib import Path

import polib
import pypdfium2
import pytest
from lxml import etree

from generator.design.face import Face, FacePair, key_of, packed
from generator.design.templating import load_templates
from generator.outputs.card_list import as_markdown, entries
from generator.printing.cover.kit_cover import cover
from generator.printing.kit.documents import documents, stocks
from generator.printing.kit.guides import set_up_guide
from generator.printing.kit.selection import copies_needed
from generator.printing.kit.told import told_of
from generator.printing.layout.shapes import Caption
from generator.printing.sheets.options import PrintOptions
from generator.publish.almanac.book import set_almanac
from generator.publish.book.sheet import Sheet, paper_of
from generator.publish.contents.chapters import contents_of
from generator.publish.contents.pictures import Picture
from generator.publish.site.files import site_pages
from validator.catalogue.load import load
from validator.catalogue.model import Form, Game
from validator.catalogue.words.grammar import grammar_of
from validator.catalogue.words.tongue import Tongue, tongue_of

ROOT = Path(__file__).parents[2]
WORD = re.compile(r"[^\W\d_]{2,}")
INSIDE = re.compile(r"«[^«»]*»")
NAMES = frozenset(["mm", "Letter", "trilith", "henge", "HEN", "STONE", "PC", "COMP"])
"""Words of no language: units, papers, ids."""


@pytest.fixture(scope="module")
def game() -> Game:
    german = load(ROOT, ["henge"], "de")[0].games["henge"]
    known = tongue_of("de")
    sentences = {key: f"«{key[1]}»" for key in known.sentences}
    plurals = {key: (f"«{key[1]}»",) * 2 for key in known.plurals}
    tongue = Tongue("xx", sentences, plurals, grammar=grammar_of("de"))
    return replace(german, language="xx", own_tongue=tongue)


@pytest.fixture(scope="module")
def data() -> frozenset[str]:
    """Every word of the German data, and the ids that stand beside them."""
    po = polib.pofile(str(ROOT / "components" / "henge" / "languages" / "de.po"))
    said = (text for one in po for text in (one.msgstr, *one.msgstr_plural.values()))
    german = load(ROOT, ["henge"], "de")[0].games["henge"]
    ids = chain(german.sets, (one.id for one in german.components()))
    found = {word.casefold() for text in chain(said, ids) for word in WORD.findall(text)}
    return frozenset(found | {name.casefold() for name in NAMES})


def forgotten(texts: Iterable[str], data: frozenset[str]) -> set[str]:
    """The words outside of brackets that the data do not have."""
    return {
        word
        for text in texts
        for word in WORD.findall(_outside(text))
        if word.casefold() not in data and not _is_form(word.casefold(), data)
    }


def _outside(text: str) -> str:
    """A text without what stands in brackets, and without names of files."""
    text = re.sub(r"[\w-]+\.pdf", " ", text)
    while INSIDE.search(text):
        text = INSIDE.sub(" ", text)
    return text


def _is_form(word: str, data: frozenset[str]) -> bool:
    """Tell whether a word is one of the data with an ending of German."""
    return any(word.removesuffix(end) in data for end in ("e", "en", "er", "es", "em", "n", "s"))


def blank(game: Game) -> list[FacePair]:
    """An empty face for each component."""
    made = []
    for one in game.components():
        form = game.sets[one.set_id].form
        size = (250.0, 180.0) if form in (Form.MAT, Form.BOARD) else (50.0, 70.0)
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}"></svg>'
        face = Face(key_of(svg), packed(svg), *size, 3.0)
        made.append(FacePair(one.id, one.set_id, 1, face, face, "rect", form))
    return made


def test_a_forgotten_sentence_is_found(data):
    assert forgotten(["«of the {game}» Steinkarten, nowhere said"], data) == {"nowhere", "said"}


def test_nothing_is_forgotten_in_the_list_and_the_set_up(game, data):
    assert not forgotten([as_markdown(entries(game, every_form=True))], data)
    assert not forgotten(set_up_guide(game), data)


def test_nothing_is_forgotten_on_the_cover_and_the_sheets(game, data):
    found = stocks(game, blank(game), copies_needed(game))
    options = PrintOptions(tuck_boxes=True)
    plans = [replace(one, told=told_of(game, one)) for one in documents(game, found, options)]
    pages = [page for plan in plans for page in plan.pages]
    captions = [one.text for page in pages for one in page.shapes if isinstance(one, Caption)]
    assert len(captions) > 100
    told = [text for plan in plans if plan.told for text in plan.told.backs.values()]
    heads = [text for plan in plans for text in (plan.title, plan.subject)]
    chapters = [page.chapter for page in pages if page.chapter]
    assert not forgotten([*captions, *told, *heads, *chapters], data)
    templates, _ = load_templates(ROOT)
    assert templates is not None
    done = cover(game, found, plans, templates, options)
    faces = {face.key: face for face in done.faces}
    words = [faces[page.placed[-1].drawing.key] for page in done.plan.pages]
    text = [" ".join(etree.fromstring(face.svg).itertext()) for face in words]
    assert "«Cut, fold and glue»" in " ".join(text)
    assert not forgotten(text, data)


def test_nothing_is_forgotten_in_the_almanac(game, data):
    contents = contents_of(game)
    pairs = {pair.component: pair for pair in blank(game)}
    written, plan = set_almanac(contents, pairs, Sheet(paper_of("a4")), {})
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(written)]
    text = " ".join("\n".join(pages).replace("\ufffe", "").split())
    assert "«Contents»" in text and "«Index»" in text
    assert not forgotten([text, plan.title, plan.subject], data)


def test_nothing_is_forgotten_on_the_site(game, data):
    contents = contents_of(game)
    sides = ((one.component.id, side) for one in contents.entries for side in ("front", "back"))
    shown = dict.fromkeys(sides, Picture("a.webp", 50, 70))
    pages = dict(site_pages(contents, shown, {}))
    index = json.loads(re.findall(r'id="index">(.*?)</script>', pages["index.html"], re.DOTALL)[0])
    words = chain.from_iterable(
        (one,) if isinstance(one, str) else one
        for key, one in index["words"].items()
        if key != "form"
    )
    assert all(word.startswith("«") for word in words)
    for name in ("index.html", "cards/stone-old-ewe.html", "cards/luck-haggler.html"):
        text = re.sub(
            r"<(script|style).*?</\1>|<!DOCTYPE.*?<body>", " ", pages[name], flags=re.DOTALL
        )
        said = re.findall(r'(?:alt|aria-label|title)="([^"]*)"', text)
        assert not forgotten([unescape(re.sub(r"<[^>]*>", " ", text)), *said], data), name

"""No sentence is forgotten: whatever the product says of itself goes through the tongue.

Henge, whose data are German, is told in a language that puts each sentence of the product, in
English, in brackets. A word outside of any that German data do not have was written past it.
"""

import json
import re
from dataclasses import replace
from html import unescape
from itertools import chain

import polib
import pypdfium2
import pytest
from lxml import etree
from PIL import Image
from shippedgames import ROOT

from generator.book.binding import BookSetter, DrawnPages, Styles, book_sheet
from generator.book.kit_cover import cover
from generator.book.table_layout import lay_out
from generator.book.table_pieces import kinds_of
from generator.changes.differences import ChangelogWords, as_text, diff_games
from generator.changes.differences import as_markdown as as_changes
from generator.changes.revisions import RevisionStep
from generator.design.face import Face, FacePair, key_of, pack
from generator.design.templates import load_templates
from generator.facts import field_labels
from generator.outputs.card_list import as_markdown, entries
from generator.outputs.tables.files import TableScene
from generator.outputs.tables.gallery import CardSheet as Pictures
from generator.outputs.tables.gallery import Gallery
from generator.outputs.tables.pcio import widgets_of
from generator.outputs.tables.tts import game_to_save
from generator.printing.documents import documents, set_up_steps, stocks
from generator.printing.geometry import Caption
from generator.printing.options import PrintOptions
from generator.printing.selection import copies_needed, piece_texts
from generator.publish import errata
from generator.publish.almanac import set_almanac
from generator.publish.contents import contents_of
from generator.publish.errata import sections, set_errata
from generator.publish.pictures import FacePicture
from generator.publish.rulebook.calls import Data, fill_manuscript
from generator.publish.rulebook.files import rulebook_page
from generator.publish.rulebook.manuscript import read_manuscript
from generator.publish.rulebook.pages import set_rulebook
from generator.publish.site import site_pages
from generator.typeset.words import plain
from validator.catalogue.load import load
from validator.catalogue.model import Form
from validator.catalogue.words.grammar import grammar_of
from validator.catalogue.words.language import Tongue, tongue_of
from validator.setup.deal import set_up
from validator.setup.guide import guide

WORD = re.compile(r"[^\W\d_]{2,}")
INSIDE = re.compile(r"«[^«»]*»")
NAMES = frozenset(
    ["mm", "Letter", "poker", "tarot", "webp", "trilith", "henge", "HEN", "STONE", "PC", "COMP"]
)
"""Words of no language: units, papers, sizes, files, ids."""


@pytest.fixture(scope="module")
def game():
    german = load(ROOT, ["henge"], "de")[0].games["henge"]
    known = tongue_of("de")
    sentences = {key: f"«{key[1]}»" for key in known.sentences}
    plurals = {key: (f"«{key[1]}»",) * 2 for key in known.plurals}
    tongue = Tongue("xx", sentences, plurals, grammar=grammar_of("de"))
    return replace(german, language="xx", own_tongue=tongue)


@pytest.fixture(scope="module")
def data():
    """Every word of the German data, and the ids that stand beside them."""
    po = polib.pofile(str(ROOT / "components" / "henge" / "languages" / "de.po"))
    said = (text for one in po for text in (one.msgstr, *one.msgstr_plural.values()))
    german = load(ROOT, ["henge"], "de")[0].games["henge"]
    ids = chain(german.sets, (one.id for one in german.components()))
    found = {word.casefold() for text in chain(said, ids) for word in WORD.findall(text)}
    return frozenset(found | {name.casefold() for name in NAMES})


def forgotten(texts, data):
    """The words outside of brackets that the data do not have."""
    return {
        word
        for text in texts
        for word in WORD.findall(_outside(text))
        if word.casefold() not in data and not _is_form(word.casefold(), data)
    }


def _outside(text):
    """A text without what stands in brackets, and without names of files."""
    text = re.sub(r"[\w-]+\.pdf", " ", text)
    while INSIDE.search(text):
        text = INSIDE.sub(" ", text)
    return text


def _is_form(word, data):
    """Tell whether a word is one of the data with an ending of German."""
    return any(word.removesuffix(end) in data for end in ("e", "en", "er", "es", "em", "n", "s"))


def blank(game):
    """An empty face for each component."""
    made = []
    for one in game.components():
        form = game.sets[one.set_id].form
        size = (250.0, 180.0) if form in (Form.MAT, Form.BOARD) else (50.0, 70.0)
        svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size[0]} {size[1]}"></svg>'
        face = Face(key_of(svg), pack(svg), *size, 3.0)
        made.append(FacePair(one.id, one.set_id, 1, face, face, "rect", form))
    return made


def read(page):
    """What people read of a page, and what screen readers say."""
    text = re.sub(r"<(script|style).*?</\1>|<!DOCTYPE.*?<body>", " ", page, flags=re.DOTALL)
    said = re.findall(r'(?:alt|aria-label|title)="([^"]*)"', text)
    return [unescape(re.sub(r"<[^>]*>", " ", text)), *map(unescape, said)]


def printed(data):
    """The text of all pages of a PDF."""
    pages = [page.get_textpage().get_text_range() for page in pypdfium2.PdfDocument(data)]
    return " ".join("\n".join(pages).replace("\ufffe", "").split())


def test_a_forgotten_sentence_is_found(data):
    assert forgotten(["«of the {game}» Steinkarten, nowhere said"], data) == {"nowhere", "said"}


@pytest.mark.heavy
def test_nothing_is_forgotten_in_the_list_and_the_set_up(game, data):
    assert not forgotten([as_markdown(entries(game, every_form=True))], data)
    steps = set_up_steps(game)
    told = [word for one in steps for line in one.lines for word in (one.heading, *line)]
    assert not forgotten(told, data)


@pytest.mark.heavy
def test_nothing_is_forgotten_on_the_cover_and_the_sheets(game, data):
    found = stocks(game, blank(game), copies_needed(game))
    options = PrintOptions(tuck_boxes=True)
    plans = [replace(one, told=piece_texts(game, one)) for one in documents(game, found, options)]
    pages = [page for plan in plans for page in plan.pages]
    captions = [one.text for page in pages for one in page.shapes if isinstance(one, Caption)]
    assert len(captions) > 100
    told = [text for plan in plans if plan.told for text in plan.told.backs.values()]
    heads = [text for plan in plans for text in (plan.title, plan.subject)]
    chapters = [page.chapter for page in pages if page.chapter]
    assert not forgotten([*captions, *told, *heads, *chapters], data)
    templates, _ = load_templates(ROOT)
    done = cover(game, found, plans, templates, options)
    faces = {face.key: face for face in done.faces}
    words = [faces[page.placed[-1].drawing.key] for page in done.plan.pages]
    text = [" ".join(etree.fromstring(face.svg).itertext()) for face in words]
    assert "«Cut, fold and glue»" in " ".join(text)
    assert not forgotten(text, data)


@pytest.mark.heavy
def test_nothing_is_forgotten_in_the_almanac(game, data):
    contents = contents_of(game)
    pairs = {pair.component: pair for pair in blank(game)}
    written, plan = set_almanac(contents, pairs, book_sheet("a4"), {})
    text = printed(written)
    assert "«Contents»" in text and "«Index»" in text
    assert not forgotten([text, plan.title, plan.subject], data)


@pytest.mark.heavy
def test_nothing_is_forgotten_on_the_site(game, data):
    contents = contents_of(game)
    sides = ((one.component.id, side) for one in contents.entries for side in ("front", "back"))
    shown = dict.fromkeys(sides, FacePicture("a.webp", 50, 70))
    pages = dict(site_pages(contents, shown, {}))
    index = json.loads(re.findall(r'id="index">(.*?)</script>', pages["index.html"], re.DOTALL)[0])
    for key, words in index["words"].items():
        said = [words] if isinstance(words, str) else words
        assert key == "form" or all(word.startswith("«") for word in said)
    for name in ("index.html", "cards/stone-old-ewe.html", "cards/luck-haggler.html"):
        assert not forgotten(read(pages[name]), data), name


@pytest.fixture(scope="module")
def edited(game):
    """What is told of Henge after it lost a card, gained one, and others changed in every way."""
    luck, stones = game.sets["luck"], game.sets["stone"]
    gone, changed, _, redrawn, *others = luck.components
    fields = {**changed.fields, "actions": ("carve", "any"), "sub_actions": True}
    fields = {**fields, "timing": "before-move", "transport_track": {"quarry": (), "road": None}}
    old = replace(changed, fields=fields, copies=changed.copies + 1)
    mats = game.sets["mat"]
    privileges = [dict(one) for one in mats.components[0].fields["privileges"]]
    space = {**privileges[0]["end"], "effects": ({"do": "gain", "what": "coin", "amount": 9},)}
    privileges[0] |= {"levels": tuple({**one, "label": "0"} for one in privileges[0]["levels"])}
    privileges[0] |= {"end": space}
    nested = {**mats.components[0].fields, "privileges": tuple(privileges)}
    mat = replace(mats.components[0], fields=nested)
    small = replace(stones.components[0], fields={**stones.components[0].fields, "size": "small"})
    sets = {
        **game.sets,
        "luck": replace(luck, components=(old, redrawn, *others, replace(gone, id="luck"))),
        "mat": replace(mats, components=(mat, *mats.components[1:])),
        "stone": replace(stones, components=(small, *stones.components[1:]), size="tarot"),
    }
    return diff_games(replace(game, sets=sets), game, (redrawn.id,), "0123456789")


@pytest.fixture(scope="module")
def told(game, edited):
    """The same as errata."""
    cards = (one.id for one in (*edited.changed, *edited.added, *edited.removed, *edited.redrawn))
    shown = dict.fromkeys(cards, FacePicture("a.webp", 50, 70))
    found = sections(edited, game, shown, shown)
    assert [one.key for one in found] == ["changed", "added", "removed", "redrawn"]
    return found


def test_nothing_is_forgotten_in_errata(game, data, edited, told, tmp_path):
    names = (game.tongue.say("{game}: errata", game=game.name), edited.before)
    page = errata.as_page("errata", *names, {}, game.tongue, sections=told)
    assert not forgotten([errata.as_markdown("errata", *names, game.tongue, sections=told)], data)
    assert not forgotten(read(page), data)
    Image.new("RGB", (50, 70)).save(tmp_path / "a.webp")
    press = BookSetter(book_sheet("a4"), Styles({}), {}, DrawnPages())
    pages, plan = set_errata(*names, told, press, tmp_path, game.tongue)
    assert not forgotten([printed(pages), plan.title, plan.subject], data)
    step = RevisionStep("0123456789", "2026-11-22", game.revision, edited)
    steps = [(step, sections(edited, game, {}, {}))]
    assert not forgotten([errata.as_markdown("changelog", *names, game.tongue, steps=steps)], data)
    page = errata.as_page("changelog", *names, {}, game.tongue, steps=steps)
    assert not forgotten(read(page), data)


def test_nothing_is_forgotten_where_differences_are_listed(game, data, edited):
    words = ChangelogWords(lambda text: plain(text, game), game.tongue, field_labels(game))
    assert not forgotten([as_changes(edited, words)], data)
    lines = as_text(edited, game.tongue).splitlines()
    assert not forgotten([line for line in lines if not line.startswith("    ")], data)
    nothing = diff_games(game, game)
    assert not forgotten([as_changes(nothing, words), as_text(nothing, game.tongue)], data)


@pytest.mark.heavy
def test_nothing_is_forgotten_in_the_rulebook(game, data, tmp_path):
    found = read_manuscript("components/henge/rulebook.de.md", ROOT)
    own = (ROOT / "components" / "henge" / "rulebook.de.md").read_text(encoding="utf-8")
    known = data | {word.casefold() for word in WORD.findall(own)}
    templates, _ = load_templates(ROOT)
    draft = fill_manuscript(found, Data(game, frozenset(templates.icons)))
    sides = ((one, side) for one in draft.components for side in ("front", "back"))
    shown = dict.fromkeys(sides, FacePicture("a.webp", 50, 70))
    pictures = {name: "own.webp" for name, _ in found.pictures}
    page = rulebook_page(draft, shown, pictures, {})
    assert not forgotten(read(page), known)
    blot = tmp_path / "a.png"
    Image.new("RGB", (50, 70)).save(blot)
    pairs = {pair.component: pair for pair in blank(game)}
    drawn = [dict.fromkeys(names, str(blot)) for names in (draft.icons, pictures)]
    pages, plan = set_rulebook(draft, pairs, book_sheet("a4"), {}, *drawn)
    text = printed(pages)
    assert f"«Revision {game.revision}»" in text and len(text) > 10_000
    assert not forgotten([text, plan.title, plan.subject], known)


def test_nothing_is_forgotten_at_virtual_tables(game, data):
    result = set_up(game, game.configurations[-1], 1)
    pairs = tuple(blank(game))
    kinds = kinds_of(game, pairs)
    scene = TableScene(result, pairs, lay_out(result, kinds, seated=True))
    cells = dict.fromkeys(kinds, (Pictures(1, 1, 1, "a.png", "b.png", False), 0))
    gallery = Gallery(cells, dict.fromkeys(kinds, ("a.png", "b.png")), {})
    notes = guide(game, result.configuration)
    save = game_to_save(scene.table, gallery, str, scene.title, {game.tongue.say("Set-up"): notes})
    read = [*texts(save, "SaveName", "GameMode", "Note", "Nickname", "title", "body")]
    assert len(read) > 200
    assert not forgotten(read, data)
    laid = lay_out(result, kinds, seated=False)
    widgets = widgets_of(laid, gallery.pieces, notes, game.tongue)
    read = [*texts(widgets, "label", "labelContent", "text")]
    assert len(read) > 100
    assert not forgotten(read, data)


def texts(value, *keys):
    """The texts anywhere in a JSON value that stand under one of the keys."""
    if isinstance(value, list):
        yield from (text for item in value for text in texts(item, *keys))
    elif isinstance(value, dict):
        yield from (one for key, one in value.items() if key in keys and isinstance(one, str))
        yield from (text for item in value.values() for text in texts(item, *keys))

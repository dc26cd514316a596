"""Kit, list, almanac, site and rulebook of each game say the same of its components and set-up."""

import json
import re
import shutil
from types import SimpleNamespace

import pypdfium2 as pdfium
import pytest
from lxml import etree
from shippedfaces import shipped_faces
from shippedgames import ROOT

from generator.commands.list import LIST, ListOptions
from generator.commands.print import OUTPUT as KIT
from generator.commands.print import KitOptions
from generator.commands.publish import OUTPUT as PUBLISH
from generator.commands.publish import PublishOptions
from generator.options import Context
from generator.printing.documents import set_up_steps
from generator.publish.contents import contents_of
from generator.typeset.words import typographic
from validator.catalogue.load import load
from validator.catalogue.model import Form

GAMES = ("henge", "high_council", "crossing_stonehenge", "battle_of_the_gods", "first_druid")
ON_FACES = {
    # sentences of the player mat and the timing of Luck cards; "r" is of the revision
    "henge": "away benefit beyond during elder fanned four keep met ones past r reach received "
    "refill throw thrown uncovers unused",
    # the altar stone by its short name, the box on backs, how to fold a trilithon
    "stonehenge": "altar stonehenge r dashed fold glue inside lies lines tabs top",
}
PAGE = "# Everything\n\n{parts}\n\n{cards}\n\n{setup}\n"


def tight(text):
    """A text without spaces, soft hyphens and the marks of Markdown."""
    return re.sub(r"[\s\u00ad\u2060\ufffe*\\]+", "", text)


def text_of(*paths):
    found = []
    for path in sorted(paths):
        with pdfium.PdfDocument(path) as document:
            found += [page.get_textpage().get_text_bounded() for page in document]
    return tight(" ".join(found))


def shown_of(folder):
    """All that pages of a site show, in one text."""
    pages = [etree.HTML(path.read_bytes()) for path in sorted(folder.rglob("*.html"))]
    return tight(" ".join("".join(page.find("body").itertext()) for page in pages))


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    root = tmp_path_factory.mktemp("vocabulary")
    for name in ("components", "templates"):
        shutil.copytree(ROOT / name, root / name)
    catalogue, _ = load(root)
    for name in GAMES:
        game = catalogue.games[name]
        table = game.configurations[0]
        setup = f"{{{{ setup(players={table.players}, bots={table.bots}) }}}}"
        cards = "\n\n".join(f'{{{{ cards("{one}") }}}}' for one in game.sets)
        text = PAGE.format(parts="{{ parts() }}", cards=cards, setup=setup)
        (root / "components" / name / "rulebook.md").write_text(text, "utf-8")
    return root


@pytest.fixture(
    scope="module",
    params=[
        one if one == "first_druid" else pytest.param(one, marks=pytest.mark.heavy) for one in GAMES
    ],
)
def said(request, project):
    """What each output says of a game: text without any space, as a page breaks it anyhow."""
    name, context = request.param, Context(project)
    (told,) = LIST.make(context, ListOptions([name], everything=True, form="json"))
    (table,) = LIST.make(context, ListOptions([name], everything=True))
    list(KIT.make(context, KitOptions([name])))
    list(PUBLISH.make(context, PublishOptions(name, ["almanac", "site", "rulebook"])))
    out = project / "output" / name
    kit = {path for path in out.glob("print/*/*.pdf") if "tiled" not in path.name}
    cover = {path for path in kit if path.name == "cover.pdf"}
    almanac = text_of(*out.glob("publish/almanac/*.pdf"))
    site = shown_of(out / "publish" / "site")
    rulebook = text_of(*out.glob("publish/rulebook/*.pdf"))
    return SimpleNamespace(
        game=context.game(name),
        kit=text_of(*kit - cover),
        cover=text_of(*cover),
        listed=json.loads(told.told),
        table=table.told,
        almanac=almanac,
        site=site,
        rulebook=rulebook,
        published={"almanac": almanac, "site": site, "rulebook": rulebook},
    )


def test_a_component_has_one_name_and_one_text(said):
    assert said.listed
    for one in said.listed:
        for output, text in said.published.items():
            assert tight(one["name"]) in text, f"{output} lacks {one['name']!r}"
            assert tight(one["text"]) in text, f"{output} says otherwise: {one['text']!r}"


def test_cards_are_printed_with_the_text_of_the_list(said):
    cards = {one.id for one in said.game.sets.values() if one.form is Form.CARD}
    for one in said.listed:
        if one["set"] in cards:
            assert tight(one["text"]) in said.kit


def test_words_on_faces_are_words_of_the_data(said):
    box = said.game.box or said.game.id
    used = {one["id"] for one in said.listed}
    printed = set()
    for pair in shipped_faces(box)[0]:
        for face in (pair.front, pair.back):
            if face is not None and pair.component in used:
                texts = etree.fromstring(face.svg.encode()).iterfind(".//{*}text")
                printed |= words(" ".join("".join(text.itertext()) for text in texts))
    assert printed - words_of_data(said) <= words(ON_FACES[box])


def test_a_part_is_called_by_the_word_of_its_set(said):
    for part in said.game.parts:
        own = said.game.sets[part.set_id]
        assert re.search(rf"(?i){own.singular}|{own.name}", part.name), part.name
        for output, text in {"cover": said.cover, "rulebook": said.rulebook}.items():
            assert tight(part.name) in text, f"{output} lacks {part.name!r}"


def test_the_set_up_is_told_in_the_same_sentences(said):
    table = said.game.configurations[0]
    for where, steps in (
        (said.rulebook, set_up_steps(said.game, [table])),
        (said.cover, set_up_steps(said.game)),
    ):
        for line in (text for step in steps for _, text in (("", step.heading), *step.lines)):
            assert tight(typographic(line)) in where, line


def test_sets_have_the_same_headings(said):
    headings = dict(re.findall(r"^## (.+) \((\d+)\)$", said.table, re.MULTILINE))
    used = {said.game.sets[one["set"]].name for one in said.listed}
    assert set(headings) == used
    for chapter in contents_of(said.game).chapters:
        names = {entry.set.name for entry in chapter.entries}
        assert len(names) > 1 or names == {chapter.heading}
        assert tight(chapter.heading) in said.almanac and tight(chapter.heading) in said.site


def test_fields_are_told_under_the_same_labels_and_in_the_same_words(said):
    for entry in contents_of(said.game).entries:
        for fact in entry.told:
            assert tight(f"{fact.label} {fact.text}") in said.almanac
            assert tight(fact.label) in said.site and tight(fact.text) in said.site
        for fact in entry.facts:
            assert f"| {fact.label} |" in said.table
            assert re.search(rf"\| {re.escape(fact.text)} \|", said.table), fact


def words(text):
    return set(re.findall(r"[^\W\d_]+", text.lower()))


def words_of_data(said):
    told = [said.game.name, said.table]
    for one in said.listed:
        told += [one["name"], one["text"], str(one["fields"])]
    for term in said.game.terms.values():
        told += [term.one, term.many]
    for own in said.game.sets.values():
        told += [own.name, own.singular]
    for step in set_up_steps(said.game):
        told += [step.heading, *(word for line in step.lines for word in line)]
    return words(" ".join(told))

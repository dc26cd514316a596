"""``trilith publish``, and all files that commands make: their versions and colours."""

import re
import shutil
from html.parser import HTMLParser

import pikepdf
import polib
import pypdfium2
import pytest
from commandline import run
from PIL import Image
from shippedgames import game_of

from generator.drawing.colours import srgb_profile
from generator.publish.contents import contents_of
from generator.publish.pictures import DARK, LIGHT, FacePicture
from generator.publish.site import site_pages
from generator.starter import write_starter
from generator.svg.lint import contrast

CARDS = "components/fog/cards.yaml"
HOSTILE = "<script>alert(1)</script>&amp;</title>"


@pytest.fixture(scope="module")
def published(common_fog):
    """A project whose game is published, with a name that tries to be more than a name."""
    cards = common_fog / CARDS
    text = cards.read_text("utf-8").replace("name: Bonfire\n", f"name: {HOSTILE}\n")
    cards.write_text(text, "utf-8")
    run("publish", "fog", "--paper", "a5", "--project", common_fog)
    return common_fog


def folder(root, name):
    return root / "output" / "fog" / "publish" / name


class Page(HTMLParser):
    """What a page refers to, its text, and the tags in it."""

    def __init__(self, path):
        super().__init__()
        self.links, self.tags, self.words = [], [], []
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.links += [value for key, value in attrs if key in ("href", "src") and value]

    def handle_data(self, data):
        self.words.append(data)


def test_every_publication_has_a_folder_of_its_own(published):
    made = {path.name for path in folder(published, "").iterdir()}
    assert {"almanac", "site"} <= made


def test_pages_refer_to_files_that_are_there_and_to_nothing_else(published):
    site = folder(published, "site")
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 10
    seen = set()
    for path in pages:
        page = Page(path)
        ids = set(re.findall(r'id="([^"]+)"', path.read_text("utf-8")))
        for link in page.links:
            file, _, spot = link.partition("#")
            target = path if not file else (path.parent / file).resolve()
            assert target.is_file(), (path, link)
            if spot and target == path:
                assert spot in ids
            seen.add(target)
    assert seen >= {path.resolve() for path in site.rglob("*") if path.is_file()} - {pages[-1]}


def test_a_name_is_text_wherever_it_stands(published):
    site = folder(published, "site")
    for path in site.rglob("*.html"):
        page = Page(path)
        assert page.tags.count("script") == (2 if path.name == "index.html" else 0), path
        assert page.tags.count("title") == 1
    assert HOSTILE in "".join(Page(site / "cards" / "bonfire.html").words)
    assert HOSTILE in "".join(Page(site / "index.html").words)
    assert "<script>alert(1)</script>" in "".join(almanac(published)).replace("\r\n", "")


def almanac(published):
    document = pypdfium2.PdfDocument(folder(published, "almanac") / "almanac-a5.pdf")
    return [page.get_textpage().get_text_range() for page in document]


def test_a_picture_of_every_face_cut_to_its_shape(published):
    site = folder(published, "site")
    pictures = sorted((site / "pictures").iterdir())
    assert len(pictures) == len({path.read_bytes() for path in pictures})
    for path in pictures:
        with Image.open(path) as image:
            is_round = path.name.startswith("coin")
            assert (image.format, image.mode) == ("WEBP", "RGBA" if is_round else "RGB"), path
            if is_round:
                assert image.getpixel((0, 0))[3] == 0
                assert image.getpixel((image.width // 2, image.height // 2))[3] == 255
    style = (site / "style.css").read_text("utf-8")
    classes = set(re.findall(r'class="(corner-[0-9-]+)"', (site / "index.html").read_text("utf-8")))
    assert classes and all(f".{name} {{ border-radius: " in style for name in classes)


def test_the_almanac_is_of_the_paper_asked_for_with_bookmarks_and_an_index(published):
    with pikepdf.open(folder(published, "almanac") / "almanac-a5.pdf") as pdf:
        for page in pdf.pages:
            assert [round(float(x) / 72 * 25.4) for x in page.mediabox] == [0, 0, 148, 210]
        with pdf.open_outline() as outline:
            titles = [item.title for item in outline.root]
        assert titles == ["Light cards", "Coins", "Player mats", "Index"]
        assert pdf.docinfo["/Title"] == "Fog Almanac"


def test_the_index_tells_the_page(published):
    pages = almanac(published)
    number = int(re.search(r"Lighthouse\s+(\d+)", pages[-1])[1])
    assert "Lighthouse" in pages[number - 1]
    assert number > 1
    first = re.search(r"Light cards\s+(\d+)", pages[0])
    assert "Light cards" in pages[int(first[1]) - 1]


def test_the_same_data_gives_the_same_bytes(published, tmp_path):
    shutil.copytree(published / "components", tmp_path / "components")
    run("publish", "fog", "--paper", "a5", "--project", tmp_path)
    for path in folder(published, "").rglob("*"):
        if path.is_file() and not path.name.endswith(".trilith"):
            again = tmp_path / path.relative_to(published)
            assert again.read_bytes() == path.read_bytes(), path


def test_only_what_is_named_is_made(tiny):
    run("publish", "fog", "--as", "site", "--project", tiny)
    assert not folder(tiny, "almanac").exists()
    assert (folder(tiny, "site") / "index.html").is_file()


@pytest.mark.heavy
def test_site_and_rulebook_link_to_each_other_where_both_are(tiny):
    (tiny / "components" / "fog" / "rulebook.md").write_text("# Fog\n", "utf-8")
    run("publish", "fog", "--as", "rulebook", "--project", tiny)
    assert Page(folder(tiny, "rulebook") / "index.html").links == []
    run("publish", "fog", "--as", "site", "--project", tiny)
    assert "../rulebook/index.html" in Page(folder(tiny, "site") / "index.html").links
    run("publish", "fog", "--as", "rulebook", "--project", tiny)
    assert Page(folder(tiny, "rulebook") / "index.html").links == ["../site/index.html"]


def test_the_border_of_the_search_stands_out(published):
    assert min(contrast(one["soft"], one["panel"]) for one in (LIGHT, DARK)) >= 3
    style = (folder(published, "site") / "style.css").read_text("utf-8")
    assert re.search(r"input, select, button {[^}]*border: 1px solid var\(--soft\)", style)


@pytest.mark.heavy
def test_no_page_of_a_site_has_the_ids_of_rules():
    contents = contents_of(game_of("henge"))
    picture = FacePicture("a.webp", 50, 70)
    shown = {(one.component.id, "front"): picture for one in contents.entries}
    assert any(one.component.rules for one in contents.entries)
    for name, text in site_pages(contents, shown, LIGHT):
        assert not re.search(r"\bHEN-[A-Z]+-\d", text), name


@pytest.mark.heavy
def test_a_translation_that_has_not_followed_is_told(tiny):
    run("translate", "fog", "--to", "de", "--project", tiny)
    file = tiny / "components" / "fog" / "languages" / "de.po"
    po = polib.pofile(str(file))
    for one in po:
        one.msgstr = one.msgid
    po[1].flags.append("fuzzy")
    po.save(str(file))
    told = run("publish", "fog", "--as", "site", "--language", "de", "--project", tiny).output
    assert told.count("[translation-stale]") == 1


def test_a_game_of_one_piece_and_one_table_has_few_filters(tiny):
    fog, cards = tiny / "components" / "fog", tiny / CARDS
    for name in ("mats.yaml", "coins.yaml"):
        (fog / name).unlink()
    steps = "steps: [{do: place, set: card, to: deck}]"
    (fog / "setup.yaml").write_text(f"kind: setup\nzones: {{deck: Deck}}\n{steps}\n")
    game = "kind: game\nid: fog\nname: Fog\nrevision: '1'\nconfigurations: []\n"
    (fog / "game.yaml").write_text(game)
    head = cards.read_text("utf-8").partition("components:\n")[0]
    cards.write_text(head + "components:\n  - {id: one, name: One, cost: 1, text: Nothing.}\n")
    run("publish", "fog", "--project", tiny)
    page = Page(folder(tiny, "site") / "index.html")
    assert "select" not in page.tags
    assert (folder(tiny, "site") / "cards" / "one.html").is_file()


def test_letters_that_no_font_has_are_told(tiny):
    game = tiny / "components" / "fog" / "game.yaml"
    game.write_text(game.read_text("utf-8") + "\nalmanac: {intro: Fog is 霧.}\n", "utf-8")
    told = run("publish", "fog", "--as", "almanac", "--project", tiny).output
    assert "no font of the almanac has a glyph for 霧 (U+9727)" in told


def test_two_components_of_one_id_would_have_one_page(tiny, edit):
    edit(tiny / "components" / "fog" / "coins.yaml", "id: coin,", "id: candle,")
    told = run("publish", "fog", "--project", tiny, status=1).output
    assert "the component id 'candle' is taken already" in told
    assert not (tiny / "output").exists()


KINDS = ("printandplay", "thegamecrafter", "offset")
"""Shops with PDFs in RGB, pictures, and PDF/X; see test_shop.py for all others."""


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A project in which every way of writing files has run, on faces that are see-through."""
    root = tmp_path_factory.mktemp("made")
    write_starter(root, "Fog")
    paper = '<rect x="-9" y="-9" width="90" height="120" fill="#f7f0df"/>'
    veiled = '<circle cx="30" cy="40" r="20" fill="#335577" opacity="0.4"/>'
    (root / "templates" / "basic").mkdir(parents=True)
    (root / "templates" / "basic" / "card.svg.j2").write_text(paper + veiled, encoding="utf-8")
    run("print", "fog", "--ink", "low", "--project", root)
    run("calibrate", "--project", root)
    run("publish", "fog", "--as", "almanac", "--project", root)
    run("pictures", "fog", "candle", "--as", "hand", "--dpi", 30, "--project", root)
    words = ["pictures", "fog", "candle", "--as", "spread", "--format", "jpg", "--dpi", 30]
    run(*words, "--project", root)
    for name in KINDS:
        run("shop", "fog", "--to", name, "--allow-missing", "--project", root)
    return root / "output"


def files(made, suffix):
    return sorted(made.rglob(f"*.{suffix}")) or pytest.fail(f"no {suffix}")


def standard(pdf):
    return str(pdf.Root.OutputIntents[0].S) == "/GTS_PDFX"


NAME = re.compile(rb"/[A-Za-z]+")
BROUGHT = {
    "1.4": {b"/SMask", b"/ca", b"/CA", b"/BM", b"/OutputIntents", b"/Metadata", b"/Lang"},
    "1.5": {b"/ObjStm", b"/OCG", b"/OC", b"/OCProperties", b"/Tabs", b"/JPXDecode"},
    "1.6": {b"/PrintScaling", b"/UserUnit", b"/OpenType"},
    "1.7": {b"/Duplex"},
}
"""Names that a version brought (ISO 32000-1:2008, tables 25 to 150)."""


@pytest.mark.heavy
def test_the_header_of_every_pdf_fits_its_content(made):
    seen = set()
    for path in files(made, "pdf"):
        with pikepdf.open(path) as pdf:
            names = {*NAME.findall(path.read_bytes())}
            for thing in (pdf.Root, *pdf.objects):
                names.update(NAME.findall(thing.unparse(resolved=True)))
            needed = [version for version, keys in BROUGHT.items() if names & keys]
            assert max(needed) <= pdf.pdf_version, path
            if not standard(pdf):
                assert max(needed) == pdf.pdf_version, path
            seen.add((path.parent.name, pdf.pdf_version))
    assert {("a4", "1.7"), ("printandplay", "1.4"), ("offset", "1.6")} <= seen


def test_every_pdf_says_what_its_colours_are(made):
    for path in files(made, "pdf"):
        with pikepdf.open(path) as pdf:
            (intent,) = pdf.Root.OutputIntents
            profile = intent.DestOutputProfile
            if path.parent.name == "offset":
                assert (standard(pdf), int(profile.N)) == (True, 4), path
            else:
                assert profile.read_bytes() == srgb_profile(), path


def test_every_picture_says_that_it_is_srgb(made):
    for path in files(made, "png"):
        data = path.read_bytes()
        assert 0 < data.find(b"\0\0\0\1sRGB") < data.index(b"IDAT"), path
    for path in files(made, "jpg"):
        with Image.open(path) as image:
            assert image.info.get("icc_profile") == srgb_profile(), path

"""A rulebook in Markdown: filled in from the data, held against it, set as page and as PDF."""

import re
import shutil
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image
from pypdfium2.raw import FPDF_PAGEOBJ_FORM as FORM

from generator.book.binding import GAP_MM, book_sheet
from generator.outputs.kit import drawer_of, templates_of
from generator.printing.sheet_fonts import POINTS
from generator.publish.contents import PublishJob
from generator.publish.rulebook.calls import CALLS, Data, usage
from generator.publish.rulebook.checks import check_manuscript
from generator.publish.rulebook.files import fill, insert
from generator.publish.rulebook.manuscript import Call, WrittenName, manuscript
from generator.publish.rulebook.pages import GRID_COLUMNS
from validator.catalogue.load import load

BASE = Path(__file__).parents[2] / "examples" / "base"
FILE = "components/fog/rulebook.md"


@pytest.fixture(scope="module")
def game():
    return load(BASE)[0].games["fog"]


def told(text, game):
    found = check_manuscript(manuscript(text, FILE), Data(game, frozenset({"coin"})))
    return [(one.code.removeprefix("rulebook-"), one.place.line, one.place.column) for one in found]


# --- what is marked ------------------------------------------------------------------------------


def test_marks_have_their_places():
    text = 'One {{ icon("coin") }}\n\nand [[Candle]] <!-- FOG-A-01..03\nFOG-B-2 -->{{ x'
    found = manuscript(text, FILE)
    call, name = found.marks
    assert isinstance(call, Call) and (call.name, call.args) == ("icon", ("coin",))
    assert isinstance(name, WrittenName) and name.text == "Candle"
    assert [(one.place.line, one.place.column) for one in found.marks] == [(1, 5), (3, 5)]
    ids = [(name, place.line) for name, place in found.cited]
    assert ids == [("FOG-A-01", 3), ("FOG-A-02", 3), ("FOG-A-03", 3), ("FOG-B-2", 4)]
    assert [(sign, place.line, place.column) for sign, place in found.open] == [("{{", 4, 12)]


@pytest.mark.parametrize("unit", ["<!-- ", "{{ ", "[[ ", "`a", "{{ a }} `b` ", "<!-- X-1..9 --> "])
def test_a_long_text_of_signs_is_read_in_time_that_grows_with_it(unit):
    found = manuscript(unit * (200_000 // len(unit)), FILE)
    assert len(found.bare) == len(found.text) and len(found.lines.starts) == 1


def test_code_has_no_marks():
    found = manuscript("`{{ card('x') }}`\n\n```\n[[Candle]]\n```\n", FILE)
    assert found.marks == () and found.open == ()


@pytest.mark.parametrize(
    "written",
    [
        *["card", "card(1 + 1)", "card(x)", "a.b('c')", "card(*x)", "(" * 150, "card(" * 40],
        *["card(5)", "setup('three')", "icon()", "parts(1)", "setup(x=1)"],
    ],
)
def test_what_is_no_call_is_told_and_never_run(written, game):
    assert told(f"{{{{ {written} }}}}", game) == [("call", 1, 1)]


def test_every_call_says_how_it_is_written():
    assert {name: usage(name) for name in CALLS}["card"] == 'card("id", "more")'
    assert usage("setup") == "setup(players=number, bots=number)"


# --- what is said --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        '{{ card("candel") }}',
        '{{ cards("cards") }}',
        '{{ cards("card", "colour", "red") }}',
        "{{ setup(players=4) }}",
        '{{ icon("coins") }}',
        '{{ ruling("X-FOG-01") }}',
        "[[Lamp]]",
    ],
)
def test_what_is_not_there_is_told(text, game):
    assert told(text, game) == [("unknown", 1, 1)]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ("- 11 Light cards", ["number"]),
        ("* twelve Light cards\n* eleven Light cards, all alike", ["number"]),
        ("| 11 | Light cards |\n|---|---|\n", ["number"]),
        ("Shuffle all 11\nLight cards.", ["number"]),
        ("There are eleven Light cards.", ["number"]),
        ("That makes 11 Light cards in all.", ["number"]),
        ("- 12 Light cards", []),
        ("Deal 4 Light cards to each, and lay 2 Light cards out.", []),
        ("- 2 Light cards for each player", []),
        ("<!-- ignore: rulebook-number -->\n- 11 Light cards", []),
        ("`- 11 Light cards`", []),
        ('All {{ count("card") }} Light cards.', []),
        ("For 2 to 4 players.", ["players"]),
        ("With four players, and so on.", ["players"]),
        ("A 4-player game.", ["players"]),
        ("2–5 players", ["players"]),
        ("For 2 or 3 players, or with two players.", []),
        ("If 1 player has more", []),
        ("A 3-player game", []),
    ],
)
def test_numbers_that_contradict_the_parts_or_the_tables_are_told(text, codes, game):
    assert [code for code, _, _ in told(text, game)] == codes


def test_lists_stand_by_themselves(game):
    assert told("All of it: {{ parts() }}", game) == [("call", 1, 12)]
    assert told("All of it:\n\n{{ parts() }}\n", game) == []


# --- what is made --------------------------------------------------------------------------------

TEXT = """# Fog & <light> <!-- ignore: rulebook-html -->

Take a {{ icon("coin") }} and light a [[Candle]], it's "yours". *Be* **quick**.

## Set-up

{{ setup(players=2) }}

{{ parts() }}

{{ card("candle", "lantern") }}

{{ cards("card") }}

{{ cards("card", layout="grid") }}

## The end

## After it

1. one
2. two

> A box with <!-- ignore: rulebook-html --><script>alert(1)</script>.

| a | b |
|---|---|
| 1 | {{ count("card") }} |

![Table](art/table.png)

[here](https://example.org "{{ icon("coin") }}")
"""


@pytest.fixture(scope="module")
def job(tmp_path_factory):
    root = tmp_path_factory.mktemp("rulebook")
    shutil.copytree(BASE, root, dirs_exist_ok=True)
    (root / "art").mkdir(exist_ok=True)
    Image.new("RGB", (90, 60), "#336699").save(root / "art" / "table.png")
    (root / FILE).write_text(TEXT, "utf-8")
    templates = templates_of(root)
    return PublishJob(root, load(root)[0].games["fog"], templates, drawer_of(templates), "a5")


@pytest.fixture(scope="module")
def made(job, tmp_path_factory):
    folder = tmp_path_factory.mktemp("made")
    fill(job, folder)
    return folder


def test_the_page_has_all_of_it_and_no_markup_of_others(made):
    page = (made / "index.html").read_text("utf-8")
    assert "Fog &amp; &lt;light&gt;" in page and "it’s “yours”" in page
    assert "<script>" not in page and "&lt;script&gt;" in page
    assert page.count('src="icons/coin.svg"') == 1, "none stands in the title of a link"
    assert "<strong>Candle</strong>" in page and "<td>12</td>" in page
    assert 'src="pictures/own-1.webp"' in page and "\ue000" not in page
    assert "http" not in page.replace("http-equiv", "").replace("https://example.org", "")


def test_the_pdf_says_the_same(made):
    document = pypdfium2.PdfDocument(made / "rulebook-a5.pdf")
    text = " ".join(page.get_textpage().get_text_bounded() for page in document)
    words = " ".join(text.split())
    for said in ("Fog & <light>", "it’s “yours”", "alert(1)", "Deal 2", "Lantern", "12"):
        assert said in words, said
    assert document.get_page_size(0) == pytest.approx((419.5, 595.3), abs=1)
    assert [one.get_title() for one in document.get_toc()] == ["Set-up", "The end", "After it"]


def test_the_title_is_above_the_contents_and_tables_say_what_their_heads_are_of(made):
    page = (made / "index.html").read_text("utf-8")
    assert 0 < page.index("<h1") < page.index("<nav") < page.index("<h2")
    assert '<th scope="col">a</th>' in page and "<th>" not in page
    assert "../site/" not in page, "there is none beside it"


def document(made):
    return pypdfium2.PdfDocument(made / "rulebook-a5.pdf")


def test_a_grid_shows_the_pictures_of_a_set_in_rows_as_wide_as_the_page(made, job):
    page = (made / "index.html").read_text("utf-8")
    (grid,) = re.findall(r'<div class="figures grid">(.+?)</div>', page, re.DOTALL)
    assert grid.count("<figure>") == len(job.game.sets["card"].components) == 2
    gap = GAP_MM * POINTS
    with_bleed = (63.5 + 2 * 3) / 63.5
    cell = (book_sheet("a5").width + gap) / GRID_COLUMNS - gap
    faces = [one for page in document(made) for one in page.get_objects(filter=[FORM], max_depth=1)]
    wide = [right - left for left, _, right, _ in (one.get_bounds() for one in faces)]
    assert sum(abs(one - cell * with_bleed) < 0.1 for one in wide) == 2


def test_a_layout_of_cards_that_there_is_not_is_told(game):
    assert told('{{ cards("card", layout="gird") }}', game) == [("unknown", 1, 1)]


def test_it_goes_into_the_kit(job):
    paper = insert(job.root, job.game, job.templates, "letter")
    assert paper is not None and paper.file == "rulebook.pdf"
    assert paper.data.startswith(b"%PDF") and paper.pages >= 1
    assert len(pypdfium2.PdfDocument(paper.data)) == paper.pages

from dataclasses import replace
from functools import cache
from itertools import pairwise

import pytest
from fontfiles import dejavu
from lxml import etree
from reportlab.platypus import Flowable
from shippedfaces import shipped_faces, shipped_templates

from generator.book.flowables import Columns, deal
from generator.book.kit_cover import cover
from generator.book.table_picture import view_of
from generator.book.thumbnails import Thumb, fan
from generator.design.face import OUTLINED
from generator.installed import read_data
from generator.printing import fold_figures
from generator.printing.documents import documents, drawing_of, set_up_steps, stocks
from generator.printing.geometry import Caption, Rect, Style
from generator.printing.imposition import Drawing, FaceSide
from generator.printing.options import PrintOptions
from generator.printing.selection import copies_needed
from generator.typeset.fonts import FontKey, open_font
from validator.setup.deal import set_up

STEPS = read_data("building.yaml")["steps"]


@pytest.fixture(scope="module")
def henge(shipped):
    game = shipped.games["henge"]
    pairs, _ = shipped_faces("henge")
    return game, stocks(game, pairs, copies_needed(game))


def pairs_of(found):
    return [pair for stock in found for pair in stock.pairs]


@pytest.fixture(scope="module")
def made(henge):
    @cache
    def make(options):
        game, found = henge
        plans = list(documents(game, found, options))
        return cover(game, found, plans, shipped_templates(), options)

    return make


def words(done):
    faces = {face.key: face for face in done.faces}
    written = [faces[page.placed[-1].drawing.key] for page in done.plan.pages]
    return [" ".join(etree.fromstring(face.svg).itertext()) for face in written]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_every_part_has_a_picture_inside_the_margins(henge, made, paper):
    options = PrintOptions(paper=paper)
    plan = made(options).plan
    pictured = {face.deck for page in plan.pages for face in page.placed[:-1]}
    assert pictured == set(henge[0].sets)
    inner = Rect(15, 15, options.sheet.width_mm - 30, options.sheet.height_mm - 30)
    for page in plan.pages:
        *pictures, text = page.placed
        assert text.box == options.sheet.rect
        for face in pictures:
            inside = face.box.cut(inner)
            assert inside.width == pytest.approx(face.box.width)
            assert inside.height == pytest.approx(face.box.height)


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_parts_building_set_up_and_the_table_take_four_pages(made, paper):
    done = made(PrintOptions(paper=paper))
    pages = words(done)
    assert len(pages) == len(done.plan.pages) == 4
    assert "What is in the kit" in pages[0] and "from your own box" in pages[0]
    assert "A seat is a place at the table" in pages[0]
    assert "mats.pdf Player mats 5 one" in " ".join(pages)
    assert "Cut, fold and glue" in pages[1]
    assert "Set up" in pages[2]
    assert "The table for 4 players; a number is that of the step" in pages[2]
    assert "With bots 14. Hengebots" in pages[3]


def test_what_stands_in_for_a_set_is_counted_as_it_is_printed(henge, made):
    game, found = henge
    whole = words(made(PrintOptions()))[0]
    assert "90 Markers small cubes: 5 kinds, 18 of each" in whole
    assert "45 Coins play money in ones and fives: 30 x Coin of $1, 15 x Coin of $5" in whole
    assert "1 Master Druid any pawn" in whole
    one = {"coin-1": 1, "marker-red": 2}
    few = [replace(stock, copies=one) for stock in found if stock.set.id in ("coin", "marker")]
    plans = list(documents(game, few, PrintOptions()))
    page = words(cover(game, few, plans, shipped_templates(), PrintOptions()))[0]
    assert "1 coin play money" in page and "2 Markers small cubes Print" in page
    assert "1 coin of $1" in page


def test_each_number_of_a_figure_is_told_and_nobody_types_a_command():
    for step in STEPS.values():
        figure = fold_figures.read_figure(step["figure"])
        numbers = {s.text for s in figure if isinstance(s, Caption) and s.text.isdigit()}
        badges = {s.text for s in figure if getattr(s, "style", "") == Style.BADGE_WORD}
        assert badges <= numbers and all(f"({number})" in step["text"] for number in badges)
        assert step["text"].count("(") == len(badges) and "--" not in step["text"]


def test_words_of_pieces_are_no_text_of_the_cover(made):
    done = made(PrintOptions())
    text = {page.placed[-1].drawing.key for page in done.plan.pages}
    shown = {face.key for face in done.faces} - text
    placed = {one.drawing.key for page in done.plan.pages for one in page.placed[:-1]}
    assert placed == shown
    for face in done.faces:
        assert (OUTLINED in face.svg) is (face.key in shown)


def lies_in(box, whole):
    inside = box.cut(whole)
    return inside and (inside.width, inside.height) == pytest.approx((box.width, box.height))


def view(henge, players, bots=0, pairs=None):
    game, found = henge
    tables = [t for t in game.configurations if (t.players, t.bots) == (players, bots)]
    pairs, steps = pairs_of(found) if pairs is None else pairs, set_up_steps(game, tables)
    return view_of(game, tables, pairs, lambda _, face: drawing_of(face), steps), steps


@pytest.mark.parametrize("players", [3, 5])
def test_the_picture_shows_the_table_as_it_lies_and_each_place_by_its_step(henge, players):
    shown, steps = view(henge, players)
    assert shown.players == f"{players} players"
    picture = shown.at_most(180, 150)
    words = [shape.text for shape in picture.shapes if isinstance(shape, Caption)]
    (chosen,) = (t for t in henge[0].configurations if (t.players, t.bots) == (players, 0))
    zones = set_up(henge[0], chosen, 1).zones
    assert {f"Stone deck: {len(zones['stone_deck'])}", "Quarry pool", "Luck discards"} <= {*words}
    assert "Spring deck" not in words  # its cards are in the box again
    assert "Each player (here red)" in words and not any("blue" in one for one in words)
    laid = [step for step in steps if step.heading != "First Upgrades" and not step.for_bots]
    assert {str(step.number) for step in laid} <= {*words}
    board, *others = sorted(picture.placed, key=lambda face: -face.box.width)
    assert board.component == ("board-3" if players == 3 else "board-45")
    decks = {one.deck: one for one in others if one.side is FaceSide.BACK}
    assert lies_in(decks["luck"].box, board.box)  # where the board has its spot
    druids = [one.box for one in others if one.component == "druid-red"]
    (mat,) = (one.box for one in others if one.deck == "mat")
    assert len(druids) == 12 and all(lies_in(box, mat) for box in druids)


def test_the_picture_has_a_bot_where_one_sits_and_fits_its_frame(henge):
    shown, steps = view(henge, 3, bots=1)
    picture = shown.at_most(180, 150)
    words = [shape.text for shape in picture.shapes if isinstance(shape, Caption)]
    assert "Each bot (here yellow)" in words
    assert steps[-1].for_bots and "Hengebot deck: 30" in words
    whole = Rect(0, 0, picture.width, picture.height)
    assert (picture.width, picture.height) <= (180, 150)
    assert all(lies_in(one.box, whole) for one in picture.placed)


def test_without_a_table_or_with_a_part_of_it_there_is_no_picture(henge):
    game, found = henge
    assert view_of(game, [], pairs_of(found), lambda _, face: None, []) is None
    assert view(henge, 3, pairs=pairs_of(found)[1:])[0] is None


def test_steps_of_bots_stand_apart_and_all_are_few(henge):
    steps = set_up_steps(henge[0])
    assert [step.number for step in steps] == list(range(1, 16))
    bots = [step for step in steps if step.for_bots]
    assert (
        [step.heading for step in bots]
        == ["Hengebots", "Room for later"]
        == [step.heading for step in steps[-2:]]
    )
    assert not any(tag for step in bots for tag, _ in step.lines)
    assert not any("bot" in text.lower() for step in steps[:-2] for _, text in step.lines)


@pytest.mark.heavy
def test_a_name_that_shipped_fonts_lack_is_set_in_the_themes(henge):
    game, found = henge
    other = replace(game, name="\N{HEBREW LETTER ALEF}\N{HEBREW LETTER BET}")
    plans = list(documents(other, found, PrintOptions()))
    templates = shipped_templates()
    done = cover(other, found, plans, templates, PrintOptions())
    (finding,) = done.findings
    assert finding.code == "glyph-missing"
    assert "U+05D0" in finding.message
    hebrew = open_font(FontKey("Hebrew"), dejavu().resolve())
    fonts = {"body": hebrew}  # all that a theme must name
    theme = replace(templates.theme, fonts=fonts)
    own = replace(templates, root=dejavu().resolve().parent, theme=theme)
    done = cover(other, found, plans, own, PrintOptions())
    assert not done.findings
    key = done.plan.pages[0].placed[-1].drawing.key
    first = etree.fromstring(next(face.svg for face in done.faces if face.key == key))
    title, foot = (node for node in first if node.text == other.name and node.get("direction"))
    assert float(title.get("font-size")) > float(foot.get("font-size"))
    assert title.get("font-family") == "Hebrew"


@pytest.mark.parametrize(
    ("name", "players"),
    [
        ("henge", " · 1 to 5 players"),
        ("high_council", " · 2 or 4 players"),
        ("crossing_stonehenge", " · 2 players"),
        ("stonehenge", ""),
    ],
)
def test_the_players_are_those_of_the_legal_tables_if_there_are_any(henge, shipped, name, players):
    page = first_page(henge, shipped.games[name])
    assert page.startswith(f"Print-and-play kit · revision 19{players} Henge ")


def first_page(henge, other):
    """The first page of Henge's cover with the tables of another game."""
    game = replace(henge[0], configurations=other.configurations, title_players=other.title_players)
    plans = list(documents(*henge, PrintOptions()))
    bare = replace(game, setup=replace(game.setup, steps=()))
    return words(cover(bare, henge[1], plans, shipped_templates(), PrintOptions()))[0]


def test_what_is_folded_depends_on_the_layout(made):
    assert "beside its own back" in words(made(PrintOptions(layout="gutterfold")))[1]


def test_thumbnails_share_a_scale_and_are_never_enlarged():
    big = Thumb(Drawing("a", 60, 90, 3), "rect", "a", "d")
    small = Thumb(Drawing("b", 30, 45, 3), "rect", "b", "d")
    boxes = [box for _, box in fan([big, small], 100, 18)]
    assert boxes[0].height == pytest.approx(18)
    assert boxes[1].height == pytest.approx(9)
    assert fan([small], 100, 100)[0] == (small, Rect(0, 0, 30, 45))
    assert fan([], 100, 100) == []


@pytest.mark.parametrize(("number", "shown"), [(1, 1), (2, 2), (3, 3), (5, 3), (9, 3)])
def test_thumbnails_stand_side_by_side_and_are_fewer_where_they_would_be_too_small(number, shown):
    thumb = Thumb(Drawing("a", 25, 25, 3), "round", "a", "d")
    boxes = [box for _, box in fan([thumb] * number, 40, 18)]
    assert len(boxes) == shown
    assert boxes[0].x == 0
    assert boxes[-1].right <= 40 + 1e-9
    for left, right in pairwise(boxes):
        assert left.right < right.x


@pytest.mark.parametrize("way", STEPS)
def test_figures_stay_in_their_frame_with_words_of_six_points_or_more(way):
    for shape in fold_figures.read_figure(STEPS[way]["figure"]):
        assert not isinstance(shape, Caption) or shape.size >= 6
        points = getattr(shape, "points", None) or [getattr(shape, "at", None) or shape.centre]
        assert all(
            -0.5 <= x <= fold_figures.WIDTH_MM and 0 <= y <= fold_figures.HEIGHT_MM
            for x, y in points
        )


# --- lines in columns: all of them, in order, the last page as low as can be --------------------


class Bar(Flowable):
    def __init__(self, high):
        super().__init__()
        self.high = high

    def wrap(self, width, height):
        return width, self.high


def dealt(heights, many, most):
    ends = deal(heights, many, most)
    return [heights[start:end] for start, end in zip([0, *ends], ends, strict=False)]


@pytest.mark.parametrize(
    ("bars", "columns"),
    [
        ([9], [[9], []]),
        ([5, 5, 5, 5], [[5, 5], [5, 5]]),
        ([5, 5, 5], [[5, 5], [5]]),
        ([2, 2, 2, 20], [[2, 2, 2], [20]]),
        ([20, 2, 2, 2], [[20], [2, 2, 2]]),
        ([10] * 7, [[10, 10, 10], [10, 10, 10]]),
        ([50, 50, 50], [[50], [50]]),
    ],
)
def test_lines_are_dealt_to_columns(bars, columns):
    assert dealt(bars, 2, 32) == columns


def test_more_columns_are_as_low_as_can_be():
    assert dealt([1, 1, 1, 1, 3, 1, 1], 3, 100) == [[1, 1, 1, 1], [3, 1], [1]]


def test_lines_go_on_over_the_next_page():
    columns = Columns([Bar(10) for _ in range(19)], 2, 6)
    counts = []
    while True:
        high = columns.wrap(100, 80)[1]
        if high <= 80:
            break
        first, columns = columns.split(100, 80)
        counts.append(first.wrap(100, 80)[1])
    assert counts == [80]
    assert high == 20
    assert not columns.split(100, 60)

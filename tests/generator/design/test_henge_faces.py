"""What Henge's rules say of its printed faces stands on them, where they say."""

import re
from dataclasses import replace

import pytest
from fontfiles import dejavu
from lxml import etree
from shippedfaces import shipped_faces, shipped_templates
from shippedgames import catalogue, game_of

from generator.design.face import has_letters, names_without_letters
from generator.design.faces import faces_of
from generator.svg.inside import small_texts
from generator.svg.lint import OURS, SVG_NS
from generator.typeset.fonts import FontKey, open_font, registry_of_trilith

GAME = game_of("henge")
CARD_WIDTH, CARD_HEIGHT = 63.5, 88.9  # A poker card, in mm
TRACK_END = "10.8"  # side of the two ends of a Transport Track as drawn, in mm
PATH_SPACE = {"r": "8.7", "stroke-width": ".9"}
"""The ground of a space of a Druid Path as drawn, sizes in mm."""
WHITE_RIM = {"stroke": "#ffffff", "stroke-width": "1.1"}
"""The outline of a slot that crosses a border, as drawn."""
COLUMN, WAY = 15.4, 64.4  # where the left column of a Stone card ends, in mm
PRIVILEGES = {
    "steps": "steps", "coin": "coin-level", "luck": "luck-level", "stone": "stone-level",
    "druid": "druid-level",
}  # fmt: skip
"""The icon of each privilege."""
STONES = list({one.mark.text: one for one in GAME.sets["stone"].components}.values())
"""A Stone card for each player-count mark."""
BOARDS = GAME.sets["board"].components


def drawn(component):
    [pair], *_ = faces_of(GAME, shipped_templates(), wanted=lambda one: one.id == component.id)
    return etree.fromstring(pair.front.svg.encode())


def shapes(face, name, **wanted):
    """The shapes of a name that have these attributes, in the order in which they are drawn."""
    return [one for one in face.iter(f"{{*}}{name}") if wanted.items() <= dict(one.attrib).items()]


@pytest.mark.parametrize("stone", STONES, ids=lambda one: one.id)
def test_a_stone_card_shows_for_how_many_it_is_and_its_way(stone):
    """HEN-STONE-09 and HEN-PC-14, the mark and where it is; HEN-STONE-04, quarry to site."""
    face = drawn(stone)
    corner = [
        text.text
        for text in shapes(face, "text")
        if float(text.get("x")) > CARD_WIDTH * 0.8 and float(text.get("y")) < CARD_HEIGHT * 0.15
    ]
    assert corner == [stone.mark.text]
    assert {"Quarry", "Henge site"} <= {text.text for text in shapes(face, "text")}
    quarry, site = shapes(face, "rect", width=TRACK_END, height=TRACK_END)
    level = float(quarry.get("y")) + float(TRACK_END) / 2
    between = [
        float(one.get("cx"))
        for one in shapes(face, "circle")
        if float(one.get("cy", "nan")) == pytest.approx(level)
    ]
    assert len(between) + 2 == len(stone.fields["transport_track"])
    ends = float(quarry.get("x")), float(site.get("x"))
    assert all(ends[0] < x < ends[1] for x in between)


@pytest.mark.parametrize("stone", GAME.sets["stone"].components, ids=lambda one: one.id)
def test_the_left_column_of_a_stone_card_tells_what_the_rules_read(stone):
    """HEN-STONE-01, HEN-STONE-02, HEN-STONE-03, HEN-STONE-05 and HEN-STONE-06."""
    marks = shapes(drawn(stone), "text")
    column = [one for one in marks if float(one.get("x")) < COLUMN and float(one.get("y")) < WAY]
    fields = stone.fields
    said = [one.text for one in column if one.text]
    assert said == [f"${fields['cost']}", str(fields["vp"]), str(fields["transport_summary"])]
    shown = [one.get("data-name") for one in column if one.get("data-name")]
    assert shown == [f"stone-{fields['size']}", PRIVILEGES[fields["privilege"]], "transport"]


@pytest.mark.parametrize("board", BOARDS, ids=lambda one: one.id)
def test_the_ground_of_a_space_tells_its_price(board):
    """HEN-BOARD-26: one colour for each price, and each price a colour of its own."""
    grounds = [one.get("fill") for one in shapes(drawn(board), "circle", **PATH_SPACE)]
    prices = [space["cost"] for area in board.fields["areas"] for space in area["path"]]
    assert len(grounds) == len(prices)
    assert len(set(zip(prices, grounds, strict=True))) == len(set(prices)) == len(set(grounds))


@pytest.mark.parametrize("board", BOARDS, ids=lambda one: one.id)
def test_slots_that_cross_a_border_have_a_white_outline(board):
    """HEN-BOARD-21; that they count for both areas is shown where stones are installed."""
    crossing = [slot for slot in board.fields["slots"] if len(slot["areas"]) > 1]
    assert len(shapes(drawn(board), "rect", **WHITE_RIM)) == len(crossing) > 0


def test_each_side_of_the_board_says_for_how_many_seats_it_is():
    """HEN-BOARD-01: which side lies up is read off the board, not counted from its slots."""
    words = [{one.text for one in shapes(drawn(board), "text")} for board in BOARDS]
    assert ["3 seats" in side for side in words] == [True, False]
    assert ["4 or 5 seats" in side for side in words] == [False, True]


def test_no_two_bonus_cards_of_a_season_share_a_picture():
    cards = GAME.sets["bonus"].components
    pictures = [(card.fields["season"], card.fields["art"]) for card in cards]
    assert len(set(pictures)) == len(cards)


@pytest.mark.parametrize(("game", "decks"), [("henge", 5), ("stonehenge", 2)])
def test_the_revision_stands_at_one_place_of_all_cards(game, decks):
    mark = f"r{catalogue().games[game].revision}"
    places = {
        (pair.deck, text.get("x"), text.get("y"), text.get("text-anchor"))
        for pair in shipped_faces(game)[0]
        for text in shapes(etree.fromstring(pair.front.svg.encode()), "text")
        if text.text == mark and pair.form == "card"
    }
    assert len({place[0] for place in places}) == decks
    assert len({place[1:] for place in places}) == 1, places


# --- letters of the shipped faces are large enough, clear of what is beside them, and not misread -

LEAST_PT = 7.0  # smallest letters of the built-in templates
DIVIDER_MM = 15.8  # where the strip of a number card ends


def fronts(game, deck):
    return {
        pair.component: etree.fromstring(pair.front.svg)
        for pair in shipped_faces(game)[0]
        if pair.deck == deck
    }


def runs(root):
    """The texts of a drawing with their left and right ends (mm), without those turned round."""
    for node in root.iter(f"{{{SVG_NS}}}text"):
        turned = any(above.get("transform") for above in node.iterancestors())
        if node.get(OURS) == "run" and not turned:
            x = float(node.get("x"))
            yield node.text, x, x + float(node.get("data-width"))


@pytest.mark.parametrize("game", ["henge", "stonehenge"])
def test_no_letters_are_smaller_than_seven_points(game):
    for pair in shipped_faces(game)[0]:
        for face in filter(None, (pair.front, pair.back)):
            small = list(small_texts(etree.fromstring(face.svg), LEAST_PT))
            assert not small, (pair.component, small)


def test_the_index_of_a_number_card_is_clear_of_edge_and_divider():
    for component, root in fronts("stonehenge", "number").items():
        number, left, right = next(runs(root))
        assert component.startswith(f"{number}-")
        assert left >= 2.5, component
        assert right <= DIVIDER_MM - 2.0, component


def test_only_sixes_and_nines_are_underlined():
    bar = re.compile(rb'<path d="M[\d.]+ [\d.]+H[\d.]+" stroke="#[0-9a-f]+" stroke-width')
    marked = {
        component
        for component, root in fronts("stonehenge", "number").items()
        if bar.search(etree.tostring(root).replace(f' xmlns="{SVG_NS}"'.encode(), b""))
    }
    assert marked == {"6-night", "6-day", "9-night", "9-day"}


def test_the_name_of_a_stone_is_clear_of_its_mark():
    pill = re.compile(r'<rect x="([\d.]+)" y="[\d.]+" width="[\d.]+" height="6"\s+rx="3"')
    for pair in shipped_faces("henge")[0]:
        if pair.deck == "stone":
            (left,) = pill.findall(pair.front.svg)
            name = next(runs(etree.fromstring(pair.front.svg)))
            assert name[2] <= float(left) - 1.5, pair.component


# --- names that covers and sheets print have letters in some font, or are told of -----------------

SANS = registry_of_trilith().font(FontKey("Source Sans Pro"))
WIDE = open_font(FontKey("Wide"), dejavu())
NAME = "\N{HEBREW LETTER SHIN}\N{HEBREW LETTER LAMED}"


def test_names_without_letters_are_told_of_where_they_stand():
    game = game_of("crossing_stonehenge")
    assert not list(names_without_letters(game, {"body": SANS}))
    (finding,) = names_without_letters(replace(game, name=f"{NAME} 2"), {"body": SANS})
    assert (finding.code, finding.severity.value) == ("glyph-missing", "warning")
    assert "U+05E9" in finding.message
    assert finding.place.file.endswith("crossing_stonehenge/game.yaml")
    assert not list(names_without_letters(replace(game, name=NAME), {"body": WIDE}))
    assert has_letters("Henge")
    assert not has_letters(NAME)

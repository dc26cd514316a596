import re
import shutil
from pathlib import Path

import pytest
import yaml
from fogfaces import draw_with
from shippedfaces import shipped_faces

from generator.design.canvas import canvas_of
from generator.design.faces import faces_of
from generator.design.layout_files import Layouts
from generator.design.lookup import folder_of_trilith
from generator.design.templates import load_templates
from generator.design.theme import INKS, with_ink
from generator.svg.lint import contrast, least_contrast, rgb

FOLDER = folder_of_trilith()
THEME = yaml.safe_load((FOLDER / "theme.yaml").read_text("utf-8"))
GROUNDS = {
    "ink": ["paper", "panel", "frost", "chalk", "summer", "sunlight", "coin", "stone_light"],
    "soft": ["paper", "panel", "frost"],
    "on_dark": ["night", "dusk", "moss", "earth", "winter", "accent", "stone_dark"],
}
BASIC = {
    "card": ["poker", "mini", "tarot", "square"],
    "card_back": ["poker", "mini", "tarot", "square"],
    "chit": ["chit", "coin"],
    "chit_back": ["chit", "coin"],
    "token": ["token", "druid", "marker", "big_token"],
    "mat": ["mat", "mat_small"],
    "board": ["board_small", "board", "board_square"],
    "standee": ["standee", "pawn"],
}
BARE = {"id": "thing", "name": "Thing", "text": "", "players": "*", "effects": ()}
ABOUT = {"id": "things", "name": "Things", "singular": "Thing", "form": "card"}
GAME = {"id": "game", "name": "Game", "revision": "1", "terms": {}}


@pytest.fixture(scope="module", params=INKS)
def inked(request, root):
    templates, findings = load_templates(root, request.param)
    assert not findings
    return request.param, templates


def colours_of(svg):
    return set(re.findall(r'(?:fill|stroke|stop-color)="([^"]+)"', svg))


def is_grey(colour):
    if colour == "none" or colour.startswith("url("):
        return True
    red, green, blue = rgb(colour)
    return red == green == blue


@pytest.mark.parametrize("game", ["henge", "stonehenge"])
def test_every_face_is_drawn_in_every_ink(inked, shipped, game):
    ink, templates = inked
    normal = shipped_faces(game)
    pairs, findings, *_ = normal if ink == "normal" else faces_of(shipped.games[game], templates)
    assert not findings
    drawn = "".join(face.svg for pair in pairs for face in (pair.front, pair.back) if face)
    if ink != "normal":
        assert [c for c in sorted(colours_of(drawn)) if not is_grey(c)] == []
    if ink == "low":
        assert "Gradient" not in drawn


@pytest.mark.parametrize(("name", "size"), [(n, s) for n, sizes in BASIC.items() for s in sizes])
def test_a_basic_template_needs_nothing_but_a_name(inked, name, size):
    _, templates = inked
    assert_drawn(templates, name, size, BARE)


def assert_drawn(templates, name, size, record):
    context = {"c": record, "set": ABOUT, "game": GAME, "face": "front"}
    canvas = canvas_of(templates.sizes[size], 3)
    svg, findings = draw_with(templates, context, canvas, f"basic/{name}")
    assert not findings
    assert svg


def test_the_overview_shows_every_icon():
    shown = (FOLDER / "all_icons.svg.j2").read_text("utf-8")
    icons = {path.stem for path in (FOLDER / "icons").glob("*.svg")}
    assert icons - set(re.findall(r'"([a-z0-9-]+)"', shown)) == set()


@pytest.mark.parametrize("file", ["luck", "bonus"])
def test_cards_can_only_ask_for_motifs_that_are_drawn(root, file):
    art = (FOLDER / "_art.svg.j2").read_text("utf-8")
    motifs = re.findall(r'"([a-z]+)"', re.search(r"set motifs = \[(.+?)\]", art, re.DOTALL)[1])
    deck = yaml.safe_load((root / f"components/henge/{file}.yaml").read_text("utf-8"))
    assert set(deck["fields"]["properties"]["art"]["enum"]) <= set(motifs)


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("role", GROUNDS)
def test_text_stands_out_from_its_ground(ink, role):
    colours = with_ink(THEME, ink)["colours"]
    for ground in GROUNDS[role]:
        assert contrast(colours[role], colours[ground]) >= least_contrast(8, 400), ground


@pytest.mark.parametrize("ink", INKS)
@pytest.mark.parametrize("table", ["actions", "privileges"])
def test_dark_badges_carry_light_icons(ink, table):
    values = with_ink(THEME, ink)
    for name, entry in values[table].items():
        assert contrast(values["colours"]["on_dark"], entry["fill"]) >= 4.5, name


def test_every_player_colour_has_a_shape_of_its_own():
    shapes = [player["shape"] for player in THEME["players"].values()]
    assert len(shapes) == len(set(shapes))
    assert all((FOLDER / "icons" / f"shape-{shape}.svg").is_file() for shape in shapes)


def test_no_text_is_written_below_six_and_a_half_points():
    for path in sorted(FOLDER.rglob("*.svg.j2")):
        for size in re.findall(r"size=(\d+(?:\.\d+)?)", path.read_text("utf-8")):
            assert float(size) >= 6.5 or float(size) < 1, (path.name, size)


def test_the_lines_of_templates_can_be_read():
    for path in [*FOLDER.rglob("*.j2"), *FOLDER.rglob("*.yaml"), *FOLDER.rglob("*.svg")]:
        assert max(map(len, path.read_text("utf-8").splitlines())) <= 120, path


def test_every_layout_that_comes_along_is_right():
    layouts = Layouts({"templates": FOLDER})
    assert [found for name in layouts.names() for found in layouts.findings_of(name)] == []
    assert {"basic/card", "henge/stone", "stonehenge/number"} <= set(layouts.names())


# --- templates of projects that were begun before there were face layouts go on drawing -----------

EARLIER = Path(__file__).parents[2] / "examples" / "earlier"
"""Copies of built-in templates and of the theme, as a project took them then."""
CASES = {
    "card": ("poker", {"cost": 2, "icon": "coin", "art": "sledge"}),
    "card_back": ("poker", {}),
    "board": ("board_small", {"spaces": ["Quay"], "score_track": {"from": 0, "to": 9}}),
    "mat": ("mat_small", {"colour": "red", "spaces": ["Quay"]}),
    "standee": ("standee", {"colour": "blue"}),
    "chit_back": ("chit", {}),
}


@pytest.fixture(scope="module", params=INKS)
def earlier(request, tmp_path_factory):
    root = tmp_path_factory.mktemp("earlier")
    shutil.copytree(EARLIER, root / "templates")
    templates, findings = load_templates(root, request.param)
    assert findings == []
    return templates


@pytest.mark.parametrize("name", CASES)
def test_an_earlier_template_draws_as_it_did(earlier, name):
    size, fields = CASES[name]
    record = {"id": "thing", "name": "Thing", "text": "Gain 1 {coin}.", "players": "3+", **fields}
    assert_drawn(earlier, name, size, record)
    assert earlier.place(f"basic/{name}").file == f"templates/basic/{name}.svg.j2"

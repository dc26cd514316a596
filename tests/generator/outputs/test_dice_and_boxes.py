"""Dice and tuck boxes as printed: faces where they belong, boxes as large as their deck."""

import json
import math
from itertools import product
from types import SimpleNamespace

import pikepdf
import pytest
from commandline import run
from print_fakes import TITLE
from printreach import leaves

from generator.book.building import build_steps
from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.drawing.cutlines import cut_lines
from generator.outputs.kit import print_kit
from generator.printing.decks import PieceDeck
from generator.printing.documents import box_documents, boxes_of, documents, stocks, title_of
from generator.printing.folding import CARD_MM, PLAY_MM, Identity, cube_net, die_net, die_stickers
from generator.printing.geometry import Edges, Rect
from generator.printing.imposition import Drawing, FaceSide, Slot, put
from generator.printing.options import Dice, PrintOptions
from generator.printing.papers import papers
from generator.printing.planning import shelf_document
from generator.printing.selection import copies_needed
from validator.catalogue.load import load
from validator.catalogue.words.language import ENGLISH

DICE = """\
kind: components
set: dice
name: Dice
singular: Die
form: token
size: die_16
template: basic/die
fields: {type: object, properties: {colour: {type: string}, faces: {type: array}}}
components:
  - {id: d6, name: Die, copies: 2}
  - id: storm
    name: Storm die
    colour: red
    faces: [1, 2, {icon: coin}, {icon: coin, text: "2"}, A, 6]
"""
STRIP = Drawing("strip", 96, 16, 3)


@pytest.fixture
def harbour(tiny, edit):
    """A game with dice, whose deck asks for a box."""
    (tiny / "components/fog/dice.yaml").write_text(DICE, "utf-8")
    own = "tuck_box: {card_mm: 0.5}\nsize: poker "
    edit(tiny / "components/fog/cards.yaml", "size: poker ", own)
    return tiny


def kit_of(project, **options):
    game = load(project)[0].games["fog"]
    templates, findings = load_templates(project)
    assert not findings
    kit, findings = print_kit(game, templates, project / "output", PrintOptions(**options))
    rows = json.loads((kit.folder / "placements.json").read_text("utf-8"))
    return kit, rows, findings


def drawn(project):
    """The game with its sets, drawn."""
    game = load(project)[0].games["fog"]
    templates, _ = load_templates(project)
    pairs, *_ = faces_of(game, templates)
    found = stocks(game, pairs, copies_needed(game))
    return SimpleNamespace(game=game, templates=templates, found=found)


def boxes(kit, **options):
    copies, chosen = copies_needed(kit.game), PrintOptions(**options)
    made, findings = boxes_of(kit.game, kit.found, kit.templates, chosen, copies)
    assert not findings
    return made


@pytest.mark.parametrize(
    ("faces", "count"),
    [
        (", faces: [1, 2, 3, 4, 5]", 5),
        (", faces: [1, 2, 3, 4, 5, 6, 1]", 7),
        (', faces: [1, 1, 2, 2, "", x]', None),
        ("", None),
    ],
)
def test_a_die_with_fewer_or_more_faces_than_six_is_told(tiny, faces, count):
    text = DICE.partition("  - {id: d6")[0] + f"  - {{id: die, name: Die{faces}}}\n"
    (tiny / "components/fog/dice.yaml").write_text(text)
    lines = run("check", "--project", tiny, status=None).output.splitlines()
    found = [line for line in lines if line.endswith("[die-faces]")]
    assert len(found) == (count is not None)
    for line in found:
        assert line.startswith("components/fog/dice.yaml:10:33: warning: ")
        assert f"the die 'die' has {count} faces" in line


@pytest.mark.parametrize("rotation", [0, 90])
def test_every_panel_of_a_die_shows_its_own_face(rotation):
    piece = die_net(Identity("d6", "dice"), STRIP)
    turned = (piece.height, piece.width) if rotation else (piece.width, piece.height)
    sheet = put(piece, Slot(Rect(30, 40, *turned), rotation, Edges.all(1)))
    shown = {(round(face.clip.x, 6), round(face.clip.y, 6)): face for face in sheet.fronts}
    assert len(shown) == 6
    assert all(
        (face.clip.width, face.clip.height) == pytest.approx((16, 16)) for face in sheet.fronts
    )
    if rotation == 0:
        net = cube_net(16)
        for number, panel in enumerate(net.panels.values()):
            face = shown[round(30 + panel.x, 6), round(40 + panel.y, 6)]
            assert face.clip.x - face.box.x == pytest.approx(16 * number)


def test_stickers_are_the_middles_of_the_faces():
    piece = die_stickers(Identity("d6", "dice"), STRIP)
    assert [cut.centre for cut in piece.cuts] == [(8 + 16 * face, 8) for face in range(6)]
    assert {(cut.width, cut.height) for cut in piece.cuts} == {(13, 13)}


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("make", [die_net, die_stickers])
def test_dice_stay_on_every_paper(make, paper):
    pieces = tuple(make(Identity("d6", "dice", copy), STRIP) for copy in range(1, 9))
    for pack, cut in product((False, True), ((), ("svg",))):
        options = PrintOptions(paper=paper, pack=pack, cut=cut)
        document = shelf_document(
            "dice.pdf", "dice", TITLE, [PieceDeck("dice", "Dice", pieces)], options
        )
        assert leaves(document, papers()[paper]) == []
        for page in document.pages:
            around = [outline.box for outline in page.outlines]
            if make is die_net:
                assert not any(
                    one.overlaps(other) for one in around for other in around if one is not other
                )


@pytest.mark.parametrize("dice", list(Dice))
def test_dice_are_a_file_of_their_own_without_backs(harbour, dice):
    kit, rows, findings = kit_of(harbour, dice=dice, cut=("svg", "dxf"))
    assert not findings
    mine = [row for row in rows if row["file"] == "dice.pdf"]
    assert {row["face"] for row in mine} == {"front"}
    assert len(mine) == (18 if dice is Dice.NET else 3)
    if dice is Dice.NET:
        assert {(row["width_mm"], row["height_mm"]) for row in mine} == {(16.0, 16.0)}
        assert len({(row["x_mm"], row["y_mm"]) for row in mine}) == 18
    assert not [row for row in rows if row["deck"] == "dice" and row["file"] != "dice.pdf"]
    cuts = (kit.folder / "dice-cut-1.svg").read_text("utf-8")
    scores, _, lines = cuts.partition('id="cut"')
    assert lines.count("<path") == (3 if dice is Dice.NET else 18)
    assert scores.partition('id="score"')[2].count("<path") == (36 if dice is Dice.NET else 0)
    with pikepdf.Pdf.open(kit.folder / "dice.pdf") as pdf:
        assert len(pdf.pages) == 1


def test_a_box_is_sized_by_the_whole_deck(harbour):
    kit = drawn(harbour)
    (box,) = boxes(kit)
    cards = kit.game.sets["card"].count
    front, side = box.net.panels["front"], box.net.panels["left"]
    assert front.width >= 63.5 + PLAY_MM
    assert front.height >= 88.9 + PLAY_MM
    assert side.width >= cards * 0.5 + PLAY_MM
    (thin,) = boxes(kit, card_mm=CARD_MM)
    assert thin.net.panels["left"].width < side.width
    assert (box.face.width_mm, box.face.height_mm) == (box.net.width, box.net.height)


def test_the_drawing_of_a_box_is_cut_where_the_net_is(harbour):
    (box,) = boxes(drawn(harbour))
    lines = cut_lines(box.face)
    seen = [(x, box.net.height - y) for x, y in lines.cut]
    outline = box.net.outline
    assert max(min(math.dist(a, b) for b in outline) for a in seen) < 0.01
    assert area(seen) == pytest.approx(area(outline), rel=1e-3)
    assert len(lines.scores) == len(box.net.scores)


def area(points):
    following = (*points[1:], points[0])
    pairs = zip(points, following, strict=True)
    return abs(sum(a[0] * b[1] - b[0] * a[1] for a, b in pairs)) / 2


def test_a_box_comes_with_the_kit_but_not_with_single_cards(harbour):
    kit, rows, _ = kit_of(harbour, cut=("svg",))
    (row,) = [row for row in rows if row["file"] == "boxes.pdf"]
    assert row["component"] == "card-tuck-box"
    assert (kit.folder / "boxes-cut-1.svg").read_text("utf-8").count("<path") > 10
    game = drawn(harbour)
    assert boxes(game, chosen=True) == ()
    assert len(boxes(game, chosen=True, tuck_boxes=True)) == 1


def test_a_box_stays_on_every_paper(harbour):
    kit = drawn(harbour)
    made = boxes(kit)
    for paper, cut in product(papers(), ((), ("svg",))):
        options = PrintOptions(paper=paper, cut=cut)
        (plan,), errors = box_documents(title_of(kit.game), made, options)
        assert not errors
        assert leaves(plan, papers()[paper]) == []
        assert {page.side for page in plan.pages} == {FaceSide.FRONT}


def test_a_box_too_large_for_the_paper_is_told_at_its_deck_and_the_rest_prints(harbour, edit):
    edit(harbour / "components/fog/cards.yaml", "card_mm: 0.5", "card_mm: 4")
    kit, rows, findings = kit_of(harbour)
    assert [one.code for one in findings] == ["print-layout"]
    assert findings[0].place.file.endswith("cards.yaml")
    assert "Tuck box of" in findings[0].message
    assert "cards.pdf" in kit.files
    assert "boxes.pdf" not in kit.files
    assert rows


def test_a_project_may_draw_its_own_box(harbour):
    own = harbour / "templates/basic"
    own.mkdir(parents=True)
    template = '<path d="{{ net.cut }}" fill="#123456"/>'
    (own / "tuck_box.svg.j2").write_text(template, "utf-8")
    (box,) = boxes(drawn(harbour))
    assert "#123456" in box.face.svg


def test_the_cover_tells_how_to_make_them(harbour):
    kit = drawn(harbour)
    for dice, said in ((Dice.NET, "tabs inside"), (Dice.STICKERS, "blank die of 16 mm")):
        options = PrintOptions(dice=dice)
        nets = box_documents(title_of(kit.game), boxes(kit), options)[0]
        plans = [*documents(kit.game, kit.found, options), *nets]
        words = " ".join(step.text for step in build_steps(kit.found, plans, options, ENGLISH))
        assert said in words
        assert "tuck in the bottom" in words

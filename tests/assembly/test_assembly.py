"""A starter goes together within what its cover tells; kits broken on purpose do not."""

import shutil
from collections import Counter

import numpy as np
import pikepdf
import pytest
from assembly.drawn import PrintFile
from assembly.kits import GameOfKits
from assembly.making import CUT_MM, Drift, Kit
from assembly.models import Model, models_of

from generator.starter import write_starter

pytestmark = pytest.mark.heavy

LUCK = 34
TRIALS = 4


@pytest.fixture(scope="module")
def harbour(tmp_path_factory):
    """A starter whose sheets of chits have two kinds of backs."""
    root = tmp_path_factory.mktemp("assembly")
    write_starter(root, "Harbour", "harbour")
    return GameOfKits(root, "harbour", root / "made")


@pytest.fixture(scope="module")
def kits(harbour, tmp_path_factory):
    """A kit with backs on the other side, and one in strips, each in a folder of its own."""
    root = tmp_path_factory.mktemp("kits")
    for layout in ("auto", "gutterfold"):
        shutil.copytree(harbour.print_kit("a4", layout), root / layout)
    return root


@pytest.fixture
def broken(harbour, kits, tmp_path):
    """Break a file of a kit in some way, and tell what is then found wrong."""

    def found(way, layout="auto", file="cards.pdf", page=1):
        folder = shutil.copytree(kits / layout, tmp_path / "kit")
        with pikepdf.open(folder / file, allow_overwriting_input=True) as pdf:
            way(pdf, pdf.pages[page])
            pdf.save()
        return faults(Kit(folder, harbour.gallery, harbour.wanted))

    return found


def faults(kit, more=0.0):
    luck, told = np.random.default_rng(LUCK), kit.told
    found = Counter(what for what, _ in kit.faults_of_reading())
    for _ in range(TRIALS):
        fold = told.fold + more * bool(told.fold)
        made = kit.assemble(luck, told.drift(luck, more), fold=fold)
        found += Counter(what for what, *_ in made)
    return found


@pytest.mark.parametrize("layout", ["auto", "gutterfold"])
def test_nothing_is_wrong_within_what_the_cover_tells_and_something_is_beyond(
    harbour, kits, layout
):
    kit = Kit(kits / layout, harbour.gallery, harbour.wanted)
    assert len(kit.places) == sum(harbour.wanted.values()) > 50
    assert kit.told.shift >= 1 or kit.told.fold >= 0.5
    assert faults(kit) == {}
    assert set(faults(kit, 2.0)) == {"back edge"}


def test_cuts_beside_the_marks_by_more_than_the_bleed_show(harbour, kits):
    kit = Kit(kits / "auto", harbour.gallery, harbour.wanted)
    luck = np.random.default_rng(LUCK)
    assert not list(kit.assemble(luck, Drift(), CUT_MM))
    assert list(kit.assemble(luck, Drift(), 8 * CUT_MM))


def move(page, matrix):
    """Draw all of a page elsewhere."""
    page.contents_add(f"q {matrix} cm\n".encode(), prepend=True)
    page.contents_add(b"\nQ", prepend=False)


def turn_sheet(pdf, page):
    move(page, f"-1 0 0 -1 {page.mediabox[2]} {page.mediabox[3]}")


def shift_by_a_millimetre_too_much(pdf, page):
    move(page, f"1 0 0 1 {(1.9 + 1) / 25.4 * 72} 0")


def _rewrite(pdf, page, change):
    done = [change(*one) for one in pikepdf.parse_content_stream(page)]
    page.Contents = pdf.make_stream(pikepdf.unparse_content_stream([one for one in done if one]))


def swap_backs(pdf, page):
    names = sorted(page.Resources.XObject.keys())[:2]
    other = dict(zip(names, reversed(names), strict=True))

    def change(operands, operator):
        if str(operator) == "Do":
            operands = [pikepdf.Name(other.get(str(operands[0]), str(operands[0])))]
        return operands, operator

    _rewrite(pdf, page, change)


def take_a_card_out(pdf, page):
    left = [1]

    def change(operands, operator):
        gone = str(operator) == "Do" and left and left.pop()
        return None if gone else (operands, operator)

    _rewrite(pdf, page, change)


def move_folds(pdf, page):
    """Dashed lines, and what is white under them, are drawn 2 mm further."""
    dashed = [False]

    def change(operands, operator):
        if str(operator) == "d":
            dashed[0] = bool(len(operands[0]))
        if str(operator) in "ml" and dashed[0]:
            operands = [float(number) + 2 / 25.4 * 72 for number in operands]
        return operands, operator

    _rewrite(pdf, page, change)


@pytest.mark.parametrize(
    ("way", "where", "wanted"),
    [
        (turn_sheet, {}, "upside down"),
        (shift_by_a_millimetre_too_much, {}, "back"),
        (swap_backs, {"file": "chits.pdf"}, "too many"),
        (take_a_card_out, {"page": 0}, "no face"),
        (move_folds, {"layout": "gutterfold", "page": 0}, "back"),
    ],
)
def test_a_kit_that_is_broken_fails(broken, way, where, wanted):
    found = broken(way, **where)
    assert any(wanted in what for what in found), found


@pytest.fixture(scope="module")
def folded(tmp_path_factory):
    """A game with a die, and its kit."""
    root = tmp_path_factory.mktemp("folded")
    write_starter(root, "Pig", "pig")
    game = GameOfKits(root, "pig", root / "made")
    return game, game.print_kit("a4", "auto")


@pytest.fixture(scope="module")
def boxed(harbour, tmp_path_factory):
    """A kit with a tuck box, and the files of a cutting machine."""
    found = harbour.print_kit("a4", "cutter", "long", "--tuck-boxes", "--cut", "svg")
    return shutil.copytree(found, tmp_path_factory.mktemp("boxed") / "kit")


def test_dice_and_boxes_close_and_a_machine_cuts_where_the_sheets_say(harbour, boxed, folded):
    game, kit = folded
    for one in (Kit(kit, game.gallery, game.wanted), Kit(boxed, harbour.gallery, harbour.wanted)):
        assert len(one.models) == 1
        assert faults(one) == {}


def test_stickers_of_dice_are_all_there_and_one_too_few_is_told(folded):
    game, _ = folded
    kit = Kit(game.print_kit("a4", "auto", "long", "--dice", "stickers"), game.gallery, game.wanted)
    (die,) = kit.models
    assert len(die.boxes) == 6
    assert faults(kit) == {}
    die.boxes[0] = die.boxes[1]
    assert "a die with other stickers in dice.pdf" in faults(kit)


def test_a_box_without_one_of_its_folds_or_too_small_for_its_deck_fails(harbour, boxed):
    file = PrintFile(boxed / "boxes.pdf")
    ((sheet, _),) = file.sheets
    (whole,) = models_of(sheet, "boxes.pdf")
    assert list(whole.faults_of_reading(harbour.gallery)) == []
    lost = Model(sheet, whole.outline, whole.folds[1:], "boxes.pdf")
    assert list(lost.faults_of_reading(harbour.gallery)) == ["does not close"]
    whole.size = whole.size * 0.9
    assert any("for" in what for what in whole.faults_of_reading(harbour.gallery))


def test_a_kit_with_a_sheet_too_few_fails(harbour, kits, tmp_path):
    folder = shutil.copytree(kits / "auto", tmp_path / "kit")
    with pikepdf.open(folder / "cards.pdf", allow_overwriting_input=True) as pdf:
        del pdf.pages[:2]
        pdf.save()
    kit = Kit(folder, harbour.gallery, harbour.wanted)
    assert any("pieces for" in what for what, _ in kit.faults_of_reading())

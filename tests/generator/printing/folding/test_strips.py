from itertools import pairwise

import pytest
from print_fakes import TITLE, cards, flats

from generator.printing.geometry import Caption, Path, Style
from generator.printing.imposition import FaceSide
from generator.printing.options import PrintOptions
from generator.printing.papers import papers
from generator.printing.planning import grid_document, shelf_document

MIXED = (
    flats("carve", 28, 28, 4, "round"),
    flats("coin", 25, 25, 33, "round"),
    flats("marker", 10, 10, 50),
    flats("spring", 40, 36, 1),
    flats("bar", 20, 8, 17),
)


def printed(kind, paper, board, pack):
    options = PrintOptions(paper, "gutterfold", board_mm=board, pack=pack)
    if kind == "cards":
        return grid_document("cards.pdf", "cards", TITLE, [cards(19)], options)
    return shelf_document("chits.pdf", "chits", TITLE, MIXED, options)


def lines(page, style):
    """Whether the lines of a style lie across the page, and where each does."""
    found = [s.points for s in page.shapes if isinstance(s, Path) and s.style is style]
    across = all(y1 == y2 for (_, y1), (_, y2) in found)
    assert across or all(x1 == x2 for (x1, _), (x2, _) in found), "lines in both directions"
    return across, sorted(points[0][1 if across else 0] for points in found)


def span(box, across):
    return (box.y, box.top) if across else (box.x, box.right)


def strips(page, across):
    found = []
    for low, high in pairwise([0.0, *lines(page, Style.APART)[1], 1000.0]):
        faces = [face for face in page.placed if low <= span(face.clip, across)[0] + 1e-6 < high]
        ends = [span(face.clip, across)[1] for face in faces]
        assert max(ends) <= high + 1e-6, "a cut runs through a face"
        found.append(faces)
    return found


@pytest.mark.parametrize("kind", ["cards", "chits"])
@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize(("board", "pack"), [(0.0, False), (2.0, False), (1.0, True)])
def test_each_strip_has_one_fold_that_lays_backs_on_fronts(kind, paper, board, pack):
    document = printed(kind, paper, board, pack)
    assert document.flip is None
    for page in document.pages:
        across, folds = lines(page, Style.FOLD)
        for faces in strips(page, across):
            spans = [span(face.clip, across) for face in faces]
            low, high = min(start for start, _ in spans), max(end for _, end in spans)
            own = [fold for fold in folds if low < fold < high]
            assert len(own) == (2 if board else 1)
            assert own[-1] - own[0] == pytest.approx(board)
            assert not any(start < fold < end for start, end in spans for fold in own)
            check_pairs(faces, own, across)


def check_pairs(faces, creases, across):
    """Folded about its creases, the strip has each back behind its own front."""
    sides = {side: {(f.component, f.copy): f for f in faces if f.side is side} for side in FaceSide}
    assert sides[FaceSide.FRONT].keys() == sides[FaceSide.BACK].keys()
    middle = sum(creases) / len(creases)
    for key, front in sides[FaceSide.FRONT].items():
        back = sides[FaceSide.BACK][key]
        (low, high), (near, far) = span(front.box, across), span(back.box, across)
        assert (2 * middle - high, 2 * middle - low) == pytest.approx((near, far))
        assert span(front.box, not across) == pytest.approx(span(back.box, not across))
        assert (back.rotation - front.rotation) % 360 == 180
        # The nearest bleed keeps five millimetres from the crease.
        assert min(abs(low - c) for c in creases) >= 5 + 1.5 or high < creases[0]


@pytest.mark.parametrize("paper", sorted(papers()))
def test_strips_are_cut_apart_between_their_bleeds(paper):
    page = printed("chits", paper, 0, pack=False).pages[0]
    across, cuts = lines(page, Style.APART)
    assert len(cuts) == len(lines(page, Style.FOLD)[1]) - 1 > 0
    assert sum(map(len, strips(page, across))) == len(page.placed)


def test_a_sheet_says_what_to_do_first():
    page = printed("chits", "a4", 2, pack=False).pages[0]
    words = [s.text for s in page.shapes if isinstance(s, Caption)]
    assert "cut apart at full lines, fold both dashed ones round 2 mm board" in words


def test_pieces_without_backs_are_not_among_the_strips():
    plain = flats("p", 20, 20, 3, back=False)
    options = PrintOptions(layout="gutterfold")
    document = shelf_document("chits.pdf", "c", TITLE, [plain, MIXED[0]], options)
    assert [{face.deck for face in page.placed} for page in document.pages] == [{"carve"}, {"p"}]
    assert lines(document.pages[1], Style.FOLD)[1] == []

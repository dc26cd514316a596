from __future__ import annotations

import itertools
from dataclasses import replace

import pytest
from print_fakes import TITLE, book_of, cards, drawings_of, flats, near, read_faces
from printreach import box_of

from generator.outputs.kit import placements
from generator.printing.decks import LayoutError, PieceDeck
from generator.printing.folding import Identity, flat
from generator.printing.geometry import Caption, Paper, Path, Rect
from generator.printing.imposition import Document, Drawing, FaceSide, Flip, Shift, mirror
from generator.printing.marks import MarkMode, MarkStyle
from generator.printing.options import PageOrder, PrintOptions
from generator.printing.papers import papers
from generator.printing.planning import grid_document, shelf_document
from generator.printing.print_files import build_pdf


def cards_document(options: PrintOptions, *decks: PieceDeck) -> Document:
    return grid_document("cards.pdf", "cards", TITLE, decks or (cards(11),), options)


NO_MARKS = MarkStyle(MarkMode.NONE)
NO_ROOM = ("letter", "3x3")
"""Nine cards fill the printable area of US Letter: there is no room for marks above and below."""


def marks_on(paper: str, layout: str) -> MarkStyle:
    return NO_MARKS if (paper, layout) == NO_ROOM else MarkStyle()


CHOICES = [
    PrintOptions(paper=paper, layout=layout, flip=flip, marks=marks_on(paper, layout))
    for paper, layout, flip in itertools.product(
        ("a4", "letter", "tabloid"), ("auto", "3x3", "4x2", "gutterfold", "single"), Flip
    )
]


@pytest.mark.parametrize("options", CHOICES, ids=lambda o: f"{o.paper}-{o.layout}-{o.flip}")
def test_the_finished_pdf_places_faces_where_the_plan_says(options: PrintOptions) -> None:
    decks = (cards(11),)
    document = cards_document(options, *decks)
    book = book_of(drawings_of([piece for deck in decks for piece in deck.pieces]))
    read = list(read_faces(build_pdf(document, book)))
    planned = list(placements([document]))
    assert len(read) == len(planned)
    for found, plan in zip(read, planned, strict=True):
        assert found.page == plan.page
        assert found.box.x == pytest.approx(plan.x_mm, abs=0.1)
        assert found.box.y == pytest.approx(plan.y_mm, abs=0.1)
        assert found.box.width == pytest.approx(plan.width_mm, abs=0.1)
        assert found.box.height == pytest.approx(plan.height_mm, abs=0.1)
        assert found.rotation == pytest.approx(plan.rotation % 360, abs=0.01)


@pytest.mark.parametrize("flip", list(Flip))
@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("order", list(PageOrder))
def test_each_back_lies_behind_its_own_front(flip: Flip, paper: str, order: PageOrder) -> None:
    document = cards_document(PrintOptions(paper=paper, flip=flip, order=order), cards(19))
    rows = list(placements([document]))
    fronts = {(r.component, r.copy): r for r in rows if r.face == "front"}
    backs = {(r.component, r.copy): r for r in rows if r.face == "back"}
    assert fronts.keys() == backs.keys() and len(fronts) == 19
    sheets = len(document.pages) // 2
    for key, front in fronts.items():
        back = backs[key]
        assert back.page == front.page + (1 if order is PageOrder.ALTERNATE else sheets)
        other = _mirrored(front, papers()[paper], flip)
        assert (back.x_mm, back.y_mm) == pytest.approx(other, abs=0.002)


def _mirrored(row: object, paper: Paper, flip: Flip) -> tuple[float, float]:
    x, y = row.x_mm, row.y_mm  # type: ignore[attr-defined]
    if flip is Flip.LONG:
        return paper.width_mm - x - row.width_mm, y  # type: ignore[attr-defined]
    return x, paper.height_mm - y - row.height_mm  # type: ignore[attr-defined]


def test_back_shift_and_turn_reach_the_paper() -> None:
    """A profile of 1.5 mm right, 0.5 mm down and 1 degree shows in the file as just that."""
    shift = Shift(1.5, -0.5, 1.0)
    decks = (cards(5),)
    book = book_of(drawings_of([piece for deck in decks for piece in deck.pieces]))
    straight = list(read_faces(build_pdf(cards_document(PrintOptions(), *decks), book)))
    moved_document = cards_document(PrintOptions(backs=shift), *decks)
    moved = list(read_faces(build_pdf(moved_document, book)))
    planned = list(placements([moved_document]))
    for before, after, plan in zip(straight, moved, planned, strict=True):
        if plan.face == "front":
            assert before == after
            continue
        assert (after.rotation - before.rotation) % 360 == pytest.approx(1.0, abs=0.001)
        assert after.box.x == pytest.approx(plan.x_mm, abs=0.01)
        assert after.box.y == pytest.approx(plan.y_mm, abs=0.01)
        # About the middle of the page: what is above it moves to the left.
        dx = after.box.centre[0] - before.box.centre[0]
        above = before.box.centre[1] - 297 / 2
        assert dx == pytest.approx(1.5 - above * 0.01745, abs=0.03)


def test_gutterfold_puts_backs_upside_down_with_five_millimetres_to_the_fold() -> None:
    document = cards_document(PrintOptions(layout="gutterfold"))
    assert document.flip is None
    rows = list(placements([document]))
    pairs = {(r.component, r.copy): {} for r in rows}  # type: ignore[var-annotated]
    for row in rows:
        pairs[(row.component, row.copy)][row.face] = row
    page = document.pages[0]
    folds = {s.points[0][0] for s in page.shapes if isinstance(s, Path) and s.style == "fold"}
    assert len(folds) == 1
    fold = folds.pop()
    for pair in pairs.values():
        front, back = pair["front"], pair["back"]
        assert front.page == back.page and front.y_mm == back.y_mm
        assert (back.rotation - front.rotation) % 360 == 180
        assert back.x_mm + back.width_mm + 3 + 5 == pytest.approx(fold, abs=0.01)
        assert front.x_mm - 3 - 5 == pytest.approx(fold, abs=0.01)


def test_single_pages_are_as_big_as_the_bleed() -> None:
    document = cards_document(PrintOptions(layout="single"))
    assert len(document.pages) == 22
    for page in document.pages:
        assert (page.width, page.height) == pytest.approx((69.5, 94.9))
        assert page.trim.x == page.trim.y == 3
        assert page.shapes == ()


def test_packing_fills_sheets_across_decks() -> None:
    decks = (cards(5, "first"), cards(3, "luck"))
    loose = cards_document(PrintOptions(), *decks)
    tight = cards_document(PrintOptions(pack=True), *decks)
    assert (len(loose.pages), len(tight.pages)) == (4, 2)
    assert {face.deck for face in tight.pages[0].placed} == {"first", "luck"}


def test_cards_without_backs_never_share_sheets_with_two_sided_ones() -> None:
    decks = (cards(2, "first"), cards(2, "luck", back=False))
    document = cards_document(PrintOptions(pack=True), *decks)
    assert [len(page.placed) for page in document.pages] == [2, 2, 2, 0]


def test_skipped_slots_are_empty_on_both_sides() -> None:
    whole = cards_document(PrintOptions(), cards(8))
    skipped = cards_document(PrintOptions(skip=frozenset({1, 8})), cards(8))
    gone = {whole.pages[0].placed[i].box for i in (0, 7)}
    assert len(skipped.pages) == 4
    assert not gone & {face.box for page in skipped.pages[::2] for face in page.placed}


@pytest.mark.parametrize(("skip", "said"), [(range(1, 9), "all 8 slots"), ({99}, "has 8 slots")])
def test_skipping_every_slot_or_none_that_there_is_is_refused(skip, said) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(LayoutError, match=said):
        cards_document(PrintOptions(skip=frozenset(skip)), cards(8))


def test_a_layout_that_cannot_hold_the_cards_says_what_would_help() -> None:
    drawing = Drawing("big", 120, 170, 3)
    deck = PieceDeck("aid", "Aids", (flat(Identity("a", "aid"), drawing, None),))
    with pytest.raises(LayoutError) as caught:
        cards_document(PrintOptions(layout="3x3"), deck)
    assert "--layout auto" in caught.value.hint


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("layout", ["auto", "3x3", "gutterfold"])
@pytest.mark.parametrize("number", [1, 7, 9, 10])
def test_labels_keep_clear_of_everything(paper: str, layout: str, number: int) -> None:
    options = PrintOptions(paper=paper, layout=layout, marks=marks_on(paper, layout))
    document = cards_document(options, cards(number))
    for page in document.pages:
        captions = [s for s in page.shapes if isinstance(s, Caption) and s.style == "label"]
        words = " ".join(caption.text for caption in captions)
        for needed in ("Henge", "revision 19", "stone cards", "page ", "100 %", "50 mm"):
            assert needed in words
        for caption in captions:
            box = box_of(caption)
            assert box.x >= 6.3 and box.y >= 5.5
            assert box.right <= page.width - 5.5 and box.top <= page.height - 6.3
            assert not any(box.overlaps(face.clip) for face in page.placed)
            for mark in page.shapes:
                if isinstance(mark, Path) and mark.style == "crop":
                    assert not box.overlaps(box_of(mark), 0.01)


def test_marks_stand_on_both_sides_of_the_sheet() -> None:
    document = cards_document(PrintOptions(), cards(8))
    front, back = ([s for s in p.shapes if s.style == "crop"] for p in document.pages[:2])
    assert len(front) == len(back) > 0


def test_marks_can_be_left_out() -> None:
    document = cards_document(PrintOptions(marks=NO_MARKS), cards(8))
    assert not any(s.style == "crop" for page in document.pages for s in page.shapes)


def test_chits_share_sheets_and_two_sided_ones_come_first() -> None:
    decks = [flats("m", 10, 10, 5, back=False), flats("c", 25, 25, 5, "round")]
    document = shelf_document("chits.pdf", "chits", TITLE, decks, PrintOptions())
    assert [page.side for page in document.pages] == [FaceSide.FRONT, FaceSide.BACK] * 2
    assert {face.deck for face in document.pages[0].placed} == {"c"}
    assert document.pages[3].placed == ()
    front, back = document.pages[0].placed[0], document.pages[1].placed[0]
    assert near(mirror(front.box, papers()["a4"], Flip.LONG), back.box, 1e-6)


def test_pages_say_which_sheet_they_are() -> None:
    document = cards_document(PrintOptions(), cards(9), cards(3, "luck"))
    assert [page.label for page in document.pages][-2:] == [
        "luck cards 3 front",
        "luck cards 3 back",
    ]
    assert [page.chapter for page in document.pages if page.chapter] == [
        "stone cards",
        "luck cards",
    ]


def test_the_order_changes_nothing_but_the_order() -> None:
    options = PrintOptions()
    one = cards_document(options, cards(19))
    other = cards_document(replace(options, order=PageOrder.FRONTS_THEN_BACKS), cards(19))
    assert sorted(p.label for p in one.pages) == sorted(p.label for p in other.pages)
    assert [p.side for p in other.pages] == [FaceSide.FRONT] * 3 + [FaceSide.BACK] * 3


@pytest.mark.parametrize("paper", sorted(papers()))
def test_backs_may_bleed_further_at_the_edges_of_a_sheet(paper: str) -> None:
    front = Drawing("f", 63.5, 88.9, 3, spare=2)
    back = Drawing("b", 63.5, 88.9, 3, spare=2)
    pieces = tuple(flat(Identity("s", "s", n), front, back) for n in range(16))
    deck = PieceDeck("s", "Stones", pieces)
    document = grid_document("c.pdf", "c", TITLE, [deck], PrintOptions(paper=paper))
    fronts, backs = document.pages[0], document.pages[1]
    area = papers()[paper].printable
    assert fronts.bleed.width == pytest.approx(min(fronts.trim.width + 6, area.width))
    more = max(backs.bleed.width - fronts.bleed.width, backs.bleed.height - fronts.bleed.height)
    assert more == pytest.approx(4)
    clips = [face.clip for face in backs.placed]
    assert not any(a.overlaps(b) for a, b in itertools.combinations(clips, 2))
    for caption in backs.shapes:
        if isinstance(caption, Caption):
            assert not box_of(caption).overlaps(backs.bleed)
    read = list(read_faces(build_pdf(document, book_of([front, back])), bleed=5))
    for found, row in zip(read, placements([document]), strict=True):
        assert found.box.x == pytest.approx(row.x_mm, abs=0.01)
        assert found.box.width == pytest.approx(row.width_mm, abs=0.01)


def test_gutterfold_lays_chits_beside_their_backs_too() -> None:
    options = PrintOptions(layout="gutterfold")
    coins = flats("c", 25, 25, 7, "round")
    document = shelf_document("chits.pdf", "c", TITLE, [coins], options)
    assert document.flip is None
    (page,) = document.pages
    assert [face.side for face in page.placed] == [FaceSide.FRONT, FaceSide.BACK] * 7
    front, back = page.placed[:2]
    across, up = (b - a for a, b in zip(front.box.centre, back.box.centre, strict=True))
    assert sorted((abs(across), abs(up))) == pytest.approx([0, 25 + 2 * (3 + 5)])
    assert (back.rotation - front.rotation) % 360 == 180
    assert len(page.outlines) == 14


def test_own_outlines_stand_on_their_head_beyond_the_fold() -> None:
    flag, tail = Drawing("f", 20, 16, 3), Drawing("t", 20, 16, 3)
    corners = ((0, 0), (20, 4), (0, 16))
    piece = flat(Identity("f", "f"), flag, tail, "custom", outline=corners)
    options = PrintOptions(layout="gutterfold")
    document = shelf_document("chits.pdf", "c", TITLE, [PieceDeck("f", "Flags", (piece,))], options)
    (page,) = document.pages
    for outline, face in zip(page.outlines, page.placed, strict=True):
        assert all(
            face.box.x - 1e-6 <= x <= face.box.right + 1e-6
            and face.box.y - 1e-6 <= y <= face.box.top + 1e-6
            for x, y in outline.points
        )
    tips = [_tip(outline.points, outline.box) for outline in page.outlines]
    assert tips[0] == pytest.approx((-tips[1][0], -tips[1][1]))


def _tip(points: tuple[tuple[float, float], ...], box: Rect) -> tuple[float, float]:
    """The second corner, from the middle of its box."""
    x, y = points[1]
    return x - box.centre[0], y - box.centre[1]

import itertools
from dataclasses import replace

import pytest
from print_fakes import TITLE, book_of, cards, drawings_of, flats, near, read_faces
from printreach import box_of

from generator.outputs.kit import placements, volumes
from generator.printing.decks import PieceDeck
from generator.printing.folding import Identity, flat
from generator.printing.geometry import Caption, Edges, Path, Rect
from generator.printing.imposition import Document, Drawing, FaceSide, Flip, Page, Shift, mirror
from generator.printing.marks import MarkMode, MarkStyle
from generator.printing.options import PageOrder, PrintOptions
from generator.printing.papers import papers
from generator.printing.planning import grid_document, shelf_document
from generator.printing.print_files import build_pdf


def cards_document(options, *decks):
    return grid_document("cards.pdf", "cards", TITLE, decks or (cards(11),), options)


def read_back(document):
    return list(read_faces(build_pdf(document, book_of(drawings_of(cards(11).pieces)))))


NO_MARKS = MarkStyle(MarkMode.NONE)


def marks_on(paper, layout):
    """Nine cards fill the printable area of US Letter: there is no room for marks around them."""
    return NO_MARKS if (paper, layout) == ("letter", "3x3") else MarkStyle()


CHOICES = [
    PrintOptions(paper=paper, layout=layout, flip=flip, marks=marks_on(paper, layout))
    for paper, layout, flip in itertools.product(
        ("a4", "letter"), ("auto", "3x3", "4x2", "gutterfold", "single"), Flip
    )
]


@pytest.mark.parametrize("options", CHOICES, ids=lambda o: f"{o.paper}-{o.layout}-{o.flip}")
def test_the_finished_pdf_places_faces_where_the_plan_says(options):
    document = cards_document(options)
    planned = list(placements([document]))
    for found, plan in zip(read_back(document), planned, strict=True):
        assert found.page == plan.page
        box = Rect(plan.x_mm, plan.y_mm, plan.width_mm, plan.height_mm)
        assert near(found.box, box)
        assert found.rotation == pytest.approx(plan.rotation % 360, abs=0.01)


@pytest.mark.parametrize("flip", list(Flip))
@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("order", list(PageOrder))
def test_each_back_lies_behind_its_own_front(flip, paper, order):
    document = cards_document(PrintOptions(paper=paper, flip=flip, order=order), cards(19))
    rows = list(placements([document]))
    fronts = {(r.component, r.copy): r for r in rows if r.face == "front"}
    backs = {(r.component, r.copy): r for r in rows if r.face == "back"}
    assert fronts.keys() == backs.keys() and len(fronts) == 19
    sheets, sheet = len(document.pages) // 2, papers()[paper]
    for key, front in fronts.items():
        back = backs[key]
        assert back.page == front.page + (1 if order is PageOrder.ALTERNATE else sheets)
        x, y = front.x_mm, front.y_mm
        if flip is Flip.LONG:
            x = sheet.width_mm - x - front.width_mm
        else:
            y = sheet.height_mm - y - front.height_mm
        assert (back.x_mm, back.y_mm) == pytest.approx((x, y), abs=0.002)


def test_back_shift_and_turn_reach_the_paper():
    shifted = cards_document(PrintOptions(backs=Shift(1.5, -0.5, 1.0)))
    still = replace(shifted, pages=tuple(replace(page, shift=None) for page in shifted.pages))
    faces = zip(
        read_back(still),
        read_back(shifted),
        placements([shifted]),
        strict=True,
    )
    for before, after, plan in faces:
        if plan.face == "front":
            assert before == after
            continue
        assert (after.rotation - before.rotation) % 360 == pytest.approx(1.0, abs=0.001)
        assert (after.box.x, after.box.y) == pytest.approx((plan.x_mm, plan.y_mm), abs=0.01)
        # About the middle of the page: what is above it moves to the left.
        dx = after.box.centre[0] - before.box.centre[0]
        above = before.box.centre[1] - 297 / 2
        assert dx == pytest.approx(1.5 - above * 0.01745, abs=0.03)


def test_single_pages_are_as_big_as_the_bleed():
    document = cards_document(PrintOptions(layout="single"))
    assert len(document.pages) == 22
    for page in document.pages:
        assert (page.width, page.height) == pytest.approx((69.5, 94.9))
        assert page.trim.x == page.trim.y == 3
        assert page.shapes == ()


def test_packing_fills_sheets_across_decks_but_keeps_cards_without_backs_apart():
    decks = (cards(5, "first"), cards(3, "luck"))
    loose = cards_document(PrintOptions(), *decks)
    tight = cards_document(PrintOptions(pack=True), *decks)
    assert (len(loose.pages), len(tight.pages)) == (4, 2)
    assert {face.deck for face in tight.pages[0].placed} == {"first", "luck"}
    decks = (cards(2, "first"), cards(2, "luck", back=False))
    apart = cards_document(PrintOptions(pack=True), *decks)
    assert [len(page.placed) for page in apart.pages] == [2, 2, 2, 0]


def test_skipped_slots_are_empty_on_both_sides():
    whole = cards_document(PrintOptions(), cards(8))
    skipped = cards_document(PrintOptions(skip=frozenset({1, 8})), cards(8))
    gone = {whole.pages[0].placed[i].box for i in (0, 7)}
    assert len(skipped.pages) == 4
    assert not gone & {face.box for page in skipped.pages[::2] for face in page.placed}


@pytest.mark.parametrize("paper", sorted(papers()))
@pytest.mark.parametrize("layout", ["auto", "3x3", "gutterfold"])
@pytest.mark.parametrize("number", [1, 7, 9, 10])
def test_labels_keep_clear_of_everything(paper, layout, number):
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


def test_no_mark_of_a_back_comes_onto_a_piece_as_it_drifts_within_its_bleed():
    document = cards_document(PrintOptions(), cards(8))
    front, back = ([s for s in p.shapes if s.style == "crop"] for p in document.pages)
    assert len(front) == 64
    assert len(back) == 24
    bleeds = [box.grow(Edges.all(3)) for box in (face.box for face in document.pages[1].placed)]
    for mark, bleed in itertools.product(back, bleeds):
        assert not box_of(mark).overlaps(bleed, 0.1)
    unmarked = cards_document(PrintOptions(marks=NO_MARKS), cards(8))
    assert not [s for p in unmarked.pages for s in p.shapes if s.style == "crop"]


def test_round_backs_and_what_lies_behind_in_a_strip_have_no_line_to_cut_along():
    decks = [flats("c", 25, 25, 5, "round")]
    for layout, lines in (("auto", [5, 0]), ("gutterfold", [5])):
        options = PrintOptions(layout=layout)
        document = shelf_document("chits.pdf", "chits", TITLE, decks, options)
        found = [sum(s.style == "outline" for s in p.shapes) for p in document.pages]
        assert found == lines


def test_chits_share_sheets_and_two_sided_ones_come_first():
    decks = [flats("m", 10, 10, 5, back=False), flats("c", 25, 25, 5, "round")]
    document = shelf_document("chits.pdf", "chits", TITLE, decks, PrintOptions())
    assert [page.side for page in document.pages] == [FaceSide.FRONT, FaceSide.BACK] * 2
    assert {face.deck for face in document.pages[0].placed} == {"c"}
    assert document.pages[3].placed == ()
    front, back = document.pages[0].placed[0], document.pages[1].placed[0]
    assert near(mirror(front.box, papers()["a4"], Flip.LONG), back.box, 1e-6)


@pytest.mark.parametrize("paper", sorted(papers()))
def test_backs_may_bleed_further_at_the_edges_of_a_sheet(paper):
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


def test_own_outlines_stand_on_their_head_beyond_the_fold():
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
    one, other = (
        [at - middle for at, middle in zip(outline.points[1], outline.box.centre, strict=True)]
        for outline in page.outlines
    )
    assert one == pytest.approx([-at for at in other])


BOX = Rect(0, 0, 210, 297)


def document(*names, flip=Flip.LONG):
    """A file whose pages are fronts (``F1``) and backs (``B1``)."""
    sides = {"F": FaceSide.FRONT, "B": FaceSide.BACK}
    pages = (Page(210, 297, (), (), name, BOX, BOX, side=sides[name[0]]) for name in names)
    return Document("cards.pdf", "Cards", "fog", tuple(pages), flip)


@pytest.mark.parametrize(
    ("flip", "most", "parts"),
    [
        (Flip.LONG, 4, ["F1 B1 F2 B2"]),
        (Flip.LONG, 4, ["F1 B1 F2 B2", "F3 B3"]),
        (Flip.LONG, 4, ["F1 F2 | B1 B2", "F3 | B3"]),
        (None, 2, ["F1 F2", "F3 F4", "F5"]),
        (Flip.LONG, 4, ["F1 F2 B2", "F3 F4 B4"]),
        (Flip.LONG, 2, ["F1 F2 F3 B2 B3"]),
    ],
    ids=["short", "alternating", "fronts first", "one-sided", "some backs", "pairs unknown"],
)
def test_sheets_stay_together(flip, most, parts):
    """Where all fronts come first, ``|`` stands before the backs of a part."""
    fronts = [part.partition("|")[0].split() for part in parts]
    backs = [part.partition("|")[2].split() for part in parts]
    whole = document(*itertools.chain(*fronts, *backs), flip=flip)
    found = volumes(whole, most=most)
    wanted = [one + other for one, other in zip(fronts, backs, strict=True)]
    assert [[page.label for page in part.pages] for part in found] == wanted
    assert found == (whole,) or {part.flip for part in found} == {flip}


def test_parts_are_numbered():
    parts = volumes(document("F1", "B1", "F2", "B2", "F3", "B3"), most=4)
    assert [part.file for part in parts] == ["cards-1.pdf", "cards-2.pdf"]
    assert [part.title for part in parts] == ["Cards (1 of 2)", "Cards (2 of 2)"]


@pytest.mark.parametrize("most", [2, 3, 4, 7, 50])
def test_no_page_is_lost_and_no_volume_too_long(most):
    names = [f"{side}{number}" for number in range(30) for side in "FB"]
    parts = volumes(document(*names), most=most)
    assert [page.label for part in parts for page in part.pages] == names
    assert all(len(part.pages) <= most for part in parts)

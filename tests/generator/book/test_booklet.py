import io

import pypdfium2
import pytest
from commandline import run
from reportlab.pdfgen.canvas import Canvas

from generator.book.binding import book_sheet
from generator.book.booklet import BookletStyle, make_booklet
from generator.failures import WrongUseError
from generator.options import Booklet
from validator.catalogue.words.language import ENGLISH, Tongue

MM = 72 / 25.4


def book(count, paper):
    """A book of pages that say their number in their middle."""
    target, sheet = io.BytesIO(), book_sheet(paper).paper
    canvas = Canvas(target, invariant=1)
    for number in range(1, count + 1):
        canvas.setPageSize((sheet.width_mm * MM, sheet.height_mm * MM))
        canvas.drawCentredString(sheet.width_mm * MM / 2, sheet.height_mm * MM / 2, f"#{number}#")
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def booklet(count, paper, kind=Booklet.SADDLE, tongue=ENGLISH, **more):
    style = BookletStyle(kind, book_sheet(paper).paper, **more)
    data, _ = make_booklet(book(count, f"{paper}-{style.parts}"), "Fog", style, tongue)
    return data


def numbers_on(page):
    """The pages that lie on a side of a sheet: number, middle (mm), and whether upright."""
    text = page.get_textpage()
    whole = text.get_text_range()
    found, at = [], whole.find("#")
    while at >= 0:
        end = whole.find("#", at + 1)
        boxes = text.get_charbox(at), text.get_charbox(end)
        left, right = ((box[0] + box[2]) / 2 / MM for box in boxes)
        low, high = (text.get_charbox(at)[one] / MM for one in (1, 3))
        found.append((int(whole[at + 1 : end]), (left + right) / 2, (low + high) / 2, left < right))
        at = whole.find("#", end + 1)
    return found


def read_in_hand(data, sizes):
    """Fold sheets, lay each signature's into each other, and turn the leaves: numbers, 0 if blank.

    A sheet turned about its short edge has its right half behind its left one.
    """
    pdf = pypdfium2.PdfDocument(data)
    halves = []
    for page in pdf:
        middle = page.get_width() / MM / 2
        on = numbers_on(page)
        assert all(upright for *_, upright in on)
        halves.append(
            [
                next((number for number, x, *_ in on if (x < middle) == left), 0)
                for left in (True, False)
            ]
        )
    sheets = list(zip(halves[::2], halves[1::2], strict=True))
    read = []
    for size in sizes:
        stack, sheets = sheets[:size], sheets[size:]
        for (_, front), (back, _) in stack:
            read += [front, back]
        for (front, _), (_, back) in reversed(stack):
            read += [back, front]
    assert not sheets
    return read


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize(
    ("count", "signature", "sizes"),
    [(1, 0, [1]), (8, 0, [2]), (13, 0, [4]), (30, 3, [3, 3, 2]), (17, 2, [2, 2, 1])],
)
def test_a_booklet_folded_and_laid_together_is_read_in_order(paper, count, signature, sizes):
    read = read_in_hand(booklet(count, paper, signature=signature), sizes)
    assert read == [*range(1, count + 1), *[0] * (4 * sum(sizes) - count)]


def test_inner_pages_are_moved_to_the_fold_by_the_thickness_of_what_lies_around_them():
    pdf = pypdfium2.PdfDocument(booklet(12, "a4", paper_mm=0.2))
    for depth in range(3):
        for page in (pdf[2 * depth], pdf[2 * depth + 1]):
            (_, left, *_), (_, right, *_) = sorted(numbers_on(page), key=lambda one: one[1])
            assert left == pytest.approx(297 / 4 + 0.2 * depth, abs=0.05)
            assert right == pytest.approx(297 * 3 / 4 - 0.2 * depth, abs=0.05)


def test_a_book_read_from_right_to_left_has_its_first_page_at_the_left():
    pdf = pypdfium2.PdfDocument(booklet(4, "a4", tongue=Tongue("he")))
    assert [number for number, *_ in sorted(numbers_on(pdf[0]), key=lambda one: one[1])] == [1, 4]


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_zine_folds_into_eight_pages_in_order(paper):
    (page,) = pypdfium2.PdfDocument(booklet(8, paper, Booklet.ZINE))
    wide, high = page.get_width() / MM / 4, page.get_height() / MM / 2
    cells = {
        number: (int(x // wide), int(y // high), upright)
        for number, x, y, upright in numbers_on(page)
    }
    assert len(cells) == 8
    for left in (2, 4, 6, 8):  # what lies side by side in hand hangs together by a fold
        (a, row, upright), (b, other, same) = cells[left], cells[left % 8 + 1]
        assert (row, upright) == (other, same)
        assert b - a == (1 if upright else -1)
        assert {a, b} != {1, 2}
    for first in (1, 3, 5, 7):  # both sides of a leaf: beside the slit, or at an end, head to head
        (a, row, upright), (b, other, same) = cells[first], cells[first + 1]
        middle = {a, b} == {1, 2} and row == other and upright == same
        end = a == b in (0, 3) and row != other and upright != same
        assert middle or end


def test_a_zine_has_no_room_for_nine_pages():
    with pytest.raises(WrongUseError, match="9 pages"):
        booklet(9, "a4", Booklet.ZINE)


@pytest.mark.heavy
def test_an_almanac_is_published_to_fold(tiny):
    words = ("publish", "fog", "--as", "almanac", "--project", tiny)
    told = run(*words, "--booklet", "saddle", "--paper", "letter").output
    assert "flip on the short edge" in told
    folder = tiny / "output" / "fog" / "publish" / "almanac"
    pages = pypdfium2.PdfDocument(folder / "almanac-letter-2.pdf")
    sheets = pypdfium2.PdfDocument(folder / "almanac-letter-2-booklet.pdf")
    assert len(sheets) == 2 * -(-len(pages) // 4)
    assert [round(one / MM, 1) for one in pages[0].get_size()] == [139.7, 215.9]
    assert [round(one / MM, 1) for one in sheets[0].get_size()] == [279.4, 215.9]
    assert "saddle" in run(*words, "--signature", "4", status=2).output

"""The sheets of a playtest: what they ask, and that all that is noted lies on the paper."""

import pytest
from pypdfium2 import PdfDocument
from test_prints import printed

from generator.design.templates import load_templates
from generator.playtest.prints import add_sheets
from generator.playtest.sheets import MARKERS
from generator.printing.options import OptionError
from generator.printing.papers import papers
from validator.catalogue.load import load

OWN = """
playtest:
  again: {ask: Would you play again?, answers: [yes, no, perhaps]}
  best: {ask: The best moment?, lines: 2, of: table}
"""


def test_a_sheet_for_each_seat_and_one_for_the_table(tiny):
    record = printed(tiny, players=3)
    assert [page.seat for page in record.pages] == [1, 2, 3, 0]
    with PdfDocument(tiny / "playtest.pdf") as pdf:
        texts = [page.get_textpage().get_text_range() for page in pdf]
    assert all(f"print {record.code}" in text for text in texts)
    assert "Seat 2 (blue)" in texts[1]
    assert "The table" in texts[3]
    listed = texts[4]
    for number, name in ((1, "Candle"), (4, "Bonfire")):
        assert f"{number} {name}" in listed


def test_questions_of_the_game_are_asked_where_it_says(tiny, edit):
    game = tiny / "components" / "fog" / "game.yaml"
    game.write_text(game.read_text("utf-8") + OWN.replace("yes, no", '"yes", "no"'), "utf-8")
    assert not load(tiny)[1]
    record = printed(tiny)
    asked = {one.id: one for one in record.questions}
    assert asked["again"].answers == ("yes", "no", "perhaps")
    assert "fun" not in asked
    seat, table = record.pages[0], record.pages[-1]
    assert {one.answers for one in seat.cells} >= {"again", "remark-1.card.3", "remark-4.is"}
    assert "best" in {one.answers for one in table.lines}
    assert "best" not in {one.answers for one in seat.lines}


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_nothing_that_is_filled_in_lies_on_another_or_off_the_paper(tiny, paper):
    for page in printed(tiny, paper).pages:
        boxes = [(one.answers, one.value, one.box) for one in page.cells]
        boxes += [(one.answers, "", one.box) for one in page.lines]
        wide, high = page.paper
        for number, (_, _, one) in enumerate(boxes):
            assert one[0] > 10
            assert one[1] > page.corners[0][1] + 5
            assert one[0] + one[2] < wide - 10
            assert one[1] + one[3] < high - 17
            for _answers, _value, other in boxes[number + 1 :]:
                apart = (
                    one[0] + one[2] <= other[0] + 0.1
                    or other[0] + other[2] <= one[0] + 0.1
                    or one[1] + one[3] <= other[1] + 0.1
                    or other[1] + other[3] <= one[1] + 0.1
                )
                assert apart, (one, other)
        assert len({(answers, value) for answers, value, _ in boxes}) == len(boxes)


def test_markers_are_those_of_the_dictionary():
    cv2 = pytest.importorskip("cv2")
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, rows in enumerate(MARKERS):
        image = cv2.aruco.generateImageMarker(known, number, 6)
        assert ["".join(".#"[int(value == 0)] for value in row) for row in image] == list(rows)


def test_printed_digits_lie_where_it_is_noted(tiny):
    """What is dark inside of a cell lies in the box that says so."""
    record = printed(tiny)
    with PdfDocument(tiny / "playtest.pdf") as pdf:
        image = pdf[0].render(scale=8 * 25.4 / 72, grayscale=True).to_numpy()
    for cell in record.pages[0].cells:
        x, y, wide, high = (round(8 * value) for value in cell.box)
        inside = image[y : y + high, x : x + wide].copy()
        if cell.printed is None:
            assert (inside[4:-4, 4:-4] > 200).all(), cell
            continue
        left, top, broad, tall = (round(8 * value) for value in cell.printed)
        inside[top - y : top - y + tall, left - x : left - x + broad] = 255
        assert (inside > 200).all(), cell


def test_letters_that_no_font_has_are_told(tiny):
    game = tiny / "components" / "fog" / "game.yaml"
    asked = '\nplaytest:\n  deep: {ask: "\U0001f9ff?", lines: 1}\n'
    game.write_text(game.read_text("utf-8") + asked, "utf-8")
    made = load(tiny)[0].games["fog"], load_templates(tiny)[0]
    _, _, told = add_sheets(tiny, *made, papers()["a4"], (None, None))
    (finding,) = told.findings
    assert "U+1F9FF" in finding.message


def test_a_table_that_is_not_legal_is_refused_as_print_does(tiny):
    with pytest.raises(OptionError, match="no table of 9 players; legal tables"):
        printed(tiny, players=9)


def test_long_answers_stay_on_the_paper(tiny):
    game = tiny / "components" / "fog" / "game.yaml"
    asked = (
        f'\nplaytest:\n  long: {{ask: "{"Why " * 40}?", answers: ["{"x" * 100}", "{"y" * 99}"]}}\n'
    )
    game.write_text(game.read_text("utf-8") + asked, "utf-8")
    printed(tiny)
    with PdfDocument(tiny / "playtest.pdf") as pdf:
        page = pdf[0].get_textpage()
        boxes = [page.get_charbox(at) for at in range(page.count_chars())]
    assert max(right for _, _, right, _ in boxes) < (210 - 12) / 25.4 * 72

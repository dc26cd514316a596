"""Playtest sheets drawn plainly, for tests that need no print: a table's and a seat's."""

import io

from reportlab.graphics import renderPDF
from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.graphics.shapes import Drawing
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas

from generator.changes.print_records import Cell, FormPage, PrintRecord, SheetQuestion, WritingLines

PAPER = (210.0, 297.0)
MARKER, EDGE, QR = 9.0, 12.0, 24.0
BITS = (
    ("1011", "0101", "0011", "0010"),
    ("0000", "1111", "1001", "1010"),
    ("0011", "0011", "0010", "1101"),
    ("1001", "1001", "0100", "0110"),
)
"""Markers 0 to 3 of ArUco's DICT_4X4_50: 1 is white."""
DIGIT_PT = 8.0
QUESTIONS = (
    *(SheetQuestion(f"score-{n}", f"Score of seat {n}", digits=3, of="table") for n in range(1, 5)),
    SheetQuestion("minutes", "How long did it take, in minutes?", digits=3, of="table"),
    SheetQuestion("won", "Who won?", ("1", "2", "3", "4"), many=True, of="table"),
    SheetQuestion("began", "Who began?", ("1", "2", "3", "4"), of="table"),
    SheetQuestion("remarks", "What else?", lines=4),
    SheetQuestion("fun", "Was it fun?", ("1", "2", "3", "4", "5")),
    SheetQuestion("length", "How long was it?", ("too short", "right", "too long")),
    SheetQuestion("clear", "Were the rules clear?", ("1", "2", "3", "4", "5")),
    *(
        one
        for n in range(1, 5)
        for one in (
            SheetQuestion(f"remark-{n}.card", "Card", digits=3),
            SheetQuestion(
                f"remark-{n}.is", "It is", ("strong", "weak", "unclear", "liked"), many=True
            ),
            SheetQuestion(f"remark-{n}", "Why?", lines=1),
        )
    ),
)


def stand_in(code="K7F2QX"):
    """A record of a table's sheet and a seat's, and both as PDF."""
    made = io.BytesIO()
    canvas = Canvas(made, pagesize=(PAPER[0] * mm, PAPER[1] * mm), invariant=1)
    pages = []
    for number, seat in ((1, 0), (2, 1)):
        pages.append(SheetDrawing(canvas, code, number, seat).page())
        canvas.showPage()
    canvas.save()
    record = PrintRecord(
        code, "fog", "1", "en", "2026-01-01", "", {"candle": "rabcde"}, QUESTIONS, tuple(pages)
    )
    return record, made.getvalue()


class SheetDrawing:
    def __init__(self, canvas, code, number, seat):
        self.canvas, self.code, self.number, self.seat = canvas, code, number, seat
        self.cells, self.lines, self.y = [], [], 46.0

    def page(self):
        corners = self._markers()
        code = (PAPER[0] - EDGE - MARKER - 5 - QR, EDGE, QR, QR)
        self._qr(code)
        self._text(30, 20, f"{self.code}-{self.number}", 14)
        for one in QUESTIONS:
            if (one.of == "table") == (self.seat == 0) or one.id == "remarks":
                self._question(one)
        return FormPage(
            *(self.number, self.seat, PAPER, corners, code),
            *(tuple(self.cells), tuple(self.lines)),
        )

    def _markers(self):
        left, right, top, bottom = EDGE, PAPER[0] - EDGE - MARKER, EDGE, PAPER[1] - EDGE - MARKER
        places = ((left, top), (right, top), (right, bottom), (left, bottom))
        for (x, y), rows in zip(places, BITS, strict=True):
            self._rect(x, y, MARKER, MARKER, 0)
            for down, row in enumerate(rows, 1):
                for across, bit in enumerate(row, 1):
                    if bit == "1":
                        side = MARKER / 6
                        self._rect(x + across * side, y + down * side, side, side, 1)
        return tuple((x + MARKER / 2, y + MARKER / 2) for x, y in places)

    def _rect(self, x, y, wide, high, white):
        self.canvas.setFillGray(white)
        self.canvas.rect(x * mm, (PAPER[1] - y - high) * mm, wide * mm, high * mm, 0, 1)
        self.canvas.setFillGray(0)

    def _qr(self, box):
        widget = QrCodeWidget(f"{self.code}-{self.number}", barLevel="H", barBorder=0)
        widget.barWidth = widget.barHeight = QR * mm
        drawing = Drawing(QR * mm, QR * mm)
        drawing.add(widget)
        renderPDF.draw(drawing, self.canvas, box[0] * mm, (PAPER[1] - box[1] - QR) * mm)

    def _text(self, x, y, text, size=9.0):
        self.canvas.setFont("Helvetica", size)
        self.canvas.drawString(x * mm, (PAPER[1] - y) * mm, text)

    def _question(self, one):
        self._text(12, self.y, one.ask)
        if one.digits:
            self.y += 1.5
            for place in range(one.digits):
                self._digits(f"{one.id}.{place + 1}", 12 + place * 63)
            self.y += 7
        elif one.lines:
            self._writing(one)
        else:
            for number, answer in enumerate(one.answers):
                self._tick_box(one.id, number, answer, 70 + number * 25)
        self.y += 6.5

    def _digits(self, answers, x):
        high = DIGIT_PT * 0.72 / mm
        for digit in "0123456789":
            wide = stringWidth(digit, "Helvetica", DIGIT_PT) / mm
            left, base = x + 3 - wide / 2, self.y + 3.5 + high / 2
            self._text(left, base, digit, DIGIT_PT)
            printed = (left - 0.3, base - high - 0.3, wide + 0.6, high + 0.6)
            self.cells.append(Cell(answers, digit, (x, self.y, 6.0, 7.0), printed))
            x += 6

    def _tick_box(self, answers, number, label, x):
        top = self.y - 3.2
        self.canvas.setLineWidth(0.3 * mm)
        self.canvas.rect(x * mm, (PAPER[1] - top - 4) * mm, 4 * mm, 4 * mm, 1, 0)
        self._text(x + 6, self.y, label)
        self.cells.append(Cell(answers, str(number + 1), (x, top, 4.0, 4.0)))

    def _writing(self, one):
        top = self.y + 1
        self.lines.append(WritingLines(one.id, (12.0, top, 186.0, 8.0 * one.lines)))
        self.canvas.setLineWidth(0.2 * mm)
        for line in range(1, one.lines + 1):
            y = (PAPER[1] - top - 8 * line + 1) * mm
            self.canvas.line(12 * mm, y, 198 * mm, y)
        self.y += 8 * one.lines

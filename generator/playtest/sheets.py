"""The sheets of a playtest drawn: one for each seat, one for the table, and the cards by number.

::

    #  Fog · seat 2                      [QR]  #      # markers, by which a photograph is laid flat
       print K7F2QX
       How much did you like it?   1 2 3 4 5          answers are boxes to tick, or numbers
       Card  0 1 2 3 4 5 6 7 8 9   [] too strong      to circle; what is written is kept as a
             0 1 2 3 4 5 6 7 8 9   ____________       picture
    #                                          #
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from reportlab.graphics.barcode.qr import QrCodeWidget
from reportlab.lib.colors import HexColor, black
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, KeepTogether, PageBreak, Spacer

from generator.book import flowables
from generator.book.binding import BookSheet, DrawnPages, draw_pages, plan_pages
from generator.book.flowables import Columns, side_by_side
from generator.book.words import CoverFonts, CoverStyles, Paragraph, ParagraphStyle, faces_of_pages
from generator.changes.print_records import TABLE, Box, Cell, FormPage, WritingLines
from generator.design.face import Face
from generator.design.templates import Templates
from generator.printing.geometry import Paper
from generator.printing.imposition import Document, Drawing, FaceSide, Placed
from generator.printing.pdf import register_fonts
from generator.printing.selection import WORDS, side_of
from generator.printing.sheet_fonts import POINTS, REGULAR, text_width_mm
from generator.typeset.text import PlacedLine, fit_line
from generator.typeset.words import plain_name
from validator.catalogue.model import Configuration, Game, SheetQuestion
from validator.catalogue.seats import seats_of

FILE = "playtest.pdf"
SIDE_MM, TOP_MM, BOTTOM_MM = 14.0, 47.0, 21.0
MARKER_MM, CORNER_MM = 9.0, 12.5
"""Width of a marker, and how far its middle is from both edges: out of reach of no printer."""
MARKERS = (
    ("######", "#.#..#", "##.#.#", "###..#", "###.##", "######"),
    ("######", "######", "#....#", "#.##.#", "#.#.##", "######"),
    ("######", "###..#", "###..#", "###.##", "#..#.#", "######"),
    ("######", "#.##.#", "#.##.#", "##.###", "##..##", "######"),
)
"""Markers 0 to 3 of ArUco's dictionary of 4 x 4 (DICT_4X4_50): clockwise from the upper left."""
CODE_MM = 24.0
BOX_MM = 5.0
DIGIT_MM = (5.6, 6.6)
"""Width and height of what belongs to a number that can be circled."""
LINE_MM = 8.0
"""Between lines to write on."""
ROW_MM = 7.0
HEADS = ("100", "10", "1")
"""What a row of digits counts, the first of a number of three."""
HEAD_MM = 8.0
REMARKS = 4
"""Remarks on cards on a seat's sheet."""
KINDS = ("strong", "weak", "unclear", "liked")
"""What a remark can say of a card at a tick."""
WORDS_PT = 9.2
INDEX = -1
"""In the place of a seat: the pages that list pieces by number."""
FEW = 120
"""So many pieces are listed in letters of reading size on one page."""


@dataclass
class FormNotes:
    """What is found out as sheets are drawn: by page, the seat, its cells and its lines."""

    seat: int = TABLE
    seats: dict[int, int] = field(default_factory=dict)
    cells: dict[int, list[Cell]] = field(default_factory=dict)
    lines: dict[int, list[WritingLines]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class PlaytestSheets:
    """The sheets: their pages without words, the plan, the words as faces, and what was noted.

    ``missing`` are characters that no font has.
    """

    drawn: bytes
    plan: Document
    faces: tuple[Face, ...]
    pages: tuple[FormPage, ...]
    missing: tuple[str, ...]


def seat_names(game: Game, table: Configuration) -> list[str]:
    """The seats of a table as sheets call them: ``2 (red)``."""
    sides = ((seat.number, side_of(seat, game)) for seat in seats_of(game, table))
    return [f"{number} ({side})" if side else str(number) for number, side in sides]


def questions_of(game: Game, seats: Sequence[str]) -> tuple[SheetQuestion, ...]:
    """All that the sheets ask but remarks on cards: of the table, then of the seats.

    Where the game has no questions of its own for seats, some that fit any game are asked.
    """
    say, table = game.tongue.say, "table"
    numbers = range(1, len(seats) + 1)
    score = (
        SheetQuestion(
            f"score-{n}", say("Score of seat {seat}", seat=seats[n - 1]), digits=3, of=table
        )
        for n in numbers
    )
    of_table = (
        *score,
        SheetQuestion("minus", say("Score is below zero"), tuple(seats), many=True, of=table),
        SheetQuestion("won", say("Who won?"), tuple(seats), many=True, of=table),
        SheetQuestion("began", say("Who began?"), tuple(seats), of=table),
        SheetQuestion("minutes", say("How many minutes did it last?"), digits=3, of=table),
    )
    own = game.playtest
    if not any(one.of == "seats" for one in own):
        own = (*own, *_usual_questions(game))
    return (*of_table, *own)


def _usual_questions(game: Game) -> tuple[SheetQuestion, ...]:
    say, levels = game.tongue.say, tuple("12345")
    lengths = say("too short"), say("right"), say("too long")
    return (
        SheetQuestion("fun", say("How much did you like it? 5 is very much"), levels),
        SheetQuestion("clear", say("How clear were the rules? 5 is quite clear"), levels),
        SheetQuestion("length", say("How long did it feel?"), lengths),
    )


def draw_sheets(
    game: Game,
    templates: Templates,
    paper: Paper,
    code: str,
    questions: Sequence[SheetQuestion],
    players: Sequence[str],
    numbered: Sequence[str],
) -> PlaytestSheets:
    """Draw a sheet for each of the ``players``, one for the table, and the pieces by number."""
    register_fonts((REGULAR,))  # of what reportlab sets itself; words are drawn by cairo
    story = _SheetStory(game, templates, paper, code, questions)
    sheet = BookSheet(paper, SIDE_MM, TOP_MM, BOTTOM_MM)
    drawn, count = draw_pages(story.tell(players, numbered), sheet, story.draw_frame)
    found, words = DrawnPages(), dict(faces_of_pages(story.ink, count))
    whole = paper.rect
    for number, face in words.items():  # the words of a page lie over the whole of it
        drawing = Drawing(face.key, whole.width, whole.height, 0.0)
        found.faces.append((number, Placed("", "", 1, FaceSide.FRONT, drawing, whole, 0, whole)))
    say = game.tongue.say
    pages = plan_pages(sheet, found, count, str)
    title = say("{game}: playtest sheets", game=game.name)
    about = say("A sheet for each seat and one for the table, print {code}.", code=code)
    plan = Document(FILE, title, about, pages, author=game.designer, told=WORDS)
    missing = tuple(story.ink.missing)
    return PlaytestSheets(drawn, plan, tuple(words.values()), tuple(story.pages()), missing)


class _SheetStory:
    """What stands on the sheets, in the language of the game."""

    def __init__(
        self,
        game: Game,
        templates: Templates,
        paper: Paper,
        code: str,
        questions: Sequence[SheetQuestion],
    ) -> None:
        self.game, self.paper, self.code, self.questions = game, paper, code, questions
        self.look = CoverStyles(templates.theme.values.get("colours", {}))
        self.ink = CoverFonts(paper, templates.root, templates.theme.fonts)
        self.notes, self.names = FormNotes(), dict[int, str]()
        self.width = paper.width_mm - 2 * SIDE_MM

    def tell(self, players: Sequence[str], numbered: Sequence[str]) -> Iterator[Flowable]:
        """All sheets, a new page for each."""
        say = self.game.tongue.say
        self.names = {TABLE: say("The table"), INDEX: say("Pieces by number")}
        for number, name in enumerate(players, 1):
            self.names[number] = say("Seat {seat}", seat=name)
            yield _Begin(self.notes, number)
            yield from self._questions("seats")
            yield from self._remarks_on_cards()
            yield from self._remarks(5)
            yield PageBreak()
        yield _Begin(self.notes, TABLE)
        yield from self._questions("table")
        yield from self._remarks(5)
        yield PageBreak()
        yield _Begin(self.notes, INDEX)
        yield self._index(numbered)

    def _index(self, numbered: Sequence[str]) -> Flowable:
        """Every piece with its number, the smaller the more they are."""
        names = {one.id: one.name for one in self.game.components()}
        few = len(numbered) <= FEW
        style = self.look.body if few else self.look.small
        told = (f"**{n}** {plain_name(names[key], self.game)}" for n, key in enumerate(numbered, 1))
        return Columns([self._set(line, style) for line in told], 3 if few else 4, 4 * POINTS)

    def pages(self) -> Iterator[FormPage]:
        """The pages that can be filled in."""
        wide, high, far = self.paper.width_mm, self.paper.height_mm, CORNER_MM
        corners = ((far, far), (wide - far, far), (wide - far, high - far), (far, high - far))
        for number, seat in self.notes.seats.items():
            cells = tuple(self.notes.cells.get(number, ()))
            lines = tuple(self.notes.lines.get(number, ()))
            yield FormPage(number, seat, (wide, high), corners, self._code_box(), cells, lines)

    def _code_box(self) -> Box:
        left = self.paper.width_mm - CORNER_MM - MARKER_MM / 2 - 3 - CODE_MM - 4
        return left, CORNER_MM - MARKER_MM / 2 + 2, CODE_MM, CODE_MM

    def draw_frame(self, canvas: Canvas, number: int) -> None:
        """Draw what stands around a page: markers, code, title, and what to do."""
        is_form = bool(self.notes.cells.get(number) or self.notes.lines.get(number))
        if is_form:
            self.notes.seats[number] = self.notes.seat
            _draw_modules(canvas, self.paper, self._frame_of(number))
        say, look = self.game.tongue.say, self.look
        self._write(number, self.game.name, 22, 18, look.title.role, 20, look.title.colour)
        self._write(number, self.names[self.notes.seat], 22, 26, "title", 14, look.kind.colour)
        code = f"{self.code}-{number}" if is_form else self.code
        printed = say("print {code}", code=code)
        about = f"{printed} · {say('revision {revision}', revision=self.game.revision)}"
        self._write(number, about, 22, 32, "bold", 9, look.body.colour)
        if is_form:
            tick = say("Tick boxes and circle numbers; leave out what you like. No names, please.")
            shoot = say("Then photograph the whole flat sheet, its four corners in the picture.")
            self._write(number, tick, 22, 37, "body", 8, look.small.colour)
            self._write(number, shoot, 22, 41, "body", 8, look.small.colour)

    def _frame_of(self, number: int) -> Iterator[tuple[Sequence[str], Box]]:
        """Markers and code of a page: their black modules, and where they lie."""
        wide, high = self.paper.width_mm - CORNER_MM, self.paper.height_mm - CORNER_MM
        middles = ((CORNER_MM, CORNER_MM), (wide, CORNER_MM), (wide, high), (CORNER_MM, high))
        for marker, (x, y) in zip(MARKERS, middles, strict=True):
            yield marker, (x - MARKER_MM / 2, y - MARKER_MM / 2, MARKER_MM, MARKER_MM)
        code = QrCodeWidget(f"{self.code}-{number}", barLevel="H").qr
        code.make()
        size = range(code.getModuleCount())
        rows = ["".join("#" if code.isDark(row, at) else "." for at in size) for row in size]
        yield rows, self._code_box()

    def _write(
        self, page: int, words: str, x: float, y: float, role: str, size: float, colour: str
    ) -> None:
        if words:
            font = self.ink.fonts(role, words).regular
            room = self._code_box()[0] - x - 4
            line = PlacedLine(x, y, size, limit=room, least=6)
            self.ink.write_foot(page, fit_line(words, font, line), colour)

    def _set(self, text: str, style: ParagraphStyle) -> Paragraph:
        return Paragraph(text, style, self.ink)

    def _questions(self, of: str) -> Iterator[Flowable]:
        """The questions of a sheet: each beside its answers."""
        left = self.width * 0.36
        for one in self.questions:
            if one.of != of:
                continue
            ask = self._set(one.ask, self.look.part)
            if one.lines:
                yield KeepTogether(
                    [Spacer(1, 5), ask, RuledLines(one.id, one.lines, self.width, self.notes)]
                )
            else:
                room = self.width - left
                widths = [left * POINTS, room * POINTS]
                yield flowables.table([[ask, self._answers(one, room)]], widths, *self._rules())

    def _answers(self, one: SheetQuestion, room: float) -> Flowable:
        if one.digits:
            return self._digits(one.id, one.digits, room)
        pairs = [(str(number), words) for number, words in enumerate(one.answers, 1)]
        return self._cells(one.id, pairs, room)

    def _cells(
        self, answers: str, pairs: Sequence[tuple[str, str]], room: float, head: str = ""
    ) -> AnswerCells:
        colour = self.look.body.colour
        return AnswerCells(answers, pairs, room, self.notes, self.ink, colour, head)

    def _rules(self) -> tuple[tuple[object, ...], ...]:
        """A question and its answers on one height, a rule below them."""
        rule = ("LINEBELOW", (0, 0), (-1, -1), 0.3, HexColor(self.look.line))
        apart = ("RIGHTPADDING", (0, 0), (0, -1), 8)
        below = ("BOTTOMPADDING", (0, 0), (-1, -1), 2)
        return ("VALIGN", (0, 0), (-1, -1), "MIDDLE"), apart, below, rule

    def _digits(self, answers: str, digits: int, room: float) -> Flowable:
        """Rows of the digits of a number, the hundreds first, side by side where there is room."""
        pairs = [(digit, digit) for digit in "0123456789"]
        rows = [
            self._cells(f"{answers}.{place}", pairs, room, head)
            for place, head in zip(range(1, digits + 1), HEADS[-digits:], strict=True)
        ]
        return _Stack(rows)

    def _remarks_on_cards(self) -> Iterator[Flowable]:
        say = self.game.tongue.say
        how = say("Circle the digits of its number, one a row; the last page lists the numbers.")
        head: list[Flowable] = [
            self._set(say("Cards and other pieces"), self.look.heading),
            self._set(how, self.look.small),
        ]
        words = (say("too strong"), say("too weak"), say("unclear"), say("liked"))
        kinds = list(zip(KINDS, words, strict=True))
        for number in range(1, REMARKS + 1):
            row = self._remark(f"remark-{number}", kinds)
            yield KeepTogether([*head, Spacer(1, 6), row])
            head = []

    def _remark(self, key: str, kinds: Sequence[tuple[str, str]]) -> Flowable:
        """The digits of a card's number, beside what can be said of it."""
        left = HEAD_MM + 10 * DIGIT_MM[0] + 6
        right = self.width - left
        told = [self._cells(f"{key}.is", kinds, right), RuledLines(key, 2, right, self.notes)]
        digits = self._digits(f"{key}.card", 3, left)
        return side_by_side([digits, told], [left * POINTS, right * POINTS])

    def _remarks(self, count: int) -> Iterator[Flowable]:
        head = self._set(self.game.tongue.say("What else?"), self.look.heading)
        yield KeepTogether([head, RuledLines("remarks", count, self.width, self.notes)])


class _Begin(Flowable):  # type: ignore[misc]
    """Notes whose sheet begins here; takes no room."""

    def __init__(self, notes: FormNotes, seat: int) -> None:
        super().__init__()
        self._notes, self._seat = notes, seat
        self.width = self.height = 0.0

    def draw(self) -> None:
        """Note the seat."""
        self._notes.seat = self._seat


class _Stack(Flowable):  # type: ignore[misc]
    """Rows of answers, one under the other."""

    def __init__(self, rows: Sequence[AnswerCells]) -> None:
        super().__init__()
        self._rows = rows
        self.width = max(row.width for row in rows)
        self.height = sum(row.height for row in rows)

    def draw(self) -> None:
        """Draw the rows."""
        top = self.height
        for row in self._rows:
            top -= row.height
            row.drawOn(self.canv, 0, top)


class AnswerCells(Flowable):  # type: ignore[misc]
    """The answers of a question in rows of a width (mm): boxes with words, or short ones to circle.

    ``pairs`` are what a mark says and what is printed; ``head`` stands before them, small.
    """

    def __init__(
        self,
        answers: str,
        pairs: Sequence[tuple[str, str]],
        room: float,
        notes: FormNotes,
        ink: CoverFonts,
        colour: str,
        head: str = "",
    ) -> None:
        super().__init__()
        self._notes, self._ink, self._colour, self._head = notes, ink, colour, head
        circled = all(len(words) <= 2 for _, words in pairs)
        self._placed: list[tuple[Cell, str]] = []
        start = HEAD_MM if head else 0.0
        x, y = start, 0.0
        for value, words in pairs:
            long = text_width_mm(words, WORDS_PT, bold=False)
            wide = DIGIT_MM[0] if circled else min(BOX_MM + 2 + long + 6, room)
            if x > start and x + wide > room:
                x, y = start, y + ROW_MM
            box = (x, y, *DIGIT_MM) if circled else (x, y + (ROW_MM - BOX_MM) / 2, BOX_MM, BOX_MM)
            printed = (x + (wide - long) / 2 - 0.3, y + 1.9, long + 0.6, 2.9) if circled else None
            self._placed.append((Cell(answers, value, box, printed), words))
            x += wide
        self.width, self.height = room * POINTS, (y + ROW_MM) * POINTS

    def draw(self) -> None:
        """Draw the boxes and note where the cells and their words lie on the page."""
        left, low = (at / POINTS for at in self.canv.absolutePosition(0, 0))
        top = self._ink.paper.height_mm - low - self.height / POINTS
        page = self.canv.getPageNumber()
        self.canv.setStrokeColor(black)
        self.canv.setLineWidth(0.3 * POINTS)
        if self._head:
            self._write(
                page, self._head, PlacedLine(left + HEAD_MM - 2, top + 4.5, 7, anchor="end")
            )
        for cell, words in self._placed:
            self._draw_cell(page, cell, words, (left, top))

    def _draw_cell(self, page: int, cell: Cell, words: str, corner: tuple[float, float]) -> None:
        """Draw one answer of the row, whose upper left ``corner`` lies there on the page (mm)."""
        x, y, wide, high = cell.box
        left, top = corner
        if cell.printed:
            line = PlacedLine(left + x + wide / 2, top + y + 4.6, WORDS_PT, anchor="middle")
            cell = replace(cell, printed=_move_box(cell.printed, left, top))
        else:
            y_pt = self.height - (y + high) * POINTS
            self.canv.rect(x * POINTS, y_pt, wide * POINTS, high * POINTS)
            limit = self.width / POINTS - x - BOX_MM - 2
            at = left + x + BOX_MM + 2
            line = PlacedLine(at, top + y + 3.6, WORDS_PT, limit=limit, least=4.0)
        self._write(page, words, line)
        moved = replace(cell, box=_move_box(cell.box, left, top))
        self._notes.cells.setdefault(page, []).append(moved)

    def _write(self, page: int, words: str, line: PlacedLine) -> None:
        font = self._ink.fonts("body", words).regular
        self._ink.write(page, fit_line(words, font, line), 0.0, 0.0, self._colour)


class RuledLines(Flowable):  # type: ignore[misc]
    """So many lines of a width (mm) to write on."""

    def __init__(self, answers: str, count: int, room: float, notes: FormNotes) -> None:
        super().__init__()
        self._answers, self._count, self._notes = answers, count, notes
        self.width, self.height = room * POINTS, count * LINE_MM * POINTS

    def draw(self) -> None:
        """Draw the lines and note where they lie on the page."""
        self.canv.setStrokeColor(HexColor("#b8b2a8"))
        self.canv.setLineWidth(0.4)
        for number in range(self._count):
            y = number * LINE_MM * POINTS + 2
            self.canv.line(0, y, self.width - 4, y)
        x, low = (at / POINTS for at in self.canv.absolutePosition(0, 0))
        high = self.canv._pagesize[1] / POINTS
        box = (x, high - low - self.height / POINTS, self.width / POINTS, self.height / POINTS)
        page = self.canv.getPageNumber()
        self._notes.lines.setdefault(page, []).append(WritingLines(self._answers, _round_box(box)))


def _move_box(box: Box, x: float, y: float) -> Box:
    return _round_box((box[0] + x, box[1] + y, box[2], box[3]))


def _round_box(box: Box) -> Box:
    x, y, wide, high = (round(value, 2) for value in box)
    return x, y, wide, high


def _draw_modules(
    canvas: Canvas, paper: Paper, squares: Iterable[tuple[Sequence[str], Box]]
) -> None:
    """Draw squares of black and white modules, given as rows of ``#`` and others."""
    canvas.setFillColor(black)
    for rows, box in squares:
        size = box[2] / len(rows)
        for down, row in enumerate(rows):
            top = paper.height_mm - box[1] - (down + 1) * size
            for at in (at for at, module in enumerate(row) if module == "#"):
                x = box[0] + at * size
                canvas.rect(*(v * POINTS for v in (x, top, size, size)), stroke=0, fill=1)

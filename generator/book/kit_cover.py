"""The cover of a kit: what is in it, how to print, cut, fold and glue it, how to set up.

Written so that somebody who has only the printed pages can build the game. Pictures and words come
in later as form XObjects, the same way as faces on the sheets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from reportlab.lib.colors import HexColor
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import CondPageBreak, Flowable, KeepTogether, Spacer, Table

from generator.book import flowables
from generator.book.binding import BookSheet, DrawnPages, draw_pages, plan_pages
from generator.book.building import build_steps
from generator.book.drift import NO_GROUNDS, Grounds, say_what_is_borne
from generator.book.flowables import Columns, FacesFlowable, ShapesFlowable
from generator.book.outlay import Outlay, say_ink, say_order, say_work
from generator.book.table_picture import TableFlowable, view_of
from generator.book.thumbnails import Thumb, Thumbnails, fan, place_thumb
from generator.book.words import (
    NO_NUMBER,
    CoverFonts,
    CoverStyles,
    Paragraph,
    ParagraphStyle,
    faces_of_pages,
)
from generator.design.face import Face, FacePair
from generator.design.templates import Templates
from generator.printing import fold_figures
from generator.printing.decks import Title
from generator.printing.documents import SetupStep, Stock, either, set_up_steps
from generator.printing.geometry import Paper
from generator.printing.imposition import Document, Drawing, FaceSide, Flip, Placed
from generator.printing.marks import ruler
from generator.printing.options import Dice, PrintOptions
from generator.printing.papers import papers
from generator.printing.pdf import register_fonts
from generator.printing.selection import WORDS, copies_needed, tables_asked
from generator.printing.sheet_fonts import POINTS, REGULAR
from generator.typeset.text import PlacedLine, fit_line
from validator.catalogue.model import Form, Game, PartsLine, matches
from validator.catalogue.words.language import Tongue, mark_sentence
from validator.findings import Finding, Severity

_STOCK: Mapping[Form, str] = {
    Form.CARD: mark_sentence("card, 200 to 300 g/m²; or plain paper in sleeves"),
    Form.CHIT: mark_sentence("card, 250 to 300 g/m²"),
    Form.MAT: mark_sentence("card, 200 g/m²"),
    Form.STANDEE: mark_sentence("card, 160 to 200 g/m²"),
    Form.BOARD: mark_sentence("paper, then glue on board"),
}
"""Advice on paper by kind of component (own experience of print-and-play builds)."""


LEAST_PAPER_MM = (200.0, 270.0)
"""Smallest paper that a cover's tables and pictures are set for (own choice: below US Letter)."""
MARGIN_MM = 15.0
FOOT_MM = 12.0
THUMBS_MM = ((6, 58.0, 34.0), (12, 44.0, 25.0), (1000, 36.0, 17.0))
"""Up to so many parts: width of a part's cell at least, and height of its strip of thumbnails."""

BEGUN_MM = 35.0
"""A table or a guide is not begun in less height than this."""
PICTURE_MM = 150.0
"""Most height of the picture of the table."""
GUTTER_MM = 6.0
"""Between the columns of the set-up guide."""

_LABELS = mark_sentence("label paper, one sheet without cuts")
_PLOTTER = mark_sentence("for a plotter or a print shop, instead of the tiles")
_SEATS = mark_sentence(
    "A seat is a place at the table: that of a player, or of a bot that the rules play for you."
)


@dataclass(frozen=True, slots=True)
class KitCover:
    """A cover: its pages without faces, where faces go, those faces, and what is wrong."""

    drawn: bytes
    plan: Document
    faces: tuple[Face, ...]
    findings: tuple[Finding, ...]


def cover(
    game: Game,
    found: Sequence[Stock],
    plans: Sequence[Document],
    templates: Templates,
    options: PrintOptions,
    take_out: Sequence[str] = (),
    outlays: Sequence[Outlay] = (),
    plain: Grounds = NO_GROUNDS,
) -> KitCover:
    """Set the cover of a kit; its words and thumbnails are faces to be drawn.

    ``take_out`` are pieces of an earlier print that this one makes void, ``outlays`` what the
    sheets take, ``plain`` the colours of plain grounds of backs.
    """
    register_fonts((REGULAR,))  # of what reportlab sets itself; words are drawn by cairo
    story = _CoverStory(game, found, plans, templates, options, outlays, plain)
    whole, say = story.paper.rect, game.tongue.say
    sheet = BookSheet(story.paper, MARGIN_MM, MARGIN_MM, FOOT_MM + 6)
    drawn, count = draw_pages(story.tell(take_out), sheet, story.draw_foot)
    words = dict(faces_of_pages(story.ink, count))
    for number, face in words.items():  # the words of a page lie over the whole of it
        drawing = Drawing(face.key, whole.width, whole.height, 0.0)
        placed = Placed("", "", 1, FaceSide.FRONT, drawing, whole, 0, whole)
        story.drawn.faces.append((number, placed))
    first, *rest = plan_pages(
        sheet, story.drawn, count, lambda number: say("cover {number}", number=number)
    )
    plan = Document(
        "cover.pdf",
        say("{game}: read this first", game=game.name),
        say("Print on {paper} at 100 %; read this first.", paper=story.paper.name),
        (replace(first, chapter=say("Cover")), *rest),
        author=game.designer,
        told=WORDS,
    )
    shown = {one.drawing.key for page in plan.pages for one in page.placed}
    thumbs = (face for face in story.pictures.faces.values() if face.key in shown)
    missing = tuple(find_missing(game, tuple(story.ink.missing)))
    return KitCover(drawn, plan, (*thumbs, *words.values()), missing)


def cover_paper(options: PrintOptions) -> Paper:
    """The paper of the cover: that of the sheets, or A4 where these are too small to read it on."""
    sheet = options.sheet
    large = sheet.width_mm >= LEAST_PAPER_MM[0] and sheet.height_mm >= LEAST_PAPER_MM[1]
    return sheet if large else papers()["a4"]


def find_missing(game: Game, missing: Sequence[str]) -> Iterator[Finding]:
    """What is said of characters that no font of a cover or of playtest sheets has."""
    if missing:
        shown = " ".join(f"{one} (U+{ord(one):04X})" for one in missing)
        message = f"no font of the cover has a glyph for {shown}"
        hint = "name a font that has it as `title` and `body` in templates/theme.yaml"
        yield Finding("glyph-missing", Severity.WARNING, game.id, game.place, message, hint)


class _CoverStory:
    """What the pages of a cover are made of, in the language of the game."""

    def __init__(
        self,
        game: Game,
        found: Sequence[Stock],
        plans: Sequence[Document],
        templates: Templates,
        options: PrintOptions,
        outlays: Sequence[Outlay],
        plain: Grounds,
    ) -> None:
        self.outlays, self.plain = outlays, plain
        self.game, self.stocks, self.plans, self.options = game, found, plans, options
        self.paper, self.say = cover_paper(options), game.tongue.say
        self.width = self.paper.width_mm - 2 * MARGIN_MM
        self.pictures = Thumbnails(max((stock.spare for stock in found), default=0.0))
        self.look = CoverStyles(templates.theme.values.get("colours", {}))
        self.ink = CoverFonts(self.paper, templates.root, templates.theme.fonts)
        self.drawn = DrawnPages()

    def draw_foot(self, canvas: Canvas, number: int) -> None:
        """Draw what stands below the pages, each with its number."""
        y, right = FOOT_MM * POINTS, self.paper.width_mm - MARGIN_MM
        canvas.setStrokeColor(HexColor(self.look.line))
        canvas.setLineWidth(0.4)
        canvas.line(MARGIN_MM * POINTS, y + 10, right * POINTS, y + 10)
        title = Title(self.game.name, self.game.revision, self.game.tongue)
        foot = f"{self.paper.name} · {self.say('print at 100 %')} · {title}"
        page = self.say("read this first · page {number}", number=number)
        base, style = self.paper.height_mm - FOOT_MM, self.look.small
        for words, at, anchor in ((foot, MARGIN_MM, "start"), (page, right, "end")):
            font = self.ink.fonts("body", words).regular
            fitted = fit_line(words, font, PlacedLine(at, base, style.size, anchor=anchor))
            self.ink.write_foot(number, fitted, style.colour)

    def tell(self, take_out: Sequence[str]) -> Iterator[Flowable]:
        """All of it, from the top of the first page."""
        game, say, look = self.game, self.say, self.look
        yield self._set(" · ".join(_line(game)), look.kind)
        yield self._set(game.name, look.title)
        yield Spacer(1, 4)
        yield self._set(game.summary, look.summary)
        if take_out:
            yield self._set(say("Take out first"), look.heading)
            yield self._set(say("These pieces of the last print are no longer used:"), look.body)
            yield self._set(", ".join(take_out), look.part)
        yield self._set(say("What is in the kit"), look.heading)
        yield self._parts()
        if any(table.bots for table in game.configurations):
            yield self._set(say(_SEATS), look.small)
        yield from self._instead()
        yield CondPageBreak(BEGUN_MM * POINTS)
        yield self._set(say("Print", context="heading"), look.heading)
        yield self._files()
        yield KeepTogether(list(self._scale()))
        for words in say_what_is_borne(self.plans, self.options, game.tongue, self.plain):
            yield self._set(words, self.look.body)
        yield KeepTogether(list(self._work()))
        yield from self._steps()
        yield from self._guide()

    def _set(self, text: str, style: ParagraphStyle, number: str = "") -> Paragraph:
        return Paragraph(text, style, self.ink, number)

    def _parts(self) -> Table:
        """A cell for each line of the parts list that is printed."""
        parts = list(_list_parts(self.game, self.stocks))
        _, least, high = next(size for size in THUMBS_MM if len(parts) <= size[0])
        columns = max(3, int(self.width // least))
        cell = self.width / columns
        notes = _notes(self.game, [pairs for _, _, pairs in parts], self.plans, self.options)
        cells: list[list[Flowable]] = []
        lying = _count_lying(self.plans)
        for (stock, name, pairs), note in zip(parts, notes, strict=True):
            boxes = fan(_choose_thumbs(stock, pairs, self.pictures), cell - 5, high)
            wanted = Counter({one.component: stock.copies.get(one.component, 0) for one in pairs})
            found = wanted | Counter({name: lying[name] for name in wanted})
            told = note
            if found != wanted:
                spare = found.total() - wanted.total()
                told = f"{note} · {self.say('{count} to spare', count=spare)}"
                told += f" · {_say_kinds(stock, found, self.say)}" * (len(found) > 1)
            placed = [place_thumb(*one) for one in boxes]
            faces = FacesFlowable(placed, ((cell - 5) * POINTS, high * POINTS), self.drawn)
            heading = self._set(_count_pieces(stock, found.total(), name), self.look.part)
            words = heading, self._set(told, self.look.small)
            cells.append([faces, Spacer(1, 3), *words])
        cells += [[] for _ in range(-len(cells) % columns)]
        rows = [cells[start : start + columns] for start in range(0, len(cells), columns)]
        return _table(rows, [cell] * columns, [("BOTTOMPADDING", (0, 0), (-1, -1), 9)])

    def _instead(self) -> Iterator[Flowable]:
        cell, bold = self.look.cell, self.look.cell_bold
        rows = [
            [self._set(_count_pieces(one), bold), self._set(_own_pieces(one, self.say), cell)]
            for one in self.stocks
            if one.set.instead
        ]
        if rows:
            head = self._set(self.say("Or take it from your own box"), self.look.heading)
            widths = [self.width * 0.35, self.width * 0.65]
            yield KeepTogether([head, _table(rows, widths, self._rules())])

    def _files(self) -> Table:
        """A row for each print file: its name, what is in it, sheets of paper, sides, and paper."""
        say, cell, tongue = self.say, self.look.cell, self.game.tongue
        head = (say("File"), say("What"), say("Sheets"), say("Sides"), say("Paper"))
        sides = {
            None: say("one", context="side"),
            Flip.LONG: say("both, flip on long edge"),
            Flip.SHORT: say("both, flip on short edge"),
        }
        rows: list[list[Flowable]] = [[self._set(word, self.look.small) for word in head]]
        for plan in self.plans:
            sheets = sum(1 for page in plan.pages if page.side is FaceSide.FRONT)
            what, stock = _about(plan, self.options, tongue)
            told = (what, str(sheets), sides[plan.flip], say(stock))
            file = self._set(plan.file, self.look.cell_bold)
            rows.append([file, *(self._set(words, cell) for words in told)])
        share = (0.22, 0.3, 0.09, 0.17, 0.22)
        return _table(rows, [self.width * part for part in share], self._rules(), head=1)

    def _rules(self) -> list[Any]:
        below = ("LINEBELOW", (0, 0), (-1, -1), 0.3, HexColor(self.look.line))
        return [below, ("TOPPADDING", (0, 0), (-1, -1), 2)]

    def _scale(self) -> Iterator[Flowable]:
        words = self.say(
            "Choose 100 % or “actual size”; never “fit” or “shrink”. Print one sheet first and "
            "measure: this ruler is 100 mm long."
        )
        yield Spacer(1, 6)
        yield self._set(words, self.look.body)
        yield Spacer(1, 3)
        yield ShapesFlowable(ruler(0, 1, 100), 100, 4)
        yield Spacer(1, 4)

    def _work(self) -> Iterator[Flowable]:
        """What the sheets take: paper, cuts and their order, folds and ink."""
        if not self.outlays:
            return
        say, tongue, cell = self.say, self.game.tongue, self.look.cell
        yield self._set(say("Paper, cuts and ink"), self.look.heading)
        yield self._set(f"{say_work(self.outlays, tongue)}.", self.look.body)
        order = say("Cut a sheet in this order")
        head = (say("File"), say("Cuts"), say("Folds"), say("Ink"), order)
        rows: list[list[Flowable]] = [[self._set(word, self.look.small) for word in head]]
        for one in (outlay for outlay in self.outlays if not outlay.instead):
            counts = (f"{n}" if n else "–" for n in (one.cuts + one.shapes, one.folds))
            told = (*counts, f"{one.ink.total * 100:.0f} %", say_order(one, tongue))
            file = self._set(one.file, self.look.cell_bold)
            rows.append([file, *(self._set(words, cell) for words in told)])
        share = (0.22, 0.09, 0.09, 0.1, 0.5)
        yield _table(rows, [self.width * part for part in share], self._rules(), head=1)
        yield Spacer(1, 4)
        yield self._set(f"{say_ink(self.outlays, tongue)}.", self.look.small)

    def _steps(self) -> Iterator[Flowable]:
        head = [self._set(self.say("Cut, fold and glue"), self.look.heading)]
        left = fold_figures.WIDTH_MM + 8
        for step in build_steps(self.stocks, self.plans, self.options, self.game.tongue):
            figure = ShapesFlowable(step.figure, fold_figures.WIDTH_MM, fold_figures.HEIGHT_MM)
            words = [self._set(step.heading, self.look.sub), self._set(step.text, self.look.body)]
            row = _table([[[figure], words]], [left, self.width - left], [])
            yield KeepTogether([*head, row, Spacer(1, 5)])
            head = []

    def _guide(self) -> Iterator[Flowable]:
        """The table, and the set-up at the tables that are printed for; what bots need in a box."""
        game, look, say = self.game, self.look, self.say
        tables = tables_asked(game, self.options.players, self.options.bots)
        steps = set_up_steps(game, tables)
        if not steps:
            return
        yield CondPageBreak(BEGUN_MM * POINTS)
        heading = self._set(say("Set up"), look.heading)
        part = self.options.changed or self.options.chosen
        pairs = [] if part else _pairs(self.stocks)
        view = view_of(game, tables, pairs, self.pictures.drawing, steps)
        if view is not None:
            picture = view.at_most(self.width, PICTURE_MM)
            told = say(
                "The table for {players}; a number is that of the step that lays the pieces.",
                players=view.players,
            )
            words = self._set(told, look.body)
            yield KeepTogether([heading, words, Spacer(1, 4), TableFlowable(picture, self.drawn)])
            yield Spacer(1, 8)
        else:
            yield heading
        people = [line for step in steps if not step.for_bots for line in self._step(step)]
        yield Columns(people, 2, GUTTER_MM * POINTS)
        bots = [line for step in steps if step.for_bots for line in self._step(step)]
        if bots:
            head = self._set(say("With bots"), look.sub)
            lines = Columns(bots, 2, GUTTER_MM * POINTS)
            box = _table([[[head, lines]]], [self.width], self._panel())
            yield KeepTogether([Spacer(1, 6), box])

    def _step(self, step: SetupStep) -> Iterator[Flowable]:
        """The lines of a step, the first beside its number."""
        first, *others = [f"**{tag}:** {text}" if tag else text for tag, text in step.lines]
        head = f"**{step.heading}**\n" if step.heading else ""
        yield self._set(f"{head}{first}", self.look.step, f"{step.number}.")
        for line in others:
            yield self._set(line, self.look.guide, NO_NUMBER)

    def _panel(self) -> list[Any]:
        """What a box of its own looks like; words lie below what is drawn, so it has no ground."""
        edge = ("BOX", (0, 0), (-1, -1), 0.8, HexColor(self.look.line))
        sides = ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING")
        return [edge, *((side, (0, 0), (-1, -1), 6) for side in sides)]


def _table(
    rows: Sequence[Sequence[Any]],
    widths_mm: Sequence[float],
    style: Sequence[Any],
    head: int = 0,
) -> Table:
    """A table; its first ``head`` rows stand again on the next page."""
    base = [("RIGHTPADDING", (0, 0), (-1, -1), 6), ("BOTTOMPADDING", (0, 0), (-1, -1), 2)]
    return flowables.table(rows, [mm * POINTS for mm in widths_mm], *base, *style, head=head)


def _line(game: Game) -> Iterator[str]:
    say = game.tongue.say
    yield say("Print-and-play kit")
    yield say("revision {revision}", revision=game.revision)
    yield from _players(game)
    if game.designer:
        yield say("by {designer}", designer=game.designer)


def _players(game: Game) -> list[str]:
    """How many people can play, if that is said: at the legal tables, or by the title."""
    low, high = game.title_players or (1, 0)
    counts = sorted({table.players for table in game.configurations}) or list(range(low, high + 1))
    if not counts:
        return []
    tongue, last = game.tongue, counts[-1]
    if len(counts) > 2 and counts == list(range(counts[0], last + 1)):
        return [tongue.say("{least} to {most} players", least=counts[0], most=last)]
    number = last if len(counts) == 1 else max(2, last)
    words = either(counts, tongue)
    return [tongue.count("{numbers} player", "{numbers} players", number, numbers=words)]


def _pairs(found: Sequence[Stock]) -> list[FacePair]:
    return [pair for stock in found for pair in stock.pairs]


def _list_parts(
    game: Game, found: Sequence[Stock]
) -> Iterator[tuple[Stock, str, Sequence[FacePair]]]:
    """The printed pieces of each line of the parts list and its name; sets without one follow."""
    stocks = {stock.set.id: stock for stock in found}
    listed = {part.set_id for part in game.parts}
    lines: list[tuple[Stock, PartsLine | None]] = [
        (stocks[part.set_id], part) for part in game.parts if part.set_id in stocks
    ]
    lines += [(stock, None) for stock in found if stock.set.id not in listed]
    for stock, part in lines:
        components = {one.id: one for one in stock.set.components}
        chosen = [
            pair
            for pair in stock.pairs
            if part is None or matches(components[pair.component], part.where)
        ]
        if any(stock.copies.get(pair.component, 0) for pair in chosen):
            yield stock, part.name if part else stock.set.name, chosen


def _count_pieces(stock: Stock, count: int = 0, name: str = "") -> str:
    """How many pieces, and what: one of them by its singular; without a count the whole set."""
    count, many = count or sum(n for _, n in stock.prints), name or stock.set.name
    single = count == 1 and stock.set.singular
    return f"{count} {many.replace(stock.set.name, single, 1) if single else many}"


def _own_pieces(stock: Stock, say: Callable[..., str]) -> str:
    """What stands in for a set, and how many of each of its designs; cards come in whole packs."""
    each = {pair.component: count for pair, count in stock.prints}
    instead = stock.set.instead or ""
    if len(each) == 1 or stock.set.form is Form.CARD:
        return instead
    return f"{instead}: {_say_kinds(stock, each, say)}"


def _say_kinds(stock: Stock, each: Mapping[str, int], say: Callable[..., str]) -> str:
    """How many there are of each design of a set."""
    if len(set(each.values())) == 1:
        return say("{number} kinds, {count} of each", number=len(each), count=max(each.values()))
    names = {one.id: one.name for one in stock.set.components}
    return ", ".join(f"{count} x {names[name]}" for name, count in each.items())


def _notes(
    game: Game,
    parts: Sequence[Sequence[FacePair]],
    plans: Sequence[Document],
    options: PrintOptions,
) -> Iterator[str]:
    """Where the pieces of each part are printed, and how many are used at each number of seats."""
    totals = sorted({table.total for table in game.configurations})
    if options.players is not None or options.bots is not None:
        totals = []
    tables = {total: copies_needed(game, (total,)) for total in totals}
    for pairs in parts:
        names = [pair.component for pair in pairs]
        files = [plan.file for plan in plans if _components(plan) & {*names}]
        in_parts = len(files) > 1 and pairs[0].form is not Form.BOARD
        note = game.tongue.say("{file} and on", file=files[0]) if in_parts else files[0]
        counts = {
            total: sum(copies.get(name, 0) for name in names) for total, copies in tables.items()
        }
        if len(set(counts.values())) > 1:
            note += " · " + _spread({total: one for total, one in counts.items() if one}, game)
        yield note


def _components(plan: Document) -> set[str]:
    return {placed.component for page in plan.pages for placed in page.placed}


def _count_lying(plans: Sequence[Document]) -> Counter[str]:
    """How many copies of each component lie on the sheets, with those that only fill them."""
    lying = Counter[str]()
    for placed in (one for plan in plans for page in plan.pages for one in page.placed):
        lying[placed.component] = max(lying[placed.component], placed.copy)
    return lying


def _spread(counts: Mapping[int, int], game: Game) -> str:
    """Say how many are used at each number of seats: "20 at 3 seats, 25 at 4 seats"."""
    tongue, bots = game.tongue, any(table.bots for table in game.configurations)
    last = max(counts)
    if len(set(counts.values())) == 1:
        numbers = either(tuple(counts), tongue)
        if bots:
            return tongue.count(
                "with {numbers} seat", "with {numbers} seats", last, numbers=numbers
            )
        return tongue.count(
            "with {numbers} player", "with {numbers} players", last, numbers=numbers
        )
    at = (tongue.say("{count} at {total}", count=n, total=total) for total, n in counts.items())
    spread = ", ".join(at)
    if bots:
        return tongue.count("{spread} seat", "{spread} seats", last, spread=spread)
    return tongue.count("{spread} player", "{spread} players", last, spread=spread)


def _choose_thumbs(
    stock: Stock, pairs: Sequence[FacePair], pictures: Thumbnails
) -> tuple[Thumb, ...]:
    """Up to two different fronts (five of small pieces), and a card's back behind them."""
    many = 2 if stock.set.form in (Form.CARD, Form.MAT, Form.BOARD) else 5
    fronts = list({pair.front.key: pair for pair in pairs}.values())
    step = max(1, len(fronts) // many)
    shown = fronts[::step][:many]
    thumbs = [pictures.front(pair) for pair in shown]
    if stock.set.form is Form.CARD and shown[0].back is not None:
        thumbs.append(pictures.back(shown[0]))
    return tuple(thumbs)


def _about(plan: Document, options: PrintOptions, tongue: Tongue) -> tuple[str, str]:
    """What a file holds and what to print it on (in English), from its name."""
    what = plan.title.split(": ", 1)[-1]
    stickers = options.dice is Dice.STICKERS
    advice = {
        "cards": _STOCK[Form.CARD],
        "chits": _STOCK[Form.CHIT],
        "mats": _STOCK[Form.MAT],
        "dice": _LABELS if stickers else _STOCK[Form.STANDEE],
        "boxes": _STOCK[Form.CHIT],
        "standees": _STOCK[Form.STANDEE],
    }
    for begins, paper in advice.items():
        if plan.file.startswith(begins):
            names = [
                name for page in plan.pages if page.chapter for name in page.chapter.split(", ")
            ]
            return ", ".join(dict.fromkeys(names)), paper
    if plan.file.startswith("mat"):
        return what, _STOCK[Form.MAT]
    if plan.file.endswith("-tiled.pdf"):
        return what, _STOCK[Form.BOARD]
    trim = plan.pages[0].trim
    size = f"{trim.width:.0f} x {trim.height:.0f} mm"
    return tongue.say("{what}, in one piece of {size}", what=what, size=size), _PLOTTER

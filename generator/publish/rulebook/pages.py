"""A rulebook as bound pages: its Markdown as flowables of reportlab, faces put in later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from markdown_it.token import Token
from reportlab.platypus import Flowable, Image, Paragraph, Preformatted, Spacer

from generator.book.binding import GAP_MM, BookSetter, BookSheet, DrawnPages, Imprint, Styles, bind
from generator.book.flowables import (
    PageMark,
    front_of,
    heading_over_rule,
    list_flowable,
    paragraphs,
    side_by_side,
    size_within,
    table,
)
from generator.book.table_picture import TableFlowable
from generator.design.face import FacePair
from generator.outputs.card_list import ListEntry
from generator.printing.documents import SetupStep
from generator.printing.imposition import Document
from generator.printing.sheet_fonts import BOLD, ITALIC, POINTS
from generator.publish.rulebook.calls import (
    Block,
    InLine,
    ListedComponents,
    PartsTable,
    PictureGrid,
    PictureRow,
    RulebookDraft,
    Steps,
)
from generator.publish.rulebook.manuscript import MARK
from generator.typeset.words import plain_name

KEPT_ROWS = 14
"""A table of so many rows is not torn apart."""
_WIDEST = 260.0


def set_rulebook(
    draft: RulebookDraft,
    pairs: Mapping[str, FacePair],
    sheet: BookSheet,
    colours: Mapping[str, str],
    icons: Mapping[str, str],
    own: Mapping[str, str],
) -> tuple[bytes, Document]:
    """Return the drawn pages without faces, and the plan that says where the faces go."""
    press = BookSetter(sheet, Styles(colours), pairs, DrawnPages())
    game = draft.game
    say = game.tongue.say
    foot = say("{game}, revision {revision}", game=game.name, revision=game.revision)
    about = say("The rules of {game}.", game=foot)
    imprint = Imprint("rulebook", draft.title, about, foot, game.language or "en")

    story = _blocks(Setter(draft, press, icons, own), draft.manuscript.tokens)
    return bind(imprint, press, story)


def _blocks(setter: Setter, tokens: Sequence[Token], first: int = 0) -> Iterator[Flowable]:
    """The flowables of some tokens; ``first`` is the number of the first among all."""
    for at, end in _spans(tokens):
        yield from _block(setter, tokens[at], tokens[at + 1 : end], first + at)


def _spans(tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """Where each block begins, and where it ends: there, or at the token that closes it."""
    depth = start = 0
    for at, token in enumerate(tokens):
        depth += token.nesting
        if depth == 0:
            yield start, at
            start = at + 1


def _block(
    setter: Setter, token: Token, inside: Sequence[Token], number: int
) -> Iterator[Flowable]:
    styles = setter.styles
    match token.type:
        case "heading_open":
            yield from _heading(setter, int(token.tag[1:]), inside[0], f"section-{number}")
        case "paragraph_open":
            yield from _paragraph(setter, inside[0])
        case "bullet_list_open" | "ordered_list_open":
            first = number + 1
            items = [
                list(_blocks(setter, inside[at + 1 : end], first + at + 1))
                for at, end in _spans(inside)
            ]
            numbered = token.type == "ordered_list_open"
            start = int(token.attrs.get("start", 1)) if numbered else None
            yield list_flowable(items, 16, setter.styles, start)
        case "blockquote_open":
            yield _box(setter, list(_blocks(setter, inside, number + 1)))
        case "table_open":
            yield _table(setter, inside)
        case "fence" | "code_block":
            yield Preformatted(token.content, styles.text)
        case "hr":
            yield Spacer(1, 10)


def _heading(setter: Setter, rank: int, inline: Token, key: str) -> Iterator[Flowable]:
    styles, words = setter.styles, setter.draft.words(inline)
    if rank == 1:
        game = setter.draft.game
        revision = game.tongue.say("Revision {revision}", revision=game.revision)
        yield Paragraph(escape(revision), styles.kicker)
        yield Paragraph(escape(words), styles.title)
        yield Spacer(1, 4)
        if game.summary:
            yield Paragraph(escape(game.summary), styles.lead)
        yield Spacer(1, 6)
        return
    line = line_of(setter, inline.children or ())
    yield _keep_with_next(Spacer(1, 10 if rank == 2 else 4))
    if rank == 2:
        yield _keep_with_next(PageMark(key, setter.press.found, words))
        width = setter.press.sheet.width
        yield _keep_with_next(heading_over_rule([Paragraph(line, styles.chapter)], [width], styles))
        yield _keep_with_next(Spacer(1, 5))
    else:
        yield _keep_with_next(Paragraph(line, styles.group))


def _keep_with_next(flowable: Flowable) -> Flowable:
    flowable.keepWithNext = True
    return flowable


def _paragraph(setter: Setter, inline: Token) -> Iterator[Flowable]:
    piece = setter.draft.block(inline)
    if piece is not None:
        yield from flowables_of(setter, piece)
        return
    images = [child for child in inline.children or () if child.type == "image"]
    if images and not inline.content.replace(images[0].content, "").strip("![]() \n"):
        yield _image(setter, images[0])
        return
    yield Paragraph(line_of(setter, inline.children or ()), setter.styles.body)


def _image(setter: Setter, image: Token) -> Flowable:
    """A picture of the project as wide as the text, or as high as the page lets it be."""
    return Image(
        setter.own[str(image.attrs["src"])],
        width=setter.press.sheet.width,
        height=setter.press.sheet.height * BROAD_SHARE,
        kind="proportional",
    )


def _box(setter: Setter, inside: list[Flowable]) -> Flowable:
    """A quoted part: on a ground of its own."""
    box = table(
        [[inside]],
        [setter.press.sheet.width],
        ("BACKGROUND", (0, 0), (-1, -1), setter.styles.panel),
        ("LINEBEFORE", (0, 0), (0, -1), 3, setter.styles.accent),
        ("LEFTPADDING", (0, 0), (-1, -1), 10),
        ("RIGHTPADDING", (0, 0), (-1, -1), 6),
        ("TOPPADDING", (0, 0), (-1, -1), 5),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ("VALIGN", (0, 0), (-1, -1), "BOTTOM"),
    )
    box.spaceBefore, box.spaceAfter = 3, 7
    return box


def _table(setter: Setter, inside: Sequence[Token]) -> Flowable:
    rows: list[list[Paragraph]] = []
    head = 0
    for token in inside:
        if token.type == "tr_open":
            rows.append([])
        elif token.type == "thead_close":
            head = len(rows)
        elif token.type == "inline":
            line = line_of(setter, token.children or ())
            style = setter.styles.name if not head else setter.styles.text
            rows[-1].append(Paragraph(line, style))
    widths = [
        max(cell.minWidth() + _natural(cell) for cell in column)
        for column in zip(*rows, strict=True)
    ]
    least = max(widths) / 6
    made = grid(setter, rows, [max(width, least) for width in widths], head)
    if len(rows) <= KEPT_ROWS:
        made.setStyle([("NOSPLIT", (0, 0), (-1, -1))])
    return made


def _natural(cell: Paragraph) -> float:
    """The width of a cell's text on one line (pt), as far as it asks for more room."""
    cell.wrap(_WIDEST, _WIDEST)
    return min(max(cell.getActualLineWidths0(), default=0.0), _WIDEST)


# --- what calls stand for: faces, lists, parts and steps ------------------------------------------


PICTURE_MM = 62.0
"""Most height of a picture of a component; poker cards are 88.9 mm high."""
LISTED_MM = (26.0, 36.0)
"""Width and height of a picture beside its text in a list."""
BROAD_MM = 100.0
"""What is wider, such as a board, stands by itself."""
BROAD_SHARE = 0.55
"""Most of the height of a page that a broad picture takes."""
GRID_COLUMNS = 4
"""Pictures in a row of a grid: poker cards of 40 mm on A4, whose letters are half as high."""
_GAP = GAP_MM * POINTS


def flowables_of(setter: Setter, piece: Block) -> Iterator[Flowable]:
    """The flowables of a piece that stands by itself."""
    match piece:
        case PictureRow():
            yield from _pictures(setter, piece)
        case ListedComponents():
            for entry in piece:
                yield _list_entry(setter, entry)
        case PartsTable():
            yield _parts(setter, piece)
        case Steps():
            styles = setter.styles
            if piece.view is not None:
                size = setter.press.sheet.width, setter.press.sheet.height * BROAD_SHARE
                picture = piece.view.at_most(*(length / POINTS for length in size))
                yield TableFlowable(picture, setter.press.found)
                yield Spacer(1, 6)
            yield list_flowable([_step(step, styles) for step in piece], 20, styles, 1)


def _step(step: SetupStep, styles: Styles) -> list[Flowable]:
    """The heading of a step and its lines."""
    lines = [
        (f'<font name="{BOLD}">{escape(tables)}:</font> ' if tables else "") + escape(text)
        for tables, text in step.lines
    ]
    if step.heading:
        lines = [f'<font name="{BOLD}">{escape(step.heading)}</font>', *lines]
    return [Paragraph(line, styles.body) for line in lines]


def _pictures(setter: Setter, piece: PictureRow) -> Iterator[Flowable]:
    """Faces in rows, each with its name below; a broad one by itself."""
    sheet, found = setter.press.sheet, setter.press.found
    rows: list[list[tuple[list[Flowable], float]]] = [[]]
    used = 0.0
    for one in piece:
        pair = setter.press.pairs[one.id]
        broad = pair.front.width_mm > BROAD_MM
        most = sheet.height * BROAD_SHARE if broad else PICTURE_MM * POINTS
        columns = GRID_COLUMNS if isinstance(piece, PictureGrid) and not broad else 1
        # a hair less than its share, which sums of lengths would reach over
        size = size_within(pair, (sheet.width + _GAP) / columns - _GAP - 0.01, most)
        if rows[-1] and used + _GAP + size[0] > sheet.width:
            rows.append([])
            used = 0.0
        name = escape(plain_name(one.name, setter.draft.game))
        cell = [front_of(pair, size, found), Spacer(1, 3), Paragraph(name, setter.styles.fact)]
        used += size[0] + (_GAP if rows[-1] else 0)
        rows[-1].append((cell, size[0]))
    for row in filter(None, rows):
        widths = [*(width + _GAP for _, width in row[:-1]), row[-1][1]]
        made = side_by_side([cell for cell, _ in row], widths, _GAP)
        made.spaceBefore, made.spaceAfter = 3, 8
        yield made


def _list_entry(setter: Setter, entry: ListEntry) -> Flowable:
    press, styles = setter.press, setter.styles
    pair = press.pairs[entry.component.id]
    size = size_within(pair, LISTED_MM[0] * POINTS, LISTED_MM[1] * POINTS)
    words = [
        Paragraph(escape(plain_name(entry.component.name, entry.game)), styles.name),
        *paragraphs(entry.text, styles.text),
    ]
    left = LISTED_MM[0] * POINTS + 8
    beside = side_by_side(
        [front_of(pair, size, press.found), words], [left, press.sheet.width - left]
    )
    beside.spaceAfter = 5
    return beside


def _parts(setter: Setter, piece: PartsTable) -> Flowable:
    styles = setter.styles
    cells = [
        [Paragraph(escape(count), styles.name), Paragraph(escape(name), styles.text)]
        for count, name in piece
    ]
    half = (len(cells) + 1) // 2
    empty: list[Flowable | str] = ["", ""]
    right = [*cells[half:], *([empty] if len(cells) % 2 else [])]
    rows = [[*one, *other] for one, other in zip(cells[:half], right, strict=True)]
    return grid(setter, rows, [1.4, 5, 1.4, 5]) if rows else Spacer(1, 1)


# --- lines of paragraphs, and tables --------------------------------------------------------------


ICON_EM = 1.15
"""Height of an icon in a line, in heights of its letters."""


@dataclass(frozen=True)
class Setter:
    """What a rulebook is set with; ``icons`` and ``own`` are files of pictures by name."""

    draft: RulebookDraft
    press: BookSetter
    icons: Mapping[str, str]
    own: Mapping[str, str]

    @property
    def styles(self) -> Styles:
        """The styles of the book."""
        return self.press.styles


_TAGS = {
    "strong_open": f'<font name="{BOLD}">',
    "strong_close": "</font>",
    "em_open": f'<font name="{ITALIC}">',
    "em_close": "</font>",
    "link_close": "</a>",
    "softbreak": " ",
    "hardbreak": "<br/>",
}


def line_of(setter: Setter, children: Sequence[Token]) -> str:
    """The tokens of a line as the markup of a paragraph; all text is escaped."""
    return "".join(_part(setter, child) for child in children)


def _part(setter: Setter, child: Token) -> str:
    if child.type in _TAGS:
        return _TAGS[child.type]
    if child.type == "link_open":
        address = str(child.attrs.get("href", ""))
        colour = f"#{setter.styles.accent.hexval()[2:]}"
        return f'<a href={quoteattr(address)} color="{colour}">'
    return MARK.sub(
        lambda mark: _sign(setter, setter.draft.in_line(mark[1])), escape(child.content)
    )


def _sign(setter: Setter, piece: InLine) -> str:
    if piece.icon:
        high = setter.styles.body.fontSize * ICON_EM
        file = quoteattr(setter.icons[piece.icon])
        return f'<img src={file} width="{high}" height="{high}" valign="-2"/>'
    text = escape(piece.text)
    return f'<font name="{BOLD}">{text}</font>' if piece.strong else text


def grid(
    setter: Setter,
    rows: Sequence[Sequence[Flowable | str]],
    shares: Sequence[float],
    head: int = 0,
) -> Flowable:
    """A table as wide as the text, its columns in ``shares`` of it; ``head`` rows come again."""
    width = setter.press.sheet.width / sum(shares)
    made = table(
        rows,
        [share * width for share in shares],
        ("LINEBELOW", (0, 0), (-1, -1), 0.4, setter.styles.line),
        ("RIGHTPADDING", (0, 0), (-1, -1), 6),
        ("TOPPADDING", (0, 0), (-1, -1), 2),
        ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        head=head,
    )
    made.spaceAfter = 8
    return made

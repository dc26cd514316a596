"""A rulebook as bound pages: its Markdown as flowables of reportlab, faces put in later."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from xml.sax.saxutils import escape

from markdown_it.token import Token
from reportlab.platypus import (
    Flowable,
    Image,
    ListFlowable,
    ListItem,
    Paragraph,
    Preformatted,
    Spacer,
    Table,
)

from generator.design.face import FacePair
from generator.printing.layout.imposition import Document
from generator.printing.pdf.fonts import BOLD
from generator.publish.book.binding import Binding, Imprint, bind
from generator.publish.book.flow import Found, Mark
from generator.publish.book.press import Press
from generator.publish.book.sheet import Sheet, Styles
from generator.publish.rulebook.draft import Draft
from generator.publish.rulebook.pieces import BROAD_SHARE, flowables_of
from generator.publish.rulebook.setting import Setter, grid, line_of

KEPT_ROWS = 14
"""A table of so many rows is not torn apart."""
_WIDEST = 260.0


def set_rulebook(
    draft: Draft,
    pairs: Mapping[str, FacePair],
    sheet: Sheet,
    colours: Mapping[str, str],
    icons: Mapping[str, str],
    own: Mapping[str, str],
) -> tuple[bytes, Document]:
    """Return the drawn pages without faces, and the plan that says where the faces go."""
    press = Press(sheet, Styles(colours), pairs, Found())
    game = draft.game
    say = game.tongue.say
    foot = say("{game}, revision {revision}", game=game.name, revision=game.revision)
    about = say("The rules of {game}.", game=foot)
    imprint = Imprint("rulebook", draft.title, about, foot, game.language or "en")

    def story(binding: Binding) -> Iterator[Flowable]:
        return _blocks(Setter(draft, press, icons, own, binding.enter), draft.manuscript.tokens)

    return bind(imprint, press, story)


def _blocks(setter: Setter, tokens: Sequence[Token], first: int = 0) -> Iterator[Flowable]:
    """The flowables of some tokens; ``first`` is the number of the first among all."""
    at = 0
    while at < len(tokens):
        end = _end(tokens, at)
        inside = tokens[at + 1 : end]
        yield from _block(setter, tokens[at], inside, first + at)
        at = end + 1


def _end(tokens: Sequence[Token], at: int) -> int:
    """Where the block that begins at a token ends: there, or at the token that closes it."""
    depth = 0
    for end in range(at, len(tokens)):
        depth += tokens[end].nesting
        if depth == 0:
            return end
    return len(tokens) - 1


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
            yield _list(setter, token, inside, number + 1)
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
    yield _kept(Spacer(1, 10 if rank == 2 else 4))
    if rank == 2:
        yield _kept(Mark(key, setter.press.found, words, setter.enter))
        yield _kept(_ruled(Paragraph(line, styles.chapter), setter))
        yield _kept(Spacer(1, 5))
    else:
        yield _kept(Paragraph(line, styles.group))


def _kept(flowable: Flowable) -> Flowable:
    """A flowable that stays on the page of the next one."""
    flowable.keepWithNext = True
    return flowable


def _ruled(words: Flowable, setter: Setter) -> Table:
    table = Table([[words]], colWidths=[setter.press.sheet.width])
    table.setStyle([("LINEBELOW", (0, 0), (-1, -1), 1.6, setter.styles.accent), *_BARE])
    return table


_BARE = [
    ("LEFTPADDING", (0, 0), (-1, -1), 0),
    ("RIGHTPADDING", (0, 0), (-1, -1), 0),
    ("TOPPADDING", (0, 0), (-1, -1), 0),
    ("BOTTOMPADDING", (0, 0), (-1, -1), 4),
]


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


def _list(setter: Setter, token: Token, inside: Sequence[Token], first: int) -> Flowable:
    styles = setter.styles
    items, at = [], 0
    while at < len(inside):
        end = _end(inside, at)
        blocks = list(_blocks(setter, inside[at + 1 : end], first + at + 1))
        items.append(ListItem(blocks, leftIndent=14))
        at = end + 1
    numbered = token.type == "ordered_list_open"
    return ListFlowable(
        items,
        bulletType="1" if numbered else "bullet",
        start=str(token.attrs.get("start", 1)) if numbered else "•",
        bulletFormat="%s." if numbered else None,
        bulletFontName=BOLD,
        bulletFontSize=styles.body.fontSize,
        bulletColor=styles.accent,
        leftIndent=16,
    )


def _box(setter: Setter, inside: list[Flowable]) -> Flowable:
    """A quoted part: on a ground of its own."""
    table = Table([[inside]], colWidths=[setter.press.sheet.width])
    table.setStyle(
        [
            ("BACKGROUND", (0, 0), (-1, -1), setter.styles.panel),
            ("LINEBEFORE", (0, 0), (0, -1), 3, setter.styles.accent),
            ("LEFTPADDING", (0, 0), (-1, -1), 10),
            ("TOPPADDING", (0, 0), (-1, -1), 5),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ]
    )
    table.spaceBefore, table.spaceAfter = 3, 7
    return table


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
    table = grid(setter, rows, _shares(rows), head)
    if len(rows) <= KEPT_ROWS:
        table.setStyle([("NOSPLIT", (0, 0), (-1, -1))])
    return table


def _shares(rows: Sequence[Sequence[Paragraph]]) -> list[float]:
    """How wide columns are beside one another: as their longest lines, within bounds."""
    widths = [
        max(cell.minWidth() + _natural(cell) for cell in column)
        for column in zip(*rows, strict=True)
    ]
    least = max(widths) / 6
    return [max(width, least) for width in widths]


def _natural(cell: Paragraph) -> float:
    """The width of a cell's text on one line (pt), as far as it asks for more room."""
    cell.wrap(_WIDEST, _WIDEST)
    return min(max(cell.getActualLineWidths0(), default=0.0), _WIDEST)

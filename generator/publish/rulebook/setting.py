"""What a rulebook's pages are set with: the lines of its paragraphs, and tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from xml.sax.saxutils import escape, quoteattr

from markdown_it.token import Token
from reportlab.platypus import Flowable, Table

from generator.printing.pdf.fonts import BOLD, ITALIC
from generator.publish.book.press import Press
from generator.publish.book.sheet import Styles
from generator.publish.rulebook.calls import IconSign, InLine
from generator.publish.rulebook.draft import Draft
from generator.publish.rulebook.manuscript import MARK

ICON_EM = 1.15
"""Height of an icon in a line, in heights of its letters."""


@dataclass(frozen=True)
class Setter:
    """What a rulebook is set with; ``icons`` and ``own`` are files of pictures by name."""

    draft: Draft
    press: Press
    icons: Mapping[str, str]
    own: Mapping[str, str]
    enter: Callable[[str], None]

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
    if isinstance(piece, IconSign):
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
    table = Table(rows, colWidths=[share * width for share in shares], repeatRows=head)
    table.setStyle(
        [
            ("VALIGN", (0, 0), (-1, -1), "TOP"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, setter.styles.line),
            ("LEFTPADDING", (0, 0), (-1, -1), 0),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 3),
        ]
    )
    table.spaceAfter = 8
    return table

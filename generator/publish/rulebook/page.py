"""A rulebook as a page for browsers, which works from the file system."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import TypeAlias, cast

from markdown_it.token import Token
from markupsafe import Markup

from generator.outputs.card_list import Entry
from generator.publish.contents.pictures import Picture
from generator.publish.contents.webpage import page_template
from generator.publish.rulebook.calls import (
    Block,
    IconSign,
    InLine,
    Listed,
    Pictures,
    Rows,
    Steps,
)
from generator.publish.rulebook.draft import Draft
from generator.publish.rulebook.manuscript import MARK, parser
from generator.publish.site.palette import Palette
from generator.typeset.webfonts import font_faces
from generator.typeset.words import plain_name

Shown: TypeAlias = Mapping[tuple[str, str], Picture]


def rulebook_page(draft: Draft, shown: Shown, own: Mapping[str, str], palette: Palette) -> str:
    """The page; ``shown`` are pictures by component and side, ``own`` files by written name."""
    headings = [(words, key) for rank, words, key in draft.headings if rank == 2]
    return page_template("rulebook", "rulebook.html.j2", draft.game.tongue).render(
        draft=draft,
        game=draft.game,
        headings=headings,
        body=Markup(_body(draft, shown, own)),
        fonts=Markup(font_faces("".join(sorted(set(draft.letters))))),
        light=palette[0],
        dark=palette[1],
    )


def _body(draft: Draft, shown: Shown, own: Mapping[str, str]) -> str:
    """The text as HTML; what is not markup of ours is escaped."""
    tokens = [_with_key(token, at) for at, token in enumerate(draft.manuscript.tokens)]
    for token in tokens:
        for child in token.children or ():
            if child.type == "image":
                written = str(child.attrs.get("src", ""))
                child.attrs = {**child.attrs, "src": own.get(written, "")}
    reader = parser()
    html = cast(str, reader.renderer.render(tokens, reader.options, {}))
    html = _ALONE.sub(lambda mark: _piece(draft, mark[1], shown), html)
    return MARK.sub(lambda mark: _in_line(draft.in_line(mark[1])), html)


_ALONE = re.compile(f"<p>{MARK.pattern}</p>")


def _with_key(token: Token, at: int) -> Token:
    if token.type != "heading_open":
        return token
    return token.copy(attrs={**token.attrs, "id": f"section-{at}"})


def _piece(draft: Draft, number: str, shown: Shown) -> str:
    piece = draft.pieces[int(number)]
    if isinstance(piece, Pictures | Listed | Rows | Steps):
        return _block(piece, draft, shown)
    return f"<p>{_in_line(piece)}</p>"


def _in_line(piece: InLine) -> str:
    if isinstance(piece, IconSign):
        says = escape(piece.says)
        return (
            f'<img class="icon" src="icons/{escape(piece.icon)}.svg" alt="{says}" title="{says}">'
        )
    text = escape(piece.text)
    return f"<strong>{text}</strong>" if piece.strong else text


def _block(piece: Block, draft: Draft, shown: Shown) -> str:
    match piece:
        case Pictures():
            name = {one.id: plain_name(one.name, draft.game) for one in piece.components}
            figures = (
                f"<figure>{_image(shown[one, 'front'], text)}"
                f"<figcaption>{escape(text)}</figcaption></figure>"
                for one, text in name.items()
            )
            return f'<div class="figures">{"".join(figures)}</div>'
        case Listed():
            return f'<div class="listed">{"".join(_listed(e, shown) for e in piece.entries)}</div>'
        case Rows():
            rows = "".join(
                f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
                for row in piece.rows
            )
            return f'<table class="parts">{rows}</table>'
        case Steps():
            lines = "".join(
                f"<li>{f'<b>{escape(tables)}:</b> ' if tables else ''}{escape(text)}</li>"
                for tables, text in piece.steps
            )
            return f'<ol class="steps">{lines}</ol>'


def _listed(entry: Entry, shown: Shown) -> str:
    name = escape(plain_name(entry.component.name, entry.game))
    text = "".join(f"<p>{escape(line)}</p>" for line in entry.text.splitlines())
    image = _image(shown[entry.component.id, "front"], "")
    return f"<article>{image}<div><h4>{name}</h4>{text}</div></article>"


def _image(picture: Picture, alt: str) -> str:
    size = f'width="{picture.width}" height="{picture.height}"'
    return f'<img src="{escape(picture.file)}" {size} alt="{escape(alt)}" loading="lazy">'

"""A rulebook filled in: its marks are pieces, and what they show is known."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from markdown_it.token import Token

from generator.publish.rulebook.calls import (
    BLOCKS,
    Block,
    CallError,
    Data,
    IconSign,
    InLine,
    Piece,
    Words,
    components_of,
    piece_of,
)
from generator.publish.rulebook.manuscript import MARK, Manuscript
from validator.catalogue.model import Game


@dataclass(frozen=True)
class Draft:
    """A rulebook with a piece for each of its marks."""

    game: Game
    manuscript: Manuscript
    pieces: tuple[Piece, ...]

    @property
    def components(self) -> tuple[str, ...]:
        """The ids of the components that are shown."""
        return components_of(self.pieces)

    @property
    def icons(self) -> frozenset[str]:
        """The names of the icons that are shown."""
        return frozenset(one.icon for one in self.pieces if isinstance(one, IconSign))

    @cached_property
    def title(self) -> str:
        """The first heading of the first rank, or the game's name."""
        heads = self.headings
        return next((words for rank, words, _ in heads if rank == 1), self.game.name)

    @property
    def headings(self) -> Iterator[tuple[int, str, str]]:
        """Every heading in order: its rank from 1, its words, and an id for links."""
        tokens = self.manuscript.tokens
        for at, token in enumerate(tokens):
            if token.type == "heading_open":
                yield int(token.tag[1:]), self.words(tokens[at + 1]), f"section-{at}"

    def block(self, inline: Token) -> Block | None:
        """The piece that a paragraph is, where it is nothing but one."""
        mark = MARK.fullmatch(inline.content.strip())
        piece = self.pieces[int(mark[1])] if mark else None
        return piece if isinstance(piece, BLOCKS) else None

    def in_line(self, number: str) -> InLine:
        """The piece of a mark within a line.

        Raises:
            CallError: it is one that stands by itself, of which `trilith check` tells.
        """
        piece = self.pieces[int(number)]
        if isinstance(piece, BLOCKS):
            raise CallError("a list or picture stands in the middle of a sentence")
        return piece

    def words(self, inline: Token) -> str:
        """A line without anything but its words."""
        parts = (
            " " if child.type in ("softbreak", "hardbreak") else child.content
            for child in inline.children or ()
        )
        return MARK.sub(lambda mark: said(self.in_line(mark[1])), "".join(parts))

    @property
    def letters(self) -> str:
        """Every letter that is set."""
        return self.manuscript.text + "".join(_letters(self.pieces))


def said(piece: InLine) -> str:
    """A piece in a line in words alone."""
    return piece.text if isinstance(piece, Words) else piece.says


def drafted(manuscript: Manuscript, data: Data) -> Draft:
    """A rulebook filled in.

    Raises:
        CallError: a mark cannot be filled in; ``trilith check`` tells all of them.
    """
    return Draft(data.game, manuscript, tuple(piece_of(mark, data) for mark in manuscript.marks))


def _letters(pieces: tuple[Piece, ...]) -> Iterator[str]:
    for piece in pieces:
        match piece:
            case Words() | IconSign():
                yield said(piece)
            case _:
                yield repr(piece)

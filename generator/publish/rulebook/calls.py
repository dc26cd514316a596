"""What the calls of a rulebook stand for: pieces made from the game's data, and the text with them.

Each call is a function from its arguments to a piece. What it cannot find it refuses, with a hint;
the check and the printed page ask the same functions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from markdown_it.token import Token

from generator.facts import labels_of
from generator.printing.documents import SetupStep, set_up_steps
from generator.publish.rulebook.manuscript import MARK, Manuscript, Mark, WrittenName
from generator.typeset.words import plain, plain_name
from validator.catalogue.model import Component, ComponentSet, Configuration, Game
from validator.findings import did_you_mean

if TYPE_CHECKING:
    from generator.book.table_picture import DrawnTable
    from generator.outputs.card_list import ListEntry


class RulebookCallError(Exception):
    """A call that cannot be filled in; ``hint`` says what would do."""

    def __init__(self, message: str, hint: str = "", code: str = "rulebook-unknown") -> None:
        super().__init__(message)
        self.hint = hint
        self.code = code


@dataclass(frozen=True, slots=True)
class InLine:
    """Words in a line; ``strong`` where they are a name, with an ``icon`` what it is called."""

    text: str
    strong: bool = False
    icon: str = ""


class PictureRow(tuple[Component, ...]):
    """Components side by side, each with its name below."""


class PictureGrid(PictureRow):
    """Components in rows over the whole width, all as wide."""


class ListedComponents(tuple["ListEntry", ...]):
    """Components with picture and text."""


class PartsTable(tuple[tuple[str, str], ...]):
    """What is in the box: how many of what, row by row."""


class Steps(tuple[SetupStep, ...]):
    """A set-up in numbered steps, the tables that it is for, and a view of one of them."""

    tables: tuple[Configuration, ...] = ()
    view: DrawnTable | None = None


Block: TypeAlias = PictureRow | ListedComponents | PartsTable | Steps
Piece: TypeAlias = InLine | Block
BLOCKS = (PictureRow, ListedComponents, PartsTable, Steps)
"""The pieces that stand by themselves: tuples of what they show."""


@dataclass(frozen=True)
class Data:
    """What a rulebook is filled in from; ``icons`` are the names of all that there are."""

    game: Game
    icons: frozenset[str]

    @cached_property
    def components(self) -> Mapping[str, Component]:
        """Every component of the game by its id."""
        return {one.id: one for one in self.game.components()}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """Every name that may stand in double brackets: of components, and of their sets."""
        found = {plain_name(one.name, self.game): one.id for one in self.game.components()}
        for one in self.game.sets.values():
            found |= dict.fromkeys((one.name, one.singular), one.id)
        return found


def piece_of(mark: Mark, data: Data) -> Piece:
    """What a mark stands for.

    Raises:
        CallError: there is no such thing.
    """
    if isinstance(mark, WrittenName):
        _check_name("component or set called", mark.text, data.names)
        return InLine(mark.text, strong=True)
    if mark.fault:
        raise RulebookCallError(f"`{{{{ {mark.raw} }}}}` is no call", mark.fault, "rulebook-call")
    if mark.name not in CALLS:
        known = did_you_mean(mark.name, CALLS, f"there are {', '.join(CALLS)}")
        raise RulebookCallError(f"there is no call {mark.name!r}", known, "rulebook-call")
    function = CALLS[mark.name]
    signature = inspect.signature(function)
    try:
        bound = signature.bind(data, *mark.args, **mark.named)
    except TypeError as error:
        told = f"`{mark.raw}`: {str(error).replace('data', 'a value')}"
        raise RulebookCallError(told, f"write {usage(mark.name)}", "rulebook-call") from error
    for name, value in [*bound.arguments.items()][1:]:
        wanted = str if "str" in str(signature.parameters[name].annotation) else int
        for one in value if isinstance(value, tuple) else (value,):
            if not isinstance(one, wanted) or isinstance(one, bool):
                kind = "a text in quotes" if wanted is str else "a number"
                told = f"`{mark.raw}`: {name} is to be {kind}"
                raise RulebookCallError(told, f"write {usage(mark.name)}", "rulebook-call")
    return cast(Piece, function(data, *mark.args, **mark.named))


def usage(name: str) -> str:
    """How a call is written."""
    shown = []
    for one in [*inspect.signature(CALLS[name]).parameters.values()][1:]:
        kind = "text" if "str" in str(one.annotation) else "number"
        if one.default is not inspect.Parameter.empty:
            shown.append(f"{one.name}={kind}")
        else:
            shown.append(f'"{one.name}"' if kind == "text" else one.name)
    return f"{name}({', '.join(shown)})"


def _check_name(kind: str, name: str, known: Iterable[str]) -> None:
    names = list(known)
    if name not in names:
        some = ", ".join(names[:8]) or "none"
        raise RulebookCallError(
            f"there is no {kind} {name!r}", did_you_mean(name, names, f"there are {some}")
        )


# --- the calls; their parameters after ``data`` are what one writes -----------------------------


def card(data: Data, id: str, *more: str) -> PictureRow:
    """Show components side by side."""
    for one in (id, *more):
        _check_name("component", one, data.components)
    return PictureRow(data.components[one] for one in (id, *more))


def cards(
    data: Data, set: str, field: str = "", value: str = "", layout: str = "list"
) -> ListedComponents | PictureGrid:
    """List the components of a set with picture and text; of some only, by a field's value.

    The ``layout`` is list, or grid for their pictures alone.
    """
    _check_name("layout of cards", layout, ("list", "grid"))
    chosen = _set(data, set)
    from generator.outputs.card_list import entries

    listed = [one for one in entries(data.game, every_form=True) if one.component_set is chosen]
    if field:
        _check_name(
            f"field of {chosen.name}", field, {n for e in listed for n in e.component.fields}
        )
        values = {str(one.component.fields.get(field)) for one in listed}
        _check_name(f"{field} of {chosen.name}", value, sorted(values))
        listed = [one for one in listed if str(one.component.fields.get(field)) == value]
    if layout == "grid":
        return PictureGrid(one.component for one in listed)
    return ListedComponents(listed)


def count(data: Data, set: str) -> InLine:
    """Say how many pieces of a set there are, by the parts list."""
    return InLine(str(pieces_of(data.game, _set(data, set))))


def parts(data: Data) -> PartsTable:
    """List what is in the box."""
    game, say = data.game, data.game.tongue.say
    counts = [
        say("about {number}", number=part.count) if part.about else str(part.count)
        for part in game.parts
    ]
    names = [plain(part.name, game) for part in game.parts]
    return PartsTable(zip(counts, names, strict=True))


def setup(data: Data, players: int = 0, bots: int = -1) -> Steps:
    """Tell the set-up in numbered steps, for all tables or for those of so many players."""
    game = data.game
    every = game.configurations
    tables = tuple(t for t in every if players in (0, t.players) and bots in (-1, t.bots))
    if not tables:
        asked = f"{players} players" + (f" and {bots} bots" if bots >= 0 else "")
        named = (f"{t.players} + {t.bots}" if t.bots else str(t.players) for t in every)
        there = ", ".join(dict.fromkeys(named)) or "none"
        raise RulebookCallError(f"there is no table for {asked}", f"there are tables for {there}")
    made = Steps(_plain_step(step, game) for step in set_up_steps(game, tables))
    made.tables = tables
    return made


def icon(data: Data, name: str) -> InLine:
    """Show an icon in a line."""
    _check_name("icon", name, sorted(data.icons))
    said = next((term.one for term in data.game.terms.values() if term.icon == name), name)
    said = labels_of(data.game).get(name, said)
    return InLine(said, icon=name)


def ruling(data: Data, id: str) -> InLine:
    """Say how a question that the rules leave open is settled here."""
    known = {one.id: one for one in data.game.rulings}
    _check_name("ruling", id, known)
    one = known[id]
    return InLine(plain(one.options[one.default], data.game))


CALLS: Mapping[str, Callable[..., Any]] = {
    one.__name__: one for one in (card, cards, count, icon, parts, ruling, setup)
}


def pieces_of(game: Game, component_set: ComponentSet) -> int:
    """How many pieces of a set the parts list says there are; without a line, the copies."""
    counted = [part.count for part in game.parts if part.set_id == component_set.id]
    return sum(counted) or sum(one.copies for one in component_set.components)


def _set(data: Data, name: str) -> ComponentSet:
    _check_name("set", name, data.game.sets)
    return data.game.sets[name]


def _plain_step(step: SetupStep, game: Game) -> SetupStep:
    """A step without the marks of texts."""
    every = game.tongue.say("With bots") if step.for_bots else ""
    lines = tuple((tables or every, plain(text, game)) for tables, text in step.lines)
    return replace(step, heading=plain(step.heading, game), lines=lines)


# --- a rulebook filled in: its marks are pieces, and what they show is known ----------------------


@dataclass(frozen=True)
class RulebookDraft:
    """A rulebook with a piece for each of its marks."""

    game: Game
    manuscript: Manuscript
    pieces: tuple[Piece, ...]

    @property
    def components(self) -> tuple[str, ...]:
        """The ids of the components that are shown."""
        found: dict[str, None] = {}
        for piece in self.pieces:
            if isinstance(piece, PictureRow):
                found |= dict.fromkeys(one.id for one in piece)
            elif isinstance(piece, ListedComponents):
                found |= dict.fromkeys(one.component.id for one in piece)
        return tuple(found)

    @property
    def icons(self) -> frozenset[str]:
        """The names of the icons that are shown."""
        return frozenset(one.icon for one in self.pieces if isinstance(one, InLine) and one.icon)

    @cached_property
    def title(self) -> str:
        """The first heading of the first rank, or the game's name."""
        return next((words for rank, words, _ in self.headings if rank == 1), self.game.name)

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
            raise RulebookCallError("a list or picture stands in the middle of a sentence")
        return piece

    def words(self, inline: Token) -> str:
        """A line without anything but its words."""
        parts = (
            " " if child.type in ("softbreak", "hardbreak") else child.content
            for child in inline.children or ()
        )
        return MARK.sub(lambda mark: self.in_line(mark[1]).text, "".join(parts))

    @property
    def letters(self) -> str:
        """Every letter that is set."""
        said = (one.text if isinstance(one, InLine) else repr(one) for one in self.pieces)
        return "".join((self.manuscript.text, self.game.name, *said))


def fill_manuscript(manuscript: Manuscript, data: Data) -> RulebookDraft:
    """A rulebook filled in.

    Raises:
        CallError: a mark cannot be filled in; ``trilith check`` tells all of them.
    """
    pieces = tuple(piece_of(mark, data) for mark in manuscript.marks)
    return RulebookDraft(data.game, manuscript, pieces)

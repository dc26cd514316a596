"""What a cover says, as plain values: parts, files, steps, substitutes and the set-up guide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.printing.folding.figures import Figure
from generator.printing.layout.imposition import Drawing
from validator.catalogue.words.language import ENGLISH, Tongue


@dataclass(frozen=True, slots=True)
class Thumb:
    """A small picture of a face: which one, and whose it is."""

    drawing: Drawing
    shape: str
    component: str
    deck: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the parts list: pictures, how many of what, and a note under it."""

    count: str
    name: str
    note: str
    thumbs: tuple[Thumb, ...]


@dataclass(frozen=True, slots=True)
class FileLine:
    """A print file: its name, what is in it, sheets of paper, sides, and what paper to use."""

    file: str
    what: str
    sheets: str
    sides: str
    stock: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of building the game: heading, text, and a drawing."""

    heading: str
    text: str
    figure: Figure | None = None


@dataclass(frozen=True, slots=True)
class Spot:
    """A place of the table after set-up: its name, what lies there, and pictures of that.

    ``pile`` tells that the pieces lie on one another.
    """

    name: str
    words: str
    thumbs: tuple[Thumb, ...]
    pile: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    """Places that belong together: those of nobody, or of a seat."""

    heading: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class LaidTable:
    """A table as it is when the set-up is done."""

    heading: str
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Cover:
    """Everything a cover says, in ``tongue``; ``aside`` explains words of the parts list.

    ``take_out`` are pieces of an earlier print that this one makes void, a component each.
    """

    game: str
    line: str
    summary: str
    foot: str
    entries: tuple[Entry, ...]
    files: tuple[FileLine, ...]
    steps: tuple[Step, ...]
    instead: tuple[tuple[str, str], ...]
    guide: Sequence[str]
    aside: str = ""
    table: LaidTable | None = None
    take_out: tuple[str, ...] = ()
    tongue: Tongue = ENGLISH

"""Where a person reads and types: the table as their seat sees it, options as a menu."""

from __future__ import annotations

import contextlib
import importlib
import io
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import takewhile
from typing import NamedTuple

import typer
from rich.console import Console

from generator.typeset.words import plain
from validator.catalogue.model import Component, Game
from validator.catalogue.setup_script import FaceVisibility
from validator.catalogue.words.effect_text import text_of
from validator.play.observers import Glimpse, Observer, SeenZone, Sight, group_names
from validator.play.rules import AsksTogether, Match, Option, Outcome, SaysToSeats, ShowsToSeats

# Options as a menu: all of them where they fit a page, else in groups or pages, or by a filter.
#
# Short options stand in columns, which are read downwards.


ROWS = 18
"""Lines of a page: those of a VT100's screen (24), less what stands above and below."""
WIDTH = 80
"""Columns of a page."""


class MenuEntry(NamedTuple):
    """An option: its number as it is typed, from 1, its words, and what lies where it leads."""

    number: int
    text: str
    lying: str = ""


def match_entries(entries: Sequence[MenuEntry], typed: str) -> list[MenuEntry]:
    """The options that have, for every word typed, one that begins like it.

    A number stands for itself alone: ``5`` is not ``51``.
    """
    wanted = typed.casefold().split()
    found = []
    for entry in entries:
        own = [part.strip("(),:;") for part in entry.text.casefold().split()]
        if all(
            any(one == word if word.isdecimal() else one.startswith(word) for one in own)
            for word in wanted
        ):
            found.append(entry)
    return found


def exact(entries: Sequence[MenuEntry], typed: str) -> MenuEntry | None:
    """The option whose words were typed, if it is one."""
    found = [one for one in entries if one.text.casefold() == typed.casefold()]
    return found[0] if len(found) == 1 else None


def pages(entries: Sequence[MenuEntry]) -> int:
    """How many pages the options take."""
    return max(1, -(-len(entries) // _capacity(entries)))


def menu_lines(entries: Sequence[MenuEntry], page: int = 0) -> list[str]:
    """The lines of a menu: every option, groups of them, or page ``page`` (from 0)."""
    size = _capacity(entries)
    if len(entries) <= size:
        return _columns(entries)
    if grouped := groups(entries):
        lines = []
        for name, own in grouped:
            typed = f"/{name}" if name.isdecimal() or len(name) == 1 else name
            line = f"      {len(own)} options with {name!r}: type {typed}"
            lines.append(_line(own[0]) if len(own) == 1 else line)
        return lines
    more = f"      page {page + 1} of {pages(entries)}: n next, p previous, or type words"
    return [*_columns(entries[page * size : (page + 1) * size]), more]


def _capacity(entries: Sequence[MenuEntry]) -> int:
    return ROWS * max(1, WIDTH // _width(entries))


def _width(entries: Sequence[MenuEntry]) -> int:
    return max((len(_line(one)) for one in entries), default=0) + _GAP


_GAP = 2


def _columns(entries: Sequence[MenuEntry]) -> list[str]:
    """Up to six options one below the other, more of them in as many columns as there is room."""
    if len(entries) <= _FEW:
        return [_line(one) for one in entries]
    width = _width(entries)
    rows = -(-len(entries) // max(1, WIDTH // width))
    lines = [entries[row::rows] for row in range(rows)]
    return ["".join(_line(one).ljust(width) for one in line).rstrip() for line in lines]


_FEW = 6


def groups(entries: Sequence[MenuEntry]) -> list[tuple[str, list[MenuEntry]]]:
    """Options by the words that they begin with, as many as tell them apart, or by their last.

    Whichever makes fewer groups; empty where both make more than a page of them, or only one.
    """
    split = [entry.text.split() for entry in entries]
    columns = zip(*split, strict=False)
    depth = 1 + len([*takewhile(lambda words: len(set(words)) == 1, columns)])
    first: dict[str, list[MenuEntry]] = {}
    last: dict[str, list[MenuEntry]] = {}
    for entry, words in zip(entries, split, strict=True):
        first.setdefault(" ".join(words[:depth]), []).append(entry)
        last.setdefault(words[-1] if words else "", []).append(entry)
    fit = [found for found in (first, last) if 1 < len(found) <= ROWS]
    return list(min(fit, key=len).items()) if fit else []


def _line(entry: MenuEntry) -> str:
    lying = f"  [{entry.lying}]" if entry.lying else ""
    return f"{entry.number:>4}  {entry.text}{lying}"


HELP = (
    "A number takes the option that has it; words show the options that have them",
    "(/words where a letter would be a command), and Enter takes the last one left.",
    "  t       the whole table, as you see it",
    "  c WORDS what a card says: those whose name has the words",
    "  h [N]   what was done, as far as you saw it: the last N lines (30)",
    "  n, p    next and previous page of options; * all options again",
    "  u       take your last choice back, with all that came after it",
    "  q       put the game aside: it is kept, and you are told how to go on",
)
"""What ``?`` says."""


BAR = "  | "
"""What lines of the position begin with."""


def opening(sight: Sight, match: Match, viewer: int) -> list[str]:
    """The position as ``viewer`` sees it, and what it holds hidden from the others."""
    said = sight.position(match, viewer).splitlines()
    lines = [f"{BAR}{line}".rstrip() for line in said if line.strip()]
    every = sight.zones(match, viewer)
    zones = [zone for zone in every if zone.faces is FaceVisibility.OWNER]
    lines += [
        f"  your {zone.label.lower()}: {group_names(zone.shown)}"
        for zone in zones
        if zone.seat == viewer and zone.shown
    ]
    seats = sight.frame.seats
    hidden = [
        f"{seats[zone.seat]} {zone.label.lower()} {zone.count}"
        for zone in zones
        if zone.seat != viewer and zone.seat in range(len(seats))
    ]
    if hidden and not isinstance(match, ShowsToSeats):  # which counts them itself
        lines.append(f"  hidden from you: {', '.join(hidden)}")
    return lines


def table(sight: Sight, match: Match, viewer: int) -> list[str]:
    """Every zone with pieces in it, of nobody and of each seat; hidden ones as a number."""
    seats = sight.frame.seats
    lines: list[str] = []
    zones = list(sight.zones(match, viewer))
    for seat in (-1, *range(len(seats))):
        own = [zone for zone in zones if zone.seat == seat]
        if own:
            lines.append(seats[seat] if seat >= 0 else "on the table")
        for zone in own:
            lines.append(f"  {zone.label}: {zone_words(zone)}")
    return lines


def zone_words(zone: SeenZone) -> str:
    """What lies in a zone, or how many pieces where they are hidden."""
    return f"{zone.count} hidden" if zone.shown is None else group_names(zone.shown)


def cards(game: Game, typed: str) -> list[str]:
    """What the components say whose name has the words that were typed; at most five of them."""
    words = typed.casefold().split()
    found = [
        one
        for one in game.components()
        if words and all(word in one.name.casefold() for word in words)
    ]
    if not found:
        return [f"no card has {typed!r} in its name" if words else "c WORDS: name a card"]
    lines = [line for one in found[:_CARDS] for line in _card(one, game)]
    if len(found) > _CARDS:
        lines.append(f"  and {len(found) - _CARDS} more: type more of the name")
    return lines


_CARDS = 5


def _card(card: Component, game: Game) -> Iterator[str]:
    values = [
        f"{name.replace('_', ' ')} {value}"
        for name, value in card.fields.items()
        if isinstance(value, str | int) and not isinstance(value, bool) and name != "art"
    ]
    yield f"  {card.name}" + (f" ({', '.join(values)})" if values else "")
    text = plain(text_of(card, game), game)
    if text:
        yield f"    {text}"


class Terminal:
    """The terminal, or pipes in its place: then what is read is printed too, as if typed."""

    def __init__(self) -> None:
        self.watched = sys.stdin.isatty() and sys.stdout.isatty()
        if isinstance(sys.stdin, io.TextIOWrapper):
            sys.stdin.reconfigure(errors="replace")
        with contextlib.suppress(ImportError):
            importlib.import_module("readline")  # gives input() its history and its keys

    def tell(self, lines: Iterable[str]) -> None:
        """Print lines, each folded where it is too long."""
        for line in lines:
            for part in fold_line(line):
                typer.echo(part)

    def ask(self, prompt: str) -> str:
        """What is typed behind ``prompt``; EOFError at the end of the input."""
        answer = input(prompt).strip()
        if not self.watched:
            typer.echo(answer)
        return answer

    def hand_over(self, name: str) -> None:
        """Hide what one player saw before the next looks."""
        if self.watched:
            Console().clear()
            typer.echo(_FORGET, nl=False)
        typer.echo(f"--- hand over to {name} ---")
        if self.watched:
            input("press Enter when the others look away ")


_FORGET = "\x1b[3J"
"""Clears what a terminal could be scrolled back to (an xterm's sequence, which others ignore)."""


def fold_line(line: str) -> list[str]:
    """A line in parts of at most 80 columns; the parts behind the first stand further in."""
    bar = BAR if line.startswith(BAR) else ""
    said = line.removeprefix(bar)
    margin = " " * (len(said) - len(said.lstrip()) + _INDENT)
    parts = textwrap.wrap(
        said,
        WIDTH - len(bar),
        subsequent_indent=margin,
        replace_whitespace=False,
        break_on_hyphens=False,
    )
    return [bar + part for part in parts] or [""]


_INDENT = 4


@dataclass(slots=True)
class ReaderLog:
    """The lines of one reader: all, and how many of them it has read."""

    lines: list[str] = field(default_factory=list)
    read: int = 0

    def unread(self) -> list[str]:
        """What came since this was asked last, without turns in which nothing was told."""
        fresh = self.lines[self.read :]
        self.read = len(self.lines)
        behind = [*fresh, "turn"][1:] if fresh else []
        told = zip(fresh, behind, strict=True)
        return [line for line, then in told if not line.startswith("turn") or then[:1] == " "]


@dataclass(slots=True)
class Deed:
    """A deed of this turn in the book of a seat that did not do it: ``line`` is where.

    ``before`` is what the reader saw when it was decided, ``after`` when it was done; ``together``
    numbers the decision if others chose at the same time.
    """

    head: str
    done: Option
    before: Glimpse
    together: int
    after: Glimpse | None = None
    line: int = -1


class Chronicle(Observer):
    """Writes down every deed for every reader, once it can be seen what has come of it.

    What shows later in the turn is put in: a card may be named first and laid at the end. What
    seats choose at the same time is told when all have chosen.
    """

    def __init__(self, sight: Sight, readers: Iterable[int]) -> None:
        self.sight = sight
        self.books = {seat: ReaderLog() for seat in readers}
        self.deeds: dict[int, list[Deed]] = {seat: [] for seat in self.books}

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Begin a turn in every book."""
        self.settle(match)
        for reader, book in self.books.items():
            self.deeds[reader].clear()
            book.lines.append(f"turn {number}, {self.sight.frame.seats[seat]}")

    def step(
        self, match: Match, seat: int, what: str, options: Sequence[Option], index: int
    ) -> None:
        """Take a deed down; what is told of it to others shows when it is done."""
        self.settle(match)
        head, done = f"  {self.sight.frame.seats[seat]} {what}: ", options[index]
        for reader, book in self.books.items():
            if reader == seat:
                book.lines.append(head + done.say())
            else:
                before = self.sight.glimpse(match, reader)
                self.deeds[reader].append(Deed(head, done, before, together(match)))

    def hear(self, match: Match, seat: int, what: str, deed: Option) -> None:
        """Write down what is told to everybody, or to each what it may know."""
        self.settle(match)
        head = f"  {self.sight.frame.seats[seat]} {what}: "
        for reader, book in self.books.items():
            said = deed.say_to(reader) if isinstance(deed, SaysToSeats) else deed.say()
            book.lines.append(head + said)

    def after(self, match: Match, outcome: Outcome) -> None:
        """Write the last deed."""
        self.settle(match)

    def settle(self, match: Match) -> None:
        """Write what is known by now of the deeds of this turn."""
        now = together(match)
        for reader, all_deeds in self.deeds.items():
            deeds = [deed for deed in all_deeds if not now or deed.together != now]
            if deeds:
                self._write(self.books[reader].lines, deeds, self.sight.glimpse(match, reader))

    def _write(self, lines: list[str], deeds: Iterable[Deed], latest: Glimpse) -> None:
        for deed in deeds:
            if deed.after is None:
                deed.after, deed.line = latest, len(lines)
                lines.append("")
            told = self.sight.deed(deed.done, deed.before, deed.after, latest)
            lines[deed.line] = deed.head + told


def together(match: Match) -> int:
    """The number of the decision that seats make at the same time, 0 if each chooses alone."""
    return match.together if isinstance(match, AsksTogether) else 0

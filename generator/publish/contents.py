"""What a publication says, in chapters of entries, and what it is made from.

What the data says under ``almanac:`` of game.yaml is followed; a set that no chapter names is a
chapter of its own, after those. A publication is a function that fills an empty folder from a
:class:`PublishJob`, and a line in :mod:`generator.commands.publish`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.design.face import distinct_faces
from generator.design.faces import FacePair, faces_of
from generator.design.templates import Templates
from generator.drawing.draw import Drawer, FaceBook
from generator.facts import Fact, facts_named, facts_of, labels_of, value_words
from generator.options import stop_on_errors
from generator.outputs.card_list import ListEntry as Listed
from generator.outputs.card_list import entries
from generator.printing.documents import at_tables
from generator.printing.selection import copies_at, copies_needed, sets_taken
from generator.typeset.words import plain, plain_name
from validator.catalogue import model
from validator.catalogue.model import Component, ComponentSet, Configuration, Game, value_of
from validator.catalogue.words.language import ENGLISH, Tongue
from validator.progress import Watch, watch_nothing

Remarks = Mapping[str, Sequence[str]]
"""What people remarked of components at the table, by their ids."""


@dataclass(frozen=True, slots=True)
class PublishedEntry:
    """A component as it is published; ``name`` and ``text`` are in plain words.

    ``copies`` are those that the game can use, ``tables`` those at each of its tables; ``use`` says
    in few words where they are used (empty: everywhere the same). ``told`` are the facts that its
    chapter shows, ``facts`` all that can be said in words, ``counted`` the copies.
    """

    component: Component
    set: ComponentSet
    name: str
    text: str
    copies: int
    tables: tuple[int, ...]
    use: str
    told: tuple[Fact, ...]
    facts: tuple[Fact, ...]
    is_reconstructed: bool
    counted: str = ""

    @property
    def copies_told(self) -> str:
        """How many copies there are, and where they are used."""
        return f"{self.counted}, {self.use}" if self.use else self.counted


@dataclass(frozen=True, slots=True)
class EntryGroup:
    """Entries under one heading of a chapter; where it has no groups, one without a heading."""

    heading: str
    entries: tuple[PublishedEntry, ...]


@dataclass(frozen=True, slots=True)
class PublishedChapter:
    """A chapter: an id that no other has, its heading, paragraphs and groups."""

    id: str
    heading: str
    intro: tuple[str, ...]
    groups: tuple[EntryGroup, ...]

    @property
    def entries(self) -> tuple[PublishedEntry, ...]:
        """All entries, in order."""
        return tuple(entry for group in self.groups for entry in group.entries)

    @property
    def pieces(self) -> int:
        """All copies of all entries."""
        return sum(entry.copies for entry in self.entries)


@dataclass(frozen=True, slots=True)
class Contents:
    """All that is said of a game."""

    game: Game
    title: str
    intro: tuple[str, ...]
    chapters: tuple[PublishedChapter, ...]

    @property
    def entries(self) -> tuple[PublishedEntry, ...]:
        """All entries, in order."""
        return tuple(entry for chapter in self.chapters for entry in chapter.entries)

    @property
    def letters(self) -> frozenset[str]:
        """Every letter of all that is said."""
        return frozenset("".join(_all_words(self)))


def _all_words(contents: Contents) -> Iterator[str]:
    game = contents.game
    yield from (contents.title, game.name, game.summary, game.revision, *contents.intro)
    for chapter in contents.chapters:
        yield from (chapter.heading, *chapter.intro)
        yield from (group.heading for group in chapter.groups)
        for entry in chapter.entries:
            yield from (entry.name, entry.set.singular, entry.text)
            yield from (f"{fact.label}{fact.text}" for fact in (*entry.facts, *entry.told))


def contents_of(game: Game, remarks: Remarks = MappingProxyType({})) -> Contents:
    """The components that the game uses, in the chapters that its data asks for.

    What people remarked stands below the text of a component, in a draft.
    """
    listed: dict[str, list[Listed]] = {}
    for one in entries(game, every_form=True):
        listed.setdefault(one.component_set.id, []).append(one)
    used, tables = copies_needed(game), copies_by_table(game)
    chapters = []
    for number, asked in enumerate(_chapters_of(game, listed), start=1):
        made = [
            _entry(one, asked, used[one.component.id], tables[one.component.id])
            for name in asked.sets
            for one in listed[name]
        ]
        made = [_add_remarks(one, remarks.get(one.component.id, ()), game) for one in made]
        heading = asked.heading or game.sets[asked.sets[0]].name
        groups = tuple(_groups(_sort_entries(made, asked.order), asked.group_by, game))
        intro = _paragraphs(asked.intro, game)
        chapters.append(PublishedChapter(f"chapter-{number}", heading, intro, groups))
    title = game.almanac.title or game.tongue.say("{game} Almanac", game=game.name)
    return Contents(game, title, _paragraphs(game.almanac.intro, game), tuple(chapters))


def _add_remarks(entry: PublishedEntry, remarks: Sequence[str], game: Game) -> PublishedEntry:
    """An entry with what people remarked below its text."""
    said = game.tongue.say("At the table")
    lines = [entry.text, *(f"{said}: {one}" for one in remarks)]
    return replace(entry, text="\n".join(filter(None, lines)))


def _chapters_of(game: Game, listed: Iterable[str]) -> Iterator[model.Chapter]:
    """The chapters of the data, each set in the first that names it, then one a set left over."""
    left = dict.fromkeys(listed)
    for chapter in game.almanac.chapters:
        names = tuple(name for name in chapter.sets if name in left)
        for name in names:
            del left[name]
        if names:
            yield replace(chapter, sets=names)
    for name in left:
        yield model.Chapter((name,), game.sets[name].place)


def _entry(
    one: Listed, asked: model.Chapter, copies: int, tables: tuple[int, ...]
) -> PublishedEntry:
    component, tongue = one.component, one.game.tongue
    labels = labels_of(one.game)
    facts = facts_of(component, labels)
    told = facts if asked.columns is None else facts_named(component, asked.columns, labels)
    use = use_told(tables, one.game.configurations, tongue)
    counted = tongue.count("{number} copy", "{number} copies", copies)
    name, text = plain_name(component.name, one.game), one.text
    ours = one.game.reconstructs(component)
    held = component, one.component_set, name, text, copies, tables, use, told, facts
    return PublishedEntry(*held, ours, counted)


def _sort_entries(made: Sequence[PublishedEntry], order: Sequence[str]) -> list[PublishedEntry]:
    """The entries sorted by fields, by the last one first, since sorting keeps what is equal."""
    found = list(made)
    for name in reversed(order):
        field = name.removeprefix("-")
        found.sort(
            key=lambda entry, field=field: _rank(value_of(entry.component, field)),  # type: ignore[misc]
            reverse=name.startswith("-"),
        )
    return found


def _rank(value: Any) -> tuple[int, float, str]:
    """Where a value stands: numbers by size, then words by their letters, then what has none."""
    if isinstance(value, int | float):
        return 0, value, ""
    if value is None:
        return 2, 0, ""
    return 1, 0, " ".join(value_words(value, {})).casefold()


def _groups(made: Sequence[PublishedEntry], field: str | None, game: Game) -> Iterator[EntryGroup]:
    """Entries by the value of a field, in the order in which the values come; none comes last."""
    labels = labels_of(game)
    if field is None:
        yield EntryGroup("", tuple(made))
        return
    found: dict[str, list[PublishedEntry]] = {}
    for entry in made:
        words = ", ".join(value_words(value_of(entry.component, field), labels))
        found.setdefault(words[:1].upper() + words[1:], []).append(entry)
    rest = found.pop("", [])
    for heading, held in found.items():
        yield EntryGroup(heading, tuple(held))
    if rest:
        yield EntryGroup(game.tongue.say("Others"), tuple(rest))


def _paragraphs(text: str, game: Game) -> tuple[str, ...]:
    """A text of the data in plain words, split at its empty lines."""
    parts = (" ".join(part.split()) for part in text.strip().split("\n\n"))
    return tuple(plain(part, game) for part in parts if part)


# --- how many copies are used at each table -------------------------------------------------------


def copies_by_table(game: Game) -> Mapping[str, tuple[int, ...]]:
    """The copies of each component at each of ``game.configurations``, by component id."""
    taken = sets_taken(game)
    tables = [copies_at(game, one.players, one.bots, taken) for one in game.configurations]
    return {
        component.id: tuple(table.get(component.id, 0) for table in tables)
        for component in game.components()
    }


def table_name(table: Configuration, tongue: Tongue = ENGLISH) -> str:
    """A table in words: ``3 players``, ``2 players, 1 bot``."""
    people = tongue.count("{number} player", "{number} players", table.players)
    if not table.bots:
        return people
    return f"{people}, {tongue.count('{number} bot', '{number} bots', table.bots)}"


def use_told(
    copies: Sequence[int], tables: Sequence[Configuration], tongue: Tongue = ENGLISH
) -> str:
    """Where copies are used, in few words: ``20 at 3 seats, 25 at 4 or 5 seats``.

    Empty where each table uses the same number of copies, or there is no table.
    """
    if len(set(copies)) < 2:
        return ""
    where = {
        count: [table for table, used in zip(tables, copies, strict=True) if used == count]
        for count in sorted(set(copies))
    }
    used = {count: found for count, found in where.items() if count}
    if len(used) == 1:
        (found,) = used.values()
        return tongue.say("only {tables}", tables=at_tables(found, tables, tongue))
    return ", ".join(
        tongue.say("{count} {tables}", count=count, tables=at_tables(found, tables, tongue))
        for count, found in used.items()
    )


# --- publications ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class PublishJob:
    """What is published: a game with its templates, and what the command line asks for.

    ``paper`` is the id of a paper (:func:`generator.book.binding.book_sheet`); ``since`` a revision
    of git, or None. What several publications need is made once. ``watch`` shows how far it is.
    ``beside`` are the publications that lie beside each other, and so may link to each other.
    ``remarks`` are shown in a draft alone.
    """

    root: Path
    game: Game
    templates: Templates
    drawer: Drawer
    paper: str = "a4"
    since: str | None = None
    watch: Watch = watch_nothing
    beside: frozenset[str] = frozenset()
    remarks: Remarks = field(default_factory=dict)

    @property
    def colours(self) -> Mapping[str, str]:
        """The colours of the theme by their names."""
        found: Mapping[str, str] = self.templates.theme.values.get("colours", {})
        return found

    @cached_property
    def contents(self) -> Contents:
        """The components in their chapters, in words."""
        return contents_of(self.game, self.remarks)

    @cached_property
    def pairs(self) -> dict[str, FacePair]:
        """The faces of every component that the game uses, by component id.

        Raises:
            DataError: one cannot be drawn.
        """
        used = copies_needed(self.game)
        laid = faces_of(self.game, self.templates, wanted=lambda c: bool(used.get(c.id)))
        stop_on_errors(laid.findings)
        return {pair.component: pair for pair in laid.pairs}

    @cached_property
    def book(self) -> FaceBook:
        """Every distinct face, drawn."""
        return self.drawer(distinct_faces(self.pairs.values()))

"""A game's components as chapters, groups and entries: the order and the words of a publication.

What the data says under ``almanac:`` of game.yaml is followed; a set that no chapter names is a
chapter of its own, after those.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from generator.facts import Fact, facts_of, labels_of, named_facts, value_words
from generator.outputs.card_list import Entry as Listed
from generator.outputs.card_list import entries
from generator.printing.kit.selection import copies_needed
from generator.publish.contents.counts import copies_by_table, use_told
from generator.typeset.plainwords import plain, plain_name
from validator.catalogue import model
from validator.catalogue.model import Component, ComponentSet, Configuration, Game, value_of


@dataclass(frozen=True, slots=True)
class Entry:
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
class Group:
    """Entries under one heading of a chapter; where it has no groups, one without a heading."""

    heading: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: an id that no other has, its heading, paragraphs and groups."""

    id: str
    heading: str
    intro: tuple[str, ...]
    groups: tuple[Group, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
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
    chapters: tuple[Chapter, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """All entries, in order."""
        return tuple(entry for chapter in self.chapters for entry in chapter.entries)

    @property
    def letters(self) -> frozenset[str]:
        """Every letter of all that is said."""
        return frozenset("".join(_said(self)))

    @property
    def tables(self) -> tuple[Configuration, ...]:
        """The legal tables, in the order of ``Entry.tables``."""
        return self.game.configurations


def _said(contents: Contents) -> Iterator[str]:
    game = contents.game
    yield from (contents.title, game.name, game.summary, game.revision, *contents.intro)
    for chapter in contents.chapters:
        yield from (chapter.heading, *chapter.intro)
        yield from (group.heading for group in chapter.groups)
        for entry in chapter.entries:
            yield from (entry.name, entry.set.singular, entry.text)
            yield from (f"{fact.label}{fact.text}" for fact in (*entry.facts, *entry.told))


def contents_of(game: Game) -> Contents:
    """The components that the game uses, in the chapters that its data asks for."""
    listed = _by_set(entries(game, every_form=True))
    used, tables = copies_needed(game), copies_by_table(game)
    chapters = []
    for number, asked in enumerate(_asked(game, listed), start=1):
        made = [
            _entry(one, asked, used[one.component.id], tables[one.component.id])
            for name in asked.sets
            for one in listed[name]
        ]
        heading = asked.heading or game.sets[asked.sets[0]].name
        groups = tuple(_groups(_ordered(made, asked.order), asked.group_by, game))
        intro = _paragraphs(asked.intro, game)
        chapters.append(Chapter(f"chapter-{number}", heading, intro, groups))
    title = game.almanac.title or game.tongue.say("{game} Almanac", game=game.name)
    return Contents(game, title, _paragraphs(game.almanac.intro, game), tuple(chapters))


def _by_set(listed: Iterable[Listed]) -> dict[str, list[Listed]]:
    found: dict[str, list[Listed]] = {}
    for entry in listed:
        found.setdefault(entry.component_set.id, []).append(entry)
    return found


def _asked(game: Game, listed: Iterable[str]) -> Iterator[model.Chapter]:
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


def _entry(one: Listed, asked: model.Chapter, copies: int, tables: tuple[int, ...]) -> Entry:
    component, tongue = one.component, one.game.tongue
    labels = labels_of(one.game)
    facts = facts_of(component, labels)
    told = facts if asked.columns is None else named_facts(component, asked.columns, labels)
    use = use_told(tables, one.game.configurations, tongue)
    counted = tongue.count("{number} copy", "{number} copies", copies)
    name = plain_name(component.name, one.game)
    ours = one.game.reconstructs(component)
    return Entry(
        component,
        one.component_set,
        name,
        one.text,
        copies,
        tables,
        use,
        told,
        facts,
        ours,
        counted,
    )


def _ordered(made: Sequence[Entry], order: Sequence[str]) -> list[Entry]:
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


def _groups(made: Sequence[Entry], field: str | None, game: Game) -> Iterator[Group]:
    """Entries by the value of a field, in the order in which the values come; none comes last."""
    labels = labels_of(game)
    if field is None:
        yield Group("", tuple(made))
        return
    found: dict[str, list[Entry]] = {}
    for entry in made:
        words = ", ".join(value_words(value_of(entry.component, field), labels))
        found.setdefault(words[:1].upper() + words[1:], []).append(entry)
    rest = found.pop("", [])
    for heading, held in found.items():
        yield Group(heading, tuple(held))
    if rest:
        yield Group(game.tongue.say("Others"), tuple(rest))


def _paragraphs(text: str, game: Game) -> tuple[str, ...]:
    """A text of the data in plain words, split at its empty lines."""
    parts = (" ".join(part.split()) for part in text.strip().split("\n\n"))
    return tuple(plain(part, game) for part in parts if part)

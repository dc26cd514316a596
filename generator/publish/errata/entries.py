"""What changed in a game as entries: which components, what of them, and which pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from generator.changes.diff import CardChange, GameDiff, Plain
from generator.facts import label_of
from generator.publish.contents.pictures import Picture
from generator.publish.errata.words import Run, compared

Say = Callable[[str], str]
"""From a printed text to the words that are said of it."""


@dataclass(frozen=True, slots=True)
class Change:
    """A field that differs, word by word."""

    label: str
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A component that was added, changed, removed or drawn anew; pictures where there are."""

    id: str
    name: str
    set_name: str
    text: str
    copies: int
    changes: tuple[Change, ...]
    before: Picture | None
    now: Picture | None


@dataclass(frozen=True, slots=True)
class Section:
    """Entries of which the same is to be said."""

    key: str
    heading: str
    entries: tuple[Entry, ...]


Shown = Mapping[str, Picture]
"""Pictures of fronts, by component."""


def sections(
    diff: GameDiff, say: Say, labels: Mapping[str, str], before: Shown, now: Shown
) -> tuple[Section, ...]:
    """The sections that have entries, in the order in which one mends a box."""

    def made(cards: tuple[CardChange, ...], with_fields: bool) -> tuple[Entry, ...]:
        return tuple(
            Entry(
                card.id,
                say(card.name),
                card.set_name,
                say(card.text),
                card.copies,
                tuple(_changes(card, say, labels)) if with_fields else (),
                before.get(card.id),
                now.get(card.id),
            )
            for card in cards
        )

    found = (
        Section("changed", "Changed", made(diff.changed, True)),
        Section("added", "New", made(diff.added, False)),
        Section("removed", "Taken out", made(diff.removed, False)),
        Section("redrawn", "Same words, new look", made(diff.redrawn, False)),
    )
    return tuple(one for one in found if one.entries)


def _changes(card: CardChange, say: Say, labels: Mapping[str, str]) -> Iterator[Change]:
    for field in card.fields:
        if isinstance(field.old, bool) or isinstance(field.new, bool):
            runs = compared(_yes(field.old), _yes(field.new))
        else:
            runs = compared(say(_words(field.old)), say(_words(field.new)))
        if any(run.kind != "same" for run in runs):
            yield Change(label_of(field.field, labels), runs)


def _yes(value: Plain) -> str:
    return "" if value is None else "yes" if value else "no"


def _words(value: Plain) -> str:
    if value is None:
        return ""
    if isinstance(value, list):
        return ", ".join(_words(item) for item in value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {_words(item)}" for key, item in value.items())
    return str(value)

"""What changed in a game as entries: which components, what of them, and which pictures."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.changes.diff import CardChange, GameDiff, Plain
from generator.facts import field_labels, label_of, path_label
from generator.publish.contents.pictures import Picture
from generator.publish.errata.words import Run, compared
from generator.typeset.words import plain
from validator.catalogue.model import Game


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


def sections(diff: GameDiff, game: Game, before: Shown, now: Shown) -> tuple[Section, ...]:
    """The sections that have entries, in the order in which one mends a box.

    They are told in the words and the language of ``game``.
    """
    say, labels = game.tongue.say, field_labels(game)

    def made(cards: tuple[CardChange, ...], with_fields: bool) -> tuple[Entry, ...]:
        return tuple(
            Entry(
                card.id,
                plain(card.name, game),
                card.set_name,
                plain(card.text, game),
                card.copies,
                tuple(_changes(card, game, labels)) if with_fields else (),
                before.get(card.id),
                now.get(card.id),
            )
            for card in cards
        )

    found = (
        Section("changed", say("Changed"), made(diff.changed, True)),
        Section("added", say("New"), made(diff.added, False)),
        Section("removed", say("Taken out"), made(diff.removed, False)),
        Section("redrawn", say("Same words, new look"), made(diff.redrawn, False)),
    )
    return tuple(one for one in found if one.entries)


def _changes(card: CardChange, game: Game, labels: Mapping[str, str]) -> Iterator[Change]:
    for field in card.fields:
        old, new = (plain(_words(value, labels), game) for value in (field.old, field.new))
        runs = compared(old, new)
        if any(run.kind != "same" for run in runs):
            yield Change(path_label(field.field, labels), runs)


def _words(value: Plain, labels: Mapping[str, str]) -> str:
    """A value in the words that every publication has for it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return labels["yes" if value else "no"]
    if isinstance(value, list):
        return ", ".join(_words(item, labels) for item in value)
    if isinstance(value, dict):
        told = ((label_of(key, labels), _words(item, labels)) for key, item in value.items())
        return ", ".join(f"{key} {item}" for key, item in told)
    return labels.get(str(value), str(value))

"""Forms of a difference between two states of a game: text, markdown for testers, JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import groupby
from types import MappingProxyType
from typing import TypeAlias

from generator.changes.diff import CardChange, FieldChange, GameDiff, Plain
from generator.facts import path_label
from validator.catalogue.words.language import ENGLISH, Tongue

Say: TypeAlias = Callable[[str], str]
"""From a printed text to the words that are said of it."""


def as_text(diff: GameDiff, tongue: Tongue = ENGLISH) -> str:
    """For terminals: a sign and the card a line, its fields below by their keys."""
    lines = [f"{diff.name}: {diff.before} -> {diff.now}"]
    for sign, cards in (("+", diff.added), ("~", diff.changed), ("-", diff.removed)):
        for card in cards:
            lines.append(f"{sign} {card.set_name}: {card.name} [{card.id}]")
            lines += [f"    {_text_field(sign, change, tongue)}" for change in card.fields]
    for card in diff.redrawn:
        name = f"{card.set_name}: {card.name} [{card.id}]"
        lines.append("* " + tongue.say("{name} looks different", name=name))
    return "\n".join([*lines, counted(diff, tongue)]) + "\n"


@dataclass(frozen=True, slots=True)
class Words:
    """How a changelog is worded.

    ``say`` puts printed texts, with their icons and bold words, into plain words; ``labels`` are
    the words for fields and values that the game's data gives.
    """

    say: Say = str
    tongue: Tongue = ENGLISH
    labels: Mapping[str, str] = field(default_factory=dict)

    def value(self, value: Plain) -> str:
        """A field's value, ready for Markdown."""
        return _escaped(self.say(_shown(value, self.tongue, self.labels)))


def as_markdown(diff: GameDiff, words: Words = Words()) -> str:
    """A changelog for testers: what to add to the box, to exchange, and to take out."""
    say = words.tongue.say
    title = say(
        "{game}: changes from {before} to {now}", game=diff.name, before=diff.before, now=diff.now
    )
    lines = [f"# {title}", "", counted(diff, words.tongue), ""]
    sections: tuple[tuple[str, tuple[CardChange, ...], _Lines], ...]
    sections = (
        (say("New"), diff.added, _markdown_new),
        (say("Changed"), diff.changed, _markdown_changed),
        (say("Taken out"), diff.removed, _markdown_short),
        (say("Same words, new look"), diff.redrawn, _markdown_short),
    )
    for title, cards, lines_of in sections:
        if not cards:
            continue
        lines += [f"## {title}", ""]
        for name, group in groupby(cards, key=lambda card: card.set_name):
            lines += [f"### {_escaped(name)}", ""]
            lines += [line for card in group for line in lines_of(card, words)]
            lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


_Lines: TypeAlias = Callable[[CardChange, Words], Iterator[str]]


def as_json(diff: GameDiff) -> str:
    """For programs: every change with old and new values."""
    data = {
        "game": diff.game,
        "from": diff.before,
        "to": diff.now,
        **{
            key: [_plain_card(card) for card in cards]
            for key, cards in (
                ("added", diff.added),
                ("changed", diff.changed),
                ("removed", diff.removed),
                ("redrawn", diff.redrawn),
            )
        },
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def counted(diff: GameDiff, tongue: Tongue = ENGLISH) -> str:
    """How many cards were added, changed, removed and redrawn, in one sentence."""
    if diff.nothing:
        return tongue.say("Nothing has changed.")
    count = tongue.count
    added, changed = len(diff.added), len(diff.changed)
    removed, redrawn = len(diff.removed), len(diff.redrawn)
    counts = (
        (added, count("{number} added", "{number} added", added)),
        (changed, count("{number} changed", "{number} changed", changed)),
        (removed, count("{number} removed", "{number} removed", removed)),
        (redrawn, count("{number} only looks different", "{number} only look different", redrawn)),
    )
    return ", ".join(told for number, told in counts if number) + "."


def _text_field(sign: str, change: FieldChange, tongue: Tongue) -> str:
    now = _shown(change.new, tongue)
    return f"{change.field}: {now if sign == '+' else f'{_shown(change.old, tongue)} -> {now}'}"


def _markdown_new(card: CardChange, words: Words) -> Iterator[str]:
    counted = words.tongue.count("{number} copy", "{number} copies", card.copies)
    copies = f" ({counted})" if card.copies > 1 else ""
    text = f": {_escaped(words.say(card.text))}" if card.text else ""
    yield f"- **{_escaped(card.name)}**{copies}{text}"


def _markdown_changed(card: CardChange, words: Words) -> Iterator[str]:
    yield f"- **{_escaped(card.name)}**"
    for change in card.fields:
        old, new = words.value(change.old), words.value(change.new)
        same = words.tongue.say("{words} (the same words, set otherwise)", words=new)
        told = same if old == new else f"{old} → {new}"
        yield f"  - {path_label(change.field, words.labels)}: {told}"


def _markdown_short(card: CardChange, words: Words) -> Iterator[str]:
    del words  # a name is said as it stands
    yield f"- {_escaped(card.name)}"


def _shown(value: Plain, tongue: Tongue, labels: Mapping[str, str] = MappingProxyType({})) -> str:
    if value is None:
        return tongue.say("(none)")
    if isinstance(value, bool):
        return tongue.say("yes" if value else "no")
    if isinstance(value, list):
        return _joined(_shown(item, tongue, labels) for item in value) or tongue.say("(none)")
    if isinstance(value, dict):
        told = ((labels.get(key, key), _shown(item, tongue, labels)) for key, item in value.items())
        return _joined(f"{key} {item}" for key, item in told)
    return labels.get(str(value), str(value))


def _joined(parts: Iterable[str]) -> str:
    return ", ".join(parts)


def _escaped(text: str) -> str:
    for sign in "\\`*_<>|#[]":
        text = text.replace(sign, f"\\{sign}")
    return " ".join(text.split())


def _plain_card(card: CardChange) -> dict[str, object]:
    return {
        "set": card.set_id,
        "id": card.id,
        "name": card.name,
        "copies": card.copies,
        "text": card.text,
        "fields": [asdict(change) for change in card.fields],
    }

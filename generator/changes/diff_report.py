"""Forms of a difference between two states of a game: text, markdown for testers, JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from typing import TypeAlias

from generator.changes.diff import CardChange, GameDiff, Plain

Say: TypeAlias = Callable[[str], str]
"""From a printed text to the words that are said of it."""
_Lines: TypeAlias = Callable[[CardChange, Say], Iterator[str]]


def as_text(diff: GameDiff) -> str:
    """For terminals: a sign and the card a line, its fields below."""
    lines = [f"{diff.name}: {diff.before} -> {diff.now}"]
    for sign, cards in (("+", diff.added), ("~", diff.changed), ("-", diff.removed)):
        for card in cards:
            lines.append(f"{sign} {card.set_name}: {card.name} [{card.id}]")
            lines += [f"    {line}" for line in _text_fields(sign, card)]
    lines += [
        f"* {card.set_name}: {card.name} [{card.id}] looks different" for card in diff.redrawn
    ]
    return "\n".join([*lines, counted(diff)]) + "\n"


def as_markdown(diff: GameDiff, say: Say = str) -> str:
    """A changelog for testers: what to add to the box, to exchange, and to take out.

    ``say`` puts printed texts, with their icons and bold words, into plain words.
    """
    lines = [f"# {diff.name}: changes from {diff.before} to {diff.now}", "", counted(diff), ""]
    sections: tuple[tuple[str, tuple[CardChange, ...], _Lines], ...]
    sections = (
        ("New", diff.added, _markdown_new),
        ("Changed", diff.changed, _markdown_changed),
        ("Taken out", diff.removed, _markdown_short),
        ("Same words, new look", diff.redrawn, _markdown_short),
    )
    for title, cards, lines_of in sections:
        if not cards:
            continue
        lines += [f"## {title}", ""]
        for name, group in groupby(cards, key=lambda card: card.set_name):
            lines += [f"### {_escaped(name)}", ""]
            lines += [line for card in group for line in lines_of(card, say)]
            lines.append("")
    return "\n".join(lines).rstrip("\n") + "\n"


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


def counted(diff: GameDiff) -> str:
    """How many cards were added, changed, removed and redrawn, in one sentence."""
    if diff.nothing:
        return "Nothing has changed."
    counts = (
        (diff.added, "added"),
        (diff.changed, "changed"),
        (diff.removed, "removed"),
        (diff.redrawn, "only look different"),
    )
    return ", ".join(f"{len(cards)} {word}" for cards, word in counts if cards) + "."


def _text_fields(sign: str, card: CardChange) -> Iterator[str]:
    for change in card.fields:
        if sign == "+":
            yield f"{change.field}: {_shown(change.new)}"
        else:
            yield f"{change.field}: {_shown(change.old)} -> {_shown(change.new)}"


def _markdown_new(card: CardChange, say: Say) -> Iterator[str]:
    copies = f" ({card.copies} copies)" if card.copies > 1 else ""
    text = f": {_escaped(say(card.text))}" if card.text else ""
    yield f"- **{_escaped(card.name)}**{copies}{text}"


def _markdown_changed(card: CardChange, say: Say) -> Iterator[str]:
    yield f"- **{_escaped(card.name)}**"
    for change in card.fields:
        old, new = (_escaped(say(_shown(value))) for value in (change.old, change.new))
        told = f"{old} → {new}" if old != new else f"{new} (the same words, set otherwise)"
        yield f"  - {change.field}: {told}"


def _markdown_short(card: CardChange, say: Say) -> Iterator[str]:
    del say  # a name is said as it stands
    yield f"- {_escaped(card.name)}"


def _shown(value: Plain) -> str:
    if value is None:
        return "(none)"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return _joined(_shown(item) for item in value) or "(none)"
    if isinstance(value, dict):
        return _joined(f"{key} {_shown(item)}" for key, item in value.items())
    return str(value)


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

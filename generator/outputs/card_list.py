"""The card list for a rulebook: every card with its printed text, as Markdown, CSV or JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from generator.facts import (
    NOT_TOLD,
    SHORT,
    cell_text,
    is_plain,
    label_of,
    labels_of,
    provenance_note,
    value_words,
)
from generator.printing.selection import Only, copies_needed
from generator.text_files import plain_table
from generator.typeset.words import plain, typographic
from validator.catalogue.model import Component, ComponentSet, Form, Game, Value
from validator.catalogue.words.effect_text import text_of

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class ListEntry:
    """One line of the list: a component and its text in plain words (no icons, no markup)."""

    game: Game
    component_set: ComponentSet
    component: Component
    text: str


def entries(
    game: Game, *, every_form: bool = False, only: Only | None = None
) -> tuple[ListEntry, ...]:
    """The cards of a game in file order; with ``every_form`` all other components too.

    Of a shared box only what the game uses is listed. What ``only`` names is listed in any form.
    """
    used = copies_needed(game)
    return tuple(
        ListEntry(game, component_set, component, plain(text_of(component, game), game))
        for component_set in game.sets.values()
        if every_form or only or component_set.form is Form.CARD
        for component in component_set.components
        if used.get(component.id) and (only is None or only.takes(component))
    )


def as_json(listed: Sequence[ListEntry]) -> str:
    """A JSON list of objects, one a card."""
    return json.dumps([_object(entry) for entry in listed], indent=2, ensure_ascii=False)


def _object(entry: ListEntry) -> dict[str, object]:
    component = entry.component
    language = {"language": entry.game.language} if entry.game.language else {}
    return language | {
        "game": entry.game.id,
        "set": entry.component_set.id,
        "id": component.id,
        "name": typographic(component.name, language=entry.game.language),
        "copies": component.copies,
        "players": component.mark.text,
        "text": entry.text,
        "fields": dict(component.fields),
        "provenance": component.provenance.value,
        "rules": list(component.rules),
    }


def as_csv(listed: Sequence[ListEntry]) -> str:
    """A table with one column a field; fields that a set does not have stay empty."""
    names = list(dict.fromkeys(name for entry in listed for name in entry.component.fields))
    head = ["game", "set", "id", "name", "copies", "players", "text", "provenance"]
    rows: list[list[object]] = [[*head, *names]]
    for entry in listed:
        facts = _object(entry)
        cells = [cell_text(entry.component.fields.get(name)) for name in names]
        rows.append([*(facts[key] for key in head), *cells])
    return plain_table(rows)


def as_markdown(listed: Sequence[ListEntry]) -> str:
    """A heading a game, a table a set; a dagger marks what is our own reconstruction."""
    blocks: list[str] = []
    for game in _distinct(entry.game for entry in listed):
        say = game.tongue.say
        head = say("{game}, revision {revision}", game=game.name, revision=game.revision)
        blocks.append(f"# {_escape(head)}")
        mine = [entry for entry in listed if entry.game is game]
        for component_set in _distinct(entry.component_set for entry in mine):
            chosen = [entry for entry in mine if entry.component_set is component_set]
            total = sum(entry.component.copies for entry in chosen)
            blocks.append(f"## {_escape(component_set.name)} ({total})")
            blocks.append(_table(chosen))
    notes = (f"† {provenance_note(entry.game)}" for entry in listed if _is_ours(entry))
    blocks.extend(dict.fromkeys(notes))
    return "\n\n".join(blocks) + "\n"


def _distinct(items: Iterable[_T]) -> list[_T]:
    return list({id(item): item for item in items}.values())


def _is_ours(entry: ListEntry) -> bool:
    return entry.game.reconstructs(entry.component)


def _table(chosen: Sequence[ListEntry]) -> str:
    names = [
        name
        for name in dict.fromkeys(name for entry in chosen for name in entry.component.fields)
        if name not in NOT_TOLD
        and any(_is_short(entry.component.fields.get(name)) for entry in chosen)
    ]
    with_text = any(entry.text for entry in chosen)
    game = chosen[0].game
    say, labels = game.tongue.say, labels_of(game)
    head = [say("Name"), say("Copies"), say("Players"), *(label_of(name, labels) for name in names)]
    rows = [head + [say("Text")] * with_text, ["---"] * (len(head) + with_text)]
    for entry in chosen:
        component = entry.component
        name = typographic(component.name, language=game.language)
        cells = [name + (" †" if _is_ours(entry) else "")]
        cells += [str(component.copies), component.mark.text]
        told = (value_words(component.fields.get(name), labels) for name in names)
        cells += [", ".join(words) for words in told]
        rows.append(cells + [entry.text] * with_text)
    return "\n".join("| " + " | ".join(map(_escape, row)) + " |" for row in rows)


def _is_short(value: Value) -> bool:
    return value is not None and is_plain(value) and len(cell_text(value)) <= SHORT


def _escape(cell: str) -> str:
    """A text as Markdown that shows it as it is: no HTML, no link, no emphasis comes of it."""
    return _MARKS.sub(r"\\\g<0>", cell).replace("<", "&lt;").replace("\n", "<br>")


_MARKS = re.compile(r"[\\|*\[\]]")

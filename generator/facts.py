"""The fields of a component in words, under the labels that the game's data gives them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from validator.catalogue.model import Component, Game, Value
from validator.catalogue.words.language import mark_sentence

SHORT = 40
"""Most letters of a field's value that is told where no columns are named."""
NOT_TOLD = ("art",)
"""Fields that say how a component looks; they are told only where they are named."""


@dataclass(frozen=True, slots=True)
class Fact:
    """A field of a component in words; ``values`` are its parts where it is a list."""

    field: str
    label: str
    values: tuple[str, ...]

    @property
    def text(self) -> str:
        """The values, joined by commas."""
        return ", ".join(self.values)


def field_labels(game: Game) -> Mapping[str, str]:
    """The words of :func:`labels_of`, and those for what every component has.

    A nested record that has an id and a name is called by its name.
    """
    common = {key: game.tongue.say(english) for key, english in _COMMON.items()}
    fields = (one for component in game.components() for one in component.fields.values())
    names = {key: name for field in fields for key, name in _names_in(field)}
    return {**common, **names, **labels_of(game)}


def _names_in(value: Value) -> Iterator[tuple[str, str]]:
    """The ids and names of records, however deep they lie in a field."""
    if isinstance(value, Mapping):
        key, name = value.get("id"), value.get("name")
        if isinstance(key, str) and isinstance(name, str):
            yield key, name
        value = tuple(value.values())
    if isinstance(value, tuple):
        for part in value:
            yield from _names_in(part)


_COMMON: Mapping[str, str] = {
    "name": mark_sentence("Name"),
    "copies": mark_sentence("Copies"),
    "players": mark_sentence("Players"),
    "text": mark_sentence("Text"),
    "size": mark_sentence("Size"),
    "set.size": mark_sentence("Printed size"),
    "art": mark_sentence("Art"),
}


def labels_of(game: Game) -> Mapping[str, str]:
    """The words for fields and values that the game's data gives, and those for true and false."""
    say = game.tongue.say
    return {"yes": say("yes"), "no": say("no"), **game.almanac.labels}


def facts_of(component: Component, labels: Mapping[str, str]) -> tuple[Fact, ...]:
    """The fields of a component that can be read at a glance: short, and no records themselves."""
    fields = component.fields.items()
    names = [name for name, value in fields if is_plain(value) and name not in NOT_TOLD]
    found = facts_named(component, names, labels)
    return tuple(fact for fact in found if len(fact.text) <= SHORT)


def facts_named(
    component: Component, names: Sequence[str], labels: Mapping[str, str]
) -> tuple[Fact, ...]:
    """The named fields of a component, in that order, however long."""
    said = ((name, value_words(component.fields.get(name), labels)) for name in names)
    return tuple(Fact(name, label_of(name, labels), words) for name, words in said if words)


def value_words(value: Value, labels: Mapping[str, str]) -> tuple[str, ...]:
    """A value in words, its parts where it is a list; nothing for none and for false."""
    if value is None or value is False:
        return ()
    parts = value if isinstance(value, tuple) else (value,)
    return tuple(labels.get(cell_text(part), cell_text(part)) for part in parts)


def label_of(name: str, labels: Mapping[str, str]) -> str:
    """The name of a field for readers."""
    return labels.get(name) or name.replace("_", " ").capitalize()


def path_label(path: str, labels: Mapping[str, str]) -> str:
    """The name of a field for readers, part by part where it is nested: ``track[2].label``."""
    if path in labels:
        return labels[path]
    first, *rest = re.findall(r"([^.\[\]]+)(?:\[([^\]]*)\])?", path) or [(path, "")]
    told = [(label_of(first[0], labels), first[1])]
    told += [(labels.get(name) or name.replace("_", " "), key) for name, key in rest]
    return ", ".join(f"{name} {labels.get(key, key)}".strip() for name, key in told)


def is_plain(value: Value) -> bool:
    """Tell whether a value is a word or number, or a list of them."""
    parts = value if isinstance(value, tuple) else (value,)
    return not any(isinstance(part, tuple | Mapping) for part in parts)


def cell_text(value: Value) -> str:
    """A field's value as short text: lists joined by commas, mappings as ``key value``."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {cell_text(item)}" for key, item in value.items())
    if isinstance(value, tuple):
        return ", ".join(cell_text(item) for item in value)
    return str(value)


def provenance_note(game: Game) -> str:
    """What a dagger at a component says."""
    return game.tongue.say("The rules do not state what it is; it is our own reconstruction.")

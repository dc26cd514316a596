"""What changed between two states of a game: cards added, changed and removed, field by field."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TypeAlias

from validator.catalogue.build import parse_effects
from validator.catalogue.model import Component, ComponentSet, Game, Value
from validator.catalogue.words.effect_text import text_of, text_of_effects

Plain: TypeAlias = "bool | int | float | str | list[Plain] | dict[str, Plain] | None"
"""A value as JSON has it."""


@dataclass(frozen=True, slots=True)
class FieldChange:
    """One field that differs; None stands for a field that is not there."""

    field: str
    old: Plain
    new: Plain


@dataclass(frozen=True, slots=True)
class CardChange:
    """A component that was added, changed or removed.

    ``fields`` are what differs, or all that a new one has; they are empty for a component that
    only looks different, as its template changed.
    """

    set_id: str
    set_name: str
    id: str
    name: str
    text: str
    copies: int
    fields: tuple[FieldChange, ...] = ()


@dataclass(frozen=True, slots=True)
class GameDiff:
    """The difference between two states of a game, in the order of its files.

    ``redrawn`` are components whose data are the same but whose face is not.
    """

    game: str
    name: str
    before: str
    now: str
    added: tuple[CardChange, ...] = ()
    changed: tuple[CardChange, ...] = ()
    removed: tuple[CardChange, ...] = ()
    redrawn: tuple[CardChange, ...] = ()

    @property
    def nothing(self) -> bool:
        """Tell whether the two are the same."""
        return not (self.added or self.changed or self.removed or self.redrawn)


def diff_games(
    before: Game | None, now: Game, redrawn: tuple[str, ...] = (), since: str = ""
) -> GameDiff:
    """Compare a game with what it was (None: it was not there).

    ``redrawn`` names components whose faces differ; those whose data differ, too, are told as
    changed only. ``since`` is what the earlier state is called (a commit). States are named in
    the language of ``now``.
    """
    old, new = _records(before), _records(now)
    changes = {key: tuple(_changes(old[key], new[key])) for key in new if key in old}
    look = {key for key in redrawn if not changes.get(key, ("new",))}
    say = now.tongue.say
    earlier = say("not there")
    if before is not None:
        earlier = say("revision {revision}", revision=before.revision)
    return GameDiff(
        game=now.id,
        name=now.name,
        before=f"{earlier} ({since})" if since else earlier,
        now=say("revision {revision}", revision=now.revision),
        added=tuple(_card(new[key], _fields(new[key])) for key in new if key not in old),
        changed=tuple(_card(new[key], found) for key, found in changes.items() if found),
        removed=tuple(_card(old[key]) for key in old if key not in new),
        redrawn=tuple(
            _card(new[key]) for key, found in changes.items() if key in look and not found
        ),
    )


@dataclass(frozen=True, slots=True)
class _Record:
    component: Component
    component_set: ComponentSet
    game: Game


def _records(game: Game | None) -> dict[str, _Record]:
    if game is None:
        return {}
    return {
        component.id: _Record(component, component_set, game)
        for component_set in game.sets.values()
        for component in component_set.components
    }


def _card(record: _Record, fields: tuple[FieldChange, ...] = ()) -> CardChange:
    component = record.component
    return CardChange(
        record.component_set.id,
        record.component_set.name,
        component.id,
        component.name,
        text_of(component, record.game),
        component.copies,
        fields,
    )


def _fields(record: _Record) -> tuple[FieldChange, ...]:
    return tuple(FieldChange(name, None, value) for name, value in _values_of(record).items())


def _changes(old: _Record, new: _Record) -> Iterator[FieldChange]:
    before, now = _values_of(old), _values_of(new)
    for name in [*now, *(name for name in before if name not in now)]:
        if before.get(name) != now.get(name):
            yield FieldChange(name, before.get(name), now.get(name))


def _values_of(record: _Record) -> dict[str, Plain]:
    return values(record.component, record.component_set, record.game)


def values(component: Component, component_set: ComponentSet, game: Game) -> dict[str, Plain]:
    """What testers see of a component, by field; nested fields have dotted names.

    Effects of a nested record are told as the sentences that they make.
    The size of its set is ``size``, or ``set.size`` where it has a field of that name.
    """
    found: dict[str, Plain] = {
        "name": component.name,
        "copies": component.copies,
        "players": component.mark.text,
        "text": text_of(component, game),
    }
    for name, value in component.fields.items():
        found.update(_flat(name, value, game))
    found["set.size" if "size" in component.fields else "size"] = component_set.size
    return {name: value for name, value in found.items() if value not in ("", None)}


def _flat(name: str, value: Value, game: Game) -> Iterator[tuple[str, Plain]]:
    said = _said(value, game) if name.endswith(".effects") else ""
    if said:
        yield name, said
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flat(f"{name}.{key}", item, game)
    elif isinstance(value, tuple) and value and all(isinstance(item, Mapping) for item in value):
        for number, item in enumerate(value, start=1):
            yield from _flat(f"{name}[{_label(item, number)}]", item, game)
    else:
        yield name, plain(value)


def _said(value: Value, game: Game) -> str:
    """The sentences of effects, "" where they are of another shape, or of a kind without words."""
    try:
        return text_of_effects(parse_effects(value), game)
    except (KeyError, TypeError):
        return ""


def _label(item: Value, number: int) -> str:
    """How an entry of a list is called: by its id if it has one, else by its number."""
    assert isinstance(item, Mapping)
    return str(item.get("id", number))


def plain(value: Value) -> Plain:
    """A frozen value as JSON has it."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value

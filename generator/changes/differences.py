"""What differs between two states of a game, in words."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from itertools import groupby
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from generator.facts import path_label
from generator.installed import page_template
from validator.catalogue.build import parse_effects
from validator.catalogue.model import Component, ComponentSet, Game, Value
from validator.catalogue.words.effect_text import text_of, text_of_effects
from validator.catalogue.words.language import ENGLISH, Tongue

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
    changes = {key: _changes(old[key], new[key]) for key in new if key in old}
    say = now.tongue.say
    earlier, later = say("not there"), say("revision {revision}", revision=now.revision)
    if before is not None:
        earlier = say("revision {revision}", revision=before.revision)
    if earlier == later:
        later = say("revision {revision} of today", revision=now.revision)
    return GameDiff(
        game=now.id,
        name=now.name,
        before=f"{earlier} ({since})" if since else earlier,
        now=later,
        added=tuple(
            _changes(_Record(new[key].card, {}), new[key]) for key in new if key not in old
        ),
        changed=tuple(card for card in changes.values() if card.fields),
        removed=tuple(old[key].card for key in old if key not in new),
        redrawn=tuple(card for key, card in changes.items() if key in redrawn and not card.fields),
    )


class _Record(NamedTuple):
    card: CardChange
    values: Mapping[str, Plain]


def _records(game: Game | None) -> dict[str, _Record]:
    if game is None:
        return {}
    return {
        one.id: _Record(
            CardChange(of.id, of.name, one.id, one.name, text_of(one, game), one.copies),
            values(one, of, game),
        )
        for of in game.sets.values()
        for one in of.components
    }


def _changes(old: _Record, new: _Record) -> CardChange:
    """A component as it is now, with the fields that differ."""
    before, now = old.values, new.values
    names = [*now, *(name for name in before if name not in now)]
    pairs = ((name, before.get(name), now.get(name)) for name in names)
    return replace(new.card, fields=tuple(FieldChange(*one) for one in pairs if one[1] != one[2]))


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
    said = _sentences_of(value, game) if name.endswith(".effects") else ""
    if said:
        yield name, said
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from _flat(f"{name}.{key}", item, game)
    elif isinstance(value, tuple) and value and all(isinstance(item, Mapping) for item in value):
        for number, item in enumerate(value, start=1):
            assert isinstance(item, Mapping)
            yield from _flat(f"{name}[{item.get('id', number)}]", item, game)
    else:
        yield name, plain(value)


def _sentences_of(value: Value, game: Game) -> str:
    """The sentences of effects, "" where they are of another shape, or of a kind without words."""
    try:
        return text_of_effects(parse_effects(value), game)
    except (KeyError, TypeError):
        return ""


def plain(value: Value) -> Plain:
    """A frozen value as JSON has it."""
    if isinstance(value, Mapping):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


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
    return "\n".join([*lines, count_changes(diff, tongue)]) + "\n"


@dataclass(frozen=True, slots=True)
class ChangelogWords:
    """How a changelog is worded.

    ``say`` puts printed texts, with their icons and bold words, into plain words; ``labels`` are
    the words for fields and values that the game's data gives.
    """

    say: Callable[[str], str] = str
    tongue: Tongue = ENGLISH
    labels: Mapping[str, str] = field(default_factory=dict)

    def value(self, value: Plain) -> str:
        """A field's value, ready for Markdown."""
        return escape_markdown(self.say(_text_of(value, self.tongue, self.labels)))


def as_markdown(diff: GameDiff, words: ChangelogWords = ChangelogWords()) -> str:
    """A changelog for testers: what to add to the box, to exchange, and to take out."""
    text = page_template("errata", "testers.md.j2", words.tongue).render(
        diff=diff,
        words=words,
        counted=count_changes(diff, words.tongue),
        by_set=_by_set,
        escaped=escape_markdown,
        label_of=path_label,
    )
    return text.rstrip("\n") + "\n"


def _by_set(cards: Sequence[CardChange]) -> list[tuple[str, list[CardChange]]]:
    return [(name, [*held]) for name, held in groupby(cards, key=lambda card: card.set_name)]


def as_json(diff: GameDiff) -> str:
    """For programs: every change with old and new values."""
    keys = ("added", "changed", "removed", "redrawn")
    cards = {key: [_plain_card(card) for card in getattr(diff, key)] for key in keys}
    data = {"game": diff.game, "from": diff.before, "to": diff.now, **cards}
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def count_changes(diff: GameDiff, tongue: Tongue = ENGLISH) -> str:
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
    now = _text_of(change.new, tongue)
    return f"{change.field}: {now if sign == '+' else f'{_text_of(change.old, tongue)} -> {now}'}"


def _text_of(value: Plain, tongue: Tongue, labels: Mapping[str, str] = MappingProxyType({})) -> str:
    if value is None:
        return tongue.say("(none)")
    if isinstance(value, bool):
        return tongue.say("yes" if value else "no")
    if isinstance(value, list):
        return ", ".join(_text_of(item, tongue, labels) for item in value) or tongue.say("(none)")
    if isinstance(value, dict):
        return ", ".join(
            f"{labels.get(key, key)} {_text_of(item, tongue, labels)}"
            for key, item in value.items()
        )
    return labels.get(str(value), str(value))


def escape_markdown(text: str, keep: bool = False) -> str:
    """A text in which Markdown reads no sign; blanks at its ends stay if they are to be kept."""
    for sign in "\\`*_<>|#[]~":
        text = text.replace(sign, f"\\{sign}")
    plain = " ".join(text.split())
    if not keep:
        return plain
    return f"{' ' * text[:1].isspace()}{plain}{' ' * (text[-1:].isspace() and bool(plain))}"


def _plain_card(card: CardChange) -> dict[str, object]:
    return {
        "set": card.set_id,
        "id": card.id,
        "name": card.name,
        "copies": card.copies,
        "text": card.text,
        "fields": [asdict(change) for change in card.fields],
    }

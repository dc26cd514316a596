"""What ``--only`` names: pieces by id, sets, and values of fields; the same for every command.

``bonfire`` is a piece or a set, ``bonfire:2`` two copies of it, ``suit=harbour,hill`` the pieces
whose field has one of these values (or has it in its list). Names add up; a field narrows what the
names gave, two values of one field add up, two fields must both fit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.failures import WrongUseError
from validator.catalogue.model import OF_EVERY_COMPONENT, Component, Game, Value, value_of
from validator.findings import did_you_mean


@dataclass(frozen=True, slots=True)
class Only:
    """A choice of pieces: the most copies of each name (None: all), and values by field.

    Without any name and field it is every piece.
    """

    names: Mapping[str, int | None]
    fields: Mapping[str, tuple[str, ...]]

    def __bool__(self) -> bool:
        return bool(self.names or self.fields)

    def takes(self, component: Component) -> bool:
        """Tell whether a piece is chosen."""
        named = not self.names or component.id in self.names or component.set_id in self.names
        return named and all(
            any(value in values for value in said_of(value_of(component, field)))
            for field, values in self.fields.items()
        )

    def most(self, component: Component) -> int | None:
        """The most copies of a chosen piece; None where all are wanted."""
        counts = [self.names[n] for n in (component.id, component.set_id) if n in self.names]
        return counts[0] if counts else None


def only_of(words: Sequence[str], games: Iterable[Game], *, counted: bool = False) -> Only:
    """Read the words after ``--only`` for these games; ``counted`` allows numbers of copies.

    Raises:
        WrongUseError: a name, field or value is in none of the games, or no piece has them all.
    """
    only = Only(dict(_names(words, counted)), _fields(words))
    pieces = [component for game in games for component in game.components()]
    _check_names(only, pieces)
    _check_fields(only, pieces)
    if only and not any(map(only.takes, pieces)):
        raise WrongUseError(f"no piece is all of --only {' '.join(words)}")
    return only


def said_of(value: Value) -> tuple[str, ...]:
    """A field's value as it is typed: ``3``, ``true``, ``harbour``; a list's items one by one."""
    match value:
        case None:
            return ()
        case bool():
            return ("true", "yes") if value else ("false", "no")
        case tuple():
            return tuple(said for item in value for said in said_of(item))
        case Mapping():
            return tuple(str(key) for key in value)
        case _:
            return (str(value),)


def _names(words: Sequence[str], counted: bool) -> Iterator[tuple[str, int | None]]:
    for word in _parts(word for word in words if "=" not in word):
        name, colon, count = word.partition(":")
        if not colon:
            yield word, None
        elif not counted:
            raise WrongUseError(f"--only {word}: a number of copies is for `print`; write {name}")
        elif not count.isdecimal() or int(count) < 1:
            raise WrongUseError(f"--only {word}: {count!r} is no number of copies; write {name}:1")
        else:
            yield name, int(count)


def _fields(words: Sequence[str]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for word in words:
        name, equals, values = word.partition("=")
        if equals:
            found[name.strip()] = (*found.get(name.strip(), ()), *_parts([values]))
    return found


def _parts(words: Iterable[str]) -> Iterator[str]:
    return (part.strip() for word in words for part in word.split(",") if part.strip())


def _check_names(only: Only, pieces: Sequence[Component]) -> None:
    known = dict.fromkeys([*(one.set_id for one in pieces), *(one.id for one in pieces)])
    for name in only.names:
        if name not in known:
            sets = dict.fromkeys(one.set_id for one in pieces)
            hint = did_you_mean(name, known, f"sets are {', '.join(sets)}")
            raise WrongUseError(f"there is no piece or set {name!r} for --only; {hint}")


def _check_fields(only: Only, pieces: Sequence[Component]) -> None:
    for field, values in only.fields.items():
        found = [one for one in pieces if field in OF_EVERY_COMPONENT or field in one.fields]
        if not found:
            known = dict.fromkeys([*OF_EVERY_COMPONENT, *(key for c in pieces for key in c.fields)])
            hint = did_you_mean(field, known, f"fields are {', '.join(known)}")
            raise WrongUseError(f"no piece has a field {field!r} for --only; {hint}")
        there = dict.fromkeys(said for one in found for said in said_of(value_of(one, field)))
        for value in values:
            if value not in there:
                hint = did_you_mean(value, there, f"there are {', '.join(list(there)[:12])}")
                raise WrongUseError(f"no piece has {field}={value}; {hint}")

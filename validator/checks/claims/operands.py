"""Numbers of a claim: written down, or read off the data at a table.

``validator/schemas/claims.json`` documents the forms (``number``).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from validator.catalogue.model import Component, ComponentSet, Game
from validator.catalogue.select import OF_EVERY_COMPONENT, matching, passes, value_of
from validator.checks.claims.base import UnclearError, View
from validator.checks.counts import used_by
from validator.hints import closest, did_you_mean


@dataclass(frozen=True, slots=True)
class Reading:
    """A value and how it came about: ``60`` and ``12 x 5``."""

    value: Any
    text: str

    def __str__(self) -> str:
        """The sum with its result, or the value alone."""
        return self.text if self.text == str(self.value) else f"{self.text} = {self.value}"


def read(operand: Any, view: View) -> Reading:
    """Read ``operand`` at a table.

    Raises:
        UnclearError: it names a set, field, zone or pile that is not there.
    """
    if not isinstance(operand, Mapping):
        return Reading(operand, str(operand))
    [(form, meant)] = operand.items()
    return _FORMS[form](meant, view)


def number(operand: Any, view: View) -> int:
    """The value of ``operand``, which must be a number.

    Raises:
        UnclearError: it is not.
    """
    value = read(operand, view).value
    if not isinstance(value, int):
        raise UnclearError(f"{value!r} is not a number", "write a number, or count something")
    return value


def components_of(meant: Mapping[str, Any], game: Game) -> tuple[Component, ...]:
    """The components of a set that pass the test of ``{set, where}``.

    Raises:
        UnclearError: there is no such set, or a test is for a field or a word that none of its
            components has.
    """
    if meant["set"] not in game.sets:
        mend = did_you_mean(meant["set"], game.sets, f"sets: {', '.join(game.sets)}")
        raise UnclearError(f"there is no component set {meant['set']!r}", mend)
    found = game.sets[meant["set"]]
    for name, test in meant.get("where", {}).items():
        has_field(found, name)
        has_words(name, test, [value_of(one, name) for one in found.components])
    return tuple(matching(found.components, meant.get("where", {})))


def has_words(name: str, test: Any, values: Sequence[Any]) -> None:
    """See that the words that a test wants are no misspelt values; others may be nobody's.

    Raises:
        UnclearError: nothing has such a word, and something has one much like it; or it is null,
            which is to have no value, and everything has one.
    """
    if test is None and None not in values:
        raise UnclearError(f"everything has a {name}", f"write a value of `{name}`")
    known = list(dict.fromkeys(value for value in values if isinstance(value, str)))
    for word in test if isinstance(test, tuple) else (test,):
        if isinstance(word, str) and word not in known:
            turned = [one for one in known if sorted(one) == sorted(word)]
            meant = closest(word, known) or next(iter(turned), None)
            if meant is not None:
                raise UnclearError(
                    f"nothing has {word!r} as its {name}", f"did you mean {meant!r}?"
                )


def has_field(found: ComponentSet, name: str) -> None:
    """See that a set has a field; UnclearError where none of its components has it."""
    known = {field for one in found.components for field in one.fields}
    if name not in known and name not in OF_EVERY_COMPONENT:
        fields = sorted(known)
        mend = did_you_mean(name, fields, f"fields: {', '.join(fields) or 'none'}")
        raise UnclearError(f"no component of the set has a field {name!r}", mend)


def _plain(value: Any) -> Reading:
    return Reading(value, str(value))


def _pieces(meant: Any, view: View) -> Reading:
    return _plain(sum(one.copies for one in components_of(meant, view.game)))


def _cards(meant: Any, view: View) -> Reading:
    total = view.configuration.total
    found = components_of(meant, view.game)
    return _plain(sum(one.copies for one in found if one.mark.admits(total)))


def _used(meant: Any, view: View) -> Reading:
    found = components_of(meant, view.game)
    uses = [use for use in view.game.uses if use.set_id == meant["set"]]
    return _plain(sum(used_by(use, found, view.game, view.configuration) for use in uses))


def _listed(meant: Any, view: View) -> Reading:
    components_of(meant, view.game)
    where = meant.get("where", {})
    lines = [
        part
        for part in view.game.parts
        if part.set_id == meant["set"] and all(part.where.get(k) == v for k, v in where.items())
    ]
    return _plain(sum(part.count for part in lines))


def _on_table(meant: Any, view: View) -> Reading:
    if view.table is None:
        raise UnclearError("the game has no set-up script", "add a setup.yaml")
    wanted = {one.id for one in components_of(meant, view.game)}
    return _plain(sum(piece.partition("#")[0] in wanted for piece in view.table.on_table))


def _zone(meant: Any, view: View) -> Reading:
    names = [meant] if isinstance(meant, str) else list(meant)
    if view.table is None:
        raise UnclearError("the game has no set-up script", "add a setup.yaml")
    for name in names:
        has_zone(view.game, name)
    return _plain(sum(len(view.table.zones.get(name, ())) for name in names))


def has_zone(game: Game, name: str) -> None:
    """See that the set-up has a zone; UnclearError where `zones` does not list it."""
    plain = re.sub(r"^seat\d*[.]", "seat.", name)
    if not any(plain == zone or _fits(plain, zone) for zone in game.setup.zones):
        zones = list(game.setup.zones)
        raise UnclearError(f"there is no zone {name!r}", did_you_mean(plain, zones, "see `zones`"))


def _fits(name: str, pattern: str) -> bool:
    return pattern.endswith("*") and name.startswith(pattern.removesuffix("*"))


def _pile(meant: Any, view: View) -> Reading:
    for pile in view.game.piles:
        if pile.id == meant:
            return _zone(pile.zone, view)
    raise UnclearError(f"there is no pile {meant!r}", other_pile(view.game, meant))


def other_pile(game: Game, name: str) -> str:
    """Which pile somebody may have meant who wrote ``name``."""
    known = [pile.id for pile in game.piles]
    return did_you_mean(name, known, f"piles: {', '.join(known) or 'none'}")


def _field(meant: Any, view: View) -> Reading:
    found = components_of(meant, view.game)
    if not found:
        message = f"no component of {meant['set']!r} passes the test"
        raise UnclearError(message, "mend `where`")
    first, *inner = str(meant["name"]).split(".")
    value: Any = value_of(found[0], first)
    for key in inner:
        value = value.get(key) if isinstance(value, Mapping) else None
    if value is None:
        fields = list(found[0].fields)
        mend = did_you_mean(first, fields, f"fields: {', '.join(fields) or 'none'}")
        if first in fields:
            mend = f"write keys that `{first}` has"
        raise UnclearError(f"there is no field {meant['name']!r} in {found[0].id!r}", mend)
    return _plain(len(value) if isinstance(value, tuple) else value)


def _entries(meant: Any, view: View) -> Reading:
    found = components_of(meant, view.game)
    entries = [entry for component in found for entry in _list(component, meant["name"])]
    tests = meant.get("that", {})
    everywhere = [
        entry
        for component in view.game.sets[meant["set"]].components
        if isinstance(value_of(component, meant["name"]), tuple)
        for entry in _list(component, meant["name"])
    ]
    for name, test in tests.items():
        has_words(name, test, [entry.get(name) for entry in everywhere])
    return _plain(
        sum(all(passes(entry.get(name), test) for name, test in tests.items()) for entry in entries)
    )


def _list(component: Component, name: str) -> tuple[Mapping[str, Any], ...]:
    value = value_of(component, name)
    if not isinstance(value, tuple):
        lists = [key for key, one in component.fields.items() if isinstance(one, tuple)]
        mend = did_you_mean(name, lists, f"lists: {', '.join(lists) or 'none'}")
        raise UnclearError(f"there is no list {name!r} in {component.id!r}", mend)
    return tuple(entry for entry in value if isinstance(entry, Mapping))


def _different(meant: Any, view: View) -> Reading:
    found = components_of(meant, view.game)
    has_field(view.game.sets[meant["set"]], meant["name"])
    return _plain(len({repr(value_of(one, meant["name"])) for one in found}))


def _for_each(which: str) -> Callable[[Any, View], Reading]:
    def form(meant: Any, view: View) -> Reading:
        there: int = getattr(view.configuration, which)
        text = str(there) if meant == 1 else f"{meant} x {there}"
        return Reading(meant * there, text)

    return form


def _of_several(sign: str, work: Callable[[int, int], int]) -> Callable[[Any, View], Reading]:
    def form(meant: Any, view: View) -> Reading:
        parts = [read(operand, view) for operand in meant]
        values = [number(operand, view) for operand in meant]
        total = values[0]
        for value in values[1:]:
            total = work(total, value)
        return Reading(total, f" {sign} ".join(_inner(part, sign) for part in parts))

    return form


def _inner(part: Reading, sign: str) -> str:
    loose = " + " in part.text or " - " in part.text
    return f"({part.text})" if loose and sign in "x/-" else part.text


def _divide(dividend: int, divisor: int) -> int:
    if divisor == 0:
        raise UnclearError("a division by 0", "divide by another number")
    return dividend // divisor


_FORMS: Mapping[str, Callable[[Any, View], Reading]] = {
    "pieces": _pieces,
    "cards": _cards,
    "used": _used,
    "listed": _listed,
    "on_table": _on_table,
    "zone": _zone,
    "pile": _pile,
    "field": _field,
    "entries": _entries,
    "different": _different,
    "players": _for_each("players"),
    "bots": _for_each("bots"),
    "seats": _for_each("total"),
    "sum": _of_several("+", lambda one, other: one + other),
    "minus": _of_several("-", lambda one, other: one - other),
    "times": _of_several("x", lambda one, other: one * other),
    "divide": _of_several("/", _divide),
}

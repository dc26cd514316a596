"""Two people's edits of the same records, merged by record and field against what both began from.

All three sides are records by id, with their values by field as cells have them. Nothing is decided
where both sides changed the same value to different ones: that is a conflict, and both are told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from validator.catalogue.sheets.cells import ABSENT
from validator.catalogue.sheets.shapes import same

Values = Mapping[str, Any]
Records = Mapping[str, Values]


@dataclass(frozen=True, slots=True)
class Change:
    """A value that the sheet changed: :data:`ABSENT` stands for none."""

    record: str
    field: str
    old: Any
    new: Any


@dataclass(frozen=True, slots=True)
class Conflict:
    """What both sides changed, differently: a value, or (without a field) a record that one of them
    took out. The values are those of sheet and file now.
    """

    record: str
    field: str
    sheet: Any
    file: Any


@dataclass(frozen=True, slots=True)
class Added:
    """A record that the sheet has new, behind which other one (none: at the end)."""

    record: str
    values: Values
    behind: str | None


@dataclass(slots=True)
class Merge:
    """What is to be done to the file, in the order of the sheet, and what cannot be decided."""

    changes: list[Change] = field(default_factory=list)
    added: list[Added] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    conflicts: list[Conflict] = field(default_factory=list)


def merged(base: Records, sheet: Records, file: Records, fields: Sequence[str]) -> Merge:
    """Merge what the sheet changed into the file, as far as ``fields`` (its columns) go."""
    found = Merge()
    renamed = _renamed(base, sheet, file, fields)
    behind: str | None = None
    for key, now in sheet.items():
        old = renamed.get(key, key)
        if old in file:
            _both(old, base.get(old, {}), now, file[old], fields, found)
            behind = old
        elif old in base:
            if not _alike(base[old], now, fields):
                found.conflicts.append(Conflict(old, "", _shown(now, fields), ABSENT))
        else:
            values = {name: now[name] for name in fields if name in now}
            found.added.append(Added(key, values, behind))
            behind = key
    gone = (key for key in base if key in file and key not in sheet)
    for key in (key for key in gone if key not in renamed.values()):
        if _alike(base[key], file[key], fields):
            found.removed.append(key)
        else:
            found.conflicts.append(Conflict(key, "", ABSENT, _shown(file[key], fields)))
    return found


def _both(
    key: str, base: Values, sheet: Values, file: Values, fields: Sequence[str], found: Merge
) -> None:
    """A record that sheet and file have."""
    for name in fields:
        old, now, there = (side.get(name, ABSENT) for side in (base, sheet, file))
        if _equal(now, old) or _equal(now, there):
            continue
        if _equal(there, old):
            found.changes.append(Change(key, name, there, now))
        else:
            found.conflicts.append(Conflict(key, name, now, there))


def _equal(one: Any, other: Any) -> bool:
    return one is other or same(one, other)


def _alike(one: Values, other: Values, fields: Sequence[str]) -> bool:
    return all(_equal(one.get(name, ABSENT), other.get(name, ABSENT)) for name in fields)


def _shown(values: Values, fields: Sequence[str]) -> Values:
    return {name: values[name] for name in fields if name in values}


def _renamed(base: Records, sheet: Records, file: Records, fields: Sequence[str]) -> dict[str, str]:
    """The records that only got another id in the sheet: the new id, and the one before.

    It is so where one row went and one came whose other values are the same, and no second one.
    """
    others = [name for name in fields if name != "id"]
    fresh = [key for key in sheet if key not in base and key not in file]
    gone = [key for key in base if key in file and key not in sheet]
    pairs = list(_pairs(fresh, gone, base, sheet, others))
    news, olds = [new for new, _ in pairs], [old for _, old in pairs]
    return {new: old for new, old in pairs if news.count(new) == 1 and olds.count(old) == 1}


def _pairs(
    fresh: Sequence[str], gone: Sequence[str], base: Records, sheet: Records, others: Sequence[str]
) -> Iterator[tuple[str, str]]:
    by_values: dict[str, list[str]] = {}
    for old in gone:
        by_values.setdefault(_key(base[old], others), []).append(old)
    for new in fresh:
        yield from ((new, old) for old in by_values.get(_key(sheet[new], others), ()))


def _key(values: Values, fields: Sequence[str]) -> str:
    return repr([values.get(name, ABSENT) for name in fields])

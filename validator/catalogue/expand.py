"""Computed records: one raw record for every combination of a generator's loop variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Any

from validator.catalogue.parsing.places import Trail
from validator.catalogue.source import Source
from validator.findings import Finding, Severity

MOST_RECORDS = 10_000
"""Records that ``generate`` of a set may make; a slip of the pen must not fill the memory."""
MOST_VALUES = 1_000_000
"""Values that these records may have together."""
MOST_CHARACTERS = 5_000
"""Characters that a text may have once its loop variables are filled in."""
_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
"""Braces written twice, which stand for themselves, those round something, and single ones."""


class _TextError(Exception):
    """A text that cannot be filled in: the message says why; ``way`` leads to it in the entry."""

    def __init__(self, message: str, way: Trail) -> None:
        super().__init__(message)
        self.way = way


@dataclass(frozen=True, slots=True)
class Computed:
    """A raw record, and where each of its keys is written in the file."""

    raw: dict[str, Any]
    origins: Mapping[str, Trail]


def expand(
    generator: Mapping[str, Any], source: Source, trail: Trail, game: str, made: int = 0
) -> tuple[list[Computed], list[Finding]]:
    """Expand one entry of ``generate``, already checked against ``components.json``.

    ``made`` is the number of records that earlier entries of the set made. Returns the records in
    order (the last variable runs fastest) and what went wrong.
    """
    records: list[Computed] = []
    findings: list[Finding] = []
    excess = _excess(generator, made)
    if excess:
        place = source.place(trail)
        return [], [Finding("generate", Severity.ERROR, game, place, excess, "narrow the loops")]
    for values in _combinations(generator["for"]):
        try:
            record = _record(generator, values)
            records.append(Computed(record, _origins(generator, values, trail)))
        except _TextError as error:
            place = source.place((*trail, *error.way))
            findings.append(Finding("generate", Severity.ERROR, game, place, *_told(error, values)))
            break
        except (KeyError, IndexError, ValueError, TypeError) as error:
            findings.append(_unknown_variable(error, generator, source, trail, game))
            break
    return records, findings


def _excess(generator: Mapping[str, Any], made: int) -> str:
    """What the loops make too many of, records or values; empty if they do not."""
    wanted = prod(_length(loop) for loop in _ranges(generator["for"]))
    if made + wanted > MOST_RECORDS:
        before = f" besides {made}" if made else ""
        return f"the loops make {wanted} records{before}, more than the limit of {MOST_RECORDS}"
    values = wanted * _values(generator.get("with", {}))
    if values > MOST_VALUES:
        return f"the records have {values} values, more than the limit of {MOST_VALUES}"
    return ""


def _values(written: Any) -> int:
    inner = written.values() if isinstance(written, Mapping) else written
    return 1 + sum(map(_values, inner)) if isinstance(written, Mapping | list) else 1


def _ranges(loops: Mapping[str, Any]) -> list[Sequence[str | int]]:
    return [
        loop if isinstance(loop, list) else range(loop["from"], loop["to"] + 1)
        for loop in loops.values()
    ]


def _length(loop: Sequence[str | int]) -> int:
    """Number of values; ``len`` cannot tell that of a range beyond a machine word."""
    return max(0, loop.stop - loop.start) if isinstance(loop, range) else len(loop)


def _combinations(loops: Mapping[str, Any]) -> Iterator[dict[str, str | int]]:
    ranges = _ranges(loops)
    if not all(map(_length, ranges)):
        return  # the others may be without an end
    for values in product(*ranges):
        yield dict(zip(loops, values, strict=True))


def _record(generator: Mapping[str, Any], values: Mapping[str, str | int]) -> dict[str, Any]:
    record: dict[str, Any] = {key: filled(generator[key], values, (key,)) for key in ("id", "name")}
    for key, wanted in generator.get("with", {}).items():
        record[key] = _resolve(wanted, values, ("with", key))
    return record


def filled(text: str, values: Mapping[str, str | int], way: Trail) -> str:
    """``text`` with each ``{name}`` replaced by the value of that name, and nothing else done.

    Raises:
        _TextError: something else stands in braces, or the text gets too long.
    """
    parts: list[str] = []
    length = at = 0
    for found in _BRACES.finditer(text):
        part = _meaning(found, values, way)
        parts += [text[at : found.start()], part]
        length += found.start() - at + len(part)
        at = found.end()
        if length > MOST_CHARACTERS:
            break
    if length + len(text) - at > MOST_CHARACTERS:
        raise _TextError(f"the text has more than {MOST_CHARACTERS} characters", way)
    return "".join([*parts, text[at:]])


def _meaning(found: re.Match[str], values: Mapping[str, str | int], way: Trail) -> str:
    name, written = found[1], found[0]
    if name in values:
        return str(values[name])
    if written in ("{{", "}}"):
        return written[0]
    if name is None:
        raise _TextError(f"`{written}` stands alone; write it twice to print it", way)
    raise _TextError(f"`{written[:_SHOWN]}` is not a loop variable", way)


_SHOWN = 40
"""Characters of what stands in braces that a message repeats."""


def _told(error: _TextError, values: Mapping[str, str | int]) -> tuple[str, str]:
    names = ", ".join("{" + name + "}" for name in values)
    return f"a computed record cannot be made: {error}", f"loop variables here: {names}"


def _origins(
    generator: Mapping[str, Any], values: Mapping[str, str | int], trail: Trail
) -> dict[str, Trail]:
    """Where each key of the record with these values of the loop variables is written."""
    made: dict[str, Trail] = {"id": (*trail, "id"), "name": (*trail, "name")}
    for key, wanted in generator.get("with", {}).items():
        made[key] = (*trail, *_origin(generator["for"], key, wanted, values))
    return made


def _origin(
    loops: Mapping[str, Any], key: str, wanted: Any, values: Mapping[str, str | int]
) -> Trail:
    """Where a key is written: as a literal, in the list of a loop, or in a cycle."""
    if isinstance(wanted, dict) and set(wanted) == {"from"}:
        variable = wanted["from"]
        loop = loops[variable]
        at = (loop.index(values[variable]),) if isinstance(loop, list) else ()
        return ("for", variable, *at)
    if isinstance(wanted, dict) and set(wanted) == {"cycle", "by"}:
        at = ((int(values[wanted["by"]]) - 1) % len(wanted["cycle"]),)
        return ("with", key, "cycle", *at)
    return ("with", key)


def _resolve(wanted: Any, values: Mapping[str, str | int], way: Trail) -> Any:
    if isinstance(wanted, dict) and set(wanted) == {"from"}:
        return values[wanted["from"]]
    if isinstance(wanted, dict) and set(wanted) == {"cycle", "by"}:
        return wanted["cycle"][(int(values[wanted["by"]]) - 1) % len(wanted["cycle"])]
    if isinstance(wanted, str):
        return filled(wanted, values, way) if _named(wanted, values) else wanted
    return wanted


def _named(text: str, values: Mapping[str, str | int]) -> bool:
    """Tell whether ``text`` names a loop variable; ``{coin}`` alone is an inline icon."""
    words = (re.match(r"\w*", found[1] or "") for found in _BRACES.finditer(text))
    return any(word is not None and word[0] in values for word in words)


def _unknown_variable(
    error: Exception, generator: Mapping[str, Any], source: Source, trail: Trail, game: str
) -> Finding:
    message = f"a computed record cannot be made: {error} is not a loop variable"
    hint = f"loop variables here: {', '.join(generator['for'])}"
    return Finding("generate", Severity.ERROR, game, source.place(trail), message, hint)

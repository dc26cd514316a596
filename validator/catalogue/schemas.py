"""A file's data against its JSON Schema, and what is wrong with it in plain words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema_rs

from validator.catalogue.patterns import is_found, is_linear
from validator.catalogue.source import Source, Trail, value_at
from validator.catalogue.yaml_faults import put_quotes
from validator.findings import Finding, Severity, as_id, closest, did_you_mean


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with ``value``, at ``trail``: it does not keep to the ``keyword`` of ``part``.

    ``told`` is what jsonschema-rs says of it, ``branches`` the faults of each alternative.
    """

    keyword: str
    part: Mapping[str, Any]
    value: Any
    trail: Trail
    told: Any
    branches: tuple[tuple[Fault, ...], ...]

    @property
    def wanted(self) -> Any:
        """The value of the keyword."""
        return self.part.get(self.keyword)

    def within(self, outer: Fault) -> Trail:
        """The keys that lead from the value of another fault to this one's."""
        return self.trail[len(outer.trail) :]


def _words(fault: Fault, source: Source, trail: Trail) -> tuple[str, str]:
    """Message and hint for the value at ``trail`` of ``source``."""
    value, wanted, about = (
        shorten(fault.value),
        fault.wanted,
        str(fault.part.get("description", "")),
    )
    at = at_trail(trail, source.data)
    match fault.keyword:
        case "type":
            kinds = [wanted] if isinstance(wanted, str) else list(wanted)
            written = source.written.get(trail, "")
            hint = _kind_hint(fault.value, kinds, written, about)
            return _of_another_kind(fault.value, kinds) + at, hint
        case "enum":
            return f"{value} is not allowed{at}", choices(fault.value, wanted)
        case "const":
            return f"{value} is not allowed{at}", f"write {shorten(wanted)}"
        case "oneOf" | "anyOf" if fault.value is None and trail:
            return f"nothing stands behind `{trail[-1]}`", "write it without { }, or `key: value`"
        case "not" if "required" in wanted:
            return f"`{wanted['required'][0]}` does not belong here, too{at}", about
        case "oneOf" | "anyOf":
            hint = _forms(fault) or _text(fault) or about
            return f"{value} fits none of the allowed forms{at}", hint
        case "minimum" | "exclusiveMinimum":
            return f"{value} is too small{at}", f"the least allowed is {wanted}"
        case "maximum" | "exclusiveMaximum":
            return f"{value} is too large{at}", f"the most allowed is {wanted}"
        case "pattern":
            hint = about or f"it must match {wanted}"
            return f"{value} is not well-formed{at}", _as_id(fault.value, wanted) + hint
        case "minLength" | "minItems" | "minProperties":
            return f"{value} is empty or too short{at}", about or f"write at least {wanted}"
        case "maxLength" | "maxItems" | "maxProperties":
            return f"{value} is too long{at}", about or f"write at most {wanted}"
        case "uniqueItems":
            return f"{value} names something twice{at}", about or "name each once"
        case _:
            return f"{fault.told.message}{at}", about or "`trilith help` describes every key"


def choices(given: object, allowed: Sequence[object]) -> str:
    """A hint that lists what is allowed, the closest to what was given first."""
    close = closest(str(given), [str(item) for item in allowed])
    listed = ", ".join(shorten(item) for item in allowed)
    return (f"did you mean {close!r}? " if close else "") + f"allowed: {listed}"


def shorten(value: object) -> str:
    """A value in at most 60 characters."""
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 60 else text[:57] + "..."


def at_trail(trail: Trail, data: Any) -> str:
    """Where a value stands, for people: records by their ids, other items counted from 1."""
    steps: list[str] = []
    for step in trail:
        data = value_at((step,), data)
        named = (
            isinstance(step, int) and isinstance(data, Mapping) and isinstance(data.get("id"), str)
        )
        steps.append(data["id"] if named else str(step + 1 if isinstance(step, int) else step))
    return f" at {'.'.join(steps)}" if steps else ""


def _in_words(kinds: Sequence[str]) -> str:
    from validator.topics import KINDS  # what only faults need: a print imports few modules

    return " or ".join(KINDS[kind] for kind in kinds)


def _of_another_kind(value: object, kinds: Sequence[str]) -> str:
    wanted = _in_words(kinds)
    if value is None:
        return f"there is no value where {wanted} belongs"
    if isinstance(value, bool):
        return f"`{str(value).lower()}` means {'yes' if value else 'no'} where {wanted} belongs"
    kind = _in_words([_KIND_OF.get(type(value), "object")])
    return f"{shorten(value)} is {kind} where {wanted} belongs"


_KIND_OF = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array"}


def _kind_hint(value: object, kinds: Sequence[str], written: str, about: str) -> str:
    if "string" in kinds and value is not None:
        return put_quotes(written or _as_written(value))
    if isinstance(value, str) and {"number", "integer"} & set(kinds):
        if value.strip().removeprefix("-").isdigit():
            return f"take the quotes away: {value.strip()}"
        return "write digits" + (f" ({about})" if about else "")
    if "array" in kinds and isinstance(value, str | int | float):
        return f"put brackets round it: [{_as_written(value)}]"
    if value is None:
        return "write it behind the colon" + (f" ({about})" if about else "")
    if isinstance(value, float) and kinds == ["integer"]:
        return "write a whole number" + (f" ({about})" if about else "")
    return about or f"write {_in_words(kinds)}"


def _as_written(value: object) -> str:
    """A value as it may have been written without quotes: ``{coin}`` is a mapping to YAML."""
    match value:
        case bool():
            return str(value).lower()
        case list():
            return f"[{', '.join(_as_written(item) for item in value)}]"
        case dict():
            pairs = (k if v is None else f"{k}: {_as_written(v)}" for k, v in value.items())
            return f"{{{', '.join(pairs)}}}"
        case _:
            return str(value)


def _forms(fault: Fault) -> str:
    """The values of a discriminating ``do`` (or ``claim``, ...) that would have been right."""
    consts = {
        str(sub.wanted): str(sub.trail[-1])
        for branch in fault.branches
        for sub in branch
        if sub.keyword == "const" and sub.within(fault)
    }
    if not consts:
        return ""
    keys = sorted(set(consts.values()))
    given = fault.value.get(keys[0]) if isinstance(fault.value, dict) else None
    return f"`{'/'.join(keys)}`: " + choices(given, [*consts])


def _as_id(value: str, pattern: str) -> str:
    """The id that a name would have, where an id is wanted."""
    meant = as_id(value)
    fits = pattern.startswith("^[a-z") and is_linear(pattern) and is_found(pattern, meant)
    return f"did you mean {meant!r}? " if fits else ""


def _text(fault: Fault) -> str:
    """The hint to put quotes round a number or word, where a text is one of the allowed forms."""
    for sub in (one for branch in fault.branches for one in branch):
        if sub.keyword == "type" and "string" in sub.wanted and not sub.within(fault):
            return put_quotes(_as_written(fault.value))
    return ""


SCHEMAS = Path(__file__).parent.parent / "schemas"
SCHEMA_NAMES = ("game", "components", "setup", "board", "play", "rules")
"""What the top-level ``kind`` of a component file may be; each has a schema of that name."""
FORMAT = 3
"""The version of the data format; `trilith upgrade` carries older projects over to it."""


@cache
def schema(name: str) -> dict[str, Any]:
    """The shipped schema ``name`` (without ``.json``).

    Raises:
        FileNotFoundError: there is no schema of that name.
    """
    loaded: dict[str, Any] = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    return loaded


@cache
def schemas_by_file() -> Mapping[str, dict[str, Any]]:
    """The schemas in ``validator/schemas``, by file name."""
    return {path.name: schema(path.stem) for path in sorted(SCHEMAS.glob("*.json"))}


def follow(reference: str, home: Any) -> tuple[Any, Any]:
    """What a reference in the schema ``home`` names, and the schema that it stands in.

    It leads into ``home`` itself or, by the name of its file, into a shipped one. None is what it
    names where there is nothing.
    """
    file, _, pointer = reference.partition("#")
    home = part = schemas_by_file().get(file) if file else home
    for written in pointer.split("/")[1:]:
        step = written.replace("~1", "/").replace("~0", "~")
        part = part.get(step) if isinstance(part, Mapping) else None
    return (part if not pointer or pointer.startswith("/") else None), home


@cache
def _registry() -> jsonschema_rs.Registry:
    return jsonschema_rs.Registry([*schemas_by_file().items()])


class Validator:
    """Judges values by a schema, which may refer to the shipped ones."""

    def __init__(
        self, contents: Mapping[str, Any], patterns: jsonschema_rs.RegexOptions | None = None
    ) -> None:
        self._contents = contents
        self._judge = jsonschema_rs.Draft202012Validator(
            dict(contents), registry=_registry(), pattern_options=patterns, offline=True
        )

    def faults(self, value: Any) -> Iterator[Fault]:
        """What is wrong with ``value``; nothing if it fits the schema."""
        return (self._fault(error, value) for error in self._judge.iter_errors(value))

    def _fault(self, error: Any, value: Any) -> Fault:
        named = getattr(error.kind, "error", None)  # what is wrong with the name of a key
        found, trail = named or error, tuple(error.instance_path)
        part: Any = self._contents
        home: Any = part
        for step in found.evaluation_path[:-1]:
            inner = part[step]
            refers = step == "$ref" and isinstance(inner, str)
            part, home = follow(inner, home) if refers else (inner, home)
        branches = tuple(
            tuple(self._fault(one, value) for one in branch)
            for branch in getattr(found.kind, "context", ())
        )
        seen = named.instance if named else value_at(trail, value)
        return Fault(found.kind.name, part, seen, trail, found, branches)


@cache
def _validator(name: str) -> Validator:
    return Validator(schema(name))


def check_source(source: Source, name: str, game: str) -> list[Finding]:
    """Check a whole file against the shipped schema ``name``."""
    return check_value(_validator(name), source.data, source, (), game)


def check_value(
    validator: Validator, value: Any, source: Source, trail: Trail, game: str
) -> list[Finding]:
    """Check ``value``, which stands at ``trail`` of ``source``; one finding for each mistake."""
    found = (leaf for fault in validator.faults(value) for leaf in _leaves(fault))
    told = (one for leaf in found for one in _explain(leaf, source, trail, game))
    return list(dict.fromkeys(told))


def _leaves(fault: Fault) -> Iterator[Fault]:
    """The faults worth showing: of alternatives, those of the one that was meant."""
    best = min(
        (branch for branch in fault.branches if not _is_of_another_kind(branch, fault)),
        key=len,
        default=(),
    )
    if not best:  # none was, or more than one fits
        yield fault
    for sub in best:
        yield from _leaves(sub)


def _is_of_another_kind(branch: Sequence[Fault], outer: Fault) -> bool:
    """Tell whether the branch fails at its own start: another type or another ``do``."""
    return any(
        (fault.keyword == "type" and not fault.within(outer))
        or (fault.keyword == "const" and len(fault.within(outer)) == 1)
        for fault in branch
    )


def _explain(fault: Fault, source: Source, base: Trail, game: str) -> Iterator[Finding]:
    trail = (*base, *fault.trail)
    if fault.keyword == "additionalProperties":
        yield from _unknown_keys(fault, source, trail, game)
        return
    place = source.place(trail)
    if fault.keyword == "required":
        message, hint = _tell_missing_key(fault, at_trail(trail, source.data))
    else:
        message, hint = _words(fault, source, trail)
    if fault.keyword == "not" and "required" in fault.wanted:
        place = source.key_place((*trail, fault.wanted["required"][0]))
    yield Finding("schema", Severity.ERROR, game, place, message, hint)


def _unknown_keys(fault: Fault, source: Source, trail: Trail, game: str) -> Iterator[Finding]:
    from validator.topics import topic_of

    shipped = {file[:-5]: one for file, one in schemas_by_file().items()}
    known = list(fault.part.get("properties", {}))
    topic = topic_of(shipped, fault.part)
    more = str(fault.part.get("$comment", f"see `trilith help {topic}`" if topic else ""))
    for key in fault.told.kind.unexpected:
        meant = did_you_mean(key, known, f"known keys: {', '.join(known)}" if known else "")
        hint = "; ".join(part for part in (meant, more) if part)
        if fault.value[key] is None and not key.isidentifier():
            hint = "inside { } a comma ends a text: put quotes round the text in front of it"
        place = source.key_place((*trail, key))
        yield Finding("schema", Severity.ERROR, game, place, f"unknown key {key!r}", hint)


def _tell_missing_key(fault: Fault, at: str) -> tuple[str, str]:
    key = fault.told.kind.property
    about = fault.part.get("properties", {}).get(key, {}).get("description", "")
    return f"the key {key!r} is missing{at}", f"add `{key}: ...`" + (f" ({about})" if about else "")

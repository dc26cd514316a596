"""From schema-checked raw data to the typed, frozen catalogue."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from itertools import product
from math import prod
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin

from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, override

from validator.catalogue.boards.records import Board
from validator.catalogue.effects import Count, Effect, EffectCondition, EffectFilter
from validator.catalogue.field_schemas import (
    BoundedValidator,
    check_derived_fields,
    derive,
    fragment_findings,
    takes_too_long,
)
from validator.catalogue.model import ComponentSet, Game, PlayerMark, Value
from validator.catalogue.patterns import TooMuchWorkError
from validator.catalogue.schemas import check_value, schema
from validator.catalogue.script import Script
from validator.catalogue.setup_script import Setup
from validator.catalogue.source import Source, Trail, count_values, places_of, value_at
from validator.catalogue.words.grammar import Term, default_plural
from validator.catalogue.words.plain_names import with_plain_names
from validator.findings import Finding, Place, Severity

# The model alone states every default: a key that is left out takes that of its field. A key that
# the model does not know is passed over (the schemas have judged it).


T = TypeVar("T")
Raw = Mapping[str, Any]

WRITTEN = {"set_id": "set", "mark": "players", "rule_prefix": "rule_ids_from"}
"""Fields of the model whose key in YAML has another name."""

WITHOUT_LIMIT = ("all", "end")
"""Words that stand for a number where there is no limit: every one, as far as it goes."""

_CONVERTER = Converter(detailed_validation=False)
_KINDS: dict[str, type[Effect]] = {kind.__name__.lower(): kind for kind in get_args(Effect)}


def convert(raw: Raw, kind: type[T]) -> T:
    """Build a ``kind`` of the model; places and scripts are taken as they are."""
    return _CONVERTER.structure(raw, kind)


def parse_effect(raw: Raw) -> Effect:
    """Turn one schema-checked mapping into its effect; ``do`` names the kind."""
    return _CONVERTER.structure(raw, _KINDS[raw["do"]])


def parse_effects(raw: object) -> tuple[Effect, ...]:
    """Turn a schema-checked list of mappings (or None) into effects, in order."""
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        return ()
    return tuple(parse_effect(item) for item in raw if isinstance(item, Mapping))


def freeze(raw: Any) -> Value:
    """Plain data with tuples for lists, so that nobody changes it by accident."""
    if isinstance(raw, list):
        return tuple(freeze(item) for item in raw)
    if isinstance(raw, dict):
        return {key: freeze(item) for key, item in raw.items()}
    return raw  # type: ignore[no-any-return]


def _hook(kind: type[T]) -> Callable[[Any, Any], T]:
    """Build a dataclass from the keys of a mapping, under the names that YAML gives them."""
    named: dict[str, Any] = {
        one.name: override(rename=WRITTEN[one.name])
        for one in fields(kind)  # type: ignore[arg-type]
        if one.name in WRITTEN
    }
    return make_dict_structure_fn(kind, _CONVERTER, **named)


def _condition(raw: Raw, _: object) -> EffectCondition:
    """What is counted stands beside the limits in YAML, not below them."""
    limits = {key: raw[key] for key in ("at_least", "at_most", "most") if key in raw}
    return EffectCondition(convert(raw, Count), **limits)


def _number_or_none(raw: object, _: object) -> int | None:
    """A whole number; None where a word stands instead."""
    return None if raw is None or raw in WITHOUT_LIMIT else _exactly(raw, int)


def _exactly(raw: object, kind: type[T]) -> T:
    """The value as it is; TypeError for one of another kind (nothing is made a text or number)."""
    if not isinstance(raw, kind):
        raise TypeError(f"{raw!r} is no {kind.__name__}")
    return raw


def _filters(raw: Raw, _: object) -> tuple[EffectFilter, ...]:
    return tuple(EffectFilter(name, value) for name, value in raw.items())


def _is(kind: object) -> Callable[[Any], bool]:
    return lambda asked: asked == kind


def _is_mapping(asked: Any) -> bool:
    return get_origin(asked) is Mapping


_CONVERTER.register_structure_hook_factory(is_dataclass, _hook)
for _built in (Place, Setup, Script | None):
    _CONVERTER.register_structure_hook(_built, lambda built, _: built)
for _scalar in (str, int, bool):
    _CONVERTER.register_structure_hook(_scalar, _exactly)
_CONVERTER.register_structure_hook(StrEnum, lambda raw, kind: kind(raw))
_CONVERTER.register_structure_hook(PlayerMark, lambda raw, _: PlayerMark(raw))
_CONVERTER.register_structure_hook(EffectCondition, _condition)
_CONVERTER.register_structure_hook_func(_is(Effect), lambda raw, _: parse_effect(raw))
_CONVERTER.register_structure_hook_func(_is(int | None), _number_or_none)
_CONVERTER.register_structure_hook_func(_is(tuple[EffectFilter, ...]), _filters)
_CONVERTER.register_structure_hook_func(_is_mapping, lambda raw, _: freeze(raw))


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
class RawRecord:
    """A raw record of a set and where it stands.

    ``origins`` has the keys that are written elsewhere, such as those of a computed record.
    """

    raw: dict[str, Any]
    trail: Trail
    origins: Mapping[str, Trail] = field(default_factory=dict)


def expand(
    generator: Mapping[str, Any], source: Source, trail: Trail, game: str, made: int = 0
) -> tuple[list[RawRecord], list[Finding]]:
    """Expand one entry of ``generate``, already checked against ``components.json``.

    ``made`` is the number of records that earlier entries of the set made. Returns the records in
    order (the last variable runs fastest) and what went wrong.
    """
    records: list[RawRecord] = []
    if excess := _excess(generator, made):
        place = source.place(trail)
        return [], [Finding("generate", Severity.ERROR, game, place, excess, "narrow the loops")]
    for values in _combinations(generator["for"]):
        try:
            records.append(_record(generator, values, trail))
            continue
        except _TextError as error:
            place, problem = source.place((*trail, *error.way)), str(error)
            names = [f"{{{name}}}" for name in values]
        except (KeyError, IndexError, ValueError, TypeError) as error:
            place, problem = source.place(trail), f"{error} is not a loop variable"
            names = [*values]
        message = f"a computed record cannot be made: {problem}"
        hint = f"loop variables here: {', '.join(names)}"
        return records, [Finding("generate", Severity.ERROR, game, place, message, hint)]
    return records, []


def _excess(generator: Mapping[str, Any], made: int) -> str:
    """What the loops make too many of, records or values; empty if they do not."""
    wanted = prod(_length(loop) for loop in _ranges(generator["for"]))
    if made + wanted > MOST_RECORDS:
        before = f" besides {made}" if made else ""
        return f"the loops make {wanted} records{before}, more than the limit of {MOST_RECORDS}"
    values = wanted * count_values(generator.get("with", {}))
    if values > MOST_VALUES:
        return f"the records have {values} values, more than the limit of {MOST_VALUES}"
    return ""


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


def _record(
    generator: Mapping[str, Any], values: Mapping[str, str | int], trail: Trail
) -> RawRecord:
    """The record with these values of the loop variables, and where each key is written."""
    made: dict[str, Any] = {}
    origins: dict[str, Trail] = {}
    for key in ("id", "name"):
        made[key], origins[key] = fill_in(generator[key], values, (key,)), (*trail, key)
    for key, wanted in generator.get("with", {}).items():
        made[key], way = _resolve(wanted, generator["for"], values, ("with", key))
        origins[key] = (*trail, *way)
    return RawRecord(made, trail, origins)


def fill_in(text: str, values: Mapping[str, str | int], way: Trail) -> str:
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


def _resolve(
    wanted: Any, loops: Mapping[str, Any], values: Mapping[str, str | int], way: Trail
) -> tuple[Any, Trail]:
    """A value, and where it is written: as a literal, in the list of a loop, or in a cycle."""
    keys = set(wanted) if isinstance(wanted, dict) else set()
    if keys == {"from"}:
        name = wanted["from"]
        at = (loops[name].index(values[name]),) if isinstance(loops[name], list) else ()
        return values[name], ("for", name, *at)
    if keys == {"cycle", "by"}:
        index = (int(values[wanted["by"]]) - 1) % len(wanted["cycle"])
        return wanted["cycle"][index], (*way, "cycle", index)
    if isinstance(wanted, str) and _names_variable(wanted, values):
        return fill_in(wanted, values, way), way
    return wanted, way


def _names_variable(text: str, values: Mapping[str, str | int]) -> bool:
    """Tell whether ``text`` names a loop variable; ``{coin}`` alone is an inline icon."""
    words = (re.match(r"\w*", found[1] or "") for found in _BRACES.finditer(text))
    return any(word is not None and word[0] in values for word in words)


DRAWN = ("picture", "focus")
"""Keys that every record may have for its template to draw; they count as its own fields."""
COMMON = tuple(k for k in schema("components")["$defs"]["record"]["properties"] if k not in DRAWN)
"""Keys that every record may have and that mean the same in each; all others are fields."""

PLACED = ("configurations", "refusals", "parts", "uses", "claims")
"""Lists of a game.yaml whose entries know their place and need nothing else."""


def build_set(source: Source, game: str) -> tuple[ComponentSet, list[Finding]]:
    """Build one component set from a file that passed ``components.json``."""
    data = source.data
    records, findings = raw_records(source, game)
    kept, problems = _check_records(records, source, game)
    shared = {key: data[key] for key in ("set", "provenance", "rules") if key in data}
    more = {
        "id": data["set"],
        "place": source.place(()),
        "required": data.get("fields", {}).get("required", ()),
        "components": (_component(record, shared, source) for record in kept),
        "places": places_of(source, (), data | {"components": ()}),  # records have their own
        "complete": not findings and not problems,
    }
    if "pictures" in data:
        more["pictures"] = data["pictures"] or ""  # `false` where the game's are not meant
    built = convert(data | more, ComponentSet)
    return built, findings + problems


def raw_records(source: Source, game: str) -> tuple[list[RawRecord], list[Finding]]:
    """The records of a set as they are written, then the computed ones; and what went wrong."""
    records = [
        RawRecord(raw, ("components", index))
        for index, raw in enumerate(source.data.get("components", ()))
    ]
    findings: list[Finding] = []
    for index, generator in enumerate(source.data.get("generate", ())):
        trail: Trail = ("generate", index)
        made = len(records) - len(source.data.get("components", ()))
        computed, problems = expand(generator, source, trail, game, made)
        records.extend(computed)
        findings.extend(problems)
    if not records and not findings:
        message = f"the set {source.data['set']!r} has no components"
        hint = "add records under `components:` or `generate:`"
        place = source.key_place(("components",))
        findings.append(Finding("set-empty", Severity.ERROR, game, place, message, hint))
    return records, findings


def _check_records(
    records: Sequence[RawRecord], source: Source, game: str
) -> tuple[list[RawRecord], list[Finding]]:
    """The records that fit the common keys and the set's own ``fields``; and why others do not."""
    fields = source.data.get("fields", {})
    problems = fragment_findings(source, ("fields",), game) if fields else []
    if problems:
        return [], problems
    derived = source.data.get("derived", {})
    values = [derive(one.raw, derived) for one in records]
    validator = BoundedValidator(record_schema(fields), values)
    kept: list[RawRecord] = []
    findings: list[Finding] = []
    for one, full in zip(records, values, strict=True):
        problems = check_derived_fields(one.raw, derived, source, one.trail, game)
        try:
            problems += check_value(validator, full, source, one.trail, game)
        except TooMuchWorkError:
            return [], [*findings, takes_too_long(source, ("fields",), game)]
        findings.extend(problems)
        if not problems:
            kept.append(RawRecord(full, one.trail, one.origins))
    return kept, findings


OWN_KEY = "a key of your own is described under `fields`: `trilith help components.fields`"
"""What somebody is told who wrote a key that neither records nor the set have."""


def record_schema(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of one record: the common keys plus a set's own ``fields``."""
    base = schema("components")["$defs"]["record"]
    own = {key: value for key, value in fields.items() if key not in ("properties", "required")}
    properties = {key: _absolute(value) for key, value in base["properties"].items()} | dict(
        fields.get("properties", {})
    )
    required = list(dict.fromkeys([*base["required"], *fields.get("required", ())]))
    return own | {
        "type": "object",
        "$comment": OWN_KEY,
        "properties": properties,
        "required": required,
        "additionalProperties": False,
    }


def _absolute(fragment: dict[str, Any]) -> dict[str, Any]:
    """Point a reference inside ``components.json`` back to that file."""
    reference = fragment.get("$ref", "")
    if reference.startswith("#"):
        return fragment | {"$ref": "components.json" + reference}
    return fragment


def _component(record: RawRecord, shared: Mapping[str, Any], source: Source) -> dict[str, Any]:
    """What a component is made of; keys that are not common are the set's own fields."""
    raw, trail = record.raw, record.trail
    return {
        **shared,
        **{key: value for key, value in raw.items() if key in COMMON},
        "place": source.place(trail),
        "fields": {key: value for key, value in raw.items() if key not in COMMON},
        "places": places_of(source, trail, raw, record.origins),
    }


def build_game(
    source: Source,
    sets: Mapping[str, ComponentSet],
    setup: Setup,
    complete: bool = True,
    play: Script | None = None,
    boards: Mapping[str, Board] = MappingProxyType({}),
) -> Game:
    """Build a game from its ``game.yaml``, sets and boards (own and of its box), its scripts."""
    data = source.data
    language, almanac = data.get("language", ""), data.get("almanac", {})
    entries = {key: _place_entries(source, (key,)) for key in (*PLACED, "piles", "rulings")}
    for index, ruling in enumerate(entries["rulings"]):
        ways = {one: ("rulings", index, "variants", one) for one in ruling.get("variants", ())}
        ruling["variant_places"] = {one: source.key_place(way) for one, way in ways.items()}
    chapters = _place_entries(source, ("almanac", "chapters"))
    more = {
        "place": source.place(()),
        "places": places_of(source, (), data),
        "piles": [{"name": raw["id"]} | raw for raw in entries["piles"]],
        "terms": {
            key: convert({"many": default_plural(raw["one"], language), **raw, "id": key}, Term)
            for key, raw in data.get("terms", {}).items()
        },
        "almanac": almanac | {"chapters": chapters},
        "playtest": [
            raw | {"id": key, "answers": [str(one) for one in raw.get("answers", ())]}
            for key, raw in data.get("playtest", {}).items()
        ],
        "sets": sets,
        "setup": setup,
        "boards": boards,
        "play": play,
        "complete": complete,
    }
    return with_plain_names(convert(data | entries | more, Game))


def _place_entries(source: Source, trail: Trail) -> list[dict[str, Any]]:
    """The entries of a list of a file, each with its place and those of its keys."""
    return [
        raw | {"place": source.place(at), "places": places_of(source, at, raw)}
        for index, raw in enumerate(value_at(trail, source.data) or ())
        for at in [(*trail, index)]
    ]

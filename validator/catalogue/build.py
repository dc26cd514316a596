"""Turn schema-checked raw data into the typed, frozen catalogue.

Nothing is validated twice: what the schemas promise is taken for granted here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from validator.catalogue.convert import convert
from validator.catalogue.expand import expand
from validator.catalogue.fields.bounded import BoundedValidator
from validator.catalogue.fields.budget import TooMuchWorkError
from validator.catalogue.fields.derive import derive, written_by_hand
from validator.catalogue.fields.fragments import fragment_findings, takes_too_long
from validator.catalogue.model import ComponentSet, Game, Term
from validator.catalogue.parsing.places import Trail, packed
from validator.catalogue.playing.script import Play
from validator.catalogue.schema import check_value, schema
from validator.catalogue.script import Setup
from validator.catalogue.source import Source, places_of
from validator.catalogue.words.plurals import default_plural
from validator.catalogue.words.settled import settled
from validator.findings import Finding, Place, Severity

DRAWN = ("picture", "focus")
"""Keys that every record may have for its template to draw; they count as its own fields."""
COMMON = tuple(k for k in schema("components")["$defs"]["record"]["properties"] if k not in DRAWN)
"""Keys that every record may have and that mean the same in each; all others are fields."""

PLACED = ("configurations", "refusals", "parts", "uses", "claims", "simulation")
"""Lists of a game.yaml whose entries know their place and need nothing else."""


@dataclass(frozen=True, slots=True)
class Record:
    """A raw record of a set and where it stands.

    ``origins`` has the keys that are written elsewhere, such as those of a computed record.
    """

    raw: dict[str, Any]
    trail: Trail
    origins: Mapping[str, Trail] = field(default_factory=dict)


def build_set(source: Source, game: str) -> tuple[ComponentSet, list[Finding]]:
    """Build one component set from a file that passed ``components.json``."""
    data = source.data
    records, findings = raw_records(source, game)
    kept, problems = _checked(records, source, game)
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


def raw_records(source: Source, game: str) -> tuple[list[Record], list[Finding]]:
    """The records of a set as they are written, then the computed ones; and what went wrong."""
    records = [
        Record(raw, ("components", index))
        for index, raw in enumerate(source.data.get("components", ()))
    ]
    findings: list[Finding] = []
    for index, generator in enumerate(source.data.get("generate", ())):
        trail: Trail = ("generate", index)
        made = len(records) - len(source.data.get("components", ()))
        computed, problems = expand(generator, source, trail, game, made)
        records.extend(Record(one.raw, trail, one.origins) for one in computed)
        findings.extend(problems)
    if not records and not findings:
        message = f"the set {source.data['set']!r} has no components"
        hint = "add records under `components:` or `generate:`"
        place = source.key_place(("components",))
        findings.append(Finding("set-empty", Severity.ERROR, game, place, message, hint))
    return records, findings


def _checked(
    records: Sequence[Record], source: Source, game: str
) -> tuple[list[Record], list[Finding]]:
    """The records that fit the common keys and the set's own ``fields``; and why others do not."""
    fields = source.data.get("fields", {})
    problems = fragment_findings(source, ("fields",), game) if fields else []
    if problems:
        return [], problems
    derived = source.data.get("derived", {})
    values = [derive(one.raw, derived) for one in records]
    validator = BoundedValidator(record_schema(fields), values)
    kept: list[Record] = []
    findings: list[Finding] = []
    for one, full in zip(records, values, strict=True):
        problems = written_by_hand(one.raw, derived, source, one.trail, game)
        try:
            problems += check_value(validator, full, source, one.trail, game)
        except TooMuchWorkError:
            return [], [*findings, takes_too_long(source, ("fields",), game)]
        findings.extend(problems)
        if not problems:
            kept.append(Record(full, one.trail, one.origins))
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


def _component(record: Record, shared: Mapping[str, Any], source: Source) -> dict[str, Any]:
    """What a component is made of; keys that are not common are the set's own fields."""
    raw, trail = record.raw, record.trail
    return {
        **shared,
        **{key: value for key, value in raw.items() if key in COMMON},
        "place": source.place(trail),
        "fields": {key: value for key, value in raw.items() if key not in COMMON},
        "places": packed(places_of(source, trail, raw, record.origins)),
    }


def build_game(
    source: Source,
    sets: Mapping[str, ComponentSet],
    setup: Setup,
    complete: bool = True,
    play: Play | None = None,
) -> Game:
    """Build a game from its ``game.yaml``, its sets (own and of its box) and its scripts."""
    data = source.data
    more = {
        "place": source.place(()),
        "places": places_of(source, (), data),
        "piles": [{"name": raw["id"]} | raw for raw in _placed(source, "piles")],
        "rulings": _with_variant_places(source),
        "terms": {
            key: convert(_term(raw, data.get("language", "")) | {"id": key}, Term)
            for key, raw in data.get("terms", {}).items()
        },
        "almanac": _almanac(source),
        "sets": sets,
        "setup": setup,
        "play": play,
        "complete": complete,
    }
    listed = {key: _placed(source, key) for key in PLACED}
    return settled(convert(data | listed | more, Game))


def _term(raw: dict[str, Any], language: str) -> dict[str, Any]:
    """A term with its plural."""
    return {"many": default_plural(raw["one"], language)} | raw


def _almanac(source: Source) -> dict[str, Any]:
    """What is written of the almanac, each chapter with its place and those of its keys."""
    raw: dict[str, Any] = source.data.get("almanac", {})
    chapters = _with_places(source, ("almanac", "chapters"), raw.get("chapters", ()))
    return raw | {"chapters": chapters}


def _placed(source: Source, key: str) -> list[dict[str, Any]]:
    """The entries of a list of a file, each with its place and those of its keys."""
    return _with_places(source, (key,), source.data.get(key, ()))


def _with_places(
    source: Source, trail: Trail, entries: Iterable[dict[str, Any]]
) -> list[dict[str, Any]]:
    return [
        raw
        | {
            "place": source.place((*trail, index)),
            "places": places_of(source, (*trail, index), raw),
        }
        for index, raw in enumerate(entries)
    ]


def _with_variant_places(source: Source) -> list[dict[str, Any]]:
    """The rulings, each with the place of every variant."""
    return [
        raw
        | {
            "variant_places": _key_places(
                source, ("rulings", index, "variants"), raw.get("variants", ())
            ),
        }
        for index, raw in enumerate(_placed(source, "rulings"))
    ]


def _key_places(source: Source, trail: Trail, keys: Iterable[str]) -> dict[str, Place]:
    """The place of each key of the mapping at ``trail``."""
    return {key: source.key_place((*trail, key)) for key in keys}

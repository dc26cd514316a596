"""Turn schema-checked raw data into the typed, frozen catalogue.

Nothing is validated twice: what the schemas promise is taken for granted here.

Codes:

``fields-schema``
    The `fields` of a set are no JSON Schema.

    Bad::

        # cards.yaml
        fields:  # <- here
          type: object
          properties: {cost: {type: number_of_coins}}

    Good::

        # cards.yaml
        fields:
          type: object
          properties: {cost: {type: integer, minimum: 0}}
``set-empty``
    A set has no record, neither under `components` nor by `generate`.

    Bad::

        # cards.yaml
        components: []  # <- here

    Good::

        # cards.yaml
        components:
          - {id: candle, name: Candle, copies: 12}
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from validator.catalogue.derive import derive, written_by_hand
from validator.catalogue.effects import parse_effect
from validator.catalogue.expand import expand
from validator.catalogue.marks import PlayerMark
from validator.catalogue.model import (
    Answered,
    Claim,
    Component,
    ComponentSet,
    Configuration,
    Draw,
    Form,
    Game,
    Length,
    Part,
    Pile,
    Provenance,
    Refusal,
    Ruling,
    Term,
    Use,
    Value,
    WhenEmpty,
)
from validator.catalogue.schema import check_value, fragment_error, schema, validator_for
from validator.catalogue.script import Setup
from validator.catalogue.script_parse import parse_setup
from validator.catalogue.source import Source, Trail
from validator.findings import Finding, Place, Severity

COMMON = tuple(schema("components")["$defs"]["record"]["properties"])
"""Keys that every record may have; all others are the set's own fields."""


def freeze(raw: Any) -> Value:
    """Plain data with tuples for lists, so that nobody changes it by accident."""
    if isinstance(raw, list):
        return tuple(freeze(item) for item in raw)
    if isinstance(raw, dict):
        return {key: freeze(item) for key, item in raw.items()}
    return raw  # type: ignore[no-any-return]


def _frozen_map(raw: Mapping[str, Any]) -> dict[str, Value]:
    return {key: freeze(value) for key, value in raw.items()}


def build_set(source: Source, game: str) -> tuple[ComponentSet, list[Finding]]:
    """Build one component set from a file that passed ``components.json``."""
    data = source.data
    records, findings = _raw_records(source, game)
    kept, problems = _checked(records, source, game)
    default = Provenance(data.get("provenance", "reconstructed"))
    components = tuple(
        _component(raw, source, trail, data["set"], default, tuple(data.get("rules", ())))
        for raw, trail in kept
    )
    built = ComponentSet(
        id=data["set"],
        name=data["name"],
        singular=data["singular"],
        form=Form(data["form"]),
        size=data["size"],
        template=data["template"],
        place=source.place(()),
        components=components,
        back=data.get("back"),
        instead=data.get("instead"),
        note=data.get("note", ""),
        places=_places(source, (), data),
        complete=not findings and not problems,
    )
    return built, findings + problems


def _raw_records(
    source: Source, game: str
) -> tuple[list[tuple[dict[str, Any], Trail]], list[Finding]]:
    records: list[tuple[dict[str, Any], Trail]] = [
        (raw, ("components", index)) for index, raw in enumerate(source.data.get("components", ()))
    ]
    findings: list[Finding] = []
    for index, generator in enumerate(source.data.get("generate", ())):
        trail: Trail = ("generate", index)
        computed, problems = expand(generator, source, trail, game)
        records.extend((raw, trail) for raw in computed)
        findings.extend(problems)
    if not records and not findings:
        message = f"the set {source.data['set']!r} has no components"
        hint = "add records under `components:` or `generate:`"
        place = source.key_place(("components",))
        findings.append(Finding("set-empty", Severity.ERROR, game, place, message, hint))
    return records, findings


def _checked(
    records: Sequence[tuple[dict[str, Any], Trail]], source: Source, game: str
) -> tuple[list[tuple[dict[str, Any], Trail]], list[Finding]]:
    """The records that fit the common keys and the set's own ``fields``; and why others do not."""
    fields = source.data.get("fields", {})
    problem = fragment_error(fields)
    if problem:
        place = source.key_place(("fields",))
        hint = "`fields` is a JSON Schema: {type: object, required: [...], properties: {...}}"
        message = f"`fields` is not a valid JSON Schema: {problem}"
        return [], [Finding("fields-schema", Severity.ERROR, game, place, message, hint)]
    validator = validator_for(record_schema(fields))
    derived = source.data.get("derived", {})
    kept = []
    findings: list[Finding] = []
    for raw, trail in records:
        record = derive(raw, derived)
        problems = written_by_hand(raw, derived, source, trail, game)
        problems += check_value(validator, record, source, trail, game)
        findings.extend(problems)
        if not problems:
            kept.append((record, trail))
    return kept, findings


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


def _places(source: Source, trail: Trail, raw: Mapping[str, Any]) -> dict[str, Place]:
    return {key: source.place((*trail, key)) for key in raw if (*trail, key) in source.places}


def _component(
    raw: Mapping[str, Any],
    source: Source,
    trail: Trail,
    set_id: str,
    default: Provenance,
    set_rules: tuple[str, ...],
) -> Component:
    return Component(
        id=raw["id"],
        set_id=set_id,
        name=raw["name"],
        place=source.place(trail),
        copies=raw.get("copies", 1),
        mark=PlayerMark(raw.get("players", "*")),
        fields={key: freeze(value) for key, value in raw.items() if key not in COMMON},
        effects=tuple(parse_effect(effect) for effect in raw.get("effects", ())),
        text=raw.get("text"),
        provenance=Provenance(raw.get("provenance", default)),
        rules=tuple(raw.get("rules", set_rules)),
        places=_places(source, trail, raw),
    )


def build_game(
    source: Source,
    sets: Mapping[str, ComponentSet],
    setup: Setup,
    complete: bool = True,
) -> Game:
    """Build a game from its ``game.yaml``, its sets (own and of its box) and its set-up."""
    data = source.data
    least, most = data.get("title_players", (1, 1))
    return Game(
        id=data["id"],
        name=data["name"],
        revision=data["revision"],
        place=source.place(()),
        title_players=(least, most),
        summary=data.get("summary", ""),
        box=data.get("box"),
        is_box=data.get("is_box", False),
        module=data.get("module"),
        seat_colours=tuple(data.get("seat_colours", ())),
        configurations=tuple(_each(source, "configurations", _configuration)),
        refusals=tuple(_each(source, "refusals", _refusal)),
        parts=tuple(_each(source, "parts", _part)),
        uses=tuple(_each(source, "uses", _use)),
        sets=sets,
        piles=tuple(_each(source, "piles", _pile)),
        rulings=tuple(
            _ruling(source, ("rulings", index), raw)
            for index, raw in enumerate(data.get("rulings", ()))
        ),
        claims=tuple(_each(source, "claims", _claim)),
        terms={
            key: Term(key, raw["one"], raw["many"], raw.get("icon"))
            for key, raw in data.get("terms", {}).items()
        },
        length=Length(**data["length"]) if "length" in data else None,
        setup=setup,
        rule_prefix=data.get("rule_ids_from", ""),
        places=_places(source, (), data),
        complete=complete,
    )


def build_setup(source: Source) -> Setup:
    """The set-up script of a ``setup.yaml`` that passed ``setup.json``."""
    return parse_setup(source)


def _each(source: Source, key: str, build: Any) -> list[Any]:
    return [
        build(raw, source.place((key, index))) for index, raw in enumerate(source.data.get(key, ()))
    ]


def _configuration(raw: Mapping[str, Any], place: Place) -> Configuration:
    return Configuration(
        players=raw["players"],
        bots=raw.get("bots", 0),
        place=place,
        options=dict(raw.get("options", {})),
        rules=tuple(raw.get("rules", ())),
        note=raw.get("note", ""),
    )


def _refusal(raw: Mapping[str, Any], place: Place) -> Refusal:
    return Refusal(raw["players"], raw.get("bots", 0), raw["reason"], place, raw.get("finding"))


def _part(raw: Mapping[str, Any], place: Place) -> Part:
    return Part(
        name=raw["name"],
        set_id=raw["set"],
        count=raw["count"],
        place=place,
        where=_frozen_map(raw.get("where", {})),
        about=raw.get("about", False),
        rules=tuple(raw.get("rules", ())),
    )


def _use(raw: Mapping[str, Any], place: Place) -> Use:
    return Use(
        set_id=raw["set"],
        place=place,
        totals=tuple(raw.get("totals", ())),
        where=_frozen_map(raw.get("where", {})),
        count=raw.get("count"),
        per_seat=raw.get("per_seat", False),
        rules=tuple(raw.get("rules", ())),
    )


def _pile(raw: Mapping[str, Any], place: Place) -> Pile:
    draw = raw.get("draw")
    return Pile(
        id=raw["id"],
        zone=raw["zone"],
        when_empty=WhenEmpty(raw["when_empty"]),
        place=place,
        name=raw.get("name", raw["id"]),
        discard=raw.get("discard"),
        ruling=raw.get("ruling"),
        draw=Draw(draw["least"], draw["most"], draw["per"]) if draw else None,
        then=raw.get("then", ""),
        rules=tuple(raw.get("rules", ())),
    )


def _ruling(source: Source, trail: Trail, raw: Mapping[str, Any]) -> Ruling:
    answered = raw.get("answered_in")
    return Ruling(
        id=raw["id"],
        severity=raw.get("severity", "M"),
        question=raw["question"],
        options=dict(raw["options"]),
        default=raw["default"],
        place=source.place(trail),
        rules=tuple(raw.get("rules", ())),
        answered_in=None if answered is None else Answered(answered),
        places={option: source.key_place((*trail, "options", option)) for option in raw["options"]},
    )


def _claim(raw: Mapping[str, Any], place: Place) -> Claim:
    return Claim(
        id=raw["id"],
        kind=raw["kind"],
        says=raw["says"],
        severity=raw.get("severity", "warning"),
        place=place,
        data=_frozen_map(raw.get("data", {})),
        hint=raw.get("hint", ""),
        rules=tuple(raw.get("rules", ())),
    )

"""From schema-checked raw data to the typed model, which alone states every default.

A key that is left out takes the default of its field; a key that the model does not know is
passed over (the schemas have judged it).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import StrEnum
from typing import Any, TypeVar, get_args, get_origin

from cattrs import Converter
from cattrs.gen import make_dict_structure_fn, override

from validator.catalogue.effects import Condition, Count, Effect, Filter
from validator.catalogue.marks import PlayerMark
from validator.catalogue.model import Value
from validator.catalogue.playing.script import Play
from validator.catalogue.script import Setup
from validator.findings import Place

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


def _condition(raw: Raw, _: object) -> Condition:
    """What is counted stands beside the limits in YAML, not below them."""
    limits = {key: raw[key] for key in ("at_least", "at_most", "most") if key in raw}
    return Condition(convert(raw, Count), **limits)


def _number_or_none(raw: object, _: object) -> int | None:
    """A whole number; None where a word stands instead."""
    return None if raw is None or raw in WITHOUT_LIMIT else _exactly(raw, int)


def _exactly(raw: object, kind: type[T]) -> T:
    """The value as it is; TypeError for one of another kind (nothing is made a text or number)."""
    if not isinstance(raw, kind):
        raise TypeError(f"{raw!r} is no {kind.__name__}")
    return raw


def _filters(raw: Raw, _: object) -> tuple[Filter, ...]:
    return tuple(Filter(name, value) for name, value in raw.items())


def _is(kind: object) -> Callable[[Any], bool]:
    return lambda asked: asked == kind


def _is_mapping(asked: Any) -> bool:
    return get_origin(asked) is Mapping


_CONVERTER.register_structure_hook_factory(is_dataclass, _hook)
for _built in (Place, Setup, Play | None):
    _CONVERTER.register_structure_hook(_built, lambda built, _: built)
for _scalar in (str, int, bool):
    _CONVERTER.register_structure_hook(_scalar, _exactly)
_CONVERTER.register_structure_hook(StrEnum, lambda raw, kind: kind(raw))
_CONVERTER.register_structure_hook(PlayerMark, lambda raw, _: PlayerMark(raw))
_CONVERTER.register_structure_hook(Condition, _condition)
_CONVERTER.register_structure_hook_func(_is(Effect), lambda raw, _: parse_effect(raw))
_CONVERTER.register_structure_hook_func(_is(int | None), _number_or_none)
_CONVERTER.register_structure_hook_func(_is(tuple[Filter, ...]), _filters)
_CONVERTER.register_structure_hook_func(_is_mapping, lambda raw, _: freeze(raw))

"""One component as the page knows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.design.face import FacePair
from validator.catalogue.model import Component, Game, Value
from validator.catalogue.words.effect_text import text_of


def card_of(
    component: Component,
    game: Game,
    pair: FacePair | None,
    before: Mapping[str, Any] | None,
    ink: str,
) -> dict[str, Any]:
    """A component with its faces; without a ``pair`` those of ``before``, marked as stale."""
    about = {
        "id": component.id,
        "set": component.set_id,
        "name": component.name,
        "copies": component.copies,
        "players": component.mark.text,
        "text": text_of(component, game),
        "fields": dict(_flat(component.fields, "")),
        "place": str(component.place),
        "places": {key: str(place) for key, place in component.places.items() if "." not in key},
    }
    if pair is not None:
        return about | _faces(pair) | {"ink": ink}
    faces = {key: before[key] for key in _FACES} if before and "front" in before else {}
    return about | faces | {"stale": True}


_FACES = ("front", "back", "w", "h", "bleed", "shape", "corner", "outline", "fold", "ink")


def _faces(pair: FacePair) -> dict[str, Any]:
    front = pair.front
    return {
        "front": front.key,
        "back": pair.back.key if pair.back else None,
        "w": front.width_mm,
        "h": front.height_mm,
        "bleed": front.bleed_mm,
        "shape": pair.shape,
        "corner": pair.corner_mm,
        "outline": pair.outline_mm,
        "fold": pair.fold,
    }


def _flat(value: Value, key: str) -> Iterator[tuple[str, str]]:
    """The values of a field as texts, inner ones with dots in their names."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _flat(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from _flat(inner, f"{key}.{index}")
    elif value is not None:
        yield key, str(value).lower() if isinstance(value, bool) else str(value)

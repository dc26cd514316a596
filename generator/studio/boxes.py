"""The boxes of a face's layout, with the place in a file that moves each."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from generator.design.layouts.model import (
    ACROSS,
    DOWN,
    BoxMissingError,
    BoxPlaceError,
    FaceLayout,
)
from generator.design.templating import Templates
from generator.design.theme import Size
from validator.catalogue.model import ComponentSet


def boxes_of(
    component_set: ComponentSet, templates: Templates, size: Size, bleed_mm: float
) -> dict[str, list[dict[str, Any]]]:
    """The boxes of a set's fronts and backs by side, in mm from the top left of the trim."""
    sides = {"front": component_set.face_layout or component_set.template}
    if component_set.back is not None:
        sides["back"] = component_set.back_layout or component_set.back
    return {side: list(_boxes(name, templates, size, bleed_mm)) for side, name in sides.items()}


def _boxes(
    name: str, templates: Templates, size: Size, bleed_mm: float
) -> Iterator[dict[str, Any]]:
    data = templates.layouts.get(name)
    layout = FaceLayout(data, size.width_mm, size.height_mm, bleed_mm)
    for key, written in data.boxes.items():
        try:
            box = layout[key]
        except (BoxMissingError, BoxPlaceError):
            continue
        if not box.show:
            continue
        moves = {
            edge: str(written.keys[edge].place) for edge in (*ACROSS, *DOWN) if edge in written.keys
        }
        corners = {"x": box.x, "y": box.y, "w": box.w, "h": box.h}
        yield {"name": key, "place": str(written.place), "moves": moves, **corners}

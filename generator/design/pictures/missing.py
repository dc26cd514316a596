"""Pictures that are missing, told once for each set."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from validator.catalogue.model import ComponentSet, Game, place_in
from validator.findings import Finding

CODE = "picture-missing"
_NAMED = 6  # pictures that one message names
HINT = "put it there; until then `print --draft` draws a placeholder"


def folded(component_set: ComponentSet, game: Game, found: Mapping[str, Finding]) -> Finding:
    """One finding for all missing pictures of a set, by their paths."""
    findings = tuple(found.values())
    if len(findings) == 1:
        return findings[0]
    place = findings[0].place
    holder = game if component_set.pictures is None else component_set
    if "pictures" in holder.places and (component_set.pictures or game.pictures):
        place = place_in(holder, "pictures")
    names = [*map(repr, tuple(found)[:_NAMED])]
    more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
    message = f"{len(found)} pictures of {component_set.name} are missing: {', '.join(names)}{more}"
    return replace(findings[0], place=place, message=message, hint=_hint(found))


def _hint(found: Mapping[str, Finding]) -> str:
    """What to do about several; the first that was perhaps spelt differently is named."""
    hint = HINT.replace("put it", "put them").replace("a placeholder", "placeholders")
    for name, one in found.items():
        if one.hint.startswith("did you mean"):
            return f"{one.hint.rstrip('?')} for {name!r}? {hint[0].upper()}{hint[1:]}"
    return hint

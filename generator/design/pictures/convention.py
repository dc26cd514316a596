"""Which picture a component has: its own ``picture``, or one that ``pictures`` makes of its id."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from generator.design.lookup import is_file, spelt_so
from generator.design.pictures.found import SUFFIXES, is_apart
from validator.catalogue.model import Component, ComponentSet, Game, place_in
from validator.findings import Finding, Severity, did_you_mean

KEY = "picture"
"""The field of a record that names its own picture, and where templates find it."""
_FIELD = re.compile(r"\{([^{}]*)\}")


def picture_of(
    component: Component, component_set: ComponentSet, game: Game, root: Path
) -> str | None:
    """The picture of a component by its path from the project ``root``; None where it has none.

    A path counts from the project, or else from the folder of the file that holds the record.
    One that is nowhere is given back as it is written.
    """
    own = component.fields.get(KEY)
    if isinstance(own, str):
        return _found(root, own, component)
    pattern = pattern_of(component_set, game)
    if own is not None or not pattern or any(_unknown(pattern, component, component_set)):
        return None
    values = _values(component, component_set)
    return _found(root, _FIELD.sub(lambda match: values[match[1]], pattern), component)


def pattern_of(component_set: ComponentSet, game: Game) -> str:
    """What ``pictures`` says for a set: its own, or else that of the game; empty for none."""
    return game.pictures if component_set.pictures is None else component_set.pictures


def wrong_pattern(component_set: ComponentSet, game: Game) -> Finding | None:
    """A field that ``pictures`` names and some component of the set has not."""
    pattern = pattern_of(component_set, game)
    for component in component_set.components:
        for name in _unknown(pattern, component, component_set):
            holder = game if component_set.pictures is None else component_set
            message = f"`pictures` names {{{name}}}, which {component.id!r} has not"
            known = _values(component, component_set)
            hint = did_you_mean(name, known, f"there are {', '.join(known)}")
            place = place_in(holder, "pictures")
            return Finding("picture-pattern", Severity.ERROR, game.id, place, message, hint)
    return None


def _unknown(pattern: str, component: Component, component_set: ComponentSet) -> Iterator[str]:
    values = _values(component, component_set)
    return (name for name in _FIELD.findall(pattern) if name not in values)


def _values(component: Component, component_set: ComponentSet) -> dict[str, str]:
    own = {
        name: str(value)
        for name, value in component.fields.items()
        if isinstance(value, str | int) and not isinstance(value, bool)
    }
    return {"id": component.id, "set": component_set.id, **own}


def _found(root: Path, name: str, component: Component) -> str:
    """The first of the paths that ``name`` may mean at which there is a file."""
    ends = ("",) if PurePosixPath(name).suffix.lower() in SUFFIXES else SUFFIXES
    folder = posixpath.dirname(component.place.file)
    for start in ("", folder):
        for end in ends:
            path = posixpath.normpath(posixpath.join(start, name + end))
            inside = not path.startswith(("/", "../")) and is_file(root / path)
            if inside and spelt_so(root, PurePosixPath(path).parts) and not is_apart(root, path):
                return path
    return name

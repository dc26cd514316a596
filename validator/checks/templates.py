"""Files that the data names: templates, icons and sizes."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from validator.catalogue.model import Game
from validator.checks.base import error, own_sets
from validator.findings import Finding, Place


def check_templates(game: Game, folders: Sequence[Path], sizes: Iterable[str]) -> Iterator[Finding]:
    """Templates, icons and sizes that the data names must exist.

    ``template-unknown``: no folder of templates has `<template>.svg.j2`. ``icon-unknown``:
    none has `icons/<icon>.svg`. ``size-unknown``: `templates/sizes.yaml` has no such size.

    Bad: `template: henge/luk`. Good: `template: henge/luck` beside
    `templates/henge/luck.svg.j2`, in the project or among the built-in ones.
    """
    templates = _names(folders, ".svg.j2")
    icons = _names([folder / "icons" for folder in folders], ".svg")
    known_sizes = list(sizes)
    for component_set in own_sets(game):
        for key, name in (("template", component_set.template), ("back", component_set.back)):
            place = component_set.places.get(key, component_set.place)
            if name:
                yield from _missing(game, "template", name, templates, place)
        if known_sizes:
            place = component_set.places.get("size", component_set.place)
            yield from _missing(game, "size", component_set.size, known_sizes, place)
    for term in game.terms.values():
        if term.icon:
            place = game.places.get("terms", game.place)
            yield from _missing(game, "icon", term.icon, icons, place)


def _names(folders: Iterable[Path], ending: str) -> list[str]:
    found: dict[str, None] = {}
    for folder in folders:
        for path in sorted(folder.rglob("*" + ending)):
            found[path.relative_to(folder).as_posix().removesuffix(ending)] = None
    return list(found)


def _missing(game: Game, what: str, name: str, known: list[str], place: Place) -> Iterator[Finding]:
    if name in known:
        return
    close = difflib.get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"add it, or name another {what}"
    yield error(game, f"{what}-unknown", place, f"there is no {what} {name!r}", hint)

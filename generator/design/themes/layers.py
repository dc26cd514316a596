"""The files of a theme, each laid over the next: a theme states only what differs.

``templates/theme.yaml`` of a project lies over the theme that it ``extends``
(``templates/themes/<name>.yaml``), and that over the built-in ``theme.yaml``.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from generator.design.lookup import built_in_folder, find_file, names_in, template_texts
from validator.catalogue.file_cache import Kept
from validator.catalogue.schemas import check_source
from validator.catalogue.source import Source, Trail, read_source
from validator.findings import Finding, Place, Severity, closest, did_you_mean, has_errors

FILE = "theme.yaml"
FOLDER = "themes"
_ALIKE = 0.8
"""From which likeness on a name is taken for a misspelt one: a letter too many in five."""
_STYLES = ("bold", "italic", "bold_italic")
_DEEPEST = 20
"""Most themes of which each extends the next."""
_CHOICE = "tones"
_HEAD = ("kind", "name", "ink", "icon_em", "extends", "motifs", "fallback")


@dataclass(frozen=True, slots=True)
class Layer:
    """A file of a theme, and the folder of its fonts."""

    source: Source
    fonts: Path


def layers_of(
    folders: Mapping[str, Path],
    chosen: str = "",
    place: Place | None = None,
    kept: Kept | None = None,
) -> tuple[list[Layer], list[Finding]]:
    """The files of a project's theme, the nearest first; ``chosen`` is one that lies over them.

    ``place`` is where it was chosen. Files that cannot be read are left out, and told; those that
    were ``kept`` are not read again.
    """
    found = _Found(folders, kept)
    if chosen:
        found.add_named(chosen, place or Place(FILE))
    for shown, folder in folders.items():
        file = find_file({shown: folder}, FILE)
        if file is not None or folder == built_in_folder():
            path, told = file or (folder / FILE, f"{shown}/{FILE}")
            found.add(path, told, folder)
    return found.layers, list(dict.fromkeys(found.findings))


def read_layer(path: Path, file: str, folder: Path) -> tuple[Layer | None, list[Finding]]:
    """Read one file of a theme, which lies in the templates ``folder``."""
    source, findings = read_source(path, file)
    if source is None:
        return None, findings
    findings = findings + check_source(source, "theme", "")
    return (None if has_errors(findings) else Layer(source, folder / "fonts")), findings


def merged(layers: Sequence[Layer]) -> Mapping[str, Any]:
    """The tables of a theme; what a file does not state is that of the next one.

    Bold and italic fonts go with the one that they belong to: a file that names its own `body`
    takes over no `bold`.
    """
    data: Mapping[str, Any] = {}
    for layer in reversed(layers):
        data = _over(layer.source.data, _without_styles(data, layer.source.data))
    return data


def place_in(layers: Sequence[Layer], trail: Trail) -> Place:
    """Where a value is stated: in the nearest file that has it."""
    for layer in layers:
        if trail in layer.source.places:
            return layer.source.place(trail)
    return layers[0].source.place(trail)


def unread(layers: Sequence[Layer], folders: Mapping[str, Path]) -> Iterator[Finding]:
    """Tables and roles of a project that are misspelt, as it seems."""
    built_in = built_in_folder() / "fonts"
    own = [layer for layer in layers if layer.fonts != built_in]
    known = merged([layer for layer in layers if layer.fonts == built_in])
    words: set[str] | None = None
    for layer in own:
        for trail, others in _named(layer.source.data, known):
            meant = closest(str(trail[-1]), others)
            if meant is None or _likeness(str(trail[-1]), meant) < _ALIKE:
                continue
            words = _words_of(folders) if words is None else words
            if trail[-1] in words:
                continue
            message = f"no template reads `{'.'.join(map(str, trail))}` of the theme"
            place, hint = layer.source.key_place(trail), f"did you mean {meant!r}?"
            yield Finding("theme-unread", Severity.ERROR, "", place, message, hint)


def _likeness(one: str, other: str) -> float:
    """How much two names are alike, from 0 to 1."""
    return difflib.SequenceMatcher(None, one, other).ratio()


def _named(
    data: Mapping[str, Any], known: Mapping[str, Any]
) -> Iterator[tuple[Trail, Sequence[str]]]:
    """Names that are not built in, each with those there are in its place."""
    for table, entries in data.items():
        if table in _HEAD:
            continue
        if table not in known:
            yield (table,), [*known]
        elif isinstance(entries, Mapping) and table not in ("fonts", "inks"):
            new = [key for key in entries if key not in known[table]]
            yield from (((table, key), [*known[table]]) for key in new)


def _words_of(folders: Mapping[str, Path]) -> set[str]:
    """All words of all templates."""
    return {word for text in template_texts(folders) for word in re.findall(r"\w+", text)}


@dataclass
class _Found:
    """The files of a theme as they are found, and what is wrong with them."""

    folders: Mapping[str, Path]
    kept: Kept | None
    layers: list[Layer] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)

    def add(self, path: Path, told: str, folder: Path, above: tuple[str, ...] = ()) -> None:
        """Add a file and what it extends; ``above`` are the themes that extend it."""
        read = partial(read_layer, path, told, folder)
        layer, problems = self.kept.file(f"theme {told}", path, read) if self.kept else read()
        self.findings += problems
        if layer is None:
            return
        self.layers.append(layer)
        if "extends" in layer.source.data:
            place = layer.source.place(("extends",))
            self.add_named(layer.source.data["extends"], place, above)

    def add_named(self, name: str, place: Place, above: tuple[str, ...] = ()) -> None:
        """Add a theme by name, and what it extends."""
        found = find_file(self.folders, f"{FOLDER}/{name}.yaml")
        if found is not None and name not in above and len(above) < _DEEPEST:
            folder = next(one for one in self.folders.values() if found[0].is_relative_to(one))
            self.add(*found, folder, (*above, name))
            return
        known = sorted(
            {one for folder in self.folders.values() for one in names_in(folder / FOLDER)}
        )
        hint = did_you_mean(
            name, [one.removesuffix(".yaml") for one in known], f"put it at templates/{FOLDER}/"
        )
        message = f"there is no theme {name!r}"
        if name in above:
            message, hint = f"the theme {name} extends itself", "extend another theme"
        elif found is not None:
            message = f"more than {_DEEPEST} themes extend each other"
            hint = "state in one theme what several of them say"
        self.findings.append(Finding("theme-missing", Severity.ERROR, "", place, message, hint))


def _over(data: Any, base: Any) -> Any:
    """``data`` laid over ``base``; tones are a choice, which a file makes as a whole."""
    if isinstance(data, Mapping) and isinstance(base, Mapping):
        laid = {
            key: value if key == _CHOICE else _over(value, base.get(key))
            for key, value in data.items()
        }
        return {**base, **laid}
    return data


def _without_styles(base: Mapping[str, Any], own: Mapping[str, Any]) -> Mapping[str, Any]:
    named = own.get("fonts", {})
    gone = {
        style if role == "body" else f"{role}_{style}" for role in named for style in _STYLES
    } - set(named)
    fonts = base.get("fonts")
    if not (gone and isinstance(fonts, Mapping)):
        return base
    return {**base, "fonts": {role: font for role, font in fonts.items() if role not in gone}}

"""Themes: shipped, and a project's own, laid one over the other.

``templates/theme.yaml`` of a project lies over the theme that it ``extends``
(``templates/themes/<name>.yaml``), and that over the built-in ``theme.yaml``.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.design.lookup import find_file, folder_of_trilith, names_in, template_texts
from generator.svg.lint import grey_of
from generator.typeset.fonts import (
    WEIGHTS,
    Font,
    FontError,
    FontKey,
    Registry,
    registry_of_trilith,
    with_fallbacks,
)
from generator.typeset.text import ICON_EM
from validator.catalogue.file_cache import FileCache
from validator.catalogue.schemas import check_source
from validator.catalogue.source import Source, Trail, read_source
from validator.findings import Finding, Place, Severity, closest, did_you_mean, has_errors
from validator.plainfile import leads_out

FILE = "theme.yaml"
FOLDER = "themes"
_ALIKE = 0.8
"""From which likeness on a name is taken for a misspelt one: a letter too many in five."""
_STYLES = ("bold", "italic", "bold_italic")
_DEEPEST = 20
"""Most themes of which each extends the next."""
CHOICE = "tones"
"""A table that a file states as a whole."""
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
    kept: FileCache | None = None,
) -> tuple[list[Layer], list[Finding]]:
    """The files of a project's theme, the nearest first; ``chosen`` is one that lies over them.

    ``place`` is where it was chosen. Files that cannot be read are left out, and told; those that
    were ``kept`` are not read again.
    """
    found = _ThemeFiles(folders, kept)
    if chosen:
        found.add_named(chosen, place or Place(FILE))
    for shown, folder in folders.items():
        file = find_file({shown: folder}, FILE)
        if file is not None:
            found.add(*file, folder)
    return found.layers, list(dict.fromkeys(found.findings))


def read_layer(path: Path, file: str, folder: Path) -> tuple[Layer | None, list[Finding]]:
    """Read one file of a theme, which lies in the templates ``folder``."""
    source, findings = _read_checked(path, file, "theme")
    return (Layer(source, folder / "fonts") if source else None), findings


def merge_layers(layers: Sequence[Layer]) -> Mapping[str, Any]:
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
    built_in = folder_of_trilith() / "fonts"
    own = [layer for layer in layers if layer.fonts != built_in]
    known = merge_layers([layer for layer in layers if layer.fonts == built_in])
    words: set[str] = set()
    for layer in own:
        for trail, others in _unknown_names(layer.source.data, known):
            meant = closest(str(trail[-1]), others)
            if meant is None or SequenceMatcher(None, str(trail[-1]), meant).ratio() < _ALIKE:
                continue
            words = words or {
                word for text in template_texts(folders) for word in re.findall(r"\w+", text)
            }
            if trail[-1] in words:
                continue
            message = f"no template reads `{'.'.join(map(str, trail))}` of the theme"
            place, hint = layer.source.key_place(trail), f"did you mean {meant!r}?"
            yield Finding("theme-unread", Severity.ERROR, "", place, message, hint)


def _unknown_names(
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


@dataclass
class _ThemeFiles:
    folders: Mapping[str, Path]
    kept: FileCache | None
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
        if name in above:
            message, hint = f"the theme {name} extends itself", "extend another theme"
        elif found is None:
            known = {one for folder in self.folders.values() for one in names_in(folder / FOLDER)}
            names = [one.removesuffix(".yaml") for one in sorted(known)]
            message = f"there is no theme {name!r}"
            hint = did_you_mean(name, names, f"put it at templates/{FOLDER}/")
        elif len(above) >= _DEEPEST:
            message = f"more than {_DEEPEST} themes extend each other"
            hint = "state in one theme what several of them say"
        else:
            folder = next(one for one in self.folders.values() if found[0].is_relative_to(one))
            self.add(*found, folder, (*above, name))
            return
        self.findings.append(Finding("theme-missing", Severity.ERROR, "", place, message, hint))


def _over(data: Any, base: Any) -> Any:
    """``data`` laid over ``base``; tones are a choice, which a file makes as a whole."""
    if isinstance(data, Mapping) and isinstance(base, Mapping):
        laid = {
            key: value if key == CHOICE else _over(value, base.get(key))
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


INKS = ("normal", "grey", "low")
"""How much ink a kit uses: full colour, shades of grey, or outlines and text only."""

_NOT_TABLES = (*_HEAD, "colours", "fonts", "inks")


@dataclass(frozen=True, slots=True)
class TrimSize:
    """A trim size in mm; ``shape`` is rect, round, hex or custom.

    ``fold`` is none, tent, block or die (six faces side by side).
    ``outline_mm`` are the corners of a custom shape, from the top left of the trim box.
    """

    name: str
    width_mm: float
    height_mm: float
    shape: str = "rect"
    corner_mm: float = 0.0
    fold: str = "none"
    outline_mm: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class Theme:
    """Colours and other tables as templates see them (``values``), and opened fonts by role.

    ``fallback`` is where it names fonts that are not its own, if it does.
    """

    values: Mapping[str, Any]
    fonts: Mapping[str, Font]
    ink: str = "#000000"
    icon_em: float = ICON_EM
    fallback: Place | None = None


def theme_from(layers: Sequence[Layer], ink: str) -> tuple[Theme | None, list[Finding]]:
    """A theme of one or more files, the nearest first; ``ink`` is one of :data:`INKS`.

    None and findings where it is unusable; a font that cannot be opened is a finding too, at the
    role that names it.
    """
    data = dict(merge_layers(layers))
    findings = list(_find_lacks(data, layers))
    if findings:
        return None, findings
    colours, roles = data["colours"], {"ink": "paper", "edge": "ink", "light": "panel"}
    plain = {key: colours[role] for key, role in roles.items() if role in colours}
    data["players"] = {name: plain | own for name, own in data.get("players", {}).items()}
    registry = registry_of(layers)
    fonts: dict[str, Font] = {}
    for role, wanted in data["fonts"].items():
        try:
            fonts[role] = registry.font(font_key(wanted))
        except FontError as error:
            hint, message = _font_hint(wanted, layers[0].fonts, registry), f"{error} ({role})"
            findings.append(_error("font-unusable", layers, ("fonts", role), message, hint))
    further = data.get("fallback", ())
    try:
        fonts = {role: with_fallbacks(font, further, registry) for role, font in fonts.items()}
    except FontError as error:
        hint = "take it out, or bring its file along"
        findings.append(_error("font-unusable", layers, ("fallback",), str(error), hint))
    if has_errors(findings):
        return None, findings
    values = _freeze(with_ink(data, ink))
    icon_em = float(data.get("icon_em", ICON_EM))
    others = set(further) - {key.family for key in registry.files}
    fallback = place_in(layers, ("fallback",)) if others else None
    theme = Theme(values, fonts, values["colours"]["ink"], icon_em, fallback)
    return theme, findings


def _find_lacks(data: Mapping[str, Any], layers: Sequence[Layer]) -> Iterator[Finding]:
    for table, role in (("colours", "ink"), ("fonts", "body")):
        if role not in data.get(table, {}):
            message, hint = f"the theme has no `{role}` in its {table}", f"add `{role}: ...`"
            yield _error("schema", layers, (table,), message, hint)
    for name, player in data.get("players", {}).items():
        for key, value in (("fill", "..."), ("shape", "hexagon")):
            if key not in player:
                message, hint = f"the player colour {name} has no `{key}`", f"add `{key}: {value}`"
                yield _error("schema", layers, ("players", name), message, hint)


def _error(code: str, layers: Sequence[Layer], trail: Trail, message: str, hint: str) -> Finding:
    return Finding(code, Severity.ERROR, "", place_in(layers, trail), message, hint)


def _font_hint(wanted: Mapping[str, Any], folder: Path, registry: Registry) -> str:
    otherwise = "name a shipped family and weight, or a static TTF in templates/fonts/"
    if "file" in wanted:
        return did_you_mean(wanted["file"], names_in(folder), otherwise)
    families = {key.family for key in registry.files}
    if wanted["family"] in families:
        return otherwise
    return did_you_mean(wanted["family"], sorted(families), otherwise)


def load_sizes(path: Path, file: str) -> tuple[Mapping[str, TrimSize], list[Finding]]:
    """Read the trim sizes by name, with the findings of the file."""
    source, findings = _read_checked(path, file, "sizes")
    if source is None:
        return {}, findings
    found = {}
    for name, entry in source.data["sizes"].items():
        found[name] = TrimSize(name=name, **entry)
        if "outline_mm" in entry:
            corners = tuple((float(x), float(y)) for x, y in entry["outline_mm"])
            found[name] = replace(found[name], shape="custom", outline_mm=corners)
    for name, size in found.items():
        if any(x > size.width_mm or y > size.height_mm for x, y in size.outline_mm):
            place = source.place(("sizes", name, "outline_mm"))
            message = f"the outline of {name} leaves its {size.width_mm:g} x {size.height_mm:g} mm"
            hint = "keep corners inside width_mm and height_mm, or enlarge these"
            findings.append(Finding("size-outline", Severity.ERROR, "", place, message, hint))
        if size.fold == "die" and abs(size.width_mm - 6 * size.height_mm) > 0.01:
            place = source.place(("sizes", name))
            message = (
                f"the faces of {name} ({size.width_mm:g} x {size.height_mm:g} mm) are not square"
            )
            hint = f"six stand side by side: write width_mm: {6 * size.height_mm:g}"
            findings.append(Finding("size-die", Severity.ERROR, "", place, message, hint))
    return found, findings


def font_key(wanted: Mapping[str, Any]) -> FontKey:
    """The registry key of a font entry of theme.yaml."""
    weight = wanted.get("weight", "regular")
    number = WEIGHTS[weight] if isinstance(weight, str) else int(weight)
    return FontKey(wanted["family"], number, wanted.get("slant") == "italic")


def with_ink(data: Mapping[str, Any], ink: str) -> Mapping[str, Any]:
    """The theme's values for an ink mode: its overlay laid over the tables."""
    values = {**data, "ink": ink}
    overlay = data.get("inks", {}).get(ink)
    if ink == "normal" or overlay is None:
        return values
    mode = overlay.get("every_fill")
    if mode:
        values |= {k: _recolour(v, mode) for k, v in data.items() if k not in _NOT_TABLES}
    for name, table in overlay.items():
        if isinstance(table, Mapping):
            values[name] = {**values.get(name, {}), **table}
    return values


def _recolour(table: Any, mode: str, role: str = "") -> Any:
    if isinstance(table, Mapping):
        return {key: _recolour(value, mode, str(key)) for key, value in table.items()}
    if not (isinstance(table, str) and table.startswith("#")):
        return table
    if mode == "grey":
        return grey_of(table)
    return "#000000" if role in ("ink", "edge") else "#ffffff"


def _freeze(value: Any) -> Any:
    """Mappings that no template can change for the next one."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: _freeze(item) for key, item in value.items()})
    return value


def _read_checked(path: Path, file: str, kind: str) -> tuple[Source | None, list[Finding]]:
    source, findings = read_source(path, file)
    if source is None:
        return None, findings
    findings = findings + check_source(source, kind, "")
    return (None if has_errors(findings) else source), findings


def registry_of(layers: Sequence[Layer]) -> Registry:
    """The fonts that a theme may name: those that come along, and its own files."""
    own = {
        font_key(wanted): layer.fonts / wanted["file"]
        for layer in reversed(layers)
        for wanted in layer.source.data.get("fonts", {}).values()
        if "file" in wanted and not leads_out(layer.fonts / wanted["file"], layer.fonts.parent)
    }
    return Registry({**registry_of_trilith().files, **own})


def project_theme(
    folders: Mapping[str, Path],
    ink: str,
    chosen: str = "",
    place: Place | None = None,
    kept: FileCache | None = None,
) -> tuple[Theme | None, list[Finding]]:
    """The theme of a project: what it states, laid over what comes with trilith.

    One that a game has ``chosen`` lies over it. Files that were ``kept`` are not read again.
    """
    layers, findings = layers_of(folders, chosen, place, kept)
    if has_errors(findings):
        return None, findings
    theme, problems = theme_from(layers, ink)
    return theme, [*findings, *problems, *unread(layers, folders)]


def project_sizes(
    folders: Mapping[str, Path], kept: FileCache | None = None
) -> tuple[Mapping[str, TrimSize], list[Finding]]:
    """Trim sizes by name; a project's own add to the built-in ones or take their place.

    Files that were ``kept`` are not read again.
    """
    here = [find_file({shown: folder}, "sizes.yaml") for shown, folder in folders.items()]
    sizes: dict[str, TrimSize] = {}
    findings: list[Finding] = []
    for path, shown in filter(None, reversed(here)):
        read = partial(load_sizes, path, shown)
        more, problems = kept.file(f"sizes {shown}", path, read) if kept else read()
        sizes.update(more)
        findings += problems
    return sizes, findings

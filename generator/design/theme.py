"""The look of a project as data: theme.yaml (colours, fonts) and sizes.yaml (trim sizes)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

from generator.design.lookup import names_in
from generator.design.themes.layers import Layer, merged, place_in
from generator.svg.colour import grey_of
from generator.typeset.fallback_chain import with_fallbacks
from generator.typeset.fonts import WEIGHTS, Font, FontError, FontKey, Registry, shipped, with_files
from generator.typeset.text import ICON_EM
from validator.catalogue.schemas import check_source
from validator.catalogue.source import Source, read_source
from validator.findings import Finding, Place, Severity, did_you_mean, has_errors
from validator.plainfile import leads_out

INKS = ("normal", "grey", "low")
"""How much ink a kit uses: full colour, shades of grey, or outlines and text only."""

_NOT_TABLES = (
    "kind",
    "name",
    "extends",
    "motifs",
    "ink",
    "icon_em",
    "colours",
    "fonts",
    "fallback",
    "inks",
)


@dataclass(frozen=True, slots=True)
class Size:
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
    registry: Registry = field(default_factory=shipped)
    fallback: Place | None = None


def theme_from(layers: Sequence[Layer], ink: str) -> tuple[Theme | None, list[Finding]]:
    """A theme of one or more files, the nearest first; ``ink`` is one of :data:`INKS`.

    None and findings where it is unusable; a font that cannot be opened is a finding too, at the
    role that names it.
    """
    data = merged(layers)
    findings = list(_lacking(data, layers))
    if findings:
        return None, findings
    registry = with_files(shipped(), _own_fonts(layers))
    fonts: dict[str, Font] = {}
    for role, wanted in data["fonts"].items():
        try:
            fonts[role] = registry.font(font_key(wanted))
        except FontError as error:
            place = place_in(layers, ("fonts", role))
            hint = _font_hint(wanted, layers[0].fonts, registry)
            findings.append(
                Finding("font-unusable", Severity.ERROR, "", place, f"{error} ({role})", hint)
            )
    try:
        fonts = {
            role: with_fallbacks(font, data.get("fallback", ()), registry)
            for role, font in fonts.items()
        }
    except FontError as error:
        place, hint = place_in(layers, ("fallback",)), "take it out, or bring its file along"
        findings.append(Finding("font-unusable", Severity.ERROR, "", place, str(error), hint))
    if has_errors(findings):
        return None, findings
    values = _frozen(with_ink(data, ink))
    icon_em = float(data.get("icon_em", ICON_EM))
    own = {key.family for key in registry.files}
    others = set(data.get("fallback", ())) - own
    fallback = place_in(layers, ("fallback",)) if others else None
    theme = Theme(values, fonts, values["colours"]["ink"], icon_em, registry, fallback)
    return theme, findings


def _lacking(data: Mapping[str, Any], layers: Sequence[Layer]) -> Iterator[Finding]:
    """What every theme needs, and this one has not."""
    for table, role in (("colours", "ink"), ("fonts", "body")):
        if role not in data.get(table, {}):
            place = place_in(layers, (table,))
            message, hint = f"the theme has no `{role}` in its {table}", f"add `{role}: ...`"
            yield Finding("schema", Severity.ERROR, "", place, message, hint)
    for name, player in data.get("players", {}).items():
        for key in ("fill", "shape"):
            if key not in player:
                place = place_in(layers, ("players", name))
                message, hint = f"the player colour {name} has no `{key}`", f"add `{key}: ...`"
                yield Finding("schema", Severity.ERROR, "", place, message, hint)


def _font_hint(wanted: Mapping[str, Any], folder: Path, registry: Registry) -> str:
    """Which file of ``folder``, or which family, was meant."""
    otherwise = "name a shipped family and weight, or a static TTF in templates/fonts/"
    if "file" in wanted:
        return did_you_mean(wanted["file"], names_in(folder), otherwise)
    families = {key.family for key in registry.files}
    if wanted["family"] in families:
        return otherwise
    return did_you_mean(wanted["family"], sorted(families), otherwise)


def load_sizes(path: Path, file: str) -> tuple[Mapping[str, Size], list[Finding]]:
    """Read the trim sizes by name, with the findings of the file."""
    source, findings = _checked(path, file, "sizes")
    if source is None:
        return {}, findings
    found = {name: _size(name, size) for name, size in source.data["sizes"].items()}
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


def _size(name: str, entry: Mapping[str, Any]) -> Size:
    if "outline_mm" not in entry:
        return Size(name=name, **entry)
    corners = tuple((float(x), float(y)) for x, y in entry["outline_mm"])
    return Size(name=name, **{**entry, "shape": "custom", "outline_mm": corners})


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
        values |= {k: _recoloured(v, mode) for k, v in data.items() if k not in _NOT_TABLES}
    for name, table in overlay.items():
        if isinstance(table, Mapping):
            values[name] = {**values.get(name, {}), **table}
    return values


def _recoloured(table: Any, mode: str, role: str = "") -> Any:
    if isinstance(table, Mapping):
        return {key: _recoloured(value, mode, str(key)) for key, value in table.items()}
    if not (isinstance(table, str) and table.startswith("#")):
        return table
    if mode == "grey":
        return grey_of(table)
    return "#000000" if role in ("ink", "edge") else "#ffffff"


def _frozen(value: Any) -> Any:
    """Mappings that no template can change for the next one."""
    if isinstance(value, Mapping):
        return MappingProxyType({key: _frozen(item) for key, item in value.items()})
    return value


def _checked(path: Path, file: str, kind: str) -> tuple[Source | None, list[Finding]]:
    source, findings = read_source(path, file)
    if source is None:
        return None, findings
    findings = findings + check_source(source, kind, "")
    return (None if has_errors(findings) else source), findings


def _own_fonts(layers: Sequence[Layer]) -> dict[FontKey, Path]:
    return {
        font_key(wanted): layer.fonts / wanted["file"]
        for layer in reversed(layers)
        for wanted in layer.source.data.get("fonts", {}).values()
        if "file" in wanted and not leads_out(layer.fonts / wanted["file"], layer.fonts.parent)
    }

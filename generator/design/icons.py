"""Icons: small SVG files that are copied into the face, in one colour where they ask for it.

An icon is ``templates/icons/<name>.svg`` with ``viewBox="0 0 24 24"``, presentation
attributes only, and ``currentColor`` where it takes the colour of its surroundings.

Codes:

``icon-grid``
    An icon is not drawn on a grid of 24 x 24.

    Bad::

        # templates/icons/ray.svg  <- here
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
        <circle cx="16" cy="16" r="9" fill="currentColor"/>
        </svg>

    Good::

        # templates/icons/ray.svg
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
        <circle cx="12" cy="12" r="7" fill="currentColor"/>
        </svg>
``icon-unreadable``
    The file of an icon is not XML.

    Bad::

        # templates/icons/ray.svg
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
        <circle cx="12" cy="12" r="7">  {# <- here #}
        </svg>

    Good::

        # templates/icons/ray.svg
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
        <circle cx="12" cy="12" r="7"/>
        </svg>
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from lxml import etree

from generator.design.unclosed import first_fault, place_at
from generator.svg.lint import Issue, lint
from validator.findings import Finding, Place, Severity
from validator.plainfile import leads_out, read_plain

GRID = 24.0
"""Side of the square every icon is drawn on, in its own units."""

MAX_BYTES = 1_000_000
"""Largest file of an icon; those that come along have up to five thousand bytes."""
_SVG = "{http://www.w3.org/2000/svg}"
_XMLNS = re.compile(r'\s+xmlns(?::\w+)?="[^"]*"')


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon's drawing without its root element."""

    name: str
    body: str

    def markup(self, x: float, y: float, size: float, fill: str) -> str:
        """The icon in a square of ``size`` mm with its top left at ``x``, ``y`` mm."""
        body = self.body.replace("currentColor", fill)
        return f'<g transform="{transform_of(x, y, size)}">{body}</g>'


def transform_of(x: float, y: float, size: float) -> str:
    """What takes an icon's own square to one of ``size`` mm with its top left at ``x``, ``y``."""
    return f"translate({x:.4f} {y:.4f}) scale({size / GRID:.6f})"


def load_icons(folders: Mapping[str, Path]) -> tuple[dict[str, Icon], list[Finding]]:
    """Read the icons of folders (shown name to path); later folders win over earlier ones."""
    icons: dict[str, Icon] = {}
    findings: list[Finding] = []
    for shown, folder in folders.items():
        inside = (path for path in folder.glob("*.svg") if not leads_out(path, folder.parent))
        for path in sorted(inside):
            icon, problems = read_icon(path, f"{shown}/{path.name}")
            findings.extend(problems)
            if icon is not None:
                icons[icon.name] = icon
    return icons, findings


def read_icon(path: Path, file: str) -> tuple[Icon | None, list[Finding]]:
    """Read one icon; ``file`` is its name in findings."""
    try:
        root = etree.fromstring(read_plain(path, MAX_BYTES), _parser())
    except (etree.XMLSyntaxError, OSError) as error:
        return None, [_unreadable(path, file, error)]
    issues = lint(root, icon=True)
    if root.get("viewBox", "").replace(",", " ").split() != ["0", "0", "24", "24"]:
        hint = 'write viewBox="0 0 24 24" in the root element'
        issues.append(Issue("icon-grid", "an icon is drawn on a 24 x 24 grid", hint, 1, ""))
    findings = [_finding(Place(file, i.line), i.message, i.hint, i.code) for i in issues]
    return (None if findings else Icon(path.stem, _body(root))), findings


def _unreadable(path: Path, file: str, error: Exception) -> Finding:
    """What is wrong with a file that is not XML, at its tag."""
    if isinstance(error, OSError):
        return _finding(Place(file), f"cannot be read: {error.strerror}", "check the file")
    text = path.read_text(encoding="utf-8", errors="replace")
    fault = first_fault(text)
    if fault is None:
        reason = re.sub(r", line \d+, column \d+.*", "", str(error))
        place = Place(file, getattr(error, "lineno", None) or 1)
        return _finding(place, f"not a readable SVG: {reason}", "save it again as plain SVG")
    place = Place(file, *place_at(text, fault.offset))
    return _finding(place, f"not a readable SVG: {fault.message}", fault.hint)


def _parser() -> etree.XMLParser:
    return etree.XMLParser(
        resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
    )


def _body(root: etree._Element) -> str:
    """The children as text, in a group that keeps the root's presentation attributes."""
    shown = {k: v for k, v in root.attrib.items() if k not in ("viewBox", "width", "height")}
    group = etree.Element(f"{_SVG}g", attrib=shown, nsmap={None: _SVG[1:-1]})
    group.extend(list(root))
    text = etree.tostring(group, encoding="unicode", with_tail=False)
    return re.sub(r">\s+<", "><", _XMLNS.sub("", text))


def _finding(place: Place, message: str, hint: str, code: str = "icon-unreadable") -> Finding:
    return Finding(code, Severity.ERROR, "", place, message, hint)

"""Icons: read, and checked for tags that are not closed.

An icon is ``templates/icons/<name>.svg``, any SVG with any ``viewBox``: what it shows is brought
into the middle of a square. One that is black, white or of one grey takes the colour of its
surroundings, as does ``currentColor``; one with colours of its own keeps them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from lxml import etree

from generator.svg.inside import GRID
from generator.svg.lint import SVG_NS, Issue, is_our_icon
from validator.catalogue.file_cache import FileCache
from validator.catalogue.folders import is_link_out
from validator.findings import Finding, Place, Severity
from validator.plainfile import leads_out, read_plain

_TAG = re.compile(
    r"<(?P<end>/?)(?P<name>[A-Za-z_][\w:.-]*)"
    r"""(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(?P<empty>/?)>"""
)
_MARK = re.compile(r"<!--.*?-->|<[?!][^>]*>|<", re.DOTALL)
_JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_AMPERSAND = re.compile(r"&(?!#?\w+;)")


@dataclass(frozen=True, slots=True)
class TagFault:
    """A tag that nothing matches: its name, where it begins (an offset), what to say of it."""

    tag: str
    offset: int
    message: str
    hint: str


def first_fault(svg: str) -> TagFault | None:
    """The first tag of ``svg`` that cannot be read, is not closed or closes nothing."""
    open_tags: list[tuple[str, int]] = []
    for mark in _MARK.finditer(svg):
        tag = _TAG.match(svg, mark.start()) if mark[0] == "<" else None
        if mark[0] == "<" and tag is None:
            return _unreadable(svg, mark.start())
        if tag is None or tag["empty"]:
            continue
        if not tag["end"]:
            open_tags.append((tag["name"], tag.start()))
        elif open_tags and open_tags[-1][0] == tag["name"]:
            open_tags.pop()
        else:
            names = [name for name, _ in open_tags]
            if tag["name"] in names and names[-1] != "svg":
                return _not_closed(*open_tags[-1])
            name = tag["name"]
            message, hint = (
                f"</{name}> closes nothing",
                f"take it out, or open a <{name}> in front of it",
            )
            return TagFault(f"/{name}", tag.start(), message, hint)
    return _not_closed(*open_tags[-1]) if open_tags else _ampersand(svg)


def in_sources(fault: TagFault, sources: Iterable[tuple[str, str]]) -> tuple[str, int, int] | None:
    """File, line and column (from 1) of ``fault`` in templates, given by shown name and text.

    Best is a template whose own tags do not match up at the same tag; then the first that has it.
    """
    written = [(shown, text, bare(text)) for shown, text in sources]
    for shown, text, plain in written:
        own = first_fault(plain)
        if own is not None and (own.tag, own.message) == (fault.tag, fault.message):
            return shown, *place_at(text, own.offset)
    for shown, text, plain in written:
        found = plain.find(f"<{fault.tag}")
        if found >= 0:
            return shown, *place_at(text, found)
    return None


def bare(template: str) -> str:
    """A template with what Jinja fills in replaced by as many signs, lines kept."""
    return _JINJA.sub(
        lambda code: re.sub(r"[^\n]", "0" if code[0].startswith("{{") else " ", code[0]), template
    )


def place_at(text: str, offset: int) -> tuple[int, int]:
    """Line and column (from 1) of an offset."""
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def _unreadable(svg: str, offset: int) -> TagFault:
    name = re.match(r"</?([\w:.-]*)", svg[offset : offset + 60])
    tag = name[1] if name else ""
    hint = 'write each value in quotes, as in width="3", and end the tag with `/>` or `>`'
    return TagFault(tag, offset, f"the tag <{tag}> cannot be read", hint)


def _not_closed(name: str, offset: int) -> TagFault:
    hint = f"end it with `/>`, or write </{name}> behind what it holds"
    return TagFault(name, offset, f"<{name}> is not closed", hint)


def _ampersand(svg: str) -> TagFault | None:
    found = _AMPERSAND.search(svg)
    if found is None:
        return None
    return TagFault("&", found.start(), "a bare & is no part of a drawing", "write &amp; instead")


def lines_with(token: str, sources: Iterable[tuple[str, str]]) -> Iterator[tuple[str, int, int]]:
    """File, line and column (from 1) of every line that holds ``token``."""
    for shown, text in sources:
        for number, line in enumerate(text.splitlines(), 1):
            if token in line:
                yield shown, number, line.index(token) + 1


MAX_BYTES = 1_000_000
"""Largest file of an icon; those that come along have up to five thousand bytes."""
PARSER = etree.XMLParser(
    resolve_entities=False, no_network=True, remove_comments=True, remove_pis=True
)
_XMLNS = re.compile(r'\s+xmlns(?::\w+)?="[^"]*"')
_OWN = "own-"
"""Begins the ids of an icon, until it is put into a drawing."""


@dataclass(frozen=True, slots=True)
class Icon:
    """An icon's drawing without its root element; ``coloured`` if it has colours of its own.

    One whose file is broken has an empty ``body`` and draws nothing: its file was told.
    """

    name: str
    body: str
    coloured: bool = False

    def markup(self, x: float, y: float, size: float, fill: str, uid: str = "") -> str:
        """The icon in a square of ``size`` mm with its top left at ``x``, ``y`` mm.

        ``uid`` begins the ids of its gradients and clips.
        """
        body = body_as(self.body, fill, uid)
        return f'<g transform="{transform_of(x, y, size)}">{body}</g>'


def body_as(body: str, fill: str, uid: str) -> str:
    """A drawing as :func:`body_of` has it, in a colour, its ids beginning with ``uid``."""
    body = body.replace("currentColor", fill)
    return body.replace(f'id="{_OWN}', f'id="{uid}').replace(f"#{_OWN}", f"#{uid}")


def transform_of(x: float, y: float, size: float) -> str:
    """What takes an icon's own square to one of ``size`` mm with its top left at ``x``, ``y``."""
    return f"translate({x:.4f} {y:.4f}) scale({size / GRID:.6f})"


def load_icons(
    folders: Mapping[str, Path], kept: FileCache | None = None
) -> tuple[dict[str, Icon], list[Finding]]:
    """Read the icons of folders (shown name to path); later folders win over earlier ones."""
    icons: dict[str, Icon] = {}
    findings: list[Finding] = []
    for shown, folder in folders.items():
        paths = [] if leads_out(folder, folder.parent) else folder.glob("*.svg")
        inside = (path for path in paths if not is_link_out(path, folder.parent))
        for path in sorted(inside):
            read = partial(read_icon, path, f"{shown}/{path.name}")
            icon, problems = kept.file(f"icon {shown}", path, read) if kept else read()
            findings.extend(problems)
            icons[icon.name] = icon
    return icons, findings


def with_player_colours(
    icons: Mapping[str, Icon], players: Mapping[str, Mapping[str, Any]]
) -> dict[str, Icon]:
    """The icons and, for each player colour of a theme, ``colour-<name>``: its shape's drawing."""
    own = {name: icon for name, icon in icons.items() if icon.name == name}
    shapes = {f"colour-{name}": f"shape-{one.get('shape')}" for name, one in players.items()}
    return {name: own[shape] for name, shape in shapes.items() if shape in own} | own


def read_icon(path: Path, file: str) -> tuple[Icon, list[Finding]]:
    """Read one icon; ``file`` is its name in findings. With findings it draws nothing."""
    try:
        data = read_plain(path, MAX_BYTES)
        root = etree.fromstring(data, PARSER)
    except (etree.XMLSyntaxError, OSError) as error:
        return Icon(path.stem, ""), [_unreadable_icon(path, file, error)]
    if is_our_icon(root):
        return Icon(path.stem, body_of(root)), []
    from generator.svg.icon import draw_on_grid  # which loads much, for foreign icons only
    from generator.svg.style import IconError

    try:
        drawn, coloured = draw_on_grid(root)
    except IconError as error:
        lines = data.decode("utf-8", "replace").splitlines()
        return Icon(path.stem, ""), [_as_finding(issue, file, lines) for issue in error.issues]
    return Icon(path.stem, body_of(drawn), coloured), []


def _as_finding(issue: Issue, file: str, lines: list[str]) -> Finding:
    if not issue.token and issue.line == 1:
        return _finding(Place(file), issue.message, issue.hint, issue.code)
    line = lines[issue.line - 1] if 0 < issue.line <= len(lines) else ""
    column = line.find(issue.token) + 1 if issue.token else 0
    return _finding(Place(file, issue.line, column or 1), issue.message, issue.hint, issue.code)


def _unreadable_icon(path: Path, file: str, error: Exception) -> Finding:
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


def body_of(root: etree._Element) -> str:
    """The children as text, in a group that keeps the root's presentation attributes."""
    shown = {k: v for k, v in root.attrib.items() if k not in ("viewBox", "width", "height")}
    group = etree.Element("{http://www.w3.org/2000/svg}g", attrib=shown, nsmap={None: SVG_NS})
    group.extend(list(root))
    for node in group.iter():
        for name, value in node.attrib.items():
            if name == "id":
                node.set(name, f"{_OWN}{value}")
            elif value.startswith("url(#"):
                node.set(name, f"url(#{_OWN}{value[5:]}")
    text = etree.tostring(group, encoding="unicode", with_tail=False)
    return re.sub(r">\s+<", "><", _XMLNS.sub("", text))


def _finding(place: Place, message: str, hint: str, code: str = "icon-unreadable") -> Finding:
    return Finding(code, Severity.ERROR, "", place, message, hint)

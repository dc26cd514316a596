"""Where a drawing that is not XML goes wrong: its tags are matched up, and found in templates."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

_TAG = re.compile(
    r"<(?P<end>/?)(?P<name>[A-Za-z_][\w:.-]*)"
    r"""(?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*(?P<empty>/?)>"""
)
_MARK = re.compile(r"<!--.*?-->|<[?!][^>]*>|<", re.DOTALL)
_JINJA = re.compile(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", re.DOTALL)
_AMPERSAND = re.compile(r"&(?!#?\w+;)")


@dataclass(frozen=True, slots=True)
class Fault:
    """A tag that nothing matches: its name, where it begins (an offset), what to say of it."""

    tag: str
    offset: int
    message: str
    hint: str


def first_fault(svg: str) -> Fault | None:
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
            return _unmatched(open_tags, tag)
    return _not_closed(*open_tags[-1]) if open_tags else _ampersand(svg)


def in_sources(fault: Fault, sources: Iterable[tuple[str, str]]) -> tuple[str, int, int] | None:
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
    return _JINJA.sub(lambda found: re.sub(r"[^\n]", _filler(found[0]), found[0]), template)


def _filler(code: str) -> str:
    return "0" if code.startswith("{{") else " "


def place_at(text: str, offset: int) -> tuple[int, int]:
    """Line and column (from 1) of an offset."""
    before = text[:offset]
    return before.count("\n") + 1, offset - (before.rfind("\n") + 1) + 1


def _unreadable(svg: str, offset: int) -> Fault:
    name = re.match(r"</?([\w:.-]*)", svg[offset : offset + 60])
    tag = name[1] if name else ""
    hint = 'write each value in quotes, as in width="3", and end the tag with `/>` or `>`'
    return Fault(tag, offset, f"the tag <{tag}> cannot be read", hint)


def _unmatched(open_tags: list[tuple[str, int]], tag: re.Match[str]) -> Fault:
    names = [name for name, _ in open_tags]
    if tag["name"] in names and names[-1] != "svg":
        return _not_closed(*open_tags[-1])
    name = tag["name"]
    message, hint = f"</{name}> closes nothing", f"take it out, or open a <{name}> in front of it"
    return Fault(f"/{name}", tag.start(), message, hint)


def _not_closed(name: str, offset: int) -> Fault:
    hint = f"end it with `/>`, or write </{name}> behind what it holds"
    return Fault(name, offset, f"<{name}> is not closed", hint)


def _ampersand(svg: str) -> Fault | None:
    found = _AMPERSAND.search(svg)
    if found is None:
        return None
    return Fault("&", found.start(), "a bare & is no part of a drawing", "write &amp; instead")


def lines_with(token: str, sources: Iterable[tuple[str, str]]) -> Iterator[tuple[str, int, int]]:
    """File, line and column (from 1) of every line that holds ``token``."""
    for shown, text in sources:
        for number, line in enumerate(text.splitlines(), 1):
            if token in line:
                yield shown, number, line.index(token) + 1

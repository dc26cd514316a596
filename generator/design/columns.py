"""The column at which a template fails: Jinja2 tells the line alone."""

from __future__ import annotations

import re

_TAG = re.compile(r"\{[{%]-?")
_CLOSED = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}")
_QUOTED = re.compile(r"'([^']+)'")


def column_of(line: str, message: str) -> int:
    """The column (from 1) in a line of a template that a failure is about.

    It is that of a word that the message quotes, the last one first; else of a tag that the line
    does not close; else of its first tag, or of what it begins with.
    """
    for word in reversed(_QUOTED.findall(message)):
        found = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", line) if word[:1].isalpha() else None
        if found:
            return found.start() + 1
    bare = _CLOSED.sub(lambda tag: " " * len(tag[0]), line)
    tag = _TAG.search(bare) or _TAG.search(line)
    return (tag.start() if tag else len(line) - len(line.lstrip())) + 1

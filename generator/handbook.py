"""The pages of docs/manual as topics and keys, for ``trilith help``.

A topic is a section with a heading of two signs (``## setup.deal``), a key a line of its list
(``- `count` (a whole number): ...``), an example an indented or fenced block of YAML.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_HEADING = re.compile(r"^## (\S+)$", re.MULTILINE)
_KEY = re.compile(r"- `([^`]+)` \(")
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")
_FENCE = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WIDTH = 96
"""Letters of a line at the terminal."""


@dataclass(frozen=True, slots=True)
class TopicPage:
    """A topic as a page tells of it."""

    name: str
    text: str

    @property
    def keys(self) -> Mapping[str, str]:
        """The line of each key."""
        found = ((_KEY.match(line), line) for line in self.text.splitlines())
        return {match[1]: line for match, line in found if match}

    def examples(self, key: str) -> tuple[str, ...]:
        """The excerpts that write ``key``, each below the name of its file."""
        blocks = _FENCE.findall(self.text)
        every = [_narrow(part, key) for block in blocks for part in _excerpts(block)]
        written = re.compile(rf"(?<![\w.-]){re.escape(key)}[\"']?:")
        return tuple(part for part in every if written.search(part))


def _narrow(excerpt: str, key: str) -> str:
    """An excerpt, or only the lines of ``key`` where it stands beside others at the outermost."""
    own = re.search(rf"^{re.escape(key)}:.*(?:\n .*)*", excerpt, re.MULTILINE)
    file = excerpt.partition("\n")[0]
    return f"{file}\n{own[0]}" if own else excerpt


def folder() -> Path:
    """The folder of the pages."""
    package = Path(__file__).parent
    packed = package / "_builtin" / "manual"
    return packed if packed.is_dir() else package.parent / "docs" / "manual"


@cache
def sections() -> Mapping[str, TopicPage]:
    """Every topic by its name, in the order of the pages."""
    found: dict[str, TopicPage] = {}
    for path in sorted(folder().glob("*.md")):
        _, *parts = _HEADING.split(path.read_text(encoding="utf-8"))
        for name, text in zip(parts[::2], parts[1::2], strict=True):
            found[name] = TopicPage(name, text.strip("\n"))
    return found


def names() -> tuple[str, ...]:
    """What can be asked for: topics, and keys by their full names."""
    keys = [f"{one.name}.{key}" for one in sections().values() for key in one.keys]
    return tuple(dict.fromkeys([*sections(), *keys]))


def topics_meant(words: str) -> tuple[str, ...]:
    """The topics and keys that somebody means: by the full name, or else by its last words."""
    words = words.removesuffix(".yaml").strip(".").replace(" ", "_")
    every = names()
    if words in every:
        return (words,)
    return tuple(name for name in every if name.endswith(f".{words}"))


def topic_text(name: str) -> str:
    """A topic or key as the terminal shows it."""
    if name in sections():
        within = [one for one in sections() if one.startswith(f"{name}.") and "." not in name]
        more = f"\n\nTopics of this file: {', '.join(within)}." if within else ""
        return f"{name}\n\n{_plain(sections()[name].text + more)}"
    topic, _, key = name.rpartition(".")
    section = sections()[topic]
    examples = "\n\n".join(section.examples(key))
    shown = f"```yaml\n{examples}\n```" if examples else ""
    return "\n\n".join([name, *(_plain(one) for one in (section.keys[key], shown) if one)])


def _excerpts(block: str) -> Iterator[str]:
    """The excerpts of a block, each below the name of its file."""
    file = ""
    for part in block.strip("\n").split("\n\n"):
        head, _, rest = part.partition("\n")
        file = head if head.startswith("# ") and head.endswith(".yaml") else file
        yield f"{file}\n{rest if head == file else part}"


def _plain(text: str) -> str:
    """A page's text at the terminal: lines wrapped, examples indented, links as their words."""
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        if line.startswith("```"):
            fenced = not fenced
        elif fenced:
            lines.append(f"    {line}".rstrip())
        else:
            said, inset = _LINK.sub(r"\1", line), "  " if line.startswith("- ") else ""
            wrapped = textwrap.wrap(said, WIDTH, subsequent_indent=inset, break_on_hyphens=False)
            lines += wrapped or [""]
    return "\n".join(lines)

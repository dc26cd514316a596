"""``trilith help`` and ``trilith explain``: the manual, and what a finding's code means.

The manual is the pages of docs/manual. A topic is a section with a heading of two signs
(``## play.deal``), a key a line of its list (``- `count` (a whole number): ...``), an example an
indented or fenced block of YAML.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated

import typer

from generator.commands.registry import COMMANDS
from generator.failures import WrongUseError
from generator.installed import DATA
from generator.options import Context
from validator import manual
from validator.command import ProjectDir
from validator.findings import closest, did_you_mean

MOST_SHOWN = 3
"""Topics of one name that are shown in full; more are listed."""


def help_(
    topic: Annotated[
        str | None,
        typer.Argument(help="A file, key, verb or finding, such as play.deal; none lists all."),
    ] = None,
    project: ProjectDir = None,
) -> None:
    """Show the manual: what a key, a verb of the set-up or a finding means, with an example."""
    del project
    if topic is not None:
        typer.echo(_text_of(topic))
        return
    by_file: dict[str, list[str]] = {}
    for name in sections():
        by_file.setdefault(re.split(r"[./]", name)[0], []).append(name)
    lines = map(", ".join, by_file.values())
    head = "`trilith help TOPIC` tells of these, and of each key: `trilith help play.deal.count`."
    typer.echo("\n\n".join([head, *lines, "Of findings: `trilith explain` lists them."]))


def _text_of(topic: str) -> str:
    if topic in COMMANDS:
        command = COMMANDS[topic]
        text = f"trilith {topic} {command.usage}".rstrip()
        text += f"\n\n{command.summary}\n\n`trilith {topic} --help` tells its options."
        return f"{topic_text(topic)}\n\n{text}" if topic in sections() else text
    found = topics_meant(topic) or topics_meant(topic.replace("setup.", "play.", 1))
    if not found:
        page = manual.explain(topic)
        if page is None:
            raise WrongUseError(f"there is no topic {topic!r}; {_instead(topic)}")
        return page
    if len(found) > MOST_SHOWN:
        return "\n".join([f"There are several; `trilith help {found[0]}` tells of one:", *found])
    return "\n\n".join(topic_text(name) for name in found)


def _instead(topic: str) -> str:
    lists = "`trilith help` lists all"
    owner, _, key = topic.rpartition(".")
    section = sections().get(owner)
    if section is not None:
        within = [name for name in names() if name.startswith(f"{owner}.")]
        return did_you_mean(topic, within, f"`trilith help {owner}` lists its keys")
    if owner and topic.partition(".")[0] not in sections():
        return f"{lists}; of a set's own keys its `fields` tell: `trilith help components.fields`"
    close = closest(topic, names())
    last = {name.rpartition(".")[2]: name for name in reversed(names())}
    close = close or last.get(closest(key, last) or "")
    return f"did you mean {close!r}? {lists}" if close else lists


def explain(
    code: Annotated[
        str | None, typer.Argument(help="Code of a finding; leave out to list all codes.")
    ] = None,
    project: ProjectDir = None,
) -> None:
    """Explain a finding's code: what it means, with a bad and a good example."""
    if code is None:
        typer.echo("\n".join(manual.contents()))
        return
    text = manual.explain(code) or _from_data(code, Context(project))
    if text is None:
        raise WrongUseError(f"there is no code {code!r}; `trilith explain` lists them")
    typer.echo(text)


def _from_data(code: str, context: Context) -> str | None:
    """What a game's data says about a finding that one of its claims or rulings names."""
    for game in context.catalogue(None).games.values():
        for claim in game.claims:
            if claim.id == code:
                head = f"{claim.id} ({game.name}): {claim.says}"
                tested = f"Tested by the check of {claim.kind} claims, {claim.place}."
                return "\n".join([head, tested, *([claim.hint] if claim.hint else [])])
        for ruling in game.rulings:
            if ruling.id == code:
                return f"{ruling.id} ({game.name}): {ruling.question}\nA ruling, {ruling.place}."
    return None


# --- the pages of the manual as topics and keys --------------------------------------------------


_HEADING = re.compile(r"^## (\S+)$", re.MULTILINE)
_KEY = re.compile(r"- `([^`]+)` \(")
_LINK = re.compile(r"\[([^]]+)\]\([^)]+\)")
_FENCE = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
WIDTH = 96
"""Letters of a line at the terminal."""


def keys_of(text: str) -> Mapping[str, str]:
    """The line of each key of a topic, in its text."""
    found = ((_KEY.match(line), line) for line in text.splitlines())
    return {match[1]: line for match, line in found if match}


def _examples(text: str, key: str) -> Iterator[str]:
    """The excerpts of a topic that write ``key``, each below the name of its file."""
    written = re.compile(rf"(?<![\w.-]){re.escape(key)}[\"']?:")
    for block in _FENCE.findall(text):
        narrowed = (_narrow(part, key) for part in _excerpts(block))
        yield from (part for part in narrowed if written.search(part))


def _narrow(excerpt: str, key: str) -> str:
    """An excerpt, or only the lines of ``key`` where it stands beside others at the outermost."""
    own = re.search(rf"^{re.escape(key)}:.*(?:\n .*)*", excerpt, re.MULTILINE)
    file = excerpt.partition("\n")[0]
    return f"{file}\n{own[0]}" if own else excerpt


@cache
def sections() -> Mapping[str, str]:
    """The text of every topic by its name, in the order of the pages."""
    package = DATA.parent
    packed = package / "_builtin" / "manual"
    folder = packed if packed.is_dir() else package.parent / "docs" / "manual"
    found: dict[str, str] = {}
    for path in sorted(folder.glob("*.md")):
        _, *parts = _HEADING.split(path.read_text(encoding="utf-8"))
        found |= zip(parts[::2], (text.strip("\n") for text in parts[1::2]), strict=True)
    return found


def names() -> tuple[str, ...]:
    """What can be asked for: topics, and keys by their full names."""
    keys = [f"{name}.{key}" for name, text in sections().items() for key in keys_of(text)]
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
        return f"{name}\n\n{_plain(sections()[name] + more)}"
    topic, _, key = name.rpartition(".")
    section = sections()[topic]
    examples = "\n\n".join(_examples(section, key))
    shown = f"```yaml\n{examples}\n```" if examples else ""
    return "\n\n".join([name, *(_plain(one) for one in (keys_of(section)[key], shown) if one)])


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

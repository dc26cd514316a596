"""``trilith help`` and ``trilith explain``: the manual, and what a finding's code means."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from generator import handbook
from generator.commands.registry import COMMANDS
from generator.failures import WrongUseError
from generator.options import Context
from validator import manual
from validator.command import ProjectDir
from validator.findings import closest, did_you_mean

MOST_SHOWN = 3
"""Topics of one name that are shown in full; more are listed."""


def help_(
    topic: Annotated[
        str | None,
        typer.Argument(help="A file, key, verb or finding, such as setup.deal; none lists all."),
    ] = None,
    project: ProjectDir = None,
) -> None:
    """Show the manual: what a key, a verb of the set-up or a finding means, with an example."""
    del project
    if topic is not None:
        typer.echo(_text_of(topic))
        return
    by_file: dict[str, list[str]] = {}
    for name in handbook.sections():
        by_file.setdefault(re.split(r"[./]", name)[0], []).append(name)
    lines = map(", ".join, by_file.values())
    head = "`trilith help TOPIC` tells of these, and of each key: `trilith help setup.deal.count`."
    typer.echo("\n\n".join([head, *lines, "Of findings: `trilith explain` lists them."]))


def _text_of(topic: str) -> str:
    if topic in COMMANDS:
        command = COMMANDS[topic]
        text = f"trilith {topic} {command.usage}".rstrip()
        text += f"\n\n{command.summary}\n\n`trilith {topic} --help` tells its options."
        return f"{handbook.topic_text(topic)}\n\n{text}" if topic in handbook.sections() else text
    found = handbook.topics_meant(topic)
    if not found:
        page = manual.explain(topic)
        if page is None:
            raise WrongUseError(f"there is no topic {topic!r}; {_instead(topic)}")
        return page
    if len(found) > MOST_SHOWN:
        return "\n".join([f"There are several; `trilith help {found[0]}` tells of one:", *found])
    return "\n\n".join(handbook.topic_text(name) for name in found)


def _instead(topic: str) -> str:
    lists = "`trilith help` lists all"
    owner, _, key = topic.rpartition(".")
    section = handbook.sections().get(owner)
    if section is not None:
        within = [name for name in handbook.names() if name.startswith(f"{owner}.")]
        return did_you_mean(topic, within, f"`trilith help {owner}` lists its keys")
    if owner and topic.partition(".")[0] not in handbook.sections():
        return f"{lists}; of a set's own keys its `fields` tell: `trilith help components.fields`"
    close = closest(topic, handbook.names())
    last = {name.rpartition(".")[2]: name for name in reversed(handbook.names())}
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

"""What changed between versions of the data format, each as edits of the files that it concerns.

A step makes an edit only where today's reading would find a fault, so that a project that is as
it should be stays byte for byte as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import yaml

from generator.sheets.yaml_edit import Text, is_flow
from generator.typeset.mistakes import with_plain_signs
from generator.upgrade.edits import (
    Edit,
    appended,
    as_flow,
    entries,
    items,
    line_of,
    value_at,
    without_key,
)
from validator.play.rulings import Question

ALWAYS = 10**6
"""Later than any version."""


@dataclass(frozen=True, slots=True)
class Step:
    """A change: the version of the format that has it, what files it is about, its edits.

    What follows from a rules module and not from the format has version :data:`ALWAYS`.
    """

    version: int
    kind: str
    edits: Callable[[Text, Mapping[str, Question]], Iterator[Edit]]


def boards_without_back(text: Text, _: Mapping[str, Question]) -> Iterator[Edit]:
    """A `back` of a board, which was never printed, is an error."""
    top, form = text.root, value_at(text.root, "form")
    if form is None or form.value != "board" or not isinstance(top, yaml.MappingNode):
        return
    if "back" in entries(top):
        says = "`back` taken out: boards have none, and it was never printed"
        yield without_key(text, top, "back", says)


def bounded_keywords(text: Text, _: Mapping[str, Question]) -> Iterator[Edit]:
    """`unevaluatedProperties` is no keyword of `fields` any more."""
    yield from _renamed(value_at(text.root, "fields"))


def _renamed(node: yaml.Node | None) -> Iterator[Edit]:
    if node is None:
        return
    for key, value in entries(node).values():
        if key.value == "unevaluatedProperties":
            start, end = key.start_mark.index, key.end_mark.index
            says = "`unevaluatedProperties` is called `additionalProperties`"
            yield Edit(start, end, "additionalProperties", line_of(key), (says,))
        yield from _renamed(value)
    for one in items(node):
        yield from _renamed(one)


def plain_signs(text: Text, _: Mapping[str, Question]) -> Iterator[Edit]:
    """Signs in texts that looked like markup and were printed as they stand have a backslash."""
    for record in items(value_at(text.root, "components")):
        for field, is_line in (("name", True), ("text", False)):
            node = value_at(record, field)
            if isinstance(node, yaml.ScalarNode):
                yield from _plain(text, node, field, is_line)


def _plain(text: Text, node: yaml.ScalarNode, field: str, is_line: bool) -> Iterator[Edit]:
    wanted = with_plain_signs(node.value, is_line=is_line)
    if wanted == node.value:
        return
    start, end = node.start_mark.index, node.end_mark.index
    says = f"signs of `{field}` that are printed as they stand have a backslash"
    if node.style in ("|", ">"):
        written = with_plain_signs(text.text[start:end], is_line=is_line)
        if not _reads(written, wanted):
            written = as_flow(wanted) + text.newline
    else:
        written = _quoted(wanted)
    yield Edit(start, end, written, line_of(node), (says,))


def _reads(written: str, wanted: str) -> bool:
    """Tell whether a value is read as it is wanted."""
    try:
        return bool(yaml.load(f"a: {written}", Loader=yaml.CSafeLoader) == {"a": wanted})
    except yaml.YAMLError:
        return False


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'" if "\n" not in text else as_flow(text)


def asked_rulings(text: Text, asked: Mapping[str, Question]) -> Iterator[Edit]:
    """Rulings and options that the rules module asks for stand in game.yaml."""
    listed = value_at(text.root, "rulings")
    known = {}
    for entry in items(listed):
        identity = value_at(entry, "id")
        known[identity.value if identity is not None else ""] = entry
    missing = {name: one for name, one in asked.items() if name not in known}
    if missing:
        yield _new_rulings(text, listed, missing)
    for name, question in asked.items():
        if name in known:
            node = value_at(known[name], "options")
            yield from _new_options(text, node, name, question.options)


def _new_rulings(text: Text, listed: yaml.Node | None, missing: Mapping[str, Question]) -> Edit:
    texts = [as_flow(_entry(name, question)) for name, question in missing.items()]
    says = [f"the ruling {name}, which the rules module asks for" for name in missing]
    if isinstance(listed, yaml.SequenceNode) and listed.value:
        return appended(text, listed, texts, says)
    newline = text.newline
    lines = "".join(f"  - {one}{newline}" for one in texts)
    if listed is not None:
        start, end = listed.start_mark.index, text.end(listed)
        return Edit(start, end, f"[{', '.join(texts)}]", line_of(listed), tuple(says))
    at = len(text.text)
    before = "" if text.text.endswith("\n") else newline
    line = text.text.count("\n") + 2
    return Edit(at, at, f"{before}rulings:{newline}{lines}", line, tuple(says))


def _entry(name: str, question: Question) -> dict[str, Any]:
    return {
        "id": name,
        "question": question.says or f"What does {name} say?",
        "options": {option: option.replace("_", " ") for option in question.options},
        "default": question.options[0],
    }


def _new_options(
    text: Text, node: yaml.Node | None, name: str, options: Sequence[str]
) -> Iterator[Edit]:
    if not isinstance(node, yaml.MappingNode) or not node.value:
        return
    missing = [option for option in options if option not in entries(node)]
    if not missing:
        return
    last = node.value[-1][1]
    at = text.end(last)
    parts = [as_flow({option: option.replace("_", " ")})[1:-1] for option in missing]
    says = f"options of {name} that the rules module knows: {', '.join(missing)}"
    if is_flow(node):
        yield Edit(at, at, "".join(f", {part}" for part in parts), line_of(last), (says,))
    else:
        inset = text.newline + " " * node.start_mark.column
        yield Edit(at, at, "".join(inset + part for part in parts), line_of(last) + 1, (says,))


STEPS: tuple[Step, ...] = (
    Step(2, "components", boards_without_back),
    Step(2, "components", bounded_keywords),
    Step(2, "components", plain_signs),
    Step(ALWAYS, "game", asked_rulings),
)
"""Every change of the format, the oldest first."""


def with_format(text: Text, version: int) -> Iterator[Edit]:
    """The edit that writes the version of the format into game.yaml."""
    known = value_at(text.root, "format")
    says = f"`format: {version}`, the version of the data format"
    if known is not None:
        if known.value != str(version):
            start, end = known.start_mark.index, known.end_mark.index
            yield Edit(start, end, str(version), line_of(known), (says,))
        return
    kind = value_at(text.root, "kind")
    if kind is not None:
        found = text.text.find("\n", kind.end_mark.index)
        at = len(text.text) if found < 0 else found + 1
        before = text.newline if found < 0 else ""
        yield Edit(at, at, f"{before}format: {version}{text.newline}", line_of(kind) + 1, (says,))

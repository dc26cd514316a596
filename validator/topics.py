"""What can be written in each file, read off the schemas: topics such as `setup.deal`, with keys.

A topic is a mapping that a schema describes. It is called by its file (``setup``), its definition
there (``setup.deal``) and the keys that lead inwards (``setup.grid.columns``). Schemas are passed
in by name, as they were loaded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

Documents = Mapping[str, Mapping[str, Any]]
"""Every schema by its name, without ``.json``."""
Steps = tuple[str | int, ...]
"""The way from the top of a schema to a part of it."""

KINDS = {
    "string": "a text",
    "integer": "a whole number",
    "number": "a number",
    "boolean": "true or false",
    "array": "a list",
    "object": "a mapping of keys to values",
    "null": "nothing",
}
"""The types of JSON Schema as people say them."""
ALTERNATIVES = ("oneOf", "anyOf", "allOf")
ONE_INSIDE = ("items", "additionalProperties", "then", "else", "contains")


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a topic: what it says, and of what kind its value is."""

    name: str
    says: str
    kind: str
    needed: bool
    default: str
    leads_to: tuple[str, ...]
    """Topics that its value can be."""
    shared: str
    """The definition that its value has in common with other keys of this name, if any."""


@dataclass(slots=True)
class Topic:
    """A mapping that a schema describes."""

    name: str
    title: str
    says: str
    keys: dict[str, Key] = field(default_factory=dict)
    stands_in: list[str] = field(default_factory=list)
    """Full names of the keys whose value it can be."""


def topics(documents: Documents) -> dict[str, Topic]:
    """Every topic of the schemas by its name, in their order."""
    found: dict[str, Topic] = {}
    for stem in documents:
        for steps, part in mappings(documents[stem]):
            name = name_of(documents, stem, steps)
            title, says = str(part.get("title", "")), str(part.get("description", ""))
            topic = found.setdefault(name, Topic(name, title, says))
            for key in part["properties"]:
                topic.keys.setdefault(key, _key(documents, stem, (*steps, "properties", key), part))
    for topic in found.values():
        for key in topic.keys.values():
            for target in key.leads_to:
                if target in found and (full := f"{topic.name}.{key.name}") != target:
                    found[target].stands_in.append(full)
    return found


def with_whole_records(components: Mapping[str, Any]) -> dict[str, Any]:
    """The schema of sets with all common keys of records, which are checked with a set's own."""
    kept = {name: one for name, one in components["$defs"].items() if name != "any_record"}
    whole: dict[str, Any] = _redirect({**components, "$defs": kept})
    return whole


def _redirect(part: Any) -> Any:
    """A schema whose references to any record lead to the record with the common keys."""
    if isinstance(part, Mapping):
        if part.get("$ref") == "#/$defs/any_record":
            return {**part, "$ref": "#/$defs/record"}
        return {key: _redirect(one) for key, one in part.items()}
    return [_redirect(one) for one in part] if isinstance(part, list) else part


def mappings(part: Any, steps: Steps = ()) -> Iterator[tuple[Steps, Mapping[str, Any]]]:
    """Each part of a schema that lists keys, with the way to it; conditions (``if``) are none."""
    if isinstance(part, Mapping):
        if isinstance(part.get("properties"), Mapping):
            yield steps, part
        for step, inner in _inside(part):
            yield from mappings(inner, (*steps, *step))


def topic_of(documents: Documents, part: object) -> str | None:
    """The name of the topic that this very part of a schema describes, or None if it is none."""
    for stem in documents:
        for steps, one in mappings(documents[stem]):
            if one is part:
                return name_of(documents, stem, steps)
    return None


def name_of(documents: Documents, stem: str, steps: Steps) -> str:
    """The name of the topic that stands at ``steps`` of a schema."""
    words = [stem]
    inner: Any = documents[stem]
    for at, step in enumerate(steps):
        before = steps[at - 1] if at else None
        if before in ("$defs", "properties") and steps[at - 2 : at - 1] != ("properties",):
            words.append(str(step))
        if step == "then" and isinstance(inner, Mapping):
            words += _condition(inner.get("if"))
        inner = inner[step]
    if words[1:2] == [stem.removesuffix("s")] and "properties" not in documents[stem]:
        del words[1]
    return ".".join(words)


def _condition(part: Any) -> list[str]:
    """What a condition asks for, where it asks for one word."""
    asked = part.get("properties", {}) if isinstance(part, Mapping) else {}
    words = [str(one["const"]) for one in asked.values() if "const" in one]
    return words if len(words) == 1 else []


def _inside(part: Mapping[str, Any]) -> Iterator[tuple[Steps, Any]]:
    for word in ("properties", "patternProperties", "$defs"):
        for name, inner in part.get(word, {}).items():
            yield (word, name), inner
    for word in ALTERNATIVES:
        for at, inner in enumerate(part.get(word, ())):
            yield (word, at), inner
    for word in ONE_INSIDE:
        if word in part:
            yield (word,), part[word]


def _key(documents: Documents, stem: str, steps: Steps, owner: Mapping[str, Any]) -> Key:
    part = at(documents[stem], steps)
    target_stem, target_steps, target = follow(documents, stem, steps)
    always = f"Always `{_text_of(target['const'])}`." if "const" in target else ""
    says = part.get("description", target.get("description", always))
    default = part.get("default", target.get("default"))
    return Key(
        name=str(steps[-1]),
        says=str(says),
        kind=_kind(documents, target_stem, target_steps),
        needed=steps[-1] in owner.get("required", ()),
        default="" if default is None else json.dumps(default, ensure_ascii=False),
        leads_to=tuple(dict.fromkeys(_topics_from(documents, stem, steps))),
        shared=f"{target_stem}#{target_steps}" if "$ref" in part else "",
    )


def at(part: Any, steps: Steps) -> Any:
    """The part of a schema at the end of ``steps``."""
    for step in steps:
        part = part[step]
    return part


def follow(documents: Documents, stem: str, steps: Steps) -> tuple[str, Steps, Any]:
    """Where a part stands once its references are followed, and that part."""
    part = at(documents[stem], steps)
    while isinstance(part, Mapping) and "$ref" in part:
        file, _, pointer = part["$ref"].partition("#")
        stem = file.removesuffix(".json") or stem
        steps = tuple(pointer.strip("/").split("/")) if pointer.strip("/") else ()
        part = at(documents[stem], steps)
    return stem, steps, part


def _topics_from(documents: Documents, stem: str, steps: Steps) -> Iterator[str]:
    """Topics that a value can be, or that the entries of a list or mapping can be."""
    stem, steps, part = follow(documents, stem, steps)
    if not isinstance(part, Mapping):
        return
    if "properties" in part:
        yield name_of(documents, stem, steps)
    for step, _ in _inside(part):
        if step[0] not in ("properties", "$defs"):
            yield from _topics_from(documents, stem, (*steps, *step))


def _kind(documents: Documents, stem: str, steps: Steps) -> str:
    """What kind of value belongs here, in words."""
    stem, steps, part = follow(documents, stem, steps)
    if not isinstance(part, Mapping):
        return "anything"
    if steps == ("$defs", "formula"):
        return "a formula"
    if "const" in part:
        return f"`{_text_of(part['const'])}`"
    if "enum" in part:
        return _either([f"`{_text_of(one)}`" for one in part["enum"]])
    for word in ("oneOf", "anyOf"):
        if word in part:
            every = [_kind(documents, stem, (*steps, word, i)) for i in range(len(part[word]))]
            return _either(list(dict.fromkeys(every)))
    kinds = part.get("type", ())
    return _either([KINDS[kind] for kind in ([kinds] if isinstance(kinds, str) else kinds)])


def _text_of(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def _either(words: list[str]) -> str:
    if not words:
        return "anything"
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)

"""The texts of a value that its schema marks as ``translatable``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from validator.catalogue.fields.bounded import pointed_at
from validator.catalogue.parsing.places import Trail
from validator.catalogue.schema import schema

NOUN = "noun"
"""The key that tells the class of the noun beside it."""
NAMES = ("one", "singular", "what", "name")
"""The keys of which one has that noun."""
NOUN_ASKED = "Class of the noun, as m, f or n: see docs/translating.md."
MARK = "translatable"
"""The keyword: true beside a ``type: string`` that people read in the language of the game."""


@dataclass(frozen=True, slots=True)
class Text:
    """A text to be translated: where it stands, what it says, and what the schema says of it.

    ``most`` are the letters that it may have at most, 0 where nothing bounds it. ``noun`` is true
    where not the text is asked for, but the class of the noun that it is.
    """

    trail: Trail
    english: str
    about: str = ""
    most: int = 0
    noun: bool = False


class Texts:
    """The texts of values that a schema describes.

    ``described`` is a whole schema; its references lead into itself or to the shipped ones.
    """

    def __init__(self, described: Mapping[str, Any]) -> None:
        self.described = described
        self.telling = _Telling()

    def of(self, value: Any) -> Iterator[Text]:
        """The translatable ones, in order; every alternative of the schema is followed."""
        found: dict[Trail, Text] = {}
        for text in _Walk(self.telling).texts(value, self.described, self.described, ()):
            found.setdefault(text.trail, text)
        yield from sorted(found.values(), key=lambda text: _order(value, text.trail))


def texts_in(value: Any, described: Mapping[str, Any]) -> Iterator[Text]:
    """The translatable texts of one value that a schema describes; see :class:`Texts`."""
    return Texts(described).of(value)


def _order(value: Any, trail: Trail) -> tuple[int, ...]:
    """Where a value stands among all others of the document; what is not there comes last."""
    order: list[int] = []
    for step in trail:
        if isinstance(value, dict):
            keys = list(value)
            order.append(keys.index(step) if step in value else len(keys))
            value = value.get(step)
        else:
            order.append(int(step))
            value = value[int(step)]
    return tuple(order)


class _Telling:
    """Which parts of schemas ask for a text, themselves or by a part that they lead to."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Any, bool]] = {}

    def tells(self, part: Any, top: Mapping[str, Any]) -> bool:
        """Tell whether a part of the schema ``top`` does."""
        known = self.known.get(id(part))
        if known is None:
            asks = any(MARK in one or NOUN in one for one in _within(part, top))
            known = self.known[id(part)] = part, asks  # the part is kept, so that its id stays
        return known[1]


def _within(part: Any, top: Mapping[str, Any]) -> Iterator[Mapping[str, Any]]:
    """A part of a schema, and all parts that it holds or refers to, each once."""
    seen: set[int] = set()
    waiting = [(part, top)]
    while waiting:
        part, top = waiting.pop()
        if isinstance(part, list):
            waiting += [(one, top) for one in part]
        if not isinstance(part, Mapping) or id(part) in seen:
            continue
        seen.add(id(part))
        yield part
        waiting += [(one, top) for one in part.values()]
        reference = part.get("$ref")
        if isinstance(reference, str):
            waiting.append(_referred(reference, top))


def _referred(reference: str, top: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
    """What a reference in the schema ``top`` names, and the schema where that stands."""
    file, _, pointer = reference.partition("#")
    document = schema(file.removesuffix(".json")) if file else top
    return pointed_at(pointer, document), document


class _Walk:
    """Follows a schema and a value side by side; no pair of both is looked at twice."""

    def __init__(self, telling: _Telling) -> None:
        self.telling = telling
        self.seen: set[tuple[int, Trail]] = set()

    def texts(self, value: Any, part: Any, top: Mapping[str, Any], trail: Trail) -> Iterator[Text]:
        if not isinstance(value, (str, dict, list)) or not isinstance(part, Mapping):
            return
        if (id(part), trail) in self.seen or not self.telling.tells(part, top):
            return
        self.seen.add((id(part), trail))
        if isinstance(value, str) and part.get(MARK) is True and value.strip():
            yield Text(trail, value, str(part.get("description", "")), part.get("maxLength", 0))
        yield from self.here(value, part, top, trail)
        if isinstance(value, dict):
            yield from self.keys(value, part, top, trail)
        elif isinstance(value, list):
            yield from self.entries(value, part, top, trail)

    def here(self, value: Any, part: Mapping[str, Any], top: Any, trail: Trail) -> Iterator[Text]:
        """By the schemas that are about the same value."""
        reference = part.get("$ref")
        if isinstance(reference, str):
            yield from self.texts(value, *_referred(reference, top), trail)
        for word in ("then", "else"):
            yield from self.texts(value, part.get(word), top, trail)
        for word in ("allOf", "anyOf", "oneOf"):
            for inner in part.get(word, ()):
                yield from self.texts(value, inner, top, trail)

    def keys(
        self, value: Mapping[str, Any], part: Mapping[str, Any], top: Any, trail: Trail
    ) -> Iterator[Text]:
        named = part.get("properties", {})
        name = next((key for key in NAMES if NOUN in named and key in value), None)
        if name is not None:
            yield Text((*trail, NOUN), value[name], NOUN_ASKED, noun=True)
        patterns = list(part.get("patternProperties", {}).values())
        for key, inner in value.items():
            if key in named:
                yield from self.texts(inner, named[key], top, (*trail, key))
                continue
            for other in (*patterns, part.get("additionalProperties")):
                yield from self.texts(inner, other, top, (*trail, key))

    def entries(
        self, value: list[Any], part: Mapping[str, Any], top: Any, trail: Trail
    ) -> Iterator[Text]:
        first = part.get("prefixItems", ())
        for index, inner in enumerate(value):
            of = first[index] if index < len(first) else part.get("items")
            yield from self.texts(inner, of, top, (*trail, index))

"""The texts of a value that its schema marks as ``translatable``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

from validator.catalogue.fields.bounded import pointed_at
from validator.catalogue.parsing.places import Trail
from validator.catalogue.schema import schema, shipped_schemas

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
        with _BUILDING:
            self.part = _Parts().of(described, described)

    def of(self, value: Any) -> Iterator[Text]:
        """The translatable ones, in order; every alternative of the schema is followed."""
        walk = _Walk()
        walk.texts(value, self.part, ())
        found = walk.found.values()
        yield from sorted(found, key=lambda text: _order(value, text.trail))


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


@dataclass(slots=True)
class _Part:
    """What a part of a schema asks of a value, without what asks for no text.

    ``here`` are parts about the same value, ``named`` those of keys (None: nothing is asked) and
    ``others`` those of any other key, ``first`` those of the first entries and ``items`` of others.
    """

    about: str
    most: int
    is_text: bool
    is_noun: bool
    here: tuple[_Part, ...] = ()
    named: Mapping[str, _Part | None] = field(default_factory=dict)
    others: tuple[_Part, ...] = ()
    first: tuple[_Part | None, ...] = ()
    items: _Part | None = None


class _Parts:
    """The parts of schemas that ask for a text, themselves or by a part that they lead to."""

    def __init__(self) -> None:
        self.known: dict[int, tuple[Any, _Part | None]] = {}

    def of(self, part: Any, top: Mapping[str, Any]) -> _Part | None:
        """What a part of the schema ``top`` asks; None if nothing."""
        if not isinstance(part, dict):
            return None
        if self is not _SHIPPED and shipped_schemas().get(top.get("$id", "")) is top:
            return _SHIPPED.of(part, top)
        if (known := self.known.get(id(part))) is not None:
            return known[1]
        if not self.asks(part, top):
            return None
        named = part.get("properties", {})
        about, most = str(part.get("description", "")), part.get("maxLength", 0)
        made = _Part(about, most, part.get(MARK) is True, NOUN in named)
        self.known[id(part)] = part, made  # the part is kept, so that its id stays
        self.lead_on(made, part, top)
        return made

    def asks(self, part: Any, top: Mapping[str, Any]) -> bool:
        """Tell whether a part, or one that it holds or refers to, asks for a text.

        If not, that is known of all of these.
        """
        seen: dict[int, tuple[Any, None]] = {}
        waiting = [(part, top)]
        while waiting:
            part, top = waiting.pop()
            if isinstance(part, list):
                waiting += [(one, top) for one in part]
            if not isinstance(part, dict) or id(part) in seen:
                continue
            known = self.known.get(id(part)) or _SHIPPED.known.get(id(part))
            if MARK in part or NOUN in part or (known and known[1]):
                return True
            if known:
                continue
            seen[id(part)] = part, None
            waiting += [(one, top) for one in part.values()]
            reference = part.get("$ref")
            if isinstance(reference, str):
                waiting.append(_referred(reference, top))
        self.known |= seen
        return False

    def lead_on(self, made: _Part, part: Mapping[str, Any], top: Mapping[str, Any]) -> None:
        """Add what a part leads to, which may be itself."""
        reference = part.get("$ref")
        here = [_referred(reference, top)] if isinstance(reference, str) else []
        here += [(part.get(word), top) for word in ("then", "else")]
        here += [(one, top) for word in ("allOf", "anyOf", "oneOf") for one in part.get(word, ())]
        others = (*part.get("patternProperties", {}).values(), part.get("additionalProperties"))
        made.here = tuple(filter(None, (self.of(*one) for one in here)))
        made.named = {key: self.of(one, top) for key, one in part.get("properties", {}).items()}
        made.others = tuple(filter(None, (self.of(one, top) for one in others)))
        made.first = tuple(self.of(one, top) for one in part.get("prefixItems", ()))
        made.items = self.of(part.get("items"), top)


_SHIPPED = _Parts()
"""The parts of the schemas that come with trilith, which stay while a process runs."""
_BUILDING = Lock()


def _referred(reference: str, top: Mapping[str, Any]) -> tuple[Any, Mapping[str, Any]]:
    """What a reference in the schema ``top`` names, and the schema where that stands."""
    file, _, pointer = reference.partition("#")
    document = schema(file.removesuffix(".json")) if file else top
    return pointed_at(pointer, document), document


class _Walk:
    """Follows a schema and a value side by side; no pair of both is looked at twice.

    ``found`` is the first text at each trail.
    """

    def __init__(self) -> None:
        self.found: dict[Trail, Text] = {}
        self.seen: set[tuple[int, Trail]] = set()

    def texts(self, value: Any, part: _Part | None, trail: Trail) -> None:
        if part is None or not isinstance(value, (str, dict, list)):
            return
        pair = id(part), trail
        if pair in self.seen:
            return
        self.seen.add(pair)
        if part.is_text and isinstance(value, str) and value.strip():
            self.found.setdefault(trail, Text(trail, value, part.about, part.most))
        for other in part.here:
            self.texts(value, other, trail)
        if isinstance(value, dict):
            self.keys(value, part, trail)
        elif isinstance(value, list):
            for index, inner in enumerate(value):
                of = part.first[index] if index < len(part.first) else part.items
                self.texts(inner, of, (*trail, index))

    def keys(self, value: Mapping[str, Any], part: _Part, trail: Trail) -> None:
        name = next((key for key in NAMES if key in value), None) if part.is_noun else None
        if name is not None:
            own = (*trail, NOUN)
            self.found.setdefault(own, Text(own, value[name], NOUN_ASKED, noun=True))
        for key, inner in value.items():
            if key in part.named:
                self.texts(inner, part.named[key], (*trail, key))
                continue
            for other in part.others:
                self.texts(inner, other, (*trail, key))

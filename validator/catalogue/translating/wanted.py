"""What of a project is to be translated: every text for players, under a key that stays.

A key is where a text stands, as words: the file (``game``, ``setup``, ``set luck``, the record
``luck/long-ropes``), then the keys that lead to it. An entry of a list is named by its ``id``;
where it has none, the text itself tells it from the others, as gettext does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from validator.catalogue.build import Record, raw_records, record_schema
from validator.catalogue.parsing.places import Trail
from validator.catalogue.schema import schema
from validator.catalogue.source import Source
from validator.catalogue.translating.strings import MARK, NOUN, Text, Texts, texts_in
from validator.catalogue.words.plurals import default_plural
from validator.findings import Place

LABELS = "game almanac labels"
"""Under which words the names and values of fields are asked for."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A text to be translated, by its context and its English, with where it is written.

    ``trail`` leads to it in the source as :func:`spelt_out` gives it; ``most`` are the letters
    that it may have at most (0: any number). Where ``named`` is false others have its context too.
    ``plural`` is the English for other numbers than 1, of a sentence with a number.
    """

    context: str
    english: str
    place: Place
    trail: Trail = ()
    about: str = ""
    most: int = 0
    noun: bool = False
    named: bool = True
    plural: str = ""

    @property
    def key(self) -> tuple[str, str]:
        """What it is known by in a PO file."""
        return self.context, self.english


def wanted_of(source: Source, game: str) -> tuple[Wanted, ...]:
    """All texts of a file that players read, in order."""
    kind = source.data["kind"]
    if kind == "components":
        return (*_of_set(source), *_of_records(source, game))
    if kind in ("game", "setup", "play"):
        return tuple(_found(source, kind, spelt_out(source, game).data, schema(kind), ()))
    return ()


def words_wanted(source: Source) -> Iterator[Wanted]:
    """The words for fields, their values and seats of a file, which the almanac may label."""
    if source.data["kind"] == "components":
        yield from _words(source)
    elif source.data["kind"] == "game":
        yield from _seats(source)


def wanted_in(
    sources: Iterable[Source], game: str, nouns: frozenset[str] | None = None
) -> tuple[Wanted, ...]:
    """All that is to be translated of the files of a game's folder; each key may stand often.

    ``nouns`` are the terms that sentences inflect, None for a language without classes of nouns.
    """
    listed = [
        (source, [one for one in wanted_of(source, game) if _is_asked(one, nouns)])
        for source in sources
    ]
    told = {one.context for _, found in listed for one in found}
    words: dict[str, list[Wanted]] = {}
    for source, _ in listed:
        for one in words_wanted(source):
            words.setdefault(one.context, []).append(one)
    kept = [
        word
        for context, alike in words.items()
        if context not in told
        for word in alike
        if word.english == alike[0].english
    ]
    return (*(one for _, found in listed for one in found), *kept)


def _is_asked(one: Wanted, nouns: frozenset[str] | None) -> bool:
    """Tell whether a text is asked for in a language: classes only where it needs them."""
    if not one.noun:
        return True
    return nouns is not None and (one.trail[0] != "terms" or one.trail[1] in nouns)


def _found(
    source: Source, prefix: str, value: Any, described: Mapping[str, Any], at: Trail
) -> Iterator[Wanted]:
    for text in texts_in(value, described):
        context = " ".join((prefix, *_named(value, text.trail)))
        trail = (*at, *text.trail)
        yield _wanted(context, text, source.place(trail), trail, _is_named(value, text.trail))


def _wanted(context: str, text: Text, place: Place, trail: Trail, named: bool) -> Wanted:
    about, most, noun = text.about, text.most, text.noun
    return Wanted(context, text.english, place, trail, about, most, noun, named)


def _is_named(value: Any, trail: Trail) -> bool:
    """Tell whether every entry of a list that a trail passes has an id."""
    words = sum(1 for _ in _named(value, trail))
    return words == len(trail)


def _named(value: Any, trail: Trail, *, ids: bool = True) -> Iterator[str]:
    """The words of a trail: its keys, and the ids of the entries of lists."""
    for step in trail:
        value = value.get(step) if isinstance(value, dict) else value[step]
        if isinstance(step, str):
            yield step
        elif ids and isinstance(value, dict) and isinstance(value.get("id"), str):
            yield value["id"]


def _of_set(source: Source) -> Iterator[Wanted]:
    keys = ("name", "singular", "instead", NOUN)
    own = {key: schema("components")["properties"][key] for key in keys}
    yield from _found(source, f"set {source.data['set']}", source.data, {"properties": own}, ())


def _of_records(source: Source, game: str) -> Iterator[Wanted]:
    texts = Texts(record_schema(source.data.get("fields", {})))
    records, _ = raw_records(source, game)
    for index, record in enumerate(records):
        for text in texts.of(record.raw):
            place = source.place(origin(record, text.trail))
            context = _context_in(record, text, source)
            named = _is_named(record.raw, text.trail)
            yield _wanted(context, text, place, ("components", index, *text.trail), named)


def _context_in(record: Record, text: Text, source: Source) -> str:
    """The key of a text of a record: what all records of a loop share is asked for once."""
    ours = source.data["set"]
    if record.origins and _at(source.data, origin(record, text.trail)) == text.english:
        return " ".join((ours, "generate", *_named(record.raw, text.trail)))
    return " ".join((f"{ours}/{record.raw['id']}", *_named(record.raw, text.trail)))


def origin(record: Record, trail: Trail) -> Trail:
    """Where in the file a value of a record is written."""
    first = record.origins.get(str(trail[0]), (*record.trail, trail[0]))
    return (*first, *trail[1:])


def _at(value: Any, trail: Trail) -> Any:
    for step in trail:
        try:
            value = value[step]
        except (KeyError, IndexError, TypeError):
            return None
    return value


def _words(source: Source) -> Iterator[Wanted]:
    """The names of the set's own fields, nested ones too, and the words among their values."""
    fields = source.data.get("fields", {})
    for trail, part in _fields(fields, fields, ("fields",)):
        name, place = str(trail[-1]), source.key_place(trail)
        said = name.replace("_", " ").capitalize()
        yield Wanted(f"{LABELS} {name}", said, place, about="Name of a field, for readers.")
        for value in _values(part, fields):
            yield Wanted(f"{LABELS} {value}", value, place, about=f"A value of {said}.")


def _fields(
    part: Any, fields: Mapping[str, Any], at: Trail, passed: frozenset[str] = frozenset()
) -> Iterator[tuple[Trail, Any]]:
    """The fields of a record and what is nested in them, each with the trail of its key.

    Left out is what its schema says not to be translatable. ``passed`` are the references on the
    way, none of which is followed twice.
    """
    name = _referred(part)
    if name in passed:
        return
    part, at = _resolved(part, fields), ("fields", "$defs", name) if name else at
    passed |= {name} - {""}
    for key, inner in part.get("properties", {}).items():
        if _resolved(inner, fields).get(MARK) is not False:
            trail = (*at, "properties", key)
            yield trail, inner
            yield from _fields(inner, fields, trail, passed)
    if "items" in part:
        yield from _fields(part["items"], fields, (*at, "items"), passed)


def _values(part: Any, fields: Mapping[str, Any]) -> Iterator[str]:
    part = _resolved(part, fields)
    if part.get("type") == "array":
        yield from _values(part.get("items", {}), fields)
    for value in part.get("enum", ()):
        if isinstance(value, str) and any(map(str.isalpha, value)):
            yield value


def _resolved(part: Any, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """A schema, or that of the set to which it refers."""
    name = _referred(part)
    part = fields.get("$defs", {}).get(name, {}) if name else part
    return part if isinstance(part, Mapping) else {}


def _referred(part: Any) -> str:
    """The name of the definition of the set to which a schema refers, "" if to none."""
    ref = str(part.get("$ref", "")) if isinstance(part, Mapping) else ""
    return ref.removeprefix("#/$defs/") if ref.startswith("#/$defs/") else ""


def _seats(source: Source) -> Iterator[Wanted]:
    """The words for colours and sides of seats."""
    for key in ("seat_colours", "factions"):
        for index, word in enumerate(source.data.get(key, ())):
            place = source.place((key, index))
            yield Wanted(f"{LABELS} {word}", word, place, about="A colour or side of players.")


def spelt_out(source: Source, game: str) -> Source:
    """A file with what it leaves out: the plurals of terms, the computed records of a set.

    Each value has the place where it, or what it is made from, is written.
    """
    if source.data["kind"] == "game" and "terms" in source.data:
        language = source.data.get("language", "")
        terms = {
            name: {"one": raw["one"], "many": default_plural(raw["one"], language), **raw}
            for name, raw in source.data["terms"].items()
        }
        return replace(source, data=source.data | {"terms": terms})
    if source.data["kind"] == "setup":
        zones = {
            name: {"name": raw} if isinstance(raw, str) else raw
            for name, raw in source.data["zones"].items()
        }
        return replace(source, data=source.data | {"zones": zones})
    if "generate" not in source.data:
        return source
    records, problems = raw_records(source, game)
    if problems:
        return source
    spelt = _Spelt(source)
    for index, record in enumerate(records):
        spelt.add(record, ("components", index))
    data = {key: value for key, value in source.data.items() if key != "generate"}
    data["components"] = [record.raw for record in records]
    return Source(source.file, data, spelt.places, spelt.keys, spelt.written)


class _Spelt:
    """Collects where the values of records stand."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.places = dict(source.places)
        self.keys = dict(source.keys)
        self.written = dict(source.written)

    def add(self, record: Record, at: Trail) -> None:
        self.places[at] = self.source.place(record.trail)
        for key, value in record.raw.items():
            self.carry(value, origin(record, (key,)), (*at, key))

    def carry(self, value: Any, from_: Trail, to: Trail) -> None:
        if from_ in self.source.places:
            self.places[to] = self.source.places[from_]
        if from_ in self.source.keys:
            self.keys[to] = self.source.keys[from_]
        if from_ in self.source.written:
            self.written[to] = self.source.written[from_]
        inner = value.items() if isinstance(value, dict) else ()
        listed = enumerate(value) if isinstance(value, list) else ()
        for key, one in (*inner, *listed):
            self.carry(one, (*from_, key), (*to, key))

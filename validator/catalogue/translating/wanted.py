"""What of a project is to be translated: every text for players, under a key that stays.

A key is where a text stands, as words: the file (``game``, ``setup``, ``set luck``, the record
``luck/long-ropes``), then the keys that lead to it. An entry of a list is named by its ``id``;
where it has none, the text itself tells it from the others, as gettext does it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from validator.catalogue.build import RawRecord, raw_records, record_schema
from validator.catalogue.field_schemas import at_pointer
from validator.catalogue.schemas import schema
from validator.catalogue.source import FORBIDDEN, Source, Trail, value_at, walk
from validator.catalogue.translating.files import (
    SOURCE,
    check_tag,
    choose_language,
    faults_of,
    languages_of,
    nearest,
    read_language,
)
from validator.catalogue.translating.plural_forms import forms_of
from validator.catalogue.translating.po import PoFile
from validator.catalogue.words.grammar import default_plural
from validator.catalogue.words.language import ENGLISH, Tongue, is_own
from validator.catalogue.yaml_faults import too_long_text
from validator.findings import Finding, Place

NOUN = "noun"
"""The key that tells the class of the noun beside it."""
NAMES = ("one", "singular", "called", "name")
"""The keys of which one has that noun."""
NOUN_ASKED = "Class of the noun, as m, f or n: see docs/translating.md."
MARK = "translatable"
"""The keyword: true beside a ``type: string`` that people read in the language of the game."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A text to be translated, by its context and its English, with where it is written.

    ``trail`` leads to it in the source as :func:`write_out` gives it; ``most`` are the letters
    that it may have at most (0: any number). ``noun`` is true where not the text is asked for, but
    the class of the noun that it is. Where ``named`` is false others have its context too.
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


NOWHERE = Place("")


def texts_in(value: Any, described: Mapping[str, Any]) -> Iterator[Wanted]:
    """The translatable texts of a value, in order; every alternative of its schema is followed.

    They have no context and no place yet. ``described`` is a whole schema; its references lead
    into itself or to the shipped ones.
    """
    walk = _SchemaWalk()
    walk.texts(value, described, described, ())
    yield from sorted(walk.found.values(), key=lambda text: _order(value, text.trail))


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


class _SchemaWalk:
    """Follows a schema and a value side by side; no pair of both is looked at twice.

    ``found`` is the first text at each trail.
    """

    def __init__(self) -> None:
        self.found: dict[Trail, Wanted] = {}
        self.seen: set[tuple[int, Trail]] = set()

    def texts(self, value: Any, part: Any, top: Mapping[str, Any], trail: Trail) -> None:
        """Find those of a value of which a part of the schema ``top`` tells."""
        pair = id(part), trail
        if (
            not (isinstance(part, dict) and isinstance(value, str | dict | list))
            or pair in self.seen
        ):
            return
        self.seen.add(pair)
        if part.get(MARK) is True and isinstance(value, str) and value.strip():
            about, most = str(part.get("description", "")), part.get("maxLength", 0)
            self.found.setdefault(trail, Wanted("", value, NOWHERE, trail, about, most))
        if isinstance(reference := part.get("$ref"), str):
            file, _, pointer = reference.partition("#")
            document = schema(file.removesuffix(".json")) if file else top
            self.texts(value, at_pointer(pointer, document), document, trail)
        for word in part.keys() & {"then", "else"}:
            self.texts(value, part[word], top, trail)
        for word in part.keys() & {"allOf", "anyOf", "oneOf"}:
            for one in part[word]:
                self.texts(value, one, top, trail)
        if isinstance(value, dict):
            self.keys(value, part, top, trail)
        elif isinstance(value, list):
            first, rest = part.get("prefixItems", ()), part.get("items")
            for index, inner in enumerate(value if first or rest else ()):
                of = first[index] if index < len(first) else rest
                self.texts(inner, of, top, (*trail, index))

    def keys(
        self,
        value: Mapping[str, Any],
        part: Mapping[str, Any],
        top: Mapping[str, Any],
        trail: Trail,
    ) -> None:
        named = part.get("properties", {})
        name = next((key for key in NAMES if key in value), None) if NOUN in named else None
        if name is not None:
            own = (*trail, NOUN)
            self.found.setdefault(own, Wanted("", value[name], NOWHERE, own, NOUN_ASKED, noun=True))
        others = [*part.get("patternProperties", {}).values(), part.get("additionalProperties")]
        others = [one for one in others if isinstance(one, dict)]
        for key, inner in value.items():
            for one in (named[key],) if key in named else others:
                self.texts(inner, one, top, (*trail, key))


LABELS = "game almanac labels"
"""Under which words the names and values of fields are asked for."""


def texts_of_file(source: Source, game: str) -> tuple[Wanted, ...]:
    """All texts of a file that players read, in order."""
    kind = source.data["kind"]
    if kind == "components":
        keys = ("name", "singular", "instead", NOUN)
        own = {"properties": {key: schema(kind)["properties"][key] for key in keys}}
        of_set = _find_texts(source, f"set {source.data['set']}", source.data, own)
        return (*of_set, *_of_records(source, game))
    if kind in ("game", "setup", "play", "script"):
        return tuple(_find_texts(source, kind, write_out(source, game).data, schema(kind)))
    return ()


def words_wanted(source: Source) -> Iterator[Wanted]:
    """The words for fields, their values and seats of a file, which the almanac may label."""
    fields = source.data.get("fields", {}) if source.data["kind"] == "components" else {}
    for trail, part in _fields(fields, fields, ("fields",)):
        name, place = str(trail[-1]), source.key_place(trail)
        said = name.replace("_", " ").capitalize()
        yield Wanted(f"{LABELS} {name}", said, place, about="Name of a field, for readers.")
        for value in _values(part, fields):
            yield Wanted(f"{LABELS} {value}", value, place, about=f"A value of {said}.")
    for key in ("seat_colours", "factions") if source.data["kind"] == "game" else ():
        for index, word in enumerate(source.data.get(key, ())):
            place = source.place((key, index))
            yield Wanted(f"{LABELS} {word}", word, place, about="A colour or side of players.")


def texts_of_game(
    sources: Iterable[Source], game: str, nouns: frozenset[str] | None = None
) -> tuple[Wanted, ...]:
    """All that is to be translated of the files of a game's folder; each key may stand often.

    ``nouns`` are the terms that sentences inflect, None for a language without classes of nouns.
    """
    listed = [
        (source, [one for one in texts_of_file(source, game) if _is_asked(one, nouns)])
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


def _find_texts(
    source: Source, prefix: str, value: Any, described: Mapping[str, Any]
) -> Iterator[Wanted]:
    for text in texts_in(value, described):
        context = " ".join((prefix, *_trail_words(value, text.trail)))
        named = _is_named(value, text.trail)
        yield replace(text, context=context, place=source.place(text.trail), named=named)


def _is_named(value: Any, trail: Trail) -> bool:
    """Tell whether every entry of a list that a trail passes has an id."""
    return len([*_trail_words(value, trail)]) == len(trail)


def _trail_words(value: Any, trail: Trail) -> Iterator[str]:
    """The words of a trail: its keys, and the ids of the entries of lists."""
    for step in trail:
        value = value.get(step) if isinstance(value, dict) else value[step]
        if isinstance(step, str):
            yield step
        elif isinstance(value, dict) and isinstance(value.get("id"), str):
            yield value["id"]


def _of_records(source: Source, game: str) -> Iterator[Wanted]:
    described = record_schema(source.data.get("fields", {}))
    records, _ = raw_records(source, game)
    for index, record in enumerate(records):
        for text in texts_in(record.raw, described):
            place = source.place(origin(record, text.trail))
            way = f"{source.data['set']}/{record.raw['id']}"
            written = value_at(origin(record, text.trail), source.data)
            if record.origins and written == text.english:  # all records of a loop share it
                way = f"{source.data['set']} generate"
            context = " ".join((way, *_trail_words(record.raw, text.trail)))
            named = _is_named(record.raw, text.trail)
            trail = ("components", index, *text.trail)
            yield replace(text, context=context, place=place, trail=trail, named=named)


def origin(record: RawRecord, trail: Trail) -> Trail:
    """Where in the file a value of a record is written."""
    first = record.origins.get(str(trail[0]), (*record.trail, trail[0]))
    return (*first, *trail[1:])


def _fields(
    part: Any, fields: Mapping[str, Any], at: Trail, passed: frozenset[Trail] = frozenset()
) -> Iterator[tuple[Trail, Any]]:
    """The fields of a record and what is nested in them, each with the trail of its key.

    Left out is what its schema says not to be translatable. ``passed`` are the parts on the way,
    none of which is followed twice.
    """
    part, at = _follow(part, at, fields)
    if at in passed:
        return
    passed |= {at}
    for key, inner in part.get("properties", {}).items():
        if _follow(inner, at, fields)[0].get(MARK) is not False:
            trail = (*at, "properties", key)
            yield trail, inner
            yield from _fields(inner, fields, trail, passed)
    if "items" in part:
        yield from _fields(part["items"], fields, (*at, "items"), passed)


def _values(part: Any, fields: Mapping[str, Any]) -> Iterator[str]:
    part, _ = _follow(part, (), fields)
    if part.get("type") == "array":
        yield from _values(part.get("items", {}), fields)
    for value in part.get("enum", ()):
        if isinstance(value, str) and any(map(str.isalpha, value)):
            yield value


def _follow(part: Any, at: Trail, fields: Mapping[str, Any]) -> tuple[Mapping[str, Any], Trail]:
    """A schema and where it stands, or the part of the set's own to which it refers."""
    reference = part.get("$ref") if isinstance(part, Mapping) else None
    if isinstance(reference, str) and reference.startswith("#/"):
        part = at_pointer(reference[1:], fields)
        at = ("fields", *reference[2:].split("/"))
    return part if isinstance(part, Mapping) else {}, at


def write_out(source: Source, game: str) -> Source:
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
    known: tuple[Mapping[Trail, Any], ...] = source.places, source.keys, source.written
    made: tuple[dict[Trail, Any], ...] = tuple(map(dict, known))
    for index, record in enumerate(records):
        made[0]["components", index] = source.place(record.trail)
        for trail, _ in islice(walk(record.raw), 1, None):
            there = origin(record, trail)
            for theirs, mine in zip(known, made, strict=True):
                if there in theirs:
                    mine["components", index, *trail] = theirs[there]
    data = {key: value for key, value in source.data.items() if key != "generate"}
    data["components"] = [record.raw for record in records]
    places, keys, written = made
    return Source(source.file, data, places, keys, written)


# A translated text stands where its translation stands, in the PO file: so whatever is found about
# it later (it does not fit, its icon is unknown) is told there.


@dataclass(frozen=True, slots=True)
class LanguageWords:
    """What a PO file says in a language (BCP 47): texts and their places, by context and English.

    Only what somebody has looked at counts: a fuzzy translation is none. ``own`` is what it says
    in place of the product, and for templates.
    """

    language: str
    said: Mapping[tuple[str, str], tuple[str, Place]] = field(default_factory=dict)
    own: Tongue = ENGLISH


def words_of(po: PoFile, language: str) -> LanguageWords:
    """What a PO file says that is translated and in force."""
    said: dict[tuple[str, str], tuple[str, Place]] = {}
    own: dict[tuple[str, str], str] = {}
    plurals: dict[tuple[str, str], tuple[str, ...]] = {}
    forms = forms_of(po, language)
    for message in po.messages:
        odd = any(FORBIDDEN.search(text) or too_long_text(text) for text in message.texts)
        if message.is_said and not odd:
            said.setdefault(message.key, (message.text, po.place(message.spot())))
            if not is_own(message.key):
                continue
            if message.plural is None:
                own.setdefault(message.key, message.text)
            elif tuple(message.said) == tuple(range(forms.count)):
                plurals.setdefault(message.key, message.texts)
    return LanguageWords(language, said, Tongue("", own, plurals, forms.rule))


def in_language(source: Source, game: str, words: LanguageWords) -> Source:
    """A file of a game with its texts as ``words`` say them; what they lack stays as it is."""
    wanted = texts_of_file(source, game)
    spelt = write_out(source, game)
    found = {
        one.trail: words.said[one.key] for one in wanted if one.trail and one.key in words.said
    }
    data = _replace_texts(spelt.data, {trail: text for trail, (text, _) in found.items()})
    if data["kind"] == "game":
        data |= {"language": words.language}
    places = {**spelt.places, **{trail: place for trail, (_, place) in found.items()}}
    return replace(spelt, data=data, places=places)


def labels_of(sources: Iterable[Source], words: LanguageWords) -> dict[str, str]:
    """The words for names and values of fields of these files, as far as they are translated."""
    return {
        one.context.removeprefix(f"{LABELS} "): words.said[one.key][0]
        for source in sources
        for one in words_wanted(source)
        if one.key in words.said
    }


def _replace_texts(value: Any, texts: Mapping[Trail, str]) -> Any:
    """A copy of ``value`` with other texts at some places; what holds none of them is shared."""
    if () in texts:
        return texts[()]
    inner: dict[Any, dict[Trail, str]] = {}
    for trail, text in texts.items():
        inner.setdefault(trail[0], {})[trail[1:]] = text
    if not inner:
        return value
    if isinstance(value, dict):
        return value | {key: _replace_texts(value.get(key), below) for key, below in inner.items()}
    copy = list(value)
    for index, below in inner.items():
        copy[index] = _replace_texts(copy[index], below)
    return copy


def in_force(
    root: Path, game: str, language: str
) -> tuple[LanguageWords | None, tuple[Finding, ...]]:
    """What the folder of ``game`` says in a language; None where it has no such translation."""
    found = nearest(language, languages_of(root, game)) if language else None
    if found is None:
        return None, ()
    po = read_language(root, game, found)
    return words_of(po, language), faults_of(po, game)


def refuse_unknown(root: Path, game: Source, name: str, language: str) -> None:
    """Go on only if a game can be had in a language: its own, or one it is translated into.

    Raises:
        UsageError: it cannot, or there is no such tag; the hint says what there is.
    """
    if (
        language
        and nearest(check_tag(language), [str(game.data.get("language") or SOURCE)]) is None
    ):
        choose_language(root, name, language)

"""What a gallery can be filtered by, and the index that its script searches."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from generator.publish.contents.chapters import Chapter, Contents, Entry
from generator.publish.contents.counts import table_name
from validator.catalogue.model import Provenance
from validator.catalogue.words.language import ENGLISH, Tongue, marked

MOST_OPTIONS = 60
"""Fields with more values than this are searched by words and not chosen from a list."""
_PROVENANCE: Mapping[Provenance, str] = {
    Provenance.STATED: marked("stated", context="provenance"),
    Provenance.DERIVED: marked("derived", context="provenance"),
    Provenance.RECONSTRUCTED: marked("reconstructed", context="provenance"),
}
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Filter:
    """One filter: its key in forms and addresses, its label, and the values to choose from.

    ``held`` are the values of each entry that has one, by component id. ``common`` filters stand
    in front; others belong to the ``chapters`` (numbers from 0) whose components have the field.
    """

    key: str
    label: str
    values: tuple[str, ...]
    held: Mapping[str, tuple[str, ...]]
    common: bool = False
    chapters: tuple[int, ...] | None = None

    @property
    def as_text(self) -> bool:
        """Tell whether it is a field to write in, for there are too many values."""
        return len(self.values) > MOST_OPTIONS


def filters_of(contents: Contents) -> tuple[Filter, ...]:
    """The filters of a gallery; what has one value for all is none."""
    found = [_chapters(contents), _tables(contents), *_fields(contents), _provenance(contents)]
    return tuple(one for one in found if len(one.values) > 1 or _is_partial(one, contents))


def index_json(contents: Contents, filters: Sequence[Filter]) -> str:
    """The index as JSON that can stand inside a page: no ``<`` and ``&`` in it is one.

    ``cards`` come in the order of the page: text to search, copies, and what each filter asks
    for: numbers of its values (``has``), or words (``said``). ``words`` are the sentences that the
    script says; of those with a number all forms, and ``form`` has which of them 0 to 199 take.
    """
    index = {
        "filters": [
            {"key": one.key, "text": one.as_text, "chapters": one.chapters} for one in filters
        ],
        "cards": [_card(entry, filters) for entry in contents.entries],
        "words": script_words(contents.game.tongue),
    }
    text = json.dumps(index, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def script_words(tongue: Tongue) -> dict[str, object]:
    """The sentences of the script; larger numbers take their form from the last two digits.

    Where a language has no words for them, they are English, and in its forms.
    """
    tongue = tongue if ("", "{number} component") in tongue.plurals else ENGLISH
    return {
        "form": "".join(str(tongue.form_of(number)) for number in range(200)),
        "components": tongue.forms("{number} component", "{number} components"),
        "pieces": tongue.forms("{number} piece", "{number} pieces"),
        "found": tongue.say("{components}, {pieces} found"),
        "all": tongue.say("{components}, {pieces}"),
        "none": tongue.say("Nothing found. Fewer words or filters find more."),
        "more": tongue.forms("Show more of the other {number}", "Show more of the other {number}"),
    }


def _card(entry: Entry, filters: Sequence[Filter]) -> dict[str, object]:
    identity = entry.component.id
    words = [entry.name, entry.set.singular, entry.text]
    words += [f"{fact.label} {fact.text}" for fact in entry.facts]
    held = [(one, one.held[identity]) for one in filters if identity in one.held]
    return {
        "text": " ".join(words),
        "copies": entry.copies,
        "has": {
            one.key: [one.values.index(value) for value in values]
            for one, values in held
            if not one.as_text
        },
        "said": {one.key: list(values) for one, values in held if one.as_text},
    }


def _is_partial(one: Filter, contents: Contents) -> bool:
    """Tell whether some entries have the filter's only value and others none."""
    return bool(one.values) and len(one.held) < len(contents.entries)


def _chapters(contents: Contents) -> Filter:
    names = tuple(chapter.heading for chapter in contents.chapters)
    held = {
        entry.component.id: (chapter.heading,)
        for chapter in contents.chapters
        for entry in chapter.entries
    }
    label = contents.game.tongue.say("Chapter")
    return Filter("chapter", label, names, held, common=True)


def _tables(contents: Contents) -> Filter:
    tongue = contents.game.tongue
    names = tuple(table_name(table, tongue) for table in contents.tables)
    held = {
        entry.component.id: tuple(
            name for name, copies in zip(names, entry.tables, strict=True) if copies
        )
        for entry in contents.entries
    }
    return Filter("table", tongue.say("Used with"), names, held, common=True)


def _provenance(contents: Contents) -> Filter:
    say = contents.game.tongue.say
    words = {one: say(english, context="provenance") for one, english in _PROVENANCE.items()}
    held = {entry.component.id: (words[entry.component.provenance],) for entry in contents.entries}
    return Filter("provenance", say("Provenance"), _distinct(held), held)


@dataclass
class _Field:
    """What is gathered of one field."""

    label: str
    held: dict[str, tuple[str, ...]] = field(default_factory=dict)
    chapters: dict[int, None] = field(default_factory=dict)


def _fields(contents: Contents) -> Iterator[Filter]:
    found: dict[str, _Field] = {}
    for number, chapter in enumerate(contents.chapters):
        _gather(number, chapter, found)
    for name, one in found.items():
        values = tuple(sorted(_distinct(one.held), key=_natural))
        yield Filter(f"is-{name}", one.label, values, one.held, chapters=tuple(one.chapters))


def _gather(number: int, chapter: Chapter, found: dict[str, _Field]) -> None:
    for entry in chapter.entries:
        for fact in entry.facts:
            one = found.setdefault(fact.field, _Field(fact.label))
            one.held[entry.component.id] = fact.values
            one.chapters[number] = None


def _distinct(held: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(value for values in held.values() for value in values))


def _natural(value: str) -> tuple[tuple[int, int | str], ...]:
    """Words by their letters, and numbers in them by size."""
    parts = _DIGITS.split(value.casefold())
    return tuple((0, int(part)) if part.isdigit() else (1, part) for part in parts if part)

"""What the product itself says in a language: sentences looked up by their English."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from validator.catalogue.translating.po import PoFile, read_po
from validator.catalogue.words.grammar import (
    FOLDER,
    OUTER,
    Grammar,
    Nominal,
    Term,
    grammar_of,
    which_form,
)
from validator.catalogue.words.phrases import LAST, NEXT

# A shipped catalogue of sentences is ``validator/languages/LANGUAGE.po`` (gettext). What it lacks
# is said in English. `make languages` brings new sentences of the code into it. Beside it lies how
# the language says nouns (``words.grammar``).


ENGLISH_RULE = "n != 1"
POINTED = ("", "en", "he", "hi", "ja", "ko", "th", "zh")
"""Languages that write a decimal point; others write a comma (Unicode CLDR, ``decimal``)."""
_PLACEHOLDER = re.compile(r"\{(?P<name>[a-z_]+)(?::(?P<form>[^{}\s]*))?\}")


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language (BCP 47, "" is English), what is said in it by context and English, and how.

    ``plurals`` has the forms of sentences with a number by their English singular, and ``rule``
    which of them a number ``n`` takes, as the head ``Plural-Forms`` of gettext says it.
    """

    language: str = ""
    sentences: Mapping[tuple[str, str], str] = field(default_factory=dict)
    plurals: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    rule: str = ENGLISH_RULE
    grammar: Grammar = field(default_factory=lambda: grammar_of(""))

    def say(self, english: str, /, context: str = "", **parts: object) -> str:
        """The sentence in this language, its ``{names}`` filled in by ``parts``.

        A part may say its own form: ``{stone:acc}`` asks it by ``__format__``. What no part is
        called, such as an icon, stays as it is. ``context`` parts sentences that are alike in
        English only.
        """
        return fill_placeholders(self.sentences.get((context, english), english), parts)

    def part(self, english: str, /, context: str = "", **parts: object) -> PhrasePart:
        """A phrase as part of others, of which these may ask a form."""
        return PhrasePart(self.sentences.get((context, english), english), parts)

    def noun(self, one: str, many: str = "", count: int | None = None, **parts: object) -> Nominal:
        """A noun of the product's own, such as "card", with its count, if it has a plural.

        Its words are translated as ``noun``, its class as ``noun class`` of its bare singular.
        """
        said = self.say(one, "noun", **parts), self.say(many or one, "noun", **parts)
        word = Term("", *said, None, self.sentences.get(("noun class", bare(one)), ""))
        return Nominal(self.grammar, word, count if many else 1, counted=count is not None)

    def list_parts(self, items: Sequence[object]) -> WordList:
        """Several parts as one: a, b and c."""
        return WordList(self, tuple(items))

    def count(self, one: str, many: str, number: int, /, context: str = "", **parts: object) -> str:
        """The sentence for a number, which ``{number}`` stands for; ``one`` is for 1 in English."""
        forms = self.plurals.get((context, one))
        english = one if number == 1 else many
        words = forms[self.form_of(number)] if forms else english
        return fill_placeholders(words, {"number": number, **parts})

    def span(self, low: str, high: str) -> str:
        """From one figure to another."""
        return self.say("{low} to {high}", low=low, high=high)

    def group(self, number: int) -> str:
        """A whole number with its thousands apart: by a comma in English, else by a space."""
        english = not self.language or self.language.startswith("en")
        return f"{number:,}".replace(",", "," if english else "\N{NARROW NO-BREAK SPACE}")

    def number(self, value: float, form: str) -> str:
        """A number by a form of ``format``, such as ``+.1f``, with its decimal point or comma."""
        pointed = self.language.partition("-")[0] in POINTED
        return format(value, form) if pointed else format(value, form).replace(".", ",")

    def forms(self, one: str, many: str, /) -> tuple[str, ...]:
        """All forms of a sentence with a number, in the order of :meth:`form_of`."""
        said = self.plurals.get(("", one))
        # the English in as many forms as the language has; 1 is always a form of its own
        count = 1 + max(self.form_of(number) for number in range(200))
        return said or tuple(one if form == self.form_of(1) else many for form in range(count))

    def form_of(self, number: int) -> int:
        """Which of its forms a sentence takes with a number, from 0."""
        return which_form(self.rule)(number)


def mark_sentence(english: str, /, context: str = "") -> str:
    """A sentence that is said later: `make languages` finds it where it is written."""
    del context
    return english


def bare(english: str) -> str:
    """A noun without its placeholders, as its class is looked up: "seats {numbers}" as "seats"."""
    return _PLACEHOLDER.sub("", english).strip()


def fill_placeholders(words: str, parts: Mapping[str, object], outer: str = "") -> str:
    """Words with their placeholders filled in; ``*`` among forms stands for ``outer``."""

    def put(match: re.Match[str]) -> str:
        if match["name"] not in parts:
            return match[0]
        part, form = parts[match["name"]], match["form"] or ""
        if isinstance(part, str | int | float):
            return str(part)
        return format(part, ".".join(outer if one == OUTER else one for one in form.split(".")))

    return _PLACEHOLDER.sub(put, words)


@dataclass(frozen=True, slots=True)
class PhrasePart:
    """A phrase that is part of another: the form asked of it goes where it says ``*``."""

    words: str
    parts: Mapping[str, object]

    def __format__(self, form: str) -> str:
        return fill_placeholders(self.words, self.parts, form)

    def __str__(self) -> str:
        return format(self, "")


@dataclass(frozen=True, slots=True)
class WordList:
    """Parts in a row, all in the form that is asked of the row."""

    tongue: Tongue
    items: tuple[object, ...]

    def __format__(self, form: str) -> str:
        said = [fill_placeholders("{item:*}", {"item": item}, form) for item in self.items]
        if not said:
            return ""
        row = said[0]
        for item in said[1:-1]:
            row = self.tongue.say(NEXT, "list", first=row, next=item)
        if len(said) == 1:
            return row
        return self.tongue.say(LAST, "list", first=row, last=said[-1])

    def __str__(self) -> str:
        return format(self, "")


ENGLISH = Tongue()


def languages_of_trilith() -> tuple[str, ...]:
    """The languages that trilith itself speaks: English, and those of its catalogues."""
    return tuple(sorted({"en", *(path.stem for path in FOLDER.glob("*.po"))}))


@cache
def tongue_of(language: str) -> Tongue:
    """The tongue of a language (BCP 47): of ``de-AT`` that of ``de``; English without one."""
    for name in (language, language.partition("-")[0]):
        path = FOLDER / f"{name}.po"
        if name and path.is_file():
            return tongue_from(name, _shipped(path))
    return ENGLISH


def tongue_from(language: str, po: PoFile) -> Tongue:
    """The tongue of a language whose sentences a catalogue has."""
    said = [one for one in po.messages if one.is_said]
    sentences = {one.key: one.text for one in said if one.plural is None}
    plurals = {one.key: one.texts for one in said if one.plural is not None}
    head = _PLURAL.search(po.fields.get("Plural-Forms", ""))
    return Tongue(
        language, sentences, plurals, head[1] if head else ENGLISH_RULE, grammar_of(language)
    )


_PLURAL = re.compile(r"plural\s*=\s*([^;]+)")


OPEN = ("verb", "adjective", "noun", "noun class")
"""Contexts of words, of which a project may have some that the product does not know."""


@cache
def own_sentences() -> frozenset[tuple[str, str]]:
    """What the product says, by context and English, as its shipped catalogues list it."""
    listed = (one for path in FOLDER.glob("*.po") for one in _shipped(path).messages)
    return frozenset(one.key for one in listed if not one.obsolete)


def _shipped(path: Path) -> PoFile:
    return read_po(path.read_text(encoding="utf-8"), path.name)


def is_own(key: tuple[str, str]) -> bool:
    """Tell whether a project may say that in its own way."""
    return is_for_templates(key) or is_kept(key)


def is_for_templates(key: tuple[str, str]) -> bool:
    """Tell whether a template may say that: its context is one word, or none; of data it is more.

    >>> [is_for_templates((context, "Owl")) for context in ("", "bird", "card/owl name")]
    [True, True, False]
    """
    return " " not in key[0]


def is_kept(key: tuple[str, str]) -> bool:
    """Tell whether an entry that no text asks for has its place in a project's file."""
    return key[0] in OPEN or key in own_sentences()


def tongue_with(language: str, own: Tongue) -> Tongue | None:
    """The tongue of a language with what a project says in its own way; None where that is nothing.

    Its plurals have all forms of a sentence with a number, of which its rule takes one.
    """
    if not own.sentences and not own.plurals:
        return None
    known = tongue_of(language)
    sentences = {**known.sentences, **own.sentences}
    plurals = {**known.plurals, **own.plurals}
    return replace(known, language=language, sentences=sentences, plurals=plurals, rule=own.rule)

"""What the product itself says in a language: sentences looked up by their English.

A shipped catalogue of sentences is ``validator/languages/LANGUAGE.po`` (gettext). What it lacks
is said in English. `make languages` brings new sentences of the code into it.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import polib

ENGLISH_RULE = "n != 1"
FOLDER = Path(__file__).parents[2] / "languages"
"""Where the shipped catalogues lie."""


@dataclass(frozen=True, slots=True)
class Tongue:
    """A language (BCP 47, "" is English) and what is said in it, by context and English.

    ``plurals`` has the forms of sentences with a number by their English singular, and ``rule``
    which of them a number ``n`` takes, as the head ``Plural-Forms`` of gettext says it.
    """

    language: str = ""
    sentences: Mapping[tuple[str, str], str] = field(default_factory=dict)
    plurals: Mapping[tuple[str, str], tuple[str, ...]] = field(default_factory=dict)
    rule: str = ENGLISH_RULE

    def say(self, english: str, /, context: str = "", **parts: object) -> str:
        """The sentence in this language, its ``{names}`` filled in by ``parts``.

        A part may say its own form: ``{stone:dative}`` asks it by ``__format__``. ``context``
        parts sentences that are alike in English only.
        """
        words = self.sentences.get((context, english), english)
        return words.format(**parts) if parts else words

    def count(self, one: str, many: str, number: int, /, context: str = "", **parts: object) -> str:
        """The sentence for a number, which ``{number}`` stands for; ``one`` is for 1 in English."""
        forms = self.forms(one, many, context)
        return forms[self.form_of(number)].format(number=number, **parts)

    def forms(self, one: str, many: str, /, context: str = "") -> tuple[str, ...]:
        """All forms of a sentence with a number, in the order of :meth:`form_of`."""
        return self.plurals.get((context, one)) or self._english(one, many)

    def form_of(self, number: int) -> int:
        """Which of its forms a sentence takes with a number, from 0."""
        return _which(self.rule)(number)

    def _english(self, one: str, many: str) -> tuple[str, ...]:
        """The English in as many forms as the language has; 1 is always a form of its own."""
        count = 1 + max(self.form_of(number) for number in range(200))
        return tuple(one if form == self.form_of(1) else many for form in range(count))


def marked(english: str, /, context: str = "") -> str:
    """A sentence that is said later: `make languages` finds it where it is written."""
    del context
    return english


ENGLISH = Tongue()


@cache
def tongue_of(language: str) -> Tongue:
    """The tongue of a language (BCP 47): of ``de-AT`` that of ``de``; English without one."""
    for name in (language, language.partition("-")[0]):
        path = FOLDER / f"{name}.po"
        if name and path.is_file():
            return tongue_from(name, polib.pofile(str(path), encoding="utf-8"))
    return ENGLISH


def tongue_from(language: str, catalogue: polib.POFile) -> Tongue:
    """The tongue of a language whose sentences a catalogue has."""
    sentences, plurals = {}, {}
    for one in catalogue.translated_entries():
        key = (one.msgctxt or "", one.msgid)
        if one.msgid_plural:
            plurals[key] = tuple(one.msgstr_plural[form] for form in sorted(one.msgstr_plural))
        else:
            sentences[key] = one.msgstr
    rule = _PLURAL.search(catalogue.metadata.get("Plural-Forms", ""))
    return Tongue(language, sentences, plurals, rule[1] if rule else ENGLISH_RULE)


_PLURAL = re.compile(r"plural\s*=\s*([^;]+)")


@cache
def _which(rule: str) -> Callable[[int], int]:
    """Which form a number takes, by a rule in C as gettext reads it.

    Raises:
        ValueError: it is no such rule.
    """
    return gettext.c2py(rule)

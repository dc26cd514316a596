"""How a language says nouns, read from its description ``validator/languages/LANGUAGE.yaml``.

A description has these keys, all but the first optional:

``numbers``
    Names of the forms that a number asks for, first that of the noun's ``one``: `[one, few, many]`.
``plural``
    Which of them a count takes: an expression of gettext (``n != 1``).
``uncounted``
    The one of a plural without a count, which is the noun's ``many``; by default the last.
``cases``, ``genders``
    Their names, the first case being that in which a noun is written.
``classes``
    Noun classes: each has a ``gender`` and under ``forms`` what differs, by ``CASE.NUMBER``:
    ``like`` another form (the nominative of that number if left out), with the ending that the
    first fitting pattern of ``add`` puts at its head, the first word that is no stem.
``after_noun``
    Filters that this pattern fits stand behind their noun.
``filters_agree``
    Whether filters have forms of their own for ``one`` and ``many``; they do unless it is false.
``words``
    Words that agree with a noun, by name: a ``stem`` (by default the name) with the endings in
    ``forms``; the row of ``endings`` that adjectives take ``then``; and ``before``, by patterns of
    what follows, the word that stands there instead. One that ends with an apostrophe is joined
    to what follows.
``endings``
    Rows of endings that adjectives take; the first is that without a word before them.
``number_words``
    Numbers in words, from 0 on; ``ein~`` is a word that agrees.
``numerals``
    By numbers from 0 on, a pattern of all that says them in a text: ``two|twice``.

Endings are by number, gender and case: ``{one: {m: [er, en, em, en]}, many: [e, e, en, er]}``;
what does not differ is not told apart. In texts, ``groß~`` is a stem: a word that agrees, or else
an adjective.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, TypeAlias

import yaml

FOLDER = Path(__file__).parents[2] / "languages"
"""Where descriptions and the shipped catalogues lie."""

Endings: TypeAlias = "str | Sequence[str] | Mapping[str, Endings]"
"""Endings by number, gender and case; levels that make no difference are left out."""

STEM = "~"
"""The sign at the end of a word that agrees with its noun."""


@dataclass(frozen=True)
class Rule:
    """How a form is made from another one: the ending of the first pattern that fits."""

    like: str
    add: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class NounClass:
    """A class of nouns: its gender, and the rules of the forms that differ."""

    gender: str = ""
    forms: Mapping[str, Rule] = field(default_factory=dict)


@dataclass(frozen=True)
class Agreeing:
    """A word that agrees with a noun, as its description says."""

    stem: str
    forms: Endings
    then: str = ""
    before: Mapping[str, Endings] = field(default_factory=dict)


@dataclass(frozen=True)
class Form:
    """A form of a noun or of what agrees with it."""

    case: str
    number: str
    gender: str = ""


@dataclass(frozen=True, eq=False)
class Grammar:
    """The description of a language."""

    numbers: tuple[str, ...] = ("one", "many")
    plural: str = "n != 1"
    uncounted: str = "many"
    cases: tuple[str, ...] = ("nom",)
    genders: tuple[str, ...] = ()
    classes: Mapping[str, NounClass] = field(default_factory=dict)
    after_noun: str = r"(?!)"
    filters_agree: bool = True
    words: Mapping[str, Agreeing] = field(default_factory=dict)
    endings: Mapping[str, Endings] = field(default_factory=dict)
    number_words: tuple[str, ...] = ()
    numerals: tuple[str, ...] = ()

    @property
    def plural_forms(self) -> str:
        """The header ``Plural-Forms`` of its PO files."""
        return f"nplurals={len(self.numbers)}; plural=({self.plural});"

    @cached_property
    def _index(self) -> Any:
        return gettext.c2py(self.plural)

    def number_of(self, count: int | None) -> str:
        """The name of the form that a count takes, or a plural without one."""
        return self.uncounted if count is None else self.numbers[self._index(count)]

    def number_word(self, count: int) -> str:
        """A number in words, in digits where the language states no word."""
        return self.number_words[count] if count < len(self.number_words) else str(count)

    def is_behind(self, words: str) -> bool:
        """Tell whether a filter stands behind its noun."""
        return re.fullmatch(self.after_noun, words) is not None

    def class_of(self, noun: str) -> NounClass:
        """The class that a noun's own words on its forms name; the first one of all without."""
        known = self.classes.get(_head(noun)[0])
        return known or next(iter(self.classes.values()), NounClass())

    def number_in(self, noun: str) -> str:
        """The number in which a name is written, where it tells one (``f.many``); else ""."""
        number = _head(noun)[1]
        return number if number in self.numbers else ""

    def fault_of(self, noun: str) -> str:
        """What is wrong with words on a noun's forms (``m-n; gen.one = Herzens``), "" if nothing.

        Nothing at all is wrong only in a language that has classes.
        """
        forms = [part.strip() for part in noun.split(";")[1:]]
        name, number = _head(noun)
        if self.classes and name not in self.classes and (name or not forms):
            return f"{name!r} is none of its noun classes: {', '.join(self.classes)}"
        if name and not self.classes:
            return "it has no noun classes"
        if number and number not in self.numbers:
            return f"{number!r} is none of its numbers: {', '.join(self.numbers)}"
        for one in forms:
            form, sign, words = (part.strip() for part in one.partition("="))
            case, _, number = form.partition(".")
            if not sign or not words:
                return f"{one!r} is no `{self.cases[0]}.{self.numbers[0]} = words`"
            if case not in self.cases or number not in self.numbers:
                return f"{form!r} is no form: a case ({', '.join(self.cases)}), a point and a " + (
                    f"number ({', '.join(self.numbers)})"
                )
        return ""

    def fault_of_form(self, spec: str) -> str:
        """What is wrong with the form that a placeholder asks for, "" if nothing."""
        for token in filter(None, spec.split(".")):
            known = (*self.cases, *self.numbers, *self.words, ALONE, OUTER)
            if token not in known and not token.endswith(STEM):
                return f"{token!r} is no form: {', '.join(known)}"
        return ""


def _head(noun: str) -> tuple[str, str]:
    """The class and, if it is told, the number that words on a noun begin with."""
    name, _, number = noun.partition(";")[0].strip().partition(".")
    return name, number


ALONE = "alone"
"""In a placeholder: only the words that agree, without their noun."""
OUTER = "*"
"""In a placeholder: the forms that are asked of the phrase as a whole."""


@cache
def grammar_of(language: str) -> Grammar:
    """The grammar of a language (BCP 47): of ``de-AT`` that of ``de``; the plainest without one."""
    for name in (language or "en", (language or "en").partition("-")[0]):
        path = FOLDER / f"{name}.yaml"
        if name.replace("-", "").isalnum() and path.is_file():
            return described(yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader))
    return Grammar()


def described(raw: Mapping[str, Any]) -> Grammar:
    """A grammar from its description."""
    more: dict[str, Any] = {
        "classes": {name: _class(one) for name, one in raw.get("classes", {}).items()},
        "words": {
            name: Agreeing(**{"stem": name, **one}) for name, one in raw.get("words", {}).items()
        },
        "uncounted": raw.get("uncounted", raw["numbers"][-1]),
    }
    lists = {
        key: tuple(raw[key])
        for key in ("numbers", "cases", "genders", "number_words", "numerals")
        if key in raw
    }
    if "after_noun" in raw:
        more["after_noun"] = raw["after_noun"].replace("\n", "").replace(" |", "|")
    return Grammar(**{**raw, **lists, **more})


def _class(raw: Mapping[str, Any]) -> NounClass:
    rules = {}
    for form, rule in raw.get("forms", {}).items():
        rules[form] = Rule(rule.get("like", f"nom.{form.partition('.')[2]}"), rule.get("add", {}))
    return NounClass(raw.get("gender", ""), rules)

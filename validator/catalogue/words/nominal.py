"""Nouns in the form that a sentence asks for, with the words that agree with them.

``{things:dein.gen.many}`` in a phrase says "deiner großen Steine" of a :class:`Nominal`. A clause
behind it (", die Decksteine wurden,") ends with a comma; :func:`closed` takes it away from a whole
sentence where it is none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Protocol

from validator.catalogue.words.grammar import ALONE, STEM, Agreeing, Endings, Form, Grammar

_ICON = re.compile(r"\{[a-z0-9-]+\}\s*")
_CLOSED = re.compile(r",(?=\s*[.,;:!?)]|\s+\(|$)")


class Noun(Protocol):
    """What has the words of a noun: a term, a set, a zone."""

    @property
    def one(self) -> str:
        """In the singular, as it is written in a list of words."""

    @property
    def many(self) -> str:
        """In the plural without a count."""

    @property
    def icon(self) -> str | None:
        """The icon before it."""

    @property
    def noun(self) -> str:
        """Its class and its irregular forms: ``m-n; gen.one = Herzens``; ``f.many`` of plurals."""


@dataclass(frozen=True, slots=True)
class Word:
    """A noun that is no term."""

    one: str
    many: str = ""
    noun: str = ""
    icon: str | None = None


@dataclass(frozen=True, slots=True)
class Nominal:
    """A noun in a sentence: with its count, if ``counted``, and filters before and behind it.

    ``count`` decides between singular and plural (None: a plural without a count). ``in_words``
    says the number as a word.
    """

    grammar: Grammar
    noun: Noun
    count: int | None = None
    counted: bool = False
    filters: tuple[Noun, ...] = ()
    in_words: bool = False

    def __format__(self, spec: str) -> str:
        asked = _asked(spec, self.grammar)
        own = "" if self.counted else self.grammar.number_in(self.noun.noun)
        number = asked.number or own or self.grammar.number_of(self.count)
        form = Form(asked.case, number, self.grammar.class_of(self.noun.noun).gender)
        return _Phrase(self, asked, form).said()

    def __str__(self) -> str:
        return format(self, "")


@dataclass(frozen=True, slots=True)
class _Asked:
    """A form as a placeholder asks for it."""

    case: str
    number: str
    words: tuple[str, ...]
    stems: tuple[str, ...]
    alone: bool


@cache
def _asked(spec: str, grammar: Grammar) -> _Asked:
    tokens = [token for token in spec.split(".") if token]
    return _Asked(
        next((one for one in tokens if one in grammar.cases), grammar.cases[0]),
        next((one for one in tokens if one in grammar.numbers), ""),
        tuple(one for one in tokens if one in grammar.words),
        tuple(one for one in tokens if one.endswith(STEM)),
        ALONE in tokens,
    )


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A noun with what stands around it, in one form."""

    nominal: Nominal
    asked: _Asked
    form: Form

    def said(self) -> str:
        grammar = self.nominal.grammar
        words = [word + STEM for word in self.asked.words]
        if self.asked.alone:
            return agree(" ".join(words), self.form, grammar)
        before = [*words, *self.number(), *self.asked.stems]
        filters = [self.filter(one) for one in self.nominal.filters]
        parts = [
            *before,
            *[words for words in filters if not grammar.is_behind(words)],
            self.noun(),
            *[words for words in filters if grammar.is_behind(words)],
        ]
        if any(words.startswith(",") for words in filters):
            parts.append(",")
        return agree(" ".join(parts), self.form, grammar).replace(" ,", ",")

    def number(self) -> Iterator[str]:
        count = self.nominal.count
        if self.nominal.counted and count is not None:
            in_words = self.nominal.in_words
            yield self.nominal.grammar.number_word(count) if in_words else str(count)

    def filter(self, noun: Noun) -> str:
        grammar = self.nominal.grammar
        number = self.form.number if grammar.filters_agree else grammar.numbers[0]
        return declined(noun, Form(grammar.cases[0], number), grammar)

    def noun(self) -> str:
        noun = self.nominal.noun
        words = declined(noun, self.form, self.nominal.grammar)
        return f"{{{noun.icon}}} {words}" if noun.icon else words


def declined(noun: Noun, form: Form, grammar: Grammar) -> str:
    """The words of a noun in a form, its stems still open."""
    own = dict(_own_forms(noun.noun))
    key = f"{form.case}.{form.number}"
    seen: list[str] = []
    ends: list[Sequence[tuple[str, str]]] = []
    while key not in own and key not in seen:
        seen.append(key)
        rule = grammar.class_of(noun.noun).forms.get(key)
        if rule is not None:
            ends.append(tuple(rule.add.items()))
            key = rule.like
        else:
            key = f"{grammar.cases[0]}.{key.partition('.')[2]}"
    words = own.get(key) or (noun.one if key.endswith(f".{grammar.numbers[0]}") else noun.many)
    for add in reversed(ends):
        words = _with_ending(words, add)
    return words or noun.one


def _own_forms(noun: str) -> Iterator[tuple[str, str]]:
    for one in noun.split(";")[1:]:
        form, _, words = one.partition("=")
        yield form.strip(), words.strip()


def _with_ending(words: str, add: Sequence[tuple[str, str]]) -> str:
    """Put an ending at the head: the first word that is no stem."""
    parts = words.split(" ")
    for at, part in enumerate(parts):
        if part.endswith(STEM) or part.startswith("{"):
            continue
        ending = next((ending for pattern, ending in add if re.search(pattern, part)), "")
        return " ".join([*parts[:at], part + ending, *parts[at + 1 :]])
    return words


def agree(words: str, form: Form, grammar: Grammar, row: str = "") -> str:
    """Words with the endings of their stems (``groß~``), each after what stands before it.

    ``row`` is the row of endings that the first of them takes, by default that without a word
    before it.
    """
    if STEM not in words:
        return words
    row = row or next(iter(grammar.endings), "")
    parts = words.split(" ")
    said: list[str] = []
    for at, part in enumerate(parts):
        stem = part.rstrip(",").removesuffix(STEM)
        if stem == part.rstrip(","):
            said.append(part)
            continue
        comma = "," if part.endswith(",") else ""
        word = grammar.words.get(stem[:1].lower() + stem[1:])
        if word is None:
            said.append(stem + _ending(grammar.endings.get(row, ""), form, grammar) + comma)
            continue
        row = word.then or row
        said.append(_agreeing(word, form, grammar, " ".join(parts[at + 1 :])) + comma)
    return " ".join(said).replace("' ", "'").replace("’ ", "’")


def _agreeing(word: Agreeing, form: Form, grammar: Grammar, rest: str) -> str:
    following = _ICON.sub("", rest)
    for pattern, forms in word.before.items():
        instead = _ending(forms, form, grammar)
        if instead and re.match(pattern, following):
            return instead
    return word.stem + _ending(word.forms, form, grammar)


def _ending(endings: Endings, form: Form, grammar: Grammar) -> str:
    """The ending of a form; a number that has no row takes that of the plural."""
    while not isinstance(endings, str):
        if not isinstance(endings, Mapping):
            return endings[grammar.cases.index(form.case)]
        for key in (form.number, form.gender, grammar.uncounted):
            if key in endings:
                endings = endings[key]
                break
        else:
            return ""
    return endings


def closed(words: str) -> str:
    """A sentence without the commas that end a clause where a stop or a bracket does so."""
    return _CLOSED.sub("", words)


def plain(words: str, grammar: Grammar, noun: str = "", number: str = "") -> str:
    """Words as they stand alone: in the nominative; adjectives without a noun have no ending."""
    if all(word.endswith(STEM) for word in words.split(" ")):
        return words.replace(STEM, "")
    gender = grammar.class_of(noun).gender
    return agree(words, Form(grammar.cases[0], number or grammar.numbers[0], gender), grammar)


@lru_cache(maxsize=4096)
def every_form(one: str, many: str, noun: str, grammar: Grammar) -> frozenset[str]:
    """All that a noun can read like in sentences, behind words that agree and without them."""
    word, gender = Word(one, many, noun), grammar.class_of(noun).gender
    found = {one, many}
    for case in grammar.cases:
        for number in grammar.numbers:
            form = Form(case, number, gender)
            words = declined(word, form, grammar)
            found.update(agree(words, form, grammar, row) for row in ["", *grammar.endings])
    return frozenset(found)

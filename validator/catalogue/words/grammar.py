"""How a language says nouns, and in which form a sentence asks for them."""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, TypeAlias

import yaml

# It is read from a description, ``validator/languages/LANGUAGE.yaml``; docs/languages.md tells its
# keys. In texts, ``groß~`` is a stem: a word that agrees, or else an adjective.


FOLDER = Path(__file__).parents[2] / "languages"
"""Where descriptions and the shipped catalogues lie."""

Endings: TypeAlias = "str | Sequence[str] | Mapping[str, Endings]"
"""Endings by number, gender and case; levels that make no difference are left out."""

STEM = "~"
"""The sign at the end of a word that agrees with its noun."""


@dataclass(frozen=True)
class FormRule:
    """How a form is made from another one: the ending of the first pattern that fits."""

    like: str
    add: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class NounClass:
    """A class of nouns: its gender, and the rules of the forms that differ."""

    gender: str = ""
    forms: Mapping[str, FormRule] = field(default_factory=dict)


@dataclass(frozen=True)
class AgreeingWord:
    """A word that agrees with a noun, as its description says."""

    stem: str
    forms: Endings
    then: str = ""
    before: Mapping[str, Endings] = field(default_factory=dict)


@dataclass(frozen=True)
class NounForm:
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
    words: Mapping[str, AgreeingWord] = field(default_factory=dict)
    endings: Mapping[str, Endings] = field(default_factory=dict)
    number_words: tuple[str, ...] = ()
    numerals: tuple[str, ...] = ()

    @property
    def plural_forms(self) -> str:
        """The header ``Plural-Forms`` of its PO files."""
        return f"nplurals={len(self.numbers)}; plural=({self.plural});"

    def number_of(self, count: int | None) -> str:
        """The name of the form that a count takes, or a plural without one."""
        return self.uncounted if count is None else self.numbers[which_form(self.plural)(count)]

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


@cache
def which_form(rule: str) -> Callable[[int], int]:
    """Which form a number takes, by a rule in C as gettext reads it.

    Raises:
        ValueError: it is no such rule.
    """
    return gettext.c2py(rule)


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
            return grammar_from(yaml.load(path.read_bytes(), Loader=yaml.CSafeLoader))
    return Grammar()


def grammar_from(raw: Mapping[str, Any]) -> Grammar:
    """A grammar from its description."""
    more: dict[str, Any] = {
        "classes": {
            name: NounClass(
                one.get("gender", ""),
                {
                    form: FormRule(
                        rule.get("like", f"nom.{form.partition('.')[2]}"), rule.get("add", {})
                    )
                    for form, rule in one.get("forms", {}).items()
                },
            )
            for name, one in raw.get("classes", {}).items()
        },
        "words": {
            name: AgreeingWord(**{"stem": name, **one})
            for name, one in raw.get("words", {}).items()
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


# ``{things:dein.gen.many}`` in a phrase says "deiner großen Steine" of a :class:`Nominal`. A
# clause behind it (", die Decksteine wurden,") ends with a comma; :func:`closed` takes it away
# from a whole sentence where it is none.


_ICON = re.compile(r"\{[a-z0-9-]+\}\s*")
_CLOSED = re.compile(r",(?=\s*[.,;:!?)]|\s+\(|$)")


@dataclass(frozen=True, slots=True)
class Term:
    """A noun with its forms and icon, e.g. ``coin``: "coin", "coins", icon ``coin``.

    ``id`` is that of a term of the game, "" for any other noun, such as that of a set. ``many`` is
    its plural without a count. ``noun`` says how a language inflects it: its class and irregular
    forms (``m-n; gen.one = Herzens``; ``f.many`` of plurals).
    """

    id: str
    one: str
    many: str = ""
    icon: str | None = None
    noun: str = ""


@dataclass(frozen=True, slots=True)
class Nominal:
    """A noun in a sentence: with its count, if ``counted``, and filters before and behind it.

    ``count`` decides between singular and plural (None: a plural without a count). ``in_words``
    says the number as a word.
    """

    grammar: Grammar
    noun: Term
    count: int | None = None
    counted: bool = False
    filters: tuple[Term, ...] = ()
    in_words: bool = False

    def __format__(self, spec: str) -> str:
        asked = _parse_spec(spec, self.grammar)
        own = "" if self.counted else self.grammar.number_in(self.noun.noun)
        number = asked.number or own or self.grammar.number_of(self.count)
        form = NounForm(asked.case, number, self.grammar.class_of(self.noun.noun).gender)
        return _NounPhrase(self, asked, form).say()

    def __str__(self) -> str:
        return format(self, "")


@dataclass(frozen=True, slots=True)
class _FormRequest:
    """A form as a placeholder asks for it."""

    case: str
    number: str
    words: tuple[str, ...]
    stems: tuple[str, ...]
    alone: bool


@cache
def _parse_spec(spec: str, grammar: Grammar) -> _FormRequest:
    tokens = [token for token in spec.split(".") if token]
    return _FormRequest(
        next((one for one in tokens if one in grammar.cases), grammar.cases[0]),
        next((one for one in tokens if one in grammar.numbers), ""),
        tuple(one for one in tokens if one in grammar.words),
        tuple(one for one in tokens if one.endswith(STEM)),
        ALONE in tokens,
    )


@dataclass(frozen=True, slots=True)
class _NounPhrase:
    """A noun with what stands around it, in one form."""

    nominal: Nominal
    asked: _FormRequest
    form: NounForm

    def say(self) -> str:
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

    def filter(self, noun: Term) -> str:
        grammar = self.nominal.grammar
        number = self.form.number if grammar.filters_agree else grammar.numbers[0]
        return decline(noun, NounForm(grammar.cases[0], number), grammar)

    def noun(self) -> str:
        noun = self.nominal.noun
        words = decline(noun, self.form, self.nominal.grammar)
        return f"{{{noun.icon}}} {words}" if noun.icon else words


def decline(noun: Term, form: NounForm, grammar: Grammar) -> str:
    """The words of a noun in a form, its stems still open."""
    parts = (one.partition("=") for one in noun.noun.split(";")[1:])
    own = {form.strip(): words.strip() for form, _, words in parts}
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


def _with_ending(words: str, add: Sequence[tuple[str, str]]) -> str:
    """Put an ending at the head: the first word that is no stem."""
    parts = words.split(" ")
    for at, part in enumerate(parts):
        if part.endswith(STEM) or part.startswith("{"):
            continue
        ending = next((ending for pattern, ending in add if re.search(pattern, part)), "")
        return " ".join([*parts[:at], part + ending, *parts[at + 1 :]])
    return words


def agree(words: str, form: NounForm, grammar: Grammar, row: str = "") -> str:
    """Words with the endings of their stems (``groß~``), each after what stands before it.

    ``row`` is the row of endings that the first of them takes, by default that without a word
    before it. An adjective begins with a capital only where nothing is before it: "Große
    Steine", but "die großen Steine".
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
            stem = stem[:1].lower() + stem[1:] if said else stem
            said.append(stem + _ending(grammar.endings.get(row, ""), form, grammar) + comma)
            continue
        row = word.then or row
        said.append(_agree_word(word, form, grammar, " ".join(parts[at + 1 :])) + comma)
    return " ".join(said).replace("' ", "'").replace("’ ", "’")


def _agree_word(word: AgreeingWord, form: NounForm, grammar: Grammar, rest: str) -> str:
    following = _ICON.sub("", rest)
    for pattern, forms in word.before.items():
        instead = _ending(forms, form, grammar)
        if instead and re.match(pattern, following):
            return instead
    return word.stem + _ending(word.forms, form, grammar)


def _ending(endings: Endings, form: NounForm, grammar: Grammar) -> str:
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


def close_sentence(words: str) -> str:
    """A sentence without the commas that end a clause where a stop or a bracket does so."""
    return _CLOSED.sub("", words)


def plain(words: str, grammar: Grammar, noun: str = "", number: str = "") -> str:
    """Words as they stand alone: in the nominative; adjectives without a noun have no ending."""
    if all(word.endswith(STEM) for word in words.split(" ")):
        return words.replace(STEM, "")
    gender = grammar.class_of(noun).gender
    return agree(words, NounForm(grammar.cases[0], number or grammar.numbers[0], gender), grammar)


@lru_cache(maxsize=4096)
def every_form(one: str, many: str, noun: str, grammar: Grammar) -> frozenset[str]:
    """All that a noun can read like in sentences, behind words that agree and without them."""
    word, gender = Term("", one, many, noun=noun), grammar.class_of(noun).gender
    found = {one, many}
    for case in grammar.cases:
        for number in grammar.numbers:
            form = NounForm(case, number, gender)
            words = decline(word, form, grammar)
            found.update(agree(words, form, grammar, row) for row in ["", *grammar.endings])
    return frozenset(found)


_IRREGULAR = {
    **{"child": "children", "die": "dice", "foot": "feet", "goose": "geese", "man": "men"},
    **{"mouse": "mice", "ox": "oxen", "person": "people", "tooth": "teeth", "woman": "women"},
    **{"calf": "calves", "elf": "elves", "half": "halves", "knife": "knives", "leaf": "leaves"},
    **{"life": "lives", "loaf": "loaves", "self": "selves", "shelf": "shelves"},
    **{"thief": "thieves", "wife": "wives", "wolf": "wolves"},
    **{"echo": "echoes", "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes"},
    **{"volcano": "volcanoes", "quiz": "quizzes"},
}
_SAME = frozenset(["deer", "fish", "gold", "series", "sheep", "species", "silver", "swine"])
_HISSING = ("s", "x", "z", "ch", "sh")
_HEAD = re.compile(r"(?P<noun>.+?)(?P<rest> (?:of|in|on|from|with|for|to|at) .+)?", re.DOTALL)
_LAST = re.compile(r"(.*?)([^\W\d_]+)(\W*)", re.DOTALL)


def plural(noun: str) -> str:
    """The plural: of the last word, or of the one before "of", "in" and the like.

    >>> [plural(noun) for noun in ("card", "berry", "piece of cake", "old witch", "Wolf", "day")]
    ['cards', 'berries', 'pieces of cake', 'old witches', 'Wolves', 'days']
    """
    head = _HEAD.fullmatch(noun)
    parts = _LAST.fullmatch(head["noun"]) if head else None
    if head is None or parts is None:
        return noun
    return f"{parts[1]}{_of_word(parts[2])}{parts[3]}{head['rest'] or ''}"


def _of_word(word: str) -> str:
    lower = word.lower()
    if lower in _SAME:
        return word
    for one, many in _IRREGULAR.items():
        if lower == one or (len(one) >= 4 and lower.endswith(one)):
            start, end = word[: len(word) - len(one)], word[len(word) - len(one) :]
            return start + (many.capitalize() if end[:1].isupper() else many)
    if lower.endswith("man") and not lower.endswith(("human", "german", "roman", "talisman")):
        return word[:-2] + "en"
    if lower.endswith("y") and lower[-2:-1] not in ("a", "e", "i", "o", "u", ""):
        return word[:-1] + "ies"
    return word + ("es" if lower.endswith(_HISSING) else "s")


def default_plural(noun: str, language: str) -> str:
    """The plural of a noun in a language (BCP 47): that of English, in others the noun itself."""
    return plural(noun) if language.partition("-")[0] in ("", "en") else noun

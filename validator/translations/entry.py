"""What is wrong with a translation beside the text that it is of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from validator.catalogue.translating.po import Message
from validator.catalogue.translating.wanted import Wanted
from validator.catalogue.words.grammar import Grammar
from validator.findings import Severity

BRACES = re.compile(r"\{[^{}]*\}|[{}]")
_MARKS = re.compile(r"\*+|\n[ \t]*\n\s*")
_NUMBER = re.compile(r"\d+")
_CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]")
_SPACES = re.compile(r" {2,}|^[ \t\n]+|[ \t\n]+$")
_QUOTES = re.compile('["“”„«»‹›「」『』]')
_GREEK = ";\u037e"
"""The question mark of Greek, as a semicolon and as its own sign."""
_ENDS = {
    **dict.fromkeys(".。", "."),
    **dict.fromkeys("!！", "!"),
    **dict.fromkeys("?？" + _GREEK, "?"),
    **dict.fromkeys(":：", ":"),
}
_BEHIND = '"“”»«’) \n\t'
"""What may stand behind the sign that ends a text."""


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with a translation: at a letter of it, of the form ``number``."""

    code: str
    severity: Severity
    at: int
    message: str
    hint: str
    number: int = 0


def broken(at: int, message: str, hint: str, number: int = 0) -> Fault:
    """A fault of a placeholder."""
    return Fault("translation-placeholder", Severity.ERROR, at, message, hint, number)


def placeholders(english: str, said: str) -> Iterator[Fault]:
    """Icons and placeholders that are lost, doubled, unknown or broken."""
    had = Counter(BRACES.findall(english))
    has = Counter(BRACES.findall(said))
    for match in BRACES.finditer(said):
        if match[0] not in had:
            told = f"the text has no `{match[0]}`"
            hint = f"it has {listed(list(had))}" if had else "take it out"
            yield broken(match.start(), told, hint)
    for sign, count in had.items():
        if has[sign] < count and len(sign) > 1:
            times = "" if count == 1 else f" {count} times"
            hint = f"the text has it{times}; put it where it belongs"
            yield broken(0, f"`{sign}` is missing", hint)
        elif has[sign] > count:
            last = [match.start() for match in BRACES.finditer(said) if match[0] == sign][count]
            yield broken(last, f"`{sign}` is there more often than in the text", "take it out")


def _markup(english: str, said: str) -> Iterator[Fault]:
    """Stars and empty lines that are not those of the text."""
    had, has = _marks(english), _marks(said)
    if had == has:
        return
    stars = [match.start() for match in _MARKS.finditer(said)]
    paragraphs = had["paragraph"] != has["paragraph"]
    hint = "part the paragraphs as the text does" if paragraphs else "put the stars as the text has"
    told = "it has other paragraphs" if paragraphs else "it has other stars"
    found = next(iter(stars), 0)
    yield Fault(
        "translation-markup",
        Severity.WARNING,
        found,
        f"{told} than the text: {_shown(english)}",
        hint,
    )


def _marks(text: str) -> Counter[str]:
    found = (match[0] for match in _MARKS.finditer(text.strip()))
    return Counter(mark if mark.startswith("*") else "paragraph" for mark in found)


def _numbers(english: str, said: str) -> Iterator[Fault]:
    """Numbers that are not those of the text."""
    plain = BRACES.sub("", english), BRACES.sub(lambda match: " " * len(match[0]), said)
    had, has = (Counter(map(_value, _NUMBER.findall(text))) for text in plain)
    if had == has:
        return
    odd = [
        match
        for match in _NUMBER.finditer(plain[1])
        if has[_value(match[0])] > had[_value(match[0])]
    ]
    lost = sorted((had - has).elements())
    told = f"its number {odd[0][0]} is not in the text" if odd else f"{listed(lost)} is not in it"
    hint = f"the text: {_shown(english)}"
    yield Fault("translation-number", Severity.WARNING, odd[0].start() if odd else 0, told, hint)


def _value(digits: str) -> str:
    """A number whatever digits it is written in."""
    return str(int(digits)) if len(digits) < 1000 else digits


def _control(english: str, said: str) -> Iterator[Fault]:
    """Signs that nobody sees and that do something."""
    for match in _CONTROL.finditer(said):
        if match[0] not in english:
            told = f"the sign U+{ord(match[0]):04X} cannot be seen and changes what is shown"
            yield Fault("translation-control", Severity.ERROR, match.start(), told, "take it out")
            return


def _spaces(english: str, said: str) -> Iterator[Fault]:
    """Spaces that the text does not have."""
    had = {match[0] for match in _SPACES.finditer(english)}
    for match in _SPACES.finditer(said):
        if match[0] not in had:
            where = "at its start" if not match.start() else "in a row"
            where = "at its end" if match.end() == len(said) else where
            hint = "leave it out"
            told = f"spaces {where} that the text does not have"
            yield Fault("translation-space", Severity.WARNING, match.start(), told, hint)
            return


def _quotes(english: str, said: str) -> Iterator[Fault]:
    """Quotation marks without their partner."""
    had, has = len(_QUOTES.findall(english)), [match.start() for match in _QUOTES.finditer(said)]
    if had != len(has):
        told = f"it has {len(has)} quotation marks, the text has {had}"
        hint = "a quotation has a mark at its beginning and one at its end"
        yield Fault("translation-quotes", Severity.NOTE, next(iter(has), 0), told, hint)


def _ending(english: str, said: str) -> Iterator[Fault]:
    """A sentence that does not end as the text does."""
    had, has = (_ENDS.get(text.rstrip(_BEHIND)[-1:], "") for text in (english, said))
    if had != has:
        at = max(len(said.rstrip()) - 1, 0)
        told = f"the text ends with {had!r}" if had else f"the text does not end with {has!r}"
        hint = f"the text: {_shown(english)}"
        yield Fault("translation-ending", Severity.NOTE, at, told, hint)


Look: TypeAlias = Callable[[str, str], Iterator[Fault]]
LOOKS: Sequence[Look] = (
    _control,
    placeholders,
    _markup,
    _numbers,
    _spaces,
    _quotes,
    _ending,
)
"""Every look at a text and its translation."""
_MOST = 60


def _shown(text: str) -> str:
    short = " ".join(text.split())
    return short if len(short) <= _MOST else short[:_MOST] + "..."


def listed(items: Sequence[str]) -> str:
    """Things in a row, "none" without any."""
    return ", ".join(items) if items else "none"


_PLACEHOLDER = re.compile(r"\{(?P<name>[a-z_]+)(?::(?P<form>[^{}\s]*))?\}")


def faults_of_text(
    message: Message, wanted: Wanted, grammar: Grammar, *, inflected: bool
) -> Iterator[Fault]:
    """What is wrong with the translation of a text of the project.

    ``inflected`` says that sentences inflect it, so that words of it may end with ``~``.
    """
    if wanted.noun:
        fault = grammar.fault_of(message.text)
        if fault:
            hint = f"one of {', '.join(grammar.classes)}; docs/translating.md tells more"
            yield Fault("translation-form", Severity.ERROR, 0, fault, hint)
        return
    for look in LOOKS:
        yield from look(wanted.english, message.text)
    if wanted.most and len(message.text) > wanted.most:
        told = f"it has {len(message.text)} letters; {wanted.most} are the most"
        yield Fault("translation-length", Severity.ERROR, wanted.most, told, "say it shorter")
    if "~" in message.text and "~" not in wanted.english and not inflected:
        told = "`~` is printed here: no sentence inflects this text"
        hint = "write the word with its ending"
        yield Fault("translation-form", Severity.ERROR, message.text.index("~"), told, hint)


def faults_of_phrase(message: Message, grammar: Grammar) -> Iterator[Fault]:
    """What is wrong with a sentence of the product or of a template that a project says."""
    for number, part in message.said.items():
        yield from _names(message, part.text, number, grammar)
        for look in LOOKS:
            if look is not placeholders:
                for one in _looked(look, message, part.text):
                    yield replace(one, number=number)


def _looked(look: Look, message: Message, said: str) -> Sequence[Fault]:
    """What a look finds beside the English; a form may be as its singular, or as its plural."""
    told = [list(look(english, said)) for english in (message.source.text, message.plural or "")]
    return told[0] if message.plural is None else min(told[::-1], key=len)


def _names(message: Message, said: str, number: int, grammar: Grammar) -> Iterator[Fault]:
    """Placeholders of a sentence that are lost, doubled, unknown or ask for no form."""
    english = message.source.text + (message.plural or "")
    known = {match["name"] for match in _PLACEHOLDER.finditer(english)}
    found: set[str] = set()
    for match in _PLACEHOLDER.finditer(said):
        name, form = match["name"], match["form"]
        if name not in known:
            hint = f"it has {listed(sorted(f'{{{one}}}' for one in known))}"
            yield broken(match.start(), f"`{match[0]}` is none of the sentence's own", hint, number)
        elif form and grammar.fault_of_form(form):
            told = f"`{match[0]}`: {grammar.fault_of_form(form)}"
            hint = "docs/translating.md tells the forms of a language"
            yield broken(match.start(), told, hint, number)
        elif name in found:
            yield broken(match.start(), f"`{match[0]}` is there twice", "take one out", number)
        found.add(name)
    left = known - found - ({"number"} if message.plural is not None else set())
    for name in sorted(left):
        yield broken(0, f"`{{{name}}}` is missing", "put it where it belongs", number)
    bare = _PLACEHOLDER.sub("", said)
    for match in BRACES.finditer(bare):
        if match[0] not in english:
            hint = "write a name in braces, and nothing else"
            yield broken(max(said.find(match[0]), 0), f"`{match[0]}` is no name", hint, number)

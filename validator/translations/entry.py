"""What is wrong with a translation beside the text that it is of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from validator.catalogue.translating.po import Message
from validator.catalogue.translating.wanted import Wanted
from validator.catalogue.words.grammar import Grammar
from validator.findings import Severity
from validator.translations.looks import BRACES, LOOKS, Fault, Look, broken, listed, placeholders

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

"""The sentences that templates of a game say, found in their text, to be translated."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import jinja2
from jinja2 import nodes
from jinja2.parser import Parser

from generator.design.lookup import closure, template_folders
from validator.catalogue.model import Game
from validator.catalogue.translating.wanted import Wanted
from validator.catalogue.words.language import tongue_of
from validator.findings import Place

_SAYS = frozenset(("say", "count"))
_CALLED = re.compile(r"\b(?:say|count)\s*\(")
"""What a template has that says something; others need not be looked at."""
_NO_CALL = frozenset((".", "|", "is", "macro", "filter"))
"""What stands before such a name where it is a method, filter, test, or is being defined."""
_BLANK = frozenset(("whitespace", "data", "comment", "linecomment"))
_READS = jinja2.Environment()


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in English: its context, its plural where it has one, and its line from 1."""

    english: str
    plural: str = ""
    context: str = ""
    line: int = 0


@lru_cache(maxsize=256)
def sentences_of(source: str) -> tuple[Sentence, ...]:
    """What a template says by ``say("...")`` and ``count("...", "...", number)``.

    Only these calls are parsed, as parsing the whole template takes ten times as long.

    Raises:
        jinja2.TemplateSyntaxError: it has such a call, and that or its words cannot be read.
    """
    if not _CALLED.search(source):
        return ()
    found: list[Sentence] = []
    for line, text in _calls(source):
        call = Parser(_READS, text, state="variable").parse_expression()
        if isinstance(call, nodes.Call) and isinstance(call.node, nodes.Name):
            found += _sentences_of_call(call, call.node.name, line)
    return tuple(found)


def _calls(source: str) -> Iterator[tuple[int, str]]:
    lexed = _READS.lexer.tokeniter(source, None)
    tokens = [(0, "", ""), (0, "", ""), *(one for one in lexed if one[1] not in _BLANK)]
    for at in range(2, len(tokens) - 1):
        _, kind, name = tokens[at]
        line, _, bracket = tokens[at + 1]
        if name in _SAYS and kind == "name" and bracket == "(":
            earlier, before = tokens[at - 2][2], tokens[at - 1][2]
            if (earlier if before == "not" else before) not in _NO_CALL:
                yield line, " ".join(_to_its_end(tokens[at:]))


def _to_its_end(tokens: Iterable[tuple[int, str, str]]) -> Iterator[str]:
    depth = 0
    for _, kind, text in tokens:
        yield text
        if kind == "operator" and text in "()":
            depth += 1 if text == "(" else -1
            if not depth:
                return


def _sentences_of_call(call: nodes.Call, name: str, line: int) -> Iterator[Sentence]:
    context = next((_text(one.value) for one in call.kwargs if one.key == "context"), "")
    if name == "count" and len(call.args) > 1:
        one, many = _text(call.args[0]), _text(call.args[1])
        if one and many:
            yield Sentence(one, many, context, line)
    elif name == "say" and call.args:
        for english in _texts(call.args[0]):
            yield Sentence(english, "", context, line)


def _texts(node: nodes.Node) -> Iterator[str]:
    """The texts that an expression may be: itself, or one of two."""
    if isinstance(node, nodes.CondExpr):
        yield from _texts(node.expr1)
        if node.expr2 is not None:
            yield from _texts(node.expr2)
    elif _text(node):
        yield _text(node)


def _text(node: nodes.Node) -> str:
    return node.value if isinstance(node, nodes.Const) and isinstance(node.value, str) else ""


def template_texts_wanted(root: Path, game: Game, language: str) -> Iterator[Wanted]:
    """What the templates of a game say, without what trilith itself says in the language."""
    tongue = tongue_of(language)
    known = tongue.sentences.keys() | tongue.plurals.keys()
    named = [name for one in game.sets.values() for name in (one.template, one.back) if name]
    for shown, text in closure(template_folders(root), named):
        try:
            found = [one for one in sentences_of(text) if (one.context, one.english) not in known]
        except jinja2.TemplateError:
            continue  # drawing tells what is wrong with it
        for one in found:
            place = Place(shown, one.line, 1)
            yield Wanted(
                one.context, one.english, place, about="Words of a template.", plural=one.plural
            )

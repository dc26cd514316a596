"""Sentences that templates say in the language of a game, found in their text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

import jinja2
from jinja2 import nodes
from jinja2.parser import Parser

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
            found += _called(call, call.node.name, line)
    return tuple(found)


def _calls(source: str) -> Iterator[tuple[int, str]]:
    """The line and text of every call of ``say`` and ``count``, those in one another as well."""
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
    """The words of a call, from its name to the bracket that closes it."""
    depth = 0
    for _, kind, text in tokens:
        yield text
        if kind == "operator" and text in "()":
            depth += 1 if text == "(" else -1
            if not depth:
                return


def _called(call: nodes.Call, name: str, line: int) -> Iterator[Sentence]:
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

"""Sentences that templates say in the language of a game, found in their text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import jinja2
from jinja2 import nodes

_CALLED = re.compile(r"\b(?:say|count)\s*\(")
"""What a template has that says something; others need not be parsed."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence in English: its context, its plural where it has one, and its line from 1."""

    english: str
    plural: str = ""
    context: str = ""
    line: int = 0


def sentences_of(source: str) -> Iterator[Sentence]:
    """What a template says by ``say("...")`` and ``count("...", "...", number)``.

    Raises:
        jinja2.TemplateSyntaxError: it has such a call, and is no template.
    """
    if not _CALLED.search(source):
        return
    for call in jinja2.Environment().parse(source).find_all(nodes.Call):
        if isinstance(call.node, nodes.Name) and call.node.name in ("say", "count"):
            yield from _called(call, call.node.name)


def _called(call: nodes.Call, name: str) -> Iterator[Sentence]:
    context = next((_text(one.value) for one in call.kwargs if one.key == "context"), "")
    if name == "count" and len(call.args) > 1:
        one, many = _text(call.args[0]), _text(call.args[1])
        if one and many:
            yield Sentence(one, many, context, call.lineno)
    elif name == "say" and call.args:
        for english in _texts(call.args[0]):
            yield Sentence(english, "", context, call.lineno)


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

"""Formulas that only ask for fields of spaces, reckoned before any game begins.

Names are checked first (:func:`check_names`), so that reckoning meets no unknown one.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Collection, Mapping
from copy import deepcopy
from functools import lru_cache
from types import CodeType
from typing import Any

from validator.catalogue.formulas import FormulaError, spot
from validator.findings import did_you_mean

WORDS: Mapping[str, Any] = {"true": True, "false": False, "nothing": None}
"""What the words of every formula stand for."""
IT = "it"
"""The name of the other space in a formula over two."""
MOST_VALUES = 2_000
"""The values that `numbers` may make."""


def _numbers(first: int, last: int) -> list[int]:
    if last - first >= MOST_VALUES:
        raise OverflowError
    return [*range(first, last + 1)]


_FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "abs": abs,
    "max": max,
    "min": min,
    "numbers": _numbers,
}


def check_names(tree: ast.expr, known: Collection[str], texts: Collection[str]) -> None:
    """See that a formula uses only ``known`` names, fields of `it` and texts that there are.

    Raises:
        FormulaError: it asks for something else.
    """
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    owners = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    fields = sorted(set(known) - {IT})
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            _check_call(node)
        elif isinstance(node, ast.Attribute):
            if getattr(node.value, "id", "") != IT or IT not in known:
                raise FormulaError(spot(node), "only `it` has fields here", "write it.FIELD")
            _check_name(node.attr, node, fields, fields)
        elif isinstance(node, ast.Subscript):
            message = "a board is the same in every game: no ruling and no memory stands here"
            raise FormulaError(spot(node), message, "ask for fields of its spaces")
        elif isinstance(node, ast.Name) and id(node) not in called | owners:
            _check_name(node.id, node, {*fields, *WORDS, *texts}, fields)


def _check_call(node: ast.Call) -> None:
    name = getattr(node.func, "id", "")
    hint = did_you_mean(name, _FUNCTIONS, f"known here: {', '.join(_FUNCTIONS)}")
    if name not in _FUNCTIONS:
        raise FormulaError(spot(node), f"a board knows no function `{name}`", hint)
    if node.keywords or not node.args or (name == "numbers" and len(node.args) != 2):
        raise FormulaError(spot(node), f"`{name}` has other values", "write numbers(1, 8), abs(n)")


def _check_name(name: str, node: ast.AST, known: Collection[str], fields: Collection[str]) -> None:
    if name not in known:
        hint = did_you_mean(name, known, f"fields: {', '.join(fields) or 'none'}")
        raise FormulaError(spot(node), f"no space has the field `{name}`", hint)


_KNOWN: Mapping[str, Any] = {**WORDS, **{f"{name}()": _FUNCTIONS[name] for name in _FUNCTIONS}}


def _word(names: dict[str, Any], word: str) -> Any:
    return _KNOWN.get(word, word)


class _Reckoned(dict[str, Any]):
    """What names stand for; any other word is a text."""

    __missing__ = _word


@lru_cache(maxsize=256)
def _compile(tree: ast.expr) -> CodeType:
    """A formula for Python; what is called has other names than any field."""
    made = deepcopy(tree)
    for node in ast.walk(made):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            node.func.id = f"{node.func.id}()"
    return compile(ast.fix_missing_locations(ast.Expression(made)), "<formula>", "eval")


def reckon(tree: ast.expr, names: Mapping[str, Any]) -> Any:
    """What a formula comes to, its names having these values; `it` has fields as attributes.

    Only nodes that :mod:`validator.catalogue.formulas` lets pass come here.

    Raises:
        FormulaError: it reckons with what is no number, or divides by 0.
    """
    try:
        return eval(_compile(tree), {"__builtins__": {}}, _Reckoned(names))
    except (TypeError, ValueError):
        message = "this reckons with what is no number here"
        hint = "ask first whether it is there: `FIELD != nothing and ...`"
        raise FormulaError(spot(tree), message, hint) from None
    except OverflowError:
        message, hint = "these are too many numbers", f"at most {MOST_VALUES:,} at once"
        raise FormulaError(spot(tree), message, hint) from None
    except ZeroDivisionError:
        raise FormulaError(spot(tree), "this divides by 0", "divide by another number") from None

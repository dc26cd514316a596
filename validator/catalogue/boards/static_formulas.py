"""Formulas that only ask for fields of spaces, reckoned before any game begins.

Names are checked first (:func:`check_names`), so that reckoning meets no unknown one.
"""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Collection, Mapping
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


_OPERATORS: Mapping[type[ast.AST], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda one, many: one in many,
    ast.NotIn: lambda one, many: one not in many,
}
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


def reckon(node: ast.expr, names: Mapping[str, Any]) -> Any:
    """What a formula comes to, its names having these values; `it` is a mapping of fields.

    Raises:
        FormulaError: it reckons with what is no number, or divides by 0.
    """
    try:
        return _value(node, names)
    except (TypeError, ValueError):
        message = "this reckons with what is no number here"
        hint = "ask first whether it is there: `FIELD != nothing and ...`"
        raise FormulaError(spot(node), message, hint) from None
    except OverflowError:
        message, hint = "these are too many numbers", f"at most {MOST_VALUES:,} at once"
        raise FormulaError(spot(node), message, hint) from None
    except ZeroDivisionError:
        raise FormulaError(spot(node), "this divides by 0", "divide by another number") from None


def _value(node: ast.expr, names: Mapping[str, Any]) -> Any:
    match node:
        case ast.Constant():
            return node.value
        case ast.Name():
            return names[node.id] if node.id in names else WORDS.get(node.id, node.id)
        case ast.Attribute():
            return names[IT].get(node.attr)
        case ast.Compare():
            return _compare(node, names)
        case ast.BinOp():
            return _OPERATORS[type(node.op)](_value(node.left, names), _value(node.right, names))
        case ast.BoolOp():
            whole = all if isinstance(node.op, ast.And) else any
            return whole(_value(one, names) for one in node.values)
        case ast.UnaryOp():
            inner = _value(node.operand, names)
            return not inner if isinstance(node.op, ast.Not) else -inner
        case ast.IfExp():
            return _value(node.body if _value(node.test, names) else node.orelse, names)
        case ast.List():
            return [_value(one, names) for one in node.elts]
        case ast.Call():
            return _FUNCTIONS[node.func.id](*(_value(one, names) for one in node.args))  # type: ignore[attr-defined]
    raise TypeError(node)


def _compare(node: ast.Compare, names: Mapping[str, Any]) -> bool:
    left = _value(node.left, names)
    for sign, other in zip(node.ops, node.comparators, strict=True):
        right = _value(other, names)
        if not _OPERATORS[type(sign)](left, right):
            return False
        left = right
    return True

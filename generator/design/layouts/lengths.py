"""Lengths of a face layout: numbers, parts of the face, edges of other boxes, and their sums.

``5`` is 5 mm, ``50%`` half of the face, ``title.y2 + 2`` two millimetres below the box ``title``.
Python reads such a text, and only arithmetic is let through.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache

EDGES = ("x", "y", "w", "h", "x2", "y2", "cx", "cy")
"""What a length may ask of another box: its left, top, size, right, bottom and middle, in mm."""
NAMES = ("w", "h", "bleed")
"""What a length may ask of the face: its width, height and bleed in mm."""
_PERCENT = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?|\.\d+)\s*%")
_FUNCTIONS: Mapping[str, Callable[..., float]] = {"min": min, "max": max}
_BETWEEN: Mapping[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
}


class LengthError(ValueError):
    """A text is no length, or has no finite value; the message says why."""


@dataclass(frozen=True, slots=True)
class Length:
    """A length as it was read; ``asks`` are the boxes it depends on, with the edge of each."""

    text: str
    tree: ast.expr
    asks: tuple[tuple[str, str], ...] = ()

    def value(self, names: Mapping[str, float], edge: Callable[[str, str], float]) -> float:
        """Its value in mm; ``names`` has ``w``, ``h``, ``bleed`` and ``side`` (100 %) in mm.

        Raises:
            LengthError: it divides by nothing, or is too large.
        """
        try:
            found = _value(self.tree, names, edge)
        except ArithmeticError as error:
            raise LengthError(f"`{self.text}` has no value here") from error
        if not math.isfinite(found):
            raise LengthError(f"`{self.text}` is too large")
        return found


def read_length(value: str | float) -> Length:
    """Read a number or a text such as ``50% - 2``.

    Raises:
        LengthError: it is no length.
    """
    return _read(str(value))


@lru_cache(maxsize=4096)
def _read(text: str) -> Length:
    try:
        tree = ast.parse(_PERCENT.sub(r"(\1 * side / 100)", text.strip()), mode="eval").body
        return Length(text, tree, tuple(_asked(tree)))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        reason = str(error) if isinstance(error, LengthError) else "it cannot be read"
        raise LengthError(f"`{text}` is no length: {reason}") from error


def _asked(tree: ast.expr) -> list[tuple[str, str]]:
    """The boxes and edges that a tree asks for.

    Raises:
        LengthError: something in it is no part of a length.
    """
    match tree:
        case ast.Constant(value=bool()):
            raise LengthError("yes and no are no numbers")
        case ast.Constant(value=int() | float()):
            return []
        case ast.Name(id=name) if name in (*NAMES, "side"):
            return []
        case ast.Name(id=name):
            raise LengthError(f"there is no `{name}`; a box is asked by its edge: `{name}.y2`")
        case ast.Attribute(value=ast.Name(id=box), attr=edge) if edge in EDGES:
            return [(box, edge)]
        case ast.Attribute(attr=edge):
            raise LengthError(f"a box has no `{edge}`, only {', '.join(EDGES)}")
        case ast.UnaryOp(op=ast.USub() | ast.UAdd(), operand=inner):
            return _asked(inner)
        case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _BETWEEN:
            return _asked(left) + _asked(right)
        case ast.Call(func=ast.Name(id=name), args=words, keywords=[]) if _FUNCTIONS.get(name):
            if len(words) < 2:
                raise LengthError(f"`{name}` takes two lengths or more")
            return [asked for word in words for asked in _asked(word)]
    raise LengthError("it has numbers, %, + - * /, min( ), max( ) and edges of boxes")


def _value(tree: ast.AST, names: Mapping[str, float], edge: Callable[[str, str], float]) -> float:
    match tree:
        case ast.Constant(value=int() | float() as number):
            return float(number)
        case ast.Name(id=name):
            return names[name]
        case ast.Attribute(value=ast.Name(id=box), attr=asked):
            return edge(box, asked)
        case ast.UnaryOp(op=sign, operand=inner):
            found = _value(inner, names, edge)
            return -found if isinstance(sign, ast.USub) else found
        case ast.BinOp(left=left, op=between, right=right):
            both = _value(left, names, edge), _value(right, names, edge)
            return _BETWEEN[type(between)](*both)
        case ast.Call(func=ast.Name(id=name), args=words):
            return _FUNCTIONS[name](*(_value(word, names, edge) for word in words))
    raise LengthError(f"{ast.dump(tree)} is no part of a length")

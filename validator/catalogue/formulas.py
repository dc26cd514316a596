"""Formulas: values and tests as people write them in a sheet, read by Python's own parser.

``(card.number + 28) % 30`` and ``{suit: hearts, rank: [2, 3]}`` both become one tree of Python's
syntax nodes. It is never run as it is written: only the nodes and functions listed here may stand
in it, and whoever reads it says what each name means.
"""

from __future__ import annotations

import ast
import keyword
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from validator.findings import Place, did_you_mean

LONGEST = 300
"""Characters that a formula may have."""
MOST_NODES = 60
"""Nodes of syntax that a formula may have, names and operators counted."""
LARGEST = 10**12
"""The largest number that may be written in a formula."""

FUNCTIONS: Mapping[str, tuple[str, str]] = {
    "abs": ("a number without its sign", "abs(seat.points - next.points)"),
    "ahead": ("the space one further that way", "ahead(man.space, north)"),
    "all": ("whether all pass", "all(line, piece.owner == seat)"),
    "any": ("whether one passes, or is there", "any(seat.hand, suit == table.led)"),
    "best": (
        "what has the highest value",
        "best(seats, bid.top.rank, where=out == false, ties=first)",
    ),
    "beyond": ("the space straight behind another", "beyond(man.space, foe.space)"),
    "connected": (
        "whether a way leads there; in a network `through` asks the ways",
        "connected(start, goal, through=piece.owner == seat)",
    ),
    "count": ("how many pass, or are there", "count(seat.hand, suit == hearts)"),
    "distance": ("how many steps it is", "distance(start, goal, through=empty)"),
    "distinct": ("how many different values", "distinct(seat.hand, suit, where=rank > 4)"),
    "find": ("the first that passes", "find(ring, number == card.number, default=space)"),
    "find_last": ("the last that passes", "find_last(track, not empty)"),
    "lot": ("one that passes, drawn by lot", "lot(seats)"),
    "makes": ("whether some of them add up to a number", "makes(seat.hand, value, 15)"),
    "max": ("the highest value, or number", "max(others, points)"),
    "min": ("the lowest value, or number", "min(seat.coins.count, 3)"),
    "numbers": ("the numbers from one to another", "numbers(1, seat.hand.count)"),
    "on": ("so many spaces, or turns, later", "on(pawn.space, table.die)"),
    "past": ("the space behind those that pass", "past(man.space, east, piece.owner == seat)"),
    "path": ("the spaces of so many steps", "path(pawn.space, table.die)"),
    "run": ("whether numbers have no gap", "run(cards, rank, wild=suit == joker)"),
    "said": ("how much effects of a kind say", "said(card, discount, of=stone)"),
    "same": ("whether all have the same value", "same(cards, rank, wild=suit == joker)"),
    "scale": ("the number at a place, from 0", "scale([0, 1, 3, 6], seat.shells.count)"),
    "scored": ("the points that a card scores now", "scored(card, winter)"),
    "shares": ("whether lists have one in common", "shares(card.kinds, [red, blue])"),
    "slide": ("the spaces that pass, many ways", "slide(man.space, [north, south], empty)"),
    "sum": ("the values added up", "sum(seat.taken, points, where=suit == hearts)"),
    "values": ("the different values of a field", "values(seat.hand, rank)"),
    "walk": ("the spaces that way while they pass", "walk(man.space, east, empty)"),
    "worst": ("what has the lowest value", "worst(seats, points)"),
}
"""The functions that a formula may call, beside the ``names`` of its own game: what each is worth,
and an example."""

_SHAPES = (ast.Expression, ast.BoolOp, ast.UnaryOp, ast.BinOp, ast.Compare, ast.IfExp, ast.Call)
_PARTS = (ast.keyword, ast.Attribute, ast.Subscript, ast.List, ast.Name, ast.Load, ast.Constant)
_SIGNS = (
    *(ast.And, ast.Or, ast.Not, ast.USub, ast.Add, ast.Sub, ast.Mult, ast.FloorDiv, ast.Mod),
    *(ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.In, ast.NotIn),
)
_ALLOWED = (*_SHAPES, *_PARTS, *_SIGNS)
_WORDS = {"and", "or", "not", "in", "if", "else", "True", "False", "None"}
_INSTEAD = {
    ast.Div: "`/` is no division here: write `//`, which leaves the rest out",
    ast.Pow: "there is no `**` here: write `a * a`",
    ast.Is: "write `==` instead of `is`",
    ast.IsNot: "write `!=` instead of `is not`",
    ast.Tuple: "a list stands in brackets: [1, 2]",
    ast.Slice: "there are no slices here",
    ast.Dict: "a mapping stands in YAML, not inside a formula",
}
"""What to write instead of a node that is not allowed."""
_SPELLED = {"True": "true", "False": "false", "None": "nothing"}
_OTHER_SIGNS = {
    "&&": "and",
    "||": "or",
    "<>": "!=",
    "=>": ">=",
    "=<": "<=",
    "===": "==",
    "!": "not",
    "?": "A if TEST else B",
}
"""Signs of other languages and what stands for them here."""


class FormulaError(ValueError):
    """A text that is no formula; ``place`` is where, ``hint`` how to mend it.

    ``code`` is that of what is wrong with the board that it makes unusable.
    """

    def __init__(self, place: Place, message: str, hint: str, code: str = "board-formula") -> None:
        super().__init__(message)
        self.code = code
        self.place = place
        self.message = message
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Formula:
    """A value or a test as it is written, and its syntax; each node knows its :func:`spot`."""

    place: Place
    text: str
    tree: ast.expr = field(compare=False, repr=False)


def spot(node: ast.AST) -> Place:
    """Where a node of a formula stands in its file."""
    place: Place = getattr(node, "spot")  # noqa: B009 - set by `_parse`
    return place


def read_value(raw: object, place: Place) -> Formula:
    """A number, a truth or a text as a formula; ``place`` is that of its first character.

    Raises:
        FormulaError: it is too long, no syntax, or says what no formula may say.
    """
    if isinstance(raw, bool | int):
        return _build(ast.Constant(raw), place)
    if not isinstance(raw, str):
        raise FormulaError(place, "here belongs a number or a formula", "write a text or a number")
    text = " ".join(raw.split())
    if len(text) > LONGEST:
        message = f"a formula of {len(text)} characters is too long"
        raise FormulaError(place, message, f"give its parts names under `names`: at most {LONGEST}")
    return Formula(place, text, _parse(text, place))


def read_test(raw: object, place: Place, places: Mapping[str, Place]) -> Formula:
    """A test: a formula, or a mapping whose pairs must all hold; a list there is "one of".

    ``places`` has where the value of each key of the mapping begins.

    Raises:
        FormulaError: see :func:`read_value`.
    """
    if not isinstance(raw, Mapping):
        return read_value(raw, place)
    pairs = [_pair(key, value, places.get(key, place)) for key, value in raw.items()]
    if not pairs:
        raise FormulaError(place, "an empty mapping tests nothing", "write {FIELD: VALUE}")
    tree = pairs[0] if len(pairs) == 1 else ast.BoolOp(ast.And(), list(pairs))
    return _build(tree, place)


def _pair(key: str, value: object, place: Place) -> ast.expr:
    left = read_value(key, place).tree
    if not isinstance(value, list):
        return _build(ast.Compare(left, [ast.Eq()], [read_value(value, place).tree]), place).tree
    listed = _build(
        ast.List([read_value(one, place).tree for one in value], ast.Load()), place
    ).tree
    return _build(ast.Compare(left, [ast.In()], [listed]), place).tree


def _build(tree: ast.expr, place: Place) -> Formula:
    """A formula out of nodes that are made, which stand where it begins."""
    for node in ast.walk(tree):
        if not hasattr(node, "spot"):
            setattr(node, "spot", place)  # noqa: B010
    return Formula(place, ast.unparse(ast.fix_missing_locations(tree)), tree)


def _parse(text: str, place: Place) -> ast.expr:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as fault:
        raise _explain(text, place, fault) from None
    nodes = list(ast.walk(tree))
    for node in nodes:
        column = len(text.encode()[: getattr(node, "col_offset", 0)].decode(errors="ignore"))
        setattr(node, "spot", _right(place, column))  # noqa: B010
    named = [id(node.slice) for node in nodes if isinstance(node, ast.Subscript)]
    for node in nodes:
        if not (isinstance(node, ast.Tuple) and id(node) in named):
            _refuse(node)
    _refuse_many(sum(not isinstance(node, ast.Load) for node in nodes), place)
    return tree


def _refuse_many(parts: int, place: Place) -> None:
    """Raise FormulaError for too many parts."""
    if parts > MOST_NODES:
        message = f"a formula of {parts} parts is too long"
        raise FormulaError(place, message, f"give parts names under `names`: at most {MOST_NODES}")


def _right(place: Place, by: int) -> Place:
    return Place(place.file, place.line, place.column + by, place.sheet)


def _explain(text: str, place: Place, fault: BaseException) -> FormulaError:
    """What is wrong with a text that is no syntax."""
    for word in re.finditer(r"[A-Za-z_]+", text):
        if keyword.iskeyword(word.group()) and word.group() not in _WORDS:
            message = f"`{word.group()}` cannot stand in a formula"
            return FormulaError(_right(place, word.start()), message, "give it another name")
    sign = _explain_sign(text, place)
    if sign is not None:
        return sign
    at = max((getattr(fault, "offset", None) or 1) - 1, 0)
    if text.count("(") != text.count(")") or text.count("[") != text.count("]"):
        hint = "count the brackets: each that opens must close"
        return FormulaError(_right(place, at), "a bracket is missing or too many", hint)
    hint = "see `trilith help formula` for what a formula may say"
    return FormulaError(_right(place, at), f"this is no formula: {text[at:] or text!r}", hint)


def _explain_sign(text: str, place: Place) -> FormulaError | None:
    """What is wrong with a sign of another language; None where there is none."""
    for sign, instead in _OTHER_SIGNS.items():
        at = text.find(sign)
        if at >= 0 and not (sign == "!" and text[at + 1 : at + 2] == "="):
            message = f"`{sign}` means nothing in a formula"
            return FormulaError(_right(place, at), message, f"write `{instead}`")
    single = re.search(r"(?<![=<>!])=(?!=)", text)
    if single and "(" not in text[: single.start()]:
        message = "`=` compares nothing"
        return FormulaError(_right(place, single.start()), message, "write `==`")
    return None


def _refuse(node: ast.AST) -> None:
    """Raise FormulaError for a node that no formula may have."""
    if not isinstance(node, _ALLOWED):
        hint = _INSTEAD.get(type(node), "see `trilith help formula` for what a formula may say")
        parent = f"`{type(node).__name__}` is not known in a formula"
        raise FormulaError(spot(node), parent, hint)
    if isinstance(node, ast.Constant):
        _refuse_constant(node)
    if isinstance(node, ast.Call) and not isinstance(node.func, ast.Name):
        raise FormulaError(spot(node), "only a function or a name is called", "write count(ZONE)")
    if isinstance(node, ast.keyword) and node.arg is None:
        raise FormulaError(spot(node), "there is no `**` here", "write NAME=VALUE")


def _refuse_constant(node: ast.Constant) -> None:
    value = node.value
    if value is None or isinstance(value, bool):
        written = _SPELLED[str(value)]
        raise FormulaError(spot(node), f"`{value}` is not known here", f"write `{written}`")
    if not isinstance(value, int | str):
        raise FormulaError(spot(node), f"{value!r} is no whole number or text", "write 12 or 'red'")
    if isinstance(value, int) and value > LARGEST:
        raise FormulaError(spot(node), "the number is too large", f"at most {LARGEST}")


def names_in(tree: ast.AST) -> Iterator[str]:
    """The names that a formula uses, functions and fields not counted, each as often as used."""
    called = {id(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and id(node) not in called:
            yield node.id


def rulings_in(tree: ast.AST) -> Iterator[tuple[str, str | None]]:
    """The rulings a formula asks for, with the options that it compares each with, or None."""
    compared: dict[int, list[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare):
            for one in ast.walk(node.left):
                if isinstance(one, ast.Subscript):
                    options = [
                        str(getattr(word, "id", getattr(word, "value", "")))
                        for other in node.comparators
                        for word in ast.walk(other)
                        if isinstance(word, ast.Name | ast.Constant)
                    ]
                    compared[id(one)] = options
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and getattr(node.value, "id", "") == "ruling":
            identity = str(getattr(node.slice, "value", ""))
            options = compared.get(id(node), [])
            yield from ((identity, option) for option in options or (None,))


def unknown_function(name: str, own: Mapping[str, Any]) -> str:
    """The hint for a function that is not known."""
    return did_you_mean(name, [*FUNCTIONS, *own], f"functions: {', '.join(FUNCTIONS)}")

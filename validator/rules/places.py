"""Lines at which something is done, each with what does it, and the rules that texts mention."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from validator.catalogue.source import Trail, parse_source, value_at, walk

# ``HEN-INS-10`` names a rule by itself, and so do ``HEN-INS-10, -11`` and ``HEN-INS-10/11`` name
# two. ``HEN-INS-10..12``, ``HEN-INS-10 to HEN-INS-12`` and ``HEN-INS-10 to -12`` name all that lie
# between, in passing.


_RANGES = ("..", " to ")
_DIGITS = 4
"""Digits of the largest number of a rule, so that a range has an end."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A rule named on a line (from 1); ``alone``: by itself, not as one of a range."""

    rule: str
    line: int
    alone: bool = True


def mentions(prefix: str, text: str) -> Iterator[Mention]:
    """Yield every id of ``prefix`` in ``text``, line by line."""
    pattern = re.compile(rf"(?<![A-Z-]){prefix}-([A-Z0-9]+)-(\d{{1,{_DIGITS}}})(?!\d)")
    for number, line in enumerate(text.splitlines(), 1):
        if f"{prefix}-" in line:
            for match in pattern.finditer(line):
                yield from _expand(prefix, match, number)


def _expand(prefix: str, match: re.Match[str], line: int) -> Iterator[Mention]:
    """The ids that one match stands for, with its tail such as ``..12``."""
    text, group, last = match.string, match[1], int(match[2])
    numbers, at = [last], match.end()
    more = re.compile(rf"(?:\.\.|/|, -| to (?:{prefix}-{group})?-)(\d{{1,{_DIGITS}}})(?!\d)")
    ranges = text[: match.start()].endswith(_RANGES) or text.startswith(f" to {prefix}-", at)
    while tail := more.match(text, at):
        spans = tail[0].startswith(_RANGES)
        ranges = ranges or spans
        numbers.extend(range(last + 1, int(tail[1]) + 1) if spans else [int(tail[1])])
        last, at = int(tail[1]), tail.end()
    for number in numbers:
        yield Mention(f"{prefix}-{group}-{number:02d}", line, not ranges)


# A rule that is named elsewhere is only mentioned: in the docstring of a module, in a comment that
# stands for itself, in a template, in the questions of `rulings`, beside code that only tells.


TELLING = ("say", "show", "census", "__repr__")
"""Functions of an engine that tell of a game and do not play it."""
ASKED = ("rulings",)
"""The part of game.yaml that names the rules it asks about, and carries none out."""


def code_places(text: str) -> dict[int, str]:
    """Lines of Python that say what a function, class or constant is for, each with its name.

    They are lines of docstrings and comments: in a function or class that does something, right
    above it, or right above, beside or below the assignment of a constant. There are none in
    what is not Python.
    """
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return {}
    owners = dict(_lines_with_owner(tree.body, "", text.splitlines()))
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    said = {token.start[0] for token in tokens if token.type == tokenize.COMMENT}
    for node in ast.walk(tree):
        if isinstance(node, ast.stmt) and _is_text(node):
            said.update(_lines(node))
    return {line: owners[line] for line in sorted(said) if owners.get(line)}


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _lines(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _lines_with_owner(
    body: Sequence[ast.stmt], outer: str, lines: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """Lines with the name they belong to, what is inside after what is around; "" for none."""
    below = [*body[1:], None]
    for node, after in zip(body, below, strict=True):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{outer}.{node.name}" if outer else node.name
            first = min(one.lineno for one in (node, *node.decorator_list))
            does = name if _does_something(node) else ""
            yield from _lines_of(does, _comment_above(first, lines), range(first, node.lineno))
            yield from _lines_of(does, _lines(node))
            yield from _lines_with_owner(node.body, name, lines)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and not outer:
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            docstring = _lines(after) if after is not None and _is_text(after) else range(0)
            above = _comment_above(node.lineno, lines)
            yield from _lines_of(ast.unparse(target), above, _lines(node), docstring)


def _lines_of(name: str, *spans: range) -> Iterator[tuple[int, str]]:
    for span in spans:
        for line in span:
            yield line, name


def _comment_above(line: int, lines: Sequence[str]) -> range:
    """The lines of the comment that ends right above ``line``."""
    first = line
    while first > 1 and lines[first - 2].lstrip().startswith("#"):
        first -= 1
    return range(first, line)


def _does_something(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Tell whether there is more in it than words."""
    return node.name not in TELLING and not all(
        _is_text(one) or isinstance(one, ast.Pass | ast.Raise) or ast.unparse(one) == "..."
        for one in node.body
    )


def data_places(text: str, prefix: str) -> dict[tuple[str, int], str]:
    """What data carries out: each id of ``prefix`` and its line, with what stands there.

    Records, set-up steps, tables and the like list their rules under `rules`. So do claims that
    hold data to a rule, being errors where they fail or confirming an example; others only
    report. A set may name a rule in the description of a field that it declares. In a file that
    cannot be read there is nothing.
    """
    source = parse_source(text, "")[0]
    if source is None or not isinstance(source.data, Mapping):
        return {}
    lines = text.splitlines()
    return {
        (mention.rule, _line_of(mention.rule, source.place(trail).line, lines)): str(trail[0])
        for trail, said in walk(source.data)
        if isinstance(said, str) and _carries_out(source.data, trail)
        for mention in mentions(prefix, said)
        if mention.alone
    }


def _line_of(rule: str, first: int, lines: Sequence[str]) -> int:
    """The line of a text that names a rule; ``first`` is the one in which the text begins."""
    return next((at for at in range(first, len(lines) + 1) if rule in lines[at - 1]), first)


def _carries_out(data: Mapping[str, Any], trail: Trail) -> bool:
    """Tell whether a rule that is named at ``trail`` is carried out there."""
    if trail[:1] == ASKED:
        return False
    if trail[0] == "claims" and len(trail) > 1:
        claim = value_at(trail[:2], data)
        if claim.get("severity") != "error" and not claim.get("data", {}).get("confirm"):
            return False
    return trail[-1] == "description" if trail[0] == "fields" else "rules" in trail[-2:]

"""Values on one line of YAML, as a cell or a line of a file has them."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from validator.catalogue.source import parse_source


class FlowError(Exception):
    """A text that is no value of YAML; the message says why."""


def read_flow(text: str) -> Any:
    """The value that ``text`` is in YAML, read as strictly as the files of a project.

    Raises:
        FlowError: it is none.
    """
    source, findings = parse_source(f"v: {text}", "")
    if findings or source is None or set(source.data) != {"v"}:
        raise FlowError(findings[0].message if findings else "it is no value")
    return source.data["v"]


def flow(value: Any) -> str:
    """A value on one line; :func:`read_flow` gives it back.

    Raises:
        FlowError: it has something that YAML files here cannot have, such as an infinite number.
    """
    match value:
        case Mapping():
            inner = ", ".join(f"{_scalar(str(key))}: {flow(one)}" for key, one in value.items())
            return f"{{{inner}}}"
        case list() | tuple():
            return f"[{', '.join(map(flow, value))}]"
        case _:
            return _scalar(value)


def _scalar(value: Any) -> str:
    match value:
        case None:
            return "null"
        case bool():
            return str(value).lower()
        case int():
            return str(value)
        case float() if math.isfinite(value):
            return _decimal(value)
        case str():
            return in_quotes(value) if _needs_quotes(value) else value
    raise FlowError(f"{value!r} is no value of a file")


def _decimal(value: float) -> str:
    shown = repr(value)
    return shown if "." in shown else shown.replace("e", ".0e")


def quoted(text: str) -> str:
    """A text in double quotes, on one line, with escapes only where they are needed."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\x7f").replace("\x85", "\\N")


def in_quotes(text: str) -> str:
    """A text in those quotes that need no escapes, if it can."""
    single = f"'{text}'"
    if ('"' in text or "\\" in text) and "'" not in text and text.isprintable():
        return single
    return quoted(text)


def _needs_quotes(text: str) -> bool:
    if not text or text != text.strip() or any(one in text for one in ',[]{}"\n\t\\'):
        return True
    try:
        return bool(read_flow(f"[{text}]") != [text] or read_flow(f"{{k: {text}}}") != {"k": text})
    except FlowError:
        return True


def same(one: Any, other: Any) -> bool:
    """Tell whether two values are equal and of the same types: ``1`` is neither true nor 1.0."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)

"""The Jinja2 environment of templates: no Python behind it.

Jinja's own sandbox forbids access to Python's internals; it does not stop ``'a' * 10**9``
or nested loops. Operators, ranges and string methods are bounded here, so that the line is told
at which a template asks for too much. That none runs for ever does not rest on that: workers end
what gets past (:mod:`generator.design.filling`).
"""

from __future__ import annotations

import math
import sys
import traceback
import zlib
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from pathlib import Path
from types import BuiltinFunctionType, FunctionType, MappingProxyType
from typing import Any

import jinja2
from jinja2 import nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.environment import TemplateModule
from jinja2.exceptions import SecurityError
from jinja2.runtime import Context, Macro
from jinja2.sandbox import SandboxedEnvironment
from markupsafe import Markup, escape

from generator.design.face_layouts import OF_BOX, FaceLayout, PlacedBox
from generator.design.lookup import MAX_BYTES, SUFFIX, UTF_8, find_file
from generator.svg.lint import SIGNS
from validator.cache import Cache
from validator.findings import Place
from validator.plainfile import read_plain

MAX_OUTPUT = 4_000_000
"""Largest drawing a template may yield, in characters; a busy board has about 400,000."""
MAX_VALUE = 100_000
"""Longest text or list, and most steps, that one expression may make."""
MAX_STEPS = 500_000
"""Most steps of all ranges of one face together."""

_STRING_METHODS = frozenset(
    (
        *("capitalize", "count", "endswith", "find", "index", "isalnum", "isalpha", "isdigit"),
        *("islower", "isspace", "isupper", "lower", "lstrip", "partition", "rpartition"),
        *("rsplit", "rstrip", "split", "startswith", "strip", "title", "upper"),
    )
)
_FILTERS_OUT = (
    *("attr", "batch", "center", "filesizeformat", "forceescape", "format", "indent"),
    *("pprint", "random", "slice", "tojson", "urlize", "wordwrap", "xmlattr"),
)
_NUMBERS = frozenset([float, int])
"""Kinds of operands that give a number."""
_PLAIN = frozenset([FunctionType, BuiltinFunctionType, type])
"""Kinds of functions that ask for nothing but what they are given."""
_FUNCTIONS: Mapping[str, Any] = {
    **{name: getattr(math, name) for name in ("sin", "cos", "tan", "atan2", "hypot", "sqrt")},
    **{name: getattr(math, name) for name in ("radians", "degrees", "floor", "ceil", "pi")},
    **{"min": min, "max": max, "abs": abs, "round": round, "int": int, "float": float},
    **{"namespace": jinja2.utils.Namespace, "dict": dict},
    "seed": lambda text: zlib.crc32(str(text).encode()),
}
"""What templates may call besides the drawing functions; angles are in radians.

``seed`` makes a whole number of a text, always the same one: what is chosen by it stays."""


class LimitError(Exception):
    """A template asks for more than it may have."""


class TemplateCache(jinja2.BytecodeCache):
    """Templates as Jinja compiled them, in the user's cache folder: no project can bring one."""

    kind = "templates"

    def __init__(self, cache: Cache) -> None:
        self.cache = cache

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what the same text was compiled to by this Python and this Jinja, if it was."""
        content = self.cache.get(self.kind, bucket.key)
        if content is not None:
            bucket.bytecode_from_string(content)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what a template was compiled to."""
        self.cache.put(self.kind, bucket.key, bucket.bytecode_to_string())


class _Code(CodeGenerator):
    """Code that puts out values by :func:`escape_shortly`."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.escaped(")


def escape_shortly(value: object) -> str:
    """A value as it stands in a drawing, its signs escaped."""
    kind = type(value)
    if kind is Markup or (kind is str and not SIGNS.search(value)):  # type: ignore[call-overload]
        return value  # type: ignore[return-value]
    return str(value) if kind is float or kind is int else escape(value)


class Environment(SandboxedEnvironment):
    """A sandboxed environment with finite results and fields before methods.

    What is constant is worked out as it is filled in: to look for it was a fifth of compiling.
    Fields of boxes, macros, ``trusted`` functions and numbers go a short way: without it faces take
    a third longer to fill in, and a deck of 1,000 cards a fifth longer to print.
    """

    code_generator_class = _Code
    escaped = staticmethod(escape_shortly)
    intercepted_binops = frozenset(["*", "**", "%", "//", "+"])

    def __init__(
        self, loader: jinja2.BaseLoader, compiled: jinja2.BytecodeCache | None = None
    ) -> None:
        super().__init__(
            loader=loader,
            undefined=jinja2.StrictUndefined,
            autoescape=True,
            optimized=False,
            trim_blocks=True,
            lstrip_blocks=True,
            extensions=["jinja2.ext.do"],
            auto_reload=False,
            cache_size=1000,
            bytecode_cache=compiled,
        )
        for name in _FILTERS_OUT:
            self.filters.pop(name, None)
        self.filters["replace"] = _replace
        self.globals.clear()
        self.globals.update(_FUNCTIONS, zip=_zip)
        self.globals["range"] = self._range
        self.trusted = frozenset(filter(callable, _FUNCTIONS.values()))
        self.steps = 0

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """What a template may use from the start: a plain mapping, as each face copies it."""
        return {**self.globals, **(d or {})}

    def _range(self, *args: int) -> range:
        steps = range(*args)
        self.steps += len(steps)
        if len(steps) > MAX_VALUE or self.steps > MAX_STEPS:
            raise LimitError(f"the ranges of this face take more than {MAX_STEPS} steps")
        return steps

    def getattr(self, obj: Any, attribute: str) -> Any:
        """A field of a record wins over a method of the mapping that holds it."""
        kind = type(obj)
        if kind is FaceLayout or (kind in (dict, MappingProxyType) and attribute in obj):
            return obj[attribute]
        if kind is PlacedBox and attribute in OF_BOX:
            return getattr(obj, attribute)
        if kind is TemplateModule and isinstance(macro := vars(obj).get(attribute), Macro):
            return macro
        if isinstance(obj, Mapping) and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)

    def call(self, context: Context, called: Any, /, *words: Any, **named: Any) -> Any:
        """Call macros, and what all templates may use, without looking whether that is safe."""
        kind = type(called)
        if kind is Macro:
            words = (context.eval_ctx, *words)
        elif kind not in _PLAIN or called not in self.trusted:
            return super().call(context, called, *words, **named)
        named.pop("_loop_vars", None)
        named.pop("_block_vars", None)
        return called(*words, **named)

    def is_safe_attribute(self, obj: Any, attr: str, value: Any) -> bool:
        """Allow only those string methods that cannot make huge texts."""
        if isinstance(obj, str) and attr not in _STRING_METHODS:
            return False
        return super().is_safe_attribute(obj, attr, value)

    def call_binop(self, context: Context, operator: str, left: Any, right: Any) -> Any:
        """Compute ``left operator right`` unless the result would be huge."""
        if type(left) in _NUMBERS and type(right) in _NUMBERS and operator != "**":
            result = self.binop_table[operator](left, right)
            if type(result) is int:
                _check_length(result.bit_length())  # it is twice as long as they are at most
            return result
        if operator == "%" and isinstance(left, str | bytes):
            raise LimitError("text % values is not available; write {{ value }} in the text")
        if operator == "*":
            for text, times in ((left, right), (right, left)):
                if isinstance(text, Sequence) and isinstance(times, int):
                    _check_length(len(text) * max(0, times))
        if operator == "**" and (abs(left) > MAX_VALUE or abs(right) > 64):
            raise LimitError(f"{left} ** {right} is out of bounds")
        if operator == "+" and isinstance(left, Sequence) and isinstance(right, Sequence):
            _check_length(len(left) + len(right))
        return super().call_binop(context, operator, left, right)


def finite(parts: Iterator[str]) -> str:
    """Join the parts a template yields.

    Raises:
        LimitError: together they are longer than :data:`MAX_OUTPUT`.
    """
    kept: list[str] = []
    total = 0
    for part in parts:
        total += len(part)
        if total > MAX_OUTPUT:
            raise LimitError(f"the drawing is longer than {MAX_OUTPUT} characters")
        kept.append(part)
    return "".join(kept)


def line_of_caller() -> tuple[str, int] | None:
    """File and line of the innermost template that is being rendered right now."""
    frame = sys._getframe(1)
    while frame is not None:
        template = frame.f_globals.get("__jinja_template__")
        if template is not None and template.filename:
            return template.filename, template.get_corresponding_lineno(frame.f_lineno)
        frame = frame.f_back  # type: ignore[assignment]
    return None


def line_of_error(error: BaseException) -> tuple[str, int] | None:
    """File and line of the innermost template that ``error`` passed through."""
    if isinstance(error, jinja2.TemplateSyntaxError) and error.filename:
        return error.filename, error.lineno
    found = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        if frame.f_code.co_filename.endswith(SUFFIX):
            found = frame.f_code.co_filename, line
    return found


def place_in(folders: Mapping[str, Path], spot: tuple[str, int] | None) -> Place | None:
    """The place of a file and line of a template, by the name that its folder is shown with."""
    file, line = spot or ("", 0)
    for shown, folder in folders.items():
        if Path(file).is_relative_to(folder):
            return Place(f"{shown}/{Path(file).relative_to(folder).as_posix()}", max(1, line))
    return None


def line_in(file: str, line: int) -> str:
    """A line (from 1) of a template file; empty where it cannot be read."""
    try:
        lines = read_plain(Path(file)).decode("utf-8", "replace").splitlines()
    except OSError:
        return ""
    return lines[line - 1] if 0 < line <= len(lines) else ""


def template_errors() -> tuple[type[Exception], ...]:
    """What a faulty template may raise while it is rendered."""
    return (
        jinja2.TemplateError,
        SecurityError,
        LimitError,
        TypeError,
        ValueError,
        ArithmeticError,
        LookupError,
        AttributeError,
        RecursionError,
        SyntaxError,
    )


def _check_length(length: int) -> None:
    if length > MAX_VALUE:
        raise LimitError(f"an expression makes {length} items; {MAX_VALUE} are allowed")


def _replace(text: str, old: str, new: str) -> str:
    if text.count(old) * len(new) + len(text) > MAX_VALUE:
        raise LimitError("replace() makes too long a text")
    return text.replace(old, new)


def _zip(*lists: Sequence[Any]) -> list[tuple[Any, ...]]:
    return list(zip(*lists, strict=False))


def load_template(
    folders: Mapping[str, Path], name: str
) -> tuple[str, str, Callable[[], bool]] | None:
    """Text, file name and freshness of a template, as Jinja2 wants them; never from outside."""
    found = find_file(folders, name)
    if found is None:
        return None
    try:
        text = read_plain(found[0], MAX_BYTES).decode(UTF_8)
    except (OSError, UnicodeDecodeError) as error:
        message = f"cannot be read as UTF-8 text: {error}"
        raise jinja2.TemplateSyntaxError(message, 1, name, str(found[0])) from error
    return text, str(found[0]), lambda: True

"""The Python that templates are compiled to: that of Jinja, with less ado where it puts out."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape


class Code(CodeGenerator):
    """Code that puts out values by the ``shown`` of the environment, numbers as they are."""

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: Any) -> None:
        if frame.eval_ctx.volatile or not frame.eval_ctx.autoescape or finalize.src is not None:
            super()._output_child_pre(node, frame, finalize)
        else:
            self.write("environment.shown(")


def shown(value: object) -> str:
    """A value as it stands in a drawing, its signs escaped."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[return-value]
    if kind is float or kind is int:
        return str(value)
    return _escaped(str(value)) if kind is str else escape(value)


@lru_cache(maxsize=1024)
def _escaped(text: str) -> Markup:
    return escape(text)

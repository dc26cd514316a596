"""The Python that templates are compiled to: that of Jinja, with less ado where it puts out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from jinja2 import nodes
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup, escape

_FEW = (nodes.Extends, nodes.Block, nodes.ImportedName)
"""What Jinja looks for in a whole template, one after the other, and hardly any has."""


class Code(CodeGenerator):
    """Code that puts out values by the ``shown`` of the environment, numbers as they are.

    A whole template is walked through once for what hardly any has.
    """

    def visit_Template(  # noqa: N802  (so Jinja calls it)
        self, node: nodes.Template, frame: Frame | None = None
    ) -> None:
        """Write the code of a template."""
        there = [*node.find_all(_FEW)]

        def find_all(kind: Any) -> Iterator[nodes.Node]:
            if kind not in _FEW:
                return nodes.Node.find_all(node, kind)
            return (one for one in there if isinstance(one, kind))

        node.find_all = find_all  # type: ignore[method-assign, assignment]
        super().visit_Template(node, frame)

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

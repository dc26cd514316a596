"""Solid black letters that overprint: printed over the ground, which is not spared out for them.

So a plate that is a tenth of a millimetre off leaves no white rim around a letter. Only letters of
the page itself overprint; in a group that blends by itself there is no ground to print over.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import pikepdf
from pikepdf import Dictionary, Name, Operator, Pdf

from generator.press.inks.transparency import alpha_of

_SHOWS = frozenset(("Tj", "TJ", "'", '"'))
_FILLS = {"f": "n", "F": "n", "f*": "n", "B": "S", "B*": "S", "b": "s", "b*": "s"}
"""Operators that fill, and what is left of them without the fill."""
_BLACK = (0.0, 0.0, 0.0, 1.0)
_ON, _OFF = Name("/OverprintOn"), Name("/OverprintOff")
_UNSEEN = 3


@dataclass(frozen=True, slots=True)
class _Graphics:
    """What decides whether a fill overprints; ``fill`` is None where it is no CMYK colour."""

    fill: tuple[float, ...] | None = None
    alpha: float = 1.0
    overprint: bool = False
    nonzero: bool = False
    mode: int = 0

    @property
    def solid_black(self) -> bool:
        """Whether letters are filled with all of the black ink and none of the others."""
        return self.fill == _BLACK and self.alpha == 1 and self.mode == 0

    @property
    def only_black(self) -> bool:
        """Whether a fill leaves the other three inks as they are."""
        fill = self.fill
        over = self.overprint and self.nonzero
        return over and fill is not None and len(fill) == 4 and not any(fill[:3])


def overprinted(data: bytes) -> bytes:
    """The CMYK PDF with every solid black letter of its pages set to overprint."""
    with Pdf.open(io.BytesIO(data)) as pdf:
        for page in pdf.pages:
            content = list(_with_overprint(page.obj, page.resources))
            page.obj.Contents = pdf.make_stream(pikepdf.unparse_content_stream(content))
            page.obj.Resources = _with_states(page.resources)
        target = io.BytesIO()
        pdf.save(target, deterministic_id=True)
    return target.getvalue()


def black_letters(stream: Any) -> Iterator[bool]:
    """Of each text in solid black on a page or form, whether it overprints."""
    for instruction, graphics in _walk(stream, stream.get("/Resources", Dictionary())):
        if str(instruction.operator) in _SHOWS and graphics.solid_black:
            yield graphics.only_black


def without_overprint(pdf: Pdf) -> None:
    """Take out of ``pdf`` the fills that leave cyan, magenta and yellow as they are.

    What is left of these three inks is what a press prints of them.
    """
    for page in pdf.pages:
        content = list(_coloured(page.obj, page.resources))
        page.obj.Contents = pdf.make_stream(pikepdf.unparse_content_stream(content))
    for thing in list(pdf.objects):
        if isinstance(thing, pikepdf.Stream) and thing.get("/Subtype") == "/Form":
            resources = thing.get("/Resources", Dictionary())
            thing.write(pikepdf.unparse_content_stream(list(_coloured(thing, resources))))


def _with_overprint(stream: Any, resources: Any) -> Iterator[Any]:
    for instruction, graphics in _walk(stream, resources):
        if str(instruction.operator) in _SHOWS and graphics.solid_black:
            yield ([_ON], Operator("gs"))
            yield instruction
            yield ([_OFF], Operator("gs"))
        else:
            yield instruction


def _coloured(stream: Any, resources: Any) -> Iterator[Any]:
    for instruction, graphics in _walk(stream, resources):
        operator = str(instruction.operator)
        if not graphics.only_black:
            yield instruction
        elif operator in _SHOWS:
            yield ([_UNSEEN], Operator("Tr"))
            yield instruction
            yield ([graphics.mode], Operator("Tr"))
        elif operator in _FILLS:
            yield ([], Operator(_FILLS[operator]))
        else:
            yield instruction


def _with_states(resources: Any) -> Any:
    """The resources with the two states that switch overprint; those shared stay as they are."""
    own = Dictionary(resources)
    states = Dictionary(resources.get("/ExtGState", Dictionary()))
    states[_ON] = Dictionary(Type=Name.ExtGState, OP=True, op=True, OPM=1)
    states[_OFF] = Dictionary(Type=Name.ExtGState, OP=False, op=False, OPM=0)
    own["/ExtGState"] = states
    return own


def _walk(stream: Any, resources: Any) -> Iterator[tuple[Any, _Graphics]]:
    """Every instruction, with the state in which it is carried out."""
    states = resources.get("/ExtGState", Dictionary())
    graphics, stack = _Graphics(), []
    for instruction in pikepdf.parse_content_stream(stream):
        operator, operands = str(instruction.operator), instruction.operands
        yield instruction, graphics
        if operator == "q":
            stack.append(graphics)
        elif operator == "Q" and stack:
            graphics = stack.pop()
        elif operator == "Tr":
            graphics = replace(graphics, mode=int(operands[0]))
        elif operator in ("k", "g", "rg", "sc", "scn", "cs"):
            fill = tuple(map(float, operands)) if operator == "k" else None
            graphics = replace(graphics, fill=fill)
        elif operator == "gs":
            graphics = _in_state(graphics, states[str(operands[0])])


def _in_state(graphics: _Graphics, state: Any) -> _Graphics:
    """The graphics after an ``ExtGState``; what it does not say stays as it is."""
    if any(key in state for key in ("/ca", "/CA", "/SMask", "/BM")):
        graphics = replace(graphics, alpha=alpha_of(state))
    over = state.get("/op", state.get("/OP"))
    if over is not None:
        graphics = replace(graphics, overprint=bool(over))
    if "/OPM" in state:
        graphics = replace(graphics, nonzero=int(state.OPM) == 1)
    return graphics

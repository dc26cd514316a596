"""Recolour gradients: their functions of one variable become tables of mapped colours."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name, Pdf, Stream

from generator.recolour.content import device_size
from generator.recolour.mapping import SPACES, Colour, ColourError, Mapping, Use

SAMPLES = 33
"""Samples of one blend between two colours; between them a viewer interpolates."""

_AXIAL, _RADIAL = 2, 3


def recolour_shading(pdf: Pdf, shading: Any, mapping: Mapping) -> None:
    """Map the colours of an axial or radial shading in place.

    Raises:
        ColourError: it is of another type, or its function is not one of the simple ones.
    """
    if int(shading.ShadingType) not in (_AXIAL, _RADIAL):
        raise ColourError(f"a gradient of type {shading.ShadingType} cannot be converted")
    size = device_size(shading.ColorSpace)
    function = shading.Function
    if isinstance(function, Array):
        raise ColourError("a gradient with a function for each colour cannot be converted")
    tables = [_samples(leaf) for leaf in _leaves(function)]
    if size is None or any(len(colour) != size for table in tables for colour in table):
        raise ColourError("a gradient's colours do not fit its colour space")
    mapped = mapping.ramp([colour for table in tables for colour in table])
    replacements = iter(_tables(pdf, tables, mapped))
    shading.Function = _rebuilt(pdf, function, replacements)
    shading.ColorSpace = Name(SPACES[mapping.size])
    if "/Background" in shading:
        background = tuple(float(value) for value in shading.Background)
        shading.Background = Array(list(mapping.colour(background, Use.ART)))


def _leaves(function: Any) -> Iterator[Any]:
    if int(function.FunctionType) == 3:
        for part in function.Functions:
            yield from _leaves(part)
    else:
        yield function


def _samples(function: Any) -> list[Colour]:
    kind = int(function.FunctionType)
    if kind == 2:
        return _blend(function)
    if kind == 0 and len(function.Size) == 1 and int(function.BitsPerSample) == 8:
        return _table(function)
    raise ColourError(f"a gradient's function of type {kind} cannot be converted")


def _blend(function: Any) -> list[Colour]:
    start = [float(value) for value in function.get("/C0", [0])]
    end = [float(value) for value in function.get("/C1", [1])]
    low, high = (float(value) for value in function.Domain)
    power = float(function.N)
    colours = []
    for step in range(SAMPLES):
        x = (low + (high - low) * step / (SAMPLES - 1)) ** power
        colours.append(tuple(a + x * (b - a) for a, b in zip(start, end, strict=True)))
    return colours


def _table(function: Any) -> list[Colour]:
    size = len(function.Range) // 2
    data = function.read_bytes()
    rows = [data[at : at + size] for at in range(0, size * int(function.Size[0]), size)]
    return [tuple(value / 255 for value in row) for row in rows]


def _tables(pdf: Pdf, tables: Sequence[Sequence[Colour]], mapped: list[Colour]) -> Iterator[Stream]:
    start = 0
    for table in tables:
        rows = mapped[start : start + len(table)]
        start += len(table)
        yield _sampled(pdf, rows)


def _sampled(pdf: Pdf, rows: Sequence[Colour]) -> Stream:
    data = bytes(round(value * 255) for row in rows for value in row)
    size = len(rows[0])
    return pdf.make_stream(
        data,
        FunctionType=0,
        Domain=Array([0, 1]),
        Range=Array([0, 1] * size),
        Size=Array([len(rows)]),
        BitsPerSample=8,
    )


def _rebuilt(pdf: Pdf, function: Any, replacements: Iterator[Stream]) -> pikepdf.Object:
    """The function with its leaves replaced, in the order of :func:`_leaves`."""
    if int(function.FunctionType) != 3:
        fresh = next(replacements)
        fresh.Domain = function.Domain
        return fresh
    parts = [_rebuilt(pdf, part, replacements) for part in function.Functions]
    return Dictionary(
        FunctionType=3,
        Domain=function.Domain,
        Functions=Array(parts),
        Bounds=function.Bounds,
        Encode=function.Encode,
    )

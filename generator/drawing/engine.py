"""Fonts given to cairo as files."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

from generator.drawing.cairo import cairocffi, load_library
from validator.plainfile import read_plain

_NO_HINTING_NO_BITMAP = 0x2 | 0x8  # FT_LOAD_NO_HINTING, FT_LOAD_NO_BITMAP (freetype.h)

_NO_SCALE = 0x1  # FT_LOAD_NO_SCALE

_kept: list[Any] = []  # font data must outlive every cairo surface of the process


class FontFaceError(Exception):
    """FreeType or cairo cannot be reached, or cannot use a font file."""


@cache
def font_face(path: Path, index: int = 0) -> cairocffi.FontFace:
    """A cairo font face of the file at ``path``, or of its font ``index`` (one a process).

    Raises:
        FontFaceError: FreeType is not there, or refuses the file.
    """
    face, cairo = _open_font(path, index), _libraries()[1]
    address = cairo.cairo_ft_font_face_create_for_ft_face(face, _NO_HINTING_NO_BITMAP)
    own = cairocffi.ffi.cast("cairo_font_face_t *", address)
    return cairocffi.FontFace._from_pointer(own, incref=False)


@cache
def check_glyphs(path: Path, glyphs: tuple[int, ...], index: int = 0) -> None:
    """See that a font has the outlines of its glyphs, which one cut short has not.

    Raises:
        FontFaceError: an outline is missing or damaged, or as for :func:`font_face`.
    """
    freetype, face = _libraries()[0], _open_font(path, index)
    for glyph in glyphs:
        if freetype.FT_Load_Glyph(face, glyph, _NO_SCALE):
            raise FontFaceError(f"the font {path.name} is damaged: it lacks outlines of letters")


@cache
def _open_font(path: Path, index: int) -> ctypes.c_void_p:
    """FreeType's face of the file at ``path``, kept as long as the process."""
    (freetype, _, begun), data, face = _libraries(), read_plain(path), ctypes.c_void_p()
    if freetype.FT_New_Memory_Face(begun, data, len(data), index, ctypes.byref(face)):
        raise FontFaceError(f"FreeType cannot read the font {path.name}")
    _kept.append(data)
    return face


@cache
def _libraries() -> tuple[Any, Any, ctypes.c_void_p]:
    """FreeType, cairo, and what FreeType begins with, its functions known (ftapi, cairo-ft)."""
    try:
        freetype = load_library(
            ("libfreetype.so.6", "libfreetype.6.dylib", "libfreetype-6.dll", "freetype.dll"),
            ("freetype", "freetype-6", "libfreetype-6"),
        )
        cairo = load_library(
            ("libcairo.so.2", "libcairo.2.dylib", "libcairo-2.dll"),
            ("cairo-2", "cairo", "libcairo-2"),
        )
        font_of = cairo.cairo_ft_font_face_create_for_ft_face
    except (OSError, AttributeError) as error:
        hint = "install cairo with FreeType, as docs/installing.md says"
        raise FontFaceError(f"cairo takes no font files here ({error}); {hint}") from error
    begun, long, pointer = ctypes.c_void_p(), ctypes.c_long, ctypes.c_void_p
    if freetype.FT_Init_FreeType(ctypes.byref(begun)):
        raise FontFaceError("FreeType does not start")
    new = (pointer, ctypes.c_char_p, long, long, ctypes.POINTER(pointer))
    freetype.FT_New_Memory_Face.argtypes = new
    freetype.FT_Load_Glyph.argtypes = (pointer, ctypes.c_uint, ctypes.c_int32)
    font_of.argtypes, font_of.restype = (pointer, ctypes.c_int), pointer
    return freetype, cairo, begun

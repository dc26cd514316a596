"""Give cairo a font file directly, so that fontconfig has no say in which font is used."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import cairocffi
import cffi  # type: ignore[import-untyped]

from validator.plainfile import read_plain

_DECLARATIONS = """
typedef struct FT_LibraryRec_ *FT_Library;
typedef struct FT_FaceRec_ *FT_Face;
int FT_Init_FreeType(FT_Library *library);
int FT_New_Memory_Face(FT_Library library, const char *base, long size, long index,
                       FT_Face *face);
int FT_Load_Glyph(FT_Face face, unsigned int glyph, int32_t flags);
void *cairo_ft_font_face_create_for_ft_face(FT_Face face, int load_flags);
"""
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
    ffi, _, cairo, _ = _libraries()
    face = _opened(path, index)
    pointer = cairo.cairo_ft_font_face_create_for_ft_face(face[0], _NO_HINTING_NO_BITMAP)
    address = int(ffi.cast("uintptr_t", pointer))
    own = cairocffi.ffi.cast("cairo_font_face_t *", address)
    return cairocffi.FontFace._from_pointer(own, incref=False)


@cache
def check_glyphs(path: Path, glyphs: tuple[int, ...], index: int = 0) -> None:
    """See that a font has the outlines of its glyphs, which one cut short has not.

    Raises:
        FontFaceError: an outline is missing or damaged, or as for :func:`font_face`.
    """
    freetype, face = _libraries()[1], _opened(path, index)
    for glyph in glyphs:
        if freetype.FT_Load_Glyph(face[0], glyph, _NO_SCALE):
            raise FontFaceError(f"the font {path.name} is damaged: it lacks outlines of letters")


@cache
def _opened(path: Path, index: int) -> Any:
    """FreeType's face of the file at ``path``, kept as long as the process."""
    ffi, freetype, _, library = _libraries()
    data = ffi.new("char[]", read_plain(path))
    face = ffi.new("FT_Face *")
    if freetype.FT_New_Memory_Face(library, data, len(data) - 1, index, face):
        raise FontFaceError(f"FreeType cannot read the font {path.name}")
    _kept.append((data, face))
    return face


@cache
def _libraries() -> tuple[Any, Any, Any, Any]:
    ffi = cffi.FFI()
    ffi.cdef(_DECLARATIONS)
    try:
        freetype = cairocffi.dlopen(
            ffi,
            ("freetype", "freetype-6", "libfreetype-6"),
            ("libfreetype.so.6", "libfreetype.6.dylib", "libfreetype-6.dll", "freetype.dll"),
        )
        cairo = cairocffi.dlopen(
            ffi,
            ("cairo-2", "cairo", "libcairo-2"),
            ("libcairo.so.2", "libcairo.2.dylib", "libcairo-2.dll"),
        )
        cairo.cairo_ft_font_face_create_for_ft_face  # noqa: B018  (is it there?)
    except (OSError, AttributeError) as error:
        raise FontFaceError(f"cairo cannot be given font files here: {error}") from error
    library = ffi.new("FT_Library *")
    if freetype.FT_Init_FreeType(library):
        raise FontFaceError("FreeType does not start")
    _kept.append(library)
    return ffi, freetype, cairo, library[0]

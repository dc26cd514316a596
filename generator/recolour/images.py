"""Recolour pictures in a PDF: pixel by pixel, at their own resolution."""

from __future__ import annotations

import io
import zlib
from typing import Any

from pikepdf import Array, Name, PdfImage, Stream
from PIL import Image

from generator.recolour.mapping import MODES, SPACES, ColourError, Mapping

JPEG_QUALITY = 95
"""Quality at which JPEGs are written again; their colours are not subsampled."""

_INVERTED = [1, 0, 1, 0, 1, 0, 1, 0]
"""Pillow, as Adobe's programs, stores CMYK JPEGs inverted."""


def recolour_image(image: Stream, mapping: Mapping, packing: int = 6) -> None:
    """Map the pixels of an image XObject in place; its mask stays. ``packing`` of 0 packs nothing.

    Raises:
        ColourError: the picture cannot be decoded.
    """
    picture = decoded(image)
    was_jpeg = _filter(image) == "/DCTDecode"
    mapped = mapping.picture(picture)
    image.ColorSpace = Name(SPACES[len(mapped.getbands())])
    image.BitsPerComponent = 8
    for key in ("/Decode", "/DecodeParms", "/Intent"):
        if key in image:
            del image[key]
    if was_jpeg:
        target = io.BytesIO()
        mapped.save(target, "JPEG", quality=JPEG_QUALITY, subsampling=0)
        image.write(target.getvalue(), filter=Name.DCTDecode)
        if mapped.mode == "CMYK":
            image.Decode = Array(_INVERTED)
    elif packing:
        image.write(zlib.compress(mapped.tobytes(), packing), filter=Name.FlateDecode)
    else:
        image.write(mapped.tobytes())


def decoded(image: Stream) -> Image.Image:
    """The pixels of an image XObject as L, RGB or CMYK.

    Raises:
        ColourError: it is stored in a way that cannot be read.
    """
    try:
        picture: Image.Image = PdfImage(image).as_pil_image(apply_mask=False)
    except Exception as error:  # pikepdf raises many kinds for what it cannot decode
        raise ColourError(f"a picture cannot be decoded: {error}") from error
    if picture.mode in MODES.values():
        return picture
    return picture.convert("L" if picture.mode in ("1", "LA", "I") else "RGB")


def is_mask(image: Any) -> bool:
    """Tell whether an image is a stencil, painted in the current colour."""
    return bool(image.get("/ImageMask", False))


def _filter(image: Stream) -> str:
    filters = image.get("/Filter")
    if isinstance(filters, Array):
        return str(filters[-1]) if len(filters) else ""
    return "" if filters is None else str(filters)

"""Print files that were finished before, taken from the store while their plan is the same."""

from __future__ import annotations

import hashlib
import pickle

from generator.changes.unchanged import whole_code
from generator.drawing.draw import FaceBook
from generator.printing.layout.document import Document
from generator.printing.pdf.build import build_pdf
from validator.sealed.store import Store

KIND = "file"
"""What finished print files are called in a store."""


def kept_pdf(
    document: Document, book: FaceBook, crop_width_mm: float, store: Store | None
) -> bytes:
    """The finished PDF of ``document``, built only if it was not built before.

    The plan names its faces by their content, so an equal plan gives equal bytes.
    """
    if store is None:
        return build_pdf(document, book, crop_width_mm)
    name = name_of(document, crop_width_mm, book.ink)
    kept = store.get(KIND, name)
    if kept is None:
        kept = build_pdf(document, book, crop_width_mm)
        store.put(KIND, name, kept)
    return kept


def name_of(document: Document, crop_width_mm: float, ink: str = "normal") -> str:
    """The name a file is kept under: a hash of its plan, its ink and all code that builds it."""
    from generator.drawing.engine import drawer  # noqa: PLC0415  (needs the cairo library)

    total = hashlib.sha256(f"{whole_code()} {drawer()} {crop_width_mm} {ink}\n".encode())
    total.update(pickle.dumps(document, protocol=5))
    return total.hexdigest()

"""Draw distinct faces as vector pages of a few shared PDFs.

Faces are dealt into chunks by their own hashes, not by the number of cores, so that the
bytes are the same on every machine and one changed face changes one chunk.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from generator.face import Face
from generator.surface import Book, engine

LEAST_CHUNK = 24
"""Fewest faces of a chunk (but for the last): sharing fonts pays from a few faces on."""
MOST_CHUNK = 96
"""Most faces of a chunk; it bounds the memory a process needs."""
_CUT = 32
"""A face whose hash is a multiple of this ends its chunk."""
_WORTH_A_PROCESS = 60
"""Fewer faces than this are drawn faster without a second process."""

Progress = Callable[[int], None]
"""Told the number of faces drawn since the last call."""


@dataclass(frozen=True, slots=True)
class FaceBook:
    """Drawn faces: ``pages`` maps a face's key to (index in ``pdfs``, page index from 0)."""

    pdfs: Sequence[bytes]
    pages: Mapping[str, tuple[int, int]]


def draw(faces: Iterable[Face], jobs: int = 2, progress: Progress | None = None) -> FaceBook:
    """Draw every distinct face once, in up to ``jobs`` processes."""
    chunks = list(chunks_of(faces))
    pdfs = list(_drawn(chunks, jobs, progress or _silent))
    pages = {
        face.key: (book, page)
        for book, chunk in enumerate(chunks)
        for page, face in enumerate(chunk)
    }
    return FaceBook(pdfs, pages)


def chunks_of(faces: Iterable[Face]) -> Iterator[tuple[Face, ...]]:
    """Distinct faces in order, cut into chunks where their hashes say so."""
    seen: set[str] = set()
    chunk: list[Face] = []
    for face in faces:
        if face.key in seen:
            continue
        seen.add(face.key)
        chunk.append(face)
        full = len(chunk) >= MOST_CHUNK
        if full or (len(chunk) >= LEAST_CHUNK and int(face.key[:8], 16) % _CUT == 0):
            yield tuple(chunk)
            chunk = []
    if chunk:
        yield tuple(chunk)


def draw_chunk(chunk: Sequence[Face]) -> bytes:
    """One PDF with a page for each face, in order."""
    book = Book(Path(chunk[0].root), stock=engine() == "stock")
    for face in chunk:
        book.add(face.svg, *face.page_mm)
    return book.finish()


def _drawn(chunks: Sequence[Sequence[Face]], jobs: int, progress: Progress) -> Iterator[bytes]:
    if jobs < 2 or len(chunks) < 2 or sum(map(len, chunks)) < _WORTH_A_PROCESS:
        for chunk in chunks:
            yield draw_chunk(chunk)
            progress(len(chunk))
        return
    yield from _drawn_together(chunks, jobs, progress)


def _drawn_together(
    chunks: Sequence[Sequence[Face]], jobs: int, progress: Progress
) -> Iterator[bytes]:
    """Workers draw from the front while this process draws from the back."""
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs - 1, mp_context=context) as pool:
        futures = [pool.submit(draw_chunk, chunk) for chunk in chunks]
        own: dict[int, bytes] = {}
        for index in range(len(chunks) - 1, -1, -1):
            if futures[index].cancel():
                own[index] = draw_chunk(chunks[index])
                progress(len(chunks[index]))
        for index, chunk in enumerate(chunks):
            if index in own:
                yield own[index]
            else:
                yield futures[index].result()
                progress(len(chunk))


def _silent(count: int) -> None:
    del count

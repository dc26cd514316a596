"""Draw distinct faces as vector pages of a few shared PDFs.

Faces are dealt into chunks by their own hashes, not by the number of cores, so that the
bytes are the same on every machine and one changed face changes one chunk.
"""

from __future__ import annotations

import hashlib
import multiprocessing
import signal
import threading
import warnings
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias, overload

from generator.design.face import DrawError, Face
from generator.store import Store
from validator.progress import Counter

KIND = "book"
"""What drawn chunks are called in a store."""
ALONE = (
    "no second process could help to draw, which takes longer; a script that prints needs "
    "`if __name__ == '__main__':` around what it does"
)
"""What is said where workers die."""
LEAST_CHUNK = 8
"""Fewest faces of a chunk (but for the last): sharing fonts pays from a few faces on."""
MOST_CHUNK = 40
"""Most faces of a chunk; it bounds the memory a process needs."""
_CUT = 16
"""A face whose hash is a multiple of this ends its chunk."""
_WORTH_A_PROCESS = 250
"""Fewer faces than this are drawn faster without a second process."""


@dataclass(frozen=True, slots=True)
class FaceBook:
    """Drawn faces: ``pages`` maps a face's key to (index in ``pdfs``, page index from 0).

    ``redrawn`` counts the faces that no store held. ``ink`` says with what they are printed.
    """

    pdfs: Sequence[bytes]
    pages: Mapping[str, tuple[int, int]]
    redrawn: int = 0
    ink: str = "normal"


Drawer: TypeAlias = Callable[[Sequence[Face]], FaceBook]
"""Draws distinct faces, as :func:`draw` does; one with a store draws nothing twice."""


class StoredPdfs(Sequence[bytes]):
    """PDFs that stay on disk and are read one at a time; those that cannot are kept here."""

    def __init__(self, store: Store, names: Sequence[str]) -> None:
        self._store = store
        self._names = names
        self._held: dict[int, bytes] = {}

    def hold(self, index: int, pdf: bytes) -> None:
        """Keep a PDF on disk if it can be written, else in memory."""
        if not self._store.put(KIND, self._names[index], pdf):
            self._held[index] = pdf

    def has(self, index: int) -> bool:
        """Tell whether a sound PDF is there."""
        return index in self._held or self._store.get(KIND, self._names[index]) is not None

    def __len__(self) -> int:
        return len(self._names)

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> list[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | list[bytes]:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        index %= len(self)
        if index in self._held:
            return self._held[index]
        pdf = self._store.get(KIND, self._names[index])
        if pdf is None:
            raise DrawError("the cache was changed while it was being read; print again")
        return pdf


def draw(
    faces: Iterable[Face],
    jobs: int = 2,
    progress: Counter | None = None,
    store: Store | None = None,
) -> FaceBook:
    """Draw every distinct face once, in up to ``jobs`` processes.

    With a ``store``, chunks drawn before are taken from it and the PDFs stay on disk.
    """
    chunks = list(chunks_of(faces))
    pages = {
        face.key: (book, page)
        for book, chunk in enumerate(chunks)
        for page, face in enumerate(chunk)
    }
    tell = progress or _silent
    if store is None:
        return FaceBook(list(_drawn(chunks, jobs, tell)), pages, len(pages))
    pdfs = StoredPdfs(store, [name_of(chunk) for chunk in chunks])
    missing = [index for index in range(len(chunks)) if not pdfs.has(index)]
    todo = [chunks[index] for index in missing]
    for index, pdf in zip(missing, _drawn(todo, jobs, tell), strict=True):
        pdfs.hold(index, pdf)
    if missing:
        store.prune()
    return FaceBook(pdfs, pages, sum(map(len, todo)))


def name_of(chunk: Sequence[Face]) -> str:
    """The name a chunk is kept under: a hash of its faces and what draws them."""
    from generator.drawing.surface import drawer  # noqa: PLC0415  (needs the cairo library)

    parts = [f"{face.key} {face.page_mm} {face.root}\n" for face in chunk]
    return hashlib.sha256("".join([drawer(), *parts]).encode()).hexdigest()


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
    """One PDF with a page for each face, in order; see :mod:`generator.drawing.surface`."""
    from generator.drawing.surface import draw_faces  # noqa: PLC0415  (needs the cairo library)

    with interrupts_held():
        return draw_faces(chunk)


@contextmanager
def interrupts_held() -> Iterator[None]:
    """Let an interrupt wait until the block is done.

    Cairo calls back into Python to write, and an interrupt that arrives there is lost.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    arrived: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, frame: arrived.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
    if arrived and callable(before):
        before(arrived[0], None)


def _ignore_interrupts() -> None:
    """In a worker: whoever started it is interrupted too, and ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _drawn(chunks: Sequence[Sequence[Face]], jobs: int, progress: Counter) -> Iterator[bytes]:
    if jobs < 2 or len(chunks) < 2 or sum(map(len, chunks)) < _WORTH_A_PROCESS:
        for chunk in chunks:
            yield draw_chunk(chunk)
            progress(len(chunk))
        return
    _leave_if_reimported()
    yield from _drawn_together(chunks, jobs, progress)


def _leave_if_reimported() -> None:
    """End a worker that runs its parent's script again, for the parent draws on alone.

    A new process imports the script it was started from; one without ``if __name__ ==
    "__main__":`` would start drawing a second time there.
    """
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        raise SystemExit(0)


def _drawn_together(
    chunks: Sequence[Sequence[Face]], jobs: int, progress: Counter
) -> Iterator[bytes]:
    """Workers draw from the front while this process draws from the back."""
    pool = ProcessPoolExecutor(
        jobs - 1,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_ignore_interrupts,
    )
    waiting = deque(range(len(chunks)))
    futures: dict[int, Future[bytes] | None] = {}
    own: dict[int, bytes] = {}
    try:
        while waiting:
            while waiting and sum(map(_busy, futures.values())) < 2 * (jobs - 1):
                index = waiting.popleft()
                futures[index] = _submitted(pool, chunks[index])
            if waiting:
                index = waiting.pop()
                own[index] = draw_chunk(chunks[index])
                progress(len(chunks[index]))
        for index, chunk in enumerate(chunks):
            if index in own:
                yield own.pop(index)
            else:
                yield _result(futures.pop(index), chunk)
                progress(len(chunk))
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _busy(future: Future[bytes] | None) -> bool:
    return future is not None and not future.done()


def _submitted(pool: ProcessPoolExecutor, chunk: Sequence[Face]) -> Future[bytes] | None:
    """A chunk on its way to a worker; None where workers cannot run."""
    try:
        return pool.submit(draw_chunk, chunk)
    except BrokenProcessPool:
        return None


def _result(future: Future[bytes] | None, chunk: Sequence[Face]) -> bytes:
    """What a worker drew; where workers cannot run, the chunk is drawn here."""
    try:
        if future is not None:
            return future.result()
    except BrokenProcessPool:
        pass
    warnings.warn(ALONE, stacklevel=2)
    return draw_chunk(chunk)


def _silent(count: int) -> None:
    del count

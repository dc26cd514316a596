"""Faces drawn as pages of shared PDFs, by workers.

The PDFs of thousands of faces are more than should be in memory at once, so each is read as it is
asked for.

Faces are dealt into chunks by their own hashes, not by the number of cores, so that the
bytes are the same on every machine and one changed face changes one chunk.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from typing import Any, TypeAlias

from generator.design.face import DrawError, Face
from generator.design.filling import end_of, failure_fault
from generator.design.templates import LIMITS
from generator.failures import DataError, FailedError
from generator.svg.lint import Faint
from validator.cache import Cache, prune_hourly
from validator.executor import Executor, JobFailure, Reason, Task
from validator.findings import Finding
from validator.processes import Limits
from validator.progress import Counter


class UndrawnError(DataError):
    """Faces that cannot be drawn: ``findings`` say which, and why."""


def undrawn(
    failed: Sequence[tuple[Face | None, JobFailure]], limits: Limits
) -> DataError | FailedError:
    """What to raise for faces that could not be drawn under ``limits``."""
    found = []
    for face, one in failed:
        if face is None or face.origin is None:
            return DrawError(f"a face cannot be drawn: {one.text or one.reason.value}")
        found.append(failure_fault(face.origin, one, limits).finding(face.origin.game))
    return UndrawnError(found)


NORMAL = "normal"
"""The ink that changes nothing."""
KIND = "book"
"""What drawn chunks are called in a store."""


class LatePdfs(Sequence[bytes]):
    """PDFs that stay on disk, each read as it is asked for; here where they cannot be written."""

    def __init__(self, store: Cache | None, names: Sequence[str]) -> None:
        self._store, self._names = store, names
        self._held: dict[str, bytes] = {}

    def keep(self, index: int, pdf: bytes) -> None:
        """Keep a PDF on disk if it can be written, else in memory."""
        name = self._names[index]
        if self._store is None or not self._store.put(KIND, name, pdf):
            self._held[name] = pdf

    def find(self, index: int) -> bytes | None:
        """A PDF, if it is there."""
        name = self._names[index]
        if self._store is None or name in self._held:
            return self._held.get(name)
        return self._store.get(KIND, name)

    def __len__(self) -> int:
        return len(self._names)

    def __getitem__(self, index: Any) -> Any:
        found = self.find(index)
        if found is None:
            raise DrawError("the cache was changed while it was being read; print again")
        return found


TRIED = "tried"
"""What a store calls the marks of chunks that could be drawn."""
LEAST_CHUNK = 8
"""Fewest faces of a chunk (but for the last): sharing fonts pays from a few faces on."""
MOST_CHUNK = 40
"""Most faces of a chunk; it bounds the memory a process needs."""
_CUT = 16
"""A face whose hash is a multiple of this ends its chunk."""
_LARGEST_SHARING_MM2 = 297 * 420
"""A page larger than A3 is a chunk of its own: a board takes as long to draw as a deck, so that
neither is to be drawn again for the other's sake. Nor have outlined faces fonts to share."""


@dataclass(frozen=True, slots=True)
class FaceBook:
    """Drawn faces: ``pages`` maps a face's key to (index in ``pdfs``, page index from 0).

    ``ink`` says with what they are printed. ``faces`` are what is on the pages, by key, and
    ``pool`` the workers that drew them, where they are still there to make pictures of them.
    """

    pdfs: Sequence[bytes]
    pages: Mapping[str, tuple[int, int]]
    ink: str = NORMAL
    faces: Mapping[str, Face] = field(default_factory=dict)
    pool: Executor | None = None


Drawer: TypeAlias = Callable[[Sequence[Face]], FaceBook]
"""Draws distinct faces, as :func:`draw` does; one with a store draws nothing twice."""


def draw(
    faces: Iterable[Face],
    jobs: int | None = None,
    progress: Counter | None = None,
    store: Cache | None = None,
    pool: Executor | None = None,
    ink: str = NORMAL,
) -> FaceBook:
    """Draw every distinct face once, in up to ``jobs`` workers of a pool, as ``ink`` prints it.

    With a ``store``, chunks drawn before are taken from it and the PDFs stay on disk.

    Raises:
        UndrawnError: faces cannot be drawn; its findings say which, and why.
    """
    if pool is None:
        own = Executor(jobs, LIMITS)
        with closing(own):
            return replace(draw(faces, jobs, progress, store, own, ink), pool=None)
    chunks = list(chunks_of(faces))
    pages = {
        face.key: (book, page)
        for book, chunk in enumerate(chunks)
        for page, face in enumerate(chunk)
    }
    pdfs = LatePdfs(store, [name_of(chunk, ink) for chunk in chunks])
    missing = [at for at in range(len(chunks)) if pdfs.find(at) is None]
    for index, pdf in _draw_chunks(pool, chunks, missing, jobs, ink):
        pdfs.keep(index, pdf)
        if progress is not None:
            progress(len(chunks[index]))
    if missing and store is not None:
        prune_hourly()
    known = {face.key: face for chunk in chunks for face in chunk}
    return FaceBook(pdfs, pages, ink, known, pool)


def try_out(
    games: Iterable[Iterable[Face]], store: Cache | None, pool: Executor
) -> tuple[list[tuple[str, Faint]], Sequence[Finding]]:
    """See that every face of some games can be drawn.

    Returns texts that are hard to read, with the keys of their faces, and what is wrong with
    faces that cannot be drawn. Chunks of which nothing is to be said are not tried again.
    """
    chunks = [chunk for faces in games for chunk in chunks_of(faces)]
    if store is not None:
        chunks = [chunk for chunk in chunks if store.get(TRIED, _content_of(chunk)) is None]
    tasks = (Task(at, _DrawJob(chunk, is_trial=True)) for at, chunk in enumerate(chunks))
    answers = {task.number: answer for task, answer in pool.run(tasks)}
    if store is not None:
        for chunk in (chunk for at, chunk in enumerate(chunks) if not answers.get(at)):
            store.put(TRIED, _content_of(chunk), b"")
    failed = sorted(at for at, answer in answers.items() if isinstance(answer, JobFailure))
    unfit: Sequence[Finding] = ()
    try:
        _try_each(pool, [face for index in failed for face in chunks[index]], None)
    except UndrawnError as error:
        unfit = error.findings
    return [one for at in sorted(answers.keys() - {*failed}) for one in answers[at]], unfit


def name_of(chunk: Sequence[Face], ink: str = NORMAL) -> str:
    """The name a chunk is kept under: a hash of its faces, its ink and what draws them."""
    from generator.drawing.cairo import cairocffi

    what = f"{cairocffi.cairo_version_string()} {ink} {_content_of(chunk)}"
    return hashlib.sha256(what.encode()).hexdigest()


def _content_of(chunk: Sequence[Face]) -> str:
    """A hash of the faces of a chunk."""
    parts = (f"{face.key} {face.page_mm} {face.root}\n" for face in chunk)
    return hashlib.sha256("".join(parts).encode()).hexdigest()


def chunks_of(faces: Iterable[Face]) -> Iterator[tuple[Face, ...]]:
    """Distinct faces in order, cut into chunks where their hashes say so.

    Boards, and faces whose letters are shapes, are alone.
    """
    seen: set[str] = set()
    chunk: list[Face] = []
    for face in faces:
        if face.key in seen:
            continue
        seen.add(face.key)
        if face.is_outlined or math.prod(face.page_mm) > _LARGEST_SHARING_MM2:
            yield (face,)
            continue
        chunk.append(face)
        full = len(chunk) >= MOST_CHUNK
        if full or (len(chunk) >= LEAST_CHUNK and int(face.key[:8], 16) % _CUT == 0):
            yield tuple(chunk)
            chunk = []
    if chunk:
        yield tuple(chunk)


def draw_chunk(chunk: Sequence[Face], ink: str = NORMAL) -> bytes:
    """One PDF with a page for each face, in order; see :mod:`generator.drawing.surface`."""
    from generator.drawing.surface import draw_faces

    pdf = draw_faces(chunk)
    if ink == NORMAL:
        return pdf
    from generator.drawing.colours import apply_ink  # loads pikepdf

    return apply_ink(pdf, ink)


def try_chunk(chunk: Sequence[Face]) -> list[tuple[str, Faint]]:
    """See that faces can be drawn; see :mod:`generator.drawing.trial`."""
    from generator.drawing.trial import try_faces

    return try_faces(chunk)


@dataclass(frozen=True, slots=True)
class _DrawJob:
    """The job of a worker: a chunk, drawn or only tried out."""

    chunk: tuple[Face, ...]
    ink: str = NORMAL
    is_trial: bool = False

    def __call__(self) -> bytes | list[tuple[str, Faint]] | JobFailure:
        try:
            return try_chunk(self.chunk) if self.is_trial else draw_chunk(self.chunk, self.ink)
        except DrawError as error:
            return JobFailure(Reason.FAILED, str(error))


def _draw_chunks(
    pool: Executor,
    chunks: Sequence[tuple[Face, ...]],
    wanted: Sequence[int],
    jobs: int | None,
    ink: str,
) -> Iterator[tuple[int, bytes]]:
    """The PDFs of chunks by their numbers, as they are done.

    A chunk may take as long as one face may. One that takes longer, or fails, is tried face by
    face; if it is none of them, it may take what they may together.
    """
    failed: list[int] = []
    tasks = (Task(index, _DrawJob(chunks[index], ink)) for index in wanted)
    for task, answer in pool.run(tasks, jobs):
        if isinstance(answer, JobFailure):
            failed.append(task.number)
        else:
            yield task.number, answer
    if not failed:
        return
    failed.sort()
    _try_each(pool, [face for index in failed for face in chunks[index]], jobs)
    tasks = (
        Task(index, _DrawJob(chunks[index], ink), pool.limits.times(len(chunks[index])))
        for index in failed
    )
    for task, answer in pool.run(tasks, jobs):
        if isinstance(answer, JobFailure):
            raise undrawn([(chunks[task.number][0], answer)], pool.limits)
        yield task.number, answer


def _try_each(pool: Executor, faces: Sequence[Face], jobs: int | None) -> None:
    """Draw faces one by one.

    Raises:
        UndrawnError: some cannot be drawn; of each template in each game, the first.
    """
    templates = [face.origin and (face.origin.game, face.origin.place) for face in faces]
    first: dict[Hashable, int] = {}
    failures: dict[int, JobFailure] = {}
    tasks = (
        Task(number, _DrawJob((face,), is_trial=True))
        for number, face in enumerate(faces)
        if number < end_of(first, templates[number])
    )
    for task, answer in pool.run(tasks, jobs):
        if isinstance(answer, JobFailure):
            failures[task.number] = answer
            template = templates[task.number]
            first[template] = min(task.number, first.get(template, task.number))
    if failures:
        found = [(faces[number], failures[number]) for number in sorted(first.values())]
        raise undrawn(found, pool.limits)

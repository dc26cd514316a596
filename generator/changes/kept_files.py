"""Print files that were finished before, taken from the store while their plan is the same."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from generator.drawing.draw import FaceBook
from generator.fingerprints.program import of_program
from generator.printing.layout.document import Document
from generator.printing.pdf.build import build_pdf
from validator.sealed.store import Store
from validator.workers.limits import Limits
from validator.workers.pool import Task
from validator.workers.worker import Lost

KIND = "file"
"""What finished print files are called in a store."""
_MOST_FACES = 500
"""Most faces of a file that is built by a worker, which is sent them: it bounds the memory."""


def kept_pdfs(
    documents: Sequence[Document],
    book: FaceBook,
    crop_width_mm: float,
    store: Store | None,
    meanwhile: Callable[[], None] = lambda: None,
) -> Iterator[tuple[Document, bytes]]:
    """The finished PDFs of documents, as they are done: those kept, the others built and kept.

    The plan names its faces by their content, so an equal plan gives equal bytes. Files do not
    wait for one another: the workers that drew the faces build several at a time, while this
    process does something else ``meanwhile``.
    """
    names = [name_of(one, crop_width_mm, book.ink) if store else "" for one in documents]
    todo: list[tuple[int, Document]] = []
    for number, (document, name) in enumerate(zip(documents, names, strict=True)):
        kept = store.get(KIND, name) if store else None
        if kept is None:
            todo.append((number, document))
        else:
            yield document, kept
    for number, data in _built(todo, book, crop_width_mm, meanwhile):
        if store:
            store.put(KIND, names[number], data)
        yield documents[number], data


@dataclass(frozen=True, slots=True)
class _Build:
    """The job of a worker: a file, built with the faces that it places."""

    document: Document
    book: FaceBook
    crop_width_mm: float

    def __call__(self) -> bytes:
        return build_pdf(self.document, self.book, self.crop_width_mm)


def _built(
    wanted: Sequence[tuple[int, Document]],
    book: FaceBook,
    crop_width_mm: float,
    meanwhile: Callable[[], None],
) -> Iterator[tuple[int, bytes]]:
    """Files by their numbers, the longest first where workers build them."""
    shared = [one for one in wanted if len(_keys(one[1])) <= _MOST_FACES]
    shared.sort(key=lambda one: -sum(len(page.placed) for page in one[1].pages))
    alone = dict(wanted)
    tasks = (
        [Task(number, _Build(one, _part(book, one), crop_width_mm), limits=Limits())]
        for number, one in shared
    )
    if book.pool is None or book.pool.most < 2 or not shared:
        meanwhile()
    else:
        for task, answer in book.pool.run(tasks, meanwhile=meanwhile):
            if not isinstance(answer, Lost):
                del alone[task.number]
                yield task.number, answer
    if book.pool and any(len(_keys(document)) > _MOST_FACES for document in alone.values()):
        book.pool.rest()  # as much again as such a file needs
    for number, document in alone.items():
        yield number, build_pdf(document, book, crop_width_mm)


def _keys(document: Document) -> set[str]:
    return {placed.drawing.key for page in document.pages for placed in page.placed}


def _part(book: FaceBook, document: Document) -> FaceBook:
    """What of a book a document places."""
    places = {key: book.pages[key] for key in _keys(document)}
    numbers = sorted({number for number, _ in places.values()})
    pages = {key: (numbers.index(number), page) for key, (number, page) in places.items()}
    return FaceBook([book.pdfs[number] for number in numbers], pages, ink=book.ink)


def name_of(document: Document, crop_width_mm: float, ink: str = "normal") -> str:
    """The name a file is kept under: a hash of its plan, its ink and all code that builds it."""
    from generator.drawing.engine import drawer  # noqa: PLC0415  (needs the cairo library)

    total = hashlib.sha256(f"{of_program()} {drawer()} {crop_width_mm} {ink}\n".encode())
    total.update(pickle.dumps(document, protocol=5))
    return total.hexdigest()

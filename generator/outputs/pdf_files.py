"""Print files built by the workers that drew their faces, several at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from generator.drawing.draw import FaceBook, some_of
from generator.printing.imposition import Document
from validator.executor import JobFailure, Task
from validator.processes import Limits


def build_pdfs(
    documents: Sequence[Document],
    book: FaceBook,
    crop_width_mm: float,
    meanwhile: Callable[[], None] = lambda: None,
) -> Iterator[tuple[Document, bytes]]:
    """The finished PDFs of documents, as they are done.

    Files do not wait for one another: the workers that drew the faces build several at a time,
    while this process does something else ``meanwhile``. An equal plan gives equal bytes.
    """
    for number, data in _build_all(tuple(enumerate(documents)), book, crop_width_mm, meanwhile):
        yield documents[number], data


@dataclass(frozen=True, slots=True)
class _BuildJob:
    """The job of a worker: a file, built with the faces that it places."""

    document: Document
    book: FaceBook
    crop_width_mm: float

    def __call__(self) -> bytes:
        return _build(self.book, self.crop_width_mm, self.document)


def _build_all(
    wanted: Sequence[tuple[int, Document]],
    book: FaceBook,
    crop_width_mm: float,
    meanwhile: Callable[[], None],
) -> Iterator[tuple[int, bytes]]:
    """Files by their numbers, the longest first where workers build them.

    What they cannot build this process builds at last.
    """
    left = dict(wanted)
    if book.pool is None or book.pool.max_workers < 2 or not wanted:
        meanwhile()
    else:
        files = sorted(wanted, key=lambda one: -len(_faces(one[1])))
        tasks = (
            Task(number, _BuildJob(one, _part(book, one), crop_width_mm), Limits())
            for number, one in files
        )
        for task, answer in book.pool.run(tasks, meanwhile=meanwhile):
            if not isinstance(answer, JobFailure):
                del left[task.number]
                yield task.number, answer
    yield from ((number, _build(book, crop_width_mm, one)) for number, one in left.items())


def _build(book: FaceBook, crop_width_mm: float, document: Document) -> bytes:
    from generator.printing.print_files import build_pdf

    return build_pdf(document, book, crop_width_mm)


def _faces(document: Document) -> list[str]:
    """The keys of the faces that a document places, each as often as it does."""
    return [placed.drawing.key for page in document.pages for placed in page.placed]


def _part(book: FaceBook, document: Document) -> FaceBook:
    """What of a book a document places."""
    places = {key: book.pages[key] for key in set(_faces(document))}
    numbers = sorted({number for number, _ in places.values()})
    pages = {key: (numbers.index(number), page) for key, (number, page) in places.items()}
    return FaceBook(some_of(book.pdfs, numbers), pages, ink=book.ink)

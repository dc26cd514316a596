"""Print files built by the workers that drew their faces, several at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.drawing.draw import FaceBook, some_of
from generator.printing.imposition import Document
from validator.executor import JobFailure, Task
from validator.processes import Limits


def build_pdfs(
    documents: Sequence[Document], book: FaceBook, crop_width_mm: float
) -> Iterator[tuple[Document, bytes]]:
    """The finished PDFs of documents, as they are done.

    The workers that drew the faces build several at a time, the longest first; what they cannot
    build this process builds at last. An equal plan gives equal bytes.
    """
    left = dict(enumerate(documents))
    if book.pool is not None and book.pool.max_workers > 1:
        tasks = [
            Task(number, _BuildJob(one, _part(book, one), crop_width_mm), Limits())
            for number, one in sorted(left.items(), key=lambda item: -len(_faces(item[1])))
        ]
        for task, answer in book.pool.run(tasks):
            if not isinstance(answer, JobFailure):
                yield left.pop(task.number), answer
    for document in left.values():
        yield document, _BuildJob(document, book, crop_width_mm)()


@dataclass(frozen=True, slots=True)
class _BuildJob:
    document: Document
    book: FaceBook
    crop_width_mm: float

    def __call__(self) -> bytes:
        from generator.printing.print_files import build_pdf

        return build_pdf(self.document, self.book, self.crop_width_mm)


def _faces(document: Document) -> list[str]:
    """The keys of the faces that a document places, each as often as it does."""
    return [placed.drawing.key for page in document.pages for placed in page.placed]


def _part(book: FaceBook, document: Document) -> FaceBook:
    places = {key: book.pages[key] for key in set(_faces(document))}
    numbers = sorted({number for number, _ in places.values()})
    pages = {key: (numbers.index(number), page) for key, (number, page) in places.items()}
    return FaceBook(some_of(book.pdfs, numbers), pages, ink=book.ink)

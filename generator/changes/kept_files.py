"""Print files that were finished before, taken from the store while their plan is the same."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from generator.drawing.draw import FaceBook, some_of
from generator.printing.imposition import Document
from validator.cache import Cache
from validator.executor import JobFailure, Task
from validator.processes import Limits
from validator.program import program

KIND = "file"
"""What finished print files are called in a store."""
COVER = "cover"
"""What covers that are set are called in a store."""


def get_or_make(store: Cache | None, kind: str, name: str, make: Callable[[], bytes]) -> bytes:
    """What a store keeps of a kind under a name and the program; if nothing, made now and kept."""
    if store is None:
        return make()
    whole = hashlib.sha256(f"{program()} {name}".encode()).hexdigest()
    found = store.get(kind, whole)
    if found is None:
        found = make()
        store.put(kind, whole, found)
    return found


def finish_cover(drawn: bytes, plan: Document, book: FaceBook, store: Cache | None) -> bytes:
    """The finished PDF of a document whose pages are ``drawn``; one kept, if it is the same."""
    name = f"{hashlib.sha256(drawn).hexdigest()} {name_of(plan, 0.0, book.ink) if store else ''}"

    def finish() -> bytes:
        from generator.printing.print_files import finish_pdf

        return finish_pdf(drawn, plan, book)

    return get_or_make(store, KIND, name, finish)


def finish_pdfs(
    documents: Sequence[Document],
    book: FaceBook,
    crop_width_mm: float,
    store: Cache | None,
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
    for number, data in _build_all(todo, book, crop_width_mm, meanwhile):
        if store:
            store.put(KIND, names[number], data)
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


def name_of(document: Document, crop_width_mm: float, ink: str = "normal") -> str:
    """The name a file is kept under: a hash of its plan, its ink and all code that builds it."""
    from generator.drawing.engine import drawer

    total = hashlib.sha256(f"{program()} {drawer()} {crop_width_mm} {ink}\n".encode())
    total.update(pickle.dumps(document, protocol=5))
    return total.hexdigest()

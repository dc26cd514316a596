"""The PDFs of drawn faces as sequences that read one only as it is asked for.

Of thousands of faces they are more than should be in memory at once.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import overload

from generator.design.face import DrawError
from validator.cache import Cache

KIND = "book"
"""What drawn chunks are called in a store."""


class LatePdfs(Sequence[bytes]):
    """PDFs of which each is read as it is asked for."""

    @abstractmethod
    def read(self, index: int) -> bytes:
        """The PDF of a number from 0 to below the length."""

    @abstractmethod
    def only(self, numbers: Sequence[int]) -> Sequence[bytes]:
        """Those of these numbers, which rise; none is read for that."""

    @overload
    def __getitem__(self, index: int) -> bytes: ...
    @overload
    def __getitem__(self, index: slice) -> list[bytes]: ...
    def __getitem__(self, index: int | slice) -> bytes | list[bytes]:
        numbers = range(len(self))[index]
        return self.read(numbers) if isinstance(numbers, int) else [*map(self.read, numbers)]


def some_of(pdfs: Sequence[bytes], numbers: Sequence[int]) -> Sequence[bytes]:
    """The PDFs of these numbers, which rise; those that are read late stay so."""
    if isinstance(pdfs, LatePdfs):
        return pdfs.only(numbers)
    return [pdfs[number] for number in numbers]


class StoredPdfs(LatePdfs):
    """PDFs that stay on disk and are read one at a time; those that cannot are kept here."""

    def __init__(self, store: Cache, names: Sequence[str]) -> None:
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

    def only(self, numbers: Sequence[int]) -> StoredPdfs:
        """Those of these numbers, which stay where they are."""
        some = StoredPdfs(self._store, [self._names[number] for number in numbers])
        held = self._held
        some._held = {at: held[number] for at, number in enumerate(numbers) if number in held}
        return some

    def __len__(self) -> int:
        return len(self._names)

    def read(self, index: int) -> bytes:
        """The PDF of a number.

        Raises:
            DrawError: it was taken away while this process ran.
        """
        if index in self._held:
            return self._held[index]
        pdf = self._store.get(KIND, self._names[index])
        if pdf is None:
            raise DrawError("the cache was changed while it was being read; print again")
        return pdf

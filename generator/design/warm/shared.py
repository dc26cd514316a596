"""Values that many jobs have in common: packed once, and unpacked once by each worker."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from multiprocessing.reduction import ForkingPickler
from typing import Any, Generic, TypeVar

T = TypeVar("T")
_MOST = 16  # values that a worker remembers: those of a few games


@dataclass(eq=False)
class Shared(Generic[T]):
    """A value that nothing changes, to be sent with many jobs."""

    value: T
    packed: bytes = b""

    def __reduce__(self) -> tuple[Callable[[bytes], Shared[Any]], tuple[bytes]]:
        self.packed = self.packed or bytes(ForkingPickler.dumps(self.value))
        return _unpacked, (self.packed,)


@lru_cache(maxsize=_MOST)
def _unpacked(packed: bytes) -> Shared[Any]:
    return Shared(pickle.loads(packed), packed)

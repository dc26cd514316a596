"""Faces that were filled in but cannot be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from generator.design.canvas import Subject
from generator.design.face import DrawError, Face
from generator.design.filling import lost_fault
from generator.failures import DataError, FailedError
from validator.workers.limits import Limits
from validator.workers.worker import Lost


class UndrawnError(DataError):
    """Faces that cannot be drawn: ``findings`` say which, and why."""


def undrawn(lost: Sequence[tuple[Face | None, Lost]], limits: Limits) -> DataError | FailedError:
    """The failure of faces that were lost while they were drawn under ``limits``."""
    found = []
    for face, one in lost:
        if face is None or face.origin is None:
            return DrawError(f"a face cannot be drawn: {one.told or one.why.value}")
        subject = Subject(face.origin.game, lambda value, key: None)
        found.append(lost_fault(face.origin, one, limits).finding(subject))
    return UndrawnError(found)

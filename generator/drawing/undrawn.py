"""Faces that were filled in but cannot be drawn."""

from __future__ import annotations

from collections.abc import Sequence

from generator.design.canvas import Subject
from generator.design.face import DrawError, Face
from generator.design.filling import failure_fault
from generator.failures import DataError, FailedError
from validator.executor import JobFailure
from validator.processes import Limits


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
        subject = Subject(face.origin.game, lambda value, key: None)
        found.append(failure_fault(face.origin, one, limits).finding(subject))
    return UndrawnError(found)

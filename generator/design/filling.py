"""Templates filled in by workers, so that none takes for ever or all the memory there is.

Whatever a template does, it is a worker that does it (:mod:`validator.executor`): what takes longer
or needs more memory than :data:`generator.design.templates.LIMITS` is ended there.
"""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from multiprocessing.reduction import ForkingPickler
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from generator.design.canvas import UID, Canvas, DrawingFault
from generator.design.face import Face, FaceSource, key_of, pack
from generator.design.templates import Templates
from validator.catalogue.words.grammar import Term
from validator.executor import JobFailure, Reason, Task
from validator.processes import Limits

MOST_FAILED = 8
"""Templates that fail before all others are given up."""
_MANY = 30
"""For so many faces all workers are started at once."""
_SIMPLER = "draw it with fewer steps, shapes and words; what is finely drawn goes in as a picture"


T = TypeVar("T")


@dataclass(eq=False)
class SharedValue(Generic[T]):
    """A value that nothing changes, sent with many jobs: packed once, unpacked once by each worker.

    A worker remembers as many values as a few games have.
    """

    value: T
    packed: bytes = b""

    def __reduce__(self) -> tuple[Callable[[bytes], SharedValue[Any]], tuple[bytes]]:
        self.packed = self.packed or bytes(ForkingPickler.dumps(self.value))
        return _unpack, (self.packed,)


@lru_cache(maxsize=16)
def _unpack(packed: bytes) -> SharedValue[Any]:
    return SharedValue(pickle.loads(packed), packed)


@dataclass(frozen=True, slots=True)
class FaceRequest:
    """A face to be made: the template, what it is filled in with, and whose face it is."""

    template: str
    context: Mapping[str, Any]
    canvas: Canvas
    origin: FaceSource
    terms: Mapping[str, Term] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FilledFace:
    """What came of it: no face where the template failed."""

    face: Face | None
    faults: tuple[DrawingFault, ...] = ()


@dataclass(frozen=True, slots=True)
class _Fill:
    templates: Templates
    template: str
    canvas: Canvas
    own: Mapping[str, Any]
    common: Mapping[str, SharedValue[Mapping[str, Any]]]
    terms: SharedValue[Mapping[str, Term]]

    def __call__(self) -> FilledFace:
        context = {**self.own, **{name: one.value for name, one in self.common.items()}}
        svg, faults = self.templates.fill(self.template, context, self.canvas, self.terms.value)
        face = face_from(svg, self.canvas, str(self.templates.root)) if svg else None
        return FilledFace(face, tuple(faults))


def face_from(svg: str, canvas: Canvas, root: str) -> Face:
    """A face of a drawing, its ids made unique by the drawing's own hash."""
    final = svg.replace(UID, f"f{key_of(svg)[:10]}-")
    return Face(key_of(final), pack(final), canvas.width, canvas.height, canvas.bleed, root)


def fill_faces(
    templates: Templates,
    wanted: Sequence[FaceRequest],
    keep: Callable[[int, Face], None] | None = None,
) -> list[FilledFace]:
    """Make faces, with all that is wrong with each.

    Those without a fault are given to ``keep``, with their numbers, while others are made.
    Of a template that fills in one of them too slowly, or needs too much memory, the later ones
    are not made, and after eight such templates none is; nothing is said of them.
    """
    if len(wanted) >= _MANY:
        templates.pool.start()
    done: dict[int, FilledFace | JobFailure] = {}
    failed: dict[str, int] = {}
    for task, answer in templates.pool.run(_tasks(templates, wanted, failed)):
        number, one = task.number, wanted[task.number]
        if isinstance(answer, JobFailure):
            failed[one.template] = min(number, failed.get(one.template, number))
            done[number] = answer
        else:
            face = answer.face and replace(answer.face, origin=one.origin)
            done[number] = replace(answer, face=face)
            if keep and face and not answer.faults:
                keep(number, face)
    first = _first_failed(wanted, done)
    found = []
    for number, one in enumerate(wanted):
        made: FilledFace | JobFailure = FilledFace(None)
        if number < end_of(first, one.template) or number == first.get(one.template):
            made = done[number]
        if isinstance(made, JobFailure):
            fault = failure_fault(one.origin, made, templates.pool.limits)
            made = FilledFace(None, (fault,))
        found.append(made)
    return found


def _tasks(
    templates: Templates, wanted: Sequence[FaceRequest], failed: Mapping[str, int]
) -> Iterator[Task]:
    """The faces as tasks; what cannot be changed is sent once for several.

    What has ``failed`` meanwhile decides whether those after it are still made.
    """
    shared: dict[int, SharedValue[Any]] = {}

    def share(value: Any) -> SharedValue[Any]:
        return shared.setdefault(id(value), SharedValue(value))

    for number, one in enumerate(wanted):
        if number < end_of(failed, one.template):
            frozen = {k: share(v) for k, v in one.context.items() if type(v) is MappingProxyType}
            own = {key: value for key, value in one.context.items() if key not in frozen}
            job = _Fill(templates, one.template, one.canvas, own, frozen, share(one.terms))
            yield Task(number, job)


def end_of(failed: Mapping[Any, int], template: object) -> float:
    """The number of a face from which on those of a template are not made.

    ``failed`` has the first of each template that failed. After :data:`MOST_FAILED` of them nothing
    is made any more.
    """
    own = failed.get(template, math.inf)
    if len(failed) < MOST_FAILED:
        return own
    return min(own, sorted(failed.values())[MOST_FAILED - 1] + 0.5)


def _first_failed(
    wanted: Sequence[FaceRequest], done: Mapping[int, FilledFace | JobFailure]
) -> dict[str, int]:
    """The first face of each template that failed, until too many templates have one."""
    first: dict[str, int] = {}
    for number, one in enumerate(wanted):
        if isinstance(done.get(number), JobFailure) and number < end_of(first, one.template):
            first.setdefault(one.template, number)
    return first


def failure_fault(origin: FaceSource, failure: JobFailure, limits: Limits) -> DrawingFault:
    """Why a face was not filled in or drawn, at its template."""
    shown, later = origin.shown, "its other faces after that were not tried"
    if failure.reason is Reason.SLOW:
        message = f"{shown} takes more than {limits.seconds:g} seconds to draw; {later}"
        return DrawingFault("template-too-slow", origin.place, message, _SIMPLER)
    if failure.reason is Reason.LARGE:
        message = f"{shown} needs more than {limits.megabytes:g} MB to draw; {later}"
        return DrawingFault("template-too-large", origin.place, message, _SIMPLER)
    message = f"{shown} cannot be drawn: {failure.text}"
    hint = "take parts out of the template until it can be drawn; the last one taken is to blame"
    return DrawingFault("drawing-failed", origin.place, message, hint)

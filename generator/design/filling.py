"""Templates filled in by workers, so that none takes for ever or all the memory there is.

Whatever a template does, it is a worker that does it (:mod:`validator.workers`): what takes longer
or needs more memory than :data:`generator.design.templating.LIMITS` is ended there.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, islice
from types import MappingProxyType
from typing import Any, Protocol

from generator.design.canvas import UID, Canvas, Fault
from generator.design.compiling import compile_in_worker
from generator.design.face import Face, Origin, key_of, packed, put_aside
from generator.design.templating import Templates
from generator.design.warm.shared import Shared
from generator.design.warm.spool import Spool
from validator.catalogue.model import Term
from validator.findings import Severity
from validator.workers.limits import Limits
from validator.workers.pool import Task, end_of
from validator.workers.worker import Lost, Why

_BATCH = 16
"""Most faces of a template that one worker is given in order."""
_TOGETHER = 8
"""Most faces that a worker makes in one job: telling it of each takes half of what making one does.
"""
_SHARES = 16
"""So many jobs there are at least, where there are as many faces, for workers to be done together.
"""
_SIMPLER = "draw it with fewer steps, shapes and words; what is finely drawn goes in as a picture"


class Fillable(Protocol):
    """A face to be made, of which all that takes memory may be made as it is asked for."""

    @property
    def template(self) -> str:
        """The template's name."""

    @property
    def context(self) -> Mapping[str, Any]:
        """What it is filled in with."""

    @property
    def canvas(self) -> Canvas:
        """What it is drawn on."""

    @property
    def origin(self) -> Origin:
        """Whose face it is."""

    @property
    def terms(self) -> Mapping[str, Term]:
        """The game's nouns."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """A face to be made: the template, what it is filled in with, and whose face it is."""

    template: str
    context: Mapping[str, Any]
    canvas: Canvas
    origin: Origin
    terms: Mapping[str, Term] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Filled:
    """What came of it: no face where the template failed; one that a trial has ``drawn`` or not."""

    face: Face | None
    faults: tuple[Fault, ...] = ()
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class _Fill:
    """The job of a worker."""

    templates: Templates
    template: str
    canvas: Canvas
    own: Mapping[str, Any]
    common: Mapping[str, Shared[Mapping[str, Any]]]
    terms: Shared[Mapping[str, Term]]
    trial: Callable[[Face], bool] | None

    def __call__(self) -> Filled:
        context = {**self.own, **{name: one.value for name, one in self.common.items()}}
        svg, faults = self.templates.fill(self.template, context, self.canvas, self.terms.value)
        face = face_from(svg, self.canvas, str(self.templates.root)) if svg else None
        if face is None or self.trial is None:
            return Filled(face, tuple(faults))
        sound = all(one.severity is not Severity.ERROR for one in faults)
        return Filled(face, tuple(faults), sound and self.trial(face))


@dataclass(frozen=True, slots=True)
class _FillSome:
    """The job of a worker that makes several faces, which together may take what one may."""

    jobs: tuple[_Fill, ...]

    def __call__(self) -> tuple[Filled, ...]:
        return tuple(job() for job in self.jobs)


class _Jobs:
    """The jobs of workers; what cannot be changed and several have in common is shared."""

    def __init__(self, templates: Templates, trial: Callable[[Face], bool] | None) -> None:
        self.templates = templates
        self.trial = trial
        self.shared: dict[int, Shared[Any]] = {}

    def task(self, some: Sequence[tuple[int, Fillable]]) -> Task:
        """The task of making faces of one template, told apart by the number of the first."""
        jobs = tuple(self.job(one) for _, one in some)
        return Task(some[0][0], _FillSome(jobs), some[0][1].template, count=len(jobs))

    def job(self, one: Fillable) -> _Fill:
        """The job that makes a face."""
        context = one.context
        frozen = [key for key, value in context.items() if type(value) is MappingProxyType]
        common = {key: self.share(context[key]) for key in frozen}
        own = {key: value for key, value in context.items() if key not in common}
        terms = self.share(one.terms)
        return _Fill(self.templates, one.template, one.canvas, own, common, terms, self.trial)

    def share(self, value: Any) -> Shared[Any]:
        """A value as it is sent: one that is the same object is the same."""
        return self.shared.setdefault(id(value), Shared(value))


def face_from(svg: str, canvas: Canvas, root: str) -> Face:
    """A face of a drawing, its ids made unique by the drawing's own hash."""
    final = svg.replace(UID, f"f{key_of(svg)[:10]}-")
    return Face(key_of(final), packed(final), canvas.width, canvas.height, canvas.bleed, root)


def filled(
    templates: Templates,
    wanted: Sequence[Fillable],
    keep: Callable[[int, Face], None] | None = None,
    spool: Spool | None = None,
) -> list[Filled]:
    """Make faces, with all that is wrong with each.

    Those without a fault are given to ``keep``, with their numbers, while others are made.
    Of a template that fills in one of them too slowly, or needs too much memory, the later ones
    are not made, and after eight such templates none is; nothing is said of them. Some are made
    together; those that are lost so, or with a trial, are made one by one without, as filling in
    and drawing may each take what a face may. Where there are many, drawings are put aside into
    the ``spool``.
    """
    spool = spool or Spool()
    compile_in_worker(templates, dict.fromkeys(one.template for one in wanted))
    done: dict[int, Filled | Lost] = {}
    first: dict[Hashable, int] = {}
    together = max(1, min(_TOGETHER, len(wanted) // _SHARES))
    for trial, most in ((templates.trial, together), (None, 1)):
        left = [
            (number, one)
            for number, one in enumerate(wanted)
            if number not in done and number < end_of(first, one.template)
        ]
        for task, answer in templates.pool.run(_batches(_Jobs(templates, trial), left, most)):
            if not isinstance(answer, Lost):
                for number, one in enumerate(answer, task.number):
                    done[number] = _taken(wanted[number].origin, one, spool)
                    if keep and one.face and not one.faults:
                        keep(number, one.face)
            elif trial is None and task.count == 1:
                done[task.number] = answer
        first = _first_lost(wanted, done)
    limits = templates.pool.limits
    return [
        _filled(one, done[number], limits)
        if number < end_of(first, one.template) or number == first.get(one.template)
        else Filled(None)
        for number, one in enumerate(wanted)
    ]


def _first_lost(
    wanted: Sequence[Fillable], done: Mapping[int, Filled | Lost]
) -> dict[Hashable, int]:
    """The first face of each template that was lost, until too many templates have lost one."""
    first: dict[Hashable, int] = {}
    for number, one in enumerate(wanted):
        if isinstance(done.get(number), Lost) and number < end_of(first, one.template):
            first.setdefault(one.template, number)
    return first


def _batches(
    jobs: _Jobs, wanted: Sequence[tuple[int, Fillable]], most: int
) -> Iterator[list[Task]]:
    """The faces, by their numbers, as tasks of ``most`` of a template that follow each other."""
    for _, same in groupby(wanted, lambda pair: pair[1].template):
        while some := list(islice(same, _BATCH)):
            yield [jobs.task(some[at : at + most]) for at in range(0, len(some), most)]


def _taken(origin: Origin, answer: Filled, spool: Spool) -> Filled:
    """What a worker sent, as it is kept."""
    if answer.face is None:
        return answer
    return replace(answer, face=put_aside(replace(answer.face, origin=origin), spool))


def _filled(one: Fillable, answer: Filled | Lost, limits: Limits) -> Filled:
    if isinstance(answer, Lost):
        return Filled(None, (lost_fault(one.origin, answer, limits),))
    return answer


def lost_fault(origin: Origin, lost: Lost, limits: Limits) -> Fault:
    """Why a face was not filled in or drawn, at its template."""
    shown, later = origin.shown, "its other faces after that were not tried"
    if lost.why is Why.SLOW:
        message = f"{shown} takes more than {limits.seconds:g} seconds to draw; {later}"
        return Fault("template-too-slow", origin.place, message, _SIMPLER)
    if lost.why is Why.LARGE:
        message = f"{shown} needs more than {limits.megabytes:g} MB to draw; {later}"
        return Fault("template-too-large", origin.place, message, _SIMPLER)
    message = f"{shown} cannot be drawn: {lost.told}"
    hint = "take parts out of the template until it can be drawn; the last one taken is to blame"
    return Fault("drawing-failed", origin.place, message, hint)

"""A game as the page sees it: read, laid out, drawn and told bit by bit."""

from __future__ import annotations

import io
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeAlias

import generator.drawing.surface
import generator.drawing.trial  # noqa: F401
from generator.design.canvas import Canvas
from generator.design.face import DrawError, Face, FacePair
from generator.design.face_cache import KIND
from generator.design.face_layouts import ACROSS, DOWN, BoxError, FaceLayout
from generator.design.filling import face_from
from generator.design.layout_files import ENDING
from generator.design.lookup import closure, folder_of_trilith
from generator.design.templates import Templates, load_templates
from generator.design.theme import TrimSize
from generator.drawing.colours import srgb_chunk
from generator.drawing.draw import draw_chunk
from generator.drawing.raster import POINTS_PER_INCH, limits_for, open_pdf, render_page
from generator.studio.data_files import token_at
from generator.studio.fields import fields_of_boxes
from generator.studio.set_files import RefusedError, path_inside
from validator.cache import Cache
from validator.catalogue.model import Component, ComponentSet, Game, Value
from validator.catalogue.sheets.files import MOST_FILE, TEXTS
from validator.catalogue.words.effect_text import text_of
from validator.executor import Executor, JobFailure, Reason, Task
from validator.findings import Finding, Mend, Severity, sort_key
from validator.plainfile import read_plain
from validator.processes import Process
from validator.report import as_object, place_findings
from validator.run import extra_checks


@dataclass(frozen=True, slots=True)
class Changed:
    """Files or folders that changed, by their paths in the project with slashes; none: anything."""

    paths: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class TabView:
    """What a tab shows of a project: a game in an ink, in a language or ("") as it is written."""

    game: str
    ink: str = "normal"
    language: str = ""


@dataclass(frozen=True, slots=True)
class ViewedCards:
    """The components that tabs show of a view; the first of ``ids`` is drawn first."""

    ids: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class StudioQuestion:
    """A question with a number, of which the answer is bytes: the picture of a face, say."""

    number: int
    what: str
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Patch:
    """What is new of the state of a page, by key; None where there is nothing any more."""

    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question: its media type and bytes; a type of "" for a refusal in words."""

    number: int
    media: str
    body: bytes


@dataclass(frozen=True, slots=True)
class StudioPicture:
    """A picture that will be asked for next, by its name."""

    name: str
    body: bytes


ToEngine: TypeAlias = Changed | ViewedCards | StudioQuestion


def boxes_of(
    component_set: ComponentSet, templates: Templates, size: TrimSize, bleed_mm: float
) -> dict[str, list[dict[str, Any]]]:
    """The boxes of a set's fronts and backs by side, in mm from the top left of the trim."""
    sides: dict[str, tuple[str | None, str]] = {}
    sides["front"] = (component_set.face_layout, component_set.template)
    if component_set.back is not None:
        sides["back"] = (component_set.back_layout, component_set.back)
    return {side: list(_boxes(*names, templates, size, bleed_mm)) for side, names in sides.items()}


def _boxes(
    named: str | None, template: str, templates: Templates, size: TrimSize, bleed_mm: float
) -> Iterator[dict[str, Any]]:
    data = templates.layouts.get(named or template)
    text = next((text for _, text in closure(templates.folders, [template])), "")
    fields = fields_of_boxes(text)
    layout = FaceLayout(data, size.width_mm, size.height_mm, bleed_mm)
    own = templates.layouts.own_boxes(data.name)
    file = {"file": f"templates/{data.name}{ENDING}", "is_there": own is not None}
    for key, written in data.boxes.items():
        try:
            box = layout[key]
        except BoxError:
            continue
        if not box.show:
            continue
        edges = {edge: written.keys[edge] for edge in (*ACROSS, *DOWN) if edge in written.keys}
        moves = {edge: str(one.place) for edge, one in edges.items()}
        lengths = {edge: one.value.text for edge, one in edges.items()}
        stated = [edge for edge in edges if own and key in own and edge in own[key].keys]
        corners = {"x": box.x, "y": box.y, "w": box.w, "h": box.h}
        told = {"name": key, "place": str(written.place), "fields": fields.get(key, ())}
        yield {**told, "moves": moves, "lengths": lengths, "stated": stated, **corners, **file}


def card_of(
    component: Component,
    game: Game,
    pair: FacePair | None,
    before: Mapping[str, Any] | None,
    ink: str,
) -> dict[str, Any]:
    """A component with its faces; without a ``pair`` those of ``before``, marked as stale."""
    about = {
        "id": component.id,
        "set": component.set_id,
        "name": component.name,
        "copies": component.copies,
        "players": component.mark.text,
        "text": text_of(component, game),
        "fields": dict(_flat(component.fields, "")),
        "place": str(component.place),
        "places": {key: str(place) for key, place in component.places.items() if "." not in key},
    }
    if pair is not None:
        back = pair.back.key if pair.back else None
        faces = {"front": pair.front.key, "back": back, "fold": pair.fold, "ink": ink}
        return about | faces | shape_of(pair)
    faces = {key: before[key] for key in _FACES} if before and "front" in before else {}
    return about | faces | {"stale": True}


_FACES = ("front", "back", "w", "h", "bleed", "shape", "corner", "outline", "fold", "ink")


def shape_of(pair: FacePair) -> dict[str, Any]:
    """The size and the outline of a component's faces, in mm."""
    return {
        "w": pair.front.width_mm,
        "h": pair.front.height_mm,
        "bleed": pair.front.bleed_mm,
        "shape": pair.shape,
        "corner": pair.corner_mm,
        "outline": pair.outline_mm,
    }


def _flat(value: Value, key: str) -> Iterator[tuple[str, str]]:
    """The values of a field as texts, inner ones with dots in their names."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _flat(inner, f"{key}.{name}" if key else name)
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from _flat(inner, f"{key}.{index}")
    elif value is not None:
        yield key, str(value).lower() if isinstance(value, bool) else str(value)


MOST_CARDS = 20
"""Components that one finding is shown on."""
MOST_FINDINGS = 500
"""Findings that a page is given; the worst come first."""
_ORDER = {"error": 0, "warning": 1, "note": 2}


def finding_rows(
    findings: Iterable[Finding],
    components: Iterable[Component],
    whose: Mapping[Finding, Sequence[str]],
    root: Path,
) -> list[dict[str, Any]]:
    """Findings as plain objects, the worst first: ``at`` is the place, ``cards`` are ids.

    Where no component could be made of a record it is the one whose id stands above the place.
    """
    spans = _spans(components)
    ordered = sorted(dict.fromkeys(findings), key=lambda one: (_ORDER[one.severity], sort_key(one)))
    rows = []
    for one in ordered[:MOST_FINDINGS]:
        records = spans.get((one.place.file, one.place.sheet), ())
        at = [name for first, last, name in records if first <= one.place.line <= last]
        if not at and one.severity is Severity.ERROR:
            (found,) = place_findings([one], root)
            at = [found.record] if found.record else []
        cards = list(dict.fromkeys((*whose.get(one, ()), *at)))[:MOST_CARDS]
        rows.append({**as_object(one), "at": str(one.place), "cards": cards, **_mend(one, root)})
    return rows


def _mend(finding: Finding, root: Path) -> dict[str, list[str]]:
    """The word at the place of a finding and that which was meant, where both are certain."""
    hint, place, text = finding.hint, finding.place, ""
    if not isinstance(hint, Mend) or place.sheet or finding.code == "sheet-header":
        return {}  # of a sheet, cells of records are mended
    with suppress(OSError, UnicodeDecodeError, RefusedError):
        text = read_plain(path_inside(root, place.file), MOST_FILE, root).decode("utf-8-sig")
    inside = not place.file.endswith(TEXTS)
    is_there = token_at(text, (place.line, place.column), hint.old, inside)
    return {"mend": [hint.old, hint.new]} if is_there else {}


def _spans(
    components: Iterable[Component],
) -> Mapping[tuple[str, str], Sequence[tuple[int, int, str]]]:
    """First and last line of every record, by file and sheet."""
    spans: defaultdict[tuple[str, str], list[tuple[int, int, str]]] = defaultdict(list)
    for one in components:
        lines = [one.place.line, *(p.line for p in one.places.values() if p.file == one.place.file)]
        key = (one.place.file, one.place.sheet)
        spans[key].append((one.place.line, max(lines), one.id))
    return spans


LEAST_DPI, MOST_DPI = 20, 600
MOST_PIXELS = 16_000_000
"""Pixels of the largest picture that a page is given; what has more is shown coarser."""
_LEVEL = 1  # of compression: the way is short, and the time counts


@dataclass(frozen=True, slots=True)
class FaceShot:
    """A face to be shown, with its bleed, at ``dpi`` dots an inch, as printed with ``ink``."""

    face: Face
    dpi: int
    ink: str = "normal"

    @property
    def name(self) -> str:
        """What the picture is known by: the hash of the face's drawing, and how it is shown."""
        return f"{self.face.key}-{self.ink}-{self.dpi}"


def picture_of(shot: FaceShot) -> bytes:
    """A picture as a PNG file.

    Raises:
        DrawError: the face cannot be drawn.
    """
    with open_pdf(draw_chunk((shot.face,), shot.ink)) as document:
        return page_png(document, 0, shot.dpi)


def page_png(document: Any, number: int, dpi: float) -> bytes:
    """A page of a PDF file as a PNG file, coarser where it were too large."""
    target = io.BytesIO()
    wide, high = (length / POINTS_PER_INCH * dpi for length in document[number].get_size())
    image = render_page(document, number, dpi * min(1, sqrt(MOST_PIXELS / (wide * high))))
    image.save(target, "PNG", compress_level=_LEVEL, pnginfo=srgb_chunk())
    return target.getvalue()


def shoot(
    shots: Sequence[FaceShot], pool: Executor
) -> Iterator[tuple[FaceShot, bytes | JobFailure]]:
    """Pictures as PNG files, as they are done."""
    tasks = [
        Task(number, partial(_picture_or_failure, shot), limits_for(_pixels(shot.face, shot.dpi)))
        for number, shot in enumerate(shots)
    ]
    for task, answer in pool.run(tasks):
        yield shots[task.number], answer


def _picture_or_failure(shot: FaceShot) -> bytes | JobFailure:
    try:
        return picture_of(shot)
    except DrawError as error:
        return JobFailure(Reason.FAILED, str(error))


def _pixels(face: Face, dpi: float) -> float:
    wide, high = face.page_mm
    return wide * high * (dpi / 25.4) ** 2


_MOST = 20_000


@dataclass(frozen=True, slots=True)
class FaceShelf(Cache):
    """A store that holds fresh faces in memory until it is sure what they were made from.

    A face is named by the state of the templates that was read before it was filled in. Where they
    changed meanwhile ``fresh`` is cleared; else :meth:`settle` keeps what was made.
    """

    fresh: dict[str, bytes] = field(default_factory=dict)

    def get(self, kind: str, key: str) -> bytes | None:
        """The entry of ``kind`` named ``key``."""
        held = self.fresh.get(key) if kind == KIND else None
        return Cache.get(self, kind, key) if held is None else held

    def put(self, kind: str, key: str, content: bytes) -> bool:
        """Keep an entry; a face only in memory for now."""
        if kind != KIND:
            return Cache.put(self, kind, key, content)
        if len(self.fresh) >= _MOST:
            self.fresh.clear()
        self.fresh[key] = content
        return True

    def settle(self, most: int) -> bool:
        """Write up to ``most`` fresh faces to the disk; tells whether more can be written."""
        for key in [*self.fresh][:most]:
            if not Cache.put(self, KIND, key, self.fresh[key]):
                return False
            del self.fresh[key]
        return bool(self.fresh)


_CONTEXT = {
    "c": {"id": "warm", "name": "Warm", "text": "Gain **1** light.", "players": "", "cost": 1},
    "set": {"id": "warm", "name": "Warm", "singular": "Warm", "form": "card"},
    "game": {"id": "warm", "name": "Warm", "revision": "", "theme": "", "language": "en"},
    "face": "front",
}
_POKER = Canvas(63.5, 88.9, 3.0)
_DPI = 100


def warm_up() -> None:
    """Draw a card with the built-in templates, which no project can change.

    Most of the time of a first drawing goes into what is the same for all of them: modules, C
    declarations and fonts. Workers that are forked afterwards need not learn them.
    """
    extra_checks()
    root = folder_of_trilith().parent
    templates, _ = load_templates(root, draft=True)
    if templates is not None:
        svg, _ = templates.fill("basic/card", _CONTEXT, _POKER, {})
        if svg:
            picture_of(FaceShot(face_from(svg, _POKER, str(root)), _DPI))


MOST = 2
"""Errands at a time; what is asked meanwhile waits."""

Told: TypeAlias = tuple[str, bytes]
"""A media type and bytes, or "" and why there are none."""
Show: TypeAlias = Callable[[object], None]
"""Sends something ahead of the answer, as a picture, which the page finds at ``shown/NAME.png``."""


class BackgroundQuery:
    """One question on its way, to ``work`` in a process of its own.

    Where no process can be forked one is started anew, for ``work`` that can be sent there.
    """

    def __init__(
        self, number: int, work: Callable[[Show], Told], way: str = "", niceness: int = 10
    ) -> None:
        self.number = number
        self.is_done = False
        self._process = Process(_send_answer, work, way=way, niceness=niceness, daemon=False)
        self.pipe = self._process.pipe

    def hear(self) -> Iterator[Any]:
        """What came of it so far: what was shown, and last the Answer, which ends the process."""
        while not self.is_done and self.pipe.poll():
            try:
                said = self.pipe.recv()
            except (EOFError, OSError):
                said = Answer(0, "", b"the process that was to answer has died")
            if isinstance(said, Answer):
                self.end()
                said = replace(said, number=self.number)
            yield said

    def end(self) -> None:
        """End the process, whatever it does."""
        self.is_done = True
        self._process.end()


def _send_answer(pipe: Connection, work: Callable[[Show], Told]) -> None:
    """Send what is shown, and the answer or why there is none."""
    try:
        media, body = work(pipe.send)
    except Exception as error:
        media, body = "", (str(error) or type(error).__name__).encode()
    pipe.send(Answer(0, media, body))

"""From a game's catalogue to the distinct faces of its components, with all findings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from types import MappingProxyType
from typing import Any

from generator.design.canvas import Canvas, DrawingSubject, canvas_of
from generator.design.face import Face, FacePair, FaceSource
from generator.design.face_cache import Trim
from generator.design.filling import FilledFace, face_from, fill_faces
from generator.design.layout_files import layout_finding
from generator.design.pictures import CODE, KEY, fold_missing, picture_of, wrong_pattern
from generator.design.speech import words_to_speak
from generator.design.templates import Templates
from generator.design.theme import TrimSize
from generator.typeset.words import direction_level, typographic
from validator.catalogue.effects import Effect
from validator.catalogue.model import Component, ComponentSet, Game, Term, Value
from validator.catalogue.words.effect_text import text_of
from validator.findings import Finding, Place, Severity, did_you_mean, has_errors

__all__ = ["BLEED_MM", "Face", "FacePair", "LaidOut", "face_from", "faces_of", "lay_out_faces"]

BLEED_MM = 3.0
"""How far a face is drawn beyond its trim edge, in mm: what most printers ask for."""
_FACES = 6  # of a die


@dataclass(frozen=True, slots=True)
class LaidOut:
    """The faces of components in file order, the findings, and the faces that have no error.

    ``whose`` has the components whose faces showed a finding, by their ids; ``drawn`` the keys of
    faces that a trial has drawn.
    """

    pairs: tuple[FacePair, ...]
    findings: tuple[Finding, ...]
    sound: tuple[Face, ...]
    whose: Mapping[Finding, tuple[str, ...]] = field(default_factory=dict)
    drawn: frozenset[str] = frozenset()


@dataclass(slots=True)
class _FaceWork:
    """What is common to all faces of one game while they are laid out.

    ``planned`` are the distinct faces to be made and ``names`` those of their recipes, ``pairs``
    the numbers in them of each component's front and back. ``missing`` are pictures, by set and
    path.
    """

    game: Game
    templates: Templates
    bleed: float
    words: Mapping[str, Any]
    findings: dict[Finding, None] = field(default_factory=dict)
    planned: list[_Planned] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    missing: dict[str, dict[str, Finding]] = field(default_factory=dict)
    pairs: list[tuple[ComponentSet, Component, TrimSize, int, int | None]] = field(
        default_factory=list
    )

    def report(self, code: str, place: Place, message: str, hint: str) -> None:
        self.findings[Finding(code, Severity.ERROR, self.game.id, place, message, hint)] = None


def faces_of(
    game: Game,
    templates: Templates,
    *,
    bleed_mm: float = BLEED_MM,
    wanted: Callable[[Component], bool] | None = None,
) -> tuple[tuple[FacePair, ...], tuple[Finding, ...]]:
    """The faces of every component of ``game`` (or the ``wanted`` ones), in file order.

    A component whose front cannot be drawn is left out; the findings say why.
    """
    laid = lay_out_faces(game, templates, bleed_mm=bleed_mm, wanted=wanted)
    return laid.pairs, laid.findings


def lay_out_faces(
    game: Game,
    templates: Templates,
    *,
    bleed_mm: float = BLEED_MM,
    wanted: Callable[[Component], bool] | None = None,
) -> LaidOut:
    """What :func:`faces_of` gives, and which of the faces are without errors."""
    work = _FaceWork(game, templates, bleed_mm, _game_words(game))
    chosen = templates.theme_findings(game.theme or "", game.places.get("theme", game.place))
    work.findings.update(dict.fromkeys(replace(one, game=game.id) for one in chosen))
    for component_set in game.sets.values():
        _plan_set(work, component_set, wanted)
    sound, faces = [], []
    shown: dict[Finding, tuple[str, ...]] = {}
    made = _make_faces(work)
    for done, one in zip(made, work.planned, strict=True):
        found = [fault.finding(one.subject) for fault in done.faults]
        shown |= {each: (*shown.get(each, ()), one.component.id) for each in found}
        work.findings.update(dict.fromkeys(one for one in found if one.code != CODE))
        for fault, each in zip(done.faults, found, strict=True):
            if fault.code == CODE:
                work.missing.setdefault(one.side.set.id, {}).setdefault(fault.value, each)
        faces.append(done.face)
        if done.face is not None and not has_errors(found):
            sound.append(done.face)
    for set_id, missing in work.missing.items():
        work.findings[fold_missing(game.sets[set_id], game, missing)] = None
    pairs = tuple(_pairs(work, faces))
    drawn = frozenset(one.face.key for one in made if one.face is not None and one.drawn)
    return LaidOut(pairs, tuple(work.findings), tuple(sound), shown, drawn)


def record_of(component: Component, text: str) -> dict[str, Any]:
    """What a template sees of a component, as ``c``."""
    return {
        **component.fields,
        "id": component.id,
        "name": component.name,
        "copies": component.copies,
        "players": component.mark.text,
        "provenance": component.provenance.value,
        "text": text,
        "effects": tuple(_plain(effect) for effect in component.effects),
    }


def _plain(effect: Effect) -> dict[str, Any]:
    """An effect as templates read it: its kind as ``do``, and its fields by name."""
    return {"do": type(effect).__name__.lower(), **asdict(effect)}


def _game_words(game: Game) -> Mapping[str, Any]:
    terms = {
        t.id: MappingProxyType({"one": t.one, "many": t.many, "icon": t.icon})
        for t in game.terms.values()
    }
    words: dict[str, Any] = {"id": game.id, "name": game.name, "revision": game.revision}
    words |= {"theme": game.theme or "", "motifs": game.motifs or ""}
    words |= words_to_speak(game)
    words["direction"] = "rtl" if direction_level(game.language) else "ltr"
    return MappingProxyType({**words, "terms": MappingProxyType(terms)})


def _plan_set(
    work: _FaceWork, component_set: ComponentSet, wanted: Callable[[Component], bool] | None
) -> None:
    """Plan the faces of a set, unless its size or a template is missing."""
    size = _size_of(work, component_set)
    named = (("template", component_set.template), ("back", component_set.back))
    missing = [
        (key, name) for key, name in named if name is not None and not work.templates.has(name)
    ]
    for key, name in missing:
        message = f"there is no template {name!r}"
        hint = work.templates.closest(name) or f"put it at templates/{name}.svg.j2"
        place = component_set.places.get(key, component_set.place)
        work.report("template-missing", place, message, hint)
    layouts = tuple(_find_missing_layouts(work, component_set))
    work.findings.update(dict.fromkeys(layouts))
    if size is None or missing or layouts:
        return
    wrong = wrong_pattern(component_set, work.game)
    if wrong is not None:
        work.findings[wrong] = None
    if size.fold == "die":
        work.findings.update(dict.fromkeys(_check_dice(work.game, component_set)))
    front = _side(work, component_set, size, "front")
    back = None if component_set.back is None else _side(work, component_set, size, "back")
    reads = None if back is None else work.templates.fields_read(back.template)
    backs: dict[object, int] = {}
    for component in component_set.components:
        if wanted is not None and not wanted(component):
            continue
        record = _record(work, component_set, component)
        number, other = _plan(work, front, component, record), None
        if back is not None:
            shown = _fields_shown(record, reads)
            if shown not in backs:
                backs[shown] = _plan(work, back, component, record)
            other = backs[shown]
        work.pairs.append((component_set, component, size, number, other))


def _check_dice(game: Game, component_set: ComponentSet) -> Iterator[Finding]:
    """Each die of a set of dice has six faces, if its record names them."""
    for die in component_set.components:
        faces = die.fields.get("faces")
        if isinstance(faces, tuple) and len(faces) != _FACES:
            message = f"the die {die.id!r} has {len(faces)} faces; it folds up from {_FACES}"
            hint = 'name six; one that stays blank is ""'
            place = die.place_of("faces")
            yield Finding("die-faces", Severity.WARNING, game.id, place, message, hint)


def _fields_shown(record: Mapping[str, Any], reads: Collection[str] | None) -> object:
    """What a back that ``reads`` these fields shows of a record; None where it may be any.

    Backs that show the same are one face.
    """
    return record["id"] if reads is None else tuple(repr(record.get(name)) for name in reads)


def _find_missing_layouts(work: _FaceWork, component_set: ComponentSet) -> Iterator[Finding]:
    """That there is no face layout of a name that the set states."""
    stated = {"face_layout": component_set.face_layout, "back_layout": component_set.back_layout}
    for key, name in stated.items():
        if name is not None and not work.templates.layouts.has(name):
            place = component_set.places.get(key, component_set.place)
            yield layout_finding(name, work.templates.layouts, place, work.game.id)


def _size_of(work: _FaceWork, component_set: ComponentSet) -> TrimSize | None:
    """The size of a set; it is reported where there is none of its name."""
    sizes = work.templates.sizes
    size = sizes.get(component_set.size)
    if size is None:
        message = f"there is no size {component_set.size!r} in templates/sizes.yaml"
        place = component_set.places.get("size", component_set.place)
        hint = did_you_mean(component_set.size, sizes, f"sizes there: {', '.join(sizes)}")
        work.report("size-unknown", place, message, hint)
    return size


@dataclass(frozen=True, slots=True)
class _SetSide:
    """A side of the components of a set: what it is drawn with, and what it shows of them all."""

    name: str
    set: ComponentSet
    template: str
    place: Place
    canvas: Canvas
    common: Mapping[str, Any]


def _side(work: _FaceWork, component_set: ComponentSet, size: TrimSize, name: str) -> _SetSide:
    """The front or back of a set, whose template is there."""
    is_front = name == "front"
    template = component_set.template if is_front else str(component_set.back)
    layout = component_set.face_layout if is_front else component_set.back_layout
    about = {
        "id": component_set.id,
        "name": component_set.name,
        "singular": component_set.singular,
        "form": component_set.form.value,
    }
    common = {"set": about, "game": work.words, "face": name}
    stated = {} if layout is None else {"layout": layout}
    place, canvas = work.templates.place(template), canvas_of(size, work.bleed)
    return _SetSide(name, component_set, template, place, canvas, common | stated)


def _record(work: _FaceWork, component_set: ComponentSet, component: Component) -> dict[str, Any]:
    """What the templates of both sides see, with the picture that is found by convention."""
    record = record_of(component, text_of(component, work.game))
    picture = picture_of(component, component_set, work.game, work.templates.root)
    return record if picture is None else record | {KEY: picture}


@dataclass(frozen=True, slots=True)
class _Planned:
    """A face to be made; what it shows is made as it is asked for, as thousands take memory."""

    work: _FaceWork
    side: _SetSide
    component: Component

    @property
    def template(self) -> str:
        return self.side.template

    @property
    def context(self) -> Mapping[str, Any]:
        return self.context_of(_record(self.work, self.side.set, self.component))

    def context_of(self, record: Mapping[str, Any]) -> Mapping[str, Any]:
        """What the template gets of a record."""
        return {"c": record, **self.side.common}

    @property
    def canvas(self) -> Canvas:
        return self.side.canvas

    @property
    def origin(self) -> FaceSource:
        side = self.side
        return FaceSource(
            self.work.game.id, side.place, f"the {side.name} of {self.component.id!r}"
        )

    @property
    def terms(self) -> Mapping[str, Term]:
        return self.work.game.terms

    @property
    def subject(self) -> DrawingSubject:
        """What is being drawn, for findings."""
        record = _record(self.work, self.side.set, self.component)
        blame = _Blame(self.component, record["text"], record.get(KEY) or "")
        return DrawingSubject(self.work.game.id, blame.place_of, self.terms)


def _plan(work: _FaceWork, side: _SetSide, component: Component, record: Mapping[str, Any]) -> int:
    """Plan one face; returns its number."""
    one = _Planned(work, side, component)
    work.planned.append(one)
    if work.templates.recipes is not None:
        context, box = one.context_of(record), _box(side.canvas)
        work.names.append(work.templates.recipes.name(side.template, context, box))
    return len(work.planned) - 1


def _box(canvas: Canvas) -> Trim:
    return canvas.width, canvas.height, canvas.bleed


def _make_faces(work: _FaceWork) -> list[FilledFace]:
    """The planned faces: those that are kept, the others made and kept if nothing is wrong."""
    recipes, planned, names = work.templates.recipes, work.planned, work.names
    if recipes is None:
        return fill_faces(work.templates, planned)
    kept = [recipes.get(name, _box(one.canvas)) for name, one in zip(names, planned, strict=True)]
    todo = [number for number, face in enumerate(kept) if face is None]
    fresh = fill_faces(
        work.templates,
        [planned[number] for number in todo],
        lambda at, face: recipes.put(names[todo[at]], face),
    )
    done = dict(zip(todo, fresh, strict=True))
    return [
        done[number] if face is None else FilledFace(replace(face, origin=planned[number].origin))
        for number, face in enumerate(kept)
    ]


def _pairs(work: _FaceWork, faces: Sequence[Face | None]) -> Iterator[FacePair]:
    for component_set, component, size, number, other in work.pairs:
        front, back = faces[number], None if other is None else faces[other]
        if front is not None:
            yield FacePair(
                component=component.id,
                deck=component_set.id,
                copies=component.copies,
                front=front,
                back=back,
                shape=size.shape,
                form=component_set.form,
                corner_mm=size.corner_mm,
                fold=size.fold,
                outline_mm=size.outline_mm,
            )


@dataclass(frozen=True, slots=True)
class _Blame:
    """Finds the key of a record that holds a text which does not fit, say."""

    component: Component
    text: str
    picture: str = ""

    def place_of(self, value: str, key: str) -> Place | None:
        if value and value == self.picture:
            return self.component.place_of(KEY)
        found = self._key_with(value) or key
        if not found:
            return None
        if found == "text" and "text" not in self.component.places:
            found = "effects"
        return self.component.place_of(*found.split("."))

    def _key_with(self, value: str) -> str:
        """The key whose value is, or is part of, ``value``; the longest such one wins.

        Keys of inner values have dots between: ``areas.2.name``.
        """
        value = typographic(value)
        known = [("name", self.component.name), ("text", self.text)]
        for key, item in self.component.fields.items():
            known.extend(_strings(key, item))
        best, length = "", 2
        for key, written in known:
            text = typographic(written)
            if value and text == value:
                return key
            if len(text) > length and text in value:
                best, length = key, len(text)
        return best


def _strings(key: str, value: Value) -> Iterator[tuple[str, str]]:
    """The texts and numbers of a value, each with its key."""
    if isinstance(value, str):
        yield key, value
    elif isinstance(value, Mapping):
        for name, item in value.items():
            yield from _strings(f"{key}.{name}", item)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _strings(f"{key}.{index}", item)
    elif value is not None and not isinstance(value, bool):
        yield key, str(value)

"""From a game's catalogue to the distinct faces of its components, with all findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from generator.design.canvas import canvas_of
from generator.design.face import Face, FacePair, FaceSource
from generator.design.face_cache import digest_of_words
from generator.design.filling import FaceRequest, FilledFace, face_from, fill_faces
from generator.design.layout_files import layout_finding
from generator.design.pictures import CODE, KEY, fold_missing, picture_of, wrong_pattern
from generator.design.speech import words_to_speak
from generator.design.templates import Templates
from generator.design.theme import TrimSize
from generator.typeset.words import direction_level, typographic
from validator.catalogue.boards.geometry import build_geometry
from validator.catalogue.model import Component, ComponentSet, Game, Value
from validator.catalogue.words.effect_text import text_of
from validator.findings import Finding, Place, Severity, did_you_mean, has_errors

__all__ = ["BLEED_MM", "Face", "FacePair", "LaidOut", "face_from", "faces_of"]

BLEED_MM = 3.0
"""How far a face is drawn beyond its trim edge, in mm: what most printers ask for."""
_FACES = 6  # of a die


class LaidOut(NamedTuple):
    """The faces of components in file order, the findings, and the faces that have no error.

    ``whose`` has the components whose faces showed a finding, by their ids.
    """

    pairs: tuple[FacePair, ...]
    findings: tuple[Finding, ...]
    sound: tuple[Face, ...]
    whose: Mapping[Finding, tuple[str, ...]]


@dataclass(slots=True)
class _FaceWork:
    """What is common to all faces of one game while they are laid out.

    ``requests`` are the distinct faces to be made and ``whose`` the components that show them,
    ``pairs`` the numbers in them of each component's front and back.
    """

    game: Game
    templates: Templates
    bleed: float
    words: Mapping[str, Any]
    findings: dict[Finding, None] = field(default_factory=dict)
    requests: list[FaceRequest] = field(default_factory=list)
    whose: list[Component] = field(default_factory=list)
    pairs: list[tuple[ComponentSet, Component, TrimSize, int, int | None]] = field(
        default_factory=list
    )


def faces_of(
    game: Game,
    templates: Templates,
    *,
    bleed_mm: float = BLEED_MM,
    wanted: Callable[[Component], bool] | None = None,
) -> LaidOut:
    """The faces of every component of ``game`` (or the ``wanted`` ones), in file order.

    A component whose front cannot be drawn is left out; the findings say why.
    """
    work = _FaceWork(game, templates, bleed_mm, _game_words(game))
    chosen = templates.theme_findings(game.theme or "", game.places.get("theme", game.place))
    work.findings.update(dict.fromkeys(replace(one, game=game.id) for one in chosen))
    for component_set in game.sets.values():
        _plan_set(work, component_set, wanted)
    sound, shown = [], dict[Finding, tuple[str, ...]]()
    missing: dict[str, dict[str, Finding]] = {}
    made = _make_faces(work)
    for done, request, component in zip(made, work.requests, work.whose, strict=True):
        record = request.context["c"]
        blame = _Blame(component, record["text"], record.get(KEY) or "")
        found = [fault.finding(game.id, blame.place_of) for fault in done.faults]
        shown |= {one: (*shown.get(one, ()), component.id) for one in found}
        for fault, finding in zip(done.faults, found, strict=True):
            if fault.code == CODE:
                missing.setdefault(component.set_id, {}).setdefault(fault.value, finding)
            else:
                work.findings[finding] = None
        if done.face is not None and not has_errors(found):
            sound.append(done.face)
    for set_id, pictures in missing.items():
        work.findings[fold_missing(game.sets[set_id], game, pictures)] = None
    pairs = tuple(_pairs(work, [one.face for one in made]))
    return LaidOut(pairs, tuple(work.findings), tuple(sound), shown)


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
        "effects": tuple(
            {"do": type(effect).__name__.lower(), **asdict(effect)} for effect in component.effects
        ),
    }


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
    """Plan the faces of a set, unless something that they are made with is missing."""
    size = _check_set(work, component_set)
    if size is None:
        return
    back = component_set.back
    named = filter(None, (component_set.template, back))
    places = {name: work.templates.place(name) for name in named}
    reads = None if back is None else work.templates.fields_read(back)
    backs: dict[object, int] = {}
    ask = partial(_request, work, component_set, size, places)
    for component in component_set.components:
        if wanted is not None and not wanted(component):
            continue
        record = {
            **_spaces(component, work.game),
            **record_of(component, text_of(component, work.game)),
        }
        picture = picture_of(component, component_set, work.game, work.templates.root)
        record |= {} if picture is None else {KEY: picture}
        number, other = ask("front", component, record), None
        if back is not None:
            # backs that show the same are one face
            shown = record["id"] if reads is None else tuple(repr(record.get(n)) for n in reads)
            if shown not in backs:
                backs[shown] = ask("back", component, record)
            other = backs[shown]
        work.pairs.append((component_set, component, size, number, other))


def _spaces(component: Component, game: Game) -> dict[str, Any]:
    """The spaces of the board that a component says it is, for its template.

    Each has its id as name, its zone, which a spot may name, and its fields; a way its two ends.
    """
    board = game.boards.get(str(component.fields.get("board", "")))
    if board is None:
        return {}
    zones = [name for name, label in game.setup.zones.items() if label.board == board.id]
    start = f"{zones[0].removeprefix('seat.')}." if zones else ""
    laid = build_geometry(board, game)[0]
    return {
        "spaces": tuple(
            {
                "name": one.id,
                **one.fields,
                "id": one.id,
                "zone": f"{start}{one.id}" if start else "",
                **({"ends": [laid.spaces[at].id for at in ends]} if ends else {}),
            }
            for one, ends in zip(laid.spaces, laid.ends, strict=True)
        )
    }


def _check_set(work: _FaceWork, component_set: ComponentSet) -> TrimSize | None:
    """The size of a set; None where there is none, or a template or layout is missing."""
    templates, places, game = work.templates, component_set.places, work.game
    size = templates.sizes.get(component_set.size)
    if size is None:
        message = f"there is no size {component_set.size!r} in templates/sizes.yaml"
        there = f"sizes there: {', '.join(templates.sizes)}"
        hint = did_you_mean(component_set.size, templates.sizes, there)
        place = places.get("size", component_set.place)
        work.findings[_error("size-unknown", game, place, message, hint)] = None
    is_whole = size is not None
    for key, name in (("template", component_set.template), ("back", component_set.back)):
        if name is not None and not templates.has(name):
            is_whole = False
            message = f"there is no template {name!r}"
            hint = templates.closest(name) or f"put it at templates/{name}.svg.j2"
            place = places.get(key, component_set.place)
            work.findings[_error("template-missing", game, place, message, hint)] = None
    stated = {"face_layout": component_set.face_layout, "back_layout": component_set.back_layout}
    for key, name in stated.items():
        if name is not None and not templates.layouts.has(name):
            is_whole = False
            place = places.get(key, component_set.place)
            work.findings[layout_finding(name, templates.layouts, place, game.id)] = None
    if size is None or not is_whole:
        return None
    wrong = wrong_pattern(component_set, game)
    work.findings |= {} if wrong is None else {wrong: None}
    if size.fold == "die":
        work.findings.update(dict.fromkeys(_check_dice(game, component_set)))
    return size


def _error(code: str, game: Game, place: Place, message: str, hint: str) -> Finding:
    return Finding(code, Severity.ERROR, game.id, place, message, hint)


def _check_dice(game: Game, component_set: ComponentSet) -> Iterator[Finding]:
    for die in component_set.components:
        faces = die.fields.get("faces")
        if isinstance(faces, tuple) and len(faces) != _FACES:
            message = f"the die {die.id!r} has {len(faces)} faces; it folds up from {_FACES}"
            hint = 'name six; one that stays blank is ""'
            place = die.place_of("faces")
            yield Finding("die-faces", Severity.WARNING, game.id, place, message, hint)


def _request(
    work: _FaceWork,
    component_set: ComponentSet,
    size: TrimSize,
    places: Mapping[str, Place],
    side: str,
    component: Component,
    record: Mapping[str, Any],
) -> int:
    """Ask for one face; returns its number. ``places`` are the files of templates."""
    is_front = side == "front"
    template = component_set.template if is_front else str(component_set.back)
    layout = component_set.face_layout if is_front else component_set.back_layout
    about = {
        "id": component_set.id,
        "name": component_set.name,
        "singular": component_set.singular,
        "form": component_set.form.value,
    }
    words, mark = work.words, work.game.marks.get(component.id)
    if mark and is_front:
        words = MappingProxyType({**words, "revision": mark})
    context = {"c": record, "set": about, "game": words, "face": side}
    context |= {} if layout is None else {"layout": layout}
    origin = FaceSource(work.game.id, places[template], f"the {side} of {component.id!r}")
    canvas = canvas_of(size, work.bleed)
    work.requests.append(FaceRequest(template, context, canvas, origin, work.game.terms))
    work.whose.append(component)
    return len(work.requests) - 1


def _make_faces(work: _FaceWork) -> list[FilledFace]:
    """The faces asked for: those that are kept, the others made and kept if nothing is wrong."""
    recipes, requests = work.templates.recipes, work.requests
    if recipes is None:
        return fill_faces(work.templates, requests)
    told = digest_of_words(work.words)  # all faces have these, and they are many
    marks = [one.context["game"]["revision"] for one in requests]
    names = [
        recipes.name(one.template, {**one.context, "game": (told, mark)}, one.canvas)
        for one, mark in zip(requests, marks, strict=True)
    ]
    kept = [recipes.get(name, one.canvas) for name, one in zip(names, requests, strict=True)]
    todo = [number for number, face in enumerate(kept) if face is None]
    fresh = iter(
        fill_faces(
            work.templates,
            [requests[number] for number in todo],
            lambda at, face: recipes.put(names[todo[at]], face),
        )
    )
    return [
        next(fresh) if face is None else FilledFace(replace(face, origin=one.origin))
        for face, one in zip(kept, requests, strict=True)
    ]


def _pairs(work: _FaceWork, faces: list[Face | None]) -> Iterator[FacePair]:
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

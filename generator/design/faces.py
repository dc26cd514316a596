"""From a game's catalogue to the distinct faces of its components, with all findings.

Codes:

``size-unknown``
    `size` names nothing in templates/sizes.yaml; the project may have one of its own.

    Bad::

        # cards.yaml
        size: pokre  # <- here

    Good::

        # cards.yaml
        size: poker
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from types import MappingProxyType
from typing import Any

from generator.design.face import Face, FacePair, key_of, packed
from generator.design.templating import UID, Canvas, Subject, Templates, canvas_of
from generator.design.theme import Size
from generator.typeset.quotes import typographic
from validator.catalogue.effects import Effect
from validator.catalogue.model import Component, ComponentSet, Game, Value
from validator.catalogue.wording import text_of
from validator.findings import Finding, Place, Severity
from validator.hints import did_you_mean

__all__ = ["BLEED_MM", "Face", "FacePair", "faces_of"]

BLEED_MM = 3.0
"""How far a face is drawn beyond its trim edge, in mm: what most printers ask for."""


@dataclass
class _Work:
    """What is common to all faces of one game while they are drawn."""

    game: Game
    templates: Templates
    bleed: float
    findings: dict[Finding, None] = field(default_factory=dict)
    words: Mapping[str, Any] = field(default_factory=dict)

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
    work = _Work(game, templates, bleed_mm, words=_game_words(game))
    pairs = [
        pair for component_set in game.sets.values() for pair in _set(work, component_set, wanted)
    ]
    return tuple(pairs), tuple(work.findings)


def context_of(
    component: Component, component_set: ComponentSet, game: Mapping[str, Any], text: str, side: str
) -> dict[str, Any]:
    """What a template sees: ``c``, ``set``, ``game`` and ``face`` (front or back)."""
    record = {
        **component.fields,
        "id": component.id,
        "name": component.name,
        "copies": component.copies,
        "players": component.mark.text,
        "provenance": component.provenance.value,
        "text": text,
        "effects": tuple(_plain(effect) for effect in component.effects),
    }
    about = {
        "id": component_set.id,
        "name": component_set.name,
        "singular": component_set.singular,
        "form": component_set.form.value,
    }
    return {"c": record, "set": about, "game": game, "face": side}


def _plain(effect: Effect) -> dict[str, Any]:
    """An effect as templates read it: its kind as ``do``, and its fields by name."""
    return {"do": type(effect).__name__.lower(), **asdict(effect)}


def _game_words(game: Game) -> Mapping[str, Any]:
    terms = {
        t.id: MappingProxyType({"one": t.one, "many": t.many, "icon": t.icon})
        for t in game.terms.values()
    }
    words = {"id": game.id, "name": game.name, "revision": game.revision}
    return MappingProxyType({**words, "terms": MappingProxyType(terms)})


def _set(
    work: _Work, component_set: ComponentSet, wanted: Callable[[Component], bool] | None
) -> Iterator[FacePair]:
    size = work.templates.sizes.get(component_set.size)
    if size is None:
        known = ", ".join(work.templates.sizes)
        message = f"there is no size {component_set.size!r} in templates/sizes.yaml"
        place = component_set.places.get("size", component_set.place)
        hint = did_you_mean(component_set.size, work.templates.sizes, f"sizes there: {known}")
        work.report("size-unknown", place, message, hint)
    named = (("template", component_set.template), ("back", component_set.back))
    missing = [
        (key, name) for key, name in named if name is not None and not work.templates.has(name)
    ]
    for key, name in missing:
        message = f"there is no template {name!r}"
        hint = work.templates.closest(name) or f"put it at templates/{name}.svg.j2"
        place = component_set.places.get(key, component_set.place)
        work.report("template-missing", place, message, hint)
    if size is None or missing:
        return
    backs: dict[str, Face | None] = {}
    back = component_set.back
    each = back is not None and work.templates.depends_on_component(back)
    for component in component_set.components:
        if wanted is None or wanted(component):
            yield from _pair(work, component_set, component, size, backs if not each else {})


def _pair(
    work: _Work,
    component_set: ComponentSet,
    component: Component,
    size: Size,
    backs: dict[str, Face | None],
) -> Iterator[FacePair]:
    front = _face(work, component_set, component, size, component_set.template, "front")
    if component_set.back is not None and component_set.back not in backs:
        backs[component_set.back] = _face(
            work, component_set, component, size, component_set.back, "back"
        )
    if front is None:
        return
    yield FacePair(
        component=component.id,
        deck=component_set.id,
        copies=component.copies,
        front=front,
        back=backs.get(component_set.back or ""),
        shape=size.shape,
        form=component_set.form,
        corner_mm=size.corner_mm,
        fold=size.fold,
        outline_mm=size.outline_mm,
    )


def _face(
    work: _Work,
    component_set: ComponentSet,
    component: Component,
    size: Size,
    template: str,
    side: str,
) -> Face | None:
    text = text_of(component, work.game)
    context = context_of(component, component_set, work.words, text, side)
    canvas = canvas_of(size, work.bleed)
    recipes, box = work.templates.recipes, (canvas.width, canvas.height, canvas.bleed)
    name = recipes.name(template, context, box) if recipes else ""
    kept = recipes.get(name, box) if recipes else None
    if kept is not None:
        return kept
    subject = Subject(work.game.id, _Blame(component, text).place_of, work.game.terms)
    svg, findings = work.templates.draw(template, context, canvas, subject)
    work.findings.update(dict.fromkeys(findings))
    face = face_from(svg, canvas, str(work.templates.root)) if svg else None
    if recipes and face is not None and not findings:
        recipes.put(name, face)
    return face


def face_from(svg: str, canvas: Canvas, root: str) -> Face:
    """A face of a drawing, its ids made unique by the drawing's own hash."""
    final = svg.replace(UID, f"f{key_of(svg)[:10]}-")
    return Face(key_of(final), packed(final), canvas.width, canvas.height, canvas.bleed, root)


@dataclass(frozen=True, slots=True)
class _Blame:
    """Finds the key of a record that holds a text which does not fit, say."""

    component: Component
    text: str

    def place_of(self, value: str, key: str) -> Place | None:
        found = self._key_with(value) or key
        if not found:
            return None
        if found == "text" and "text" not in self.component.places:
            found = "effects"
        return self.component.place_of(found)

    def _key_with(self, value: str) -> str:
        """The key whose value is, or is part of, ``value``; the longest such one wins."""
        value = typographic(value)
        known: dict[str, tuple[str, ...]]
        known = {"name": (self.component.name,), "text": (self.text,)}
        known |= {key: tuple(_strings(item)) for key, item in self.component.fields.items()}
        best, length = "", 2
        for key, texts in known.items():
            for text in map(typographic, texts):
                if value and text == value:
                    return key
                if len(text) > length and text in value:
                    best, length = key, len(text)
        return best


def _strings(value: Value) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)

"""Whom to blame for what is wrong on a face: the card and the field that shows it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.design.face import Face, FacePair
from validator.catalogue.model import Component, ComponentSet, Game, Value
from validator.catalogue.words.effect_text import text_of
from validator.findings import Place

_TELLING = 3
"""Shorter fragments than this many letters are found in any text; they must be the whole of it."""


@dataclass(frozen=True, slots=True)
class Proof:
    """A face to check: the first component that shows it, on which side, and how many more do."""

    face: Face
    shape: str
    game: Game
    component: Component
    component_set: ComponentSet
    side: str
    others: int = 0

    @property
    def shown(self) -> str:
        """The face in words: ``Luck card “Strong Backs” (front)``."""
        more = f", as {self.others} more" if self.others else ""
        return f"{self.component_set.singular} “{self.component.name}” ({self.side}{more})"

    def blame(self, fragment: str) -> tuple[str, Place]:
        """The field that holds a printed ``fragment``, and its place; else the whole record."""
        fields = {key: tuple(map(_flat, texts)) for key, texts in self._texts().items()}
        for key, texts in fields.items():
            if fragment in texts:
                return key, self._field_place(key)
        for key, texts in fields.items():
            if len(fragment) >= _TELLING and any(fragment in text for text in texts):
                return key, self._field_place(key)
        return "template", self._template_place()

    def blame_picture(self) -> tuple[str, Place]:
        """The field that names a picture on this face, and its place."""
        for key, texts in self._texts().items():
            for text in texts:
                if text.lower().endswith((".png", ".jpg", ".jpeg")) and text in self.face.svg:
                    return key, self.component.place_of(key)
        return "template", self._template_place()

    def whole(self) -> Place:
        """The place of the record, or of the back's template for a back."""
        return self._template_place() if self.side == "back" else self.component.place

    def _field_place(self, key: str) -> Place:
        written = key != "text" or self.component.text is not None
        return self.component.place_of(key if written else "effects")

    def _template_place(self) -> Place:
        key = "back" if self.side == "back" else "template"
        return self.component_set.places.get(key, self.component_set.place)

    def _texts(self) -> Mapping[str, Sequence[str]]:
        own = {key: tuple(_strings(value)) for key, value in self.component.fields.items()}
        text = text_of(self.component, self.game)
        return {"name": (self.component.name,), "text": (text,), **own}


def proofs_of(game: Game, pairs: Iterable[FacePair]) -> tuple[Proof, ...]:
    """One proof for every distinct face of ``pairs``, in order."""
    components = {component.id: component for component in game.components()}
    found: dict[str, Proof] = {}
    for pair in pairs:
        for side, face in (("front", pair.front), ("back", pair.back)):
            if face is None:
                continue
            component = components[pair.component]
            known = found.get(face.key)
            others = 0 if known is None else known.others + 1
            first = component if known is None else known.component
            decks = game.sets[pair.deck]
            found[face.key] = Proof(face, pair.shape, game, first, decks, side, others)
    return tuple(found.values())


def _flat(text: str) -> str:
    """A text as it is printed, without marks for bold and italic."""
    return " ".join(text.replace("*", "").split())


def _strings(value: Value) -> Iterator[str]:
    if isinstance(value, Mapping):
        for item in value.values():
            yield from _strings(item)
    elif isinstance(value, tuple):
        for item in value:
            yield from _strings(item)
    elif value is not None and not isinstance(value, bool):
        yield str(value)

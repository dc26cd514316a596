"""What a reader of a print file says of each piece: its name and its text, without icons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from generator.printing.layout.document import Document, Told
from generator.typeset.plainwords import plain
from generator.typeset.quotes import typographic
from validator.catalogue.model import Component, ComponentSet, Game
from validator.catalogue.wording import text_of

WORDS = Told(fronts={"": ""})
"""What is told of a cover: its words, which are no component's."""


def told_of(game: Game, plan: Document) -> Told:
    """What is told of the pieces of a print file, fronts by component and backs by set."""
    used = {placed.component for page in plan.pages for placed in page.placed}
    fronts = {
        component.id: _front(component, component_set, game)
        for component_set in game.sets.values()
        for component in component_set.components
        if component.id in used
    }
    decks = {placed.deck for page in plan.pages for placed in page.placed}
    backs = {
        deck: game.tongue.say("Back: {deck}", deck=game.sets[deck].name)
        for deck in sorted(decks & set(game.sets))
    }
    return Told(fronts, backs)


def _front(component: Component, component_set: ComponentSet, game: Game) -> str:
    """A piece as people would read it out: its name, what it is, and what it says."""
    name = typographic(component.name, language=game.language)
    kind = component_set.singular or component_set.name
    head = name if kind.casefold() in name.casefold() else f"{name} ({kind})"
    says = plain(text_of(component, game), game).replace("\n", " ")
    if not says:
        says = ", ".join(_fields(component, game.almanac.labels if game.language else {}))
    return f"{head}: {says}" if says else head


def _fields(component: Component, labels: Mapping[str, str]) -> Iterator[str]:
    """The fields of a piece that can be said in a word, by their labels if there are any."""
    for key, value in component.fields.items():
        if isinstance(value, str | int | float) and value != "":
            yield f"{labels.get(key, key.replace('_', ' '))} {labels.get(str(value), value)}"

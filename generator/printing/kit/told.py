"""What a reader of a print file says of each piece: its name and its text, without icons."""

from __future__ import annotations

from generator.printing.layout.document import Document, Told
from generator.typeset.plainwords import plain
from generator.typeset.quotes import typographic
from validator.catalogue.model import Component, ComponentSet, Game, Value
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
    backs = {deck: f"Back: {game.sets[deck].name}" for deck in sorted(decks & set(game.sets))}
    return Told(fronts, backs)


def _front(component: Component, component_set: ComponentSet, game: Game) -> str:
    """A piece as people would read it out: its name, what it is, and what it says."""
    name = typographic(component.name)
    kind = component_set.singular or component_set.name
    head = name if kind.casefold() in name.casefold() else f"{name} ({kind})"
    says = plain(text_of(component, game), game).replace("\n", " ")
    if not says:
        fields = (f"{key.replace('_', ' ')} {_short(v)}" for key, v in component.fields.items())
        says = ", ".join(words for words in fields if not words.endswith(" "))
    return f"{head}: {says}" if says else head


def _short(value: Value) -> str:
    """A value that can be said in a word; nothing for lists and mappings."""
    return str(value) if isinstance(value, str | int | float) else ""

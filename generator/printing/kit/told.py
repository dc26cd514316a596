"""What a reader of a print file says of each piece: its name and its text, without icons."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import reduce

from generator.printing.layout.document import Document, Told
from generator.typeset.plainwords import plain
from generator.typeset.quotes import typographic
from validator.catalogue.model import Component, ComponentSet, Game
from validator.catalogue.words.effect_text import text_of
from validator.setup.pieces import Seat

WORDS = Told(fronts={"": ""})
"""What is told of a cover: its words, which are no component's."""


def _labels(game: Game) -> Mapping[str, str]:
    """Words for fields and values by which a game in another language than English tells them."""
    return game.almanac.labels if game.language else {}


def side_of(seat: Seat, game: Game) -> str:
    """Faction and colours of a seat as people say them: ``Pro, white and yellow``."""
    labels, say = _labels(game), game.tongue.say
    colours = [labels.get(one, one) for one in seat.colours]
    said = reduce(
        lambda one, other: say("{one} and {other}", one=one, other=other), colours or [""]
    )
    return ", ".join(filter(None, (labels.get(seat.faction, seat.faction), said)))


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
        says = ", ".join(_fields(component, _labels(game)))
    return f"{head}: {says}" if says else head


def _fields(component: Component, labels: Mapping[str, str]) -> Iterator[str]:
    """The fields of a piece that can be said in a word, by their labels if there are any."""
    for key, value in component.fields.items():
        if isinstance(value, str | int | float) and value != "":
            yield f"{labels.get(key, key.replace('_', ' '))} {labels.get(str(value), value)}"

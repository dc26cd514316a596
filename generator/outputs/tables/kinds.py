"""What pieces are like on a virtual table, from their drawn faces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.design.face import FacePair
from generator.design.spots.marks import spots_of
from generator.outputs.tables.laid import Kind
from validator.catalogue.model import Form, Game

_CARD_MM = 0.3
"""Thickness of a playing card (recall)."""
_BOARD_MM = 2.0
"""Thickness of greyboard for chits, mats and boards (recall)."""
_FLAT = frozenset({Form.CHIT, Form.COIN, Form.TOKEN, Form.MARKER})


def kinds_of(game: Game, pairs: Sequence[FacePair]) -> dict[str, Kind]:
    """The kind of every drawn component, by its id."""
    decks: dict[str, list[FacePair]] = {}
    for pair in pairs:
        decks.setdefault(pair.deck, []).append(pair)
    names = {component.id: component.name for component in game.components()}
    hiding = {deck: _hides(held) for deck, held in decks.items()}
    return {pair.component: _kind(pair, names, hiding) for pair in pairs}


def _kind(pair: FacePair, names: Mapping[str, str], hiding: Mapping[str, bool]) -> Kind:
    front = pair.front
    return Kind(
        component=pair.component,
        name=names[pair.component],
        set_id=pair.deck,
        form=pair.form,
        width=front.width_mm,
        height=front.height_mm,
        thickness=_thickness(pair),
        shape=pair.shape,
        front=front.key,
        back=pair.back.key if pair.back else None,
        is_card=pair.form is Form.CARD or (pair.form in _FLAT and hiding[pair.deck]),
        stands=pair.form is Form.STANDEE and pair.shape == "rect" and pair.fold != "block",
        spots=spots_of(front),
        outline=tuple((x / front.width_mm, y / front.height_mm) for x, y in pair.outline_mm),
    )


def _hides(pairs: Sequence[FacePair]) -> bool:
    """Tell whether pieces of a set have different fronts behind a back that does not tell them."""
    backs: dict[str, set[str]] = {}
    for pair in pairs:
        if pair.back is not None and pair.back.key != pair.front.key:
            backs.setdefault(pair.back.key, set()).add(pair.front.key)
    return any(len(fronts) > 1 for fronts in backs.values())


def _thickness(pair: FacePair) -> float:
    """Thickness in mm; a folded stone is as thick as two thirds of its narrow side."""
    if pair.fold == "block":
        return min(pair.front.width_mm, pair.front.height_mm) * 2 / 3
    return _CARD_MM if pair.form is Form.CARD else _BOARD_MM

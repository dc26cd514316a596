"""A text that does not fit is blamed on the very line that says it."""

from __future__ import annotations

from generator.design.faces import _Blame
from validator.catalogue.model import Component
from validator.findings import Place

BOARD = Component(
    id="board",
    set_id="board",
    name="Board",
    place=Place("board.yaml", 1),
    fields={"areas": ({"name": "The Heel"}, {"name": "The Mound"}), "side": "3"},
    places={
        "name": Place("board.yaml", 2),
        "areas": Place("board.yaml", 4),
        "areas.0.name": Place("board.yaml", 5),
        "areas.1.name": Place("de.po", 90),
    },
)


def test_an_inner_text_is_found_at_its_own_line() -> None:
    blame = _Blame(BOARD, "")
    assert blame.place_of("The Mound", "") == Place("de.po", 90)
    assert blame.place_of("to The Heel!", "") == Place("board.yaml", 5)
    assert blame.place_of("Board", "") == Place("board.yaml", 2)


def test_a_text_of_nowhere_is_blamed_on_the_key_that_the_template_names() -> None:
    assert _Blame(BOARD, "").place_of("Mars", "areas") == Place("board.yaml", 4)
    assert _Blame(BOARD, "").place_of("Mars", "") is None

"""What Henge's rules say of its printed faces stands on them, where they say."""

from __future__ import annotations

import pytest
from lxml import etree
from shippedfaces import shipped_templates
from shippedgames import game_of

from generator.design.faces import faces_of
from validator.catalogue.model import Component

GAME = game_of("henge")
CARD_WIDTH, CARD_HEIGHT = 63.5, 88.9
"""A poker card, in mm."""
TRACK_END = "10.8"
"""Side of the two ends of a Transport Track as drawn, in mm."""
PATH_SPACE = {"r": "8.7", "stroke-width": ".9"}
"""The ground of a space of a Druid Path as drawn, sizes in mm."""
WHITE_RIM = {"stroke": "#ffffff", "stroke-width": "1.1"}
"""The outline of a slot that crosses a border, as drawn."""
STONES = list({one.mark.text: one for one in GAME.sets["stone"].components}.values())
"""A Stone card for each player-count mark."""
BOARDS = GAME.sets["board"].components


def drawn(component: Component) -> etree._Element:
    """The front of one component."""
    [pair], _ = faces_of(GAME, shipped_templates(), wanted=lambda one: one.id == component.id)
    return etree.fromstring(pair.front.svg.encode())


def shapes(face: etree._Element, name: str, **wanted: str) -> list[etree._Element]:
    """The shapes of a name that have these attributes, in the order in which they are drawn."""
    return [one for one in face.iter(f"{{*}}{name}") if wanted.items() <= dict(one.attrib).items()]


@pytest.mark.parametrize("stone", STONES, ids=lambda one: one.id)
def test_a_stone_card_shows_for_how_many_it_is_and_its_way(stone: Component) -> None:
    """HEN-STONE-09 and HEN-PC-14, the mark and where it is; HEN-STONE-04, quarry to site."""
    face = drawn(stone)
    corner = [
        text.text
        for text in shapes(face, "text")
        if float(text.get("x")) > CARD_WIDTH * 0.8 and float(text.get("y")) < CARD_HEIGHT * 0.15
    ]
    assert corner == [stone.mark.text]
    quarry, site = shapes(face, "rect", width=TRACK_END, height=TRACK_END)
    level = float(quarry.get("y")) + float(TRACK_END) / 2
    between = [
        float(one.get("cx"))
        for one in shapes(face, "circle")
        if float(one.get("cy", "nan")) == pytest.approx(level)
    ]
    assert len(between) + 2 == len(stone.fields["transport_track"])
    ends = float(quarry.get("x")), float(site.get("x"))
    assert all(ends[0] < x < ends[1] for x in between)


@pytest.mark.parametrize("board", BOARDS, ids=lambda one: one.id)
def test_the_ground_of_a_space_tells_its_price(board: Component) -> None:
    """HEN-BOARD-26: one colour for each price, and each price a colour of its own."""
    grounds = [one.get("fill") for one in shapes(drawn(board), "circle", **PATH_SPACE)]
    prices = [space["cost"] for area in board.fields["areas"] for space in area["path"]]
    assert len(grounds) == len(prices)
    assert len(set(zip(prices, grounds, strict=True))) == len(set(prices)) == len(set(grounds))


@pytest.mark.parametrize("board", BOARDS, ids=lambda one: one.id)
def test_slots_that_cross_a_border_have_a_white_outline(board: Component) -> None:
    """HEN-BOARD-21; that they count for both areas is shown where stones are installed."""
    crossing = [slot for slot in board.fields["slots"] if len(slot["areas"]) > 1]
    assert len(shapes(drawn(board), "rect", **WHITE_RIM)) == len(crossing) > 0

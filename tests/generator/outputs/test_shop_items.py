from dataclasses import replace

import pytest

from generator.design.face import Face, FacePair, key_of
from generator.outputs.shop.items import Item, file_name, ordered, pictures_of
from generator.press.shop.shops import Format, load_shops
from validator.catalogue.model import Form

SHOPS, _ = load_shops()
POKER = Format("poker", 63.5, 88.9)


def face(svg: str) -> Face:
    return Face(key_of(svg), svg, 63.5, 88.9, 3.175)


def item(number: int, copies: int = 1, back: str | None = "B") -> Item:
    pair = FacePair(
        component=f"stone-{number}",
        deck="stone",
        copies=copies,
        front=face(f"F{number}"),
        back=face(back) if back else None,
        shape="rect",
        form=Form.CARD,
    )
    return Item(pair, POKER, number, copies)


def keys(items, **choices):
    shop = replace(SHOPS["offset"], **choices)
    known = {key_of(name): name for name in ("F1", "F2", "F3", "B", "C")}
    return [key and known[key] for key, _ in ordered(items, shop)]


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ({"order": "front-back"}, ["F1", "B", "F2", "B"]),
        ({"order": "back-front"}, ["B", "F1", "B", "F2"]),
        ({"order": "front-back", "repeat": True}, ["F1", "B", "F2", "B", "F2", "B"]),
        ({"order": "fronts-shared-back"}, ["F1", "F2", "B"]),
        ({"order": "fronts-shared-back", "repeat": True}, ["F1", "F2", "F2", "B"]),
    ],
)
def test_pages_come_in_the_shops_order(choices, expected):
    assert keys([item(1), item(2, copies=2)], **choices) == expected


def test_one_sided_decks_have_fronts_alone():
    assert keys([item(1, back=None), item(2, back=None)], order="back-front") == ["F1", "F2"]


def test_a_card_without_back_gets_a_blank_page_among_two_sided_ones():
    assert keys([item(1), item(2, back=None)], order="back-front") == ["B", "F1", None, "F2"]


def test_different_backs_all_come_after_the_fronts():
    mixed = [item(1), item(2, back="C"), item(3)]
    assert keys(mixed, order="fronts-shared-back") == ["F1", "F2", "F3", "B", "C"]


def test_each_distinct_face_is_one_picture_with_all_its_copies():
    found = [
        (one.svg, first.number, side, copies, shared)
        for one, first, side, copies, shared in pictures_of([item(1, 2), item(2, 3)])
    ]
    assert found == [
        ("F1", 1, "front", 2, False),
        ("B", 1, "back", 5, True),
        ("F2", 2, "front", 3, False),
    ]


def test_file_names_sort_in_the_order_of_the_deck():
    items = [item(number) for number in range(1, 12)]
    shop = SHOPS["thegamecrafter"]
    names = [file_name(shop, items, one, "front", 1) for one in items]
    assert names[0] == "stone/01-stone-1-front-x1.png"
    assert names == sorted(names)
    assert (
        file_name(shop, items, items[0], "back", 11, shared=True) == "stone/00-stone-back-x11.png"
    )

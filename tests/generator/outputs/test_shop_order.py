"""What a shop gets, before anything is drawn: decks, files, names, and the order that tells all."""

import csv
import io
from dataclasses import replace

import pytest

from generator.design.face import Face, FacePair, key_of
from generator.outputs.shop.order import (
    Missing,
    ShopOrder,
    as_csv,
    as_note,
    decks_of,
    plan_files,
    rows_of,
)
from generator.press.shops import ShopSize, load_shops
from validator.catalogue.model import Component, ComponentSet, Form, Game
from validator.findings import Place

SHOPS, _ = load_shops()
CRAFTER, OFFSET, LONGPACK = SHOPS["thegamecrafter"], SHOPS["offset"], SHOPS["longpack"]
HERE = Place("components/henge/stones.yaml")


def face(svg):
    return Face(key_of(svg), svg, 63.5, 88.9, 3.175)


def pair(number, back="B", deck="stone"):
    front, behind = face(f"F{number}"), face(back) if back else None
    return FacePair(f"{deck}-{number}", deck, 1, front, behind, "rect", Form.CARD)


def component(one, **fields):
    return Component(
        id=one.component, set_id=one.deck, name=one.component.title(), place=HERE, fields=fields
    )


def game_of(pairs, fields=None):
    fields = fields or {}
    sets = {}
    for name in dict.fromkeys(one.deck for one in pairs):
        parts = tuple(
            component(one, **fields.get(one.component, {})) for one in pairs if one.deck == name
        )
        sets[name] = ComponentSet(
            id=name,
            name=f"{name.title()} cards",
            singular=f"{name.title()} card",
            form=Form.CARD,
            size="poker",
            template="card",
            place=HERE,
            components=parts,
        )
    return Game("henge", "Henge", "19", HERE, (1, 5), sets=sets)


def decks(pairs, shop, copies=None, fields=None):
    counts = {one.component: 1 for one in pairs} | (copies or {})
    return decks_of(game_of(pairs, fields), pairs, counts, shop)


def plan(pairs, shop, copies=None, fields=None, customer="Kowalski"):
    return plan_files(decks(pairs, shop, copies, fields), shop, customer)


NAMES = {key_of(name): name for name in ("F1", "F2", "F3", "F4", "B", "C", "D", "E")}


def shown(file):
    return [leaf.face and NAMES[leaf.face.key] for leaf in file.leaves]


@pytest.mark.parametrize(
    ("backs", "order", "repeat", "expected"),
    [
        ("BB", "front-back", False, ["F1", "B", "F2", "B"]),
        ("BB", "back-front", False, ["B", "F1", "B", "F2"]),
        ("BB", "front-back", True, ["F1", "B", "F2", "B", "F2", "B"]),
        ("BB", "fronts-shared-back", False, ["F1", "F2", "B"]),
        ("BB", "fronts-shared-back", True, ["F1", "F2", "F2", "B"]),
        ("  ", "back-front", False, ["F1", "F2"]),
        ("  ", "fronts-shared-back", False, ["F1", "F2"]),
        ("B ", "back-front", False, ["B", "F1", None, "F2"]),
    ],
)
def test_pages_come_in_the_shops_order(backs, order, repeat, expected):
    pairs = [pair(number, back.strip()) for number, back in enumerate(backs, 1)]
    (file,) = plan(pairs, replace(OFFSET, order=order, repeat=repeat), {"stone-2": 2})
    assert shown(file) == expected


def test_backs_that_are_not_shared_come_in_a_file_of_their_own_page_for_page():
    fronts, backs = plan([pair(1), pair(2, "C")], LONGPACK, {"stone-1": 3})
    assert (fronts.name, shown(fronts)) == ("stone-fronts.pdf", ["F1", "F2"])
    assert (backs.name, shown(backs)) == ("stone-backs.pdf", ["B", "C"])


TWO_BACKS = [pair(1), pair(2), pair(3, "C"), pair(4, "C")]
OTHERS = [replace(pair(n, "D", "stone-spring"), front=face(f"F{n}")) for n in (1, 2)]
SEASONS = {f"stone-{n}": {"cost": n, "season": "spring" if n < 3 else "eog"} for n in range(1, 5)}


def test_a_deck_with_two_backs_becomes_two_decks_named_by_what_tells_them_apart():
    found = decks(TWO_BACKS, CRAFTER, fields=SEASONS)
    assert [(one.id, one.name) for one in found] == [
        ("stone-spring", "Stone cards, spring"),
        ("stone-eog", "Stone cards, eog"),
    ]
    assert [[item.number for item in one.items] for one in found] == [[1, 2], [1, 2]]
    assert all(one.common_back for one in found)


@pytest.mark.parametrize(
    ("pairs", "shop", "fields", "ids"),
    [
        (TWO_BACKS, LONGPACK, None, ["stone-back-1", "stone-back-2"]),
        (TWO_BACKS, OFFSET, SEASONS, ["stone"]),
        ([pair(1, "B"), pair(2, "C"), pair(3, "D")], CRAFTER, None, ["stone"]),
        ([*TWO_BACKS, *OTHERS], CRAFTER, SEASONS, ["stone-spring-2", "stone-eog", "stone-spring"]),
    ],
    ids=["no field tells them apart", "any back may be", "each its own back", "a name is taken"],
)
def test_how_many_decks_become_of_a_set_and_their_names(pairs, shop, fields, ids):
    assert [one.id for one in decks(pairs, shop, fields=fields)] == ids


@pytest.mark.parametrize(
    ("pairs", "names"),
    [
        ([pair(1), pair(2)], ["00-back-all-x4", "01-front-stone-1-x1", "02-front-stone-2-x3"]),
        (
            [pair(1, "B"), pair(2, "C")],
            [
                "01-front-stone-1-x1",
                "01-back-stone-1-x1",
                "02-front-stone-2-x3",
                "02-back-stone-2-x3",
            ],
        ),
    ],
    ids=["the shared back first", "one number for a front and its own back"],
)
def test_pictures_are_named_by_deck_number_side_and_copies(pairs, names):
    made = [file.name for file in plan(pairs, CRAFTER, {"stone-2": 3})]
    assert made == [f"stone/stone-{name}.png" for name in names]


def test_file_names_sort_in_the_order_of_the_deck():
    many = [replace(pair(n), front=face("F1")) for n in range(1, 120)]
    names = [file.name for file in plan(many, CRAFTER)]
    assert names == sorted(names)
    assert names[1] == "stone/stone-001-front-stone-1-x1.png"


def test_a_shop_may_want_all_of_a_size_in_one_file_that_begins_with_a_name():
    (file,) = plan([pair(1), pair(1, "C", "luck")], SHOPS["mbprint"])
    assert file.name == "Kowalski_63.5x88.9.pdf"
    assert shown(file) == ["F1", "B", "F1", "C"]


def test_a_size_that_the_shop_does_not_sell_is_no_deck():
    tiny = replace(OFFSET, formats=(ShopSize("tiny", 9, 9),))
    with pytest.raises(ValueError, match="does not make stone"):
        decks([pair(1)], tiny)


def order_of(pairs, shop, copies=None, fields=None, left_out=()):
    found = decks(pairs, shop, copies, fields)
    return ShopOrder(
        game_of(pairs, fields), shop, rows_of(plan_files(found, shop, "K"), found, shop), left_out
    )


def table(order):
    return list(csv.DictReader(io.StringIO(as_csv(order))))


def test_the_order_says_how_many_of_each_and_which_back():
    rows = table(order_of([pair(1), pair(2)], LONGPACK, {"stone-1": 3}))
    asked = ("component", "copies", "front_file", "front_pages", "back_file", "back_pages")
    assert [tuple(row[one] for one in asked) for row in rows] == [
        ("stone-1", "3", "stone.pdf", "1", "stone.pdf", "3"),
        ("stone-2", "1", "stone.pdf", "2", "stone.pdf", "3"),
    ]


@pytest.mark.parametrize("name", SHOPS)
def test_every_side_is_found_again_where_the_order_says(name):
    shop = SHOPS[name]
    pairs = [*TWO_BACKS, pair(1, None, "plain"), pair(1, "D", "odd"), pair(2, "E", "odd")]
    copies = {"stone-1": 3, "odd-2": 2}
    order = order_of(pairs, shop, copies, SEASONS)
    files = {file.name: file for file in plan(pairs, shop, copies, SEASONS, "K")}
    assert sum(row.item.copies for row in order.rows) == len(pairs) + 3
    assert {row.item.pair.component for row in order.rows} == {one.component for one in pairs}
    for row in order.rows:
        wanted = next(one for one in pairs if one == row.item.pair)
        for spot, side in ((row.front, wanted.front), (row.back, wanted.back)):
            if side is None and not spot.file:
                continue
            leaves = files[spot.file].leaves
            found = [leaves[page - 1].face for page in spot.pages] or [leaves[0].face]
            assert set(found) == {side}, (row.item, spot)
            if shop.repeat and shop.files == "pdf":
                assert len(found) == row.item.copies


def test_a_note_tells_people_the_same():
    coin, why = pair(1, deck="coin"), "LongPack does not make coins"
    gone = Missing(game_of([coin]).sets["coin"], ((component(coin), 24),), why, "shop-form", "")
    order = order_of([pair(1), pair(2)], LONGPACK, {"stone-1": 3}, left_out=(gone,))
    note = as_note(order).splitlines()
    assert note[:2] == ["Henge, revision 19", "Order for LongPack: 4 pieces"]
    assert "stone (Stone cards): 4 pieces of 2 designs, card, 63.5 x 88.9 mm" in note
    assert " 1     3 x  Stone-1  stone.pdf page 1  stone.pdf page 3" in note
    assert note[-1] == f"  Coin cards (24 pieces): {why}"
    assert table(order)[-1]["left_out"] == why
    assert table(order)[-1]["copies"] == "24"
    sold = as_note(order_of([pair(1)], CRAFTER)).splitlines()
    assert "stone (Stone cards): 1 piece of 1 design, poker, 63.5 x 88.9 mm" in sold


def test_pages_in_a_row_are_told_as_a_range():
    one_sided = replace(OFFSET, repeat=True)
    (row,) = table(order_of([pair(1, None)], one_sided, {"stone-1": 4}))
    assert row["front_pages"] == "1-4"
    (row,) = table(order_of([pair(1)], one_sided, {"stone-1": 2}))
    assert (row["front_pages"], row["back_pages"]) == ("1, 3", "2, 4")


def test_a_name_that_looks_like_a_formula_stays_text():
    bad = replace(pair(1), component="=1+1")
    assert table(order_of([bad], OFFSET))[0]["component"] == "'=1+1"

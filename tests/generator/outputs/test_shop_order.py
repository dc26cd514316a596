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


def face(svg: str) -> Face:
    return Face(key_of(svg), svg, 63.5, 88.9, 3.175)


def pair(number: int, back: str | None = "B", deck: str = "stone") -> FacePair:
    return FacePair(
        component=f"{deck}-{number}",
        deck=deck,
        copies=1,
        front=face(f"F{number}"),
        back=face(back) if back else None,
        shape="rect",
        form=Form.CARD,
    )


def component(one: FacePair, **fields) -> Component:
    return Component(
        id=one.component, set_id=one.deck, name=one.component.title(), place=HERE, fields=fields
    )


def game_of(pairs, fields=None) -> Game:
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


def pages(pairs, copies=None, **choices):
    (file,) = plan(pairs, replace(OFFSET, **choices), copies)
    return shown(file)


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
    assert pages([pair(1), pair(2)], {"stone-2": 2}, **choices) == expected


def test_one_sided_decks_have_fronts_alone():
    assert pages([pair(1, None), pair(2, None)], order="back-front") == ["F1", "F2"]
    assert pages([pair(1, None), pair(2, None)], order="fronts-shared-back") == ["F1", "F2"]


def test_a_card_without_back_gets_a_blank_page_among_two_sided_ones():
    assert pages([pair(1), pair(2, None)], order="back-front") == ["B", "F1", None, "F2"]


def test_backs_that_are_not_shared_come_in_a_file_of_their_own_page_for_page():
    """LongPack: with several backs, a file for the fronts and a second for the backs."""
    fronts, backs = plan([pair(1), pair(2, "C")], LONGPACK, {"stone-1": 3})
    assert (fronts.name, shown(fronts)) == ("stone-fronts.pdf", ["F1", "F2"])
    assert (backs.name, shown(backs)) == ("stone-backs.pdf", ["B", "C"])


TWO_BACKS = [pair(1), pair(2), pair(3, "C"), pair(4, "C")]
SEASONS = {f"stone-{n}": {"cost": n, "season": "spring" if n < 3 else "eog"} for n in range(1, 5)}


def test_a_deck_with_two_backs_becomes_two_decks_named_by_what_tells_them_apart():
    found = decks(TWO_BACKS, CRAFTER, fields=SEASONS)
    assert [(one.id, one.name) for one in found] == [
        ("stone-spring", "Stone cards, spring"),
        ("stone-eog", "Stone cards, eog"),
    ]
    assert [[item.number for item in one.items] for one in found] == [[1, 2], [1, 2]]
    assert all(one.common_back for one in found)


def test_decks_that_no_field_tells_apart_are_numbered():
    assert [one.id for one in decks(TWO_BACKS, LONGPACK)] == ["stone-back-1", "stone-back-2"]


def test_where_cards_may_have_any_back_a_deck_stays_whole():
    (whole,) = decks(TWO_BACKS, OFFSET, fields=SEASONS)
    assert whole.id == "stone"
    assert whole.common_back is None


def test_pieces_that_each_have_a_back_of_their_own_stay_together():
    (whole,) = decks([pair(1, "B"), pair(2, "C"), pair(3, "D")], CRAFTER)
    assert whole.id == "stone"


def test_a_split_deck_does_not_take_the_name_of_another():
    other = [replace(pair(n, "D", "stone-spring"), front=face(f"F{n}")) for n in (1, 2)]
    names = [one.id for one in decks([*TWO_BACKS, *other], CRAFTER, fields=SEASONS)]
    assert names == ["stone-spring-2", "stone-eog", "stone-spring"]


def test_pictures_are_named_by_deck_number_side_and_copies():
    names = [file.name for file in plan([pair(1), pair(2)], CRAFTER, {"stone-2": 3})]
    assert names == [
        "stone/stone-00-back-all-x4.png",
        "stone/stone-01-front-stone-1-x1.png",
        "stone/stone-02-front-stone-2-x3.png",
    ]


def test_a_front_and_its_own_back_have_one_number():
    names = [file.name for file in plan([pair(1, "B"), pair(2, "C")], CRAFTER)]
    assert names == [
        "stone/stone-01-front-stone-1-x1.png",
        "stone/stone-01-back-stone-1-x1.png",
        "stone/stone-02-front-stone-2-x1.png",
        "stone/stone-02-back-stone-2-x1.png",
    ]


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
    assert [(row["component"], row["copies"]) for row in rows] == [
        ("stone-1", "3"),
        ("stone-2", "1"),
    ]
    assert [(row["front_file"], row["front_pages"]) for row in rows] == [
        ("stone.pdf", "1"),
        ("stone.pdf", "2"),
    ]
    assert {(row["back_file"], row["back_pages"]) for row in rows} == {("stone.pdf", "3")}


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
    gone = Missing(
        next(iter(game_of([pair(1, deck="coin")]).sets.values())),
        ((component(pair(1, deck="coin")), 24),),
        "LongPack does not make coins",
        "shop-form",
        "",
    )
    order = order_of([pair(1), pair(2)], LONGPACK, {"stone-1": 3}, left_out=(gone,))
    note = as_note(order).splitlines()
    assert note[:2] == ["Henge, revision 19", "Order for LongPack: 4 pieces"]
    assert "stone (Stone cards): 4 pieces of 2 designs, card, 63.5 x 88.9 mm" in note
    assert " 1     3 x  Stone-1  stone.pdf page 1  stone.pdf page 3" in note
    assert note[-1] == "  Coin cards (24 pieces): LongPack does not make coins"
    assert table(order)[-1]["left_out"] == "LongPack does not make coins"
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

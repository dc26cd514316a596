"""Where things lie: on their spots, beside the board, before their seats, and never on top."""

import itertools

import pytest
import tts_reader
from laidtables import TABLES, pcio_of, table_of, tts_of
from shippedfaces import shipped_faces
from shippedgames import catalogue

from generator.book.table_layout import lay_out
from generator.book.table_pieces import around, kinds_of, one_by_one, rows
from generator.design.face import spots_of
from generator.outputs.tables.tts import PALETTE, colours_of
from generator.printing.geometry import Rect
from validator.catalogue.seats import Seat


def laid(game, players, bots, seated):
    kinds = kinds_of(catalogue().games[game], shipped_faces(game)[0])
    return lay_out(table_of(game, players, bots), kinds, seated=seated)


@pytest.mark.parametrize("seated", [True, False])
@pytest.mark.parametrize(("game", "players", "bots"), TABLES)
def test_nothing_on_the_table_itself_covers_anything_else(game, players, bots, seated):
    table = laid(game, players, bots, seated)
    boxes = [box(one.x, one.y, one.width, one.height) for one in table.slots if not one.on]
    for pile in table.piles:
        if pile.level == 0:
            kind = table.kind(pile.parts[0])
            boxes.append(box(*kind.middle(pile.x, pile.y, pile.turn), *kind.size))
    for one, two in itertools.combinations(boxes, 2):
        assert not one.overlaps(two, 0.01)
    for one in boxes:
        assert abs(one.x + one.width / 2) <= (table.width - one.width) / 2 + 1e-9
        assert abs(one.y + one.height / 2) <= (table.height - one.height) / 2 + 1e-9


def box(x, y, width, height):
    return Rect(x - width / 2, y - height / 2, width, height)


@pytest.mark.parametrize("zone", ["score_0", "luck_deck", "reward_a"])
def test_zones_of_the_henge_board_lie_on_their_spots(zone):
    table = laid("henge", 3, 0, True)
    (board,) = [pile for pile in table.piles if pile.parts == ("board-3",)]
    (spot,) = [s for s in table.kinds["board-3"].spots if s.zone == zone]
    at = [
        (pile.x - board.x + 250, pile.y - board.y + 210)
        for pile in table.piles
        if pile.zone == zone
    ]
    middle = tuple((min(line) + max(line)) / 2 for line in zip(*at, strict=True))
    assert middle == pytest.approx((spot.x, spot.y), abs=0.01)


def test_druids_fill_their_track_on_the_mat_of_their_seat():
    table = laid("henge", 3, 0, True)
    (mat,) = [pile for pile in table.piles if pile.zone == "seat3.mat"]
    assert mat.turn == 180
    druids = [pile for pile in table.piles if pile.zone == "seat3.druids"]
    assert [len(pile.parts) for pile in druids] == [1] * 12
    assert [round(mat.x - pile.x + 129, 2) for pile in druids] == [
        round(spot.x, 2) for spot in table.kinds["mat-green"].spots if spot.zone == "seat.druids"
    ]


def test_a_marker_lies_on_the_stone_that_lies_on_the_table():
    table = laid("henge", 2, 1, False)
    (stone,) = [pile for pile in table.piles if pile.zone == "seat1.starter"]
    (marker,) = [pile for pile in table.piles if pile.zone == "seat1.transport"]
    assert marker.on == stone.parts[0] and marker.level == stone.level + 1
    (spot,) = [s for s in table.kind(stone.parts[0]).spots if s.zone == "seat.transport"]
    at = (marker.x - stone.x + 31.75, marker.y - stone.y + 44.45)
    assert at == pytest.approx((spot.x, spot.y))


def test_every_cell_of_crossing_stonehenge_has_its_piece_on_the_ring():
    table = laid("crossing_stonehenge", 2, 0, True)
    cells = {pile.zone for pile in table.piles if pile.on == "board"}
    zones = table_of("crossing_stonehenge", 2, 0).zones
    assert cells == {zone for zone in zones if zone[-1].isdigit()}
    assert len({(round(pile.x), round(pile.y)) for pile in table.piles}) == len(table.piles)


def test_every_spot_of_what_lies_single_is_a_snap_point():
    save = tts_of("henge", 3, 0)
    snaps = tts_reader.snaps(save)
    (board,) = [one for one in save["ObjectStates"] if one["GMNotes"] == "board-3"]
    (pair,) = [pair for pair in shipped_faces("henge")[0] if pair.component == "board-3"]
    for spot in spots_of(pair.front):
        x = board["Transform"]["posX"] + (spot.x - 250) / 25.4
        z = board["Transform"]["posZ"] - (spot.y - 210) / 25.4
        assert any(abs(x - a) < 0.02 and abs(z - b) < 0.02 for a, b in snaps), spot
    druids = [one for one in tts_reader.pieces(save) if one.zone.endswith(".druids")]
    assert len(druids) == 36
    assert all(any(abs(d.x - a) < 0.02 and abs(d.z - b) < 0.02 for a, b in snaps) for d in druids)


def test_a_deck_on_the_board_lies_in_its_slot():
    widgets = {widget["id"]: widget for widget in pcio_of("henge", 3, 0)}
    cards = [one for one in widgets.values() if one.get("deck") == "deck-luck"]
    holders = {one["parent"] for one in cards}
    assert len(cards) > 40 and len(holders) == 1
    assert widgets[holders.pop()]["type"] == "holder"


def test_a_room_of_playingcards_io_holds_the_whole_table():
    for widget in pcio_of("henge", 5, 0):
        if widget["type"] in ("board", "holder"):
            assert widget["x"] >= 0 and widget["x"] + widget["width"] <= 1475
            assert widget["y"] >= 0 and widget["y"] + widget["height"] <= 815


@pytest.mark.parametrize(("players", "bots", "least"), [(2, 1, 560), (3, 0, 480), (5, 0, 450)])
def test_seats_lie_where_the_board_is_shown_largest(players, bots, least):
    """Seats left and right of the Henge board alone leave it 429, 453 and 416 pixels."""
    boards = [one for one in pcio_of("henge", players, bots) if one["type"] == "board"]
    assert max(board["width"] for board in boards) >= least


def test_pieces_about_a_spot_keep_to_its_room():
    table = laid("henge", 3, 0, True)
    groups = one_by_one(table, ["marker-red#1", "marker-blue#1", "marker-green#1"])
    places = list(around(groups, (15.0, 15.0)))
    assert all(abs(x) + 5 <= 7.501 and abs(y) + 5 <= 7.501 for x, y in places)
    assert len(set(places)) == 3


def test_rows_break_where_they_grow_too_wide():
    table = laid("henge", 3, 0, True)
    width, height, places = rows(one_by_one(table, ["marker-red#1"] * 5), 24.0)
    assert (width, height) == (23.0, 36.0)
    assert [y for _, y in places] == [5.0, 5.0, 18.0, 18.0, 31.0]


def test_seats_take_their_own_colour_where_the_program_has_it():
    seats = [Seat(1, "human", ("red",)), Seat(2, "human", ("black",)), Seat(3, "bot", ("white",))]
    assert colours_of(seats) == {1: "Red", 2: "Brown", 3: "White"}
    many = colours_of([Seat(number, "human", ()) for number in range(1, 13)])
    assert len(many) == 12 and set(many.values()) == set(PALETTE)

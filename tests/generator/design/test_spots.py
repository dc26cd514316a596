import pytest
from fogfaces import fog_faces, lay
from shippedfaces import shipped_faces, shipped_templates

from generator.design.face import FaceSpot, spots_of
from generator.design.facecheck import players_of, unknown_spots
from generator.drawing.draw import draw
from generator.drawing.raster import Rasteriser
from validator.catalogue.load import load

CARD = """<rect width="{{ w }}" height="{{ h }}" fill="#ffffff"/>
<g transform="translate(10 20) rotate(90)">%s</g>
"""


def face_with(tiny, markup):
    lay(tiny, "basic/card.svg.j2", CARD % markup)
    (pair,), findings = fog_faces(tiny, wanted=lambda c: c.id == "candle")
    return pair.front, findings


def test_a_spot_goes_through_the_transforms_around_it(tiny):
    face, findings = face_with(tiny, '{{ spot("deck", 3, 4, 8, 6) }}')
    assert not findings
    assert spots_of(face) == (FaceSpot("deck", pytest.approx(6), pytest.approx(23), 8, 6, 90),)


def test_a_spot_draws_nothing(tiny):
    plain, _ = face_with(tiny, "")
    marked, _ = face_with(tiny, '{{ spot("deck", 3, 4) }}')
    assert plain.key != marked.key
    with Rasteriser(draw([plain, marked])) as raster:
        pictures = [raster.image(face.key, 40).tobytes() for face in (plain, marked)]
    assert pictures[0] == pictures[1]


def test_the_zones_of_a_face_are_those_of_its_spots(tiny):
    assert spots_of(face_with(tiny, "")[0]) == ()
    spots = '{{ spot("hand", 3, 4) }}{{ spot("", 1, 2) }}{{ spot("a.b", 1, 2) }}'
    face, findings = face_with(tiny, '<!-- {{ spot("deck", 3, 4) }} -->' + spots)
    assert not findings
    assert [spot.zone for spot in spots_of(face)] == ["hand", "", "a.b"]


def test_spots_of_the_shipped_boards_name_zones():
    spots = {
        pair.component: [spot.zone for spot in spots_of(pair.front)]
        for game in ("henge", "stonehenge")
        for pair in shipped_faces(game)[0]
    }
    assert spots["board-3"].count("reward_pool_a") == 3
    assert {f"rondel_45.step-{number}" for number in range(1, 21)} <= set(spots["board-45"])
    assert spots["mat-red"].count("seat.druids") == 12
    assert {"ring.1", "stones.60", "altar", "board.A10", "board.D21"} <= set(spots["board"])


def test_spots_of_a_box_are_compared_with_all_its_games_only(root):
    whole, part = load(root)[0], load(root, ["first_druid"])[0]
    assert players_of(part.games["first_druid"], part, root) == ()
    players = players_of(whole.games["stonehenge"], whole, root)
    assert {game.id for game in players} == {name for name in whole.games if name != "henge"} - {
        "stonehenge"
    }
    pairs, templates = shipped_faces("stonehenge")[0], shipped_templates()
    found = list(unknown_spots(whole.games["stonehenge"], pairs, players, templates))
    assert found == []
    fewer = [game for game in players if game.id != "high_council"]
    told = list(unknown_spots(whole.games["stonehenge"], pairs, fewer, templates))
    assert {finding.code for finding in told} == {"spot-unknown"}
    assert "arguments_red" in " ".join(finding.message for finding in told)


def test_a_printed_board_has_the_spaces_of_the_board_that_is_played(tiny):
    fog = tiny / "components" / "fog"
    (fog / "ring.yaml").write_text("kind: board\nid: ring\nring: 3\n", encoding="utf-8")
    for name, old, new in (
        ("cards", "id: candle\n", "id: candle\n    board: ring\n"),
        ("cards", "properties:", "properties:\n    board: {type: string}"),
        ("setup", "zones:", "zones:\n  seat.ring: {name: Ring, board: ring}"),
    ):
        text = (fog / f"{name}.yaml").read_text("utf-8")
        assert old in text
        (fog / f"{name}.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    loop = "{% for s in c.spaces %}{{ spot(s.zone, s.number, 0) }}{% endfor %}"
    lay(tiny, "basic/card.svg.j2", CARD % loop)
    pairs, findings = fog_faces(tiny, wanted=lambda c: c.id == "candle")
    assert not findings
    assert [(one.zone, one.y) for one in spots_of(pairs[0].front)] == [
        ("ring.1", 21), ("ring.2", 22), ("ring.3", 23)
    ]  # fmt: skip
    game = load(tiny)[0].games["fog"]
    assert list(unknown_spots(game, pairs, [game], shipped_templates())) == []


MAP = """\
{kind: board, id: coast, network: {towns: [{id: Ahl, x: 0, y: 50}, {id: Bex, x: 100, y: 50}],
  ways: [{ends: [Ahl, Bex], colour: red, length: 3}, {ends: [Bex, Ahl], colour: blue}]}}
"""
BOARD = """\
{kind: components, set: board, name: Boards, singular: Board, form: board, size: board_small,
 template: basic/board, fields: {type: object, properties: {board: {type: string}}},
 components: [{id: map, name: Map, board: coast}]}
"""


@pytest.mark.parametrize("drawn", [True, False])
def test_a_network_is_drawn_as_a_map_if_each_town_has_a_place(tiny, drawn, edit):
    fog = tiny / "components" / "fog"
    text = MAP if drawn else MAP.replace(", x: 100, y: 50", "")
    (fog / "coast.yaml").write_text(text, encoding="utf-8")
    (fog / "board.yaml").write_text(BOARD, encoding="utf-8")
    edit(fog / "setup.yaml", "zones:", "zones:\n  coast: {name: Coast, board: coast}")
    (pair,), findings = fog_faces(tiny, wanted=lambda c: c.id == "map")
    assert not findings
    spots = {spot.zone.removeprefix("coast."): spot for spot in spots_of(pair.front)}
    ahl, bex, first, second = (spots[name] for name in ("Ahl", "Bex", "Ahl-Bex", "Bex-Ahl"))
    assert (first.x == second.x == pytest.approx((ahl.x + bex.x) / 2)) is drawn
    assert abs(second.y - first.y) > first.height, "they lie beside each other"
    assert (ahl.width == first.width) is not drawn

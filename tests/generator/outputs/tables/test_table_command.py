"""`trilith table` on a game of one's own: files, pictures and their limits."""

import io
import json
import re
from dataclasses import replace

import pcio_reader
import pytest
import tts_reader
from commandline import run
from laidtables import Paints
from PIL import Image, ImageChops, ImageStat
from shippedfaces import shipped_faces
from shippedgames import game_of

from generator.book.table_pieces import PieceKind, TableLayout, TablePile, group_parts
from generator.outputs.tables import files
from generator.outputs.tables.gallery import Gallery, gallery_of
from generator.outputs.tables.pcio import widgets_of
from generator.outputs.tables.tts import game_to_save
from generator.starter import write_starter
from validator.catalogue.model import Form
from validator.catalogue.setup_script import FaceVisibility


@pytest.fixture(scope="module")
def fog(tmp_path_factory):
    project = tmp_path_factory.mktemp("fog")
    write_starter(project, "Fog")
    for program in ("tts", "pcio"):
        run("table", "fog", "--players", "3", "--to", program, "--project", project)
    return project


def folder(project, name="tts-3+0"):
    return project / "output" / "fog" / "tables" / name


def save_of(project):
    return json.loads((folder(project) / "fog-3+0.json").read_text("utf-8"))


def alike(one, two):
    small = [image.convert("RGB").resize((60, 84)) for image in (one, two)]
    return max(ImageStat.Stat(ImageChops.difference(*small)).mean) < 4


def test_it_writes_a_saved_game_with_its_pictures_and_a_view(fog):
    save = save_of(fog)
    there = {f"file://{path.resolve()}" for path in (folder(fog) / "pictures").iterdir()}
    assert tts_reader.addresses(save) == there
    with Image.open(folder(fog) / "fog-3+0.png") as view:
        assert max(view.size) == 2000
    assert save["TabStates"]["0"]["body"].startswith("1. ")


def test_a_cell_of_a_sheet_shows_the_card_and_the_last_one_its_back(fog):
    run("pictures", "fog", "--project", fog)
    faces = fog / "output" / "fog" / "faces" / "card"
    save, seen = save_of(fog), set()
    for piece in tts_reader.pieces(save):
        if piece.kind != "CardCustom":
            continue
        component = piece.part.partition("#")[0]
        sheet = _sheet(save, piece.picture[0])
        cell = _cell(sheet, piece.picture[1])
        with Image.open(faces / f"{component}-front.png") as front:
            assert alike(cell, front), component
        seen.add(component)
    with Image.open(faces / "candle-back.png") as back:
        assert alike(_cell(sheet, sheet["NumWidth"] * sheet["NumHeight"] - 1), back)
    assert len(seen) == 6


def _sheet(save, face):
    for state in save["ObjectStates"]:
        for sheet in state.get("CustomDeck", {}).values():
            if sheet["FaceURL"] == face:
                return sheet
    raise AssertionError(face)


def _cell(sheet, number):
    with Image.open(sheet["FaceURL"].removeprefix("file://")) as image:
        assert max(image.size) <= 4096 and image.mode == "RGB"
        wide, high = image.width // sheet["NumWidth"], image.height // sheet["NumHeight"]
        row, column = divmod(number, sheet["NumWidth"])
        corner = (column * wide, row * high)
        return image.crop((*corner, corner[0] + wide, corner[1] + high))


def test_a_package_holds_small_pictures_cut_to_shape(fog):
    package = pcio_reader.read((folder(fog, "pcio-3+0") / "fog-3+0.pcio").read_bytes())
    shown = {one.picture for one in pcio_reader.lying(package)}
    shown |= {one.back for one in pcio_reader.lying(package) if one.back}
    assert shown == package.assets.keys()
    assert all(len(data) < 2 * 1024 * 1024 for data in package.assets.values())
    (coin,) = {one.picture for one in pcio_reader.lying(package) if one.component == "coin"}
    with Image.open(io.BytesIO(package.assets[coin])) as image:
        corner, middle = image.getpixel((0, 0)), image.getpixel((image.width // 2,) * 2)
        assert (corner[3], middle[3]) == (0, 255)


def test_what_has_no_back_gets_a_plain_one_of_its_shape_in_the_colours_of_the_theme(tmp_path):
    write_starter(tmp_path, "Fog")
    coins = tmp_path / "components" / "fog" / "coins.yaml"
    words = coins.read_text("utf-8").replace("back: basic/chit_back\n", "")
    coins.write_text(words, "utf-8")
    theme = tmp_path / "templates" / "theme.yaml"
    theme.parent.mkdir(exist_ok=True)
    theme.write_text('kind: theme\nname: Night\ncolours: {night: "#402060"}\n', "utf-8")
    run("table", "fog", "--players", "2", "--to", "pcio", "--project", tmp_path)
    package = pcio_reader.read((folder(tmp_path, "pcio-2+0") / "fog-2+0.pcio").read_bytes())
    (coin,) = {
        (one.picture, one.back) for one in pcio_reader.lying(package) if one.component == "coin"
    }
    front, back = (Image.open(io.BytesIO(package.assets[name])) for name in coin)
    assert back.getchannel("A").getbbox() == front.getchannel("A").getbbox()
    assert back.getpixel((0, 0))[3] == 0
    assert back.getpixel((back.width // 2, back.height // 2)) == (0x40, 0x20, 0x60, 255)
    assert len(back.convert("RGB").getcolors(9999)) > 2, "it has a frame"


def test_a_second_run_gives_the_same_bytes(fog):
    files = [path for path in folder(fog, "pcio-3+0").rglob("*") if path.is_file()]
    before = {path: path.read_bytes() for path in files}
    run("table", "fog", "--players", "3", "--to", "pcio", "--project", fog)
    assert {path: path.read_bytes() for path in before} == before


def test_hosted_pictures_are_named_by_their_address(fog):
    url = "https://example.com/fog/"
    run("table", "fog", "--players", "2", "--to", "tts", "--images-at", url, "--project", fog)
    save = json.loads((folder(fog, "tts-2+0") / "fog-2+0.json").read_text("utf-8"))
    names = {path.name for path in (folder(fog, "tts-2+0") / "pictures").iterdir()}
    assert tts_reader.addresses(save) == {url + name for name in names}


def test_tables_of_a_game_share_the_sheets_that_are_hosted(fog):
    for players in ("3", "4"):
        run("table", "fog", "--players", players, "--to", "tts", "--project", fog)
    few, many = (folder(fog, f"tts-{number}+0") / "pictures" for number in (3, 4))
    shared = {path.name for path in few.iterdir()} & {path.name for path in many.iterdir()}
    assert {"deck-card-fronts-1.jpg", "deck-card-back.jpg"} <= shared
    assert all((few / name).read_bytes() == (many / name).read_bytes() for name in shared)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "7", "--to", "tts"), "Fog cannot be set up for 7 players"),
        (("--players", "2", "--to", "pcio", "--images-at", "http://x"), "holds its pictures"),
        (("--players", "2", "--to", "roll20"), "roll20"),
    ],
)
def test_wrong_use_exits_with_two(fog, words, said):
    assert said in run("table", "fog", *words, "--project", fog, status=2).output


def test_a_place_of_the_built_in_mat_may_be_a_zone(tiny, edit):
    mats = tiny / "components" / "fog" / "mats.yaml"
    edit(mats, "items: {type: string}", "items: {}")
    edit(mats, "spaces: [Coins,", "spaces: [{name: Coins, zone: coins},")
    told = run("check", "fog", "--project", tiny, status=1).output
    assert "write `seat.coins`, as setup.yaml does" in told  # there is one way to name a zone
    edit(mats, "zone: coins", "zone: seat.coins")
    run("check", "fog", "--project", tiny)
    run("table", "fog", "--players", "2", "--to", "tts", "--project", tiny)
    save = json.loads((folder(tiny, "tts-2+0") / "fog-2+0.json").read_text("utf-8"))
    found = {(one.zone, round(one.x, 3)) for one in tts_reader.pieces(save)}
    (mat,) = [x for zone, x in found if zone == "seat1.mat"]
    (coins,) = {x for zone, x in found if zone == "seat1.coins"}
    assert mat - 3.74 < coins < mat - 1.2


def test_the_guide_names_the_options_there_are(root, monkeypatch):
    guide = (root / "docs" / "virtual-tables.md").read_text("utf-8")
    named = set(re.findall(r"(?<!-)--[a-z][a-z-]+", guide))
    monkeypatch.setenv("COLUMNS", "200")
    helped = run("table", "--help").output
    assert {"--players", "--to", "--images-at", "--seed"} <= named
    assert all(name in helped for name in named)


def test_a_set_up_that_fails_writes_nothing(tiny, edit):
    setup = tiny / "components" / "fog" / "setup.yaml"
    text = setup.read_text("utf-8")
    setup.write_text(text + "  - {do: expect, what: deck, count: 99}\n", "utf-8")
    run("table", "fog", "--players", "2", "--to", "tts", "--project", tiny, status=1)
    assert not folder(tiny, "tts-2+0").exists()


def test_a_crowded_room_is_told(fog, monkeypatch):
    monkeypatch.setattr(files, "MOST_WIDGETS", 3)
    told = run("table", "fog", "--players", "4", "--to", "pcio", "--project", fog)
    assert "widgets are more than the 3 that a room takes with ease" in told.stderr


def test_decks_of_500_cards_are_split_over_sheets():
    pair = next(one for one in shipped_faces("first_druid")[0] if one.deck == "number")
    faces = [replace(pair.front, key=f"{number:064x}") for number in range(500)]
    pairs = [replace(pair, component=f"c{at}", front=face) for at, face in enumerate(faces)]
    game = replace(game_of("first_druid"), sets={pair.deck: None})
    kinds = {one.component: kind_of(one) for one in pairs}
    gallery = gallery_of(game, pairs, kinds, Paints())
    parts = tuple(kinds)
    pile = TablePile("deck", parts, 0.0, 0.0, faces=FaceVisibility.DOWN)
    names = {"deck": "Deck"}
    table = TableLayout("g", (pile,), (), (), (), 100.0, 100.0, kinds, names, parts)
    save = game_to_save(
        table, gallery, lambda name: f"https://example.com/{name}", "T", {"Set-up": ["1. Go."]}
    )
    found = tts_reader.pieces(save)
    assert [one.part for one in found] == [*reversed(parts)]
    assert len({one.picture for one in found}) == 500
    assert len(tts_reader.sheets(save)) == 8


def kind_of(pair):
    return PieceKind(
        pair.component, "Card", pair.deck, Form.CARD, 63.5, 88.9, 0.3, "rect",
        pair.front.key, pair.back.key, True, False,
    )  # fmt: skip


def made_of(pile, *kinds):
    """A save of one pile of pieces of their kinds."""
    table = TableLayout(
        "g", (pile,), (), (), (), 100.0, 100.0,
        {one.component: one for one in kinds}, {"bag": "Bag of goods"}, pile.parts,
    )  # fmt: skip
    pictures = {one.component: (f"{one.component}.jpg",) * 2 for one in kinds}
    return table, pictures, game_to_save(table, Gallery({}, pictures, {}), str, "T", {})


def piece(name, *, thick=2.0, **more):
    flat = (name, name, "goods", Form.TOKEN, 16.0, 16.0, thick, "round", name, None, False, False)
    return PieceKind(*flat, **more)


def test_shuffled_pieces_are_one_mixed_bag_and_high_stacks_lie_in_one():
    salt, silk = piece("salt", text="Worth 2 coins."), piece("silk")
    parts = ("salt#1", "silk#1", "salt#2")
    table, _, _ = made_of(TablePile("bag", parts, 0.0, 0.0), salt, silk)
    (mixed,) = group_parts(table, parts, FaceVisibility.DOWN)
    assert mixed.parts == parts and len(group_parts(table, parts, FaceVisibility.UP)) == 2
    (bag,) = made_of(TablePile("bag", parts, 0.0, 0.0), salt, silk)[2]["ObjectStates"]
    assert (bag["Name"], bag["Bag"]["Order"], len(bag["ContainedObjects"])) == ("Bag", 2, 3)
    assert bag["Nickname"] == "Bag of goods (3)"
    assert bag["ContainedObjects"][0]["Description"] == "Worth 2 coins."
    stones = tuple(f"stone#{number}" for number in range(6))
    save = made_of(TablePile("bag", stones, 0.0, 0.0), piece("stone", thick=10.0))[2]
    assert [one["Name"] for one in save["ObjectStates"]] == ["Bag"]


def test_a_die_is_a_die():
    die = piece("die", faces=("1", "2", "3", "4", "5", "6"))
    odd = piece("odd", faces=("coin", "coin", "2", "2", "3", "none"))
    for kind, options, told in ((die, [1, 2, 3, 4, 5, 6], ""), (odd, [*odd.faces], "1 = coin")):
        pile = TablePile("bag", (f"{kind.component}#1",), 0.0, 0.0)
        table, pictures, save = made_of(pile, kind)
        (rolled,) = save["ObjectStates"]
        assert rolled["Name"] == "Die_6" and rolled["Description"].startswith(told)
        assert [one["Value"] for one in rolled["RotationValues"]] == [*kind.faces]
        spinners = [one for one in widgets_of(table, pictures, []) if one["type"] == "spinner"]
        assert [one["options"] for one in spinners] == [
            [int(one) if str(one).isdigit() else one for one in options]
        ]

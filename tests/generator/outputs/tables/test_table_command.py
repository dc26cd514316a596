"""`trilith table` on a game of one's own: files, pictures and their limits."""

import io
import json

import pcio_reader
import pytest
import tts_reader
from PIL import Image, ImageChops, ImageStat
from typer.testing import CliRunner

from generator.cli import application


def run(project, *words):
    return CliRunner().invoke(application(), [*words, "--project", str(project)])


@pytest.fixture(scope="module")
def fog(tmp_path_factory):
    from generator.starter import write_starter

    project = tmp_path_factory.mktemp("fog")
    write_starter(project, "Fog")
    for program in ("tts", "pcio"):
        told = run(project, "table", "fog", "--players", "3", "--to", program)
        assert told.exit_code == 0, told.output
    return project


def folder(project, name="tts-3+0"):
    return project / "output" / "fog" / "tables" / name


def save_of(project):
    return json.loads((folder(project) / "fog-3+0.json").read_text(encoding="utf-8"))


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


def test_the_census_is_that_of_setup(fog):
    told = json.loads(run(fog, "setup", "fog", "--players", "3", "--format", "json").output)
    zones = {name: zone for name, zone in told["zones"].items() if name != "box"}
    found = tts_reader.pieces(save_of(fog))
    laid = {(name, part) for name, zone in zones.items() for part in zone["items"]}
    assert {(one.zone, one.part) for one in found} == laid
    data = (folder(fog, "pcio-3+0") / "fog-3+0.pcio").read_bytes()
    assert len(pcio_reader.lying(pcio_reader.read(data))) == len(laid)


def test_a_cell_of_a_sheet_shows_the_card_and_the_last_one_its_back(fog):
    assert run(fog, "pictures", "fog").exit_code == 0
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


def test_a_second_run_gives_the_same_bytes(fog):
    files = [path for path in folder(fog, "pcio-3+0").rglob("*") if path.is_file()]
    before = {path: path.read_bytes() for path in files}
    assert run(fog, "table", "fog", "--players", "3", "--to", "pcio").exit_code == 0
    assert {path: path.read_bytes() for path in before} == before


def test_hosted_pictures_are_named_by_their_address(fog):
    url = "https://example.com/fog/"
    told = run(fog, "table", "fog", "--players", "2", "--to", "tts", "--images-at", url)
    assert told.exit_code == 0, told.output
    save = json.loads((folder(fog, "tts-2+0") / "fog-2+0.json").read_text(encoding="utf-8"))
    names = {path.name for path in (folder(fog, "tts-2+0") / "pictures").iterdir()}
    assert tts_reader.addresses(save) == {url + name for name in names}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--players", "7", "--to", "tts"), "Fog cannot be set up for 7 players"),
        (("--players", "2", "--to", "pcio", "--images-at", "http://x"), "holds its pictures"),
        (("--players", "2", "--to", "roll20"), "roll20"),
    ],
)
def test_wrong_use_exits_with_two(fog, words, said):
    told = run(fog, "table", "fog", *words)
    assert told.exit_code == 2
    assert said in told.output


def test_decks_of_500_cards_are_split_over_sheets(tiny, edit):
    cards = tiny / "components" / "fog" / "cards.yaml"
    head = cards.read_text(encoding="utf-8").partition("components:")[0]
    rows = [f"  - {{id: c{number}, name: C{number}, cost: 1}}" for number in range(500)]
    cards.write_text(head + "components:\n" + "\n".join(rows) + "\n", encoding="utf-8")
    folder_of = tiny / "templates" / "basic"
    folder_of.mkdir(parents=True)
    plain = '<rect width="{{ w }}" height="{{ h }}" fill="#ffffff"/>{{ text(9, 20, c.name) }}'
    (folder_of / "card.svg.j2").write_text(plain, encoding="utf-8")
    edit(tiny / "components" / "fog" / "game.yaml", "set: card, count: 30", "set: card, count: 500")
    told = run(tiny, "table", "fog", "--players", "2", "--to", "tts")
    assert told.exit_code == 0, told.output
    save = json.loads((folder(tiny, "tts-2+0") / "fog-2+0.json").read_text(encoding="utf-8"))
    found = [one for one in tts_reader.pieces(save) if one.kind == "CardCustom"]
    assert len({one.part for one in found}) == len({one.picture for one in found}) == 500
    assert len(tts_reader.sheets(save)) == 8

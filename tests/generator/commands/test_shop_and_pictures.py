"""``trilith shop``, ``pictures`` and ``preview``."""

import json

import pytest
from commandline import run
from PIL import Image

from generator.press.shops import load_shops

CARDS = "components/fog/cards.yaml"
CORNER = """\
kind: shops
shops:
  corner: {name: Corner, files: pdf, colour: rgb, bleed_mm: 3, safe_mm: 3, forms: [card],
           order: front-back, naming: "{customer}_{size}.pdf"}
"""


def template(root, name, text):
    path = root / "templates" / f"{name}.svg.j2"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_without_a_name_the_shops_are_listed(tiny):
    listed = run("shop", "--project", tiny).output
    shops, _ = load_shops(tiny)
    assert all(f"{name} " in listed for name in shops)


def test_an_unknown_shop_lists_the_known_ones(tiny):
    told = run("shop", "fog", "--to", "corner", "--project", tiny, status=2).output
    assert "there is no shop 'corner'; there are thegamecrafter" in told


def test_files_for_a_shop_come_with_a_preflight(tiny):
    words = ["shop", "fog", "--to", "thegamecrafter", "--allow-missing", "--project", tiny]
    told = run(*words).output
    folder = tiny / "output/fog/shop/thegamecrafter"
    assert "7 files, 7 pages for The Game Crafter" in told
    notes = {"preflight.txt", "preflight.json", "order.txt", "order.csv"}
    assert {path.name for path in folder.iterdir()} == {"card", *notes}
    with Image.open(folder / "card" / "card-01-front-candle-x6.png") as picture:
        assert picture.size == (825, 1125)


def test_what_a_shop_does_not_make_is_status_1_and_writes_nothing(tiny):
    told = run("shop", "fog", "--to", "thegamecrafter", "--project", tiny, status=1).output
    coins = "components/fog/coins.yaml:8:7: error: Coins (24)"
    assert f"{coins}: The Game Crafter sells no coin" in told
    assert "or leave them out with --allow-missing" in told
    assert not (tiny / "output").exists()


def test_file_names_begin_with_the_customer(tiny):
    (tiny / "shops.yaml").write_text(CORNER, encoding="utf-8")
    words = ["shop", "fog", "--to", "corner", "--project", tiny, "--allow-missing", "--customer"]
    run(*words, "Ada K./Ltd")
    folder = tiny / "output/fog/shop/corner"
    assert (folder / "Ada-K-Ltd_63.5x88.9.pdf").is_file()
    told = run(*words, "../", status=2).output
    assert "--customer needs letters or digits" in told


def test_a_card_that_fails_is_named_and_is_status_1(tiny):
    face = '<rect width="{{ w }}" height="{{ h }}" fill="#080"/>{{ text(0.2, 8, c.name) }}'
    template(tiny, "basic/card", face)
    words = ["shop", "fog", "--to", "thegamecrafter", "--allow-missing", "--project", tiny]
    told = run(*words, status=1).output
    assert f"{CARDS}:" in told
    assert "“Candle” (name) of Light card “Candle” (front) reaches 2.8 mm out" in told
    assert "[preflight-bleed]" in told


@pytest.mark.parametrize("icc", ["missing.icc", CARDS])
def test_a_profile_that_is_none_is_one_clear_line(tiny, icc):
    words = ["shop", "fog", "--to", "offset", "--icc", tiny / icc, "--project", tiny]
    told = run(*words, status=2).output
    assert told.startswith("trilith: ")
    assert not (tiny / "output").exists()


def test_faces_sprites_hands_and_spreads(tiny):
    run("pictures", "fog", "--dpi", 30, "--project", tiny)
    run("pictures", "fog", "--as", "sprites", "--dpi", 30, "--project", tiny)
    run("pictures", "fog", "candle", "lantern", "--as", "hand", "--dpi", 30, "--project", tiny)
    words = ["pictures", "fog", "candle", "--as", "spread", "--format", "jpg", "--dpi", 30]
    run(*words, "--project", tiny)
    out = tiny / "output" / "fog"
    with Image.open(out / "faces/card/candle-front.png") as face:
        assert face.size == (75, 105)
    assert json.loads((out / "sprites/sprites.json").read_text(encoding="utf-8"))
    with Image.open(out / "hand.png") as hand:
        assert hand.mode == "RGBA"
    with Image.open(out / "spread.jpg") as spread:
        assert spread.format == "JPEG"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nobody", "--as", "hand"], "no component 'nobody'"),
        (["--as", "hand"], "name cards by their ids"),
        (["candle", "--as", "hand", "--ground", "zzz"], "zzz"),
        (["candle", "--as", "hand", "--side", "top"], "top"),
        (["--dpi", "5"], "between 20 and 1200"),
    ],
)
def test_pictures_that_cannot_be_had(tiny, words, said):
    assert said in run("pictures", "fog", *words, "--project", tiny, status=2).output
    assert not (tiny / "output").exists()


def test_faces_of_a_game_as_pictures(tiny):
    told = run("preview", "fog", "--dpi", 40, "--project", tiny).output
    folder = tiny / "output" / "fog" / "preview"
    names = {path.stem for path in folder.iterdir()}
    assert {"candle", "card-back", "contact"} <= names
    assert f"all on {folder / 'contact.png'}" in told


def test_only_what_is_named_is_drawn(tiny):
    run("preview", "fog", "--only", "candle", "--dpi", 40, "--project", tiny)
    drawn = {path.stem for path in (tiny / "output/fog/preview").iterdir()}
    assert drawn == {"candle", "card-back", "contact"}


def test_a_template_filled_from_a_record(tiny, tmp_path):
    template(tiny, "try", "{{ box(2, 2, 30, 20, c.name) }}")
    data = tmp_path / "data.yaml"
    data.write_text("- {id: one, name: First}\n- {id: two, name: Second}\n")
    run("preview", "--template", "try", "--data", data, "--dpi", 50, "--project", tiny)
    folder = tiny / "output" / "preview"
    assert Image.open(folder / "one.png").size == (125, 175)
    assert sorted(path.stem for path in folder.iterdir()) == ["contact", "one", "two"]


def test_an_error_in_a_template_has_its_place_and_is_status_1(tiny):
    template(tiny, "try", "\n{{ c.cost }}")
    told = run("preview", "--template", "try", "--project", tiny, status=1).output
    assert "templates/try.svg.j2:2:6: error: " in told
    assert "no face drawn" in told


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [(["--template", "basic/card", "--size", "huge"], 1, "size-unknown"), ([], 2, "name a game")],
)
def test_wrong_use(tiny, words, status, said):
    assert said in run("preview", *words, "--project", tiny, status=status).output


def test_a_link_in_the_folder_of_previews_is_not_written_through(tiny, tmp_path_factory):
    mine = tmp_path_factory.mktemp("outside") / "mine.png"
    mine.write_text("mine")
    folder = tiny / "output" / "fog" / "preview"
    folder.mkdir(parents=True)
    (folder / "candle.png").symlink_to(mine)
    run("preview", "fog", "--dpi", 40, "--project", tiny)
    assert mine.read_text() == "mine"
    assert not (folder / "candle.png").is_symlink()


def test_more_dots_than_memory_has_room_for_are_refused(tiny):
    sizes = tiny / "templates" / "sizes.yaml"
    sizes.parent.mkdir(exist_ok=True)
    sizes.write_text("kind: sizes\nsizes:\n  mat: {width_mm: 600, height_mm: 600}\n")
    words = ["--template", "basic/card", "--size", "mat", "--dpi", 1200, "--project", tiny]
    assert "take --dpi 419 or less" in run("preview", *words, status=2).output

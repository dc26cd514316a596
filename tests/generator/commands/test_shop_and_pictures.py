"""``trilith shop``, ``pictures``, ``calibrate`` and printing for a calibrated printer."""

from __future__ import annotations

import json
from pathlib import Path

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
    assert (
        "components/fog/coins.yaml:8:7: error: Coins (24): The Game Crafter sells no coin" in told
    )
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
    folder = tiny / "templates" / "basic"
    folder.mkdir(parents=True)
    (folder / "card.svg.j2").write_text(
        '<rect width="{{ w }}" height="{{ h }}" fill="#080"/>{{ text(0.2, 8, c.name) }}',
        encoding="utf-8",
    )
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


@pytest.fixture
def own_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of one's own for the printer file."""
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "settings"))
    return tmp_path / "settings"


def test_a_measured_printer_shifts_backs(tiny, own_settings):
    run("calibrate", "--project", tiny)
    assert (tiny / "output" / "calibrate.pdf").read_bytes().startswith(b"%PDF")
    readings = ["--top", 1, "--bottom", 1, "--left", 0, "--right", 0]
    told = run("calibrate", "--printer", "den", *readings, "--project", tiny).output
    assert told.startswith("den: backs move ")
    assert str(own_settings) in told
    run("print", "fog", "--project", tiny)
    straight = backs(tiny)
    run("print", "fog", "--printer", "den", "--project", tiny)
    moved = backs(tiny)
    assert {round(abs(a - b), 2) for a, b in zip(straight, moved, strict=True)} == {1.0}


def backs(project: Path) -> list[float]:
    placements = json.loads(
        (project / "output/fog/print/a4/placements.json").read_text(encoding="utf-8")
    )
    return [one["x_mm"] for one in placements if one["face"] == "back" and one["deck"] == "card"]


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        (["calibrate", "--top", 1], 2, "all of --top --bottom --left --right"),
        (["calibrate", "--top", 1, "--bottom", 1, "--left", 0, "--right", 0], 2, "--printer"),
        (["calibrate", "--paper", "a9"], 2, "no paper a9"),
        (["calibrate", "--top", 99], 2, "-10<=x<=10"),
        (["print", "fog", "--printer", "attic"], 2, "attic"),
    ],
)
def test_wrong_calibrations(tiny, own_settings, words, status, said):
    assert said in run(*words, "--project", tiny, status=status).output
    assert not own_settings.exists()

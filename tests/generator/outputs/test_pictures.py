import json
from dataclasses import replace

import pytest
from PIL import Image

from generator.design.templates import load_templates
from generator.outputs.pictures import (
    CardScene,
    PictureChoiceError,
    PictureShot,
    PictureSubject,
    SceneKind,
    SceneLight,
    write_faces,
    write_scene,
    write_sprites,
)
from validator.catalogue.load import load


@pytest.fixture
def fog(tiny):
    catalogue, _ = load(tiny)
    templates, _ = load_templates(tiny)
    return PictureSubject(catalogue.games["fog"], templates)


def candle_of(subject):
    return replace(subject, wanted=lambda component: component.id == "candle")


@pytest.mark.parametrize(("dpi", "size"), [(72, (180, 252)), (300, (750, 1050))])
def test_faces_at_any_resolution_are_trimmed_to_size(fog, tmp_path, dpi, size):
    files, findings = write_faces(candle_of(fog), tmp_path, PictureShot(dpi))
    assert findings == ()
    assert [path.relative_to(tmp_path).as_posix() for path in files] == [
        "fog/faces/card/candle-front.png",
        "fog/faces/card/candle-back.png",
    ]
    with Image.open(files[0]) as image:
        assert image.size == pytest.approx(size, abs=1)
        assert image.info["dpi"] == pytest.approx((dpi, dpi), abs=0.1)


def test_bleed_and_jpeg(fog, tmp_path):
    files, _ = write_faces(candle_of(fog), tmp_path, PictureShot(100, ".jpg"), bleed=True)
    with Image.open(files[0]) as image:
        assert image.format == "JPEG"
        assert image.size == pytest.approx((69.5 / 0.254, 94.9 / 0.254), abs=1)


def test_sprite_sheets_tell_what_is_in_each_cell(fog, tmp_path):
    files, findings = write_sprites(fog, tmp_path, PictureShot(60))
    assert findings == ()
    folder = tmp_path / "fog" / "sprites"
    assert {path.name for path in folder.iterdir()} == {path.name for path in files}
    sheets = {s["file"]: s for s in json.loads((folder / "sprites.json").read_text())["sheets"]}
    assert sheets["card-back.png"] == {
        "file": "card-back.png",
        "deck": "card",
        "face": "back",
        "shared": True,
    }
    fronts = sheets["card-fronts-1.png"]
    assert fronts["cards"][0] == {"component": "candle", "copies": 6}
    assert len(fronts["cards"]) == 6
    with Image.open(folder / "card-fronts-1.png") as image:
        assert image.size == (
            fronts["columns"] * fronts["cell_px"][0],
            fronts["rows"] * fronts["cell_px"][1],
        )
        with Image.open(folder / "card-back.png") as back:
            corner = (image.width - back.width, image.height - back.height)
            hidden = image.crop((*corner, image.width, image.height))
            assert hidden.tobytes() == back.tobytes()


@pytest.mark.parametrize(("kind", "name"), [("hand", "hand.png"), ("spread", "spread.jpg")])
def test_scenes_of_chosen_cards(fog, tmp_path, kind, name):
    path = tmp_path / "fog" / name
    scene = CardScene(["candle", "bonfire", "lantern"], SceneKind(kind))
    assert write_scene(fog, tmp_path, scene, PictureShot(50, path.suffix)) == ((path,), ())
    with Image.open(path) as image:
        assert image.width > image.height
        assert image.mode == ("RGBA" if name.endswith("png") else "RGB")


@pytest.mark.parametrize(
    ("choice", "message"),
    [
        (lambda: CardScene([]), "nothing to show"),
        (lambda: CardScene(["candle"], side="top"), "hand and spread"),
        (lambda: CardScene(["candle"], look=SceneLight(ground="zzz")), "zzz"),
        (lambda: PictureShot(5), "5 dpi is not between 20 and 1200"),
        (lambda: PictureShot(suffix=".gif"), "not .gif"),
    ],
)
def test_choices_that_cannot_be_had(choice, message):
    with pytest.raises(PictureChoiceError, match=message):
        choice()


def test_a_card_that_is_not_there_is_named_and_nothing_written(fog, tmp_path):
    with pytest.raises(PictureChoiceError, match="no component 'owl'"):
        write_scene(fog, tmp_path, CardScene(["candle", "owl"]), PictureShot())
    assert not (tmp_path / "fog").exists()


def test_two_runs_give_equal_pictures(fog, tmp_path):
    one, _ = write_sprites(fog, tmp_path / "one", PictureShot(40))
    two, _ = write_sprites(fog, tmp_path / "two", PictureShot(40))
    assert [path.read_bytes() for path in one] == [path.read_bytes() for path in two]

import re
import warnings

import pytest
from fogfaces import lay
from PIL import Image

from generator.design import lookup
from generator.design.face_cache import unread_templates
from generator.design.facecheck import check_faces
from generator.design.lookup import PictureError, find_file, has_exact_name
from generator.design.pictures import find_picture
from generator.design.templates import load_templates
from generator.starter import write_starter
from validator.catalogue.load import load
from validator.findings import Severity


def picture(path, size=(3, 2)):
    path.parent.mkdir(exist_ok=True)
    Image.new("1", size).save(path)
    return path


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("art/lamb.png", "art/Lamb.png"),
        ("Lamb.png", "art/Lamb.png"),
        ("art/LAMB.PNG", "art/Lamb.png"),
        ("art/lamp.png", "art/Lamb.png"),
        ("Art/Lamb.png", "art/Lamb.png"),
    ],
)
def test_the_picture_that_was_meant(tmp_path, name, meant):
    picture(tmp_path / "art/Lamb.png")
    picture(tmp_path / "output/lamb.png")
    with pytest.raises(PictureError, match="there is no picture") as caught:
        find_picture(tmp_path, name)
    assert caught.value.hint == f"did you mean {meant!r}?"


def test_names_count_as_they_are_spelt_where_the_system_ignores_capitals(tmp_path, monkeypatch):
    picture(tmp_path / "art/Lamb.png")
    picture(tmp_path / "art/lamb.png")  # as if the system had found it under this name too
    monkeypatch.setattr(lookup, "names_in", lambda folder: ("Lamb.png", "art"))
    assert find_picture(tmp_path, "art/Lamb.png").width == 3
    with pytest.raises(PictureError):
        find_picture(tmp_path, "art/lamb.png")
    assert find_file({"art": tmp_path / "art"}, "Lamb.png") is not None
    assert find_file({"art": tmp_path / "art"}, "lamb.png") is None


def test_a_file_that_was_just_made_is_seen(tmp_path):
    assert not has_exact_name(tmp_path, ["lamb.png"])
    (tmp_path / "lamb.png").touch()
    assert has_exact_name(tmp_path, ["lamb.png"])


def test_a_picture_that_is_too_large_is_told_by_us_alone(tmp_path):
    picture(tmp_path / "art/big.png", (12000, 9000))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(PictureError, match="12000 x 9000 pixels") as caught:
            find_picture(tmp_path, "art/big.png")
    assert "make it smaller" in caught.value.hint


@pytest.mark.parametrize(
    ("wanted", "hint"),
    [
        ("{family: Harbour, file: harbour.ttf}", "did you mean 'Harbour.ttf'?"),
        ("{family: source sans pro}", "did you mean 'Source Sans Pro'?"),
    ],
)
def test_the_font_that_was_meant(tmp_path, wanted, hint):
    lay(tmp_path, "fonts/Harbour.ttf", "")
    lay(tmp_path, "theme.yaml", f"kind: theme\nfonts:\n  own: {wanted}\n")
    (one,) = load_templates(tmp_path)[1]
    assert (one.code, one.hint) == ("font-unusable", hint)


def told(project, *names):
    """File, severity and hint of each finding, with these files in `templates`."""
    for name in names:
        lay(project, name, "x")
    return [(one.place.file, one.severity, one.hint) for one in unread_templates(project)]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("theme.yml", "templates/theme.yaml"),
        ("Theme.yaml", "templates/theme.yaml"),
        ("size.yaml", "templates/sizes.yaml"),
        ("sizes.yaml.txt", "templates/sizes.yaml"),
        ("basic/theme.yaml", "templates/theme.yaml"),
        ("icons/lamp.SVG", "templates/icons/lamp.svg"),
        ("icons/lamp.svg.txt", "templates/icons/lamp.svg"),
        ("icons/big/lamp.svg", "templates/icons/lamp.svg"),
        ("fog/card.svg", "`card.svg.j2`"),
        ("fog/card.j2", "`card.svg.j2`"),
        ("fog/card.svg.jinja2", "`card.svg.j2`"),
    ],
)
def test_a_name_that_is_nearly_right_is_an_error_with_the_right_one(name, wanted, tmp_path):
    assert told(tmp_path, name) == [(f"templates/{name}", Severity.ERROR, f"name it {wanted}")]


def test_what_may_be_meant_otherwise_is_a_warning(tmp_path):
    found = told(tmp_path, "icons/lamp.png", "cards.yaml")
    assert [file for file, _, _ in found] == ["templates/cards.yaml", "templates/icons/lamp.png"]
    assert {severity for _, severity, _ in found} == {Severity.WARNING}


def test_what_is_read_or_nobodys_business_is_passed_over(tmp_path, root):
    assert not told(tmp_path)
    assert not told(root)
    names = ("theme.yaml", "sizes.yaml", "fog/card.svg.j2", "icons/lamp.svg", "fonts/own.ttf")
    assert not told(tmp_path, *names, "README.md", ".DS_Store", "icons/.hidden.png")


NUMBERS = ("9", "8", "7", "6", "5", "4")
OTHERS = {
    "the same on all": (("1",) * 6, "", ""),
    "a word of the name": (("candle", "lantern", "moon", "bonfire", "light", "fire"), "", ""),
    "what play looks at": (NUMBERS, "score: sum(seat.hand, number)", ""),
    "what a drawn field counts": (
        ("[salt]", "[tea]", "[fish]", "[tea]", "[salt, tea]", "[fish, tea]"),
        *("", "derived: {points: {count: number}}"),
    ),
}


def undrawn(project, values, play="", cards=""):
    """Lines and messages for the fog starter whose cards have a required `number`, never drawn."""
    write_starter(project, "fog")
    deck, script = (project / "components" / "fog" / f"{name}.yaml" for name in ("cards", "play"))
    text = deck.read_text("utf-8").replace("[cost]", "[cost, number]")
    text = text.replace("  properties:\n", "  properties:\n    points: {}\n    number: {}\n")
    each = iter(values)
    text = re.sub(
        r"(?m)^    cost: \d$", lambda found: f"{found[0]}\n    number: {next(each)}", text
    )
    deck.write_text(f"{text}\n{cards}\n", "utf-8")
    if play:
        old = script.read_text("utf-8")
        script.write_text(re.sub(r"(?m)^score: .*$", play, old), "utf-8")
    catalogue, findings = load(project)
    assert not findings
    found = check_faces(catalogue, project)
    return [(one.place.line, one.message) for one in found if one.code == "field-undrawn"]


def test_a_required_field_that_no_face_draws_is_told(tmp_path):
    assert undrawn(tmp_path, NUMBERS) == [(18, "`number` is drawn on no face of 'card'")]


@pytest.mark.parametrize("what", OTHERS)
def test_a_field_that_is_shown_or_looked_at_otherwise_is_not_told(what, tmp_path):
    assert not undrawn(tmp_path, *OTHERS[what])

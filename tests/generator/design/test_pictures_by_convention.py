import pytest
from commandline import run
from fogfaces import fog_faces
from PIL import Image

from validator.findings import Severity

CARDS = "components/fog/cards.yaml"


@pytest.fixture
def fog(tiny, edit):
    """A project whose cards have pictures by convention; only three are there."""
    edit(tiny / CARDS, "template: basic/card", "pictures: art/{id}\ntemplate: basic/card")
    for name in ("art/candle.png", "art/lantern.jpg", "components/fog/art/moonrise.jpeg"):
        (tiny / name).parent.mkdir(exist_ok=True)
        Image.new("RGB", (900, 700), "#446688").save(tiny / name)
    return tiny


def drawn(root, *, draft=True):
    pairs, findings = fog_faces(root, draft=draft)
    return {pair.component: pair.front.svg for pair in pairs}, findings


def test_each_is_found_whatever_it_ends_with_in_the_project_or_beside_the_file(fog):
    faces, _ = drawn(fog)
    assert 'href="art/candle.png"' in faces["candle"]
    assert 'href="art/lantern.jpg"' in faces["lantern"]
    assert 'href="components/fog/art/moonrise.jpeg"' in faces["moonrise"]


@pytest.mark.parametrize("folder", ["output/art", ".art"])
def test_what_was_built_and_what_is_hidden_is_no_picture(fog, edit, folder):
    (fog / folder).mkdir(parents=True)
    (fog / "art/candle.png").rename(fog / folder / "candle.png")
    edit(fog / CARDS, "pictures: art/{id}", f"pictures: {folder}/{{id}}.png")
    _, findings = drawn(fog, draft=False)
    assert any(f"'{folder}/candle.png' lies where only" in one.message for one in findings)
    (fog / "components/fog" / folder).mkdir(parents=True)
    (fog / folder / "candle.png").rename(fog / "components/fog" / folder / "candle.png")
    faces, _ = drawn(fog)
    assert ("<image" in faces["candle"]) == (folder == "output/art")


def test_a_record_may_have_its_own_and_a_set_may_have_none(fog, edit):
    edit(fog / CARDS, "id: bonfire", "id: bonfire\n    picture: art/candle.png\n    focus: [0, 1]")
    faces, _ = drawn(fog)
    assert 'data-focus="0 1"' in faces["bonfire"]
    assert 'href="art/candle.png"' in faces["bonfire"]
    edit(fog / CARDS, "pictures: art/{id}", "pictures: false")
    edit(fog / "components/fog/game.yaml", "kind: game", "kind: game\npictures: art/{set}/{id}.png")
    faces, findings = drawn(fog)
    assert findings
    assert not any("Light card" in one.message for one in findings)
    assert "<image" not in faces["candle"]
    assert "<image" in faces["bonfire"]


def test_what_is_missing_is_told_once_for_the_set_with_what_was_meant(fog):
    (fog / "art" / "candle.png").rename(fog / "art" / "Candle.png")
    faces, [one] = drawn(fog)
    assert (one.code, one.severity) == ("picture-missing", Severity.WARNING)
    assert (one.place.file, one.place.line) == (CARDS, 9)
    assert one.message.startswith("4 pictures of Light cards are missing: 'art/candle', 'art/bon")
    assert one.hint.startswith("did you mean 'art/Candle.png' for 'art/candle'? Put them there")
    assert faces["bonfire"].count(">Bonfire</text>") == 2


def test_a_single_one_is_told_at_its_record(fog, edit):
    for name in ("bonfire", "lighthouse"):
        Image.new("RGB", (900, 700)).save(fog / "art" / f"{name}.png")
    _, [one] = drawn(fog)
    assert "'art/fireflies'" in one.message
    assert (fog / CARDS).read_text().splitlines()[one.place.line - 1].strip() == "- id: fireflies"


def test_a_print_refuses_and_a_draft_prints_placeholders(fog):
    told = run("print", "fog", "--project", fog, status=1).output
    assert told.count("picture-missing") == 1
    assert not (fog / "output").exists()
    run("print", "fog", "--only", "candle", "--project", fog)
    run("print", "fog", "--draft", "--project", fog)
    assert (fog / "output" / "fog" / "print" / "a4" / "cards.pdf").exists()


def test_a_picture_that_is_preferred_is_printed_though_nothing_else_changed(fog, edit):
    edit(fog / CARDS, "pictures: art/{id}", "pictures: art/lantern")
    words = ["print", "fog", "--project", fog]
    assert "nothing has changed" not in run(*words).output
    assert "nothing has changed" in run(*words).output
    Image.new("RGB", (900, 700), "#aa2222").save(fog / "art" / "lantern.png")
    assert "nothing has changed" not in run(*words).output


def test_a_placeholder_shows_any_name_that_it_has_room_for(drawn):
    card = {"name": "A *star* {of} a name"}
    assert "*star*" in drawn('{{ picture("gone.png", 1, 1, 38, 30) }}', c=card)[0]
    svg, findings = drawn('{{ picture("gone.png", 1, 1, 4, 3) }}', c=card)
    assert [one.code for one in findings] == ["picture-missing"]
    assert "<text" not in svg

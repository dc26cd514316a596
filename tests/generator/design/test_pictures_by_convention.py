"""Pictures that `pictures` finds by id, and what stands for those that are not there."""

import pytest
from PIL import Image
from typer.testing import CliRunner

from generator.cli import application
from generator.design.faces import faces_of
from generator.design.templates import load_templates
from validator.catalogue.load import load
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
    catalogue, findings = load(root, ["fog"])
    assert not findings
    templates, _ = load_templates(root, draft=draft)
    pairs, findings = faces_of(catalogue.games["fog"], templates)
    return {pair.component: pair.front.svg for pair in pairs}, findings


def run(root, *words):
    app = application([words[0]])
    result = CliRunner().invoke(app, [*words, "--project", str(root)])
    return result.exit_code, result.output


def test_each_is_found_whatever_it_ends_with_in_the_project_or_beside_the_file(fog):
    faces, _ = drawn(fog)
    assert 'href="art/candle.png"' in faces["candle"]
    assert 'href="art/lantern.jpg"' in faces["lantern"]
    assert 'href="components/fog/art/moonrise.jpeg"' in faces["moonrise"]


@pytest.mark.parametrize("folder", ["output/art", "art/.old", ".art"])
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
    code, told = run(fog, "print", "fog")
    assert code == 1
    assert told.count("picture-missing") == 1
    assert not (fog / "output").exists()
    assert run(fog, "check", "fog")[0] == 0
    assert run(fog, "print", "fog", "--only", "candle")[0] == 0
    code, told = run(fog, "print", "fog", "--draft")
    assert code == 0
    assert (fog / "output" / "fog" / "print" / "a4" / "cards.pdf").exists()


def test_a_placeholder_too_small_for_the_name_has_none(drawn_draft):
    svg, findings = drawn_draft('{{ picture("gone.png", 1, 1, 4, 3) }}')
    assert [one.code for one in findings] == ["picture-missing"]
    assert "<text" not in svg


@pytest.fixture
def drawn_draft(templates_of, drawn):
    """Draw a template in a draft."""

    def draw(text):
        svg, findings = drawn(text, c={"name": "A *star* {of} a name"})
        return svg, findings

    return draw


def test_any_name_can_stand_on_a_placeholder(drawn_draft):
    svg, _ = drawn_draft('{{ picture("gone.png", 1, 1, 38, 30) }}')
    assert "*star*" in svg


def test_a_picture_that_is_preferred_is_printed_though_nothing_else_changed(fog, edit):
    edit(fog / CARDS, "pictures: art/{id}", "pictures: art/lantern")
    assert "nothing has changed" not in run(fog, "print", "fog")[1]
    assert "nothing has changed" in run(fog, "print", "fog")[1]
    Image.new("RGB", (900, 700), "#aa2222").save(fog / "art" / "lantern.png")
    assert "nothing has changed" not in run(fog, "print", "fog")[1]

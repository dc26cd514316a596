"""Themes that state only what differs, and games that choose one."""

import pytest
import yaml
from PIL import Image

from generator.design.faces import faces_of
from generator.design.lookup import folder_of_trilith
from generator.design.templates import load_templates
from generator.design.theme import INKS
from generator.svg.lint import contrast
from validator.catalogue.load import load

THEMES = sorted(path.stem for path in (folder_of_trilith() / "themes").glob("*.yaml"))
GROUNDS = {
    "ink": "paper panel coin summer sunlight",
    "soft": "paper panel",
    "on_dark": "night dusk",
}
MOTIFS = ("none", "pattern", "landscape", "pictures")


def look(root, text, ink="normal"):
    path = root / "templates" / "theme.yaml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"kind: theme\n{text}", "utf-8")
    return load_templates(root, ink)


def faces(root, templates):
    return faces_of(load(root)[0].games["fog"], templates)


def test_a_theme_of_one_colour_inherits_all_else(tiny):
    plain, _ = load_templates(tiny)
    templates, findings = look(tiny, 'colours: {paper: "#eeeeff"}\n')
    assert findings == []
    values = templates.theme.values
    assert values["colours"]["paper"] == "#eeeeff"
    assert {**values["colours"], "paper": ""} == {**plain.theme.values["colours"], "paper": ""}
    assert values["actions"] == plain.theme.values["actions"]
    pairs, findings = faces(tiny, templates)
    assert findings == ()
    assert 'fill="#eeeeff"' in pairs[0].front.svg


def test_single_keys_of_a_table_are_laid_over(tiny):
    templates, findings = look(tiny, 'players: {red: {fill: "#aa0000"}}\n')
    assert findings == []
    red = templates.theme.values["players"]["red"]
    assert (red["fill"], red["shape"]) == ("#aa0000", "circle")


def test_the_tones_of_a_theme_are_its_own_choice(tiny):
    templates, _ = look(tiny, 'tones: {only: "#334455"}\n')
    assert dict(templates.theme.values["tones"]) == {"only": "#334455"}


def test_a_theme_with_a_body_of_its_own_takes_over_no_bold_one(tiny):
    templates, _ = look(tiny, "fonts: {body: {family: Source Serif Pro}}\n")
    assert "bold" not in templates.theme.fonts
    assert "title" in templates.theme.fonts


@pytest.mark.parametrize(
    ("text", "code", "place", "hint"),
    [
        ("extends: habrour\n", "theme-missing", "2:10", "did you mean 'harbour'?"),
        ('colours: {papper: "#ffffff"}\n', "theme-unread", "2:11", "did you mean 'paper'?"),
        ('colors: {paper: "#ffffff"}\n', "theme-unread", "2:1", "did you mean 'colours'?"),
        ("extend: harbour\n", "schema", "2:9", ""),
        ("motifs: patern\n", "schema", "2:9", "did you mean 'pattern'?"),
        ('players: {teal: {fill: "#118888"}}\n', "schema", "2:17", "add `shape: ...`"),
    ],
)
def test_a_misspelt_key_is_told(tiny, text, code, place, hint):
    _, (found,) = look(tiny, text)
    assert (found.code, str(found.place)) == (code, f"templates/theme.yaml:{place}")
    assert hint in found.hint


def test_a_colour_of_ones_own_is_no_misspelt_one(tiny):
    _, findings = look(tiny, 'colours: {lamp: "#ffcc00", brass: "#aa8800"}\nlamps: {tall: 3}\n')
    assert findings == []


def test_themes_extend_each_other_but_not_themselves(tiny):
    folder = tiny / "templates" / "themes"
    folder.mkdir(parents=True)
    (folder / "dark.yaml").write_text('kind: theme\nextends: sea\ncolours: {ink: "#111111"}\n')
    (folder / "sea.yaml").write_text('kind: theme\ncolours: {ink: "#222222", soft: "#333333"}\n')
    templates, findings = look(tiny, "extends: dark\n")
    assert findings == []
    colours = templates.theme.values["colours"]
    assert (colours["ink"], colours["soft"]) == ("#111111", "#333333")
    (folder / "sea.yaml").write_text("kind: theme\nextends: dark\n")
    _, findings = look(tiny, "extends: dark\n")
    assert [one.code for one in findings] == ["theme-missing"]


def test_a_game_chooses_a_theme_and_motifs(tiny, edit):
    game = tiny / "components" / "fog" / "game.yaml"
    plain, _ = load_templates(tiny)
    before = [pair.front.svg for pair in faces(tiny, plain)[0]]
    edit(game, "seat_colours:", "theme: ember\nmotifs: none\nseat_colours:")
    pairs, findings = faces(tiny, plain)
    assert findings == ()
    ember = yaml.safe_load((folder_of_trilith() / "themes/ember.yaml").read_text())
    assert f'fill="{ember["colours"]["paper"]}"' in pairs[0].front.svg
    assert "clip-path" in before[0]
    assert "clip-path" not in pairs[0].front.svg
    edit(game, "theme: ember", "theme: embre")
    line = game.read_text("utf-8").splitlines().index("theme: embre") + 1
    _, (found,) = faces(tiny, plain)
    assert (found.code, str(found.place)) == ("theme-missing", f"components/fog/game.yaml:{line}:8")


@pytest.mark.parametrize("name", THEMES)
def test_a_ready_theme_can_be_read(tiny, name):
    for ink in INKS:
        templates, findings = look(tiny, f"extends: {name}\n", ink)
        assert findings == []
        values = templates.theme.values
        colours = values["colours"]
        pairs = [("on_dark", tone) for tone in values["tones"].values()]
        for text, grounds in GROUNDS.items():
            pairs += [(text, colours[ground]) for ground in grounds.split()]
        for text, ground in pairs:
            assert contrast(colours[text], ground) >= 4.5, (ink, text, ground)


@pytest.mark.parametrize("motifs", MOTIFS)
def test_no_new_game_shows_henges_art(tiny, motifs):
    templates, findings = look(tiny, f"motifs: {motifs}\n")
    assert findings == []
    read = {
        name
        for deck in ("card", "card_back", "chit", "chit_back", "mat", "board", "standee", "token")
        for name in templates.closure(f"basic/{deck}")
    }
    assert not {name for name in read if name.startswith(("henge/", "stonehenge/"))}
    pairs, findings = faces(tiny, templates)
    assert findings == ()
    svg = "".join(face.svg for pair in pairs for face in (pair.front, pair.back) if face)
    stones = {templates.theme.values["colours"][name] for name in ("stone", "stone_shade", "skin")}
    assert not [colour for colour in stones if f'"{colour}"' in svg]


def test_a_deck_states_its_look(tiny):
    Image.new("RGB", (900, 1200), "#336699").save(tiny / "back.png")
    text = 'decks: {card: {fill: "#123456", art: waves, back_picture: back.png}}\n'
    templates, findings = look(tiny, text)
    assert findings == []
    pairs, findings = faces(tiny, templates)
    assert findings == ()
    assert 'fill="#123456"' in pairs[0].front.svg
    assert "<image" in pairs[0].back.svg

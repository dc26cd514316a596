import pytest
import yaml
from fogfaces import fog_faces, lay
from PIL import Image

from generator.design.icons import load_icons, with_player_colours
from generator.design.lookup import closure, folder_of_trilith
from generator.design.templates import load_templates
from generator.design.theme import INKS, load_sizes, read_layer, theme_from
from generator.svg.lint import contrast

THEME = """\
kind: theme
colours: {ink: "#112233", paper: "#ffffff"}
players: {red: {fill: "#b3322b", ink: "#ffffff", edge: "#6e1a16", shape: circle}}
fonts:
  body: {family: Source Sans Pro}
  title: {family: Source Serif Pro, weight: bold, slant: italic}
inks:
  grey: {colours: {ink: "#000000"}, every_fill: grey}
  low: {every_fill: white}
"""


def theme(tmp_path, text=THEME, ink="normal"):
    path = tmp_path / "theme.yaml"
    path.write_text(text, "utf-8")
    return read(path, ink)


def read(path, ink="normal"):
    layer, findings = read_layer(path, "templates/theme.yaml", path.parent)
    if layer is None:
        return None, findings
    found, problems = theme_from([layer], ink)
    return found, findings + problems


def test_a_theme_opens_its_fonts(tmp_path):
    found, findings = theme(tmp_path)
    assert not findings
    assert found.fonts["title"].key.weight == 700
    assert found.fonts["title"].key.italic
    assert found.ink == "#112233"


def test_saving_ink_changes_every_table(tmp_path):
    grey, _ = theme(tmp_path, ink="grey")
    assert grey.ink == "#000000"
    assert grey.values["colours"]["paper"] == "#ffffff"
    fill = grey.values["players"]["red"]["fill"]
    assert fill[1:3] == fill[3:5] == fill[5:]
    low, _ = theme(tmp_path, ink="low")
    red = {"fill": "#ffffff", "ink": "#000000", "edge": "#000000", "shape": "circle"}
    assert low.values["players"]["red"] == red
    assert (grey.values["ink"], low.values["ink"]) == ("grey", "low")


@pytest.mark.parametrize(
    ("old", "new", "code", "line"),
    [
        ("Source Sans Pro", "Sauce Sans Pro", "font-unusable", 5),
        ("weight: bold", "weight: 550", "font-unusable", 6),
        ('ink: "#112233"', 'ink: "#1122334"', "schema", 2),
        ("slant: italic", "slant: oblique", "schema", 6),
        ("weight: bold", "weigth: bold", "schema", 6),
        ("body: {", "main: {", "schema", 5),
        ("Source Sans Pro}", "Own, file: own.ttf}", "font-unusable", 5),
        ("Source Sans Pro}", "Own, file: ../own.ttf}", "schema", 5),
    ],
)
def test_mistakes_are_found_at_their_line(tmp_path, old, new, code, line):
    assert THEME.count(old) == 1
    found, findings = theme(tmp_path, THEME.replace(old, new))
    assert found is None
    (one,) = findings
    assert (one.code, one.place.file, one.place.line) == (code, "templates/theme.yaml", line)
    assert one.hint


def test_a_missing_theme_is_a_finding(tmp_path):
    found, findings = read(tmp_path / "theme.yaml")
    assert found is None
    assert [f.code for f in findings] == ["file-unreadable"]


def test_the_shipped_theme_has_all_fonts(root):
    found, _ = read(root / "templates" / "theme.yaml")
    assert set(found.fonts) >= {"title", "body", "bold", "italic", "bold_italic", "numeral"}


def sizes_of(tmp_path, name, entry):
    path = tmp_path / "sizes.yaml"
    path.write_text(f"kind: sizes\nsizes:\n  {name}: {{{entry}}}\n", "utf-8")
    return load_sizes(path, "sizes.yaml")


def test_a_size_must_be_positive_and_known(tmp_path):
    sizes, findings = sizes_of(tmp_path, "a", "width_mm: 0, height_mm: 5, shape: oval")
    assert not sizes
    assert [f.place.line for f in findings] == [3, 3]


def test_an_outline_of_ones_own_makes_a_custom_shape(tmp_path):
    flag = "width_mm: 20, height_mm: 16, outline_mm: [[0, 0], [20, 8], [0, 16]]"
    sizes, findings = sizes_of(tmp_path, "flag", flag)
    assert not findings
    assert sizes["flag"].shape == "custom"
    assert sizes["flag"].outline_mm == ((0, 0), (20, 8), (0, 16))


def test_sizes_of_a_project_add_to_the_built_in_ones(tiny):
    coin = "coin: {width_mm: 30, height_mm: 30, shape: round}"
    stamp = "stamp: {width_mm: 20, height_mm: 24}"
    lay(tiny, "sizes.yaml", f"kind: sizes\nsizes:\n  {stamp}\n  {coin}\n")
    templates, findings = load_templates(tiny)
    assert not findings
    assert templates.sizes["stamp"].height_mm == 24
    assert templates.sizes["coin"].width_mm == 30
    assert templates.sizes["poker"].width_mm == 63.5


THEMES = sorted(path.stem for path in (folder_of_trilith() / "themes").glob("*.yaml"))
GROUNDS = {
    "ink": "paper panel coin summer sunlight",
    "soft": "paper panel",
    "on_dark": "night dusk",
}
MOTIFS = ("none", "pattern", "landscape", "pictures")


def look(root, text, ink="normal"):
    lay(root, "theme.yaml", f"kind: theme\n{text}")
    return load_templates(root, ink)


def test_a_theme_of_one_colour_inherits_all_else(tiny):
    plain, _ = load_templates(tiny)
    templates, findings = look(tiny, 'colours: {paper: "#eeeeff"}\n')
    assert findings == []
    values = templates.theme.values
    assert values["colours"]["paper"] == "#eeeeff"
    assert {**values["colours"], "paper": ""} == {**plain.theme.values["colours"], "paper": ""}
    assert values["actions"] == plain.theme.values["actions"]
    pairs, findings = fog_faces(tiny, templates)
    assert findings == []
    assert 'fill="#eeeeff"' in pairs[0].front.svg


def test_single_keys_are_laid_over_but_tones_and_the_fonts_of_a_body_are_its_own(tiny):
    own = 'players: {red: {fill: "#aa0000"}}\ntones: {only: "#334455"}\n'
    templates, findings = look(tiny, own + "fonts: {body: {family: Source Serif Pro}}\n")
    assert findings == []
    values, fonts = templates.theme.values, templates.theme.fonts
    assert values["players"]["red"]["fill"] == "#aa0000"
    assert values["players"]["red"]["shape"] == "circle"
    assert dict(values["tones"]) == {"only": "#334455"}
    assert "bold" not in fonts and "title" in fonts


@pytest.mark.parametrize(
    ("text", "code", "place", "hint"),
    [
        ("extends: habrour\n", "theme-missing", "2:10", "did you mean 'harbour'?"),
        ('colours: {papper: "#ffffff"}\n', "theme-unread", "2:11", "did you mean 'paper'?"),
        ('colors: {paper: "#ffffff"}\n', "theme-unread", "2:1", "did you mean 'colours'?"),
        ("extend: harbour\n", "schema", "2:9", ""),
        ("motifs: patern\n", "schema", "2:9", "did you mean 'pattern'?"),
        ('players: {teal: {fill: "#118888"}}\n', "schema", "2:17", "add `shape: hexagon`"),
    ],
)
def test_a_misspelt_key_is_told(tiny, text, code, place, hint):
    _, (found,) = look(tiny, text)
    assert (found.code, str(found.place)) == (code, f"templates/theme.yaml:{place}")
    assert hint in found.hint


def test_a_player_colour_takes_from_the_theme_what_it_leaves_out(tiny):
    templates, findings = look(
        tiny, 'players: {teal: {fill: "#118888", ink: "#eeeeee", shape: ring}}'
    )
    assert findings == []
    values = templates.theme.values
    teal, colours = values["players"]["teal"], values["colours"]
    assert (teal["ink"], teal["edge"], teal["light"]) == (
        "#eeeeee",
        colours["ink"],
        colours["panel"],
    )
    assert values["players"]["red"]["edge"] != colours["ink"], "those of trilith have their own"


def test_a_colour_of_ones_own_is_no_misspelt_one(tiny):
    _, findings = look(tiny, 'colours: {lamp: "#ffcc00", brass: "#aa8800"}\nlamps: {tall: 3}\n')
    assert findings == []


def test_themes_extend_each_other_but_not_themselves(tiny):
    sea = 'kind: theme\ncolours: {ink: "#222222", soft: "#333333"}\n'
    lay(tiny, "themes/dark.yaml", 'kind: theme\nextends: sea\ncolours: {ink: "#111111"}\n')
    lay(tiny, "themes/sea.yaml", sea)
    templates, findings = look(tiny, "extends: dark\n")
    assert findings == []
    colours = templates.theme.values["colours"]
    assert (colours["ink"], colours["soft"]) == ("#111111", "#333333")
    lay(tiny, "themes/sea.yaml", "kind: theme\nextends: dark\n")
    _, findings = look(tiny, "extends: dark\n")
    assert [one.code for one in findings] == ["theme-missing"]


def test_a_game_chooses_a_theme_and_motifs(tiny, edit):
    game = tiny / "components" / "fog" / "game.yaml"
    plain, _ = load_templates(tiny)
    before = [pair.front.svg for pair in fog_faces(tiny, plain)[0]]
    edit(game, "seat_colours:", "theme: ember\nmotifs: none\nseat_colours:")
    pairs, findings = fog_faces(tiny, plain)
    assert findings == []
    ember = yaml.safe_load((folder_of_trilith() / "themes/ember.yaml").read_text())
    assert f'fill="{ember["colours"]["paper"]}"' in pairs[0].front.svg
    assert "clip-path" in before[0]
    assert "clip-path" not in pairs[0].front.svg
    edit(game, "theme: ember", "theme: embre")
    line = game.read_text("utf-8").splitlines().index("theme: embre") + 1
    _, (found,) = fog_faces(tiny, plain)
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
    decks = ("card", "card_back", "chit", "chit_back", "mat", "board", "standee", "token")
    read = closure(templates.folders, [f"basic/{deck}" for deck in decks])
    assert not {file for file, _ in read if "/henge/" in file or "/stonehenge/" in file}
    pairs, findings = fog_faces(tiny, templates)
    assert findings == []
    svg = "".join(face.svg for pair in pairs for face in (pair.front, pair.back) if face)
    stones = {templates.theme.values["colours"][name] for name in ("stone", "stone_shade", "skin")}
    assert not [colour for colour in stones if f'"{colour}"' in svg]


def test_a_deck_states_its_look(tiny):
    Image.new("RGB", (900, 1200), "#336699").save(tiny / "back.png")
    text = 'decks: {card: {fill: "#123456", art: waves, back_picture: back.png}}\n'
    templates, findings = look(tiny, text)
    assert findings == []
    pairs, findings = fog_faces(tiny, templates)
    assert findings == []
    assert 'fill="#123456"' in pairs[0].front.svg
    assert "<image" in pairs[0].back.svg


def test_a_player_colour_of_ones_own_has_the_icon_of_its_shape():
    icons, _ = load_icons({"templates/icons": folder_of_trilith() / "icons"})
    ours = with_player_colours(icons, {"salt": {"shape": "circle"}})
    assert ours["colour-salt"] is icons["shape-circle"]
    again = with_player_colours(ours, {"salt": {"shape": "square"}})
    assert again["colour-salt"] is icons["shape-square"], "the nearest theme counts"


def test_a_player_colour_that_no_theme_has_is_told_at_the_record(tiny):
    mats = tiny / "components/fog/mats.yaml"
    mats.write_text(mats.read_text("utf-8").replace("blue", "salt"), encoding="utf-8")
    _, findings = fog_faces(tiny)
    told = [one for one in findings if one.code == "template-failed"]
    assert {one.place.file for one in told} == {"components/fog/mats.yaml"}
    assert {one.message for one in told} == {"the theme has no 'salt'"}

import pytest

from generator.design.templates import load_templates
from generator.design.theme import load_sizes, read_layer, theme_from

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
    own = tiny / "templates" / "sizes.yaml"
    own.parent.mkdir()
    own.write_text(
        "kind: sizes\nsizes:\n  stamp: {width_mm: 20, height_mm: 24}\n"
        "  coin: {width_mm: 30, height_mm: 30, shape: round}\n"
    )
    templates, findings = load_templates(tiny)
    assert not findings
    assert templates.sizes["stamp"].height_mm == 24
    assert templates.sizes["coin"].width_mm == 30
    assert templates.sizes["poker"].width_mm == 63.5

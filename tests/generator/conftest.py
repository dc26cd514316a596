"""A project of templates alone, and a way to draw with it."""

import pytest
from fogfaces import draw_with

import validator.run
from generator.design.canvas import Canvas
from generator.design.faces import face_from
from generator.design.templates import load_templates

THEME = """\
kind: theme
colours: {ink: "#112233", paper: "#ffffff", pale: "#dddddd"}
fonts:
  body: {family: Source Sans Pro}
  bold: {family: Source Sans Pro, weight: bold}
  title: {family: Source Serif Pro, weight: bold}
"""
SIZES = "kind: sizes\nsizes:\n  small: {width_mm: 40, height_mm: 60}\n"
COIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    '<circle cx="12" cy="12" r="11" fill="currentColor"/></svg>'
)
CANVAS = Canvas(40, 60, 3)


@pytest.fixture
def undrawn(monkeypatch):
    """No faces are drawn, which takes most of the time of a check."""
    monkeypatch.setattr(validator.run, "extra_checks", tuple)


@pytest.fixture
def studio(tmp_path):
    """A project folder with a theme, sizes and one icon, without components."""
    icons = tmp_path / "templates" / "icons"
    icons.mkdir(parents=True)
    (tmp_path / "templates" / "theme.yaml").write_text(THEME, encoding="utf-8")
    (tmp_path / "templates" / "sizes.yaml").write_text(SIZES, encoding="utf-8")
    (icons / "coin.svg").write_text(COIN, encoding="utf-8")
    return tmp_path


@pytest.fixture
def templates_of(studio):
    """Write templates (name to text) into the project and load it."""

    def write(**files):
        for name, text in files.items():
            path = studio / "templates" / f"{name}.svg.j2"
            path.write_text(text, encoding="utf-8")
        templates, findings = load_templates(studio)
        assert templates is not None
        assert not findings
        return templates

    return write


@pytest.fixture
def drawn(templates_of):
    """Draw one template from its text; returns its SVG and the findings."""

    def draw(text, **context):
        templates = templates_of(card=text)
        return draw_with(templates, {"c": {"name": "Coin"}, **context}, CANVAS)

    return draw


@pytest.fixture
def face_of(drawn, studio):
    """The face of a template's text, which must be without findings.

    Pictures may be coarse, for those of tests are small.
    """

    def draw(text, **context):
        svg, findings = drawn(text, **context)
        assert [one for one in findings if one.code != "picture-coarse"] == []
        return face_from(svg, CANVAS, str(studio))

    return draw

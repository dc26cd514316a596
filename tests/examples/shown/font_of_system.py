"""``font-of-system``: a system with one font, which a theme lets stand in for any letters."""

from importlib.util import find_spec
from pathlib import Path

from generator.design.facecheck import check_faces
from generator.typeset import fonts
from generator.typeset.fonts import SystemFont
from validator.catalogue.load import load
from validator.findings import Place

PLACE = Place("templates/theme.yaml", 3, 11)


def bad(project, monkeypatch):
    """A card has a Hebrew name."""
    monkeypatch.setattr(fonts, "system_fonts", lambda: (_dejavu(),))
    monkeypatch.setattr(fonts, "families", fonts.families.__wrapped__)  # that remembers nothing
    (project / "templates" / "theme.yaml").write_text(
        'kind: theme\ncolours: {ink: "#000000"}\nfallback: [system]\n', encoding="utf-8"
    )
    return _checked(project, "נר")


def good(project, monkeypatch):
    """Its name is in letters that the font has."""
    return _checked(project, "Candle")


def _checked(project, name):
    cards = project / "components" / "fog" / "cards.yaml"
    text = cards.read_text(encoding="utf-8").replace("name: Candle", f"name: {name}")
    cards.write_text(text, encoding="utf-8")
    return tuple(check_faces(load(project)[0], project))


def _dejavu():
    path = (
        Path(find_spec("matplotlib").origin).parent
        / "mpl-data"
        / "fonts"
        / "ttf"
        / "DejaVuSans.ttf"
    )
    return SystemFont("DejaVu Sans", False, 400, path, 0, ((0x20, 0x7E), (0x5D0, 0x5EA)))

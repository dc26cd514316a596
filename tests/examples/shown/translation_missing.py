"""``translation-missing``: a whole translation in which one text is not said."""

import polib

from generator.translation import head_of, update_po
from validator.catalogue.load import load
from validator.catalogue.translating.po import PoFile
from validator.catalogue.translating.wanted import texts_of_game
from validator.checks.translations import check_translations
from validator.findings import Place

FILE = "components/fog/languages/fr.po"
PLACE = Place(FILE, 14, 9)


def bad(project, monkeypatch):
    """The first card has no name in French."""
    return _checked(project, "")


def good(project, monkeypatch):
    """Every text has its translation."""
    return _checked(project, "Bougie")


def _checked(project, name):
    sources = load(project, ["fog"])[0].written["fog"]
    text = update_po(PoFile(FILE), texts_of_game(sources, "fog"), head_of("Fog", "fr", "")).text
    po = polib.pofile(text)
    for entry in po:
        entry.msgstr = entry.msgid
    po[0].msgstr = name
    (project / FILE).parent.mkdir(exist_ok=True)
    (project / FILE).write_text(str(po), encoding="utf-8")
    return tuple(check_translations(load(project)[0], project))

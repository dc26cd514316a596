"""Words that templates say are translated with the game, and drawn in its language."""

from __future__ import annotations

from pathlib import Path

from generator.design.faces import faces_of
from generator.design.template_words import template_texts_wanted
from generator.outputs.kit import templates_of
from validator.catalogue.load import load

HEAD = 'msgid ""\nmsgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n'
FRONT = """<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}"
  height="{{ h + 2 * bleed }}" fill="#f7f0df"/>
{{ text(6, 12, say("Light of {name}", name=c.id), size=9) }}
{{ text(6, 22, say("Contents"), size=9) }}
"""


def project(root: Path) -> Path:
    (root / "templates" / "fog").mkdir(parents=True)
    (root / "templates" / "fog" / "card.svg.j2").write_text(FRONT, encoding="utf-8")
    cards = root / "components" / "fog" / "cards.yaml"
    text = cards.read_text(encoding="utf-8").replace("template: basic/card ", "template: fog/card ")
    cards.write_text(text, encoding="utf-8")
    return root


def test_words_of_templates_are_asked_for_unless_trilith_says_them(tiny: Path) -> None:
    game = load(project(tiny), ["fog"])[0].games["fog"]
    asked = list(template_texts_wanted(tiny, game, "de"))
    assert [(one.context, one.english) for one in asked] == [("", "Light of {name}")]
    assert (asked[0].place.file, asked[0].place.line) == ("templates/fog/card.svg.j2", 3)
    everything = [one.english for one in template_texts_wanted(tiny, game, "fr")]
    assert {"Light of {name}", "Contents"} <= set(everything)


def test_words_of_templates_are_drawn_in_the_language_of_the_game(tiny: Path) -> None:
    project(tiny)
    english = front(tiny, "")
    languages = tiny / "components" / "fog" / "languages"
    languages.mkdir()
    entry = 'msgid "Light of {name}"\nmsgstr "Licht: {name}"\n\nmsgid "Contents"\nmsgstr "Drin"\n'
    (languages / "de.po").write_text(HEAD + entry, encoding="utf-8")
    german = front(tiny, "de")
    assert front(tiny, "") == english
    template = tiny / "templates" / "fog" / "card.svg.j2"
    written = FRONT.replace("Light of {name}", "Licht: {name}").replace("Contents", "Drin")
    template.write_text(written, encoding="utf-8")
    assert front(tiny, "de") == german != english


def front(root: Path, language: str) -> str:
    """The drawing of the first card in that language."""
    catalogue, findings = load(root, ["fog"], language)
    assert not findings
    game = catalogue.games["fog"]
    pairs, problems = faces_of(game, templates_of(root), wanted=lambda one: one.set_id == "card")
    assert not problems
    return pairs[0].front.svg

"""A template says a number with a noun in as many forms as its language has."""

import polib
import pytest
from commandline import run

from generator.design.facecheck import check_template_words
from generator.design.faces import faces_of
from generator.design.template_words import template_texts_wanted
from generator.outputs.kit import templates_of
from validator.catalogue.load import load
from validator.catalogue.translating.plural_forms import forms_of_language, parse_forms
from validator.checks.translations import check_translations

FRONT = """<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}"
  height="{{ h + 2 * bleed }}" fill="#f7f0df"/>
{{ text(6, 12, count("{number} light of {name}", "{number} lights of {name}", c.cost,
  name=c.id), size=9) }}
{{ text(6, 22, say("Cry", context="bird"), size=9) }}
"""
GERMAN = ("{number} Licht: {name}", "{number} Lichter: {name}")
POLISH = ("{number} światło {name}", "{number} światła {name}", "{number} świateł {name}")
COSTS = (1, 2, 5, 22, 21, 0)


@pytest.fixture
def template(tiny):
    """That of the cards of Fog, which cost what ``COSTS`` says; it says so in words."""
    path = tiny / "templates" / "fog" / "card.svg.j2"
    path.parent.mkdir(parents=True)
    path.write_text(FRONT, "utf-8")
    cards = [f"  - {{id: c{cost}, name: C{cost}, copies: 3, cost: {cost}}}\n" for cost in COSTS]
    head = "kind: components\nset: card\nname: Cards\nsingular: Card\nform: card\nsize: poker\n"
    fields = "fields: {type: object, properties: {cost: {type: integer}}}\ntemplate: fog/card\n"
    text = head + fields + "components:\n" + "".join(cards)
    (tiny / "components" / "fog" / "cards.yaml").write_text(text, "utf-8")
    return path


def translate(root, language):
    run("translate", "fog", "--to", language, "--project", root)
    return polib.pofile(str(file(root, language)))


def file(root, language):
    return root / "components" / "fog" / "languages" / f"{language}.po"


def counted(po):
    return next(one for one in po if one.msgid_plural)


def translated(root, language, forms):
    """Translate all but the data: the sentence with a number, and the cry."""
    po = translate(root, language)
    counted(po).msgstr_plural = dict(enumerate(forms))
    next(one for one in po if one.msgid == "Cry").msgstr = "Kuu"
    po.save()


def drawn(root, language):
    """The drawing of each card in a language, by its id."""
    catalogue, findings = load(root, ["fog"], language)
    assert not findings
    game = catalogue.games["fog"]
    laid = faces_of(game, templates_of(root), wanted=lambda one: one.set_id == "card")
    assert not laid.findings
    return {pair.component: pair.front.svg for pair in laid.pairs}


def saying(words):
    """The template with these words in the place of those that it counts."""
    start, end = FRONT.index("count("), FRONT.index(", size=9")
    return f'{FRONT[:start]}"{words}"{FRONT[end:]}'


def told(root):
    """What is found about what templates say, beside the texts of the game that are missing."""
    catalogue, _ = load(root, ["fog"])
    found = [*check_translations(catalogue, root), *check_template_words(catalogue, root)]
    known = ("translation-begun", "translation-missing")
    return [one for one in found if one.code not in known or "msgstr" in one.message]


@pytest.mark.parametrize(
    ("language", "forms", "taken"),
    [("de", GERMAN, (0, 1, 1, 1, 1, 1)), ("pl", POLISH, (0, 1, 2, 1, 2, 2))],
)
def test_a_number_takes_the_form_of_the_language(tiny, language, forms, taken, template):
    translated(tiny, language, forms)
    assert not told(tiny)
    here = drawn(tiny, language)
    for cost, number in zip(COSTS, taken, strict=True):
        words = forms[number].format(number=cost, name=f"c{cost}")
        one = saying(words).replace('say("Cry", context="bird")', '"Kuu"')
        template.write_text(one, "utf-8")
        assert drawn(tiny, language)[f"c{cost}"] == here[f"c{cost}"], words


def test_in_english_one_is_a_form_of_its_own(tiny, template):
    assert counted(translate(tiny, "pl")).msgid == "{number} light of {name}"
    here = drawn(tiny, "")
    for card, words in (("c21", "21 lights of c21"), ("c1", "1 light of c1")):
        template.write_text(saying(words), "utf-8")
        assert drawn(tiny, "")[card] == here[card]


def test_a_new_file_has_as_many_forms_as_its_language(tiny, template):
    for language, count in (("de", 2), ("pl", 3), ("ja", 1), ("pt-BR", 2), ("ar", 6), ("tlh", 2)):
        po = translate(tiny, language)
        assert len(counted(po).msgstr_plural) == count
        if language != "tlh":
            assert po.metadata["Plural-Forms"].startswith(f"nplurals={count};")
        assert counted(po).msgid_plural == "{number} lights of {name}"
        assert counted(po).occurrences == [("templates/fog/card.svg.j2", "3")]


def test_a_sentence_that_gains_a_plural_is_to_be_looked_at_again(tiny, template):
    both = '"{number} light of {name}", "{number} lights of {name}", c.cost'
    once = FRONT.replace(f"count({both}", 'say("{number} light of {name}", number=c.cost')
    template.write_text(once, "utf-8")
    po = translate(tiny, "pl")
    next(one for one in po if "light of" in one.msgid).msgstr = "Światło {name}: {number}"
    po.save()
    assert not told(tiny)
    template.write_text(FRONT, "utf-8")
    (finding,) = told(tiny)
    assert finding.code == "translation-stale"
    assert finding.place.file == "components/fog/languages/pl.po"
    found = counted(translate(tiny, "pl"))
    assert found.fuzzy
    assert list(found.msgstr_plural.values()) == ["Światło {name}: {number}"] * 3
    text = file(tiny, "pl").read_text("utf-8")
    translate(tiny, "pl")
    assert file(tiny, "pl").read_text("utf-8") == text


@pytest.mark.parametrize(
    ("old", "new", "code", "at"),
    [
        ('msgstr[2] "{number} świateł {name}"\n', "", "translation-plural", "msgctxt"),
        ('msgstr[1] "{number} światła {name}"', 'msgstr[1] ""', "translation-missing", "msgstr[1]"),
        ("świateł {name}", "świateł", "translation-placeholder", "msgstr[2]"),
        ("świateł {name}", "świateł {imię}", "translation-placeholder", "msgstr[2]"),
        ("nplurals=3", "nplurals=2", "translation-header", "Plural-Forms"),
        ('msgid_plural "{number} lights of {name}"\n', "", "translation-plural", "msgid"),
        ("lights of {name}", "lights by {name}", "translation-stale", "msgid"),
    ],
)
def test_what_is_wrong_with_forms_is_told_at_its_line(tiny, edit, old, new, code, at, template):
    translated(tiny, "pl", POLISH)
    edit(file(tiny, "pl"), old, new)
    found = [one for one in told(tiny) if one.code == code]
    assert found, told(tiny)
    lines = file(tiny, "pl").read_text("utf-8").splitlines()
    line = lines[found[0].place.line - 1]
    assert at in line or (at == "msgctxt" and line.startswith("msgid")), line
    assert found[0].hint
    game = load(tiny, ["fog"], "pl")[0].games["fog"]
    assert game.tongue.count("{number} light of {name}", "{number} lights", 5, name="x")


def test_a_head_without_a_rule_is_told_where_a_number_is_said(tiny, template):
    translated(tiny, "tlh", ("{number} woH {name}", "{number} woHmey {name}"))
    assert {one.code for one in told(tiny)} == {"translation-header"}
    assert "woHmey" in load(tiny, ["fog"], "tlh")[0].games["fog"].tongue.count(
        "{number} light of {name}", "", 2
    )


def test_the_known_rules_are_rules():
    for language in ("de", "en", "pl", "ja", "ar", "sl", "pt-BR", "zh-Hant"):
        forms = forms_of_language(language)
        assert forms.is_sound()
        assert set(forms.forms_by_rule() or ()) == set(range(forms.count)), language
        assert parse_forms(str(forms)) is not None


def test_what_is_counted_must_be_a_number(tiny, template):
    template.write_text(FRONT.replace("c.cost", "c.name"), "utf-8")
    game = load(tiny, ["fog"])[0].games["fog"]
    problems = faces_of(game, templates_of(tiny), wanted=lambda one: one.set_id == "card")[1]
    assert {(one.code, one.place.line) for one in problems} == {("template-failed", 3)}
    assert "whole number" in problems[0].message


# --- sentences without a number ------------------------------------------------------------------


PLAIN = """<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}"
  height="{{ h + 2 * bleed }}" fill="#f7f0df"/>
{{ text(6, 12, say("Light of {name}", name=c.id), size=9) }}
{{ text(6, 22, say("Contents"), size=9) }}
"""


@pytest.fixture
def plain(template):
    """A template whose words have no number, one of which trilith says in German itself."""
    template.write_text(PLAIN, "utf-8")
    return template


def test_words_of_templates_are_asked_for_unless_trilith_says_them(tiny, plain):
    game = load(tiny, ["fog"])[0].games["fog"]
    (asked,) = template_texts_wanted(tiny, game, "de")
    assert (asked.context, asked.english) == ("", "Light of {name}")
    assert (asked.place.file, asked.place.line) == ("templates/fog/card.svg.j2", 3)
    everything = [one.english for one in template_texts_wanted(tiny, game, "fr")]
    assert {"Light of {name}", "Contents"} <= set(everything)


def test_words_of_templates_are_drawn_in_the_language_of_the_game(tiny, plain):
    english = drawn(tiny, "")
    head = 'msgid ""\nmsgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n'
    entry = 'msgid "Light of {name}"\nmsgstr "Licht: {name}"\n\nmsgid "Contents"\nmsgstr "Drin"\n'
    file(tiny, "de").parent.mkdir()
    file(tiny, "de").write_text(head + entry, "utf-8")
    german = drawn(tiny, "de")
    assert drawn(tiny, "") == english
    written = PLAIN.replace("Light of {name}", "Licht: {name}").replace("Contents", "Drin")
    plain.write_text(written, "utf-8")
    assert drawn(tiny, "de") == german != english

import ast
import runpy
import string
from pathlib import Path

import polib
import pytest

from generator.design.template_words import Sentence, sentences_of

HERE = Path(__file__).parent
TOOL = runpy.run_path(str(HERE / "__main__.py"))
SHIPPED = sorted(TOOL["CATALOGUES"].glob("*.po"))


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_a_catalogue_has_the_sentences_of_the_code(path):
    text = path.read_text(encoding="utf-8")
    assert TOOL["updated"](text) == text, "run make languages"


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_every_sentence_is_translated_with_the_same_parts(path):
    catalogue = polib.pofile(str(path))
    assert not [one.msgid for one in catalogue.untranslated_entries()]
    assert not [one.msgid for one in catalogue.fuzzy_entries()]
    for entry in catalogue:
        if entry.obsolete:
            continue
        forms = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
        allowed = _parts(entry.msgid) | _parts(entry.msgid_plural or "")
        for form in forms:
            assert _parts(form) <= allowed, entry.msgid
            assert allowed - _parts(form) <= {"number"}, entry.msgid


def _parts(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_sentences_are_found_in_code():
    code = """
tongue.say("Cut", context="verb")
game.tongue.count("{number} card", "{number} cards", 3)
text.count("x")
say("both" if two else "one", sides=2)
names = [mark_sentence("Chits")]
"""
    assert set(TOOL["in_code"](ast.parse(code))) == {
        Sentence("Cut", "", "verb"),
        Sentence("{number} card", "{number} cards"),
        Sentence("both"),
        Sentence("one"),
        Sentence("Chits"),
    }


def test_sentences_are_found_in_templates():
    text = """{{ say("Contents") }}
    {{ text(1, 2, say("Spring" if spring else "Winter")) }}
    {{ count("{number} copy", "{number} copies", 2, context="list") }} {{ say(name) }}"""
    assert list(sentences_of(text)) == [
        Sentence("Contents", line=1),
        Sentence("Spring", line=2),
        Sentence("Winter", line=2),
        Sentence("{number} copy", "{number} copies", "list", 3),
    ]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{# say('no') #}say('no'){{ 'say(1)' }}{% raw %}{{ say('no') }}{% endraw %}", []),
        ("{{ a.say('no') }}{{ a|count('no', 'no') }}{{ a is say('no') }}", []),
        ("{{ a is not say('no') }}{% macro say(x) %}{% endmacro %}{{ say }} (1)", []),
        ("{{ {'a': [not say('}}' 'b)')]} }}", ["}}b)"]),
        ("{% do note(say('a',\n say('b'))) %}{% call say ('c') %}{% endcall %}", ["a", "b", "c"]),
        ("{% if say('a') %}{{ say(('a')) if say('b' if c else 'd') }}", ["a", "a", "b", "d"]),
    ],
)
def test_only_calls_say_something_wherever_they_stand(text, found):
    assert [one.english for one in sentences_of(text)] == found


def test_work_is_kept_when_sentences_come_and_go():
    head = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
    kept = '# a note\nmsgid "nobody says this"\nmsgstr "niemand"\n'
    made = TOOL["updated"](head + kept)
    assert '# a note\n#~ msgid "nobody says this"\n#~ msgstr "niemand"' in made
    assert TOOL["updated"](made) == made

"""A game in another language: the same game, other texts, each at its place in the PO file."""

import json

import polib
import pytest

from validator.catalogue.load import load
from validator.catalogue.schemas import SCHEMAS
from validator.catalogue.source import parse_source
from validator.catalogue.translating.files import check_tag, nearest, tidy_tag
from validator.catalogue.translating.po import escape, read_po, unescape
from validator.catalogue.translating.wanted import LABELS, texts_in, texts_of_game, words_wanted
from validator.findings import Place, UsageError

HEAD = 'msgid ""\nmsgstr "Language: de\\nContent-Type: text/plain; charset=UTF-8\\n"\n\n'
FILE = "components/fog/languages/de.po"
COMPUTED = """\
kind: components
set: lamp
name: Lamps
singular: lamp
form: chit
size: coin
template: basic/chit
fields:
  type: object
  properties:
    colour: {enum: [red, blue], description: Its colour.}
    motto: {type: string, translatable: true, description: Printed below.}
    code: {type: string, description: Not read by players.}
generate:
  - for: {colour: [red, blue]}
    id: "lamp-{colour}"
    name: "Lamp, {colour}"
    with: {colour: {from: colour}, motto: "Shine, {coin}", code: X}
"""


def translate(root, *entries, flags=""):
    path = root / FILE
    path.parent.mkdir(exist_ok=True)
    texts = [
        f"{flags}msgctxt {json.dumps(context)}\nmsgid {json.dumps(english)}\n"
        f"msgstr {json.dumps(said, ensure_ascii=False)}\n"
        for context, english, said in entries
    ]
    path.write_text(HEAD + "\n".join(texts), encoding="utf-8")


def fog(root, language="de"):
    catalogue, findings = load(root, ["fog"], language)
    assert not findings, findings
    return catalogue.games["fog"]


def wanted(root):
    return texts_of_game(load(root, ["fog"])[0].written["fog"], "fog")


def test_texts_are_those_of_the_po_file_and_stand_there(tiny):
    first = fog(tiny, "").sets["card"].components[0]
    translate(
        tiny,
        ("game name", "Fog", "Nebel"),
        (f"card/{first.id} name", first.name, "Kerze"),
        ("game terms coin one", "coin", "Münze"),
        ("game terms coin many", "coins", "Münzen"),
    )
    game = fog(tiny)
    assert (game.name, game.language, game.translated) == ("Nebel", "de", "de")
    card = game.sets["card"].components[0]
    assert (card.id, card.name, card.effects) == (first.id, "Kerze", first.effects)
    assert card.places["name"] == Place(FILE, 10, 9)
    assert card.place == first.place
    assert (game.terms["coin"].one, game.terms["coin"].many) == ("Münze", "Münzen")
    assert game.sets["card"].name == fog(tiny, "").sets["card"].name  # nothing is said of it


def test_nothing_but_texts_changes(tiny):
    translate(tiny, *((one.context, one.english, f"«{one.english}»") for one in wanted(tiny)))
    plain, said = fog(tiny, ""), fog(tiny)
    assert said.name == f"«{plain.name}»"
    assert [one.id for one in said.components()] == [one.id for one in plain.components()]
    assert [one.effects for one in said.components()] == [one.effects for one in plain.components()]
    assert said.sets["card"].count == plain.sets["card"].count
    assert all(one.name.startswith("«") for one in said.components())
    assert all(zone.name.startswith("«") for zone in said.setup.zones.values())


@pytest.mark.parametrize(
    ("flags", "english"),
    [("#, fuzzy\n", "Fog"), ("#, no-wrap, fuzzy\n", "Fog"), ("", "Mist")],
    ids=["nobody has looked at it", "nor at this", "it is of an earlier text"],
)
def test_what_does_not_hold_is_not_said(tiny, flags, english):
    translate(tiny, ("game name", english, "Nebel"), flags=flags)
    assert fog(tiny).name == "Fog"


def test_computed_records_are_said_one_by_one_and_what_they_share_once(tiny):
    (tiny / "components/fog/lamps.yaml").write_text(COMPUTED, encoding="utf-8")
    translate(
        tiny,
        ("lamp/lamp-red name", "Lamp, red", "Rote Lampe"),
        ("lamp generate motto", "Shine, {coin}", "Leuchte, {coin}"),
        ("game almanac labels colour", "Colour", "Farbe"),
        ("game almanac labels red", "red", "rot"),
    )
    keys = {one.key for one in wanted(tiny)}
    assert {("lamp/lamp-blue name", "Lamp, blue"), ("lamp generate motto", "Shine, {coin}")} <= keys
    assert not any("code" in context for context, _ in keys if "labels" not in context)
    game = fog(tiny)
    red, blue = game.sets["lamp"].components
    assert (red.name, blue.name) == ("Rote Lampe", "Lamp, blue")
    assert red.fields["motto"] == blue.fields["motto"] == "Leuchte, {coin}"
    assert (red.fields["colour"], red.fields["code"]) == ("red", "X")
    assert red.places["motto"].file == FILE
    assert blue.places["name"] == Place("components/fog/lamps.yaml", 17, 11)
    assert game.almanac.labels == {"colour": "Farbe", "red": "rot"}


def test_a_language_falls_back_to_the_wider_one(tiny):
    translate(tiny, ("game name", "Fog", "Nebel"))
    game = fog(tiny, "de-AT")
    assert (game.name, game.language) == ("Nebel", "de-AT")
    assert nearest("zh-Hant-TW", ["zh", "zh-Hant"]) == "zh-Hant"


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("fr", "fog is not translated into 'fr'; there are: de; or begin with: trilith translate"),
        ("DE_at", "'DE_at' is no language tag (BCP 47); did you mean 'de-AT'?"),
        ("../x", "'../x' is no language tag"),
    ],
)
def test_a_language_that_is_not_there_is_told(tiny, language, told):
    translate(tiny, ("game name", "Fog", "Nebel"))
    with pytest.raises(UsageError) as caught:
        load(tiny, ["fog"], language)
    assert told in str(caught.value)


def test_the_language_that_a_game_is_written_in_is_its_own(tiny):
    assert fog(tiny, "en").translated == ""


@pytest.mark.parametrize(("typed", "tag"), [("pt_br", "pt-BR"), ("ZH-hant", "zh-Hant")])
def test_tags_are_written_as_bcp_47_recommends(typed, tag):
    assert tidy_tag(typed) == tag == check_tag(tag)


def free_strings(part, at=""):
    """Every string of a schema that may say anything."""
    if isinstance(part, dict):
        bound = {"enum", "const", "pattern", "format"} & part.keys()
        if part.get("type") == "string" and not bound:
            yield at, part.get("translatable")
        for key, inner in part.items():
            if key not in ("examples", "default"):
                yield from free_strings(inner, f"{at}/{key}")
    elif isinstance(part, list):
        for index, inner in enumerate(part):
            yield from free_strings(inner, f"{at}/{index}")


@pytest.mark.parametrize("name", ["game", "components", "setup", "board", "play", "effects"])
def test_every_string_of_a_schema_says_whether_players_read_it(name):
    described = json.loads((SCHEMAS / f"{name}.json").read_text(encoding="utf-8"))
    assert [at for at, said in free_strings(described) if not isinstance(said, bool)] == []


def test_alternatives_and_references_are_followed_once():
    described = {
        "properties": {"a": {"anyOf": [{"$ref": "#/$defs/t"}, {"$ref": "#/$defs/t"}]}},
        "$defs": {"t": {"type": "string", "translatable": True, "maxLength": 9}},
    }
    (found,) = texts_in({"a": "Hello", "b": "id"}, described)
    assert (found.trail, found.english, found.most) == (("a",), "Hello", 9)


def test_a_noun_has_the_class_that_its_entry_says(tiny):
    asked = {
        one.key for one in texts_of_game(load(tiny)[0].written["fog"], "fog", frozenset({"coin"}))
    }
    assert ("game terms coin noun", "coin") in asked
    assert not any(context.endswith(" noun") for context, _ in (one.key for one in wanted(tiny)))
    translate(
        tiny,
        ("game terms coin one", "coin", "Münze"),
        ("game terms coin noun", "coin", "f"),
        ("set card noun", "Light card", "f; dat.many = Karten"),
        ("setup zones deck noun", "Light deck", "m"),
    )
    game = fog(tiny)
    assert (game.terms["coin"].noun, game.sets["card"].noun) == ("f", "f; dat.many = Karten")
    assert (game.setup.zones["deck"].noun, game.setup.zones["deck"].name) == ("m", "Light deck")


def test_a_project_says_sentences_of_the_product_in_its_own_way(tiny):
    translate(tiny, ("", "{number} player", "{number} Kind"), ("", "Bring a lamp.", "Licht mit!"))
    tongue = fog(tiny).tongue
    assert tongue.say("Bring a lamp.") == "Licht mit!"
    assert tongue.grammar.classes
    assert fog(tiny, "").tongue.say("Bring a lamp.") == "Bring a lamp."


def test_a_key_tells_its_text_apart_where_every_entry_has_an_id(tiny):
    named = {one.context: one.named for one in wanted(tiny)}
    assert named["game name"] and named["game terms coin one"]
    assert named["setup zones deck name"]
    assert not any(said for context, said in named.items() if context.startswith("setup steps"))
    assert any(context.startswith("setup steps") for context in named)


def test_a_text_is_found_behind_parts_that_lead_to_one_another():
    said = {"type": "string", "translatable": True}
    described = {
        "properties": {"size": {"$ref": "#/$defs/size"}, "box": {"$ref": "#/$defs/box"}},
        "$defs": {
            "size": {"properties": {"w": {"type": "string"}, "of": {"$ref": "#/$defs/size"}}},
            "box": {
                "properties": {"in": {"$ref": "#/$defs/lid"}, "size": {"$ref": "#/$defs/size"}}
            },
            "lid": {"oneOf": [{"$ref": "#/$defs/box"}, {"properties": {"says": said}}]},
        },
    }
    size = {"w": "wide", "of": {"w": "wider"}}
    assert list(texts_in({"size": size}, described)) == []
    nested = {"box": {"size": size, "in": {"in": {"says": "Deep"}}}, "size": size}
    for value in (nested, {"box": {"in": {"says": "Near"}}}):
        (found,) = texts_in(value, described)
        assert found.english in ("Deep", "Near")
        assert found.trail[0] == "box"
        assert found.trail[-1] == "says"


# --- PO files as people and programs write them: read whole, or told where they cannot be --------
POEDIT = """\
# Glossary: coin = Münze.
msgid ""
msgstr ""
"Language: de\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"

#. Printed name.
#: components/fog/cards.yaml:4
#, fuzzy, no-wrap
#| msgid "Lamp"
msgctxt "card/lamp name"
msgid "Old Lamp"
msgstr "Lampe"

msgid "%d card"
msgid_plural "%d cards"
msgstr[0] "%d Karte"
msgstr[1] "%d Karten"
msgid "close behind"
msgstr ""
"dicht "
"dahinter"

# said by hand
#~ msgctxt "card/gone name"
#~ msgid "Gone"
#~ msgstr "Fort"

# the end
"""


def only(text):
    (message,) = read_po(text, "de.po").messages
    return message


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_what_poedit_writes_is_read_whole(ending, start):
    po = read_po(start + POEDIT.replace("\n", ending), "de.po")
    assert po.faults == ()
    assert po.fields["Language"] == "de"
    lamp, cards, close, gone = po.messages
    assert lamp.key == ("card/lamp name", "Old Lamp")
    assert (lamp.is_fuzzy, lamp.is_said, lamp.line) == (True, False, 12)
    assert lamp.flags == {"fuzzy", "no-wrap"}
    assert [cards.said[number].text for number in (0, 1)] == ["%d Karte", "%d Karten"]
    assert close.text == "dicht dahinter"
    assert (gone.obsolete, gone.text, gone.comments) == (True, "Fort", ("# said by hand",))
    assert po.tail == "# the end"


def test_it_reads_what_polib_reads():
    ours = read_po(POEDIT, "de.po")
    theirs = polib.pofile(POEDIT)
    found = [(one.context, one.source.text, one.text, one.obsolete) for one in ours.messages]
    assert found == [
        (one.msgctxt or "", one.msgid, one.msgstr or one.msgstr_plural.get(0, ""), one.obsolete)
        for one in theirs
    ]


def test_a_letter_of_a_translation_has_its_line_and_column():
    message = only('msgid "a"\nmsgstr ""\n"ab\\"c "\n  "de{f}"\n')
    assert message.text == 'ab"c de{f}'
    assert message.spot(0) == (3, 2)
    assert message.spot(3) == (3, 6)  # behind the escaped mark
    assert message.spot(7) == (4, 6)


@pytest.mark.parametrize(
    ("text", "line", "column", "told"),
    [
        ('msgid "a"\nmsgstr "b', 2, 1, "no closing quotation mark"),
        ('msgid "a"\nmsgstr "b" c"', 2, 10, "the line goes on"),
        ('msgid "a"\nmsgstr "b"c" d"', 2, 10, "the line goes on"),
        ("msgid 'a'\nmsgstr \"b\"", 1, 1, "no line of a PO file"),
        ('msgid "a"\nmsgid "b"\nmsgstr "c"', 1, 1, "no `msgstr`"),
        ('msgctxt "a"\nmsgstr "c"', 1, 1, "no `msgid`"),
        ('msgid "a"\nmsgstr "b"\nmsgstr "c"', 3, 1, "stands twice"),
        ('"lost"\nmsgid "a"\nmsgstr "b"', 1, 1, "belongs to nothing"),
        ("<<<<<<< HEAD", 1, 1, "no line of a PO file"),
    ],
)
def test_a_line_that_cannot_be_read_is_told(text, line, column, told):
    first = read_po(text, "de.po").faults[0]
    assert first.place == Place("de.po", line, column)
    assert told in first.message
    assert first.hint


@pytest.mark.parametrize("text", ['say "a"', "two\nlines\t", "back\\slash", "ümläut {coin}"])
def test_a_text_survives_writing_and_reading(text):
    assert unescape(escape(text)) == text
    assert only(f'msgid "a"\nmsgstr "{escape(text)}"\n').text == text


# The names of fields are asked for, however deep they lie, and the words among their values
SET = """\
kind: components
set: mat
name: Mats
singular: Mat
form: mat
size: mat
fields:
  type: object
  properties:
    side: {enum: [day, night]}
    art: {enum: [moon], translatable: false}
    hidden: {type: object, translatable: false, properties: {secret: {type: string}}}
    tracks:
      type: array
      items:
        type: object
        properties:
          id: {enum: [luck]}
          levels: {type: array, items: {$ref: "#/$defs/level"}}
  $defs:
    level:
      type: object
      properties:
        high: {type: integer}
        below: {$ref: "#/$defs/level"}
components: []
"""


def test_nested_fields_are_asked_for_where_they_are_written():
    source, findings = parse_source(SET, "mats.yaml")
    assert source is not None and not findings
    asked = {one.context.removeprefix(f"{LABELS} "): one for one in words_wanted(source)}
    assert " ".join(asked) == "side day night tracks id luck levels high below"
    lines = SET.splitlines()
    for name in ("side", "tracks", "levels", "high", "below"):
        place = asked[name].place
        assert lines[place.line - 1][place.column - 1 :].startswith(f"{name}:")
        assert asked[name].english == name.capitalize()

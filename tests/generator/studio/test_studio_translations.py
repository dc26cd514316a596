"""Translations changed on the page: in the PO file, byte for byte, and undone."""

import pytest

from generator.starter import write_starter
from generator.studio.edits import Editor
from generator.studio.set_files import RefusedError, open_set
from generator.studio.translation_file import in_translation, open_translation

FILE = "components/fog/languages/de.po"
HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n"Language: de\\n"\n'
BODY = """
# A translator's remark.
#. Printed name.
#: components/fog/cards.yaml:44
#, fuzzy, no-wrap
#| msgid "Fire"
msgctxt "card/bonfire name"
msgid "Bonfire"
msgstr ""
"Lager"
"feuer"

#. Printed name.
msgctxt "card/candle name"
msgid "Candle"
msgstr ""

#~ msgctxt "card/gone name"
#~ msgid "Gone"
#~ msgstr "Weg"
"""


@pytest.fixture
def root(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    write_starter(tmp_path / "project", "Fog")
    path = tmp_path / "project" / FILE
    path.parent.mkdir()
    path.write_text(HEAD + BODY)
    return tmp_path / "project"


def edit(root, **words):
    return Editor(root, "fog", words.pop("file", FILE), words).edit()


def change(root, name, saw, to, field="name"):
    return edit(root, do="change", id=f"card/{name}", field=field, saw=saw, to=to)


def test_a_translation_is_written_where_it_stands_and_taken_back(root):
    path, text = root / FILE, HEAD + BODY
    said = change(root, "bonfire", "Lagerfeuer", 'Das "Feuer"')
    assert said["said"].startswith(f"saved: {FILE}:")
    after = text.replace('msgstr ""\n"Lager"\n"feuer"\n', 'msgstr "Das \\"Feuer\\""\n')
    after = after.replace("#, fuzzy, no-wrap\n", "#, no-wrap\n").replace('#| msgid "Fire"\n', "")
    assert path.read_text() == after
    change(root, "candle", "", "Kerze")
    assert path.read_text() == after.replace('"Candle"\nmsgstr ""', '"Candle"\nmsgstr "Kerze"')
    edit(root, do="undo")
    edit(root, do="undo")
    assert path.read_text() == text
    edit(root, do="redo")
    assert path.read_text() == after


def test_line_ends_stay(root):
    path = root / FILE
    path.write_bytes((HEAD + BODY).replace("\n", "\r\n").encode())
    change(root, "candle", "", "Kerze")
    after = (HEAD + BODY).replace('"Candle"\nmsgstr ""', '"Candle"\nmsgstr "Kerze"')
    assert path.read_bytes() == after.replace("\n", "\r\n").encode()


def test_an_odd_sign_in_a_text_above_is_no_end_of_a_line(root):
    path, text = root / FILE, (HEAD + BODY).replace("remark", f"re{9 * chr(0x2028)}mark")
    path.write_text(text)
    change(root, "candle", "", "Kerze")
    assert path.read_text() == text.replace('"Candle"\nmsgstr ""', '"Candle"\nmsgstr "Kerze"')


def test_a_long_translation_is_wrapped_and_said_whole(root):
    text = "Wer dieses Feuer sieht, " * 12 + "geht heim."
    change(root, "candle", "", text)
    assert open_translation(root, FILE).value("card/candle", "name") == text
    assert max(map(len, (root / FILE).read_text().splitlines())) < 90


@pytest.mark.parametrize(
    ("name", "saw", "to", "why"),
    [
        ("bonfire", "Feuer", "Brand", "has been changed elsewhere"),
        ("candle", "", "a\x07b", "control characters"),
        ("gone", "", "Fort", "lacks this text"),
        ("nobody", "", "Niemand", "lacks this text"),
    ],
)
def test_what_cannot_be_written_is_refused_and_nothing_changes(root, name, saw, to, why):
    with pytest.raises(RefusedError, match=why):
        change(root, name, saw, to)
    assert (root / FILE).read_text() == HEAD + BODY


def test_the_page_is_told_translations_with_the_texts_they_stand_for(root):
    file = "components/fog/cards.yaml"
    files = open_set(root, file)
    told = in_translation(root, file, "card/bonfire", files.describe("bonfire"), "de")
    rows = {row["name"]: row for row in told["fields"]}
    assert rows["name"]["text"] == "Lagerfeuer" and rows["name"]["file"] == FILE
    assert rows["name"]["about"] == 'Instead of "Bonfire".'
    assert rows["name"]["place"].startswith(f"{FILE}:") and rows["cost"]["text"] == "3"
    told = in_translation(root, file, "card/lantern", files.describe("lantern"), "de")
    (row,) = (row for row in told["fields"] if row["name"] == "name")
    assert row["text"] == "Lantern" and "no entry" in row["about"] and "file" not in row
    assert in_translation(root, file, "card/lantern", {"fields": []}, "fr") == {"fields": []}

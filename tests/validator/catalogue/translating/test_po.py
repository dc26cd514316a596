"""PO files as people and programs write them: read whole, or told where they cannot be."""

from __future__ import annotations

import polib
import pytest

from validator.catalogue.translating.po import Message, escape, read_po, unescape

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


def only(text: str) -> Message:
    (message,) = read_po(text, "de.po").messages
    return message


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
@pytest.mark.parametrize("start", ["", "\ufeff"])
def test_what_poedit_writes_is_read_whole(ending: str, start: str) -> None:
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


def test_it_reads_what_polib_reads() -> None:
    ours = read_po(POEDIT, "de.po")
    theirs = polib.pofile(POEDIT)
    found = [(one.context, one.source.text, one.text, one.obsolete) for one in ours.messages]
    assert found == [
        (one.msgctxt or "", one.msgid, one.msgstr or one.msgstr_plural.get(0, ""), one.obsolete)
        for one in theirs
    ]


def test_a_letter_of_a_translation_has_its_line_and_column() -> None:
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
def test_a_line_that_cannot_be_read_is_told(text: str, line: int, column: int, told: str) -> None:
    first = read_po(text, "de.po").faults[0]
    assert (first.line, first.column) == (line, column)
    assert told in first.message
    assert first.hint


@pytest.mark.parametrize("text", ['say "a"', "two\nlines\t", "back\\slash", "ümläut {coin}"])
def test_a_text_survives_writing_and_reading(text: str) -> None:
    assert unescape(escape(text)) == text
    assert only(f'msgid "a"\nmsgstr "{escape(text)}"\n').text == text

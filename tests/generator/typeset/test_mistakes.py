"""Signs that would be printed as they stand, though they look like markup."""

import pytest

from generator.typeset.markup import mistakes, parse, plain_line


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("Gain 2 {coin now.", "`{coin` is left open", "`{coin}`"),
        ("Gain 2 {", "`{` is left open", "`{coin}`"),
        ("Gain {one {coin}.", "`{one` is left open", "`{one}`"),
        ("Gain coin}.", "a `}` closes nothing", r"\{ or \}"),
        ("Gain {two words}.", "`{two words}` names no icon", "one word"),
        ("Gain {}.", "`{}` names no icon", "one word"),
        ("Take **two cards.", "`**` has no partner", "in one paragraph"),
        ("**Take** two** cards.", "`**` has no partner", r"\*\*"),
        ("**", "`**` has no partner", "begin and end"),
        ("Take <b>two</b> cards", "`<b>` is printed as it stands", "**bold**"),
        ("Take two</i>", "`</i>` is printed as it stands", "*italic*"),
        ('<span class="x">', '`<span class="x">` is printed', r"\<"),
        ("\u202bשלום\u202c", "embeds or isolates", "U+200F"),
    ],
)
def test_what_is_left_open_is_told(text, message, hint):
    found = next(mistakes(text))
    assert message in found.message
    assert hint in found.hint


@pytest.mark.parametrize(
    "text",
    [
        "Gain 2 {coin}{coin}, **then *draw* two** cards.",
        "***both*** and *italic*",
        "3* stones * each, for 3+ *",
        "if 2 < 3 > 1 or x<3, <3, <-",
        r"\{a\} \<b> \*\* \\",
        r"**a \** b**",
        "",
    ],
)
def test_what_is_meant_is_left_alone(text):
    assert [*mistakes(text)] == []


def test_bold_words_end_with_their_paragraph_and_a_line_has_none():
    assert len([*mistakes("**one\ntwo**")]) == 2
    (found,) = mistakes("**Candle**", is_line=True)
    assert "one line" in found.message
    assert [*mistakes(r"*3+ {coin} \*\*", is_line=True)] == []


def test_escaped_signs_are_printed():
    text = r"\{a\} \<b> \*\*"
    assert "".join(piece.text for piece in plain_line(text)) == "{a} <b> **"
    (words,) = parse(text)
    assert "".join(p.text for word in words for p in word.pieces) == "{a}<b>**"

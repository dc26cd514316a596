import pytest

from generator.typeset.markup import mistakes, parse, plain_line, styles_of


def shown(text):
    """Each paragraph as text: ``_`` before a spaced word, B and I after styled pieces."""
    return [
        " ".join(
            ("_" if word.spaced else "")
            + "|".join(
                (p.text or "{" + p.icon + "}") + "B" * p.bold + "I" * p.italic for p in word.pieces
            )
            for word in words
        )
        for words in parse(text)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gain {coin}{coin}, then", ["Gain _{coin}|{coin}|, _then"]),
        ("**draw *two* now**", ["drawB _twoBI _nowB"]),
        ("*one* and *two*", ["oneI _and _twoI"]),
        ("3* stones * each", ["3* _stones _* _each"]),
        ("a**b**c", ["a|bB|c"]),
        ("*", ["*"]),
        ("**", ["**"]),
        (r"\*plain\* \{coin\}", ["*|plain|* _{|coin|}"]),
        ("one\n\n two \r\nthree", ["one", "two", "three"]),
        ("well-known end–to–end", ["well- known _end– to– end"]),
        ("score 12 {coin}. Take 3 of **2** {a}", ["score _12| |{coin}|. _Take _3 _of _2B| |{a}"]),
        ("{a} 3", ["{a} _3"]),
        ("3–5 or 1/0, and/or x-3", ["3–5 _or _1/0, _and/ or _x-3"]),
        ("", []),
        ("   ", []),
    ],
)
def test_markup(text, expected):
    assert shown(text) == expected


def test_a_single_line_keeps_its_stars():
    pieces = plain_line("*3+* {coin}\nx")
    assert [piece.text or piece.icon for piece in pieces] == ["*3+* ", "coin", " x"]


def test_styles_are_listed_once():
    assert styles_of("a **b** *c* **d *e***") == ("bold", "italic", "bold_italic")
    assert styles_of("**{a}** * b") == ()


def test_stars_without_measure_are_read_once():
    (paragraph,) = parse("**" * 5_000)
    assert "".join(piece.text for word in paragraph for piece in word.pieces)


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

import pytest

from generator.typeset.markup import parse, plain_line, styles_of


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

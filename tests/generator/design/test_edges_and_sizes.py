"""Icons that leave their piece, letters too small to read, and numbers that turn into others."""

import re

import pytest


def codes(findings):
    return [finding.code for finding in findings]


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ('{{ icon("coin", 30, 20, 10) }}', []),
        ('{{ icon("coin", 30.2, 20, 10) }}', ["icon-outside"]),
        ('{{ icon("coin", -3, 20, 10) }}', ["icon-outside"]),
        ('{{ icon("coin", -3, 20, 10, bleeds=true) }}', []),
        (
            '<g transform="translate(30 20) scale(2)">{{ icon("coin", 0, 0, 6) }}</g>',
            ["icon-outside"],
        ),
        ('<g transform="rotate(45 20 30)">{{ icon("coin", 0, 55, 5) }}</g>', ["icon-outside"]),
        ('{{ text(20, 30, "a {coin} b", anchor="middle") }}', []),
        ('{{ text(39, 30, "{coin}") }}', ["icon-outside"]),
    ],
)
def test_an_icon_beyond_the_edge_is_an_error(drawn, template, expected):
    assert codes(drawn(template)[1]) == expected


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ('{{ text(5, 30, "Henge", size=6) }}', []),
        ('{{ text(5, 30, "Henge", size=5.9) }}', ["text-small"]),
        ('<g transform="scale(0.5)">{{ text(5, 30, "Henge", size=8) }}</g>', ["text-small"]),
        ('<g transform="rotate(40) scale(2)">{{ text(9, 3, "Henge", size=3) }}</g>', []),
        ('{{ box(5, 5, 20, 3, "many small words in a box", size=9, min=3) }}', ["text-small"]),
    ],
)
def test_small_letters_are_told_of_as_large_as_they_come_out(drawn, template, expected):
    found = drawn(template)[1]
    assert codes(found)[:1] == expected
    assert all(finding.severity.value == "warning" for finding in found)


@pytest.mark.parametrize(
    ("number", "marked"),
    [
        ("6", True),
        ("9", True),
        ("66", True),
        ("8", False),
        ("69", False),
        ("16", False),
        ("", False),
    ],
)
def test_a_number_that_turns_into_another_is_underlined(drawn, number, marked):
    svg, findings = drawn(
        f'{{{{ text(20, 30, "{number}", anchor="middle", underline="turned") }}}}'
    )
    assert not findings
    bars = re.findall(r'<path d="M([\d.]+) ([\d.]+)H([\d.]+)"', svg)
    assert bool(bars) is marked
    for left, y, right in bars:
        assert (float(left) + float(right)) / 2 == pytest.approx(20, abs=0.01)
        assert float(y) > 30


def test_underline_is_turned_or_a_plain_yes(drawn):
    assert "<path" in drawn('{{ text(5, 30, "Henge", underline=true) }}')[0]
    assert "<path" not in drawn('{{ text(5, 30, "6") }}')[0]
    _, (finding,) = drawn('{{ text(5, 30, "6", underline="sometimes") }}')
    assert "is not one of turned" in finding.message

"""Drawings told to be right by tags that were linted before: never one that lint complains of."""

import random

import pytest
from lxml import etree

from generator.svg import known
from generator.svg.known import is_right
from generator.svg.lint import MAX_DEPTH, OURS, SVG_NS, lint

WRITTEN = f'<text {OURS}="run" x="1">Fog'
PICTURE = f'<image {OURS}="picture" href="a.png">'
OURS_HERE = frozenset([WRITTEN, PICTURE])
GRADIENT = '<linearGradient id="g"><stop offset="0" stop-color="red"/></linearGradient>'
PARTS = (
    '<rect width="1" height="2"/>',
    '<line x1="1" fill="none"/>',
    '<line x1="1" stroke="url(#g)"/>',
    '<stop offset="0" stop-color="red"/>',
    '<path d="M0 0" stroke-dasharray="none"/>',
    '<path id="p" d="M0 0"/>',
    '<circle r="1" fill="url(#g)"/>',
    '<circle r="1" clip-path="url(#c)"/>',
    f"<defs>{GRADIENT}</defs>",
    f"{WRITTEN}</text>",
    f"{PICTURE[:-1]}/> ",
    f'<text {OURS}="run"  x="1">Fog</text>',
    f"{WRITTEN}<g/></text>",
    "<text>Fog</text>",
    "<!-- <g> -->",
    "fog",
    "<g/>",
)
AROUND = (
    '<g stroke-dasharray="1 2">{}</g>',
    '<clipPath id="c">{}</clipPath>',
    "<g>\n{}\n</g>",
    '<linearGradient id="h">{}</linearGradient>',
    f'<svg xmlns="{SVG_NS}">{{}}</svg>',
)


def drawing(content):
    return f'<svg xmlns="{SVG_NS}">{content}</svg>'


def told(content, ours=OURS_HERE):
    """Whether a drawing is known to be right, and what lint says of it."""
    svg = drawing(content)
    root = etree.fromstring(svg)
    return is_right(svg, root, ours), lint(root, ours=ours)


@pytest.fixture(autouse=True)
def nothing_known():
    known._KNOWN.clear()


def content(pick, depth=0):
    parts = pick.choices(PARTS, (6, 6, 1, 1, 1, 1, 2, 1, 1, 3, 3, 1, 1, 1, 1, 1, 2), k=2)
    if depth < 2 and pick.random() < 0.5:
        parts.insert(1, pick.choice(AROUND).format(content(pick, depth + 1)))
    return "".join(parts)


def test_a_drawing_known_to_be_right_has_no_issue():
    pick, right = random.Random(5), 0
    for _ in range(2000):
        svg = content(pick)
        quick, issues = told(svg)
        assert not (quick and issues), svg
        right += quick
    assert right > 100


@pytest.mark.parametrize("part", [PARTS[0], PARTS[9], PARTS[10], AROUND[2].format(PARTS[0])])
def test_what_is_right_is_known_to_be_right(part):
    for _ in range(2):
        assert told(part) == (True, [])


def test_a_gradient_and_its_use_are_known_to_be_right():
    for _ in range(2):
        assert told(PARTS[8] + PARTS[6]) == (True, [])


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (PARTS[8] + PARTS[6], PARTS[6]),
        (PARTS[8], PARTS[8] + PARTS[8]),
        (GRADIENT, PARTS[3]),
        (PARTS[1], AROUND[1].format(PARTS[1])),
        (PARTS[0], AROUND[4].format(PARTS[0])),
        (PARTS[4], AROUND[0].format(PARTS[4])),
        ("<g>" * 10 + "</g>" * 10, "<g>" * (MAX_DEPTH + 1) + "</g>" * (MAX_DEPTH + 1)),
    ],
)
def test_what_was_right_elsewhere_is_not_taken_for_right(first, then):
    assert told(first)[0]
    quick, issues = told(then)
    assert not quick
    assert issues


def test_a_text_of_another_drawing_is_not_ours():
    assert told(PARTS[9])[0]
    quick, issues = told(PARTS[9], ours=frozenset())
    assert not quick
    assert issues


def test_what_is_remembered_is_bounded(monkeypatch):
    monkeypatch.setattr(known, "MOST_TAGS", 10)
    for number in range(30):
        assert told(f'<rect width="{number}"/>')[0]
    assert len(known._KNOWN) <= 10

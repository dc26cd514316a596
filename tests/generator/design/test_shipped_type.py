"""Letters of the shipped faces are large enough, clear of what is beside them, and not misread."""

import re

import pytest
from lxml import etree
from shippedfaces import shipped_faces

from generator.svg.inside import small_texts
from generator.svg.lint import OURS, SVG_NS

LEAST_PT = 7.0
"""Smallest letters of the built-in templates."""
DIVIDER_MM = 14.6
"""Where the strip of a number card ends."""


def fronts(game, deck):
    return {
        pair.component: etree.fromstring(pair.front.svg)
        for pair in shipped_faces(game)[0]
        if pair.deck == deck
    }


def runs(root):
    """The texts of a drawing with their left and right ends (mm), without those turned round."""
    for node in root.iter(f"{{{SVG_NS}}}text"):
        turned = any(above.get("transform") for above in node.iterancestors())
        if node.get(OURS) == "run" and not turned:
            x = float(node.get("x"))
            yield node.text, x, x + float(node.get("data-width"))


@pytest.mark.parametrize("game", ["henge", "stonehenge"])
def test_no_letters_are_smaller_than_seven_points(game):
    for pair in shipped_faces(game)[0]:
        for face in filter(None, (pair.front, pair.back)):
            small = list(small_texts(etree.fromstring(face.svg), LEAST_PT))
            assert not small, (pair.component, small)


def test_the_index_of_a_number_card_is_clear_of_edge_and_divider():
    for component, root in fronts("stonehenge", "number").items():
        number, left, right = next(runs(root))
        assert component.startswith(f"{number}-")
        assert left >= 2.5, component
        assert right <= DIVIDER_MM - 2.0, component


def test_only_sixes_and_nines_are_underlined():
    bar = re.compile(rb'<path d="M[\d.]+ [\d.]+H[\d.]+" stroke="#[0-9a-f]+" stroke-width')
    marked = {
        component
        for component, root in fronts("stonehenge", "number").items()
        if bar.search(etree.tostring(root).replace(f' xmlns="{SVG_NS}"'.encode(), b""))
    }
    assert marked == {"6-night", "6-day", "9-night", "9-day"}


def test_the_name_of_a_stone_is_clear_of_its_mark():
    pill = re.compile(r'<rect x="([\d.]+)" y="[\d.]+" width="[\d.]+" height="6"\s+rx="3"')
    for pair in shipped_faces("henge")[0]:
        if pair.deck == "stone":
            (left,) = pill.findall(pair.front.svg)
            name = next(runs(etree.fromstring(pair.front.svg)))
            assert name[2] <= float(left) - 1.5, pair.component


def test_every_stone_names_the_ends_of_its_way():
    for component, root in fronts("henge", "stone").items():
        told = [text for text, _, _ in runs(root)]
        assert {"Quarry", "Henge site"} <= set(told), component

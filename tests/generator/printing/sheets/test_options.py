from __future__ import annotations

import pytest

from generator.printing.marks import MarkStyle
from generator.printing.options import OptionError, PrintOptions


def test_the_defaults_are_sound() -> None:
    assert PrintOptions().problems() == ()


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (PrintOptions(paper="a5"), "a4, letter, a3, tabloid"),
        (PrintOptions(layout="5x5"), "3x3, 4x2"),
        (PrintOptions(bleed_mm=7), "between 0 and 6"),
        (PrintOptions(bleed_mm=-1), "between 0 and 6"),
        (PrintOptions(back_bleed_mm=5), "between 0 and 3"),
        (PrintOptions(scale=0), "above 0"),
        (PrintOptions(marks=MarkStyle(length_mm=30)), "10 mm long"),
        (PrintOptions(skip=frozenset({0})), "count from 1"),
        (PrintOptions(cut=("gcode",)), "svg, dxf"),
    ],
)
def test_what_cannot_be_had_says_what_can(options: PrintOptions, word: str) -> None:
    (problem,) = options.problems()
    assert word in problem


def test_an_unknown_paper_has_no_sheet() -> None:
    with pytest.raises(OptionError):
        _ = PrintOptions(paper="a5").sheet


def test_versions_of_a_layout_can_be_named() -> None:
    assert PrintOptions(layout="3x3@1").arrangement.name == "3x3 v1"

"""Every code that drawing a face reports has its page in the manual."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.design import facecheck
from validator.manual import explain, known_codes

GENERATOR = Path(__file__).parents[3] / "generator"
REPORTED = re.compile(
    r"\"((?:svg|text|icon|template|picture|glyph|contrast|size|font)-"
    r"(?:unsupported|value|colour|reference|syntax|too-large|overflow|unknown|grid|unreadable|"
    r"missing|failed|unusable|low))\""
)


@pytest.mark.parametrize(
    "name",
    ["svg/lint", "outputs/preview"]
    + [f"design/{name}" for name in ("pen", "templating", "icons", "theme", "faces", "facecheck")],
)
def test_every_code_is_explained(name: str):
    found = REPORTED.findall((GENERATOR / f"{name}.py").read_text(encoding="utf-8"))
    assert found
    assert set(found) <= set(known_codes([facecheck]))


def test_a_page_tells_good_from_bad():
    page = explain("svg-colour", [facecheck]) or ""
    assert "Bad:" in page
    assert "Good:" in page
    assert explain("svg-colour") is None

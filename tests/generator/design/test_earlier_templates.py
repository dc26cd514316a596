"""Templates of projects that were begun before there were face layouts go on drawing."""

import shutil
from pathlib import Path

import pytest

from generator.design.canvas import DrawingSubject, canvas_of
from generator.design.templates import load_templates
from generator.design.theme import INKS

EARLIER = Path(__file__).parents[2] / "examples" / "earlier"
"""Copies of built-in templates and of the theme, as a project took them then."""
CASES = {
    "card": ("poker", {"cost": 2, "icon": "coin", "art": "sledge"}),
    "card_back": ("poker", {}),
    "board": ("board_small", {"spaces": ["Quay"], "score_track": {"from": 0, "to": 9}}),
    "mat": ("mat_small", {"colour": "red", "spaces": ["Quay"]}),
    "standee": ("standee", {"colour": "blue"}),
    "chit_back": ("chit", {}),
}


@pytest.fixture(scope="module", params=INKS)
def earlier(request, tmp_path_factory):
    root = tmp_path_factory.mktemp("earlier")
    shutil.copytree(EARLIER, root / "templates")
    templates, findings = load_templates(root, request.param)
    assert findings == []
    return templates


@pytest.mark.parametrize("name", CASES)
def test_an_earlier_template_draws_as_it_did(earlier, name):
    size, fields = CASES[name]
    record = {"id": "thing", "name": "Thing", "text": "Gain 1 {coin}.", "players": "3+", **fields}
    about = {"id": "things", "name": "Things", "singular": "Thing", "form": "card"}
    game = {"id": "game", "name": "Game", "revision": "1", "terms": {}}
    context = {"c": record, "set": about, "game": game, "face": "front"}
    subject = DrawingSubject("game", lambda text, key: None)
    svg, findings = earlier.draw(
        f"basic/{name}", context, canvas_of(earlier.sizes[size], 3), subject
    )
    assert findings == []
    assert svg
    assert earlier.place(f"basic/{name}").file == f"templates/basic/{name}.svg.j2"

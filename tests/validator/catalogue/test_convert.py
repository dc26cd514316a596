"""From raw data to the model: its defaults, its names, and nothing made up."""

from __future__ import annotations

from typing import Any

import pytest

from validator.catalogue.build import convert
from validator.catalogue.model import Component, Configuration, PlayerMark, Provenance, Use
from validator.findings import Place

HERE = Place("game.yaml", 3)


def test_a_key_left_out_takes_the_default_of_the_model():
    assert convert({"players": 2, "place": HERE}, Configuration) == Configuration(2, HERE)


def test_yaml_names_and_plain_values_become_those_of_the_model():
    raw = {"set": "card", "place": HERE, "totals": [3, 4], "where": {"colours": ["red"]}}
    assert convert(raw, Use) == Use("card", HERE, (3, 4), {"colours": ("red",)})
    record = {"id": "ant", "set": "card", "name": "Ant", "place": HERE}
    ant = convert(record | {"players": "3+", "provenance": "stated"}, Component)
    assert (ant.mark, ant.provenance) == (PlayerMark("3+"), Provenance.STATED)


@pytest.mark.parametrize("wrong", [{"players": "2"}, {"players": 2, "note": 7}])
def test_nothing_is_made_a_number_or_a_text(wrong: dict[str, Any]):
    with pytest.raises(TypeError, match=r"is no (int|str)"):
        convert(wrong | {"place": HERE}, Configuration)

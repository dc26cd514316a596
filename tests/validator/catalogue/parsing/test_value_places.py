"""Places of values: where each value stands."""

from __future__ import annotations

from validator.catalogue.build import build_set
from validator.catalogue.source import Source, parse_source
from validator.findings import Place

_HEAD = """\
kind: components
set: card
name: Cards
singular: Card
form: card
size: poker
template: basic/card
components:
"""
_RECORD = """\
  - id: card-{0}
    name: Card {0}
    copies: {0}
    effects: [{{do: gain, what: coin, amount: {0}}}]
"""


def test_every_value_is_where_it_stands() -> None:
    text, source = _deck(30)
    lines = text.splitlines()
    found = {trail: lines[place.line - 1][place.column - 1 :] for trail, place in _places(source)}
    assert len(found) == len(source.places) == 1 + 8 + 30 * 9
    assert found[("components", 7, "name")] == "Card 8"
    assert found[("components", 7, "effects", 0, "amount")] == "8}]"
    assert all(trail in source.places for trail in found)
    assert source.key_place(("components", 7, "effects")) == Place("cards.yaml", 40, 5)


def test_what_is_not_there_has_the_place_of_what_it_would_stand_in() -> None:
    _, source = _deck(2)
    missing = ("components", 1, "colour")
    assert missing not in source.places
    assert source.places.get(missing) is None
    assert source.place(missing) == source.places[("components", 1)]


def test_records_keep_their_places_and_a_set_only_its_own() -> None:
    _, source = _deck(3)
    built, findings = build_set(source, "fog")
    assert not findings
    last = built.components[-1].places
    assert last["effects.0.what"] == source.place(("components", 2, "effects", 0, "what"))
    assert built.places["components"] == source.place(("components",))
    assert not any(key.startswith("components.") for key in built.places)


def _deck(count: int) -> tuple[str, Source]:
    text = _text(count)
    source, findings = parse_source(text, "cards.yaml")
    assert source is not None
    assert not findings
    return text, source


def _text(count: int) -> str:
    return _HEAD + "".join(_RECORD.format(number) for number in range(1, count + 1))


def _places(source: Source) -> list[tuple[tuple[str | int, ...], Place]]:
    return [(trail, source.places[trail]) for trail in source.places]

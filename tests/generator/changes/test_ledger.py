import json

import pytest
from shippedfaces import shipped_templates

from generator.changes.ledger import changes, faces_now, mark_printed, read_ledger, summary, warning
from generator.failures import DataError


def test_only_what_was_edited_is_printed(tiny, state, cards, edit):
    mark_printed(tiny, *state())
    edit(cards, "cost: 3", "cost: 2")
    edit(cards, "  - id: candle\n    name: Candle", "  - id: torch\n    name: Torch")
    edit(cards, "name: Lantern\n    copies: 6", "name: Lantern\n    copies: 8")
    edit(cards, "name: Moonrise\n    copies: 5", "name: Moonrise\n    copies: 4")
    game, now = state()
    found = changes(read_ledger(tiny, "fog"), now)
    assert (found.added, found.changed, found.removed) == (("torch",), ("bonfire",), ("candle",))
    assert (found.more, found.fewer) == (("lantern",), ("moonrise",))
    assert found.surplus == {"candle": 6, "moonrise": 1, "bonfire": 5}
    assert found.copies == {"torch": 6, "lantern": 2, "bonfire": 5}
    assert warning(found, game, now) is None
    assert summary(found) == (
        "1 new, 1 changed, 1 removed, 1 with more copies, 1 with fewer copies; 13 pieces to print"
    )


def test_a_new_revision_alone_prints_nothing(tiny, state, template, edit):
    template("card", '{{ text(20, 40, c.name ~ " " ~ game.revision) }}')
    game, before = state()
    edit(tiny / "components" / "fog" / "game.yaml", 'revision: "1"', 'revision: "2"')
    later, now = state()
    assert later.revision != game.revision
    assert changes(before, now).nothing


def test_cards_edited_one_by_one_are_no_template_change(state, cards):
    _, before = state()
    text = cards.read_text(encoding="utf-8")
    for cost in "0134":
        text = text.replace(f"    cost: {cost}\n", f"    cost: {int(cost) + 5}\n")
    cards.write_text(text, encoding="utf-8")
    game, now = state()
    found = changes(before, now)
    assert len(found.changed) == 6
    assert found.redrawn == found.whole_decks == ()
    assert warning(found, game, now) is None


def test_the_ledger_is_made_for_version_control(tiny, state):
    game, faces = state()
    assert read_ledger(tiny, "fog") is None
    path = mark_printed(tiny, game, faces)
    assert path == tiny / "components" / "fog" / "printed.json"
    text = path.read_text(encoding="utf-8")
    assert sum('"front"' in line for line in text.splitlines()) == len(faces)
    assert json.loads(text)["revision"] == "1"
    assert mark_printed(tiny, game, faces).read_text(encoding="utf-8") == text
    assert read_ledger(tiny, "fog") == faces == state()[1]


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda text: text[:200], "it is not JSON"),
        (lambda text: "[]", "it is no ledger"),
        (lambda text: text.replace('"game": "fog"', '"game": "mist"'), "ledger of 'mist'"),
        (lambda text: text.replace('"copies": 6', '"copies": "6"'), "'candle' is damaged"),
        (lambda text: text.replace('"revision": "1",', ""), "revision or faces are missing"),
    ],
)
def test_a_damaged_ledger_is_a_finding(tiny, state, damage, message):
    path = mark_printed(tiny, *state())
    path.write_text(damage(path.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(DataError, match=message) as raised:
        read_ledger(tiny, "fog")
    [(code, place)] = [(one.code, one.place.file) for one in raised.value.findings]
    assert (code, place) == ("ledger-unusable", "components/fog/printed.json")


def test_what_a_game_leaves_in_its_box_is_never_to_be_printed(shipped):
    game = shipped.games["crossing_stonehenge"]
    faces, findings = faces_now(game, shipped_templates())
    assert not findings
    used = {use.set_id for use in game.uses}
    assert {printed.deck for printed in faces.values()} <= used
    assert set(faces) < {component.id for component in game.components()}
    assert changes({}, faces).copies == {k: p.copies for k, p in faces.items()}

"""A set-up of older words is carried over: the same steps, in the words of play."""

import pytest
import yaml

from generator.sheets.yaml_edit import YamlText, splice
from generator.starter import write_starter
from generator.upgrade import plan as upgrade
from generator.upgrade.plan import plan_upgrade, write
from generator.upgrade.setup import carry_setup, carry_stated
from validator.catalogue.load import load
from validator.compiler.setup import compile_setup
from validator.run import check
from validator.setup.deal import run_with_seed

ZONES = "zones: {deck: Deck, row: Row, ring: {name: Ring, board: ring}, seat.hand: Hand}\n"


def carried(text, carry=carry_setup):
    """The text carried over, and what is left to do by hand."""
    document = YamlText(text)
    edits = list(carry(document))
    told = [says for one in edits for says in one.says if says.startswith("by hand")]
    return splice(document.text, edits), told


STEPS = {
    "{do: shuffle, zone: [deck, row]}": "{do: shuffle, what: [deck, row]}",
    "{do: place, set: card, own: colour, to: seat.hand, each: seat}": (
        "{do: place, set: card, where: {colour: seat.colour}, to: seat.hand, each: seats}"
    ),
    "{do: deal, from: deck, to: seat.hand, each: [1, 3], what: x, noun: f}": (
        '{do: deal, from: deck, to: seat.hand, each: "[seats[1], seats[3]]", called: x, noun: f}'
    ),
    "{do: deal, from: deck, to: seat.hand, each: first_human, order: reverse}": (
        "{do: deal, from: deck, to: seat.hand, each: 'humans[1]', order: reverse}"
    ),
    "{do: place, set: card, where: {side: '3', size: [left, w], cost: 2}, to: row, each: bot}": (
        """{do: place, set: card, where: {side: "'3'", size: ["'left'", w], cost: 2}, to: row, """
        "each: bots}"

    ),
    "{do: move, from: deck, has: area, to: row}": (
        "{do: move, from: deck, where: area != nothing, to: row}"
    ),
    "{do: move, from: deck, set: card, where: {rank: {from: 1, to: 3}}, to: row}": (
        "{do: move, from: deck, where: set == card and 1 <= rank <= 3, to: row}"
    ),
    "{do: return, from: row, set: card, count: 2}": (
        "{do: return, from: row, where: {set: card}, count: 2}"
    ),
    "{do: remove, from: [deck, row]}": "{do: return, from: [deck, row], where: not fits}",
    "{do: place, set: card, to: ring.5, each: seat}": (
        "{do: place, set: card, to: 'ring[5]', each: seats}"
    ),
    "{do: expect, zone: deck, count: 9, say: false}": "{do: expect, what: deck, count: 9}",
    "{do: room, zone: row, rules: [A-B-1]}": (
        "{do: expect, what: row, rules: [A-B-1], count: 0}"
    ),
    "{do: room, zone: [row, seat.hand], each: seat, note: Mind it.}": (
        "{do: expect, cases: [{what: row}, {what: seat.hand}], each: seats, note: Mind it., "
        "count: 0}"
    ),
    "{do: choose, from: row, to: seat.hand, what: a card, each: human}": (
        "{do: choose, options: [{id: take, pick: {card: row}, "
        "then: [{do: move, what: card, to: seat.hand, called: a card}]}], each: humans}"
    ),
    "{do: choose, from: row, to: seat.hand, count: 2, each: seat}": (
        "{do: choose, options: [{id: take, pick: {cards: {of: row, count: 2}}, "
        "then: [{do: move, what: cards, to: seat.hand}]}], each: seats}"
    ),
    "{do: move, from: deck, set: card, to: row, cases: [{where: {cost: 1}, count: 2}, {own: x}]}": (
        "{do: move, from: deck, to: row, cases: [{where: {set: card, cost: 1}, count: 2}, "
        "{where: {set: card, x: seat.colour}}]}"
    ),
}  # fmt: skip


@pytest.mark.parametrize("step", STEPS)
def test_a_step_has_the_words_of_play(step):
    new, told = carried(f"kind: setup\n{ZONES}steps:\n  - {step}\n")
    assert told == []
    assert yaml.safe_load(new)["steps"] == [yaml.safe_load(STEPS[step])]
    assert carried(new) == (new, []), "what is carried over stays as it is"


TABLES = {
    "{players: 2}": "players == 2",
    "{players: 3+, bots: 0}": "players >= 3 and bots.count == 0",
    "{total: 2/4}": "total in [2, 4]",
    "{bots: [0, 1]}": "bots.count in [0, 1]",
    "{options: {side: '3'}, ruling: {X-1: humans}}": (
        "options.side == '3' and ruling['X-1'] == 'humans'"
    ),
    "[{players: 2}, {ruling: {X-1: swap}}]": "players == 2 or ruling['X-1'] == swap",
}


@pytest.mark.parametrize("when", TABLES)
def test_a_condition_on_tables_becomes_a_formula(when):
    new, told = carried(f"kind: setup\n{ZONES}steps: [{{do: say, text: Hm., when: {when}}}]\n")
    assert (yaml.safe_load(new)["steps"][0]["when"], told) == (TABLES[when], [])


def test_comments_and_layout_stay():
    new, told = carried(
        "kind: setup   # first\n"
        "zones:\n"
        "  night.1: Night   # the stone\n"
        "  deck: {name: Deck, empties: true}\n"
        "  seat.steps.1: Steps\n"
        "steps:\n"
        "  # a deck\n"
        "  - do: place\n"
        "    set: card\n"
        "    own: colour        # their own\n"
        "    to: [night.1, seat.steps.1]\n"
        "    each: human        # no bots\n"
        "  - {do: room, zone: deck}   # for later\n"
        "  - {do:  say, text: Go.}\n"
    )
    assert told == []
    assert new == (
        "kind: setup   # first\n"
        "zones:\n"
        "  night_1: Night   # the stone\n"
        "  deck: {name: Deck}\n"
        "  seat.steps_1: Steps\n"
        "steps:\n"
        "  # a deck\n"
        "  - do: place\n"
        "    set: card\n"
        "    where: {colour: seat.colour}        # their own\n"
        "    to: [night_1, seat.steps_1]\n"
        "    each: humans        # no bots\n"
        "  # for later\n"
        "  - {do:  say, text: Go.}\n"
        "  - {do: expect, what: deck, count: 0}\n"
    )


BY_HAND = {
    "{do: move, from: 'seat.{kind}.1', to: row, each: seat}": "write `cases`",
    "{do: locate, set: pawn, board: {set: board}, track: ring, field: area, is: A, to: ring.1}": (
        "ring: {of: board.ring}"
    ),
    "{do: grid, rows: [A], columns: {from: 1, to: 2}, legend: {x: {set: pawn}}, picture: [x .]}": (
        "squares: {columns: [1, 2], rows: [A]}"
    ),
}


@pytest.mark.parametrize("step", BY_HAND)
def test_what_cannot_be_carried_over_is_told_and_the_rest_is_carried_over(step):
    new, told = carried(
        f"kind: setup\n{ZONES}steps:\n  - {{do: shuffle, zone: deck}}\n  - {step}\n"
    )
    assert [BY_HAND[step] in one for one in told] == [True]
    assert yaml.safe_load(new)["steps"][0] == {"do": "shuffle", "what": "deck"}


def test_what_rules_state_of_steps_is_carried_over():
    text = "kind: rules\nsections:\n  - {rules: [{id: A, states: [{in: steps, entry: STEP}]}]}\n"
    new, told = carried(text.replace("STEP", "{do: room, zone: row}"), carry_stated)
    assert (new, told) == (text.replace("STEP", "{do: expect, what: row, count: 0}"), [])


def test_the_command_carries_over_a_set_up_and_the_zones_that_game_yaml_names(tmp_path):
    folder = tmp_path / "components" / "mini"
    folder.mkdir(parents=True)
    files = {
        "game.yaml": "kind: game\nformat: 3\npiles:\n  - {id: a, zone: night.1}\n"
        "  - {id: b, zone: seat1.steps.1}\n",
        "setup.yaml": "kind: setup\nzones: {night.1: Night, seat.steps.1: Steps}\n"
        "steps: [{do: shuffle, zone: night.1}]\n",
    }
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    changes = upgrade.plan_upgrade(tmp_path, ("mini",))
    assert [one.file.rpartition("/")[2] for one in changes] == ["game.yaml", "setup.yaml"]
    upgrade.write(changes)
    piles = yaml.safe_load((folder / "game.yaml").read_text(encoding="utf-8"))["piles"]
    assert [one["zone"] for one in piles] == ["night_1", "seat1.steps_1"]
    assert upgrade.plan_upgrade(tmp_path, ("mini",)) == ()


OLDER = {
    "crazy_eights": """\
kind: setup
zones: {deck: Deck, discard: {name: discards, phrase: face up}, seat.hand: Hand}
steps:
  - {do: place, set: card, to: deck}
  - {do: shuffle, zone: deck}
  - do: deal
    from: deck
    to: seat.hand
    each: seat
    cases:
      - {when: {players: 2}, count: 7}
      - {when: {players: "3+"}, count: 5}
  - do: move
    from: deck
    where: {rank: [1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13]}
    count: 1
    to: discard
""",
    "fog": """\
kind: setup
zones: {deck: Deck, discard: Discards, supply: supply, seat.mat: Mat, seat.hand: Hand,
        seat.coins: Coins}
steps:
  - {do: place, set: mat, own: colour, to: seat.mat, each: seat}
  - {do: place, set: card, to: deck}
  - {do: remove, from: deck}
  - {do: shuffle, zone: deck}
  - {do: deal, from: deck, to: seat.hand, count: 3, each: seat}
  - {do: room, zone: discard}
  - {do: place, set: coin, to: supply}
  - {do: move, from: supply, what: coins, to: seat.coins, count: 2, each: seat}
""",
}  # fmt: skip


def tables_of(root, name):
    """Where everything lies at each table when set-up is done."""
    catalogue, findings = load(root)
    assert findings == ()
    game = catalogue.games[name]
    plans = [compile_setup(game, one) for one in game.configurations]
    return [run_with_seed(plan, 3).zones for plan in plans]


@pytest.mark.parametrize("name", OLDER)
def test_an_older_set_up_leaves_the_tables_of_the_starter_of_today(name, tmp_path):
    write_starter(tmp_path, name, name)
    now = tables_of(tmp_path, name)
    (tmp_path / "components" / name / "setup.yaml").write_text(OLDER[name], encoding="utf-8")
    upgrade.write(upgrade.plan_upgrade(tmp_path, (name,)))
    assert tables_of(tmp_path, name) == now
    assert upgrade.plan_upgrade(tmp_path, (name,)) == ()


BARE = """\
      spaces:   # what lies where
        - {name: Coins, zone: coins}   # not the word coins
        - Hand
        - {zone: 'hand', name: coins}
        - {name: Points, zone: "seat.coins"}
        - {name: Rest, zone: deck}
"""


def test_places_of_a_mat_name_zones_of_seats_in_full_and_nothing_else_changes(tmp_path, edit):
    write_starter(tmp_path, "Fog")
    mats = tmp_path / "components" / "fog" / "mats.yaml"
    edit(mats, "      spaces: [Coins, Cards played, Points]\n", BARE)
    edit(mats, "      items: {type: string}\n", "      items: {type: [string, object]}\n")
    before = mats.read_bytes()
    assert "spot-unknown" in {one.code for one in check(tmp_path)}
    lines = [line for one in plan_upgrade(tmp_path, ["fog"]) for line in one.lines()]
    assert [line for line in lines if "zone" in line] == [
        "components/fog/mats.yaml:28: the zone `coins` is called `seat.coins`",
        "components/fog/mats.yaml:30: the zone `hand` is called `seat.hand`",
    ]
    write(plan_upgrade(tmp_path, ["fog"]))
    wanted = before.replace(b"zone: coins", b"zone: seat.coins")
    assert mats.read_bytes() == wanted.replace(b"zone: 'hand'", b"zone: seat.hand")
    assert "spot-unknown" not in {one.code for one in check(tmp_path)}
    assert plan_upgrade(tmp_path, ["fog"]) == ()

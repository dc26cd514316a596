"""The Henge data keeps every constraint that follows from its rules (K-...)."""

from collections import Counter

import pytest

from validator.catalogue.build import parse_effects
from validator.catalogue.effects import Draw, Score, nouns
from validator.catalogue.model import Provenance

TOTALS = (3, 4, 5)
ACTIONS = {"install", "druid", "income", "quarry", "carve", "luck", "arrive"}
PRIVILEGES = {"steps", "coin", "luck", "stone", "druid"}


@pytest.fixture(scope="module")
def henge(shipped):
    return shipped.games["henge"]


@pytest.fixture(scope="module", params=["3", "45"])
def side(request, henge):
    boards = henge.sets["board"].components
    return next(board.fields for board in boards if board.fields["side"] == request.param)


def cards(henge, set_id, total=None, **where):
    return [
        card
        for card in henge.sets[set_id].components
        for _ in range(card.copies)
        if (total is None or card.mark.admits(total))
        and all(card.fields[key] == value for key, value in where.items())
    ]


def test_tables_are_the_twelve_legal_ones(henge):
    pairs = [(table.players, table.bots) for table in henge.configurations]
    assert pairs == sorted({*pairs})
    assert pairs == [
        (h, b) for h in range(1, 6) for b in range(5) if 3 <= h + b <= 5 and (h < 3 or b < 3)
    ]
    sides = {(table.total, table.options["side"]) for table in henge.configurations}
    assert sides == {(3, "3"), (4, "45"), (5, "45")}


def test_stones_keep_k_stone(henge):
    stones = cards(henge, "stone")
    assert len({stone.id for stone in stones}) == 29
    assert Counter(s.fields["size"] for s in stones) == {"large": 17, "small": 12}
    assert sorted(Counter(s.fields["privilege"] for s in stones).values()) == [5, 6, 6, 6, 6]
    for stone in stones:
        first, *steps = stone.fields["transport_track"]
        assert (first, steps[-1]) == ("quarry", "henge")
        assert stone.fields["transport_summary"] == len(steps)
    starters = [stone for stone in stones if "starter_area" in stone.fields]
    assert len({stone.fields["starter_area"] for stone in starters}) == len(starters) == 5
    assert all(stone.mark.admits(total) for stone in starters for total in TOTALS)


def test_overlaid_slots_are_on_the_small_side_only(henge):
    for board in henge.sets["board"].components:
        slots = board.fields["slots"]
        either = [slot for slot in slots if slot["size"] == "either"]
        assert len(either) == (5 if board.fields["side"] == "3" else 0)
        assert all(slot["bonus"] == 3 and len(slot["areas"]) == 2 for slot in either)
        assert len(slots) == (20 if board.fields["side"] == "3" else 29)


def test_the_rondel_offers_all_actions(side):
    assert {action for step in side["rondel"] for action in step["actions"]} == ACTIONS


def test_mats_keep_k_priv_and_k_mat(henge):
    mats = henge.sets["mat"].components
    without = [{k: v for k, v in mat.fields.items() if k != "colour"} for mat in mats]
    assert all(fields == without[0] for fields in without)
    fields = mats[0].fields
    assert len(fields["druid_track"]) == 12
    tracks = {track["id"]: track for track in fields["privileges"]}
    assert set(tracks) == PRIVILEGES
    labels = {name: [level["label"] for level in t["levels"]] for name, t in tracks.items()}
    assert labels["luck"] == ["1/0", "2/1", "3/2", "2/0"]
    assert labels["stone"] == ["1/2", "2/2", "2/3"]
    assert labels["druid"] == ["1/0", "1/1", "2/1"]
    for name, key in (("steps", "steps"), ("coin", "coins")):
        values = [level[key] for level in tracks[name]["levels"]]
        assert values == sorted(set(values))
        assert labels[name] == [str(value) for value in values]


def test_bonus_cards_keep_k_bonus(henge):
    for total in TOTALS:
        assert len(cards(henge, "bonus", total, season="spring")) >= 2 * total
        assert len(cards(henge, "bonus", total, season="eog")) >= 3
    effects = [card.effects for card in cards(henge, "bonus")]
    assert len({*effects}) >= 42
    assert {(type(one), one.what) for one in sum(effects, ())} == {(Score, "vp-winter")}


def test_secret_bonus_cards_ask_only_for_what_can_be_seen(henge):
    asked = {
        noun
        for card in cards(henge, "bonus", season="eog")
        for effect in card.effects
        for noun in nouns(effect)
    }
    assert not [noun for noun in asked if noun.startswith(("slot-", "carved", "border"))]


def test_luck_and_reward_cards_are_varied(henge):
    luck = henge.sets["luck"].components
    assert len(luck) >= 25
    assert max(card.copies for card in luck) <= 2
    assert len({card.effects for card in luck}) >= len(luck) - 2
    tags = Counter(tag for card in cards(henge, "luck") for tag in card.fields["actions"])
    assert set(tags) == ACTIONS | {"any"}
    types = Counter(chit.fields["type"] for chit in cards(henge, "reward"))
    assert sum(types.values()) == 25
    assert min(types.values()) >= 3


def test_every_luck_draw_follows_the_luck_level(henge):
    # HEN-LUCK-08: whatever its cause
    mat = henge.sets["mat"].components[0].fields
    spaces = [*mat["druid_track"], *mat["luck_track"], *(t["end"] for t in mat["privileges"])]
    benefits = [parse_effects(space.get("effects")) for space in spaces]
    every = sum((*benefits, *(card.effects for card in henge.components())), ())
    draws = {(one.what, one.by) for one in every if isinstance(one, Draw)}
    assert draws == {("luck-card", "luck-level")}


def test_hengebot_cards_show_only_icons_with_a_bot_rule(henge):
    for card in cards(henge, "hengebot"):
        actions = card.fields["actions"]
        assert set(actions) <= {"druid", "install", "carve", "quarry", "income"}
        assert 1 <= len(set(actions)) == len(actions) <= 2


def test_one_first_upgrade_for_each_privilege(henge):
    upgrades = cards(henge, "first_upgrade")
    assert {card.fields["privilege"] for card in upgrades} == PRIVILEGES


def test_what_the_rules_do_not_state_is_marked(henge):
    sets = ("stone", "bonus", "luck", "hengebot", "reward", "board", "mat")
    marks = {card.provenance for name in sets for card in henge.sets[name].components}
    assert marks == {Provenance.RECONSTRUCTED}

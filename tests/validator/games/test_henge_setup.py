"""Henge, its set-up and its box: what lies where, small boxes, rulings, proofs, who wins."""

from dataclasses import replace

import pytest
from gametable import Script, capped, dealt, wins
from hengetable import (
    GAME,
    at_step,
    card,
    choosing,
    give,
    henge,
    match_by,
    match_of,
    offered,
    put,
    steps,
    stone,
    with_effects,
)
from matches import play_game

from validator.catalogue.effects import Advance, Count, Gain, Special
from validator.catalogue.seats import find_configuration
from validator.findings import UsageError
from validator.games.henge.bots import bot_turn, go_to_icon
from validator.games.henge.cards import earn_bonus
from validator.games.henge.codes import ACTIONS, EITHER, LINTEL, NONE, PILES, PRIVILEGES
from validator.games.henge.table import unknown
from validator.play.observers import RefereeError
from validator.setup.deal import set_up

PAIRS = [(one.players, one.bots) for one in GAME.configurations]


@pytest.fixture(params=PAIRS, ids=lambda pair: "+".join(map(str, pair)))
def match(request):
    """A match just dealt, at each table in turn."""
    return dealt(henge(*request.param))


def test_each_person_has_druids_coins_a_token_and_markers(match):
    """HEN-PSET-07, -09, -10, -11, -12, -13, -14, -15, -16, -18, HEN-MAT-05: of 18 markers."""
    assert len(set(match.rules.colours)) == len(match.players)
    assert PRIVILEGES == ("steps", "coin", "luck", "stone", "druid")
    for player in match.people():
        assert (player.druids, player.cash, player.travel, player.markers) == (12, 12, 1, 10)
        assert len(match.mat.druid_track) == 12
        assert (player.luck_at, player.score, player.levels) == (0, 0, [0] * 5)


def test_each_person_starts_with_a_starter_at_the_quarry(match):
    """HEN-PSET-01, HEN-PSET-02, HEN-PSET-03, HEN-PSET-17, HEN-STONE-08: others are stones."""
    starters = [at for at, one in match.stones.items() if one.starter_area]
    assert len(starters) == 5
    held = [player.stones[0] for player in match.people()]
    assert set(held) <= set(starters)
    assert set(starters) - set(held) <= {*match.stone_deck.cards, *match.quarry}
    assert len(set(held)) == len(held)
    for player in match.people():
        assert player.to_go == [match.stones[player.stones[0]].steps]
        assert player.carved == [False]


def test_the_master_druid_starts_by_the_first_persons_starter(match):
    """HEN-PSET-04, -06, HEN-BOARD-10, -11: a person, on the first step of its area, clockwise."""
    first = match.players[match.order[0]]
    assert not first.bot
    board = match.board
    area = match.stones[first.stones[0]].starter_area
    assert board.areas[match.local] == area
    assert board.areas[board.step_area[match.pawn]] == area
    assert board.areas[board.step_area[match.pawn - 1]] != area


def test_bots_have_druids_and_a_token_face_down_and_nothing_else(match):
    """HEN-BSET-02, HEN-BSET-03, HEN-BSET-04."""
    for player in match.players:
        if player.bot:
            assert (player.druids, player.carver) == (12, False)
            assert (player.cash, player.travel, player.markers) == (0, 0, 0)
            assert (player.stones, player.hand, player.eog) == ([], [], [])
            assert player.spring == NONE
            assert match.offers[player.seat] == []


def test_the_quarry_shows_four_stones_and_the_rest_is_the_deck(match):
    """HEN-FSET-02, HEN-FSET-03, HEN-BSET-05."""
    in_play = {at for at in match.stones if at not in match.box}
    held = {player.stones[0] for player in match.people()}
    assert len(match.quarry) == 4
    assert NONE not in match.quarry
    assert {*match.quarry, *match.stone_deck.cards} == in_play - held
    assert len(match.hengebots.cards) == (30 if match.players[-1].bot else 0)


def test_decks_are_shuffled_anew_for_each_game():
    """HEN-FSET-01, HEN-FSET-04, HEN-FSET-05, HEN-FSET-07, HEN-BSET-05."""
    table = henge(2, 1)
    games = [dealt(table, index) for index in range(3)]

    def decks(one):
        stacks = (one.stone_deck, one.luck_deck, one.eog_deck, one.hengebots, *one.rewards)
        return [*[stack.cards for stack in stacks], one.offers[0]]

    first = decks(games[0])
    assert all(any(cards != decks(one)[at] for one in games) for at, cards in enumerate(first))


def test_three_rewards_of_each_type_are_turned_up(match):
    """HEN-FSET-05, HEN-FSET-06, HEN-BOARD-27."""
    assert [len(pool) for pool in match.pools] == [3, 3]
    together = sum(len(pool) for pool in match.pools)
    assert together + sum(len(stack.cards) for stack in match.rewards) == 25


def test_only_cards_for_the_number_of_seats_are_in_play(match):
    """HEN-PC-13, HEN-PC-15, HEN-PC-16, HEN-PC-17: bots count too."""
    seats = len(match.players)
    fits = {"*": (3, 4, 5), "3+": (3, 4, 5), "4+": (4, 5), "3/4": (3, 4), "5": (5,)}
    marks = {
        one.id: one.mark.text for name in ("stone", "bonus") for one in GAME.sets[name].components
    }
    boxed = {match.cards.ids[at] for at in match.box}
    for name, mark in marks.items():
        if seats not in fits[mark]:
            assert name in boxed, name
        elif not name.startswith("spring"):
            assert name not in boxed, name


def test_the_box_holds_what_the_parts_list_says():
    """HEN-COMP-02, -03, -05, -06, -07, -08, -09, -10, -11, -12, -13, -15, -16: 29 figures too."""
    sizes = {"stone": 29, "bonus": 44, "luck": 51, "first_upgrade": 5, "hengebot": 30, "reward": 25}
    sizes |= {"large_upright": 12, "large_lintel": 5, "small_upright": 9, "small_lintel": 3}
    for name, size in sizes.items():
        assert sum(one.copies for one in GAME.sets[name].components) == size, name
    coins = {one.fields["value"]: one.copies for one in GAME.sets["coin"].components}
    assert coins == {1: 30, 5: 15}


@pytest.mark.parametrize(("players", "bots"), PAIRS)
def test_the_board_has_five_areas_with_a_path_and_slots_each(players, bots):
    """HEN-BOARD-02, -03, -06, -12, -19, -25: two areas border each, two do not."""
    board = henge(players, bots).rules.board
    assert len(board.areas) == len(board.numbers) == len(board.slots_of) == 5
    for area in range(5):
        assert board.numbers[area][0] == 0
        assert list(board.numbers[area]) == sorted(set(board.numbers[area]))
        assert len(board.prices[area]) == len(board.numbers[area]) - 1
        assert len(set(board.privileges[area])) == 2
        assert board.slots_of[area]
        near, far = board.neighbours[area], board.remote[area]
        assert set(near) == {(area - 1) % 5, (area + 1) % 5}
        assert sorted((area, *near, *far)) == list(range(5))


@pytest.mark.parametrize(("seats", "overlaid"), [(3, 5), (4, 0)])
def test_slots_are_triliths_and_monoliths(seats, overlaid):
    """HEN-BOARD-04, -05, -22, -23, HEN-INS-11: lintels and monoliths need carving, have points."""
    slots = henge(seats).rules.board.slots
    assert sum(slot.size == EITHER for slot in slots) == overlaid
    for slot in slots:
        supports = [slots[at] for at in slot.supports]
        assert len(supports) == (2 if slot.role == LINTEL else 0)
        assert all(one.size == slot.size and one.areas == slot.areas for one in supports)
        assert slot.carved == (slot.bonus > 0)
    standing = {at for slot in slots for at in slot.supports}
    for at, slot in enumerate(slots):
        assert slot.carved == (slot.role == LINTEL or at not in standing)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_rondel_shows_one_or_two_of_seven_actions_a_step(seats):
    """HEN-BOARD-07, -09, -10, -13, -15: and a Transport icon at each border."""
    board = henge(seats).rules.board
    assert {len(set(actions)) for actions in board.step_actions} == {1, 2}
    assert {one for actions in board.step_actions for one in actions} == set(range(len(ACTIONS)))
    assert len(ACTIONS) == 7
    for ahead in board.ahead:
        assert ahead[-1].passed == 5
        assert [there.distance for there in ahead] == list(range(1, len(ahead) + 1))


def test_the_stone_cards_print_what_the_engine_reads(four):
    """HEN-STONE-01, HEN-STONE-02, HEN-STONE-03, HEN-STONE-05, HEN-STONE-06."""
    for one in GAME.sets["stone"].components:
        fields, printed = one.fields, four.stones[card(four, one.id)]
        assert ("large", "small")[printed.size] == fields["size"]
        assert (printed.cost, printed.vp) == (fields["cost"], fields["vp"])
        assert printed.steps == fields["transport_summary"]
        assert PRIVILEGES[printed.privilege] == fields["privilege"]


def test_bot_cards_show_one_or_two_icons_with_a_rule():
    """HEN-BOT-02, HEN-BOT-22: neither Arrive nor Luck."""
    known = {ACTIONS.index(name) for name in ("install", "druid", "carve", "quarry", "income")}
    cards = match_of(2, 1).cards.hengebots.values()
    assert {len(set(icons)) for icons in cards} == {1, 2}
    assert {icon for icons in cards for icon in icons} == known


def test_bots_pass_transport_icons_without_effect():
    """HEN-BOT-03, HEN-BOT-26: nobody's stones move, nothing is paid."""
    match = match_of(2, 1)
    stone(match, 0, "thunderhead", to_go=3)
    match.pawn = len(match.board.step_area) - 1
    cash = [player.cash for player in match.players]
    assert go_to_icon(match, (ACTIONS.index("install"),))
    assert match.players[0].to_go == [3]
    assert [player.cash for player in match.players] == cash


def test_a_bot_draws_the_top_card_and_discards_it():
    """HEN-BOT-01, -02, -04, -05: it counts as drawn and played."""
    match = match_of(2, 1)
    top = match.hengebots.cards[-1]
    drawn, played = match.tally.drawn[top], match.tally.played[top]
    deed = bot_turn(match, match.players[-1])
    assert deed.card == match.cards.names[top]
    assert (match.tally.drawn[top], match.tally.played[top]) == (drawn + 1, played + 1)
    assert match.hengebots.discards == [top]
    icons = match.cards.hengebots[top]
    assert set(icons) & set(match.board.step_actions[match.pawn])


def test_a_bonus_card_is_earned_and_its_rivals_are_discarded():
    """HEN-BON-01, HEN-BON-03, HEN-BON-04, HEN-BON-07: three drawn, any two given up, one kept."""
    match, player = match_by()
    held = match.eog_deck.cards.pop()
    player.eog = [held]
    drawn = match.eog_deck.cards[-3:]
    script = Script(*choosing("give up", held, drawn[0]))
    earn_bonus(match, script, player)
    assert sorted(player.eog) == sorted(drawn[1:])
    assert sorted(match.eog_deck.discards) == sorted([held, drawn[0]])
    assert [len(options) for _, _, options in script.asked] == [4, 3]


@pytest.mark.parametrize(("ruling", "offered"), [("allowed", True), ("hand_only", False)])
def test_whether_the_spring_card_may_go_is_a_ruling(ruling, offered):
    """HEN-BON-04, HEN-BON-05, HEN-BON-10, X-HEN-20: it then scores nothing, though met."""
    match, player = match_by(f"X-HEN-20={ruling}")
    player.spring, player.met = card(match, "spring-wayfarer"), True
    match.box.remove(player.spring)
    drawn = match.eog_deck.cards[-3:]
    answers = [player.spring, drawn[0]] if offered else drawn[:2]
    script = Script(*choosing("give up", *answers))
    markers, spring = player.markers, player.spring
    earn_bonus(match, script, player)
    assert (player.spring == NONE) is offered
    assert player.met is not offered
    assert player.markers == markers + offered
    assert (spring in match.box) is offered


def test_on_the_large_side_every_figure_has_its_slot():
    """HEN-INS-18, HEN-COMP-13, X-HEN-10: a stone whose size is ignored takes the slot's figure."""
    for ruling, left in (("slot", [12, 5, 8, 3]), ("stone", [11, 5, 9, 3])):
        match = match_of(3, 0, f"X-HEN-10={ruling}")
        put(match, "altar-left", large=True)
        assert match.figures == left


def test_options_name_the_stone_and_the_step(four):
    """HEN-INS-01, HEN-CARVE-01, HEN-TURN-01: what a referee reads of a decision."""
    stone(four, 0, "larkstone", to_go=2)
    stone(four, 0, "thunderhead")
    at_step(four, "heel", "install")

    def said(action):
        return [one.say() for one in steps(four, ACTIONS.index(action))]

    assert said("install") == [f"install Thunderhead at heel-{side}" for side in ("left", "right")]
    assert said("carve") == ["carve Larkstone", "carve Thunderhead"]
    assert offered(four)[0].say() == "3 steps to step-6 by altar: install"
    script = give(four, Advance("transport-track", 1, "any"))
    assert [one.say() for one in script.asked[0][2]] == ["transport Larkstone"]


LONG = 200
"""Turns after which a game that only drains a pile goes round in circles."""
SLOWER = [("greedy", (3, 0)), ("random", (1, 3)), ("random", (3, 0))]
ALTERNATIVES = [
    f"{ruling.id}={option}"
    for ruling in GAME.rulings
    for option in ruling.options
    if option != ruling.default
]


@pytest.mark.parametrize(("players", "bots"), PAIRS)
def test_a_game_starts_from_the_table_that_set_up_shows(players, bots):
    shown = set_up(GAME, find_configuration(GAME, players, bots), 1).zones
    match = dealt(henge(players, bots))
    ids = match.cards.ids

    def names(zone):
        return [piece.partition("#")[0] for piece in shown.get(zone, ())]

    for zone, cards in (
        ("stone_deck", match.stone_deck.cards),
        ("quarry", match.quarry),
        ("luck_deck", match.luck_deck.cards),
        ("eog_deck", match.eog_deck.cards),
        ("hengebot_deck", match.hengebots.cards),
        ("reward_a", match.rewards[0].cards),
        ("reward_b", match.rewards[1].cards),
        ("reward_pool_a", match.pools[0]),
        ("reward_pool_b", match.pools[1]),
        ("seat1.starter", match.players[0].stones),
    ):
        assert [ids[one] for one in cards] == names(zone), zone
    step = next(zone for zone in shown if zone.startswith("rondel_"))
    assert step.partition(".")[2] == f"step-{match.pawn + 1}"
    assert len(match.offers[0]) == 2


@pytest.mark.parametrize(
    ("policy", "whole"),
    [("greedy", (1, 3)), *(pytest.param(*one, marks=pytest.mark.heavy) for one in SLOWER)],
)
@pytest.mark.parametrize("ruling", ALTERNATIVES)
def test_every_ruling_can_be_played_the_other_way(ruling, policy, whole):
    played = play_game(henge(*whole, ruling), policy, 0)
    assert played.outcome.reason in ("stone deck empty", "round limit")


@pytest.mark.parametrize("policy", ["random", pytest.param("greedy", marks=pytest.mark.heavy)])
@pytest.mark.parametrize("ruling", ALTERNATIVES)
def test_every_ruling_can_be_played_by_five(ruling, policy):
    assert play_game(capped(henge(5, 0, ruling), 150), policy, 0).turns > 0


def test_the_large_side_for_bots_is_a_ruling():
    # HEN-PC-12, X-HEN-02
    assert henge(2, 1).rules.board.side == "3"
    assert henge(2, 1, "X-HEN-02=bots_large").rules.board.side == "45"
    assert henge(3, 0, "X-HEN-02=bots_large").rules.board.side == "3"


@pytest.mark.parametrize(("players", "bots"), [(3, 0), (2, 2)])
def test_draining_the_luck_deck_leaves_less_than_chance(players, bots):
    table = capped(henge(players, bots), LONG)
    at = PILES.index("luck_deck")
    drained, chance = (
        sum(play_game(table, policy, index, False).tally.gauges[at].reach for index in range(5))
        for policy in ("drain:luck_deck", "random")
    )
    assert drained < chance


@pytest.mark.parametrize("games", [1, pytest.param(3, marks=pytest.mark.heavy)])
@pytest.mark.parametrize(("players", "bots"), PAIRS)
def test_piles_that_cannot_run_out_never_do(players, bots, games):
    table = capped(henge(players, bots), LONG)
    proofs = table.bounds()
    assert tuple(bound.pile for bound in proofs) == PILES
    assert all(bound.sum for bound in proofs)
    dealt_at_setup = f"{players} x 2 = {2 * players} are dealt"  # HEN-FSET-08
    assert dealt_at_setup in proofs[PILES.index("spring_deck")].sum
    safe = [at for at, bound in enumerate(proofs) if not bound.can_run_out]
    for policy in ("random", "greedy", "drain:markers", "drain:reward_a"):
        for index in range(games):
            gauges = play_game(table, policy, index, False).tally.gauges
            assert not [PILES[at] for at in safe if gauges[at].first], policy


def test_markers_hold_under_one_ruling_and_not_under_the_other():
    # X-HEN-09
    at = PILES.index("markers")
    assert henge(3, 0, "X-HEN-09=in_transit").bounds()[at].can_run_out


def test_greedy_beats_random_beside_bots():
    assert wins(henge(2, 2), "random,greedy", 1, 12) >= 11


def test_an_effect_without_a_rule_is_refused_with_what_there_is():
    with pytest.raises(UsageError, match="gold") as refusal:
        henge(3, game=with_effects("dry-road", Gain("gold")))
    assert "travel" in refusal.value.hint
    assert unknown(Special("swap")) == [("swap", ())]
    distinct = Gain("coin", per=Count("installed", distinct="moon"))
    assert [word for word, _ in unknown(distinct)] == ["moon"]


def test_a_missing_set_or_side_is_refused_with_what_is_needed():
    fewer_sets = {name: one for name, one in GAME.sets.items() if name != "luck"}
    with pytest.raises(UsageError, match="'luck'"):
        henge(3, game=replace(GAME, sets=fewer_sets))
    tables = tuple(replace(one, options={"side": "9"}) for one in GAME.configurations)
    with pytest.raises(UsageError, match="'9'"):
        henge(3, game=replace(GAME, configurations=tables))


FAULTS = {
    "turns.HengeTurn.discard": lambda turn, card: turn.player.hand.remove(card),
    "actions.Quarry.do": lambda action, turn, work, step: turn.player.take_stone(
        turn.state.quarry[step.number], 1
    ),
}


@pytest.mark.parametrize("name", FAULTS)
def test_the_referee_catches_a_broken_rule(name, monkeypatch):
    monkeypatch.setattr(f"validator.games.henge.{name}", FAULTS[name])
    table = henge(3, 0)
    with pytest.raises(RefereeError):
        for index in range(5):
            play_game(table, "random", index)

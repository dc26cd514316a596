"""Henge, its set-up and its box: what lies where, small boxes, rulings."""

from functools import cache
from itertools import pairwise

import pytest
from gametable import capped, wins
from hengetable import AREAS, DEEDS, LEVELS, Position, Taker, begun, henge, position, under
from matches import play_game, shipped_table
from shippedgames import game_of

from validator.catalogue.seats import find_configuration
from validator.play.rulings import resolve_rulings
from validator.setup.deal import set_up

GAME = game_of("henge")
PAIRS = [(one.players, one.bots) for one in GAME.configurations]
SIDES = GAME.sets["board"].components
STONES = {one.id: one for one in GAME.sets["stone"].components}


class Laid:
    """What lies where after a set-up."""

    def __init__(self, players, bots, *rulings, seed=1):
        self.players, self.bots, self.seats = players, bots, players + bots
        ruled = resolve_rulings(GAME, rulings)
        self.zones = set_up(GAME, find_configuration(GAME, players, bots), seed, ruled).zones
        side = self.ids("table")[0]
        self.board = next(one.fields for one in SIDES if one.id == side)

    def ids(self, *zones):
        """The ids of the pieces in zones."""
        return [piece.partition("#")[0] for zone in zones for piece in self.zones.get(zone, ())]

    def people(self, zone):
        """The ids of the pieces in a zone of each person."""
        return [self.ids(f"seat{seat + 1}.{zone}") for seat in range(self.players)]

    def robots(self, zone):
        """The same of each bot."""
        return [self.ids(f"seat{seat + 1}.{zone}") for seat in range(self.players, self.seats)]


laid_of = cache(Laid)


@pytest.fixture(params=PAIRS, ids=lambda pair: "+".join(map(str, pair)))
def laid(request):
    """The set-up of each table in turn."""
    return laid_of(*request.param)


def test_each_person_has_druids_coins_a_token_and_markers(laid):
    # HEN-PSET-07, -09, -10, -11, -12, -13, -14, -15, -16, -18, HEN-MAT-05: of 18 markers
    colours = [mat[0].removeprefix("mat-") for mat in laid.people("mat")]
    assert len(set(colours)) == laid.players
    assert laid.people("druids") == [[f"druid-{colour}"] * 12 for colour in colours]
    assert laid.people("coins") == [["coin-5"] * 2 + ["coin-1"] * 2] * laid.players
    assert laid.people("travel") == [["travel"]] * laid.players
    assert laid.people("markers") == [[f"marker-{colour}"] * 10 for colour in colours]
    assert laid.people("luck_track") == [[f"marker-{colour}"] for colour in colours]
    assert sorted(laid.ids("score_0")) == sorted(f"marker-{colour}" for colour in colours)
    for seat in range(laid.players):  # a First Upgrade raises one of the five
        levels = [len(laid.ids(f"seat{seat + 1}.{one}_{at}")) for at in (1, 2) for one in LEVELS]
        assert (sum(levels[:5]), sum(levels[5:])) == (4, 1)


def test_each_person_starts_with_a_starter_at_the_quarry(laid):
    # HEN-PSET-01, HEN-PSET-02, HEN-PSET-03, HEN-PSET-17, HEN-STONE-08: others are stones
    starters = {name for name, one in STONES.items() if one.fields.get("starter_area")}
    held = [name for names in laid.people("starter") for name in names]
    assert len(starters) == 5
    assert len(held) == len({*held}) == laid.players
    assert {*held} <= starters
    assert starters - {*held} <= {*laid.ids("stone_deck", *POOL)}
    assert [len(one) for one in laid.people("transport")] == [1] * laid.players


POOL = [f"pool.{place}" for place in range(1, 5)]


def test_the_master_druid_starts_by_the_first_persons_starter(laid):
    # HEN-PSET-04, -06, HEN-BOARD-10, -11: a person, on the first step of its area, clockwise
    zone = next(one for one in laid.zones if one.startswith("rondel_"))
    assert laid.ids(zone) == ["master-druid"]
    rondel, area = laid.board["rondel"], STONES[laid.people("starter")[0][0]].fields["starter_area"]
    at = [one["id"] for one in rondel].index(zone.partition(".")[2])
    assert (rondel[at]["area"], rondel[at - 1]["area"] == area) == (area, False)


def test_bots_have_druids_and_a_token_face_down_and_nothing_else(laid):
    # HEN-BSET-02, HEN-BSET-03, HEN-BSET-04
    assert [len(one) for one in laid.robots("druids")] == [12] * laid.bots
    assert laid.robots("carve") == [["carve-token"]] * laid.bots
    for seat in range(laid.players, laid.seats):
        own = {zone for zone in laid.zones if zone.startswith(f"seat{seat + 1}.")}
        filled = {zone.partition(".")[2] for zone in own if laid.zones[zone]}
        assert filled == {"druids", "carve"}


def test_the_quarry_shows_four_stones_and_the_rest_is_the_deck(laid):
    # HEN-FSET-02, HEN-FSET-03, HEN-BSET-05
    assert [len(laid.ids(place)) for place in POOL] == [1] * 4
    held = [name for names in laid.people("starter") for name in names]
    lying = [*laid.ids("stone_deck", *POOL), *held]
    assert sorted(lying) == sorted({*STONES} - {*laid.ids("box")})
    assert len(laid.ids("hengebot_deck")) == (30 if laid.bots else 0)


def test_decks_are_shuffled_anew_for_each_game():
    # HEN-FSET-01, HEN-FSET-04, HEN-FSET-05, HEN-FSET-07, HEN-BSET-05
    games = [laid_of(2, 1, seed=seed) for seed in (1, 2, 3)]
    decks = ("stone_deck", "luck_deck", "eog_deck", "hengebot_deck", "reward_a", "reward_b")
    for deck in (*decks, "seat1.spring"):
        assert any(one.ids(deck) != games[0].ids(deck) for one in games), deck


def test_three_rewards_of_each_type_are_turned_up(laid):
    # HEN-FSET-05, HEN-FSET-06, HEN-BOARD-27
    for kind, number in (("a", 13), ("b", 12)):
        pool, stack = laid.ids(f"reward_pool_{kind}"), laid.ids(f"reward_{kind}")
        assert (len(pool), len(pool + stack)) == (3, number)
        assert all(one.startswith(f"reward-{kind}-") for one in pool + stack)


def test_only_cards_for_the_number_of_seats_are_in_play(laid):
    # HEN-PC-13, HEN-PC-15, HEN-PC-16, HEN-PC-17: bots count too
    fits = {"*": (3, 4, 5), "3+": (3, 4, 5), "4+": (4, 5), "3/4": (3, 4), "5": (5,)}
    boxed = {*laid.ids("box")}
    for one in (*GAME.sets["stone"].components, *GAME.sets["bonus"].components):
        if laid.seats not in fits[one.mark.text]:
            assert one.id in boxed, one.id
        elif not one.id.startswith("spring"):
            assert one.id not in boxed, one.id


def test_the_box_holds_what_the_parts_list_says():
    # HEN-COMP-02, -03, -05, -06, -07, -08, -09, -10, -11, -12, -13, -15, -16: 29 figures too
    sizes = {"stone": 29, "bonus": 44, "luck": 51, "first_upgrade": 5, "hengebot": 30, "reward": 25}
    sizes |= {"large_upright": 12, "large_lintel": 5, "small_upright": 9, "small_lintel": 3}
    for name, size in sizes.items():
        assert sum(one.copies for one in GAME.sets[name].components) == size, name
    coins = {one.fields["value"]: one.copies for one in GAME.sets["coin"].components}
    assert coins == {1: 30, 5: 15}


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.id)
def test_the_board_has_five_areas_with_a_path_and_slots_each(side):
    # HEN-BOARD-02, -03, -06, -12, -19, -25: two areas border each, two do not
    areas, slots = side.fields["areas"], side.fields["slots"]
    assert tuple(one["id"] for one in areas) == AREAS
    between = [tuple(one["between"]) for one in side.fields["borders"]]
    assert between == list(pairwise((*AREAS, AREAS[0])))
    for area in areas:
        numbers = [one["number"] for one in area["path"]]
        assert numbers[0] == 0
        assert numbers == sorted({*numbers})
        assert [one["cost"] for one in area["path"]].index("black") == len(numbers) - 1
        assert len({*area["privileges"]}) == 2
        assert any(area["id"] in one["areas"] for one in slots)


@pytest.mark.parametrize(("side", "overlaid"), [(SIDES[0], 5), (SIDES[1], 0)])
def test_slots_are_triliths_and_monoliths(side, overlaid):
    # HEN-BOARD-04, -05, -22, -23, HEN-INS-11: lintels and monoliths need carving, have points
    slots = side.fields["slots"]
    assert sum(one["size"] == "either" for one in slots) == overlaid
    for one in slots:
        assert one["carved"] == (one["bonus"] > 0) == (one["role"] != "upright")
        parts = [other for other in slots if other.get("trilith") == one.get("trilith", "none")]
        roles = sorted(other["role"] for other in parts)
        assert roles == ([] if one["role"] == "monolith" else ["lintel", "upright", "upright"])
        assert all((it["size"], it["areas"]) == (one["size"], one["areas"]) for it in parts)


@pytest.mark.parametrize("side", SIDES, ids=lambda side: side.id)
def test_the_rondel_shows_one_or_two_of_seven_actions_a_step(side):
    # HEN-BOARD-07, -09, -10, -13, -15: and a Transport icon at each border
    rondel = side.fields["rondel"]
    assert {len({*one["actions"]}) for one in rondel} == {1, 2}
    assert {deed for one in rondel for deed in one["actions"]} == {*DEEDS}
    assert len(DEEDS) == 7
    borders = [
        one["id"] for one, after in pairwise((*rondel, rondel[0])) if one["area"] != after["area"]
    ]
    assert borders == [one["after"] for one in side.fields["transport"]]
    assert len(borders) == 5


def test_bot_cards_show_one_or_two_icons_with_a_rule():
    # HEN-BOT-02, HEN-BOT-22: neither Arrive nor Luck
    icons = [one.fields["actions"] for one in GAME.sets["hengebot"].components]
    assert {len({*one}) for one in icons} == {1, 2}
    assert {icon for one in icons for icon in one} == {*DEEDS} - {"arrive", "luck"}


def test_bots_pass_transport_icons_without_effect():
    # HEN-BOT-03, HEN-BOT-26: nobody's stones move, nothing is paid
    table = position(players=2, bots=1)
    table.stone("thunderhead", to_go=3)
    table.stand("step-15")
    table.play("bot turn", seat=2)
    assert table.at() != "rondel_3.step-15"
    assert table["stone.to_go", "stone-thunderhead"] == 3
    assert [table["seat.cash", seat] for seat in range(2)] == [12, 12]


def test_a_bot_draws_the_top_card_and_discards_it():
    # HEN-BOT-01, -02, -04, -05
    table = position(players=2, bots=1)
    top = table.lying("hengebot_deck")[-1]
    table.play("bot turn", seat=2)
    assert table.lying("hengebot_discard") == [top]
    steps = {one["id"]: one["actions"] for one in table.board().fields["rondel"]}
    card = next(
        one for one in GAME.sets["hengebot"].components if one.id == table.tables.pieces[top].id
    )
    assert {*card.fields["actions"]} & {*steps[table.at().partition(".")[2]]}


def names(table, pieces):
    """The names of pieces."""
    return [table.tables.pieces[one].name for one in pieces]


def test_a_bonus_card_is_earned_and_its_rivals_are_discarded(table):
    # HEN-BON-01, HEN-BON-03, HEN-BON-04, HEN-BON-07: three drawn, any two given up, one kept
    held, *drawn = table.lying("eog_deck")[:-5:-1]
    table.move([held], "seat1.bonus")
    got = table.play("bonus", *names(table, [held, drawn[0]]))
    assert got.is_done
    assert sorted(table.lying("seat1.bonus")) == sorted(drawn[1:])
    assert sorted(table.lying("eog_discard")) == sorted([held, drawn[0]])
    assert [len(words) for what, words in got.asked if what == "give_up"] == [4, 3]


@pytest.mark.parametrize(("ruling", "offered"), [("allowed", True), ("hand_only", False)])
def test_whether_the_spring_card_may_go_is_a_ruling(ruling, offered):
    # HEN-BON-04, HEN-BON-05, HEN-BON-10, X-HEN-20: it then scores nothing, though met
    table = under(f"X-HEN-20={ruling}")
    spring, drawn = table.piece("spring-wayfarer"), table.lying("eog_deck")[-3:]
    table.move([spring], "seat1.spring")
    table.move(table.lying("seat1.markers")[:1], "seat1.spring_mark")
    table["seat.met"] = True
    markers = table.count("seat1.markers")
    answers = names(table, [spring, drawn[0]] if offered else drawn[:2])
    got = table.play("bonus", *answers)
    assert (names(table, [spring])[0] in got.asked[1][1]) is offered
    assert (table.count("seat1.spring") == 0) is offered
    assert bool(table["seat.met"]) is not offered
    assert table.count("seat1.markers") == markers + offered
    assert ("spring-wayfarer" in table.ids("box")) is offered


@pytest.mark.parametrize(("ruling", "left"), [("slot", [12, 5, 8, 3]), ("stone", [11, 5, 9, 3])])
def test_a_stone_whose_size_is_ignored_has_the_figure_of_the_slot_or_its_own(ruling, left):
    # HEN-INS-18, HEN-COMP-13, X-HEN-10
    table = under(f"X-HEN-10={ruling}")
    table.pawn("altar", "install")
    table.stone("sleeper")
    table.hand("shims-and-wedges")
    table.play("main install 1", "play Shims", "The Sleeper at altar-left")
    figures = ("large_uprights", "large_lintels", "small_uprights", "small_lintels")
    assert [table.count(one) for one in figures] == left


@pytest.mark.parametrize("pair", [(3, 0), (2, 1), (2, 2), (4, 0)])
def test_a_game_starts_from_the_table_that_set_up_shows(pair):
    # HEN-PSET-10, HEN-PSET-17, HEN-FSET-13, HEN-FSET-14: and what is remembered fits it
    game = Position(begun(henge(*pair)))
    laid = laid_of(*pair)
    decks = ("stone_deck", *POOL, "luck_deck", "eog_deck", "hengebot_deck", "reward_a", "reward_b")
    for zone in (*decks, "reward_pool_a", "reward_pool_b"):
        if zone in laid.zones:
            assert game.ids(zone) == laid.ids(zone), zone
    step = next(zone for zone in laid.zones if zone.startswith("rondel_"))
    assert game.at() == step
    for seat, (starter,) in enumerate(laid.people("starter")):
        assert game.ids(f"seat{seat + 1}.stones") == [starter]
        assert game["stone.to_go", starter] == len(STONES[starter].fields["transport_track"]) - 1
        assert not game["stone.cut", starter]
        assert (game["seat.cash", seat], game["seat.points", seat]) == (12, 0)
        assert game["seat.luck_at", seat] == 1
        assert sorted(game.level_of(kind, seat) for kind in LEVELS) == [1, 1, 1, 1, 2]


ALTERNATIVES = [
    f"{ruling.id}={option}"
    for ruling in GAME.rulings
    for option in ruling.options
    if option != ruling.default
]


@pytest.mark.heavy
@pytest.mark.parametrize(("players", "bots", "turns"), [(1, 3, 1000), (5, 0, 150)])
@pytest.mark.parametrize("ruling", ALTERNATIVES)
def test_every_ruling_can_be_played_the_other_way(ruling, players, bots, turns):
    played = play_game(capped(shipped_table("henge", players, bots, ruling), turns), "random", 0)
    assert played.turns == turns or played.outcome.reason in ("stone deck empty", "round limit")


def test_the_large_side_for_bots_is_a_ruling():
    # HEN-PC-12, X-HEN-02
    assert laid_of(2, 1).board["side"] == "3"
    assert laid_of(2, 1, "X-HEN-02=bots_large").board["side"] == "45"
    assert laid_of(3, 0, "X-HEN-02=bots_large").board["side"] == "3"


@pytest.mark.heavy
@pytest.mark.parametrize(("players", "bots"), PAIRS)
def test_piles_that_cannot_run_out_never_do(players, bots):
    table = capped(shipped_table("henge", players, bots), 200)
    proofs = table.bounds()
    piles = [pile.id for pile in table.frame.piles]
    assert [bound.pile for bound in proofs] == piles
    safe = [at for at, bound in enumerate(proofs) if not bound.can_run_out]
    assert "reward_a" in [piles[at] for at in safe] or players > 3
    for policy in ("random", "greedy", "drain:markers", "drain:reward_a"):
        gauges = play_game(table, policy, 0, False).tally.gauges
        assert not [piles[at] for at in safe if gauges[at].first], policy


def test_a_pile_that_is_counted_tells_what_is_left():
    # HEN-COMP-15, HEN-PSET-10: $105 in the box, of which three people have $12 each
    table = shipped_table("henge", 3)
    sizes = {pile.id: pile.size for pile in table.frame.piles}
    assert (sizes["coins"], sizes["quarry"], sizes["markers"]) == (69, 4, 10)
    played = play_game(table, "random", 0, False)
    at = list(sizes).index("coins")
    assert 0 <= played.tally.gauges[at].least < 69
    assert sizes == {pile.id: pile.size for pile in shipped_table("henge", 1, 2).frame.piles} | {
        **{"stone_deck": 13, "coins": 69, "travel": 7, "hengebot_deck": 0}
    }


@pytest.mark.heavy
def test_greedy_beats_random_beside_bots():
    assert wins(shipped_table("henge", 2, 2), "random,greedy", 1, 12) >= 11


def test_options_name_the_stone_and_the_step(table):
    table.pawn("heel", "install")
    table.stone("sleeper")
    assert "by token to step-4: income" in table.open("turn")
    words = []

    class Reader(Taker):
        """Keeps the words as they are."""

        def choose(self, seat, what, options):
            """Keep them."""
            words.extend((what, one.say()) for one in options)
            return super().choose(seat, what, options)

    table.play("main install", by=Reader)
    assert ("acts", "install The Sleeper at heel-left") in words


def test_each_has_twelve_dollars_even_where_coins_are_too_few():
    # HEN-PSET-10, X-HEN-06: 30 coins of $1 for four people with twelve each
    table = position("X-HEN-06=pieces", players=4)
    assert [table["seat.cash", seat] for seat in range(4)] == [12] * 4
    assert table["table.bank"] == 105 - 48

"""Henge: the turn, whole games and what adds up in them, the end and what is scored."""

from functools import partial

import pytest
from gametable import dealt
from hengetable import (
    AREAS,
    LEVELS,
    Answers,
    Looker,
    Position,
    Taker,
    go_on,
    henge,
    plain,
    position,
    under,
)
from matches import TurnStarts, Watching, play_game, shipped_table
from playtables import heavy_where

from validator.play.match import NOTHING, Switch
from validator.rng import Streams

game = partial(shipped_table, "henge")
LATE = ("X-HEN-05=turn_end", "X-HEN-29=may")
"""Rulings of a table of two people and two bots, on which several tests play."""


def distances(table):
    """The distances that the moves of the first seat offer, without a token."""
    words = [word.split() for word in table.open("turn")]
    return {int(one[0]) for one in words if one[1] == "to"}


def move_to(table, action):
    """The first move of the first seat that leads to an action."""
    return next(word for word in table.open("turn") if word.endswith(f" to {action}"))


def without_means(table):
    """Take all money and the token of the first seat."""
    table["seat.cash"] = 0
    table.move(table.lying("seat1.travel"), "box")


def has_spring(table, name, met=False):
    """Give the first seat a Spring card, which it may have marked."""
    table.move([table.piece(f"spring-{name}")], "seat1.spring")
    table["seat.met"] = met
    table.move(table.lying("seat1.markers")[:met], "seat1.spring_mark")


@pytest.mark.parametrize(("ruling", "farthest"), [("any", 43), ("once_round", 15)])
def test_a_move_is_at_least_one_step_and_as_far_as_one_pays(ruling, farthest):
    # HEN-TURN-01, HEN-TURN-03, HEN-BOARD-08, X-HEN-27: fifteen steps on the 3-player side
    table = under(f"X-HEN-27={ruling}")
    table.stand("step-15")  # Income or Luck are 1, 13 and 15 steps from here
    table["seat.cash"] = 40
    found = distances(table)
    assert (min(found), max(found)) == (1, farthest)


def test_a_second_lap_is_paid_step_by_step_and_passes_the_icons_again(table):
    # HEN-TURN-03, HEN-TURN-05, HEN-BOARD-11
    table.stand("step-1")
    table["seat.cash"] = 40
    table.stone("thunderhead", to_go=9)
    table.play("turn", "21 to income", by=Looker)
    assert table.at() == "rondel_3.step-7"
    assert (table["seat.cash"], table["stone.to_go", "stone-thunderhead"]) == (40 - 18, 2)


def test_a_token_pays_any_distance_but_carries_no_stone(table):
    # HEN-TURN-04, HEN-TURN-06: free steps as well, and at most once round, which comes to the same
    table.pawn("heel", "income")
    table["seat.cash"] = 0
    table.stone("thunderhead", to_go=4)
    rides = [word.split()[3] for word in table.open("turn") if word.startswith("by token")]
    assert "step-2:" in rides  # one step
    assert "step-1:" in rides  # once round
    tokens = table.count("travel_supply")
    table.play("turn", "by token to step-10: income", by=Looker)
    assert (table.at(), table.count("seat1.travel")) == ("rondel_3.step-10", 0)
    assert (table["seat.cash"], table["stone.to_go", "stone-thunderhead"]) == (0, 4)
    assert table.count("travel_supply") == tokens + 1
    table["turn.moved"] = False
    assert not any(word.startswith("by token") for word in table.open("turn"))


@pytest.mark.parametrize(
    ("move", "left"),
    [("1 to druid", 4), ("3 to income", 3), ("6 to income", 2), ("15 to income", 0)],
)
def test_every_transport_icon_passed_moves_all_stones(table, move, left):
    # HEN-TURN-05: on the 3-player side an icon follows every third step
    table.stand("step-1")
    table["seat.cash"] = 50
    table.stone("thunderhead", to_go=4)
    table.stone("larkstone", to_go=1)
    table.play("turn", move, by=Looker)
    assert table["stone.to_go", "stone-thunderhead"] == left
    assert table["stone.to_go", "stone-larkstone"] == (0 if left < 4 else 1)


def test_income_is_within_free_reach_of_every_step(table, four):
    # HEN-TURN-11, K-RON-05
    for one in (table, four):
        without_means(one)
        for step in one.board().fields["rondel"]:
            one.stand(step["id"])
            assert "income" in one.actions()


def test_a_card_in_hand_can_make_an_action_possible(table):
    # HEN-LUCK-02: Luck cards count before the action too
    table.pawn("mound", "luck")
    without_means(table)
    table.stone("thunderhead", to_go=3)
    assert "carve" not in table.actions()
    table.hand("master-carver")
    assert "carve" in table.actions()


def test_swift_feet_are_played_before_the_move(table):
    # HEN-LUCK-02, HEN-TURN-02: an exception printed on the card
    without_means(table)
    table.stand("step-1")
    table.hand("swift-feet")
    assert max(distances(table)) == 3
    got = table.play("turn", "Swift Feet", "6 to income", by=Looker)
    assert ([what for what, _ in got.asked[1:]], got.what) == (["move", "move"], "act")
    assert table.at() == "rondel_3.step-7"
    assert table.ids("luck_discard") == ["luck-swift-feet"]


@pytest.mark.parametrize(
    ("level", "drawn", "kept"),
    [(1, 1, 1), (2, 2, 1), (3, 3, 1), (4, 2, 2)],
    ids=["1/0", "2/1", "3/2", "2/0"],
)
def test_luck_is_drawn_by_level(table, level, drawn, kept):
    # HEN-LUCK-08, HEN-LUCK-09, HEN-LUCK-10, HEN-LUCK-11, HEN-LUCK-12
    table.level("luck", level)
    before = table.count("luck_deck")
    assert table.play("draw", by=Taker).is_done
    assert table.count("seat1.hand") == kept
    assert table.count("luck_deck") == before - drawn
    assert table.count("luck_discard") == drawn - kept


@pytest.mark.parametrize(("ruling", "drawn"), [("reshuffle", 3), ("stop", 1)])
def test_a_short_luck_deck_gives_what_is_there(ruling, drawn):
    # HEN-LUCK-15, X-HEN-08
    table = under(f"X-HEN-08={ruling}")
    table.move(table.lying("luck_deck")[1:], "luck_discard")
    for level in (4, 1):  # 2/0 and 1/0
        table.level("luck", level)
        assert table.play("draw").is_done
    assert table.count("seat1.hand") == drawn


def test_one_unused_card_may_be_thrown_away_for_a_luck_track_step(table):
    # HEN-TURN-13, HEN-MAT-03
    table.hand("whetstone", "dry-road")
    cash = table["seat.cash"]
    assert {*table.open("throw away")} == {"Whetstone", "Dry Road", "keep"}
    assert table.play("throw away", "Whetstone").is_done
    assert table["seat.luck_at"] == 2
    assert table["seat.cash"] == cash + 2
    assert table.ids("seat1.hand") == ["luck-dry-road"]


@pytest.mark.parametrize(
    ("ruling", "back", "cash"), [("repeat", 0, 14), ("nothing", 0, 12), ("nothing", 1, 14)]
)
def test_the_end_of_the_luck_track_is_a_ruling_and_its_last_step_is_none(ruling, back, cash):
    # HEN-MAT-03, HEN-MAT-04, HEN-TURN-13, X-HEN-11: its last space gives two dollars
    table = under(f"X-HEN-11={ruling}")
    table["seat.luck_at"] = 9 - back
    table.hand("whetstone")
    assert table.play("throw away", *["Whetstone"] * (cash == 14)).is_done
    assert (table["seat.luck_at"], table["seat.cash"]) == (9, cash)
    assert table.count("seat1.hand") == (cash == 12)


@pytest.mark.parametrize(("ruling", "expected"), [("limited", 3), ("unlimited", 8)])
def test_the_bank_may_run_dry(ruling, expected):
    # X-HEN-06-BANK
    table = under(f"X-HEN-06-BANK={ruling}")
    table["table.bank"], table["seat.cash"] = 3, 0
    table.level("coin", 4)
    table.play("main income")
    assert (table["seat.cash"], table["table.bank"]) == (expected, 3 - expected)


class Wanderer(Answers):
    """Gives its answers, then takes any option."""

    def __init__(self, rng, *answers):
        super().__init__(*answers)
        self.rng = rng

    def pick(self, what, words):
        """The number of the words that are meant."""
        by_answer = self.answers or what == "bench"
        return super().pick(what, words) if by_answer else self.rng.below(len(words))


def short(word):
    """A move by token without the name of the board."""
    return f"token {word[9:].rpartition('.')[2].removeprefix('to ')}" if "token" in word else word


def stops(table):
    """Every move of the first seat to some stop, the money it costs, and the icons it passes."""
    rondel, at = table.board().fields["rondel"], table.at().partition(".")[2]
    here = next(number for number, one in enumerate(rondel) if one["id"] == at)
    free = {1: 3, 2: 4, 3: 5, 4: 7}[table.level_of("steps")]
    icons = 0
    for n in range(1, min(free + table["seat.cash"] + 2, 2 * len(rondel))):
        before, step = (rondel[(here + n - back) % len(rondel)] for back in (1, 0))
        icons += before["area"] != step["area"]
        for deed in step["actions"]:
            yield f"{n} to {deed}", step["id"], deed, max(0, n - free), icons
    for step in rondel if table.count("seat1.travel") else ():
        for deed in step["actions"]:
            yield f"token {step['id']}: {deed}", step["id"], deed, 0, 0


@pytest.mark.parametrize("players", [3, 4, 5])
def test_what_may_be_chosen_is_what_can_be_done(players):
    # HEN-TURN-09, HEN-TURN-10, HEN-ARR-02: every stop in reach, offered or not
    seen = {True: 0, False: 0}
    table = position(players=players)
    wanderer = partial(Wanderer, Streams(1, "henge", "bench", players).rng("wanderer"))
    for turn in range(18 * players):
        seat = turn % players
        if seat == 0 and turn % 2 == 0:
            before = table.copy()
            before.move(before.lying("seat1.hand"), "luck_discard")  # without the help of cards
            offered = [short(word) for word in before.open("turn")]
            for word, step, deed, cost, icons in stops(before):
                there = before.copy()
                there.stand(step)
                there["seat.cash"] -= cost
                for stone in there.ids("seat1.stones"):
                    there["stone.to_go", stone] = max(0, there["stone.to_go", stone] - icons)
                possible = there["seat.cash"] >= 0 and bool(there.open(f"main {deed}"))
                assert (word in offered) is possible, word
                seen[possible] += 1
        table.play("turn", seat=seat, by=wanderer)
        table.play("refill", seat=seat)
    assert min(seen.values()) > 50


def number_of(table, name):
    """The number of a card."""
    return table.tables.kind[table.piece(name)]


def put_under(table, name, to):
    """Let a card of the first seat do what another one does, or nothing."""
    other = number_of(table, to) if to else NOTHING
    table.match.tally.put_under(Switch(number_of(table, name), 0, other))


@pytest.mark.parametrize(("to", "cash"), [("", 12), ("luck-generous-clan", 16)])
def test_a_luck_card_does_what_it_is_switched_to(table, to, cash):
    """HEN-LUCK-06: Rich Harvest, which is played and discarded all the same."""
    table.hand("rich-harvest")
    put_under(table, "luck-rich-harvest", to)
    table.play("main income", "play Rich Harvest", by=Looker)
    assert table["seat.cash"] == cash
    assert table.ids("luck_discard") == ["luck-rich-harvest"]
    assert table.match.tally.played[number_of(table, "luck-rich-harvest")] == 1


def test_a_chit_is_carried_out_at_once_and_kept(table):
    """HEN-REW-01, HEN-CONC-04."""
    table.move(table.lying("reward_pool_a"), "box")
    table.move([table.piece("reward-a-feather")], "reward_pool_a")
    table["seat.luck_at"] = 3  # the next space gives a chit
    assert table.play("luck step").is_done
    assert table.match.scores() == [2, 0, 0]
    assert table.ids("seat1.chits") == ["reward-a-feather"]


@pytest.mark.parametrize(("players", "bots"), [(3, 0), (5, 0), (1, 2)])
def test_what_the_deal_leaves_is_counted(players, bots):
    """HEN-PSET-01 to HEN-FSET-11: for the report of each pile, and of each card."""
    match = dealt(henge(players, bots))
    assert sum(match.tally.drawn) == sum(match.tally.played) == 0  # all that is dealt lies open
    assert [gauge.least for gauge in match.tally.gauges] == match.levels()


@pytest.mark.parametrize("met", [False, True])
def test_a_spring_card_that_is_given_up_frees_its_marker(four, met):
    """HEN-BON-05, HEN-BON-06: it was marked, and scores nothing any more."""
    has_spring(four, "deep-devotion", met)
    markers = four.count("seat1.markers")
    four.play("bonus", "Deep Devotion")
    assert (four.ids("seat1.spring"), four["seat.met"]) == ([], False)
    assert four.count("seat1.markers") == markers + met
    assert four.ids("box")[-1] == "spring-deep-devotion"


def test_a_condition_that_was_met_before_is_marked_by_a_turn_that_builds(four):
    """HEN-TURN-12: not by one that takes its income."""
    has_spring(four, "deep-devotion")
    four.lay_druids("heel", dict.fromkeys(range(1, 5), 0))
    four.hand("whetstone")
    got = four.copy().play("turn", move_to(four, "income"), by=Taker)
    assert got.is_done
    assert "throw_away" in [what for what, _ in got.asked]
    for action, met in (("income", False), ("druid", True)):
        after = four.copy()
        after.play("turn", move_to(four, action), by=Taker)
        assert after["seat.met"] is met


def test_nothing_is_asked_before_the_discard_where_nothing_is_discarded(table):
    """HEN-LUCK-13, HEN-LUCK-09: the card just drawn may be played with the action anyway."""
    table.on_top("rich-harvest")
    got = table.play("main income")
    assert [what for what, _ in got.asked] == ["bench", "act", "act"]
    assert got.options == ["play Rich Harvest", "stop"]


class Ledger(Watching):
    """Adds up, at every turn, what is paid, placed and laid out, and what follows from it."""

    turns = 0

    def turn(self, match, number, turn_of):
        """What every position must show."""
        self.turns += 1
        table = Position(match)
        people = range(match.program.tables.configuration.players)
        purses = [table["seat.cash", one] for one in people]
        assert sum(purses) + table["table.bank"] == 30 * 1 + 15 * 5
        for seat in people:
            own = f"seat{seat + 1}"
            stones = table.ids(f"{own}.stones")
            cut = [one for one in stones if table["stone.cut", one]]
            assert table.count(f"{own}.transport") == len(stones)
            assert table.count(f"{own}.carvings") == len(cut)
            assert table.count(f"{own}.spring_mark") == table["seat.met", seat]
            marked = ("transport", "carvings", "spring_mark", "markers")
            assert sum(table.count(f"{own}.{zone}") for zone in marked) == 11
            placed = sum(table.on_path(area, seat) for area in AREAS)
            assert table.count(f"{own}.druids") + placed == 12
            assert purses[seat] >= 0
            for kind in LEVELS:
                tops = {"steps": 4, "coin": 4, "luck": 4, "stone": 3, "druid": 3}
                assert 1 <= table.level_of(kind, seat) <= tops[kind]
            for stone in table.ids(f"{own}.row"):
                assert self.builder(table, table["stone.slot", stone]) == seat
        slots = [table.zone(table.slot(one["id"])) for one in table.board().fields["slots"]]
        assert all((self.builder(table, at) >= 0) is bool(match.z[at]) for at in slots)
        for area in AREAS:  # without gaps
            covered = [table.count(space) for space in table.path(area)]
            assert covered == sorted(covered, reverse=True)
        assert not table.count("stone_deck") or all(
            table.count(f"pool.{place}") for place in range(1, 5)
        )
        assert not table.count("luck_played")
        for name in "ab":
            assert table.count(f"reward_pool_{name}") == 3 or not table.count(f"reward_{name}")
        for left, gauge in zip(match.levels(), match.tally.gauges, strict=True):
            assert gauge.least <= min(left, gauge.size)

    def builder(self, table, slot):
        """Who installed in a slot."""
        return table.match.n[table.tables.memories["space.builder"].places(slot)[0]]

    def after(self, match, outcome):
        assert outcome.reason == "stone deck empty"


@pytest.mark.parametrize(
    ("players", "bots", "rulings"),
    heavy_where(
        [
            (1, 2, ()),
            (2, 2, LATE),
            (3, 0, ("X-HEN-07=box", "X-HEN-06-BANK=limited")),
            (5, 0, ("X-HEN-09=in_transit",)),
        ],
        lambda one: one[0] != 1,
    ),
)
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_nothing_is_lost_or_made_in_whole_games(players, bots, rulings, policy):
    """HEN-COMP-01 to HEN-COMP-20: money, tokens, druids, markers, figures, wherever they lie."""
    ledger = Ledger()
    play_game(game(players, bots, *rulings), policy, 1, False, [ledger])
    assert ledger.turns > 30


def druids(table, area, *seats):
    """Place druids of seats on a path, in this order."""
    first = sum(map(table.count, table.path(area))) + 1
    table.lay_druids(area, dict(enumerate(seats, first)))


def installed(table, name, slot, carved=False, seat=0):
    """Give a seat an installed stone."""
    table.stone(name, carved=carved, seat=seat)
    table.move([table.piece(f"stone-{name}")], f"seat{seat + 1}.row")
    table.fill(slot)
    table["stone.slot", f"stone-{name}"] = table.zone(table.slot(slot))
    table["space.builder", table.slot(slot)] = seat


@pytest.mark.parametrize(("ruling", "near"), [("last_card", True), ("needed", False)])
def test_the_last_stone_card_brings_the_end_near(ruling, near):
    """HEN-END-01, X-HEN-22."""
    table = under(f"X-HEN-22={ruling}")
    table.move(table.lying("stone_deck")[1:], "box")
    for left, expected in ((1, near), (0, True)):
        table.move(table.lying("pool.1"), "box")
        table.play("refill")
        assert table["table.near"] is expected
        assert table.count("pool.1") == left  # HEN-END-06


@pytest.mark.parametrize("index", range(4))
def test_the_round_is_finished_stones_arrive_and_one_more_round_is_played(index):
    """HEN-END-02, HEN-END-03, HEN-END-04."""
    starts = TurnStarts()
    played = play_game(game(2, 2, *LATE), "random", index, observers=[starts])
    seats = [seat for _, seat, _ in starts.taken]
    last = Position(starts.taken[-4][0])
    assert played.turns % 4 == 0
    assert seats[-4:] == sorted(range(4), key=lambda seat: last["seat.place", seat])
    before = Position(starts.taken[-8][0])
    assert not before["table.near"], "the end came before the round that triggered it"
    assert last["table.near"]
    stones = last.ids("seat1.stones") + last.ids("seat2.stones")
    assert not any(last["stone.to_go", one] for one in stones)


@pytest.mark.parametrize(("players", "area"), [(3, "heel"), (4, "altar")])
def test_the_worked_example_nine_four_three(players, area):
    """HEN-SCORE-02, -03, -04, -07, -08: red and blue tie for most, blue is farther along."""
    table = position(players=players)
    druids(table, area, 0, 1, 2, 0, 1)
    assert table.match.scores()[:3] == [4, 9, 3]


def test_fourth_and_fifth_score_nothing():
    """HEN-SCORE-05, HEN-SCORE-06, HEN-SCORE-07: of those with two each the farthest is first."""
    table = position(players=5)
    druids(table, "altar", 0, 0, 1, 1, 2, 2, 3)  # worth 12 then
    assert table.match.scores() == [12 // 3, 12 // 2, 12, 0, 0]


def points(table, name, seat=0):
    """What a Bonus card or a Spring card would score for a seat."""
    other = table.copy()
    other.move([other.piece(name)], f"seat{seat + 1}.bonus")
    return other.match.scores()[seat] - table.match.scores()[seat]


@pytest.mark.parametrize(("ruling", "points_of_card"), [("rank", 0), ("ignore", 8)])
def test_bots_druids_that_take_no_place_are_no_rivals(ruling, points_of_card):
    """HEN-SCORE-09, X-HEN-16: neither on the paths nor for a Bonus card."""
    table = under(f"X-HEN-16={ruling}", bots=1)
    druids(table, "heel", 3, 3, 0)  # worth 5 then
    assert table.match.scores() == [5 if points_of_card else 2, 0, 0, 0]
    assert points(table, "eog-voice-of-the-grove") == points_of_card
    assert points(table, "eog-patron") == points_of_card // 2


@pytest.mark.parametrize("ruling", ["rank", "ignore"])
def test_another_person_is_a_rival_whether_or_not_bots_are(ruling):
    """HEN-SCORE-02, X-HEN-16: two druids of the second person against one of the first."""
    table = under(f"X-HEN-16={ruling}", bots=1)
    druids(table, "heel", 0, 1, 1)
    assert [points(table, "eog-patron", seat) for seat in range(3)] == [0, 4, 0]


def test_the_end_is_accounted_for_seat_by_seat_and_item_by_item():
    """HEN-END-05, HEN-SCORE-01, HEN-SCORE-02, HEN-SCORE-03, HEN-CONC-05."""
    table = position(bots=1)
    table["seat.points"], table["seat.cash"] = 10, 9
    has_spring(table, "five-hearths", met=True)
    table.move([table.piece("eog-hoard")], "seat1.bonus")
    druids(table, "heel", 3, 3, 1, 1, 1, 0)  # worth 9 then
    assert table.match.account() == [
        "red: on the score track 10, Spring card 9, Bonus cards 3, Druid Paths 3",
        "blue: on the score track 0, Spring card 0, Bonus cards 0, Druid Paths 9",
        "green: on the score track 0, Spring card 0, Bonus cards 0, Druid Paths 0",
        "yellow: on the score track 0, Spring card 0, Bonus cards 0, Druid Paths 0",
    ]
    assert table.match.scores() == [25, 9, 0, 0]


@pytest.mark.parametrize("index", range(2))
def test_whole_games_are_accounted_for(index):
    """HEN-END-05, HEN-SCORE-01: the account of each person adds up to the points told."""
    played = play_game(game(2, 2, *LATE), "greedy", index)
    lines = [line.partition(": ")[2].split(", ") for line in played.match.account()]
    sums = [sum(int(item.rpartition(" ")[2]) for item in line) for line in lines]
    assert tuple(sums) == played.outcome.scores


def winners(table):
    """Who would win now if all had the same points."""
    for seat, points in enumerate(table.match.scores()):
        table["seat.points", seat] += 50 - points
    return table.match.program.scoring.best(table.match, table.match.scores())


def test_ties_go_by_stones_druids_money_and_seat(table):
    """HEN-META-04, HEN-WIN-01, HEN-WIN-02, HEN-WIN-03, HEN-WIN-04, HEN-WIN-05."""
    assert winners(table) == (2,)
    table["seat.cash"] += 1
    assert winners(table) == (0,)
    druids(table, "heel", 1)
    assert winners(table) == (1,)
    installed(table, "sleeper", "heel-left", seat=2)
    assert winners(table) == (2,)
    table["seat.points"] += 1
    assert table.match.program.scoring.best(table.match, table.match.scores()) == (0,)


@pytest.mark.parametrize("index", range(3))
def test_a_bot_never_wins(index):
    outcome = play_game(game(1, 2), "random", index).outcome
    assert outcome.winners == (0,)
    assert outcome.scores[1:] == (0, 0)


def score(table, **expected):
    """Check what cards, by their ids, would score for the first seat."""
    names = {name: name.replace("_", "-") for name in expected}
    assert {name: points(table, card) for name, card in names.items()} == expected


def test_cards_that_count_installed_stones(four):
    """HEN-BON-02, HEN-SCORE-01."""
    installed(four, "thunderhead", "heel-left")  # large, luck, cost 9, 4 steps
    installed(four, "whistler", "heel-altar-left", carved=True)  # small, luck, 4 steps
    installed(four, "foxs-door", "altar-monolith", carved=True)  # small, coin, 2 steps
    score(four, eog_broad_shoulders=2, eog_quick_hands=6, eog_craft_luck=6, eog_long_hauls=4)
    score(four, eog_costly_taste=3, eog_paired_stones=4, eog_heirloom=0, eog_builders_crown=8)
    score(four, spring_lone_stones=4, spring_carvers_pride=6, spring_between_two_winds=3)
    score(four, spring_upright_folk=6, spring_round_the_ring=0)
    installed(four, "old-ewe", "avenue-hollow-left")  # a starter, and two more areas
    score(four, eog_heirloom=5, spring_round_the_ring=9)


def test_cards_that_count_druids(four):
    druids(four, "heel", 0, 0, 0, 1, 1)
    druids(four, "altar", 0)
    score(four, eog_vigil_heel=6, eog_deep_roots=6, spring_deep_devotion=0, eog_patron=8)
    score(four, eog_everywhere=2, eog_voice_of_the_grove=8)
    druids(four, "mound", 1, 1)
    score(four, eog_voice_of_the_grove=0)


def test_cards_that_count_the_rest(four):
    four["seat.cash"] = 13
    four.move(four.lying("luck_deck")[:3], "seat1.hand")
    four.move(four.lying("reward_pool_a")[:2], "seat1.chits")
    for kind, number in zip(LEVELS, (4, 1, 2, 3, 1), strict=True):
        four.level(kind, number)
    four["seat.luck_at"] = 6  # five steps
    four["space.builder", four.slot("heel-lintel")] = 1
    score(four, eog_hoard=4, eog_empty_hands=0, eog_heavy_purse=6, eog_unspent_luck=3)
    score(four, eog_well_rewarded=4, eog_master_of_one=10, eog_broad_learning=6)
    score(four, eog_fortunes_child=5, eog_great_ring=1)
    four["seat.cash"] = 90
    score(four, eog_hoard=7)  # a maximum holds


def test_a_spring_card_is_marked_when_met_and_stays_met(four):
    """HEN-TURN-12, HEN-BON-06."""
    has_spring(four, "deep-devotion")
    markers = four.count("seat1.markers")
    four["turn.placed"] = 1
    four.play("mark spring")
    assert not four["seat.met"]
    druids(four, "heel", 0, 0, 0, 0)
    for _ in range(2):
        four.play("mark spring")
        assert four["seat.met"]
        assert four.count("seat1.markers") == markers - 1
    assert "Spring card 9" in four.match.account()[0]
    four["seat.met"] = False
    four.move(four.lying("seat1.markers"), "box")  # it takes one of the own markers
    four.play("mark spring")
    assert not four["seat.met"]


def test_a_spring_card_is_marked_by_the_turn_that_installs_the_last_stone(four):
    """HEN-TURN-12, HEN-INS-14: its condition asks for stones in four areas."""
    has_spring(four, "round-the-ring")
    installed(four, "thunderhead", "heel-left")
    installed(four, "larkstone", "avenue-hollow-left")
    four.stone("old-ewe")
    four.pawn("mound", "arrive")
    markers = four.count("seat1.markers")
    four.play("turn", move_to(four, "install"), by=Taker)
    assert four.count("seat1.row") == 3
    assert four["seat.met"]
    assert four.count("seat1.markers") == markers + 1 - 1


def test_a_spring_card_is_marked_by_the_turn_that_places_the_last_druid(four):
    """HEN-TURN-12, HEN-DRU-10: its condition asks for four druids in one area."""
    has_spring(four, "deep-devotion")
    druids(four, "heel", 0, 0, 0)
    four.pawn("heel", "quarry")
    four.play("turn", move_to(four, "druid"), by=Taker)
    assert four.on_path("heel") == 4
    assert four["seat.met"]
    assert four["seat.points"] == 0


@pytest.mark.parametrize(("players", "bots"), [(1, 2), (3, 0), (4, 0), (5, 0)])
def test_the_draft_goes_backwards_and_is_exclusive(players, bots):
    """HEN-FSET-12, HEN-FSET-13, HEN-FSET-14, HEN-FSET-15, HEN-FSET-16."""
    match = dealt(henge(players, bots))
    go_on(match, drafter := Drafter())
    drafted = [one for one in drafter.asked if one[1] == "takes a First Upgrade card"]
    assert [seat for seat, _, _ in drafted] == [*reversed(range(players))]
    assert [len(words) for _, _, words in drafted] == [5 - n for n in range(players)]
    table = Position(match)
    for seat, _, words in drafted:
        upgrade = next(one for one in table.tables.pieces if words[0] == f"take {one.name}")
        levels = [table.level_of(kind, seat) for kind in LEVELS]
        assert sorted(levels) == [1, 1, 1, 1, 2]
        assert LEVELS[levels.index(2)] == upgrade.fields["privilege"]
    assert table.count("first_upgrades") == 0


class Drafter(Taker):
    """Takes the first option; ``asked`` has who was asked, too."""

    def choose(self, seat, what, options):
        """The first option."""
        if what == "bench":
            return super().choose(seat, what, options)
        self.asked.append((seat, what, [*map(plain, options)]))
        return options[0]


def test_each_keeps_one_of_two_spring_cards():
    """HEN-FSET-08, HEN-FSET-09, HEN-FSET-10."""
    match = dealt(henge())
    offers = [Position(match).ids(f"seat{seat}.spring_offer") for seat in (1, 2, 3)]
    assert [len(offer) for offer in offers] == [2, 2, 2]
    names = {one.id: one.name for one in match.program.tables.pieces}
    go_on(match, Taker(*(f"take {names[offer[1]]}" for offer in offers)))
    table = Position(match)
    assert [table.ids(f"seat{seat}.spring") for seat in (1, 2, 3)] == [
        [offer[1]] for offer in offers
    ]
    assert all(offer[0] in table.ids("box") for offer in offers)

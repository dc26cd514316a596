"""The driver, the referee, decks and policies, and what a seat sees."""

from dataclasses import dataclass, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matches import TurnStarts, play_game
from playtables import TABLES, heavy_where
from shippedgames import catalogue
from tinygame import FRAME, TinyTable

from validator.findings import UsageError
from validator.play.driver import RandomPolicy, ScriptPolicy, best, parse_policy, play_match
from validator.play.match import Deck, Tally
from validator.play.modules import prepare
from validator.play.observers import HIDDEN, Referee, RefereeError, Sight, owner_of
from validator.play.replay import Narrator, plan_of
from validator.play.rules import Outcome, SupplySpec
from validator.rng import Rng, Streams
from validator.simulation.statistics import share_of
from validator.simulation.totals import peak_use
from validator.simulation.trials import run_plans


def play(policy="random", table=None, index=0):
    return play_game(table or TinyTable(), policy, index)


def replay(choices, fault="", index=0):
    script = ScriptPolicy(choices)
    return play_match(TinyTable(fault), Streams(1, "tiny", "2+0", index), [script, script])


@pytest.mark.parametrize("choices", [(), (2,) * 30])
def test_a_record_that_does_not_fit_is_refused(choices):
    with pytest.raises(ValueError, match="the record does not fit this game at choice 1"):
        replay(choices)


def test_counts():
    """Two cards a turn: ten cards last five turns; one of two is given up; one was forced."""
    played = play("drain:deck")
    tally, gauge = played.tally, played.tally.gauges[0]
    assert (played.turns, sum(tally.drawn), sum(tally.played)) == (5, 10, 5)
    assert (gauge.first, gauge.least) == (5, 0)
    assert (len(played.choices), played.forced) == (5, 0)


def test_a_single_option_is_not_asked():
    played = replay([1, 1, 1, 1, 0])
    assert (len(played.choices), played.forced) == (5, 1)


@pytest.mark.parametrize(
    ("fault", "caps", "reason"),
    [
        ("", {"turn_cap": 3}, "no end after 3 turns"),
        ("", {"choice_cap": 2}, "no end after 2 choices"),
        ("endless", {}, f"no end after {FRAME.turn_cap} turns"),
        ("forced", {}, f"no end after {FRAME.choice_cap} steps without a choice"),
    ],
)
def test_a_game_past_its_cap_is_reported(fault, caps, reason):
    played = play(table=TinyTable(fault, replace(FRAME, **caps)))
    assert not played.outcome.finished
    assert played.outcome.reason == reason
    assert len(played.outcome.scores) == 2
    assert fault != "endless" or played.turns == FRAME.turn_cap


@pytest.mark.parametrize(
    ("fault", "message"),
    [("lose", "lost 1 x"), ("set", "options come from a"), ("twice", "is there twice")],
)
def test_the_referee_catches(fault, message):
    with pytest.raises((RefereeError, TypeError), match=message):
        play(table=TinyTable(fault))


@pytest.mark.parametrize("fault", ["", "untold"])
def test_a_pile_of_a_supply_tells_what_is_taken(fault):
    """Peak use is counted from what piles tell, so that one that is silent is a fault."""
    frame = replace(FRAME, supplies=(SupplySpec("kept", 10, "deck"),))
    table = TinyTable(fault, frame)
    if not fault:
        assert peak_use(frame, [0], play(table=table).tally) == [10]
        return
    message = "turn 2.*: 1 of 10 kept in use, but pile deck told no level below 10: call tally.lev"
    with pytest.raises(RefereeError, match=message):
        play(table=table)


@dataclass
class Loose:
    """An option that can be changed, so that it has no hash."""

    at: int

    def say(self):
        return f"option {self.at}"


def test_the_referee_compares_options_that_have_no_hash():
    match = TinyTable().deal(Streams(1, "tiny", "2+0", 0), Tally(len(FRAME.cards), [10]))
    referee = Referee(FRAME)
    referee.before(match)
    referee.step(match, 0, "take", [Loose(1), Loose(2)], 0)
    with pytest.raises(RefereeError, match="the option 'option 2' is there twice"):
        referee.step(match, 0, "take", [Loose(1), Loose(2), Loose(2)], 0)


def test_who_has_nothing_to_choose_ends_the_game():
    """The game is put aside there with its record, which shows it again."""
    played = play(table=TinyTable("none"), index=3)
    outcome = played.outcome
    assert (outcome.finished, outcome.stuck, outcome.winners) == (False, True, ())
    assert outcome.reason == "seat 1 has nothing to choose for 'take'"
    assert replay(played.choices, "none", 3).outcome == outcome


def test_policies_differ_by_seat():
    assert parse_policy("greedy", FRAME) == ("greedy", "greedy")
    assert parse_policy("greedy, random", FRAME) == ("greedy", "random")
    assert parse_policy("drain:deck", replace(FRAME, bots=(1,))) == ("drain:deck", "random")


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("clever", "random, greedy, drain:deck"),
        ("drain:sea", "drain:deck"),
        ("random,random,random", "one policy for all, or 2"),
    ],
)
def test_unknown_policies_are_refused(text, hint):
    with pytest.raises(UsageError) as error:
        parse_policy(text, FRAME)
    assert hint in error.value.hint


def test_best_takes_the_highest_and_any_of_equals():
    rng = Rng(1, 2, 3)
    assert best([1, 5, 3], rng) == 1
    assert {best([2, 7, 7, 1, 7], rng) for _ in range(50)} == {1, 2, 4}


class First(RandomPolicy):
    """A random player that was changed: it takes the first option."""

    def pick(self, match, seat, what, options):
        return 0


def test_the_driver_draws_only_for_random_players_themselves():
    streams = Streams(1, "tiny", "2+0", 0)
    played = [
        play_match(TinyTable(), streams, [kind(streams.rng(name)) for name in ("one", "two")])
        for kind in (RandomPolicy, First)
    ]
    assert [set(one.choices) for one in played] == [{0, 1}, {0}]


# --- A deck loses nothing, whatever is drawn and discarded; shrunken on purpose ------------------
@given(
    size=st.integers(1, 5), renews=st.booleans(), moves=st.lists(st.integers(-3, 4), max_size=30)
)
def test_cards_are_in_one_place(size, renews, moves):
    """A move of n > 0 draws up to n cards, of n < 0 discards as many from the hand."""
    tally = Tally(size, [size])
    deck = Deck(list(range(size)), Rng(1, 2, 3), tally, 0, renews)
    hand = []
    for move in moves:
        before = deck.count_left()
        drawn = deck.draw_up_to(move)
        assert len(drawn) == min(max(move, 0), before)
        hand += drawn
        for _ in range(min(-move, len(hand))):
            deck.discard(hand.pop())
        assert sorted(hand + deck.cards + deck.discards) == list(range(size))
        assert deck.count_left() == len(deck.cards) + (len(deck.discards) if renews else 0)


def test_empty_is_noted_with_its_turn():
    tally = Tally(2, [2])
    deck = Deck([0, 1], Rng(1, 2, 3), tally, 0, renews=True)
    tally.turn = 4
    deck.discard(deck.draw())
    assert tally.gauges[0].first == 0
    deck.draw()
    gauge = tally.gauges[0]
    assert (gauge.first, gauge.least, gauge.reach, gauge.reshuffles) == (4, 0, 1, 0)
    assert deck.draw() == 1
    assert tally.gauges[0].reshuffles == 1
    assert deck.draw() == -1


@pytest.mark.parametrize("renews", [True, False])
@pytest.mark.parametrize("seed", range(8))
def test_cards_drawn_together_are_told_like_those_drawn_alone(seed, renews):
    """Some are drawn, some discarded, many times over, as hands grow and shrink."""
    luck = Rng(seed, 2, 3)
    sizes = [(luck.below(4), luck.below(3 + step // 20 % 3)) for step in range(200)]
    found = []
    for together in (True, False):
        tally = Tally(12, [12])
        deck = Deck(list(range(12)), Rng(1, 2, 3), tally, 0, renews)
        hand = []
        told = []
        for draws, discards in sizes:
            drawn = deck.draw_up_to(draws) if together else [deck.draw() for _ in range(draws)]
            hand += [card for card in drawn if card >= 0]
            for _ in range(min(discards, len(hand))):
                deck.discard(hand.pop())
            gauge = tally.gauges[0]
            told.append((gauge.least, gauge.reach, gauge.reshuffles))
        found.append(told)
    assert found[0] == found[1]


# --- what a seat sees: nothing of it depends on what is hidden -----------------------------------
HANDS = {"high_council": ("seat2.hand", "con_deck"), "henge": ("seat2.hand", "luck_deck")}


def positions_of(name):
    """What a seat sees at the smallest table of a game, and the match as its turns begin."""
    tables = [table for table in catalogue().games[name].configurations if not table.bots]
    plan = plan_of(catalogue(), name, min(table.players for table in tables), 0)
    prepared, starts = prepare(plan), TurnStarts()
    play_game(prepared, referee=False, observers=[starts])
    sight = Sight(plan.game, plan.configuration, plan.rulings, prepared.frame)
    return sight, [match for match, _, _ in starts.taken]


def seen_by(sight, match, viewer):
    return sight.position(match, viewer), list(sight.zones(match, viewer))


@pytest.mark.parametrize("name", HANDS)
def test_a_seat_sees_the_same_whatever_another_holds(name):
    sight, copies = positions_of(name)
    swapped = 0
    label = sight.game.setup.zones[f"seat.{HANDS[name][0].partition('.')[2]}"]
    for match in copies[:: max(1, len(copies) // 12)]:
        before, shown = seen_by(sight, match, 0), match.show()
        hand, deck = (match.z[match.program.tables.zone_at[zone]] for zone in HANDS[name])
        for at in range(min(len(hand), len(deck))):
            hand[at], deck[at] = deck[at], hand[at]
            swapped += 1
        assert seen_by(sight, match, 0) == before
        assert (match.show() != shown) == bool(hand and deck)
        held = f"{label.name} {len(hand)}"
        assert HIDDEN in before[0] or held in before[0] or not hand
    assert swapped > 3


@pytest.mark.parametrize("name", [*HANDS, "crossing_stonehenge"])
def test_all_pieces_are_counted_and_own_ones_shown(name):
    sight, copies = positions_of(name)
    for match in copies[:20]:
        for viewer in (0, 1):
            zones = list(sight.zones(match, viewer))
            census = {zone: pieces for zone, pieces in match.census().items() if pieces}
            assert {zone.zone: zone.count for zone in zones} == {
                zone: len(pieces) for zone, pieces in census.items()
            }
            hands = [zone for zone in zones if zone.zone.endswith(".hand")]
            assert all((zone.shown is not None) == (zone.seat == viewer) for zone in hands)
    assert all(map(sight.is_open, copies)) == (name == "crossing_stonehenge")


def test_zones_of_seats_are_told_from_others():
    assert [owner_of(zone) for zone in ("seat1.hand", "seat12.x", "seats", "deck", "seat.x")] == [
        *(0, 11, -1, -1, -1)
    ]


# --- the greedy player of each game beats random ones clearly, from any seat ---------------------
GAMES = 16
"""Games from each seat; one process, so that tests share the machine."""
FIRST_WITHOUT_BOTS = {spot[0]: spot for spot in reversed(TABLES) if spot[1] > 1 and spot[2] == 0}


@pytest.mark.parametrize("game", heavy_where(FIRST_WITHOUT_BOTS))
def test_greedy_beats_random(game):
    """The 95 % interval of its wins over all seats lies above a fair share."""
    _, seats, _ = FIRST_WITHOUT_BOTS[game]
    policies = [
        ",".join("greedy" if seat == own else "random" for seat in range(seats))
        for own in range(seats)
    ]
    plans = [plan_of(catalogue(), game, seats, 0, policy) for policy in policies]
    sums = run_plans(plans, GAMES)
    won = sum(totals.wins[own] for own, totals in enumerate(sums))
    rate, low, _ = share_of(won, sum(totals.finished for totals in sums))
    assert low > 1 / seats, f"won {rate:.0%} of games"


@dataclass(frozen=True)
class Shown:
    """A match that stands as its lines say."""

    lines: tuple = ()

    def show(self):
        return "\n".join(self.lines)

    def account(self):
        return []


def test_a_turn_tells_what_has_changed_and_what_is_gone():
    """Two things of one name are told apart where one of them holds pieces."""
    narrator = Narrator(FRAME)

    def told(call, *lines):
        del narrator.lines[:]
        call(Shown(lines))
        return [line.removeprefix("    | ") for line in narrator.lines if line.startswith("    ")]

    first = ("x . o", "table: bank 9, bank (coin), deck 3", "ann: 3 points", "ben:")
    assert told(narrator.before, *first) == list(first)
    second = ("x o .", "table: bank 9, deck 2", "ann: 3 points", "ben: hand (a, b)")
    assert told(lambda match: narrator.turn(match, 2, 1), *second) == [
        "x o .",
        "table: deck 2, bank -",
        "ben: hand (a, b)",
    ]
    third = ("table: bank 9, deck 2", "ann: 4 points", "ben: hand 3")
    assert told(lambda match: narrator.turn(match, 3, 0), *third) == [
        "ann: 4 points",
        "ben: hand 3, hand -",
    ]
    assert told(lambda match: narrator.after(match, Outcome((0,), (4, 0), "over")), *third) == [
        *third
    ]

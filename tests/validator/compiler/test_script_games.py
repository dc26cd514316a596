"""Small whole games from data, each for a part of the vocabulary."""

from dataclasses import replace

import pytest
import yaml
from matches import TurnStarts, Watching, play_game, table_of
from scriptgames import SETUP as DEALT
from scriptgames import mini
from shippedgames import small_games

from generator.starter import write_starter
from validator.catalogue.load import load
from validator.findings import UsageError
from validator.play.driver import ScriptPolicy, make_policies, play_match, play_on
from validator.play.observers import Referee
from validator.play.replay import Narrator
from validator.play.search import SearchPolicy
from validator.rng import Streams

END = "ends: [{when: round == 3, after: round}]\nscore: seat.hand.count"


class Wishes:
    """Takes the first option whose words are wished for, else the last; keeps what was offered."""

    def __init__(self, *wishes):
        self.wishes = wishes
        self.offered = []
        self.asked = []
        self.together = []

    def pick(self, match, seat, what, options):
        said = [option.say() for option in options]
        self.offered.append(said)
        self.asked.append(seat)
        self.together.append(match.together)
        return next((at for at, one in enumerate(said) if one in self.wishes), len(said) - 1)


def luck(table):
    return Streams(1, table.frame.game, table.frame.table, 0)


def wished(table, *wishes):
    """A game in which everybody has these wishes; its story."""
    policy = Wishes(*wishes)
    narrator = Narrator(table.frame, positions=False)
    policies = [policy] * len(table.frame.seats)
    end = play_match(table, luck(table), policies, [Referee(table.frame), narrator])
    return policy, narrator.lines, end.match


def turns_of(lines):
    return [line.partition(", ")[2] for line in lines if line.startswith("turn ")]


@pytest.mark.parametrize(
    ("play", "turns"),
    [
        ("turn: [{if: turns == 2, then: [{do: reverse}]}, "
         "{if: turns == 3, then: [{do: extra_turn}]}]",
         "red blue red red yellow green"),
        ('turns: {first: "on(first, 1)", skip: seat == first}\n'
         'turn: [{if: turns == 2, then: [{do: eliminate}]}]',
         "blue green yellow blue yellow blue"),
    ],
    ids=["reversed, and one turn more", "one is skipped, and one goes out"],
)  # fmt: skip
def test_whose_turn_it_is(play, turns, tmp_path):
    game = mini(tmp_path, f"{play}\nends: [{{when: turns == 6}}]\nscore: seat.hand.count")
    _, lines, match = wished(table_of(game, 4))
    assert turns_of(lines) == turns.split()
    assert [seat for seat, out in enumerate(match.out) if out] == [2] * ("eliminate" in play)


WAYS = {
    "turns": "turns: {{skip: {}}}\nturn: [{}]\n",
    "rounds": "round: [{{do: turns, skip: {}, then: [{}]}}]\n",
}


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_a_game_in_which_nobody_has_a_turn_is_stopped(way, tmp_path):
    """However it is written; rounds of which no end knows are not counted for ever."""
    play = way.format("players >= 2", "{do: shuffle, what: deck}")
    game = mini(tmp_path, f"{play}ends: [{{when: discard.count == 1}}]\nscore: seat.hand.count")
    outcome = play_game(table_of(game)).outcome
    assert (outcome.finished, outcome.reason) == (False, "no seat has a turn")


AUCTION = """
remember: {seat.out: 0 to 1, table.bid: {type: 0 to 9, beyond: stop}, table.lots: 0 to 9}
round:
  - {do: set, what: seat.out, to: 0, each: seats}
  - do: repeat
    most: 6
    then:
      - do: turns
        skip: seat.out == 1
        then:
          - do: choose
            options:
              - {id: bid, then: [{do: add, what: table.bid}]}
              - {id: pass, then: [{do: set, what: seat.out, to: 1}]}
  - {do: add, what: table.lots}
ends: [{when: round == 5}]
score: table.lots
"""


@pytest.mark.parametrize("players", [2, 3, 4])
def test_seats_that_are_skipped_stall_no_round(players, tmp_path):
    """An English auction: who has passed is skipped, all of them in the end, lot after lot."""
    table = table_of(mini(tmp_path, AUCTION), players)
    for index in range(5):
        end = play_game(table, index=index)
        assert (end.outcome.finished, end.outcome.scores[0]) == (True, 5)
    passing, _, match = wished(table, "pass")
    assert len(passing.asked) == 5 * players
    assert match.scores()[0] == 5


@pytest.mark.parametrize("way", WAYS.values(), ids=WAYS)
def test_rounds_in_which_nobody_has_a_turn_are_rounds(way, tmp_path):
    """Whoever is skipped in rounds 2 to 8 goes on in the ninth, with turns or in rounds."""
    play = way.format("2 <= round <= 8", "{do: draw, from: deck, to: seat.hand}")
    ends = "ends: [{when: round == 9, after: round}]\nscore: seat.hand.count"
    outcome = play_game(table_of(mini(tmp_path, play + ends))).outcome
    assert (outcome.finished, outcome.scores) == (True, (5, 5))


def test_loops_that_take_too_long_are_stopped(tmp_path):
    inner = "{do: add, what: table.n}"
    for _ in range(4):
        inner = f"{{do: repeat, most: 1000, then: [{inner}]}}"
    play = f"remember: {{table.n: {{type: 0 to 1, beyond: stop}}}}\nturn: [{inner}]\n{END}"
    end = play_game(table_of(mini(tmp_path, play)))
    assert (end.outcome.finished, end.outcome.reason) == (False, "a loop does not end")


def test_groups_of_cards_are_chosen(tmp_path):
    play = """
    turn:
      - do: choose
        options:
          - {id: pair, pick: {cards: {of: seat.hand, count: 2, fit: "same(cards, rank)"}},
             then: [{do: move, what: cards, to: discard}]}
          - {id: give, pick: {cards: {of: seat.hand, count: "numbers(2, 3)"}},
             then: [{do: move, what: cards, to: row}]}
    ends: [{when: turns == 1}]
    score: seat.hand.count
"""
    policy, _, _ = wished(table_of(mini(tmp_path, play)))
    gives = [said for said in policy.offered[0] if said.startswith("give")]
    assert len(gives) == 4
    assert len(set(gives)) == 4


def test_what_cannot_be_paid_is_not_offered():
    policy, _, _ = wished(table_of(small_games()["mini_market"]))
    ranks = [int(said.split()[1]) for said in policy.offered[0] if said.startswith("buy")]
    assert 0 < min(ranks) <= max(ranks) <= 5


def test_greedy_takes_points_and_draining_takes_cards():
    table = table_of(small_games()["mini_market"])
    ends = [play_game(table, "greedy,random", index).outcome.winners for index in range(30)]
    assert ends.count((0,)) > 2 * ends.count((1,))
    drained, usual = (
        sum(play_game(table, policy, index).tally.gauges[0].reach for index in range(10))
        for policy in ("drain:deck", "random")
    )
    assert drained < usual


class Looks(Wishes):
    """Rates its options, and again with other cards in all zones that it does not see."""

    def pick(self, match, seat, what, options):
        places = match.program.tables.zone_at
        zones = match.z
        ratings = match.rate(seat, what, options)
        hidden = [places["deck"], places[f"seat{2 - seat}.hand"]]
        held = [list(zones[place]) for place in hidden]
        every = [piece for pieces in held for piece in pieces][::-1]
        for place, pieces in zip(hidden, held, strict=True):
            zones[place] = every[: len(pieces)]
            del every[: len(pieces)]
        assert match.rate(seat, what, options) == ratings
        for place, pieces in zip(hidden, held, strict=True):
            zones[place] = pieces
        self.offered.append(ratings)
        return ratings.index(max(ratings))


NOSY = {
    "draws": "{do: draw, from: deck, to: seat.hand}",
    "asks": "{do: move, from: next.hand, where: suit == hearts, to: seat.hand}",
    "counts": '{if: "any(next.hand, suit == hearts)", then: [{do: add, what: seat.points}]}',
    "tops": "{if: deck.top.suit == hearts, then: [{do: add, what: seat.points}]}",
    "sums": '{do: add, what: seat.points, amount: "sum(next.hand, rank)"}',
    "best": '{do: move, what: "best(deck, rank, ties=first)", to: seat.hand}',
    "groups": "{do: move, from: next.hand, to: seat.hand, where: alike(it) >= 2}",
    "shows": "{do: reveal, what: deck.top}",
    "shuffles": "{do: move, from: deck, to: row, at_most: 1}, {do: shuffle, what: row}",
}


@pytest.mark.parametrize("name", list(NOSY))
def test_a_greedy_player_does_not_look_at_what_it_cannot_see(name, tmp_path):
    play = f"""
    remember: {{seat.points: 0 to 99}}
    names: {{alike(one): "count(next.hand, suit == one.suit)"}}
    turn:
      - do: choose
        options:
          - {{id: do, then: [{NOSY[name]}]}}
          - {{id: keep, then: [{{do: add, what: seat.points}}]}}
    ends: [{{when: round == 2, after: round}}]
    score: seat.points + sum(seat.hand, rank)
    """
    table = table_of(mini(tmp_path, play))
    looks = Looks()
    assert play_match(table, luck(table), [looks] * 2).outcome.finished
    assert len(looks.offered) == 4


def test_a_greedy_player_does_not_look_into_its_own_pile_that_lies_face_down(tmp_path):
    setup = DEALT.replace("seat.won: Won", "seat.won: {name: Won, faces: down}")
    play = """
    remember: {seat.points: 0 to 99}
    turn:
      - do: choose
        options:
          - {id: nosy, then: [{do: add, what: seat.points, amount: "sum(seat.won, rank)"}]}
          - {id: keep, then: [{do: add, what: seat.points}]}
    ends: [{when: round == 2, after: round}]
    score: seat.points
    wants: [{value: 0}]
    """
    dealt = setup.replace("to: seat.hand", "to: seat.won")
    table, looks = table_of(mini(tmp_path, play, setup=dealt)), Looks()
    play_match(table, luck(table), [looks] * 2)
    assert looks.offered[0] == [0, 1000]


def test_an_option_is_worth_what_it_says_beside_those_that_are_tried_out(tmp_path):
    """In thousandths of a point; cards of others are not seen, and so worth nothing."""
    play = """
    remember: {seat.points: 0 to 99}
    turn:
      - do: choose
        options:
          - {id: tried, then: [{do: add, what: seat.points, amount: 2}]}
          - {id: told, pick: {by: "numbers(1, 3)"}, worth: 2 * by - 3}
          - {id: nosy, worth: "sum(next.hand, rank)"}
    ends: [{when: round == 2, after: round}]
    score: seat.points
    wants: [{value: 0}]
    """
    table, looks = table_of(mini(tmp_path, play)), Looks()
    play_match(table, luck(table), [looks] * 2)
    assert looks.offered[0] == [2000, -1000, 1000, 3000, 0]


@pytest.mark.parametrize(("wins", "rated"), [("most", [3000, 2000]), ("least", [-1000, 2000])])
def test_what_is_wanted_is_good_where_fewest_points_win_too(tmp_path, wins, rated):
    play = f"""
    remember: {{seat.points: 0 to 99, seat.eggs: 0 to 99}}
    turn:
      - do: choose
        options:
          - id: both
            then: [{{do: add, what: seat.points, amount: 2}}, {{do: add, what: seat.eggs}}]
          - {{id: eggs, then: [{{do: add, what: seat.eggs, amount: 2}}]}}
    ends: [{{when: round == 2, after: round}}]
    score: seat.points
    wins: {wins}
    wants: [{{value: seat.eggs}}]
    """
    table, looks = table_of(mini(tmp_path, play)), Looks()
    play_match(table, luck(table), [looks] * 2)
    assert looks.offered[0] == rated


def test_partners_share_points_and_win_together(tmp_path):
    play = """
    teams: 2
    remember: {seat.points: {type: 0 to 9, beyond: stop}}
    turn:
      - {if: turns == 2, then: [{do: add, what: seat.points, amount: 3}]}
      - {if: turns == 3, then: [{do: add, what: partner.points, amount: 2}]}
    ends: [{when: round == 1, after: round}]
    score: seat.points
"""
    end = play_game(table_of(mini(tmp_path, play), 4))
    assert end.outcome.scores == (2, 3, 0, 0)
    assert end.outcome.winners == (1, 3)


def test_all_win_or_all_lose(tmp_path):
    play = """
    turn: [{do: draw, from: deck, to: row}]
    ends:
      - {when: row.top.rank == 8, winners: all, says: the eight was found}
      - {when: round == 3, after: round, winners: nobody, says: too late}
"""
    table = table_of(mini(tmp_path, play))
    ends = [play_game(table, index=index).outcome for index in range(20)]
    assert all(one.finished for one in ends)
    assert {(one.reason, one.winners) for one in ends} == {
        *(("the eight was found", (0, 1)), ("too late", ()))
    }


def test_a_pile_that_ends_the_game(tmp_path):
    play = "turn: [{do: draw, from: deck, to: seat.hand, count: 3}]\nscore: seat.hand.count\n"
    game = "piles: [{id: deck, zone: deck, name: the deck, when_empty: ends_game}]"
    end = play_game(table_of(mini(tmp_path, play, game=game)))
    assert (end.outcome.reason, end.turns) == ("the deck ran out", 4)


def test_a_ruling_decides_under_when(tmp_path):
    draw = "{do: draw, from: deck, to: seat.hand, when: \"ruling['M-1'] == more\"}"
    game = """
    rulings:
      - {id: M-1, question: "Is it drawn?", options: {less: "no", more: "yes"}, default: less}
    """
    read = mini(tmp_path, f"turn: [{draw}]\n{END}", game=game)
    assert play_game(table_of(read)).outcome.scores == (3, 3)
    assert play_game(table_of(read, 2, "M-1=more")).outcome.scores == (6, 6)


def test_others_are_chosen_with_a_value(tmp_path):
    play = """
    turn:
      - do: choose
        says: asks
        options:
          - {id: ask, says: "{that} for {wanted}",
             pick: {wanted: "values(seat.hand, rank)", that: others},
             where: not that.hand.empty,
             then: [{do: move, from: that.hand, where: rank == wanted, to: seat.hand}]}
    ends: [{when: turns == 2}]
    score: seat.hand.count
"""
    policy, _, _ = wished(table_of(mini(tmp_path, play), 3))
    hand = len({said.split(" for ")[1] for said in policy.offered[0]})
    assert len(policy.offered[0]) == 2 * hand
    assert policy.offered[0][0].startswith("blue for ")


def test_a_card_and_a_seat_are_picked_together(tmp_path):
    """Three cards for each of two others; what is taken goes where it says."""
    play = """
    turn:
      - do: choose
        options:
          - {id: give, says: "{card} to {other}", pick: {card: seat.hand, other: others},
             then: [{do: move, what: card, to: other.won}]}
    ends: [{when: turns == 1}]
    score: seat.won.count
"""
    table = table_of(mini(tmp_path, play), 3)
    policy, _, match = wished(table)
    assert len(set(policy.offered[0])) == 6
    assert (match.scores(), policy.offered[0][-1].endswith("green")) == ([0, 0, 1], True)


@pytest.mark.parametrize(
    ("pick", "many"), [("[red, blue, blue]", 2), ("[seat, first, next]", 2), ("[row, row]", 5)]
)
def test_what_is_named_twice_is_offered_once(pick, many, tmp_path):
    play = f"""
    begin: [{{do: draw, from: deck, to: row, count: 5}}]
    turn: [{{do: choose, options: [{{id: take, pick: {{one: {pick}}}}}]}}]
    ends: [{{when: turns == 1}}]
    score: seat.hand.count
"""
    policy, _, _ = wished(table_of(mini(tmp_path, play), 3))
    assert len(policy.offered[0]) == many


def test_a_seat_is_found_by_lot(tmp_path):
    play = "begin: [{do: set, what: first, to: lot(seats)}]\nturn: []\n" + END
    table = table_of(mini(tmp_path, play), 4)
    starts = [TurnStarts() for _ in range(20)]
    for index, one in enumerate(starts):
        play_game(table, index=index, observers=[one])
    assert {one.taken[0][1] for one in starts} == {0, 1, 2, 3}


EFFECTS = """
remember: {seat.points: 0 to 99, seat.coins: {type: 0 to 9, start: 4}}
effects:
  - {do: gain, what: coin, then: [{do: add, what: seat.coins, amount: effect.amount}]}
  - {do: pay, what: coin, then: [{do: pay, what: seat.coins, amount: effect.amount}]}
  - {do: score, then: [{do: add, what: seat.points, amount: effect.amount}]}
  - {do: draw, then: [{do: draw, from: deck, to: seat.hand, count: effect.amount}]}
counts: {light: row}
begin:
  - {do: move, from: deck, to: row, where: suit == hearts}
  - {do: move, from: row, to: deck, at: bottom, at_most: 7}
turn:
  - {do: draw, from: deck, to: row, as: drawn}
  - {do: effects, of: drawn}
ends: [{when: turns == 1}]
score: seat.points
"""
EFFECT_SETUP = """
kind: setup
zones: {deck: Deck, row: Row, seat.hand: Hand}
steps: [{do: place, set: card, to: deck}]
"""
POINT = {"do": "score", "what": "point", "amount": 2}
COIN = {"do": "gain", "what": "coin", "amount": 1}
PER_LIGHT = POINT | {"per": {"of": "light"}}
PER_HEART = POINT | {"per": {"of": "light", "where": {"suit": "hearts"}}}
PAY = {"do": "pay", "what": "coin", "to": [POINT]}
DONE = {
    "one effect": ([POINT], [2, 0, 0], [4, 4, 4]),
    "two effects": ([COIN | {"amount": 2}, POINT], [2, 0, 0], [6, 4, 4]),
    "for each": ([PER_LIGHT], [6, 0, 0], [4, 4, 4]),
    "for each of a kind": ([PER_HEART], [4, 0, 0], [4, 4, 4]),
    "for every two": ([PER_LIGHT | {"every": 2}], [2, 0, 0], [4, 4, 4]),
    "the others": ([COIN | {"who": "others"}], [0, 0, 0], [4, 5, 5]),
    "each": ([COIN | {"who": "each"}], [0, 0, 0], [5, 5, 5]),
    "the left": ([COIN | {"who": "left"}], [0, 0, 0], [4, 5, 4]),
    "one other": ([COIN | {"who": "one-other"}], [0, 0, 0], [4, 4, 5]),
    "a price": ([PAY | {"amount": 3}], [2, 0, 0], [1, 4, 4]),
    "too dear": ([PAY | {"amount": 5}], [0, 0, 0], [4, 4, 4]),
    "where not met": ([POINT | {"when": {"of": "light", "at_least": 4}}], [0, 0, 0], [4, 4, 4]),
    "where met": ([POINT | {"when": {"of": "light", "at_least": 3}}], [2, 0, 0], [4, 4, 4]),
}


@pytest.mark.parametrize("name", list(DONE))
def test_effects_are_carried_out_as_written(name, tmp_path):
    """Points and coins of the seats after the effects of one card; two cards lie in the row."""
    effects, points, coins = DONE[name]
    match = after_effects(tmp_path, EFFECTS, effects)
    memory = match.program.tables.memories["seat.coins"].at
    assert (match.scores(), match.n[memory : memory + 3]) == (points, coins)


@pytest.mark.parametrize(
    ("where", "points"), [("rank == 2", 2), ("{suit: spades, rank: 2}", 2), ("suit == hearts", 0)]
)
def test_only_cards_whose_fields_pass_do_what_they_say(where, points, tmp_path):
    play = EFFECTS.replace("of: drawn}", f"of: drawn, where: {where}}}")
    assert after_effects(tmp_path, play, [POINT]).scores() == [points, 0, 0]


@pytest.mark.parametrize(
    ("where", "said"),
    [
        ("season == 2", "no card has the field `season`"),
        ("rank == count(deck)", "only fields are known"),
        ("rank < deck.count", "only fields are known"),
    ],
)
def test_of_cards_only_their_fields_are_asked_before_the_game(where, said, tmp_path):
    play = EFFECTS.replace("of: drawn}", f"of: drawn, where: {where}}}")
    with pytest.raises(UsageError, match=said):
        after_effects(tmp_path, play, [POINT])


def after_effects(tmp_path, play, effects):
    """The game after the effects of one card, of which one is drawn."""
    plain = {"id": "plain", "name": "Plain", "suit": "hearts", "rank": 1, "copies": 9}
    deed = {"id": "deed", "name": "Deed", "suit": "spades", "rank": 2, "text": "X."}
    names = ("coin", "point", "light", "card", "suit-hearts")
    game = mini(
        tmp_path,
        play,
        components=[plain, deed | {"effects": effects}],
        setup=EFFECT_SETUP,
        game=yaml.safe_dump({"terms": {one: {"one": one, "many": f"{one}s"} for one in names}}),
    )
    return wished(table_of(game, 3), "pay")[2]


def test_what_a_game_takes_at_most_is_proved_where_the_script_says_so(tmp_path):
    """Ten cards are left in the deck of two players; each has three turns."""
    turn = "turn: [{do: draw, from: deck, to: seat.hand, count: %s}]\n"
    for count, can in ((1, False), (2, True)):
        (bound,) = table_of(mini(tmp_path / str(count), turn % count + END)).bounds()
        said = f"6 turns take {6 * count} at most, and it holds 10"
        assert (bound.can_run_out, bound.sum) == (can, said)
    assert not table_of(mini(tmp_path / "unbound", turn % "round" + END)).bounds()
    (bound,) = table_of(mini(tmp_path / "none", f"turn: []\n{END}")).bounds()
    assert (bound.can_run_out, bound.sum) == (False, "no step of the script takes from it")
    declared = "bounds: [{pile: deck, most: deck.count - 1 - players, says: two are laid aside}]\n"
    (bound,) = table_of(mini(tmp_path / "told", declared + turn % "round" + END)).bounds()
    assert (bound.can_run_out, bound.sum) == (False, "two are laid aside: 7 < 10")


def test_dice_are_rolled_recorded_and_copied(tmp_path):
    write_starter(tmp_path, "pig", "pig")
    table = table_of(load(tmp_path)[0].games["pig"])
    for policy in ("random", "greedy"):
        for index in range(5):
            end = play_game(table, policy, index)
            assert end.outcome.finished, end.outcome.reason
            assert end.turns > 2
            assert end.outcome.winners
    starts = TurnStarts()
    first = play_game(table, observers=[starts])
    assert len(starts.taken) == first.turns
    for match, _, done in starts.taken:
        again = play_on(table.frame, match, [ScriptPolicy(first.choices[done:])] * 2)
        assert (again.outcome, again.turns) == (first.outcome, first.turns)
        assert again.match.census() == first.match.census()


CARDS = [
    {"id": "nine", "name": "Nine", "copies": 4, "suit": "red", "rank": 9},
    {"id": "nought", "name": "Nought", "copies": 4, "suit": "blue", "rank": 0},
]
SETUP = """
kind: setup
zones: {seat.deck: Deck, seat.discard: Discards}
steps:
  - {do: place, set: card, where: {suit: seat.colour}, to: seat.deck, each: seats}
"""
GAME = """
configurations: [{players: 2}]
piles: [{id: deck, zone: seat.deck, discard: seat.discard, when_empty: reshuffle}]
"""
PLAY = """
remember: {seat.points: {type: 0 to 200, beyond: stop}}
begin: [{do: shuffle, what: seat.deck, each: seats}]
turn:
  - {do: draw, from: seat.deck, to: seat.discard, as: drawn}
  - {do: add, what: seat.points, amount: drawn.rank}
ends: [{when: round == 12, after: round}]
score: seat.points
"""


@pytest.mark.parametrize("index", range(5))
def test_each_seat_renews_its_pile_from_its_own_discards(index, tmp_path):
    """Red's cards are worth 9 and blue's nothing: red has 12 of them and blue none."""
    game = mini(tmp_path, PLAY, game=GAME, setup=SETUP, components=CARDS)
    end = play_game(table_of(game), index=index)
    assert end.outcome.scores == (108, 0)
    assert end.tally.gauges[0].reshuffles == 4
    assert (end.tally.gauges[0].size, end.tally.gauges[0].least) == (4, 0)
    assert end.tally.gauges[0].reach == 4, "nothing is lost to either seat"


def test_the_least_of_what_every_seat_has_is_what_is_left(tmp_path):
    game = mini(
        tmp_path,
        "turn: [{do: draw, from: next.deck, to: seat.discard, when: seat == first}]\n"
        "ends: [{when: round == 3, after: round}]\nscore: seat.discard.count",
        game=GAME,
        setup=SETUP,
        components=CARDS,
    )
    end = play_game(table_of(game))
    assert (end.match.levels(), end.tally.gauges[0].least) == ([1], 1)


TRAP = """
remember: {seat.points: {type: -9 to 999, start: -9}, seat.seeds: 0 to 9}
turn:
  - {do: add, what: seat.points, amount: 5 * seat.seeds}
  - do: choose
    options:
      - {id: reap, then: [{do: add, what: seat.points, amount: 2}]}
      - {id: sow, then: [{do: add, what: seat.seeds}, {do: add, what: seat.points, amount: -1}]}
ends: [{when: round == 6, after: round}]
score: seat.points - seat.seeds
"""


def test_it_sows_where_a_greedy_player_reaps(tmp_path):
    ready = table_of(mini(tmp_path, TRAP))
    assert play_game(ready, "greedy").choices == (0,) * 12
    ended = play_game(ready, "search:20,greedy")
    assert ended.outcome.winners == (0,)
    assert ended.outcome.scores[0] > 3 * ended.outcome.scores[1]


TOGETHER = """
remember: {seat.points: {type: 0 to 99, beyond: stop}}
round:
  - do: together
    each: seats
    options:
      - {id: bid, pick: {card: seat.hand}, then: [{do: move, what: card, to: seat.bid}]}
  - {do: add, what: seat.points, amount: seat.bid.top.rank, each: seats}
  - {do: move, from: seat.bid, to: seat.won, each: seats}
ends: [{when: round == 3, after: round}]
score: seat.points
"""


def test_choices_at_the_same_time_are_hidden_until_all_have_chosen(tmp_path):
    policy, lines, match = wished(table_of(mini(tmp_path, TOGETHER), 3))
    assert policy.asked == [0, 1, 2, 0, 1, 2]
    assert policy.together == [1, 1, 1, 2, 2, 2]
    assert turns_of(lines) == ["red", "red", "red"]
    assert all(len(zone) == 3 for name, zone in match.census().items() if name.endswith(".won"))


class Peeks(SearchPolicy):
    """Notes whether the other seat's choice, made at the same time, changes its own."""

    def __init__(self, streams):
        super().__init__(1, 8, streams)
        self.compared = 0

    def pick(self, match, seat, what, options):
        taken = super().pick(match, seat, what, options)
        if self.made:
            index, together = self.made[-1]
            assert together == match.together
            self.made[-1] = (1 - index if index < 2 else 0, together)
            assert super().pick(match, seat, what, options) == taken
            self.made[-1] = (index, together)
            self.compared += 1
        return taken


def test_it_does_not_know_what_others_choose_at_the_same_time(tmp_path):
    ready = table_of(mini(tmp_path, TOGETHER))
    streams = luck(ready)
    policies = make_policies(("random", "random"), streams)
    peeks = Peeks(streams)
    policies[1] = peeks
    assert play_match(ready, streams, policies, [Referee(ready.frame)]).outcome.finished
    assert peeks.compared == 2


LEAST = """
remember: {seat.points: {type: 0 to 99, beyond: stop}}
turn:
  - do: choose
    options:
      - {id: more, then: [{do: add, what: seat.points, amount: 2}]}
      - {id: less, then: [{do: add, what: seat.points}]}
ends: [{when: round == 3, after: round}]
score: seat.points
wins: least
"""
GIFTS = """
teams: 2
remember: {seat.points: {type: 0 to 99, beyond: stop}}
turn:
  - do: choose
    options:
      - {id: keep, then: [{do: add, what: seat.points, amount: 2}]}
      - id: give
        when: round <= 2
        then: [{do: add, what: partner.points, amount: 30}]
ends: [{when: round == 3, after: round}]
score: seat.points
"""


def test_it_wants_few_points_where_fewest_win_and_helps_its_partner(tmp_path):
    ready = table_of(mini(tmp_path / "least", LEAST))
    assert play_game(ready, "search:6,random").outcome.scores[0] == 3
    ready = table_of(mini(tmp_path / "teams", GIFTS), 4)
    assert play_game(ready, "search:6,random,search:6,random").outcome.scores[0::2] == (62, 62)


ENDLESS = """
remember: {seat.points: 0 to 99}
turn:
  - {do: choose, options: [{id: left, then: []}, {id: right, then: []}]}
ends: [{when: seat.points == 3}]
score: seat.points
"""


def test_a_game_without_an_end_is_stopped_as_with_any_policy(tmp_path):
    ready = table_of(mini(tmp_path, ENDLESS))
    short = replace(ready, frame=replace(ready.frame, turn_cap=40))
    ended = play_game(short, "search:2,random")
    assert not ended.outcome.finished
    assert ended.turns == 40


CHOSEN = (
    DEALT
    + """  - do: choose
    each: seats
    order: reverse
    says: keeps a card
    options: [{id: keep, pick: {card: seat.hand}, then: [{do: move, what: card, to: seat.won}]}]
  - {do: return, from: seat.hand, each: seats}
"""
)


def test_what_set_up_lets_seats_choose_they_decide_before_the_first_turn(tmp_path):
    play = "turn: [{do: draw, from: deck, to: seat.hand}]\n" + END
    table = table_of(mini(tmp_path, play, setup=CHOSEN), 3)
    asked = []

    class Asked(Watching):
        def step(self, match, seat, what, options, index):
            asked.append((seat, what, len(options), [len(match.z[at]) for at in table.hands]))

    played = play_game(table, "greedy", observers=[Asked()])
    assert [one[:3] for one in asked] == [(seat, "keeps a card", 3) for seat in (2, 1, 0)]
    assert asked[0][3] == [3, 3, 3]
    won = table.program.tables.zones["seat.won"].places(3)
    assert all(len(played.match.z[at]) == 1 for at in won)
    again = play_game(table, "greedy")
    assert again.outcome == played.outcome

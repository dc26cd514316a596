"""What whole games need beside moves and choices: each word in the smallest game that shows it."""

import pytest
from matches import Watching, play_game, table_of
from scriptgames import COMPONENTS, mini, write_game

from generator.terminal.screen import Chronicle
from validator.catalogue.load import load
from validator.compiler.checks import check_scripts
from validator.play.observers import Sight


class Words(Watching):
    """What was decided, in words, each with how many could be chosen."""

    def __init__(self):
        self.said = []

    def step(self, match, seat, what, options, index):
        self.said.append((seat, options[index].say(), len(options)))


def played(root, play, index=0, **files):
    """A game of two, with its decisions in words."""
    table = table_of(mini(root, play, **files), 2)
    words = Words()
    return play_game(table, "random", index, referee=True, observers=[words]), words.said


def memory(game, name, seat=0):
    """What is remembered when a game is over."""
    slot = game.match.program.tables.memories[name]
    return game.match.n[slot.at + seat]


def test_a_procedure_asks_and_gives_back(tmp_path):
    play = """
    remember: {seat.points: 0 to 20}
    procedures:
      name(most):
        - do: choose
          options: [{id: say, pick: {n: {of: "numbers(1, most)"}}, then: [{do: give, what: n * 2}]}]
    turn:
      - {do: run, what: name, with: {most: 3}, as: doubled}
      - {do: set, what: seat.points, to: doubled + 1}
    ends: [{when: turns >= 2, after: turn}]
    score: seat.points
    """
    game, said = played(tmp_path, play)
    for seat, (_, words, many) in enumerate(said):
        assert many == 3
        assert memory(game, "seat.points", seat) == 2 * int(words.split()[-1]) + 1


NESTED = """
remember: {seat.points: 0 to 200, turn.last: 0 to 9, action.depth: 0 to 9}
procedures:
  gain(size): {action: true, steps: [{do: set, what: action.depth, to: size}, {do: run, what: halve,
    with: {much: size}}, {do: add, what: seat.points, amount: 10 * size + action.depth}]}
  halve(much):
    - do: each
      of: "[1, 2]"
      as: part
      then:
        - do: choose
          options:
            - {id: gain, when: much > 1, then: [{do: run, what: gain, with: {size: much // 2}}]}
            - {id: rest, when: much < 2}
        - {do: add, what: seat.points, amount: part}
turn: [{do: run, what: gain, with: {size: 4}}, {do: set, what: turn.last, to: 7}]
ends: [{when: turn.last == 7, after: turn}]
score: seat.points
"""


def test_a_procedure_that_runs_itself_knows_each_run_apart(tmp_path):
    """Sizes 4, 2 twice and 1 four times, each with parts 1 and 2; then 11 points for each size."""
    game, said = played(tmp_path, NESTED)
    assert [words for _, words, _ in said][:5] == ["gain", "gain", "rest", "rest", "gain"]
    assert len(said) == 2 + 4 + 8
    assert memory(game, "seat.points") == 7 * 3 + 11 * (4 + 2 * 2 + 4 * 1)


def test_a_game_in_which_a_procedure_runs_itself_for_ever_is_stopped(tmp_path):
    play = """
    procedures: {spin: [{do: shuffle, what: deck}, {do: run, what: spin}]}
    turn: [{do: run, what: spin}]
    ends: [{when: turns > 1, winners: all}]
    """
    game, _ = played(tmp_path, play)
    assert (game.outcome.finished, game.outcome.reason) == (False, "a loop does not end")


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("{do: run, what: spin, with: {one: deck.top}}", "one is number at first, and piece here"),
        ("{do: run, what: spin, with: {one: 2}, as: gave}", "spin runs itself, so it gives none"),
    ],
)
def test_what_a_procedure_that_runs_itself_takes_and_gives_is_told(step, message, tmp_path):
    play = f"""
    procedures: {{spin(one): [{{do: shuffle, what: deck}}, {step}]}}
    turn: [{{do: run, what: spin, with: {{one: 1}}}}]
    ends: [{{when: turns > 1, winners: all}}]
    """
    game = mini(tmp_path, play)
    told = list(check_scripts(type("One", (), {"games": {"mini": game}})))
    assert message in [one.message for one in told]


def test_a_procedure_that_gives_nothing_is_told(tmp_path):
    play = """
    procedures: {idle: [{do: shuffle, what: deck}]}
    turn: [{do: run, what: idle, as: gave}]
    ends: [{when: turns > 1, winners: all}]
    """
    game = mini(tmp_path, play)
    told = list(check_scripts(type("One", (), {"games": {"mini": game}})))
    assert any("gives nothing back" in one.message for one in told)


COINS = """
kind: setup
zones: {bank: Bank, seat.purse: Purse, seat.hand: Hand, deck: Deck}
steps:
  - {do: place, set: card, where: {suit: hearts, rank: [1, 2, 5]}, to: seat.purse, each: first}
  - {do: place, set: card, where: {suit: spades, rank: [1, 1, 2]}, to: bank}
  - {do: place, set: card, to: deck}
"""


@pytest.mark.parametrize(
    ("amount", "left", "bank"),
    [
        (3, ["hearts-5"], 4),
        (8, [], 5),
        (7, ["hearts-1"], 4),
        (4, ["hearts-1", "hearts-2", "spades-1"], 2),
    ],
)
def test_coins_pay_an_amount_with_change(tmp_path, amount, left, bank):
    """The fewest coins that pay it exactly, else the least that the bank can give back on."""
    play = f"""
    turn:
      - do: choose
        options:
          - id: buy
            then:
              - {{do: pay, from: seat.purse, to: bank, amount: {amount}, by: rank, change: bank}}
      - {{do: end_game, winners: seat}}
    """
    game, _ = played(tmp_path, play, setup=COINS)
    tables, match = game.match.program.tables, game.match
    purse = match.z[tables.zone_at["seat1.purse"]]
    assert sorted(tables.pieces[one].id for one in purse) == left
    assert len(match.z[tables.zone_at["bank"]]) == bank


def test_what_cannot_be_paid_is_not_offered(tmp_path):
    play = """
    turn:
      - do: choose
        options:
          - id: dear
            then: [{do: pay, from: seat.purse, to: bank, amount: 9, by: rank, change: bank}]
          - id: twins
            then: [{do: pay, from: seat.purse, to: bank, by: suit, amount: {hearts: 4}}]
          - id: pair
            then: [{do: pay, from: seat.purse, to: bank, by: suit, amount: {hearts: 2}}]
      - {do: end_game, winners: seat}
    """
    game, said = played(tmp_path, play, setup=COINS)
    assert said == [(0, "pair", 1)]
    assert len(game.match.z[game.match.program.tables.zone_at["seat1.purse"]]) == 1


def test_an_option_is_legal_only_if_the_choice_that_it_needs_is(tmp_path):
    play = """
    turn:
      - do: choose
        options:
          - id: show
            pick: {wanted: [hearts, spades, stars]}
            then:
              - do: choose
                needed: true
                options:
                  - {id: card, pick: {card: {of: deck, where: card.suit == wanted}}, then: []}
    ends: [{when: turns >= 4, winners: all}]
    """
    for index in range(5):
        _, said = played(tmp_path, play, index)
        assert {many for _, words, many in said if words.startswith("show")} == {2}


@pytest.mark.parametrize(("needed", "many"), [("true", 1), ("players == 2", 1), ("false", 2)])
def test_what_is_needed_again_is_looked_at_to_the_end(tmp_path, needed, many):
    """Steps of 2 and 3 that have to come to 6: from 5 there is none, so that none leads there."""
    play = f"""
    remember: {{turn.sum: 0 to 9}}
    turn:
      - do: choose
        again: 9
        needed: {needed}
        options:
          - id: go
            pick: {{n: {{of: "[2, 3]", where: turn.sum + n <= 6}}}}
            then: [{{do: add, what: turn.sum, amount: n}}]
          - {{id: rest, when: turn.sum == 6, then: [{{do: stop}}]}}
      - {{do: end_game, winners: seat}}
    """
    _, said = played(tmp_path, play)
    assert [one for _, _, one in said[:2]] == [2, many]


def test_a_seat_is_asked_whether_it_agrees(tmp_path):
    play = """
    remember: {table.agreed: 0 to 9}
    turn:
      - do: ask
        seat: next
        says: agrees
        then: [{do: add, what: table.agreed}]
    ends: [{when: turns >= 6, winners: all}]
    """
    game, said = played(tmp_path, play)
    assert [seat for seat, _, _ in said] == [1, 0, 1, 0, 1, 0]
    assert memory(game, "table.agreed") == sum(words == "yes" for _, words, _ in said)


def test_a_rule_decides_for_a_bot(tmp_path):
    """Of the cards that the first test leaves, the first one; nobody is asked."""
    play = """
    turn:
      - do: choose
        by: rule
        options:
          - id: lay
            pick: {card: seat.hand}
            prefer: [card.rank >= 5, card.rank >= 3]
            then: [{do: move, what: card, to: row}]
    ends: [{when: turns >= 2, winners: all}]
    """
    game, said = played(tmp_path, play)
    assert len(said) == 2 and not game.choices and {many for _, _, many in said} == {1}


@pytest.mark.parametrize(
    ("says", "left"),
    [
        ("largest: card.rank % 4", "37"),
        ("largest: [card.rank % 4, card.rank]", "7"),
        ("largest: [card.rank % 4, -card.rank]", "3"),
        ("{prefer: [card.rank == 9, card.rank <= 6], largest: [card.rank % 3, card.rank]}", "5"),
    ],
)
def test_the_largest_of_what_is_preferred_stays(tmp_path, says, left):
    """The first seat has hearts 1 to 8."""
    setup = COINS.replace(
        "rank: [1, 2, 5]}, to: seat.purse", "rank: [1, 2, 3, 4, 5, 6, 7, 8]}, to: seat.hand"
    )
    play = f"""
    turn:
      - do: choose
        options:
          - {{id: lay, pick: {{card: seat.hand}}, {says.strip("{}")}, then: []}}
      - {{do: end_game, winners: seat}}
    """
    _, ((_, words, many),) = played(tmp_path, play, setup=setup)
    assert words[-1] in left and many == len(left)


@pytest.mark.parametrize(
    ("end", "turns"),
    [
        ("{when: seat.points >= 2, after: turn}", 3),
        ("{when: seat.points >= 2, after: round}", 4),
        ("{when: seat.points >= 2, after: lap}", 5),
        ("{when: round >= 2, after: round, rounds: 3}", 10),
        ("{when: seat.points >= 2, after: now}", 3),
    ],
)
def test_a_game_ends_at_once_or_some_turns_later(tmp_path, end, turns):
    """A lap: the other seat once more, then the one who caused it."""
    end = end.replace("seat.points >= 2, after: round", "'any(seats, points >= 2)', after: round")
    play = f"""
    remember: {{seat.points: 0 to 20}}
    turn:
      - {{do: add, what: seat.points}}
      - do: choose
        options: [{{id: one, then: []}}, {{id: other, then: []}}]
    ends: [{end}]
    score: seat.points
    """
    game, said = played(tmp_path, play)
    assert game.turns == turns
    assert len(said) == (turns - 1 if "now" in end else turns)


def test_a_memory_may_not_leave_its_range_unless_it_says_so(tmp_path):
    play = """
    remember:
      table.free: 0 to 2
      table.stops: {type: 0 to 2, beyond: stop}
      table.wraps: {type: 0 to 2, beyond: wrap}
    turn: [{do: add, what: table.NAME, amount: players}]
    ends: [{when: turns >= 3, winners: all}]
    """
    ends = {
        name: played(tmp_path, play.replace("NAME", name))[0] for name in ("free", "stops", "wraps")
    }
    assert (
        ends["free"].outcome.stuck and "table.free leaves its range" in ends["free"].outcome.reason
    )
    assert (memory(ends["stops"], "table.stops"), memory(ends["wraps"], "table.wraps")) == (2, 0)


def test_a_move_of_too_few_is_a_fault_and_at_most_is_none(tmp_path):
    play = """
    turn: [{do: move, from: seat.hand, to: row, WORD: 5}]
    ends: [{when: turns >= 2, winners: all}]
    """
    assert played(tmp_path, play.replace("WORD", "count"))[0].outcome.stuck
    assert played(tmp_path, play.replace("WORD", "at_most"))[0].outcome.finished


def test_partners_win_together_and_who_is_out_has_no_turn(tmp_path):
    play = """
    remember: {seat.points: 0 to 20}
    teams: 2
    turn:
      - {do: add, what: seat.points}
      - {do: eliminate, seat: "seats[2]", when: turns == 2}
    ends: [{when: turns >= 9, after: turn}]
    score: seat.points
    """
    table = table_of(mini(tmp_path, play), 4)
    game = play_game(table, "random", 0)
    assert memory(game, "seat.points", 1) == 1
    assert game.outcome.winners == (0, 2)


def test_sets_runs_and_sums_of_cards(tmp_path):
    """Combinations of a hand that is all cards from 1 to 4 of two suits."""
    setup = """
    kind: setup
    zones: {deck: Deck, row: Row, seat.hand: Hand}
    steps:
      - {do: place, set: card, where: {rank: [1, 2, 3, 4]}, to: seat.hand, each: first}
      - {do: place, set: card, to: deck}
    """
    play = """
    turn:
      - do: choose
        options: [{id: lay, pick: {cards: {of: seat.hand, count: HOW, fit: "FIT"}}, then: []}]
      - {do: end_game, winners: seat}
    """
    for how, fit, many in (
        ("2", "same(cards, rank)", 4),
        ("3", "run(cards, rank) and same(cards, suit)", 4),
        ("'numbers(1, 3)'", "sum(cards, rank) == 4", 2 + 5 + 2),
        ("2", "same(cards, rank, wild=rank == 1)", 3 + 1 + 2 * 6),
    ):
        _, said = played(tmp_path, play.replace("HOW", how).replace("FIT", fit), setup=setup)
        assert said[0][2] == many, fit


def test_a_team_remembers_what_its_partners_have_together(tmp_path):
    """Seats 1 and 3 play seats 2 and 4; each adds its number to what its team has."""
    play = """
    teams: 2
    remember:
      team.points: 0 to 50
      team.asked[seat]: 0 to 9
      table.leader: seat
      table.n: 0 to 50
    turn:
      - {do: add, what: team.points, amount: seat.number}
      - {do: add, what: "next.team.asked[seat]"}
      - {do: set, what: table.leader, to: next, when: turns == 3}
      - do: set
        what: table.n
        to: "next.team.points + team.count + team.asked[partner]"
        when: table.leader.team != team and partner.team == team and partner in team
    ends: [{when: turns >= 7, winners: best}]
    score: [{says: points, of: team, value: team.points}, {says: seats, value: seat.number}]
    """
    game = play_game(table_of(mini(tmp_path, play), 4), referee=True)
    assert [memory(game, "team.points", team) for team in (0, 1)] == [8, 8]
    assert game.outcome.scores == (9, 10, 3, 4) and game.outcome.winners == (1, 3)
    assert memory(game, "table.n") == 8 + 2 + 0
    assert "team's points 8, team's asked 2 2" in game.match.show()


@pytest.mark.parametrize(
    ("memory", "score", "line"),
    [
        ("team.points", "seat.number", 3),
        ("turn.points", "[{says: points, of: team, value: seat.number}]", 6),
    ],
)
def test_nothing_is_of_a_team_where_there_is_none(tmp_path, memory, score, line):
    play = f"""
    remember: {{{memory}: 0 to 50}}
    turn: [{{do: add, what: {memory}}}]
    ends: [{{when: {memory} > 3, winners: all}}]
    score: {score}
    """
    write_game(tmp_path, play)
    (found,) = load(tmp_path)[1]
    assert "there are no teams" in found.message and found.place.line == line


def test_what_is_revealed_to_some_reaches_only_them(tmp_path):
    play = """
    begin: [{do: reveal, what: row.top}]
    turn:
      - {do: reveal, what: seat.hand, to: next}
      - {do: reveal, what: deck.top, to: seat}
    ends: [{when: turns >= 1, winners: all}]
    """
    setup = COINS.replace("bank: Bank", "row: Row").replace("to: bank", "to: row")
    setup = setup.replace("seat.purse, each", "seat.hand, each")
    game = mini(tmp_path, play, setup=setup)
    table = table_of(game, 3)
    sight = Sight(game, game.configurations[1], {}, table.frame)
    chronicle = Chronicle(sight, range(3))
    play_game(table, observers=[chronicle])
    told = {
        seat: [line.split("reveals: ")[1] for line in book.lines if "reveals" in line]
        for seat, book in chronicle.books.items()
    }
    hidden = ["?? to blue"] * 3
    assert told[0] == ["spades 2", *hidden, "spades 8 to red"]
    assert told[1] == ["spades 2", *(f"hearts {n} to blue" for n in (1, 2, 5)), "?? to red"]
    assert told[2] == ["spades 2", *hidden, "?? to red"]


@pytest.mark.parametrize(
    ("flips", "down"),
    [
        ("", ""),
        ("{do: flip, what: row.top}", "spades-2"),
        ("{do: flip, what: row}", "spades-1 spades-2"),
        ("{do: flip, what: row.top}, {do: flip, what: row}", "spades-1"),
        ("{do: flip, what: row.top}, {do: flip, what: row, to: down}", "spades-1 spades-2"),
        ("{do: flip, what: row}, {do: flip, what: row.bottom, to: up}", "spades-2"),
        ("{do: flip, what: seat.hand.top}", ""),
    ],
)
def test_a_piece_lies_face_up_until_it_is_flipped(tmp_path, flips, down):
    """What lies face down goes to the discards; it stays face down there."""
    play = f"""
    turn:
      - {{do: flip, what: deck.bottom, to: up}}
      - {{if: true, then: [{flips}]}}
      - {{do: move, from: row, to: discard, where: face == down}}
      - {{do: end_game, winners: seat, when: "all(discard, face == down)"}}
    ends: [{{when: turns >= 1, winners: nobody}}]
    """
    setup = COINS.replace("bank: Bank", "row: Row, discard: Discards")
    setup = setup.replace("to: bank", "to: row")
    game, _ = played(tmp_path, play, setup=setup)
    tables = game.match.program.tables
    lying = game.match.z[tables.zone_at["discard"]]
    assert " ".join(sorted(tables.pieces[one].id for one in lying)) == down
    assert game.outcome.winners == (0,)
    names = {one.id: one.name for one in tables.pieces}
    assert all(f"{names[one]} face down" in game.match.show() for one in down.split())


ACTIONS = """
remember:
  action.off: {type: 0 to 9, start: 1}
  action.of[suit]: {type: 0 to 9, of: {suit: card.suit}}
  table.told[rank]: {type: 0 to 99, of: {rank: [1, 2, 3, 4, 5]}}
procedures:
  build:
    action: true
    steps:
      - {do: set, what: "table.told[1]", to: "action.off * 10 + action.of[spades]"}
      - {do: add, what: action.off, amount: 3}
      - {do: add, what: "action.of[spades]", amount: 2}
      - RUN
      - {do: set, what: "table.told[3]", to: "action.off * 10 + action.of[spades]"}
  trade:
    action: true
    steps:
      - do: choose
        options: [{id: one, then: []}, {id: other, then: []}]
        when: ASKS
      - {do: add, what: action.off, amount: 5}
      - {do: run, what: plain}
      - LEAVE
  plain: [{do: set, what: "table.told[2]", to: "action.off * 10 + action.of[spades]"}]
turn:
  - {do: run, what: build, when: turns == 1}
  - {do: set, what: "table.told[4]", to: action.off}
ends: [{when: "turns >= 2 and table.told[4] + table.told[5] > 0", winners: all}]
"""


@pytest.mark.parametrize("asks", ["true", "false"])
@pytest.mark.parametrize(
    ("run", "leave", "told"),
    [
        ("{do: run, what: trade}", "{do: shuffle, what: deck}", [10, 60, 42, 1, 0]),
        ("{do: run, what: trade}", "{do: end_turn}", [10, 60, 0, 1, 0]),
        ("{do: repeat, most: 2, then: [{do: run, what: trade}]}", "{do: shuffle, what: deck}",
         [10, 60, 42, 1, 0]),
        ("{do: run, what: trade, as: got}\n      - {do: set, what: \"table.told[5]\", to: got}",
         "{do: give, what: action.off + 1}", [10, 60, 42, 1, 7]),
        ("{do: run, what: plain}", "{do: run, what: trade}", [10, 42, 42, 1, 0]),
    ],
)  # fmt: skip
def test_an_action_remembers_what_those_inside_of_it_do_not_see(tmp_path, asks, run, leave, told):
    play = ACTIONS.replace("RUN", run).replace("LEAVE", leave).replace("ASKS", asks)
    if "plain" in run:
        play = play.replace("      - {do: run, what: trade}\n", "")
    game, _ = played(tmp_path, play)
    slot = game.match.program.tables.memories["table.told"]
    assert [game.match.n[place] for place in slot.places()] == told


@pytest.mark.parametrize(
    ("leave", "why"),
    [("{do: stop}", "nothing here to stop"), ("{do: give, what: 1}", "nobody takes what is given")],
)
def test_what_is_done_in_an_action_leaves_nothing_else(tmp_path, leave, why):
    run = "{do: repeat, most: 2, then: [{do: run, what: trade}]}"
    play = ACTIONS.replace("RUN", run).replace("LEAVE", leave).replace("ASKS", "true")
    game = mini(tmp_path, play)
    told = list(check_scripts(type("One", (), {"games": {"mini": game}})))
    line = play[: play.index(leave)].count("\n") + 2
    assert any(why in one.message and one.place.line == line for one in told), told


MENUS = """
menus:
  luck:
    - {id: roll, then: [{do: set, what: table.n, to: 1}]}
    - {id: lot, when: table.n == 2, then: [OTHER]}
  more: [{id: wait, then: []}, {include: luck}]
remember: {table.n: 0 to 2}
turn:
  - {do: choose, options: [{id: own, then: []}, {include: more}]}
  - {do: set, what: table.n, to: 2}
  - {do: choose, options: [{include: luck}, {id: own, then: []}]}
  - {do: end_game, winners: nobody}
"""


def test_choices_share_the_options_of_menus(tmp_path):
    play = MENUS.replace("[OTHER]", "[]")
    found = [played(tmp_path, play, index)[1] for index in range(20)]
    assert {(said[0][2], said[1][2]) for said in found} == {(3, 3)}
    assert {said[0][1] for said in found} == {"own", "wait", "roll"}
    assert {said[1][1] for said in found} == {"own", "lot", "roll"}


@pytest.mark.parametrize(
    ("was", "now", "told"),
    [
        ("include: luck}]\nrem", "include: lack}]\nrem", "7:42: there is no menu 'lack'"),
        ("[OTHER]", "[{do: choose, options: [{include: more}]}]", "the menu 'luck' is in itself"),
        ("[OTHER]", "[{do: choose, options: [{include: luck}]}]", "the menu 'luck' is in itself"),
        (
            "{id: own, then: []}]}\n  - {do: end",
            "{include: luck}]}\n  - {do: end",
            "12:55: two options",
        ),
        ("{include: luck}, {id", "{id", "no choice includes the menu 'luck'"),
    ],
)
def test_a_menu_that_cannot_be_is_told(tmp_path, was, now, told):
    play = MENUS.replace(was, now).replace("[OTHER]", "[]")
    if "no choice" in told:
        play = play.replace("{include: luck}", "{id: other, then: []}")
    write_game(tmp_path, play)
    catalogue, found = load(tmp_path)
    found = [*found, *check_scripts(catalogue)]
    assert [one for one in found if told in f"{one.place}: {one.message}" and one.hint], found
    assert len(set(found)) == len(found)


KINDS = [dict(card, kinds=["odd", "all"][card["rank"] % 2 == 0 :]) for card in COMPONENTS]


@pytest.mark.parametrize(
    ("text", "many"),
    [
        ("count(deck, shares(kinds, [odd, odd]))", 8),
        ("count(deck, shares([odd, all], it.kinds))", 16),
        ("count(deck, odd in kinds and rank == 1)", 2),
        ("count(deck, shares([rank, 9], [3, 4]))", 4),
        ("count(deck, kinds.count == 1)", 8),
        ("1 if shares(others, [next, first]) else 0", 1),
        ("1 if shares(others, [seat, first]) else 0", 0),
        ("1 if shares(deck, [row, seat.hand]) else 0", 0),
        ("1 if shares([row, deck], deck) else 0", 1),
        ("count(values(card.kinds)) * 10 + count(values(deck, kinds), it == all)", 21),
    ],
)
def test_lists_share_something_or_not(tmp_path, text, many):
    """Cards of an odd rank have two kinds, the others one."""
    play = f"""
    remember: {{seat.n: 0 to 99}}
    turn: [{{do: set, what: seat.n, to: "{text}"}}]
    ends: [{{when: seat.n >= 0, winners: all}}]
    """
    setup = COINS.replace("bank: Bank", "row: Row").replace("rank: [1, 1, 2]", "rank: 9")
    setup = setup.replace("rank: [1, 2, 5]", "rank: 9").replace("to: bank", "to: row")
    game, _ = played(tmp_path, play, setup=setup, components=KINDS)
    assert memory(game, "seat.n") == many


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("shares(deck, seats)", "a seat, and a piece belongs"),
        ("shares(deck.top.kinds, [odd, rode])", "rode"),
        ("shares(deck.top.kinds)", "as in shares(card.kinds, [red, blue])"),
    ],
)
def test_lists_that_cannot_share_anything_are_told(tmp_path, text, told):
    play = f"""
    turn: [{{do: end_turn, when: "{text}"}}]
    ends: [{{when: turns > 3, winners: all}}]
    """
    write_game(tmp_path, play, components=KINDS)
    catalogue, _ = load(tmp_path)
    found = list(check_scripts(catalogue))
    assert [one for one in found if told in one.message + one.hint], found


@pytest.mark.parametrize(
    ("first", "begins"), [("previous", 2), ("next", 1), ("on(first, 2)", 2), ("right.right", 1)]
)
def test_turns_may_begin_with_a_seat_beside_the_first(tmp_path, first, begins):
    choice = "{do: choose, options: [{id: a, then: []}, {id: b, then: []}]}"
    for course in (
        f"turns: {{first: '{first}'}}\nturn: [{choice}]\n",
        f"round: [{{do: turns, first: '{first}', then: [{choice}]}}]\n",
    ):
        play = course + "ends: [{when: turns >= 3, winners: all}]\n"
        words = Words()
        play_game(table_of(mini(tmp_path, play), 3), observers=[words], referee=True)
        assert [seat for seat, _, _ in words.said] == [(begins + at) % 3 for at in range(3)]


@pytest.mark.parametrize(
    ("ends", "teams"),
    [
        ("[{when: turns >= 2, winners: all}, {when: turns >= 3, winners: nobody}]", 1),
        ("[{when: turns >= 2, winners: all}, {when: turns >= 3, winners: seat}]", 0),
        ("[{when: turns >= 2, winners: nobody}]", 0),
        ("[{when: turns >= 2, winners: all}, {when: turns >= 3}]", 0),
    ],
)
def test_a_game_that_all_win_or_nobody_has_one_side(tmp_path, ends, teams):
    play = f"""
    remember: {{seat.points: 0 to 20}}
    turn: [{{do: add, what: seat.points, amount: 1}}]
    ends: {ends}
    score: seat.points
    """
    assert table_of(mini(tmp_path, play), 2).frame.teams == teams


def test_a_step_that_gives_the_game_to_one_seat_divides_it(tmp_path):
    play = """
    turn: [{do: end_game, when: turns > 5, winners: seat}]
    ends: [{when: turns >= 2, winners: all}]
    """
    assert table_of(mini(tmp_path, play), 2).frame.teams == 0


def test_pieces_that_look_alike_are_said_with_how_many_they_are(tmp_path):
    play = """
    turn:
      - do: choose
        options:
          - {id: play, says: "plays {cards}", pick: {cards: {of: seat.hand, count: 3}}}
    ends: [{when: turns >= 2, winners: all}]
    """
    cart = {"id": "cart", "name": "Cart", "copies": 15}
    cow = {"id": "cow", "name": "Cow", "copies": 1}
    said = {
        words
        for at in range(9)
        for _, words, _ in played(tmp_path, play, at, components=[cart, cow])[1]
    }
    assert said == {"plays 3 x Cart", "plays 2 x Cart, Cow"}

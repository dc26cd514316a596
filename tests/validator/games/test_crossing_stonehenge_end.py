"""Crossing Stonehenge: turns, the ways to end, and what is told of a game."""

import pytest
from crossingboard import (
    AGREE,
    CELLS,
    DRUID,
    OFFER,
    PASS,
    PAWN,
    START,
    Moves,
    board,
    captives,
    cell,
    let_wait,
    look,
    match,
    pieces,
    play,
    played,
    stopped,
    table,
    waits,
)

from validator.play.driver import RandomPolicy, play_match, play_on
from validator.play.replay import Narrator
from validator.play.rules import Outcome
from validator.rng import Streams

GREEN_WINS, YELLOW_WINS, NOBODY = (0,), (1,), ()


def end(cells, *answers, rulings=()):
    outcome = played(cells, *answers, rulings=rulings)
    return outcome.reason, outcome.winners


def dancing(turns):
    """Both druids step in and out of the centre, green first, neither advancing."""
    steps = ("C21-D21", "C10-D10", "D21-C21", "D10-C10")
    return [steps[turn % 4] for turn in range(turns)]


DANCE = board(D="C21", E="C10")
"""Two druids and nothing else; the same position is there every four turns."""


def test_players_alternate_and_move_one_piece_a_turn():
    """CS-MOVE-01: seat by seat, and nothing else changes."""
    game, script = stopped(START, "B19-B14", "C12-C13", "B14-A14")
    assert script.turns == [0, 1, 0, 1]
    changed = {CELLS[at] for at in range(48) if pieces(game)[at] != START[at]}
    assert changed == {"B19", "A14", "C12", "C13"}


def test_druid_on_its_bar_wins():
    """CS-END-01: green's on A10, yellow's on A21."""
    cells = board(D="A11", E="A20", y="D11")
    assert end(cells, "A11-A10") == ("druid on its bar", GREEN_WINS)
    assert end(cells, "A20-A21", rulings=["X-CS-08=yellow"]) == ("druid on its bar", YELLOW_WINS)


def test_only_the_druid_and_only_its_own_bar_wins():
    """CS-END-01: neither a pawn on the bar, nor a druid on the other's."""
    story = ["A11-A10", "B10-C10", "B21-A21", "C10-D10", "A21-A13", "D10-C10"]
    stopped(board(g="A11", D="B21", E="B10"), *story)


def test_taking_the_druid_wins():
    """CS-END-02, CS-JUMP-08: by a jump or as a trapper, by either side."""
    assert end(board(D="D21", g="B18", E="B17")) == ("druid captured", GREEN_WINS)
    step = board(D="D21", g="B13 B15", E="B14")
    assert end(step, "B13-B14") == ("druid captured", GREEN_WINS)
    back = board(D="B18", y="B17", E="D10")
    assert end(back, rulings=["X-CS-08=yellow"]) == ("druid captured", YELLOW_WINS)


def test_taking_a_pawn_and_then_the_druid_wins():
    """CS-END-02, CS-JUMP-08: whatever else was taken."""
    cells = board(D="D21", g="B18", y="B17", E="B10")
    assert end(cells, "B10-B15") == ("druid captured", GREEN_WINS)


def test_taking_a_pawn_does_not_win():
    """CS-END-02."""
    stopped(board(D="D21", g="B18", E="D10", y="B17"))


def test_a_draw_may_be_offered_with_any_move_and_agreed_to_instead_of_one():
    """CS-END-03: from the first turn on; who offers moves all the same."""
    game = match(START)
    script = Moves(OFFER, "B19-B14", AGREE)
    outcome = play(game, script)
    assert outcome == Outcome((), (0, 0), "agreed")
    first, second, third = script.asked
    assert (first[-1], third[-1]) == (OFFER, AGREE)
    assert second == first[:-1]
    assert pieces(game)[cell("B14")]


def test_an_offer_that_is_not_taken_lapses():
    """CS-END-03: who moves instead has declined; the next may offer again."""
    script = Moves(OFFER, "B19-B14", "C12-C13", OFFER, "B14-A14", AGREE)
    assert play(match(START), script).reason == "agreed"
    said = [options[-1] for options in script.asked if options[-1] in (OFFER, AGREE)]
    assert said == [OFFER, AGREE, OFFER, AGREE]


FORCED = board(D="D21", g="A14", E="D10", y="B13")
"""After A14-B14 yellow has one move, to jump over B14."""


def test_who_has_a_single_move_may_agree_instead_of_it():
    """CS-END-03: or offer with it, and move all the same; without a word the offer lapses."""
    game, script = match(FORCED), Moves(OFFER, "A14-B14", AGREE)
    assert play(game, script).reason == "agreed"
    assert script.asked[2] == ["B13-B15", AGREE]
    assert captives(game) == []
    _, script = stopped(FORCED, OFFER, "A14-B14")
    assert script.asked[3][-1] == OFFER
    game, script = match(FORCED), Moves("A14-B14", OFFER, AGREE)
    assert play(game, script).reason == "agreed"
    assert script.asked[1:3] == [["B13-B15", OFFER], ["B13-B15"]]
    assert pieces(game)[cell("B15")]


@pytest.mark.parametrize(("option", "fifth"), [("on_recurrence", True), ("never", False)])
@pytest.mark.parametrize("passes", [False, True])
def test_variants_let_nobody_offer_before_a_position_came_back(option, fifth, passes):
    """CS-END-03, CS-END-05: X-CS-12; turn 5 has the position of turn 1, also if green passes."""
    cells, story = (STUCK, dancing(4)[::-2]) if passes else (DANCE, dancing(4))
    _, script = stopped(cells, *story, rulings=[f"X-CS-12={option}"])
    asked = script.asked[:5]
    assert [OFFER in options for options in asked] == [False] * 4 + [fifth]
    assert [PASS in options for options in asked] == [passes, False] * 2 + [passes]


@pytest.mark.parametrize("step", ["C21-D21", "C21-C20"])
def test_on_recurrence_a_draw_is_offered_where_a_position_came_back(step):
    """CS-END-03: X-CS-12; on turn 5, and it is answered on turn 6, wherever green steps with it."""
    answers = [*dancing(4), OFFER, step, AGREE]
    assert end(DANCE, *answers, rulings=["X-CS-12=on_recurrence"]) == ("agreed", NOBODY)


def test_on_recurrence_a_third_time_is_no_draw_by_itself():
    """CS-END-06, CS-END-03: X-CS-12 with the default of X-CS-11; turn 9 is the third time."""
    _, script = stopped(DANCE, *dancing(9), rulings=["X-CS-12=on_recurrence"])
    assert len(script.turns) == 10


def test_on_recurrence_the_side_to_move_is_part_of_the_position():
    """CS-END-03: X-CS-12; turn 4 has the pieces of turn 1, but yellow is to move."""
    cells = board(D="D20", E="C10", g="D21")
    story = ["D20-C20", "C10-D10", "C20-D20", "D10-C10", "D20-C20"]
    _, script = stopped(cells, *story[:4], rulings=["X-CS-12=on_recurrence"])
    assert [OFFER in options for options in script.asked] == [False] * 4 + [True]


def test_random_players_agree_in_some_games_and_win_others():
    """X-CS-12: the default leaves random play something to say."""
    ends = [random_game(index).outcome for index in range(40)]
    assert 5 < sum(one.reason == "agreed" for one in ends) < 35
    assert sum(bool(one.winners) for one in ends) > 5


def random_game(index, *rulings):
    streams = Streams(1, "crossing_stonehenge", "2+0", index)
    policies = [RandomPolicy(streams.rng(f"policy {seat}")) for seat in range(2)]
    return play_match(table(*rulings), streams, policies)


def test_ten_own_turns_without_an_advance_lose():
    """CS-END-04, CS-END-06: green's is turn 19, however often the position came back (X-CS-11)."""
    game = match(DANCE)
    script = Moves(*dancing(19))
    outcome = play(game, script)
    assert (outcome.reason, outcome.winners) == ("no advance", YELLOW_WINS)
    assert len(script.turns) == 19
    assert waits(game) == [10, 9]


def test_the_first_to_fail_loses():
    """CS-END-04: yellow on turn 20, as green has advanced on turn 9."""
    story = dancing(20)
    story[8] = "A15-A14"
    story[10::2] = dancing(19)[8:18:2]
    cells = board(D="C21", E="C10", g="A15")
    assert end(cells, *story) == ("no advance", GREEN_WINS)


@pytest.mark.parametrize(
    ("option", "pawns", "enemy", "story", "idle"),
    [
        ("own_step", "B15", "B16", [], [1, 0]),
        ("own_step", "B15", "C15", [], [1, 0]),
        ("own_step", "B15", "B14", [], [0, 0]),
        ("captures_count", "B15", "B16", [], [0, 0]),
        ("captures_count", "B15", "", ["B15-A15"], [1, 0]),
        ("own_step", "B13 B15", "B14", ["B13-B14"], [1, 0]),
        ("own_step", "A14 C14", "B14", ["A14-B14"], [1, 0]),
        ("own_step", "B13 B15", "B14", ["B15-B14"], [0, 0]),
        ("captures_count", "B13 B15", "B14", ["B13-B14"], [0, 0]),
    ],
)
def test_whether_a_capture_is_an_advance(option, pawns, enemy, story, idle):
    """CS-END-04: X-CS-06; jumps and trappers go back, aside or on, or a step takes nothing."""
    cells = board(D="D21", E="D10", g=pawns, y=enemy)
    assert waits(stopped(cells, *story, rulings=[f"X-CS-06={option}"])[0]) == idle


@pytest.mark.parametrize(
    ("pawn", "first", "move", "idle"),
    [
        ("g", "green", "B15-A15", [1, 0]),
        ("g", "green", "B15-D15", [1, 0]),
        ("g", "green", "B15-B14", [0, 0]),
        ("g", "green", "D21-D20", [0, 0]),
        ("y", "yellow", "B15-A15", [0, 1]),
        ("y", "yellow", "B15-B16", [0, 0]),
    ],
)
def test_an_advance_is_a_step_along_the_ring_by_any_piece(pawn, first, move, idle):
    """CS-END-04: X-CS-06; neither outwards nor to the centre; yellow goes the other way."""
    cells = board(**{"D": "D21", "E": "D10", pawn: "B15"})
    assert waits(stopped(cells, move, rulings=[f"X-CS-08={first}"])[0]) == idle


def test_the_turns_are_counted_from_the_last_advance():
    """CS-END-04: in a row, so an advance sets the count of its own side back, and no other."""
    game, _ = stopped(board(D="C21", E="C10", g="A15"), *dancing(4), "A15-A14", "C10-D10")
    assert waits(game) == [0, 3]


def test_the_turns_of_both_may_be_counted_together():
    """CS-END-04: X-CS-13; green's fifth turn is turn 9."""
    script = Moves(*dancing(9))
    outcome = play(match(DANCE, "X-CS-13=both"), script)
    assert (outcome.reason, outcome.winners, len(script.turns)) == ("no advance", YELLOW_WINS, 9)


@pytest.mark.parametrize(("option", "winners"), [("wins", GREEN_WINS), ("loses", YELLOW_WINS)])
def test_a_tenth_turn_without_an_advance_that_wins(option, winners):
    """CS-END-07, CS-END-01, CS-END-02, CS-END-04: X-CS-16; a jump back, a step outwards."""
    for cells in (board(D="D21", g="B15", E="B16"), board(D="B10", E="D14")):
        for idle, expected in ((8, GREEN_WINS), (9, winners)):
            game = match(cells, f"X-CS-16={option}")
            let_wait(game, idle, 0)
            outcome = play(game, Moves("B10-A10") if pieces(game)[cell("B10")] else Moves())
            assert (outcome.winners, waits(game)[0]) == (expected, idle + 1)


def test_a_draw_at_the_third_time_is_a_variant():
    """CS-END-06: X-CS-11; the first position is there a third time on turn 9."""
    script = Moves(*dancing(8))
    outcome = play(match(DANCE, "X-CS-11=third_time_draws"), script)
    assert (outcome.reason, outcome.winners) == ("a position came back", NOBODY)
    assert len(script.turns) == 9


class Dancer:
    """Steps its druid in and out of the centre."""

    def pick(self, match, seat, what, options):
        wanted = dancing(4)
        return next(at for at, one in enumerate(options) if Moves().name(one) in wanted)


def test_without_limits_only_the_cap_ends_a_dance():
    """CS-END-04: X-CS-06 has a variant without it; the game is reported as stalled."""
    game = match(DANCE, "X-CS-06=unlimited")
    stalled = play_on(table().frame, game, [Dancer(), Dancer()])
    assert not stalled.outcome.finished
    assert stalled.outcome.scores == (0, 0)
    assert stalled.turns == table().frame.turn_cap


STUCK = board(D="B14", y="B13 B15", E="D10")
"""Green's only piece is held between two yellow ones."""


@pytest.mark.parametrize(("option", "winners"), [("loses", YELLOW_WINS), ("draws", NOBODY)])
def test_no_legal_move(option, winners):
    """CS-END-05: X-CS-07, for either side."""
    assert end(STUCK, rulings=[f"X-CS-07={option}"]) == ("no legal move", winners)
    other = board(E="B14", g="B13 B15", D="D10")
    reason = end(other, rulings=[f"X-CS-07={option}", "X-CS-08=yellow"])
    assert reason == ("no legal move", tuple(1 - seat for seat in winners))
    free = board(D="B14", y="A20", E="D10")
    assert stopped(free, "B14-B13", "D10-C10", rulings=[f"X-CS-07={option}"])[1].turns[-1] == 0


def test_who_passes_without_a_legal_move_has_not_advanced():
    """CS-END-05, CS-END-04: X-CS-07; ten such turns lose, and an offer lapses with them."""
    game = match(STUCK, "X-CS-07=passes", "X-CS-08=yellow")
    steps = ["D10-C10", "C10-D10"] * 5
    script = Moves(OFFER, *steps)
    outcome = play(game, script)
    assert (outcome.reason, outcome.winners, waits(game)) == ("no advance", GREEN_WINS, [9, 10])
    passes = [asked for asked in script.asked if PASS in asked]
    assert passes == [[PASS, AGREE], *[[PASS, OFFER]] * 8]
    assert script.asked[3][-1] == OFFER


def test_who_has_to_pass_may_offer_and_agree():
    """CS-END-03, CS-END-05: X-CS-07; such a turn is one like others, and counts as one."""
    game = match(STUCK)
    assert play(game, Moves(OFFER, AGREE)).reason == "agreed"
    assert waits(game) == [1, 0]
    assert end(STUCK, OFFER, "D10-C10", AGREE, rulings=["X-CS-08=yellow"]) == ("agreed", NOBODY)
    _, script = stopped(STUCK, rulings=["X-CS-12=never"])
    assert script.asked[0] == [PASS]


def test_ten_passes_lose():
    """CS-END-04, CS-END-05: X-CS-07; yellow advances meanwhile."""
    game = match(STUCK)
    outcome = play(game, Moves(*[f"D{at}-D{at + 1}" for at in range(10, 19)]))
    assert (outcome.reason, outcome.winners, waits(game)) == ("no advance", YELLOW_WINS, [10, 0])


def test_a_replay_tells_the_turns_without_an_advance():
    """CS-END-04: the count of a side stands under every position once it has begun."""
    narrator = Narrator(table().frame)
    game, _ = stopped(board(D="C21", E="C10", g="B18", y="B17"), "C10-D10")
    narrator.after(game, Outcome((), (0, 0), "agreed"))
    assert narrator.lines == [
        "    |   10 11 12 13 14 15 16 17 18 19 20 21",
        "    | A  G  .  .  .  .  .  .  .  .  .  .  Y",
        "    | B  .  .  .  .  .  .  g  .  .  .  .  .",
        "    | C  .  .  .  .  .  .  .  .  .  .  .  D",
        "    | D  E  .  .  .  .  .  .  .  .  .  .  .",
        "    | table: Table (Board), Captives (yellow pawn)",
        "    | green: bar board.A10",
        "    | yellow: bar board.A21, idle 1",
        "the end: agreed",
        "scores: green 0, yellow 0",
        "won by: nobody",
    ]


def test_a_piece_that_was_leapt_over_may_be_leapt_over_in_a_later_turn():
    """CS-JUMP-09: X-CS-15; green leaps over B17 and an enemy, then back over it and another."""
    cells = board(D="D21", E="D10", g="B18 B17", y="B16 A16")
    rulings = ["X-CS-15=own_too", "X-CS-02=adjacent_run"]
    game, _ = stopped(cells, "B18-B15", "A16-B16", "B15-B18", rulings=rulings)
    assert pieces(game)[cell("B17")] == pieces(game)[cell("B18")] == PAWN
    assert captives(game) == [-PAWN, -PAWN]


def test_pieces_that_are_taken_are_counted_and_kept_as_captives():
    """CS-JUMP-02."""
    game, _ = stopped(board(D="C21", E="C10", g="B18", y="B17 A12"))
    assert sorted(one for one in pieces(game) if one) == [-DRUID, -PAWN, PAWN, DRUID]
    assert captives(game) == [-PAWN]


def test_no_pile_is_there_to_be_emptied():
    """CS-META-01, CS-COMP-05: whoever wants to empty one has no better move."""
    game = match(START)
    options = look(game, game.pc, turns=1).options
    assert game.drain("deck", 0, "move", options) == [0] * 26
    assert (game.levels(), [one.zones for one in game.unseen(0)]) == ([], [{}])

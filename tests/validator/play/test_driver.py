"""The driver, the referee and the policies on a game of a few lines."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest
from tinygame import FRAME, TinyTable

from validator.findings import UsageError
from validator.play.driver import (
    PlayedGame,
    Policy,
    RandomPolicy,
    ScriptPolicy,
    best,
    make_policies,
    parse_policy,
    play_match,
)
from validator.play.match import Tally
from validator.play.observers import Referee, RefereeError
from validator.play.rules import SupplySpec
from validator.rng import Rng, Streams
from validator.simulation.totals import peak_use


def play(policy: str = "random", table: TinyTable | None = None, index: int = 0) -> PlayedGame:
    table = table or TinyTable()
    streams = Streams(1, "tiny", "2+0", index)
    policies = make_policies(parse_policy(policy, table.frame), streams)
    return play_match(table, streams, policies, [Referee(table.frame)])


def test_a_record_replays_to_the_same_end() -> None:
    for index in range(20):
        first = play(index=index)
        script = ScriptPolicy(first.choices)
        again = play_match(TinyTable(), Streams(1, "tiny", "2+0", index), [script, script])
        assert again.outcome == first.outcome
        assert again.turns == first.turns
        assert again.choices == first.choices


@pytest.mark.parametrize("choices", [(), (2,) * 30])
def test_a_record_that_does_not_fit_is_refused(choices: tuple[int, ...]) -> None:
    script = ScriptPolicy(choices)
    with pytest.raises(ValueError, match="the record does not fit this game at choice 1"):
        play_match(TinyTable(), Streams(1, "tiny", "2+0", 0), [script, script])


def test_counts() -> None:
    """Two cards a turn: ten cards last five turns; one of two is given up; one was forced."""
    played = play("drain:deck")
    assert played.turns == 5
    assert sum(played.tally.drawn) == 10
    assert sum(played.tally.played) == 5
    assert played.tally.gauges[0].first == 5
    assert played.tally.gauges[0].least == 0
    assert (len(played.choices), played.forced) == (5, 0)


def test_a_single_option_is_not_asked() -> None:
    script = ScriptPolicy([1, 1, 1, 1, 0])
    played = play_match(TinyTable(), Streams(1, "tiny", "2+0", 0), [script, script])
    assert (len(played.choices), played.forced) == (5, 1)


@pytest.mark.parametrize(
    ("caps", "reason"),
    [
        (replace(FRAME, turn_cap=3), "no end after 3 turns"),
        (replace(FRAME, choice_cap=2), "no end after 2 choices"),
    ],
)
def test_a_game_past_its_cap_is_reported(caps: object, reason: str) -> None:
    played = play(table=TinyTable(frame=caps))  # type: ignore[arg-type]
    assert not played.outcome.finished
    assert played.outcome.reason == reason
    assert len(played.outcome.scores) == 2


def test_an_endless_game_stops_at_the_cap() -> None:
    played = play(table=TinyTable("endless"))
    assert (played.outcome.finished, played.turns) == (False, FRAME.turn_cap)


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("lose", "lost 1 x"),
        ("set", "options come from a"),
        ("twice", "is there twice"),
    ],
)
def test_the_referee_catches(fault: str, message: str) -> None:
    table = TinyTable(fault)
    policy: Policy = _Last()
    observers = [Referee(table.frame)]
    with pytest.raises((RefereeError, TypeError), match=message):
        play_match(table, Streams(1, "tiny", "2+0", 0), [policy, policy], observers)


@pytest.mark.parametrize("fault", ["", "untold"])
def test_a_pile_of_a_supply_tells_what_is_taken(fault: str) -> None:
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

    def say(self) -> str:
        return f"option {self.at}"


def test_the_referee_compares_options_that_have_no_hash() -> None:
    match = TinyTable().deal(Streams(1, "tiny", "2+0", 0), Tally(len(FRAME.cards), [10]))
    referee = Referee(FRAME)
    referee.before(match)
    referee.step(match, 0, "take", [Loose(1), Loose(2)], 0)
    with pytest.raises(RefereeError, match="the option 'option 2' is there twice"):
        referee.step(match, 0, "take", [Loose(1), Loose(2), Loose(2)], 0)


class _Last:
    def pick(self, match: object, seat: int, what: str, options: object) -> int:
        return len(options) - 1  # type: ignore[arg-type]


def test_who_has_nothing_to_choose_ends_the_game() -> None:
    """The game is put aside there with its record, which shows it again."""
    played = play(table=TinyTable("none"), index=3)
    outcome = played.outcome
    assert (outcome.finished, outcome.stuck, outcome.winners) == (False, True, ())
    assert outcome.reason == "seat 1 has nothing to choose for 'take'"
    script = ScriptPolicy(played.choices)
    again = play_match(TinyTable("none"), Streams(1, "tiny", "2+0", 3), [script, script])
    assert again.outcome == outcome


def test_steps_without_a_choice_are_bounded_too() -> None:
    """A game that goes on for ever within a turn, in which nobody has a choice, is stopped."""
    played = play(table=TinyTable("forced"))
    assert not played.outcome.finished
    assert played.outcome.reason == f"no end after {FRAME.choice_cap} steps without a choice"


def test_policies_differ_by_seat() -> None:
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
def test_unknown_policies_are_refused(text: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        parse_policy(text, FRAME)
    assert hint in error.value.hint


def test_best_takes_the_highest_and_any_of_equals() -> None:
    rng = Rng(1, 2, 3)
    assert best([1, 5, 3], rng) == 1
    assert {best([2, 7, 7, 1, 7], rng) for _ in range(50)} == {1, 2, 4}


class First(RandomPolicy):
    """A random player that was changed: it takes the first option."""

    def pick(self, match: object, seat: int, what: str, options: Sequence[object]) -> int:
        return 0


def test_the_driver_draws_only_for_random_players_themselves() -> None:
    streams = Streams(1, "tiny", "2+0", 0)
    played = [
        play_match(TinyTable(), streams, [kind(streams.rng(name)) for name in ("one", "two")])
        for kind in (RandomPolicy, First)
    ]
    assert [set(one.choices) for one in played] == [{0, 1}, {0}]


def test_random_takes_everything() -> None:
    policy = RandomPolicy(Rng(1, 2, 3))
    table = TinyTable()
    match = table.deal(Streams(1, "tiny", "2+0", 0), play().tally)
    assert {policy.pick(match, 0, "take", (1, 2, 3)) for _ in range(50)} == {0, 1, 2}

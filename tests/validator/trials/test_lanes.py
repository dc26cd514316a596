"""Words made ahead are those that a stream makes one by one, whatever is done with it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validator.builds import COMPILED
from validator.catalogue.model import Catalogue
from validator.play.plan import prepare
from validator.play.replay import plan_of
from validator.rng import Rng, Streams
from validator.trials import games
from validator.trials.games import luck_of, run_range
from validator.trials.lanes import (
    FEW,
    FIRST_GAMES,
    GAMES,
    BlockStreams,
    Luck,
    ReadyRng,
    lanes_of,
)

ADDRESS = 3, "fog", "2+0"


def plain(index: int, name: str) -> Rng:
    """The stream of a game on its own."""
    return Streams(*ADDRESS, index).rng(name)


@given(st.integers(1, 40), st.integers(1, 60), st.integers(0, 2**32))
def test_lanes_are_the_words_of_their_streams(count: int, words: int, seed: int) -> None:
    streams = [Rng(seed + at, 0xFFFFFFFF - at, seed * at) for at in range(count)]
    for one in streams:
        one.word()
    made = lanes_of(streams, words)
    for stream, found, behind in zip(streams, made.words, made.behind, strict=True):
        assert list(reversed(found)) == [stream.word() for _ in range(words)]
        assert behind.word() == stream.word()


@given(st.lists(st.one_of(st.integers(1, 2**31), st.integers(-FEW * 3, 0))), st.integers(1, 50))
def test_a_stream_goes_on_alike_beyond_its_words(steps: list[int], words: int) -> None:
    """Numbers below ``n``, shuffles of ``-n`` items, and a copy taken after each."""
    alone = Rng(11, 12, 13)
    made = lanes_of([Rng(11, 12, 13), Rng(5, 6, 7)], words)
    ready = ReadyRng(list(made.words[0]), made.behind[0])
    for step in steps:
        copied = ready.copy()
        for one in (ready, copied):
            apart = alone.copy()
            if step > 0:
                assert one.below(step) == apart.below(step)
            else:
                items, expected = list(range(-step)), list(range(-step))
                one.shuffle(items)
                apart.shuffle(expected)
                assert items == expected
        alone = apart
        assert ready.copy().word() == copied.copy().word() == alone.copy().word()


def test_no_lane_spills_into_the_next() -> None:
    """All bits are set in each, and the first word is the largest."""
    streams = [Rng(0xFFFFFFFE, 0, 0xFFFFFFFF) for _ in range(3)]
    for found in lanes_of(streams, 9).words:
        alone = streams[0].copy()
        assert list(reversed(found)) == [alone.word() for _ in found]
    assert lanes_of(streams, 1).words[0] == (0xFFFFFFFF,)


def test_games_of_a_run_have_the_streams_of_games_alone() -> None:
    """Block after block, with names that only some ask for, that many or no words are used of."""
    luck = Luck(*ADDRESS, 3 * GAMES)
    for index in range(7, 3 * GAMES):
        streams = luck.of(index)
        for name in ["deck", "policy-0", *["rare"] * (index % 3 == 0)]:
            rng, alone = streams.rng(name), plain(index, name)
            wanted = index % 5 * FEW
            assert [rng.below(9) for _ in range(wanted)] == [alone.below(9) for _ in range(wanted)]
        again = streams.rng("deck")
        assert again.word() == plain(index, "deck").word()
    assert streams.rng("never").copy().ahead() == streams.rng("never").ahead() != []


def test_games_may_be_asked_for_in_any_order() -> None:
    luck = Luck(*ADDRESS, 100)
    for index in (50, 3, 99, 4, 60, 60):
        assert luck.of(index).rng("deck").word() == plain(index, "deck").word()


def test_what_a_stream_needed_is_made_for_those_of_the_next_games() -> None:
    luck, names = Luck(*ADDRESS, 1000), ("long", "short")
    for index in range(FIRST_GAMES):
        for name, words in zip(names, (FEW * 4 + index, 2), strict=True):
            rng = luck.of(index).rng(name)
            for _ in range(words):
                rng.below(5)
    made = [luck.of(FIRST_GAMES).rng(name) for name in names]
    assert [len(one.words) for one in made] == [FEW * 4 + FIRST_GAMES - 1, 2]


def test_both_builds_play_the_same_games(
    shipped: Catalogue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The compiled one makes its words as they come."""
    plan = plan_of(shipped, "first_druid", players=3)
    ahead = run_range(plan, prepare(plan), 3, 50)
    assert isinstance(luck_of(plan, 9)(4), BlockStreams)
    monkeypatch.setattr(games, "build", lambda: COMPILED)
    assert type(luck_of(plan, 9)(4)) is Streams
    assert run_range(plan, prepare(plan), 3, 50) == ahead

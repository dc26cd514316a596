"""Random numbers: frozen, addressed, even."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from validator.rng import Rng, Streams


def test_words_are_those_of_sfc32() -> None:
    """Worked by hand from the definition: a=1, b=2, c=3, counter=1."""
    rng = Rng(1, 2, 3)
    # 1: out = 1+2+1 = 4;  a = 2 ^ 0 = 2;  b = 3+24 = 27;  c = (3 << 21) + 4 = 6291460
    assert rng.word() == 4
    assert (rng.a, rng.b, rng.c, rng.counter) == (2, 27, 6291460, 2)
    # 2: out = 2+27+2 = 31;  a = 27;  b = 9*6291460;  c = rotl(6291460, 21) + 31
    assert rng.word() == 31
    assert rng.b == 9 * 6291460
    assert rng.c == ((6291460 << 21 | 6291460 >> 11) + 31) & 0xFFFFFFFF


def test_streams_never_change() -> None:
    """These numbers are frozen: a record made once must replay for ever."""
    rng = Streams(1, "henge", "2+1", 0).rng("setup")
    assert [rng.below(100) for _ in range(8)] == [21, 28, 10, 32, 85, 61, 84, 80]


def test_streams_are_apart() -> None:
    streams = [
        Streams(1, "henge", "2+1", 0).rng("setup"),
        Streams(2, "henge", "2+1", 0).rng("setup"),
        Streams(1, "first_druid", "2+1", 0).rng("setup"),
        Streams(1, "henge", "3+0", 0).rng("setup"),
        Streams(1, "henge", "2+1", 1).rng("setup"),
        Streams(1, "henge", "2+1", 0).rng("luck_deck"),
    ]
    assert len({tuple(rng.word() for _ in range(3)) for rng in streams}) == len(streams)


@given(st.integers(1, 2**16), st.integers(0, 2**32))
def test_below_stays_below(n: int, seed: int) -> None:
    rng = Rng(seed, 5, 7)
    assert all(0 <= rng.below(n) < n for _ in range(20))


@given(st.integers(0, 40), st.integers(0, 2**32))
def test_shuffle_takes_one_word_a_swap(count: int, seed: int) -> None:
    one, two = Rng(seed, 5, 7), Rng(seed, 5, 7)
    items, expected = list(range(count)), list(range(count))
    one.shuffle(items)
    for last in range(count - 1, 0, -1):
        other = two.below(last + 1)
        expected[last], expected[other] = expected[other], expected[last]
    assert items == expected
    assert one.word() == two.word()


@given(st.lists(st.integers()), st.integers(0, 2**32))
def test_shuffle_keeps_everything(items: list[int], seed: int) -> None:
    shuffled = items.copy()
    Rng(seed, 5, 7).shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)


def test_every_order_is_about_as_likely() -> None:
    """24 orders of four, 24,000 shuffles: chi-square with 23 degrees stays below 60 (p < 1e-4)."""
    rng = Streams(1, "test", "1+0", 0).rng("setup")
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 60


@given(st.integers(1, 2**31), st.integers(0, 2**32))
def test_below_is_the_share_of_the_next_word(n: int, seed: int) -> None:
    one, two = Rng(seed, 5, 7), Rng(seed, 5, 7)
    for _ in range(20):
        assert one.below(n) == two.word() * n >> 32

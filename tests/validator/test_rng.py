"""Random numbers: frozen, addressed, even."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from validator.rng import Rng, Streams


def test_words_are_those_of_sfc32():
    """Worked by hand from the definition: a=1, b=2, c=3, counter=1."""
    rng = Rng(1, 2, 3)
    # 1: out = 1+2+1 = 4;  a = 2 ^ 0 = 2;  b = 3+24 = 27;  c = (3 << 21) + 4 = 6291460
    assert rng.word() == 4
    assert (rng.a, rng.b, rng.c, rng.counter) == (2, 27, 6291460, 2)
    # 2: out = 2+27+2 = 31;  a = 27;  b = 9*6291460;  c = rotl(6291460, 21) + 31
    assert rng.word() == 31
    assert rng.b == 9 * 6291460
    assert rng.c == ((6291460 << 21 | 6291460 >> 11) + 31) & 0xFFFFFFFF


def test_streams_never_change():
    """These numbers are frozen: a record made once must replay for ever."""
    rng = Streams(1, "henge", "2+1", 0).rng("setup")
    assert [rng.below(100) for _ in range(8)] == [21, 28, 10, 32, 85, 61, 84, 80]


def test_streams_are_apart():
    first = {"seed": 1, "game": "henge", "table": "2+1", "index": 0, "name": "setup"}
    others = {"seed": 2, "game": "first_druid", "table": "3+0", "index": 1, "name": "luck_deck"}
    asked = [first, *(first | {key: value} for key, value in others.items())]
    streams = [Streams(*[*one.values()][:4]).rng(one["name"]) for one in asked]
    assert len({tuple(rng.word() for _ in range(3)) for rng in streams}) == 6


NAMES = st.lists(st.sampled_from("abcdefgh"), max_size=20)
SEEDS = st.integers(0, 2**32)


def rngs(seed):
    """Twice the same numbers."""
    return Rng(seed, 5, 7), Rng(seed, 5, 7)


@given(NAMES, SEEDS)
def test_shuffle_takes_two_words_however_many_items_and_keeps_all(items, seed):
    one, two = rngs(seed)
    shuffled = items.copy()
    one.shuffle(shuffled)
    assert sorted(shuffled) == sorted(items)
    if items:
        two.word(), two.word()
    assert one.word() == two.word()


@given(NAMES, NAMES, SEEDS)
def test_what_else_is_shuffled_moves_nothing(items, more, seed):
    """However they lay before, and whatever of other names comes or goes."""
    one, two = rngs(seed)
    alone, others = items.copy(), [*reversed(items), *(name.upper() for name in more)]
    one.shuffle(alone)
    two.shuffle(others)
    assert [name for name in others if name.islower()] == alone


def test_items_are_shuffled_by_their_names():
    """Numbers that stand for other things in another version: the things come in one order."""
    old, new = ["ant", "bee", "cat", "dog"], ["dog", "cat", "eel", "bee", "ant"]
    before, after = [*range(4)], [*range(5)]
    Rng(1, 2, 3).shuffle(before, old.__getitem__)
    Rng(1, 2, 3).shuffle(after, new.__getitem__)
    assert [new[at] for at in after if new[at] != "eel"] == [old[at] for at in before]


def test_where_a_card_comes_says_nothing_of_where_another_does():
    """Of ten items, the places of each pair over 20,000 shuffles: chi-square with 89 degrees."""
    rng = Streams(2, "test", "1+0", 0).rng("setup")
    seen = {pair: Counter[tuple[int, int]]() for pair in ((0, 1), (0, 9), (4, 5))}
    for _ in range(20_000):
        items = list(range(10))
        rng.shuffle(items)
        for (one, two), places in seen.items():
            places[items.index(one), items.index(two)] += 1
    expected = 20_000 / 90
    for places in seen.values():
        assert sum((count - expected) ** 2 / expected for count in places.values()) < 160


def test_every_order_is_about_as_likely():
    """24 orders of four, 24,000 shuffles: chi-square with 23 degrees stays below 60 (p < 1e-4)."""
    rng = Streams(1, "test", "1+0", 0).rng("setup")
    orders = Counter()
    for _ in range(24_000):
        items = [0, 1, 2, 3]
        rng.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 60


@given(st.integers(1, 2**32), SEEDS)
def test_below_is_the_share_of_the_next_word(n, seed):
    one, two = rngs(seed)
    for _ in range(20):
        assert one.below(n) == two.word() * n >> 32

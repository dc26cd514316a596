"""Henge: the greedy player rates moves together as it would rate each by itself."""

from __future__ import annotations

from collections.abc import Sequence

from gametable import table_of

from validator.games.henge.moves import HengeMove
from validator.play.driver import play_match
from validator.play.rules import Match, Option
from validator.rng import Rng, Streams


class Comparing:
    """Takes any option, and counts how often moves rated together and one by one agreed."""

    def __init__(self) -> None:
        self.rng = Rng(1, 2, 3)
        self.same = 0
        self.other: list[str] = []

    def pick(self, match: Match, seat: int, what: str, options: Sequence[Option]) -> int:
        if what == "move":
            together = match.rate(seat, what, options)
            moves = [one for one in options if isinstance(one, HengeMove)]
            alone = [match.rate(seat, what, [one])[0] for one in moves]
            self.same += together[: len(moves)] == alone
            if together[: len(moves)] != alone:
                self.other.append(match.show())
        return self.rng.below(len(options))


def test_moves_are_rated_together_as_each_by_itself() -> None:
    table, policy = table_of("henge", 3), Comparing()
    play_match(table, Streams(1, "henge", "3+0", 0), [policy] * 3)
    assert policy.same > 50
    assert not policy.other

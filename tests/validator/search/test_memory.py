"""What a seat remembers of cards that went where it cannot look."""

from __future__ import annotations

from collections import Counter

from validator.play.observers import Unseen
from validator.simulation.search import SeatMemory


class Table:
    """A deck, two piles face down and an open row."""

    def __init__(self) -> None:
        self.deck = [1, 2, 3, 4]
        self.pile = [5]
        self.row = [6, 7, 7]

    def unseen(self, seat: int) -> list[Unseen]:
        return [Unseen({"deck": self.deck}), Unseen({"pile": self.pile})]


def watched() -> tuple[Table, SeatMemory]:
    table = Table()
    return table, SeatMemory(0, table)  # type: ignore[arg-type]


def knows(table: Table, memory: SeatMemory) -> dict[str, Counter[int]]:
    memory.look(table)  # type: ignore[arg-type]
    return dict(memory.knows())


def test_of_what_lay_there_at_first_nothing_is_known() -> None:
    assert knows(*watched()) == {}


def test_a_card_that_was_seen_to_go_there_is_known_until_it_comes_out() -> None:
    table, memory = watched()
    table.pile.append(table.row.pop(0))
    assert knows(table, memory) == {"pile": Counter([6])}
    table.row.append(table.pile.pop(0))
    assert knows(table, memory) == {"pile": Counter([6])}
    table.row.append(table.pile.pop())
    assert knows(table, memory) == {}


def test_copies_are_counted() -> None:
    table, memory = watched()
    for count in (1, 2):
        table.pile.append(7)
        table.row.remove(7)
        assert knows(table, memory) == {"pile": Counter({7: count})}
    table.pile.remove(7)
    table.row.append(7)
    assert knows(table, memory) == {"pile": Counter([7])}


def test_when_any_card_may_have_gone_elsewhere_unseen_nothing_is_known_of_where_it_lay() -> None:
    table, memory = watched()
    table.pile.append(table.row.pop(0))
    assert knows(table, memory) == {"pile": Counter([6])}
    table.deck.append(table.pile.pop(0))
    assert knows(table, memory) == {}


def test_cards_that_lie_elsewhere_stay_known_when_others_move() -> None:
    table, memory = watched()
    table.pile.append(table.row.pop(0))
    knows(table, memory)
    table.row.append(table.deck.pop())
    assert knows(table, memory) == {"pile": Counter([6])}


def test_what_is_known_now_is_kept_apart_from_what_will_be() -> None:
    table, memory = watched()
    table.pile.append(table.row.pop(0))
    memory.look(table)  # type: ignore[arg-type]
    now = memory.knows()
    table.row.append(table.pile.pop())
    memory.look(table)  # type: ignore[arg-type]
    assert dict(now) == {"pile": Counter([6])}
    assert memory.knows() == {}

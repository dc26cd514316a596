"""Options as a person reads them: columns, groups, pages, and those that have the words typed."""

import pytest

from generator.terminal.screen import (
    ROWS,
    WIDTH,
    entries_of,
    exact,
    groups,
    match_entries,
    menu_lines,
    pages,
)

MOVES = entries_of(
    [f"{steps} steps to {where}: {act}" for steps in range(1, 31) for where, act in
     (("the oak", "carve"), ("the stream", "rest"))]
)  # fmt: skip


def test_few_options_stand_one_below_the_other():
    assert menu_lines(entries_of(["yes", "no"])) == ["   1  yes", "   2  no"]


def test_short_options_stand_in_columns_read_downwards():
    lines = menu_lines(entries_of([f"A{number}" for number in range(40)]))
    assert lines[0].split()[::2] == ["1", "7", "13", "19", "25", "31", "37"]
    assert len(lines) == 6
    assert max(map(len, lines)) <= WIDTH


def test_many_options_are_grouped_by_the_words_that_tell_them_apart_best():
    assert [name for name, _ in groups(MOVES)] == ["carve", "rest"]
    assert menu_lines(MOVES)[0] == "      30 options with 'carve': type carve"
    named = entries_of([f"ask {who} for {card}" for who in ("ann", "ben") for card in range(50)])
    assert [name for name, _ in groups(named)] == ["ask ann", "ask ben"]


def test_a_group_that_is_called_by_a_number_is_typed_so_that_it_takes_no_option():
    numbered = entries_of([f"{n} times the card {m:020}" for n in (1, 2) for m in range(30)])
    assert menu_lines(numbered)[0].endswith("type /1")


def test_a_group_of_one_is_that_option():
    odd = entries_of(
        [*(f"lay {card:02} beside the old stone of the avenue" for card in range(30)), "pass"]
    )
    assert menu_lines(odd)[-1] == "  31  pass"


def test_options_that_no_words_group_come_in_pages():
    wild = entries_of([f"{number:03}-{'x' * 40}" for number in range(50)])
    assert groups(wild) == []
    assert pages(wild) == 3
    shown = [line for page in range(3) for line in menu_lines(wild, page)[:-1]]
    assert [int(line.split()[0]) for line in shown] == list(range(1, 51))
    assert all(len(menu_lines(wild, page)) <= ROWS + 1 for page in range(3))


@pytest.mark.parametrize(
    ("typed", "count"),
    [("carve", 30), ("OAK", 30), ("5 steps", 2), ("5 carve", 1), ("ca 5", 1), ("1", 2), ("elm", 0)],
)
def test_words_keep_the_options_that_have_them(typed, count):
    assert len(match_entries(MOVES, typed)) == count


def test_the_whole_words_of_an_option_mean_it():
    assert exact(entries_of(["Fog", "Fog bank"]), "fog") == entries_of(["Fog"])[0]
    assert exact(entries_of(["Fog", "Fog"]), "fog") is None

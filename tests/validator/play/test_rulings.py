"""Rulings: what is in force, and errors that list what would be right."""

from __future__ import annotations

import pytest

from validator.catalogue.model import Catalogue
from validator.findings import UsageError
from validator.play.rulings import resolve_rulings, rulings_not_default, split_by_game


def test_every_ruling_has_an_option_in_force(shipped: Catalogue) -> None:
    game = shipped.games["crossing_stonehenge"]
    rulings = resolve_rulings(game, ["X-CS-03=free"])
    assert list(rulings) == [ruling.id for ruling in game.rulings]
    assert rulings["X-CS-03"] == "free"
    assert rulings_not_default(game, rulings) == ["X-CS-03=free"]
    assert rulings_not_default(game, resolve_rulings(game)) == []


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("X-CS-03", "'X-CS-03' is no ruling", "ID=OPTION"),
        ("X-CS-99=free", "no ruling 'X-CS-99'", "X-CS-02, X-CS-03"),
        ("X-CS-03=fre", "no option 'fre'", "jump_first, bar_first, free"),
    ],
)
def test_errors_list_what_there_is(shipped: Catalogue, text: str, message: str, hint: str) -> None:
    with pytest.raises(UsageError) as error:
        resolve_rulings(shipped.games["crossing_stonehenge"], [text])
    assert message in error.value.message
    assert hint in error.value.hint


def test_rulings_go_to_their_game(shipped: Catalogue) -> None:
    games = [shipped.games[name] for name in ("battle_of_the_gods", "crossing_stonehenge")]
    shares = split_by_game(games, ["X-CS-03=free"])
    assert shares == {"battle_of_the_gods": [], "crossing_stonehenge": ["X-CS-03=free"]}
    with pytest.raises(UsageError, match="no ruling 'X-FD-01'"):
        split_by_game(games, ["X-FD-01=x"])

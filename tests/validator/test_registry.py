"""A game gets the common checks and those that its own rules module brings, no others."""

from __future__ import annotations

from dataclasses import replace

from validator.catalogue.model import Catalogue, Game
from validator.checks import CHECKS
from validator.games.henge.checks import CHECKS as OF_HENGE
from validator.registry import Brought, checks_of, checks_of_modules, parts_of_module, run_checks


def codes_of(game: Game) -> set[str]:
    return {code for check in checks_of(game) for code in check.codes}


def test_what_is_henges_is_checked_in_henge_alone(shipped: Catalogue) -> None:
    own = {code for check in OF_HENGE for code in check.codes}
    common = {code for check in CHECKS for code in check.codes}
    assert codes_of(shipped.games["henge"]) == common | own | {"claim-kind", "claim-unclear"}
    for name in shipped.games.keys() - {"henge"}:
        assert codes_of(shipped.games[name]) == common | {"claim-kind", "claim-unclear"}


def test_a_module_that_is_not_installed_brings_nothing(shipped: Catalogue) -> None:
    game = replace(shipped.games["henge"], module="no_such_game", claims=())
    assert "rondel-area" not in codes_of(game)
    assert all(one.code != "claim-kind" for one in run_checks(Catalogue({game.id: game})))


def test_a_module_need_bring_nothing() -> None:
    assert parts_of_module(object()) == Brought()


def test_the_checks_of_all_modules_are_known_without_a_game() -> None:
    assert checks_of_modules() == tuple((check, "henge") for check in OF_HENGE)

"""What a rules module cannot read is a finding, not a crash."""

from dataclasses import replace

from validator.catalogue.effects import Gain
from validator.catalogue.model import Catalogue, Game
from validator.findings import Severity
from validator.play.rulings import find_missing_modules, ready


def told(game: Game) -> list[tuple[str, str, str]]:
    found = ready(Catalogue({game.id: game}))
    assert all(one.severity is Severity.ERROR and one.hint for one in found)
    return [(one.code, one.place.file, one.message) for one in found]


def test_the_shipped_games_are_ready(shipped: Catalogue) -> None:
    assert ready(shipped) == ()


def test_an_effect_without_a_rule_is_found_at_its_card(shipped: Catalogue) -> None:
    game = shipped.games["henge"]
    luck = game.sets["luck"]
    odd = replace(luck.components[3], effects=(Gain("druid"),))
    cards = (*luck.components[:3], odd, *luck.components[4:])
    changed = replace(game, sets={**game.sets, "luck": replace(luck, components=cards)})
    ((code, file, message),) = told(changed)
    assert (code, file) == ("play-refused", "components/henge/luck.yaml")
    assert odd.id in message


def test_a_word_that_is_also_the_id_of_another_card_does_not_mislead(shipped: Catalogue) -> None:
    game = shipped.games["henge"]
    luck = game.sets["luck"]
    other = game.sets["board"].components[0]
    odd = replace(luck.components[3], effects=(Gain(other.id),))
    cards = (*luck.components[:3], odd, *luck.components[4:])
    changed = replace(game, sets={**game.sets, "luck": replace(luck, components=cards)})
    (found,) = ready(Catalogue({game.id: changed}))
    assert other.id in found.message
    assert found.place == odd.place_of("effects")


def test_a_ruling_that_was_taken_out_is_named(shipped: Catalogue) -> None:
    game = shipped.games["henge"]
    fewer = tuple(one for one in game.rulings if one.id != "X-HEN-03")
    ((code, _, message),) = told(replace(game, rulings=fewer))
    assert code == "play-refused"
    assert "X-HEN-03" in message


def test_an_unknown_module_is_refused(shipped: Catalogue) -> None:
    game = replace(shipped.games["henge"], module="no_such_game")
    catalogue = Catalogue({game.id: game})
    (one,) = find_missing_modules(catalogue)
    assert (one.code, one.place) == ("play-refused", game.places["module"])
    assert "no_such_game" in one.message
    assert ready(catalogue) == (), "it is told once"
    (near,) = find_missing_modules(Catalogue({game.id: replace(game, module="hegne")}))
    assert near.hint.startswith("did you mean 'henge'?")


def test_a_missing_limit_of_simulated_play_is_told_with_what_to_write(shipped: Catalogue) -> None:
    game = replace(shipped.games["first_druid"], simulation=())
    [one] = ready(Catalogue({game.id: game}))
    assert (one.code, one.place.file) == ("play-refused", "components/first_druid/game.yaml")
    assert "`simulation` in game.yaml declares no limit 'offers'" in one.message
    assert "write in game.yaml: `simulation: [{id: offers, most: 3" in one.hint

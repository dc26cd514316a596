"""Changes of play scripts: which there are, what notices them, and rules that they prove."""

from textwrap import dedent

import pytest
from mutants.__main__ import equivalent
from mutants.proving import prove
from mutants.scripts import Judge, formula_changes, project_of, rule_mutants, starter_mutants
from mutants.trial import Attempt, try_all

from generator.installed import starters
from generator.starter import write_starter
from validator.catalogue.load import load

SAMPLE = 15


def test_a_formula_is_changed_in_every_part():
    assert formula_changes("round >= 8 and seat.out", is_test=True) == [
        *("round >= 8 or seat.out", "seat.out", "round >= 8", "round > 8 and seat.out"),
        *("round >= 9 and seat.out", "round >= 7 and seat.out"),
        *("true", "false", "not (round >= 8 and seat.out)"),
    ]
    assert formula_changes("3 - seat.hand.count", is_test=False) == [
        "3 + seat.hand.count",
        "4 - seat.hand.count",
        "2 - seat.hand.count",
    ]


def test_steps_options_and_ends_are_taken_out():
    gone = [one for one in starter_mutants("fog") if one.after == "nothing"]
    taken = {(one.line, one.before) for one in gone if one.file.endswith("play.yaml")}
    assert {(8, "draw"), (12, "nothing"), (13, "play {card}"), (21, "effects")} <= taken
    assert (29, "the fog closed in round") in taken
    steps = [one.before for one in gone if one.file.endswith("setup.yaml")]
    assert {"place", "shuffle deck"} <= set(steps)


@pytest.mark.heavy
@pytest.mark.parametrize("name", starters())
def test_a_sample_of_the_changes_of_a_starter_is_noticed(name):
    root, same = project_of(name), equivalent(name)
    chosen = [one for one in starter_mutants(name) if one.name not in same]
    judge = Judge.of(root, name)
    attempts = [Attempt(one, judge) for one in chosen[:: len(chosen) // SAMPLE + 1]]
    trials = list(try_all(root, [Attempt(None, judge), *attempts], 2))
    alive = [one.attempt.mutant for one in trials if not one.killed]
    assert alive.count(None) == 1, "the sound script is no change"
    assert [one.name for one in alive if one] == []


RULES = """
kind: rules
prefix: FOG
sections:
  - title: Turn
    rules:
      - {id: FOG-TURN-01, says: A turn begins with a card.}
      - {id: FOG-TURN-02, says: A card may be played.}
"""
CITING = '''
from pathlib import Path
from validator.catalogue.load import load

ROOT = Path(__file__).parents[1]

def test_a_card_is_drawn():
    """FOG-TURN-01."""
    turn = load(ROOT)[0].games["fog"].play.turn
    assert [step.verb for step in turn] == ["draw", "choose"]

def test_nothing():
    """FOG-TURN-02."""
    assert load(ROOT)
'''


@pytest.mark.heavy
def test_a_rule_that_a_step_names_is_proved_by_the_tests_that_cite_it(tmp_path, edit):
    write_starter(tmp_path, "Fog")
    folder = tmp_path / "components" / "fog"
    step = "{do: draw, from: deck, to: seat.hand}\n"
    edit(folder / "play.yaml", f"  - {step}", f"  - {step[:-2]}, rules: [FOG-TURN-01]}}\n")
    edit(folder / "play.yaml", "- id: play", "- id: play\n        rules: [FOG-TURN-02]")
    (folder / "rules.yaml").write_text(dedent(RULES), encoding="utf-8")
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_fog.py").write_text(CITING, encoding="utf-8")
    [game] = load(tmp_path)[0].games.values()
    proofs = prove(tmp_path, "fog", list(rule_mutants(game)), 1)
    proved = {rule: (proof.is_proved, proof.tried) for rule, proof in proofs.items()}
    assert proved == {"FOG-TURN-01": (True, 1), "FOG-TURN-02": (False, 4)}

"""What `--only` takes: pieces, sets, copies and values of fields, and what it says of others."""

import pytest

from generator.failures import WrongUseError
from generator.printing.selection import only_of, value_words
from validator.catalogue.load import load

SUITS = """\
kind: components
set: boats
name: Boats
singular: Boat
form: card
size: poker
template: basic/card
fields:
  type: object
  properties:
    suit: {type: string}
    tons: {type: integer}
    ports: {type: array, items: {type: string}}
    fast: {type: boolean}
components:
  - {id: lugger, name: Lugger, suit: harbour, tons: 30, ports: [hull, deal]}
  - {id: cutter, name: Cutter, suit: harbour, tons: 12, fast: true}
  - {id: barge, name: Barge, suit: river, tons: 30, ports: [deal]}
"""


@pytest.fixture
def boats(tiny):
    (tiny / "components/fog/boats.yaml").write_text(SUITS, encoding="utf-8")
    catalogue, findings = load(tiny)
    assert "boats" in catalogue.games["fog"].sets, findings
    return catalogue.games["fog"]


@pytest.mark.parametrize(
    ("words", "taken"),
    [
        ("lugger", "lugger"),
        ("lugger,barge", "lugger barge"),
        ("boats", "lugger cutter barge"),
        ("suit=harbour", "lugger cutter"),
        ("suit=harbour,river", "lugger cutter barge"),
        ("suit=harbour tons=30", "lugger"),
        ("ports=deal", "lugger barge"),
        ("fast=true", "cutter"),
        ("fast=yes", "cutter"),
        ("barge cutter suit=river", "barge"),
        ("copies=1 boats", "lugger cutter barge"),
    ],
)
def test_names_add_up_and_fields_narrow(boats, words, taken):
    only = only_of(words.split(), [boats])
    assert [one.id for one in boats.components() if only.takes(one)] == taken.split()
    assert all(map(only_of([], [boats]).takes, boats.components()))


def test_a_number_of_copies_is_for_a_piece_or_each_of_a_set(boats):
    only = only_of(["boats:2", "lugger:5"], [boats], counted=True)
    most = {one.id: only.most(one) for one in boats.sets["boats"].components}
    assert most == {"lugger": 5, "cutter": 2, "barge": 2}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("luger", "no piece or set 'luger' for --only; did you mean 'lugger'"),
        ("zzz", "no piece or set 'zzz' for --only; sets are boats, card"),
        ("suits=harbour", "no piece has a field 'suits' for --only; did you mean 'suit'"),
        ("suit=harbor", "no piece has suit=harbor; did you mean 'harbour'"),
        ("tons=5", "no piece has tons=5; there are 30, 12"),
        ("cutter suit=river", "no piece is all of --only cutter suit=river"),
        ("lugger:0", "'0' is no number of copies; write lugger:1"),
        ("lugger:x", "'x' is no number of copies"),
    ],
)
def test_what_is_not_there_is_told_with_what_was_meant(boats, words, said):
    with pytest.raises(WrongUseError) as caught:
        only_of(words.split(), [boats], counted=True)
    assert said in str(caught.value)
    with pytest.raises(WrongUseError, match="a number of copies is for `print`; write lugger"):
        only_of(["lugger:2"], [boats])


def test_values_are_said_as_they_are_typed():
    assert value_words((1, "a", True, None)) == ("1", "a", "true", "yes")
    assert value_words({"coin": 2}) == ("coin",)

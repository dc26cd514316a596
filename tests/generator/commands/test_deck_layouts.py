"""A layout for each deck, typed or in its data; where one does not fit, the others print."""

from __future__ import annotations

import json

import pytest
from commandline import run

from generator.outputs.kit_options import KitOptions
from generator.printing.layout.asked import check_sheets, layouts_for
from generator.printing.layout.papers import layouts
from generator.printing.sheets.options import PrintOptions
from validator.catalogue.load import load
from validator.catalogue.model import Form


def laid(tiny, file="cards.pdf", paper="a4"):
    """How many fronts of each deck lie on each of its pages."""
    rows = json.loads((tiny / f"output/fog/print/{paper}/placements.json").read_text("utf-8"))
    found: dict[str, dict[int, int]] = {}
    for row in rows:
        if row["face"] == "front" and row["file"] == file:
            pages = found.setdefault(row["deck"], {})
            pages[row["page"]] = pages.get(row["page"], 0) + 1
    return {deck: max(pages.values()) for deck, pages in found.items()}


@pytest.fixture
def harbour(tiny):
    """A game with poker cards and tarot contracts."""
    contracts = (tiny / "components/fog/cards.yaml").read_text(encoding="utf-8")
    for old, new in [
        ("set: card", "set: contracts"),
        ("size: poker ", "size: tarot "),
        ("- id: ", "- id: the-"),
    ]:
        assert old in contracts
        contracts = contracts.replace(old, new)
    (tiny / "components/fog/contracts.yaml").write_text(contracts, encoding="utf-8")
    return tiny


def test_one_tarot_deck_does_not_block_the_print(harbour):
    told = run("print", "fog", "--project", harbour, "--layout", "3x3", status=1).output
    assert laid(harbour) == {"card": 9}
    assert {"coin"} <= laid(harbour, "chits.pdf").keys()
    assert "contracts.yaml:8:" in told, told
    assert "do not fit the layout 3x3 on A4" in told
    assert "--layout contracts=auto (4 a sheet) or 2x2 (4 a sheet)" in told
    again = run("print", "fog", "--project", harbour, "--layout", "3x3", status=1).output
    assert "nothing has changed" not in again


def test_what_the_message_says_works(harbour):
    words = ("--layout", "3x3", "--layout", "contracts=2x2")
    run("print", "fog", "--project", harbour, *words)
    assert laid(harbour) == {"card": 9, "contracts": 4}


def test_a_set_says_its_own_grid_which_gives_way_to_what_is_typed_for_it(harbour, edit):
    edit(
        harbour / "components/fog/contracts.yaml", "size: tarot ", "sheet_layout: 2x2\nsize: tarot "
    )
    run("print", "fog", "--project", harbour, "--layout", "3x3")
    assert laid(harbour) == {"card": 9, "contracts": 4}
    run("print", "fog", "--project", harbour, "--paper", "a3", "--layout", "contracts=auto")
    assert laid(harbour, paper="a3")["contracts"] == 10
    run("print", "fog", "--project", harbour, "--layout", "gutterfold")
    assert laid(harbour)["contracts"] < 4


def test_a_deck_in_strips_is_a_file_of_its_own(harbour):
    run("print", "fog", "--project", harbour, "--layout", "contracts=gutterfold")
    assert laid(harbour).keys() == {"card"}
    assert laid(harbour, "cards-gutterfold.pdf").keys() == {"contracts"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["contract=2x2"], "there is no set 'contract'; did you mean 'contracts'?"),
        (["contracts=9x9"], "there is no layout 9x9; there are auto, "),
        (["3x3", "2x2"], "3x3 and 2x2 are both for all decks"),
        (["card=3x3", "card=2x2"], "--layout names a deck twice"),
    ],
)
def test_what_cannot_be_had(harbour, words, said):
    typed = [part for word in words for part in ("--layout", word)]
    told = run("print", "fog", "--project", harbour, *typed, status=2).output
    assert said in " ".join(told.split())
    assert not (harbour / "output").exists()


def test_coins_do_not_lie_in_the_grid_of_cards(tiny):
    told = run("print", "fog", "--project", tiny, "--layout", "coin=3x3", status=1).output
    assert "a coin cannot lie in the layout 3x3" in told
    assert "take one of auto, gutterfold" in told
    assert laid(tiny)


def test_check_tells_a_layout_that_is_not_there(tiny, edit):
    edit(
        tiny / "components/fog/cards.yaml", "size: poker ", "sheet_layout: gutterfald\nsize: poker "
    )
    (found,) = check_sheets(load(tiny)[0], tiny)
    assert (found.code, found.place.line) == ("sheet-layout", 8)
    assert found.hint == "did you mean 'gutterfold'?"


def test_what_fits_no_layout_of_a_paper_names_papers_that_take_it(tiny, edit):
    edit(tiny / "components/fog/cards.yaml", "size: poker ", "size: mat_big ")
    told = run("print", "fog", "--project", tiny, status=1).output
    assert "no layout of this paper takes them; print on --paper tabloid" in " ".join(told.split())


@pytest.mark.parametrize("form", list(Form))
def test_every_form_that_is_laid_at_all_takes_auto(form):
    found = layouts_for(form)
    assert ("auto" in found) == (form not in (Form.BOARD, Form.STANDEE, Form.UPRIGHT))
    assert set(found) <= layouts().keys()


def test_words_become_options():
    options = KitOptions(layout=["3x3", "contracts=2x2"]).print_options()
    assert options == PrintOptions(layout="3x3", deck_layouts=(("contracts", "2x2"),))
    assert options.for_deck("contracts").arrangement.id == "2x2"
    assert options.for_deck("card").arrangement.id == "3x3"
    assert options.for_deck("card", "4x2").arrangement.id == "4x2"
    assert options.for_deck("contracts", "4x2").arrangement.id == "2x2"

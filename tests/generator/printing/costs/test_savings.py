from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.printing.costs.savings import cheaper_print, count_sheets
from generator.printing.documents import stocks
from generator.printing.options import PrintOptions
from validator.catalogue.load import load


def test_what_would_take_less_paper_is_told_as_it_is_typed_and_takes_what_is_said(tiny, edit):
    cards = tiny / "components" / "fog" / "cards.yaml"
    edit(cards, "copies: 5\n    cost: 3", "copies: 60\n    cost: 3")
    game = load(tiny)[0].games["fog"]
    pairs, *_ = faces_of(game, load_templates(tiny)[0], bleed_mm=3.0)
    found = stocks(game, pairs, {one.id: one.copies for one in game.components()})

    def told(**chosen):
        return cheaper_print(game, found, PrintOptions(**chosen))

    def sheets(**chosen):
        return count_sheets(game, found, PrintOptions(**chosen))

    assert told() == told(layout="4x2") == ""
    board = {"layout": "gutterfold", "board_mm": 1.0}
    narrow = sheets(**board, bleed_mm=2.0, exact_bleed=True)
    assert told(**board) == (
        f"{sheets(**board)} sheets are many; {narrow} with --bleed 2; "
        f"{sheets()} without --layout gutterfold --board 1"
    )
    assert narrow < sheets(**board) / 1.5
    many = told(skip=frozenset({1, 2, 3, 4, 5}))
    assert many.endswith(f"{sheets()} without --skip 1,2,3,4,5")

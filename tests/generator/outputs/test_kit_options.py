"""What is typed after ``trilith print``, and what it comes to."""

import pytest

from generator.commands.print import KitOptions
from generator.failures import WrongUseError
from generator.printing.imposition import Flip, Shift
from generator.printing.options import PrintOptions
from generator.printing.printers import Printer


def test_nothing_typed_is_the_default_print():
    assert KitOptions().print_options() == PrintOptions()


def test_lists_are_typed_with_commas():
    options = KitOptions(skip="1, 3", cut="svg,dxf", players=2).print_options()
    assert (options.skip, options.cut, options.players) == ({1, 3}, ("svg", "dxf"), 2)


def test_a_printer_says_how_backs_move_and_sheets_turn_unless_it_is_typed():
    printer = Printer("den", Shift(1, 2), Flip.SHORT)
    options = KitOptions().print_options(printer)
    assert (options.backs, options.flip) == (Shift(1, 2), Flip.SHORT)
    assert KitOptions(flip=Flip.LONG).print_options(printer).flip is Flip.LONG


def test_a_git_revision_means_only_what_changed():
    assert KitOptions(since="HEAD").print_options().changed


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"skip": "x"}, "'x' is not a slot number"),
        ({"paper": "a9"}, "there is no paper a9"),
        ({"marking": True, "players": 2}, "leave out --players"),
        ({"card_mm": 9.0}, "a card of 9 mm is not between"),
        ({"bleed": 9.0, "scale": 9.0}, "9 mm is not between .*; a scale of 9 is not"),
    ],
)
def test_choices_that_cannot_be_had(typed, said):
    with pytest.raises(WrongUseError, match=said):
        KitOptions(**typed).print_options()

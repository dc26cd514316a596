"""Pictures that would have too many pixels are refused before they are drawn."""

import pytest

from generator.design.face import Face
from generator.failures import WrongUseError
from generator.outputs.pictures import refuse_too_many


def board(width_mm, height_mm):
    return Face("key", "<svg/>", width_mm, height_mm, 3.0)


def test_a_card_may_have_1200_dots_an_inch():
    refuse_too_many([board(63.5, 88.9)], 1200)


def test_a_board_may_not_and_the_message_says_what_may():
    with pytest.raises(WrongUseError, match=r"600 x 600 mm has 820 million pixels at 1200 dpi"):
        refuse_too_many([board(63.5, 88.9), board(600, 600)], 1200)
    refuse_too_many([board(600, 600)], 419)
    with pytest.raises(WrongUseError, match="take --dpi 419 or less"):
        refuse_too_many([board(600, 600)], 420)

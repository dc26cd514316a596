"""What a layout cannot hold is told with what would help, at the pieces that are to blame."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from generator.cli import application


@pytest.mark.parametrize(
    ("words", "line", "hint"),
    [
        (("--skip", "1,2,3,4", "--layout", "2x2"), "cards.yaml:8:", "name fewer with --skip"),
        (("--skip", "99", "--layout", "2x2"), "cards.yaml:8:", "name slots from 1 to 4"),
    ],
)
def test_pieces_that_do_not_fit(tiny, words, line, hint):
    result = CliRunner().invoke(application(), ["print", "fog", "--project", str(tiny), *words])
    assert result.exit_code == 1
    told = result.stdout + result.stderr
    assert "[print-layout]" in told
    assert line in told
    assert hint in told


def test_a_set_that_the_layout_does_not_take_is_told_at_its_size(tiny, edit):
    edit(tiny / "components/fog/cards.yaml", "size: poker ", "size: tarot ")
    words = ["print", "fog", "--project", str(tiny), "--layout", "3x3"]
    result = CliRunner().invoke(application(), words)
    assert result.exit_code == 1
    told = result.stdout + result.stderr
    assert "cards.yaml:8:" in told
    assert "print with --layout auto" in told

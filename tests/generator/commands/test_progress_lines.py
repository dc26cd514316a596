"""Progress in a log: a line now and then, with the time that is left; nothing of what is quick."""

from __future__ import annotations

import pytest

from generator.console import lines_of


def test_a_log_gets_a_line_now_and_then(capsys: pytest.CaptureFixture[str]) -> None:
    seconds = iter((0.0, 4.0, 11.0, 12.0, 30.0, 45.0))
    tell = lines_of("playing Henge", lambda: next(seconds))
    for done in (1, 20, 21, 60):
        tell(done, 120, "")
    tell(99, None, "")
    assert capsys.readouterr().err.splitlines() == [
        "playing Henge: 20 of 120, about 55 s left",
        "playing Henge: 60 of 120, about 30 s left",
        "playing Henge: 99",
    ]


def test_what_is_quick_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    tell = lines_of("playing", lambda: 1.0)
    tell(0, 10, "")
    tell(10, 10, "")
    assert capsys.readouterr().err == ""

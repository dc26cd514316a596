"""A project with a game, a print of it, and a game that was played at a table."""

import pytest
from playedgames import PLAYED, print_of

from generator.changes.print_records import record_path, record_text


@pytest.fixture
def printed(tiny):
    """A project whose game was printed once; candle has changed since, if marks say anything."""
    path = record_path(tiny, "fog", "KWXMPA")
    path.parent.mkdir(parents=True)
    marks = dict.fromkeys(("candle", "lantern", "moonrise"), "rxxxxx")
    path.write_text(record_text(print_of(marks)), encoding="utf-8")
    return tiny


@pytest.fixture
def played(printed):
    """The file of a game that was played, in its project."""
    path = printed / "playtests" / "fog" / "2026-05-30-KWXMPA.yaml"
    path.write_text(PLAYED, encoding="utf-8")
    return path

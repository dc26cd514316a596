"""A sample of the pairs of edits that ``make merges`` tries; the rest is the same, more often."""

import runpy
from pathlib import Path

import pytest

trial = runpy.run_path(str(Path(__file__).with_name("__main__.py")))["trial"]
SEEDS = range(5000, 5012)


def test_edits_of_both_sides_are_merged_and_none_is_lost():
    assert {"merged", "conflict"} <= {trial(seed) for seed in SEEDS}


def test_a_merge_that_forgot_what_the_file_changed_would_be_noticed(monkeypatch):
    real = trial.__globals__["merge_sheet"]

    def forgetful(base, sheet, file, fields):
        return real(base, sheet, {key: base.get(key, one) for key, one in file.items()}, fields)

    monkeypatch.setitem(trial.__globals__, "merge_sheet", forgetful)
    with pytest.raises(AssertionError):
        [trial(seed) for seed in SEEDS]

"""A sample of the pairs of edits that ``make merges`` tries; the rest is the same, more often."""

import importlib.util
from pathlib import Path

import pytest

_SPEC = importlib.util.spec_from_file_location("merging", Path(__file__).parent / "__main__.py")
assert _SPEC is not None
assert _SPEC.loader is not None
merging = importlib.util.module_from_spec(_SPEC)
_SPEC.loader.exec_module(merging)


SEEDS = range(5000, 5012)


def test_edits_of_both_sides_are_merged_and_none_is_lost():
    assert {"merged", "conflict"} <= {merging.trial(seed) for seed in SEEDS}


def test_a_merge_that_forgot_what_the_file_changed_would_be_noticed(monkeypatch):
    real = merging.merge_sheet

    def forgetful(base, sheet, file, fields):
        return real(base, sheet, {key: base.get(key, one) for key, one in file.items()}, fields)

    monkeypatch.setattr(merging, "merge_sheet", forgetful)
    with pytest.raises(AssertionError):
        for seed in SEEDS:
            merging.trial(seed)

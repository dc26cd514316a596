"""Forms of naming a rule."""

from __future__ import annotations

import pytest

from validator.rules.places import Mention, mentions


@pytest.mark.parametrize(
    ("text", "alone", "spanned"),
    [
        ("# FOG-A-01", "01", ""),
        ("FOG-A-01, -03", "01 03", ""),
        ("FOG-A-01/03", "01 03", ""),
        ("FOG-A-01, FOG-A-02", "01 02", ""),
        ("FOG-A-1", "01", ""),
        ("(FOG-A-01..03)", "", "01 02 03"),
        ("FOG-A-01 to FOG-A-03", "", "01 02 03"),
        ("FOG-A-01 to -03", "", "01 02 03"),
        ("FOG-A-01, -03..05", "", "01 03 04 05"),
        ("X-FOG-A-01 is another thing", "", ""),
        ("nothing", "", ""),
    ],
)
def test_forms_of_naming_a_rule(text: str, alone: str, spanned: str) -> None:
    found = list(mentions("FOG", text))
    assert [one.rule for one in found if one.alone] == [f"FOG-A-{n}" for n in alone.split()]
    assert {one.rule for one in found if not one.alone} == {f"FOG-A-{n}" for n in spanned.split()}


def test_a_span_over_two_groups_names_its_ends_in_passing() -> None:
    found = list(mentions("FOG", "\nFOG-A-01 to FOG-B-02"))
    assert found == [Mention(rule, 2, alone=False) for rule in ("FOG-A-01", "FOG-B-02")]


def test_a_range_without_an_end_makes_no_endless_list():
    assert len(list(mentions("FOG", "FOG-A-01..999999999999 and FOG-A-" + "9" * 5000))) == 1

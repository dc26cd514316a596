"""Where an id counts as carried out or tested, and where it is only mentioned."""

import pytest

from validator.rules.coverage import Mention, code_places, data_places, mentions

CODE = '''"""A module: 1."""
# a comment by itself: 2

# above a constant: 4
PRICE = 4  # beside it: 5
"""Below it: 6."""

# by itself again: 8

# above a function: 10
@cached
def play(cost: int) -> int:
    """Of a function: 13,
    its second line: 14."""
    return cost  # in its body: 15


class Action:
    """Of a class: 19."""

    free: bool
    """Of a field: 22."""

    def may(self) -> bool:
        # in a method: 25
        return self.free

    def say(self) -> str:
        """What only tells: 29."""
        return "action: 30"


class Words:
    """Of a class without a body: 34."""


def later() -> None:
    """Of a function without a body: 38."""
    ...


def refuse() -> None:
    """Of one that only refuses: 43."""
    raise NotImplementedError  # 44


text = play("a string: 47")
'''


def test_lines_of_code_that_tell_what_it_does():
    assert code_places(CODE) == {
        **dict.fromkeys((4, 5, 6), "PRICE"),
        **dict.fromkeys((10, 13, 14, 15), "play"),
        **dict.fromkeys((19, 22), "Action"),
        25: "Action.may",
    }


def test_what_is_no_python_does_nothing():
    assert code_places("def play(:\n    # FOG-A-01\n") == {}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("components: [{id: a, rules: [FOG-A-01, FOG-A-02]}]", {"FOG-A-01", "FOG-A-02"}),
        ("steps: [{do: deal, rules: [FOG-A-01]}]", {"FOG-A-01"}),
        ("rules: [FOG-A-01]", {"FOG-A-01"}),
        ("fields: {x: {properties: {y: {description: The y (FOG-A-01).}}}}", {"FOG-A-01"}),
        ("claims: [{id: c, severity: error, rules: [FOG-A-01]}]", {"FOG-A-01"}),
        ("claims: [{id: c, severity: note, rules: [FOG-A-01]}]", set()),
        ("claims: [{severity: note, data: {confirm: true}, rules: [FOG-A-01]}]", {"FOG-A-01"}),
        ("rulings: [{id: r, rules: [FOG-A-01]}]", set()),
        ("rulings: [{id: r, variants: {x: [FOG-A-01]}}]", set()),
        ("components: [{id: a, note: FOG-A-01, rules: [FOG-A-02..03]}]", set()),
        ("# FOG-A-01", set()),
        ("a: [", set()),
    ],
)
def test_what_data_carries_out(text, rules):
    assert {rule for rule, _ in data_places(text, "FOG")} == rules


def test_a_rule_in_a_folded_text_stands_on_its_own_line():
    text = "fields:\n  x:\n    description: The x,\n      folded (FOG-A-01).\n"
    assert data_places(text, "FOG") == {("FOG-A-01", 4): "fields"}


def test_data_tells_the_line_of_each_rule():
    text = "steps:\n  - do: deal\n    rules:\n      - FOG-A-01\n      - FOG-A-02\n"
    assert data_places(text, "FOG") == {("FOG-A-01", 4): "steps", ("FOG-A-02", 5): "steps"}


# --- forms of naming a rule -----------------------------------------------------------------------


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
def test_forms_of_naming_a_rule(text, alone, spanned):
    found = list(mentions("FOG", text))
    assert [one.rule for one in found if one.alone] == [f"FOG-A-{n}" for n in alone.split()]
    assert {one.rule for one in found if not one.alone} == {f"FOG-A-{n}" for n in spanned.split()}


def test_a_span_over_two_groups_names_its_ends_in_passing():
    found = list(mentions("FOG", "\nFOG-A-01 to FOG-B-02"))
    assert found == [Mention(rule, 2, alone=False) for rule in ("FOG-A-01", "FOG-B-02")]


def test_a_range_without_an_end_makes_no_endless_list():
    assert len(list(mentions("FOG", "FOG-A-01..999999999999 and FOG-A-" + "9" * 5000))) == 1

"""What the almanac names is there, each set once."""

from __future__ import annotations

import pytest

from validator.catalogue.load import load
from validator.checks.names import check_almanac


@pytest.fixture
def found(tiny):
    def findings(almanac: str) -> list[tuple[str, int, str, str]]:
        path = tiny / "components" / "fog" / "game.yaml"
        path.write_text(path.read_text("utf-8") + f"\nalmanac:\n{almanac}\n", "utf-8")
        game = load(tiny)[0].games["fog"]
        first = path.read_text("utf-8").splitlines().index("almanac:") + 1
        return [
            (one.code, one.place.line - first, one.severity.value, one.message + "; " + one.hint)
            for one in check_almanac(game, ())
        ]

    return findings


def test_sound_words_are_passed_over(found):
    assert not found(
        "  title: Fog\n"
        "  chapters:\n"
        "    - {sets: [card, coin], group_by: copies, order: [-cost, name], columns: [cost]}\n"
        "  labels: {cost: Price, red: crimson}"
    )


def test_labels_may_be_of_nested_fields_and_their_values(found, tiny, edit):
    cards = tiny / "components" / "fog" / "cards.yaml"
    edit(cards, "  properties:\n", "  properties:\n    deep: {type: object}\n")
    edit(cards, "id: bonfire\n", "id: bonfire\n    deep: {inner: [{low: water}]}\n")
    assert not found("  labels: {deep: D, inner: I, low: L, water: W}")


def test_each_name_that_is_not_there_is_told_at_its_line(found):
    told = found(
        "  chapters:\n"
        "    - sets: [card, cion]\n"
        "      group_by: kost\n"
        "      order:\n"
        "        - -costs\n"
        "      columns:\n"
        "        - cost\n"
        "        - players\n"
        "  labels:\n"
        "    cots: Price"
    )
    assert [(code, line, severity) for code, line, severity, _ in told] == [
        ("almanac-unknown", 2, "error"),
        ("almanac-unknown", 8, "error"),
        ("almanac-unknown", 5, "error"),
        ("almanac-unknown", 3, "error"),
        ("almanac-unknown", 10, "warning"),
    ]
    assert "did you mean 'coin'" in told[0][3]
    assert "did you mean 'cost'" in told[3][3]


def test_a_set_in_two_chapters(found):
    told = found("  chapters:\n    - {sets: [card]}\n    - {sets: [coin, card]}")
    assert [(code, line) for code, line, _, _ in told] == [("almanac-twice", 3)]


def test_a_chapter_of_unknown_sets_only_says_that_alone(found):
    assert len(found("  chapters: [{sets: [crad], order: [cost]}]")) == 1

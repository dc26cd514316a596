"""What is new among findings, wherever in its file it stands."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from validator.findings import Finding, Place, Severity
from validator.report import News, PlacedFinding, compare, place_findings

ERROR = Finding("schema", Severity.ERROR, "fog", Place("a.yaml", 3, 7), "no name", "mend")


def at(line: int, record: str = "", **other: object) -> PlacedFinding:
    """The error at another line, in a record."""
    changed = replace(ERROR, place=Place("a.yaml", line), **other)  # type: ignore[arg-type]
    return PlacedFinding(changed, record)


def test_a_finding_that_moved_is_not_new() -> None:
    assert compare([at(9)], [at(3)]) == News()


def test_what_is_new_and_what_is_gone() -> None:
    now, before = at(3, message="no name"), at(3, message="no id")
    assert compare([now], [before]) == News(frozenset({now.finding}), (before.finding,))


def test_another_code_severity_game_or_file_is_new() -> None:
    for other in (
        {"code": "count"},
        {"severity": Severity.WARNING},
        {"game": "mist"},
    ):
        assert len(compare([at(3, **other)], [at(3)]).new) == 1
    elsewhere = PlacedFinding(replace(ERROR, place=Place("b.yaml", 3)), "")
    assert len(compare([elsewhere], [at(3)]).new) == 1


def test_another_record_is_new() -> None:
    before = [at(3, "oak"), at(4, "ash")]
    now = [at(3, "elm"), at(4, "oak"), at(5, "ash")]
    assert compare(now, before) == News(frozenset({now[0].finding}))
    assert compare(before, now).gone == (now[0].finding,)


def test_a_second_one_in_the_same_record_is_new() -> None:
    assert len(compare([at(3, "oak"), at(4, "oak")], [at(3, "oak")]).new) == 1


def test_lines_inside_a_message_do_not_count() -> None:
    now, before = (at(3, message=f"the id stands at b.yaml:{n} too") for n in ("12:3", "9"))
    assert compare([now], [before]) == News()


def test_a_settled_question_is_the_same_whatever_its_sums_come_to() -> None:
    now, before = (at(3, message=f"{n} > 4 stones", settled="X-1") for n in (9, 8))
    assert compare([now], [before]) == News()
    assert len(compare([now], [at(3, message="9 > 4 stones")]).new) == 1


def test_findings_know_their_record(tmp_path: Path) -> None:
    text = """kind: components
components:
  - id: oak
    cost: 3
  - {id: "ash-2", cost: 4}
  - name: Elm
    valid: no
"""
    (tmp_path / "a.yaml").write_text(text, encoding="utf-8")
    findings = [replace(ERROR, place=Place("a.yaml", line)) for line in (1, 3, 4, 5)]
    findings.append(replace(ERROR, place=Place("b.yaml")))
    records = [one.record for one in place_findings(findings, tmp_path)]
    assert records == ["", "oak", "oak", "ash-2", ""]

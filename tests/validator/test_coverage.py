"""Rule coverage: where ids are named, what is open, and the 540 rules of the shipped games."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from validator.catalogue.load import load
from validator.catalogue.model import Claim, Game, Ruling
from validator.coverage import Text, cover, project_texts
from validator.coverage_report import as_json, as_text, coverage_findings
from validator.findings import Place
from validator.rulebook import Constraint, Query, Rule, Rulebook, read_rulebook

PLACE = Place("components/fog/rules.yaml")


def rule(identity: str, *marks: str, covered: str = "") -> Rule:
    return Rule(identity, f"what {identity} says", "Turn", PLACE, marks, (), covered)


BOOK = Rulebook(
    "FOG",
    (
        rule("FOG-A-01"),
        rule("FOG-A-02"),
        rule("FOG-A-03"),
        rule("FOG-B-01", "gap"),
        rule("FOG-B-02", "gap", "minor"),
        rule("FOG-B-03", covered="a date"),
        rule("FOG-B-04", "conflict"),
    ),
    (
        Query("X-FOG-01", "M", "who?", "nobody", PLACE, ("FOG-B-01",)),
        Query("X-FOG-02", "m", "what?", "nothing", PLACE, ("FOG-B-04",)),
    ),
)
GAME = Game(
    "fog",
    "Fog",
    "1",
    PLACE,
    (1, 2),
    rulings=(Ruling("X-FOG-01", "who?", {"nobody": "nobody"}, "nobody", PLACE),),
)


def named(text: str, kind: str = "engine") -> set[str]:
    coverage = cover(GAME, BOOK, [Text(kind, "a.py", text)])
    return {entry.rule.id for entry in coverage.rules if entry.spots}


@pytest.mark.parametrize(
    ("text", "ids"),
    [
        ("# FOG-A-01", {"FOG-A-01"}),
        ("(FOG-A-01..03)", {"FOG-A-01", "FOG-A-02", "FOG-A-03"}),
        ("FOG-A-01 to FOG-A-03", {"FOG-A-01", "FOG-A-02", "FOG-A-03"}),
        ("FOG-A-01 to FOG-B-02", {"FOG-A-01", "FOG-B-02"}),
        ("FOG-A-01, -03", {"FOG-A-01", "FOG-A-03"}),
        ("FOG-A-01/03", {"FOG-A-01", "FOG-A-03"}),
        ("X-FOG-A-01 is another thing", set()),
        ("FOG-A-1", {"FOG-A-01"}),
        ("nothing", set()),
    ],
)
def test_forms_of_naming_a_rule(text: str, ids: set[str]) -> None:
    assert named(text) == ids


def test_a_test_alone_does_not_carry_a_rule_out() -> None:
    coverage = cover(
        GAME, BOOK, [Text("test", "t.py", "FOG-A-01"), Text("data", "d.yaml", "FOG-A-02")]
    )
    covered = {entry.rule.id for entry in coverage.rules if entry.is_covered}
    assert covered == {"FOG-A-02", "FOG-B-03"}


def test_findings_name_what_is_missing_open_and_unknown() -> None:
    coverage = cover(
        GAME, BOOK, [Text("engine", "a.py", "FOG-A-01..03\nFOG-B-01 FOG-B-04 FOG-C-09")]
    )
    found = [
        (finding.code, str(finding.place)) for finding in coverage_findings(coverage, BOOK, GAME)
    ]
    assert found == [
        ("rule-uncovered", str(PLACE)),  # FOG-B-02
        ("rule-open", str(PLACE)),  # FOG-B-02 has neither ruling nor finding
        ("rule-unknown", "a.py:2:1"),
        ("X-FOG-02", str(PLACE)),  # taken up by no ruling
    ]


def test_a_claim_settles_too() -> None:
    claim = Claim("X-FOG-09", "equal", "says", PLACE, rules=("FOG-B-02",))
    coverage = cover(replace(GAME, claims=(claim,)), BOOK, [])
    settled = {entry.rule.id: entry.settled for entry in coverage.rules if entry.rule.is_open}
    assert settled == {
        "FOG-B-01": ("ruling X-FOG-01",),
        "FOG-B-02": ("check X-FOG-09",),
        "FOG-B-04": ("finding X-FOG-02",),
    }


def test_text_and_json() -> None:
    coverage = cover(GAME, BOOK, [Text("engine", "a.py", "FOG-A-01")])
    text = as_text(coverage)
    assert "  FOG-A-01 what FOG-A-01 says\n      engine  a.py:1" in text
    assert "fog: 7 rules, 2 covered, 5 not, 0 named in tests; 3 open, 2 of them settled" in text
    assert as_json(coverage)[0]["places"] == {
        "data": [],
        "check": [],
        "engine": ["a.py:1"],
        "face": [],
        "test": [],
    }


def test_constraints_are_listed_with_their_checks() -> None:
    constraint = Constraint("K-LAMP-01", "stated", "ten lamps", PLACE)
    book = replace(BOOK, constraints=(constraint,))
    texts = [Text("check", "c.py", "K-LAMP-01 and K-OTHER-01"), Text("test", "t.py", "K-LAMP-01")]
    coverage = cover(GAME, book, texts)
    [(found, spots)] = coverage.constraints
    assert (found, [str(spot) for spot in spots]) == (constraint, ["c.py:1", "t.py:1"])
    assert coverage.unknown == ()
    assert "  K-LAMP-01 [stated] ten lamps\n      check   c.py:1\n" in as_text(coverage)


def test_a_rulebook_with_a_mistake_is_a_finding(tmp_path: Path) -> None:
    folder = tmp_path / "components" / "fog"
    folder.mkdir(parents=True)
    assert read_rulebook(tmp_path, "fog") == (None, ())
    (folder / "rules.yaml").write_text("kind: rules\nprefix: FOG\nsections: [{title: A}]\n")
    book, findings = read_rulebook(tmp_path, "fog")
    assert book is None
    assert [finding.place.line for finding in findings] == [3]


SHIPPED = {
    "battle_of_the_gods": 46,
    "crossing_stonehenge": 57,
    "first_druid": 80,
    "henge": 280,
    "high_council": 78,
}


@pytest.mark.parametrize(("name", "count"), SHIPPED.items())
def test_every_rule_of_the_shipped_games_is_accounted_for(
    name: str, count: int, root: Path
) -> None:
    """541 rules: each carried out somewhere or said to be beyond it; each open one settled."""
    game = load(root, [name])[0].games[name]
    book, findings = read_rulebook(root, name)
    assert book is not None
    assert findings == ()
    assert len(book.rules) == count
    coverage = cover(game, book, project_texts(root, game))
    found = coverage_findings(coverage, book, game)
    assert [f.message for f in found if f.code in ("rule-uncovered", "rule-unknown")] == []
    unsettled = {
        entry.rule.id for entry in coverage.rules if entry.rule.is_open and not entry.settled
    }
    assert unsettled == {
        f.message.split("(")[1].split(")")[0] for f in found if f.code == "rule-open"
    }
    switches = {ruling.id for ruling in game.rulings} | {claim.id for claim in game.claims}
    serious = {query.id for query in book.queries if query.severity in "BM"}
    assert serious - switches <= {f.code for f in found}

"""Rule coverage: where ids are named, what is open, and the 540 rules of the shipped games."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from mutants.proving import BreakingProof, hash_text, read_proofs, write_proofs

from validator.cache import project_folder
from validator.catalogue.load import load
from validator.catalogue.model import Claim, Game, Ruling
from validator.findings import Place
from validator.play.modules import code_of
from validator.rules.coverage import (
    Mention,
    PlaceKind,
    SearchedText,
    as_json,
    as_text,
    code_places,
    cover,
    coverage_findings,
    data_places,
    mentions,
    project_texts,
)
from validator.rules.facts import Constraint, Query, Rule, Rulebook, Statement, rulebook_of

PLACE = Place("components/fog/rules.yaml")


def rule(identity, *marks, covered=""):
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
RULING = Ruling("X-FOG-01", "who?", {"nobody": "nobody"}, "nobody", PLACE)
GAME = Game("fog", "Fog", "1", PLACE, (1, 2), rulings=(RULING,))


def carried(*rules, kind=PlaceKind.ENGINE, name="a.py"):
    """A file with a function for each of ``rules``."""
    functions = (f'def test_{at}():\n    """{one}."""\n    x()\n' for at, one in enumerate(rules))
    return SearchedText(kind, name, "".join(functions))


def states(*texts):
    """Of every rule that is named: whether it is carried out, tested, covered."""
    return {
        entry.rule.id: (entry.is_carried_out, entry.is_tested, entry.is_covered)
        for entry in cover(GAME, BOOK, texts).rules
        if entry.spots
    }


def test_a_rule_is_covered_where_code_and_a_test_name_it():
    test = carried("FOG-A-01", "FOG-A-03", kind=PlaceKind.TEST)
    assert states(carried("FOG-A-01", "FOG-A-02"), test) == {
        "FOG-A-01": (True, True, True),
        "FOG-A-02": (True, False, False),
        "FOG-A-03": (False, True, False),
    }


def test_a_range_carries_nothing_out_and_tests_nothing():
    texts = [carried("FOG-A-01..03", kind=kind) for kind in (PlaceKind.ENGINE, PlaceKind.TEST)]
    assert set(states(*texts).values()) == {(False, False, False)}


HELPER = 'def helper():\n    """FOG-A-01."""\n    return 1\n'


@pytest.mark.parametrize(
    "text",
    [carried("FOG-A-01", kind=PlaceKind.MENTION), SearchedText(PlaceKind.TEST, "t.py", HELPER)],
    ids=["a file that can only mention", "no test function"],
)
def test_what_carries_nothing_out_and_tests_nothing(text):
    assert states(text) == {"FOG-A-01": (False, False, False)}


def test_data_carries_a_rule_out_in_a_list_of_rules():
    data = "# FOG-A-01\ncards: [{id: a, rules: [FOG-A-02]}]\n"
    assert states(SearchedText(PlaceKind.DATA, "d.yaml", data)) == {
        "FOG-A-01": (False, False, False),
        "FOG-A-02": (True, False, False),
    }


def test_what_a_rule_states_of_the_data_carries_it_out_where_it_begins_to():
    stated = [
        Statement("FOG-A-01", {"in": "card", "count": count}, Place("rules.yaml", line))
        for count, line in ((30, 7), (5, 8))
    ]
    book = replace(BOOK, statements=tuple(stated))
    [first, second, *_] = cover(GAME, book, [carried("FOG-A-01", kind=PlaceKind.TEST)]).rules
    assert first.is_covered
    assert not first.is_in_code
    assert [str(spot) for spot in first.spots if spot.kind is PlaceKind.DATA] == ["rules.yaml:7"]
    assert second.spots == ()


def test_findings_name_what_is_missing_untested_open_and_unknown():
    texts = [
        carried("FOG-A-01", "FOG-A-02", "FOG-A-03", "FOG-B-01", "FOG-C-09"),
        carried("FOG-A-01", "FOG-A-03", "FOG-B-01", "FOG-B-02", kind=PlaceKind.TEST),
    ]
    found = [
        (finding.code, finding.message.split()[0], finding.place.line)
        for finding in coverage_findings(cover(GAME, BOOK, texts), BOOK, GAME)
    ]
    assert found == [
        ("rule-uncovered", "FOG-B-02", 1),  # a test alone carries nothing out
        ("rule-untested", "no", 1),  # FOG-A-02
        ("rule-open", "the", 1),  # FOG-B-02 has neither ruling nor finding
        ("rule-unknown", "there", 14),
        ("X-FOG-02", "what?", 1),  # taken up by no ruling
    ]


def test_what_is_untested_is_a_note_in_data_and_nothing_where_there_are_no_tests():
    data = SearchedText(PlaceKind.DATA, "d.yaml", "cards: [{rules: [FOG-A-02]}]\n")

    def untested(*texts):
        findings = coverage_findings(cover(GAME, BOOK, texts), BOOK, GAME)
        return [f"{f.severity} {f.message}" for f in findings if f.code == "rule-untested"]

    assert untested(data, carried("FOG-A-01")) == []
    assert untested(data, carried("FOG-A-01"), carried("FOG-A-03", kind=PlaceKind.TEST)) == [
        "warning no test cites FOG-A-01, which is carried out at a.py:2",
        "note no test cites FOG-A-02, which is carried out at d.yaml:1",
    ]


def test_a_claim_settles_too():
    claim = Claim("X-FOG-09", "equal", "says", PLACE, rules=("FOG-B-02",))
    coverage = cover(replace(GAME, claims=(claim,)), BOOK, [])
    settled = {entry.rule.id: entry.settled for entry in coverage.rules if entry.rule.is_open}
    assert settled == {
        "FOG-B-01": ("ruling X-FOG-01",),
        "FOG-B-02": ("check X-FOG-09",),
        "FOG-B-04": ("finding X-FOG-02",),
    }


def test_text_tells_what_is_carried_out_tested_and_only_mentioned():
    texts = [
        carried("FOG-A-01", "FOG-A-02"),
        carried("FOG-A-02", kind=PlaceKind.TEST, name="t.py"),
        SearchedText(PlaceKind.ENGINE, "b.py", '"""The turn (FOG-A-03)."""\n'),
    ]
    text = as_text(cover(GAME, BOOK, texts), GAME)
    assert (
        """  FOG-A-01 what FOG-A-01 says
      engine     a.py:2
      NOT TESTED
  FOG-A-02 what FOG-A-02 says
      engine     a.py:5
      test       t.py:2
  FOG-A-03 what FOG-A-03 says
      mentioned  b.py:1
      ONLY MENTIONED
  FOG-B-01 [gap] what FOG-B-01 says
      settled    ruling X-FOG-01
  FOG-B-02 [gap, minor] what FOG-B-02 says
      NAMED NOWHERE
"""
        in text
    )
    assert (
        "fog: 7 rules, 1 carried out and tested, 1 carried out but not tested "
        "(0 in data alone), 2 not carried out, 1 that nothing can; 3 open, 2 of them settled"
    ) in text
    looked = "looked through 0 files of data, 2 of rules modules, 1 of tests, 0 "
    assert looked in text
    assert "no rule is tested" not in text
    assert "; without tests/ here no rule is tested" in as_text(cover(GAME, BOOK, []), GAME)


def test_text_lists_rulings_and_variants_apart():
    options = {"nobody": "nobody", "all": "all", "one": "one"}
    ruling = replace(GAME.rulings[0], options=options, variants={"all": ("FOG-A-01",)})
    ruling = replace(ruling, rules=("FOG-B-01",))
    text = as_text(cover(GAME, BOOK, []), replace(GAME, rulings=(ruling,)))
    assert "says\n      variants   X-FOG-01=all\n" in text
    assert (
        """
Rulings: questions that the rules leave open
  X-FOG-01=nobody FOG-B-01

Variants: options that contradict a rule
  X-FOG-01=all departs from FOG-A-01
"""
        in text
    )


def test_json_has_every_rule_with_its_places():
    coverage = cover(GAME, BOOK, [carried("FOG-A-01")])
    first, *rest = as_json(coverage, GAME)
    assert len(rest) == 6
    assert first == {
        "id": "FOG-A-01",
        "section": "Turn",
        "says": "what FOG-A-01 says",
        "marks": [],
        "covered": False,
        "lacks": "not tested",
        "why": "",
        "settled": [],
        "variants": [],
        "places": {"data": [], "engine": ["a.py:2"], "test": [], "mentioned": []},
    }


def test_constraints_are_listed_with_their_checks():
    constraint = Constraint("K-LAMP-01", "stated", "ten lamps", PLACE)
    book = replace(BOOK, constraints=(constraint,))
    texts = [
        carried("K-LAMP-01 and K-OTHER-01", kind=PlaceKind.ENGINE, name="c.py"),
        carried("K-LAMP-01", kind=PlaceKind.TEST, name="t.py"),
    ]
    coverage = cover(GAME, book, texts)
    [(found, spots)] = coverage.constraints
    assert (found, [str(spot) for spot in spots]) == (constraint, ["c.py:2", "t.py:2"])
    assert coverage.unknown == ()
    assert "  K-LAMP-01 [stated] ten lamps\n      engine     c.py:2\n" in as_text(coverage, GAME)


def test_a_box_counts_its_constraints_as_it_has_no_rules():
    ids = ("K-LAMP-01", "K-LAMP-02", "K-LAMP-03")
    constraints = tuple(Constraint(one, "stated", "so many lamps", PLACE) for one in ids)
    tied = Statement("K-LAMP-01", {"in": "lamp", "count": 10}, PLACE)
    checked = carried("K-LAMP-02", kind=PlaceKind.ENGINE), carried("K-LAMP-02", kind=PlaceKind.TEST)
    coverage = cover(GAME, Rulebook("FOG", (), (), constraints, (tied,)), checked)
    line = "\nfog: 3 constraints on the data, 1 kept to and tested, 1 kept to but not tested, 1 not"
    assert line in as_text(coverage, GAME)
    assert "0 rules" not in as_text(coverage, GAME)


def test_a_rulebook_with_a_mistake_is_a_finding(tiny):
    catalogue, findings = load(tiny)
    assert rulebook_of(catalogue, "fog") is None
    assert findings == ()
    (tiny / PLACE.file).write_text("kind: rules\nprefix: FOG\nsections: [{title: A}]\n")
    catalogue, findings = load(tiny)
    assert rulebook_of(catalogue, "fog") is None
    assert [finding.place.line for finding in findings] == [3]


SHIPPED = {
    "battle_of_the_gods": 46,
    "crossing_stonehenge": 59,
    "first_druid": 80,
    "henge": 280,
    "high_council": 78,
}


@pytest.fixture(scope="module", params=SHIPPED)
def shipped(request, root):
    catalogue, findings = load(root, [request.param])
    assert findings == ()
    game, book = catalogue.games[request.param], rulebook_of(catalogue, request.param)
    return game, book, cover(game, book, project_texts(root, game))


def test_every_rule_of_the_shipped_games_is_accounted_for(shipped):
    game, book, coverage = shipped
    assert len(book.rules) == SHIPPED[game.id]
    found = coverage_findings(coverage, book, game)
    assert [f.message for f in found if f.code == "rule-uncovered"] == []
    assert [f.message for f in found if f.code == "rule-unknown"] == []
    unsettled = {
        entry.rule.id for entry in coverage.rules if entry.rule.is_open and not entry.settled
    }
    assert unsettled == {
        f.message.split("(")[1].split(")")[0] for f in found if f.code == "rule-open"
    }
    switches = {ruling.id for ruling in game.rulings} | {claim.id for claim in game.claims}
    serious = {query.id for query in book.queries if query.severity in "BM"}
    assert serious - switches <= {f.code for f in found}


def test_every_rule_that_code_or_data_carries_out_is_cited_by_a_test(shipped):
    _, _, coverage = shipped
    carried_out = [one for one in coverage.rules if one.is_carried_out]
    assert [one.rule.id for one in carried_out if not one.is_tested] == []


# --- which files are looked through for rules, and as what ----------------------------------------


def test_a_game_is_looked_for_in_its_data_its_box_its_engine_and_tests(root):
    game = load(root, ["high_council"])[0].games["high_council"]
    kinds = {text.name: text.kind for text in project_texts(root, game)}
    assert kinds["components/stonehenge/board.yaml"] is PlaceKind.DATA
    assert kinds["components/high_council/play.yaml"] is PlaceKind.DATA
    assert kinds["tests/validator/coverage/test_coverage.py"] is PlaceKind.TEST
    assert kinds["tests/validator/play/test_conformance.py"] is PlaceKind.MENTION
    assert kinds["tests/mutants/operators.py"] is PlaceKind.MENTION
    assert "components/high_council/rules.yaml" not in kinds
    assert not any(name.startswith("components/henge/") for name in kinds)


def test_a_rules_module_outside_is_found_without_being_imported(tmp_path, root, monkeypatch):
    (tmp_path / "fogrules.py").write_text("raise AssertionError", encoding="utf-8")
    about = tmp_path / "fogrules-1.dist-info"
    about.mkdir()
    about.joinpath("METADATA").write_text("Metadata-Version: 2.1\nName: fogrules\nVersion: 1\n")
    about.joinpath("entry_points.txt").write_text("[trilith.games]\nfog = fogrules\n")
    monkeypatch.setattr(sys, "path", [str(tmp_path), *sys.path])
    game = load(root / "tests" / "examples" / "base")[0].games["fog"]
    assert code_of(game) == ()
    installed = replace(game, module="fog")
    assert code_of(installed) == (tmp_path / "fogrules.py",)
    kinds = {Path(text.name).name: text.kind for text in project_texts(root, installed)}
    assert kinds["fogrules.py"] is PlaceKind.ENGINE
    assert code_of(replace(game, module="no-such")) == ()


# --- proofs of rules: kept while code and tests stay as they were ---------------------------------


TEXTS = {"a.py": "one", "t.py": "two", "b.py": "three"}
FILES = {"a.py": hash_text("one"), "t.py": hash_text("two")}
PROVED = BreakingProof("FOG-A-01", "a.py f: 1 => 2", 1, FILES)
UNPROVED = BreakingProof("FOG-A-02", "", 12, {"b.py": hash_text("three")})


def test_proofs_are_read_as_they_were_written(tmp_path):
    assert read_proofs(tmp_path, "fog", TEXTS) == {}
    write_proofs(tmp_path, "fog", [PROVED, UNPROVED])
    assert read_proofs(tmp_path, "fog", TEXTS) == {"FOG-A-01": PROVED, "FOG-A-02": UNPROVED}


def test_a_proof_falls_with_any_of_its_files(tmp_path):
    write_proofs(tmp_path, "fog", [PROVED, UNPROVED])
    assert set(read_proofs(tmp_path, "fog", TEXTS | {"t.py": "changed"})) == {"FOG-A-02"}
    gone = {"a.py": "one", "b.py": "three"}
    assert set(read_proofs(tmp_path, "fog", gone)) == {"FOG-A-02"}


def test_damaged_proofs_are_not_believed(tmp_path):
    write_proofs(tmp_path, "fog", [PROVED])
    [kept] = [one for one in project_folder(tmp_path).rglob("*") if one.is_file()]
    whole = kept.read_bytes()
    for content in (whole[:-3], whole.replace(b"FOG-A-01", b"FOG-A-02"), b""):
        kept.write_bytes(content)
        assert read_proofs(tmp_path, "fog", TEXTS) == {}


def test_a_proof_says_what_was_noticed_or_how_much_was_tried():
    assert (PROVED.is_proved, PROVED.says) == (True, "a.py f: 1 => 2")
    says = "NOT: its tests pass with each of 12 changes beside it"
    assert (UNPROVED.is_proved, UNPROVED.says) == (False, says)


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
        **dict.fromkeys(range(10, 16), "play"),
        **dict.fromkeys((*range(18, 24), 27), "Action"),
        **dict.fromkeys((24, 25, 26), "Action.may"),
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

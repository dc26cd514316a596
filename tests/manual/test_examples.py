"""Every code of the manual has a bad and a good example, and they are what they are said to be."""

import re
import shlex
import shutil
from importlib import import_module

import pytest
from commandline import run
from shop_order import SPOILT, ordered, spoilt
from snippets import BASE, EXAMPLES, ROOT, Example, examples, lay

from generator.design import facecheck
from generator.drawing import drawcheck
from generator.playtest.notes import check_playtests
from generator.publish.rulebook.checks import check_rulebook
from validator.catalogue.load import load
from validator.findings import Severity, has_errors
from validator.manual import pages
from validator.processes import Limits
from validator.run import check
from validator.simulation.depletion import DepletionEffort, exhaustion, exhaustion_findings
from validator.simulation.trials import TableChoice
from validator.simulation.unused import check_unused
from validator.simulation.worth import WorthEffort as CardEffort
from validator.simulation.worth import appraise
from validator.simulation.worth_notes import check_dominated, check_unplayed, find_dominated

SHOWN = {path.stem.replace("_", "-"): path for path in (EXAMPLES / "shown").glob("*.py")}
"""Faults of the program that no data can cause, each with a Python file that shows it."""
LOOKS = (facecheck.check_faces, drawcheck.check_drawn)
FILES = {code: page.path for code, page in pages().items()}
PAGES = {code: path.read_text(encoding="utf-8") for code, path in FILES.items()}
DRAWING = [ROOT / "generator" / room / "pages" for room in ("design", "drawing", "svg")]
"""Where the pages of codes lie that drawing a face may report."""
DRAWN = {code for code, path in FILES.items() if path.parent in DRAWING}
IN_DATA = sorted(PAGES.keys() - set(SHOWN) - set(SPOILT))
SIMULATE = "--simulate"
SHORT = DepletionEffort(random=1, greedy=1, drain=0)
FEW = CardEffort(games=20, coarse=5, tries=20)
FINDING = re.compile(r"^(\S+?):(\d+):\d+: \w+: .*\[([\w-]+)\]$", re.MULTILINE)


@pytest.fixture(autouse=True)
def _short_limits(monkeypatch):
    """Templates that never end are waited for a moment only."""
    limits = Limits(seconds=1, megabytes=300)
    monkeypatch.setattr("generator.design.templates.LIMITS", limits)


def example(code, good):
    """The only example of a kind on the page of ``code``."""
    found = [one for one in examples(PAGES[code]) if one.good is good]
    assert len(found) == 1, f"the page of {code} has {len(found)} examples that are good={good}"
    return found[0]


def findings(one, project, drawn):
    """What an example gives: code, file and line of each finding.

    Left out are findings under ids of rules (``X-HEN-06``), which shipped games have, and, of the
    fragments of games in ``examples/games``, that they cannot be played.
    """
    words = shlex.split(one.command or "check")
    if words[0] == "report":
        return _reported(words[1:], project)
    if words[0] == "check":
        found = _checked(words[1:], project, drawn)
    else:
        result = run(*words, status=None)
        told = FINDING.findall(result.stdout + result.stderr)
        found = {(code, file, int(line)) for file, line, code in told}
    return {told for told in found if told[0].islower() and not _unplayable(*told)}


def _unplayable(code, file, line):
    """Tell whether it is said of the fragment of a game that it cannot be played."""
    return code.startswith(("play-", "ruling-")) and (EXAMPLES / "games" / file).is_file()


def _checked(words, project, drawn):
    """What ``trilith check`` with these words finds; faces are only laid out where it matters, and
    simulations are kept short."""
    games = [word for word in words if word != SIMULATE] or None
    found = [*check(project, games, extra=LOOKS if drawn else (check_rulebook, check_playtests))]
    if SIMULATE in words:
        assert not has_errors(found), found
        played = exhaustion(load(project, games)[0], TableChoice(), SHORT)
        found += exhaustion_findings(played)
        found += check_unplayed(played.results)
        found += check_unused(played.results)
    assert all(told.hint for told in found), "every finding says what to do"
    return {(told.code, told.place.file, told.place.line) for told in found}


def _reported(games, project):
    """What ``trilith report`` says of cards, in few games."""
    tables = appraise(load(project, games)[0], TableChoice(tuple(games)), FEW)
    found = check_dominated(find_dominated(tables))
    return {(told.code, told.place.file, told.place.line) for told in found}


@pytest.mark.parametrize("code", IN_DATA)
def test_the_bad_example_gives_its_code_where_it_is_marked(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one = example(code, good=False)
    marked = lay(one, tmp_path)
    assert marked, "mark the place with `<- here`"
    found = findings(one, tmp_path, code in DRAWN)
    told = {place for place in found if place[0] not in one.besides}
    assert told == {(code, *place) for place in marked}
    assert one.besides <= {place[0] for place in found}, "`besides` names what does not come"


@pytest.mark.parametrize("code", IN_DATA)
def test_the_good_example_gives_nothing(code, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    one = example(code, good=True)
    assert not lay(one, tmp_path), "a good example has nothing to mark"
    assert {told[0] for told in findings(one, tmp_path, code in DRAWN)} == one.besides


@pytest.mark.parametrize("code", SPOILT)
def test_a_spoilt_order_is_told(code, tmp_path, monkeypatch):
    assert not examples(PAGES[code]), "show it in data or in Python, not in both"
    shop, place, *spoiling = SPOILT[code]
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    assert ordered(tmp_path, shop) == ()
    found = spoilt(tmp_path, monkeypatch, shop, *spoiling)
    assert {(one.code, one.place) for one in found} == {(code, place)}


@pytest.mark.parametrize("code", sorted(SHOWN))
def test_a_code_that_no_data_can_give_is_shown(code, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(EXAMPLES / "shown")
    assert not examples(PAGES[code]), "show it in data or in Python, not in both"
    case = import_module(SHOWN[code].stem)
    shutil.copytree(BASE, tmp_path, dirs_exist_ok=True)
    assert case.good(tmp_path, monkeypatch) == ()
    told = {(one.code, one.place) for one in case.bad(tmp_path, monkeypatch)}
    assert told == {(code, case.PLACE)}


SHAPES = sorted(EXAMPLES.glob("shapes/*/*.yaml"))


@pytest.mark.parametrize("shape", SHAPES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_each_shape_gives_its_code_where_it_is_marked_and_nothing_else(shape, tmp_path):
    snippet = shape.read_text(encoding="utf-8").strip("\n")
    marked = lay(Example(good=False, command="", besides=frozenset(), snippet=snippet), tmp_path)
    found = [
        (one.code, one.place.file, one.place.line)
        for one in check(tmp_path, extra=())
        if one.code.islower() and one.severity is not Severity.NOTE
    ]
    found = [told for told in found if not _unplayable(*told)]
    codes = [] if shape.parent.name == "none" else [shape.parent.name]
    assert sorted(found) == sorted((code, *place) for code in codes for place in marked)
    assert bool(marked) is bool(codes)

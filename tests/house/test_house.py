"""The house stays as light as it has become: each figure has a bound, and falls with the code."""

from pathlib import Path

from house.figures import BOUNDS, Figures, add_module, begins_with_participle, count_figures
from shippedgames import ROOT


def test_each_figure_is_within_its_bound():
    counted = count_figures()
    found = [(name, figure(counted), most) for name, most, figure in BOUNDS]
    assert [one for one in found if one[1] > one[2]] == []


def test_every_test_that_is_listed_as_slow_is_there():
    listed = (ROOT / "tests" / "slow.txt").read_text(encoding="utf-8").splitlines()
    named = {tuple(one.partition("[")[0].split("::")) for one in listed}
    texts = {file: (ROOT / file).read_text(encoding="utf-8") for file, _ in named}
    assert [(file, name) for file, name in named if f"def {name}(" not in texts[file]] == []


def test_participles_are_told_from_verbs_and_nouns():
    told = "told _drawn made_of missing"
    others = "read_sheet finding_of draw_faces seed"
    assert all(begins_with_participle(one) for one in told.split())
    assert not any(begins_with_participle(one) for one in others.split())


MODULE = '''"""A module."""

# why
X = 1  # one


def told() -> int:
    """Six."""
    return 6
'''


def test_lines_are_counted_without_docstrings_comments_and_blanks():
    figures = Figures()
    add_module(figures, Path("generator/a.py"), MODULE)
    assert figures.code_lines == 3
    assert figures.lengths == [(2, "generator/a.py:7 told")]
    assert figures.participles == ["generator/a.py:7 told"]

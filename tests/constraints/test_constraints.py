"""The file of constraints goes with pyproject.toml, and names packages and versions alone."""

import re
import tomllib

import constraints.__main__ as constraining
from packaging.requirements import Requirement
from packaging.version import Version

LINES = [line for line in constraining.FILE.read_text("utf-8").splitlines() if line[:1] != "#"]
PINS = dict(line.split("==") for line in LINES)
ROOT = constraining.ROOT
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def test_every_line_pins_one_package():
    assert all(re.fullmatch(r"[a-z0-9-]+==[A-Za-z0-9.+!]+", line) for line in LINES)
    assert [*PINS] == sorted(PINS)
    assert len(PINS) == len(LINES)


def test_what_pyproject_asks_for_is_pinned_to_a_version_that_it_allows():
    for requirement in constraining.wanted():
        pinned = PINS[constraining.bare(requirement.name)]
        assert requirement.specifier.contains(Version(pinned)), f"{requirement}: {pinned}"


def test_all_that_these_need_is_pinned_and_nothing_else():
    assert set(PINS) == set(constraining.closure(constraining.wanted()))


def test_the_guide_to_licences_names_every_library_that_users_install():
    guide = (ROOT / "docs" / "licences.md").read_text("utf-8").lower()
    extras = [more for extra, more in PROJECT["optional-dependencies"].items() if extra != "dev"]
    for wanted in sum(extras, PROJECT["dependencies"]):
        assert Requirement(wanted).name.lower() in guide


def test_trilith_says_its_licence():
    assert (PROJECT["license"], PROJECT["license-files"]) == ("MIT", ["LICENSE"])
    assert (ROOT / "LICENSE").read_text("utf-8").startswith("MIT License\n")

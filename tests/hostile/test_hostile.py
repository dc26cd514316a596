"""Projects that mean ill: no command of trilith fails over them, or does what they want."""

import os
import subprocess
import sys

import pytest
from everycommand import lines_of, run_all
from hostileproject import MARK, RECIPES, build

from generator.commands.registry import COMMANDS
from generator.design import templates
from generator.drawing import draw, raster
from validator.processes import Limits

STARTED = """
import sys, threading

threading.Thread(target=threading.Event().wait, daemon=True).start()
from generator.start import main

if __name__ == "__main__":
    main()
"""
"""trilith beside a thread, where no process is forked."""
SPAWNING = (
    "check",
    "print fog",
    "simulate fog --games 200 --jobs 2",
    "report fog --games 20 --jobs 2",
    "studio fog --once",
    "diff fog HEAD",
)

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks and limits")


def _tree(folder):
    """All files of a folder that are no links."""
    if folder.is_symlink():
        return {}
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not path.is_symlink()
    }


# these take seconds to check and print alone, which is done as every command is run, too
LONG = "commands_run endless fields lost_work numbers passed_on readers rulebooks scripts shapes"
LONG += " special_files texts translations"
RUNS = [pytest.param(RECIPES[one], False, id=one) for one in RECIPES if one not in LONG.split()]
RUNS += [pytest.param(RECIPES[one], True, id=one, marks=pytest.mark.heavy) for one in RECIPES]


@pytest.mark.parametrize(("recipe", "every"), RUNS)
def test_no_command_fails_or_obeys(recipe, every, tmp_path, monkeypatch):
    for module in (templates, draw, raster) if "limits" in recipe else ():
        monkeypatch.setattr(module, "LIMITS", Limits(*recipe["limits"]))
    place = build(recipe, tmp_path)
    before = _tree(place.outside)
    games = sorted(
        path.name for path in (place.root / "components").iterdir() if path.name[0] != "."
    )
    notes = tmp_path / "notes"
    notes.mkdir()
    kept = [place.root / name for case in recipe["cases"] for name in case.get("keeps", ())]
    contents = [path.read_bytes() for path in kept]
    own = [line for case in recipe["cases"] for line in case.get("runs", ())]
    often = [[command, game] for command in ("check", "print") for game in games]
    lines = [*(lines_of(games) if every else often), *own]
    ran = run_all(place, lines, notes, spawned="HOSTILE_SPAWNED" in os.environ)
    for one in ran:
        told = f"trilith {' '.join(one.words)}: {one.status}\n{one.said[-3000:]}"
        assert one.status in (0, 1, 2), told
        assert "Traceback" not in one.said, told
        assert MARK not in one.said, told
        assert "\x1b" not in one.said, told
        assert one.misdeeds == [], told
    assert not place.marker.exists(), "a command was run"
    assert _tree(place.outside) == before
    built = place.root / "output"
    assert not any(MARK.encode() in text for text in _tree(built).values())
    assert [path.read_bytes() for path in kept] == contents
    for case in recipe["cases"]:
        own = case.get("runs", ())
        checked = "".join(one.said for one in ran if one.words[0] == "check" or one.words in own)
        for said in case.get("says", ()):
            assert said in checked, f"{case['name']}: {said!r} is not in {checked[-6000:]}"


def test_every_command_is_run():
    assert {words[0] for words in lines_of(["fog"])} == set(COMMANDS)


def test_all_findings_are_covered_by_many_cases():
    cases = [case for recipe in RECIPES.values() for case in recipe["cases"]]
    assert len(cases) >= 40
    assert len({case["name"] for case in cases}) == len(cases)
    covered = {finding for case in cases for finding in case["covers"]}
    assert covered >= {"git", "deleting", "reading", "formulas", "fields", "links", "special files"}


# --- processes that are started anew run nothing of the project that a command stands in ----------


@pytest.fixture(scope="module")
def planted(tmp_path_factory):
    """A project full of modules, programs and settings that are looked for by their names."""
    return build(RECIPES["planted"], tmp_path_factory.mktemp("planted"))


@pytest.mark.heavy
@pytest.mark.parametrize("line", SPAWNING)
def test_nothing_of_a_project_runs_where_processes_are_spawned(line, planted):
    script = planted.home / "trilith.py"
    script.write_text(STARTED, encoding="utf-8")
    path = os.pathsep.join((".", "", str(planted.root), os.environ["PATH"]))
    ran = subprocess.run(
        [sys.executable, script, *line.split()],
        cwd=planted.root,
        env={**os.environ, "PATH": path, "HOME": str(planted.home)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert not planted.marker.exists(), "something of the project was run"

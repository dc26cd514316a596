"""``make wheels``: build the pure wheel and the compiled one into dist/, and prove both.

    python tests/wheels [--games N] [--keep]

Each is installed into an environment of its own, makes a game in an empty folder, checks, plays and
prints it, and plays N games (10) at every table of the games that come with trilith and of the
starters, which are played from data, and those of a rules module of somebody else. The compiled
wheel must hold what the pure one holds and the compiled modules beside it, must run them, and must
give the same bytes. ``--keep`` proves the wheels that lie in dist/ instead of building them.
"""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from proofs import ROOT, command_line  # noqa: E402
from wheels.building import build, compiled_files, contents, install  # noqa: E402

from generator.starter import starters  # noqa: E402

DIST = ROOT / "dist"
WHERE = "import validator.play.driver as module; print(module.__file__)"


def main():
    asked = command_line(__doc__, games=10, keep=False)
    if not asked.keep:
        shutil.rmtree(DIST, ignore_errors=True)
        DIST.mkdir()
        build(ROOT, DIST, compiled=False), build(ROOT, DIST, compiled=True)
    pure, compiled = sorted(DIST.glob("*.whl"), key=lambda one: not one.stem.endswith("-none-any"))
    proofs = [prove(wheel, asked.games) for wheel in (pure, compiled)]
    wrong = faults(pure, compiled, *proofs)
    for wheel, proof in zip((pure, compiled), proofs, strict=True):
        size = wheel.stat().st_size / 1e6
        print(f"{wheel.name}: {size:.1f} MB, {proof['version']}, {proof['driver'].name}")
    tables = len(proofs[0]["tables"])
    print(f"{len(compiled_files(compiled))} compiled files, {tables} tables compared")
    print("\n".join(wrong) or "the same bytes at every table, by random and by greedy players")
    return int(bool(wrong))


def prove(wheel, games):
    """What a wheel says to somebody who has nothing else of trilith.

    Its version, where the driver lies, and the results of all tables, and of a module.
    """
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        python = install(wheel, folder / "environment")
        trilith = python.with_name("trilith")

        def run(*command, where="project"):
            (folder / where).mkdir(exist_ok=True)
            words = [str(word) for word in command]
            done = subprocess.run(
                words, cwd=folder / where, check=False, capture_output=True, text=True
            )
            assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
            return done.stdout

        run(trilith, "new", "Fog")
        run(trilith, "check")
        run(trilith, "print", "fog")
        run(trilith, "replay", "fog", "--players", "2")
        shutil.copytree(ROOT / "components", folder / "shipped" / "components")
        for starter in starters():
            run(trilith, "new", starter, "--like", starter, where="starters")
        tables = {}
        for where in ("shipped", "starters"):
            for policy, number in (("random", games), ("greedy", max(games // 5, 1))):
                words = ("simulate", "--games", number, "--policy", policy, "--format", "json")
                for one in json.loads(run(trilith, *words, where=where)):
                    table = f"{one['game']} {one['players']}+{one['bots']}"
                    tables[table] = tables.get(table, "") + json.dumps(one)
        give_module(python, folder / "project")
        return {
            "version": run(trilith, "--version").strip(),
            "driver": Path(run(python, "-c", WHERE).strip()),
            "tables": tables,
            "fog": run(trilith, "simulate", "fog", "--games", games, "--format", "json"),
        }


def give_module(python, project):
    """Install the rules module of the guide as a package of somebody else, for the script."""
    guide = (ROOT / "docs" / "rules-modules.md").read_text(encoding="utf-8")
    block = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)[0]
    [packages] = python.parents[1].glob("lib/*/site-packages")
    (packages / "my_fog.py").write_text(block, encoding="utf-8")
    info = packages / "my_fog-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: my-fog\nVersion: 1\n", "utf-8")
    (info / "entry_points.txt").write_text("[trilith.games]\nfog = my_fog\n", "utf-8")
    game = project / "components" / "fog"
    (game / "play.yaml").unlink()
    text = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text(text.replace("kind: game\n", "kind: game\nmodule: fog\n", 1))


def faults(pure, compiled, one, other):
    """What is not as it should be."""
    files, more = contents(pure), contents(compiled)
    built = compiled_files(compiled)
    lacking = [name for name in files if more.get(name) != files[name]]
    is_compiled = other["version"].endswith("(compiled)")
    wrong = {
        "the pure wheel holds compiled files": compiled_files(pure),
        "files of the pure wheel that are missing or other": lacking,
        "files that only the compiled wheel has": sorted({*more} - {*files} - built),
        "the pure wheel says that it is": [one["version"]]
        * (not one["version"].endswith("(pure)")),
        "the compiled wheel says that it is": [other["version"]] * (not is_compiled),
        "the pure driver is": [one["driver"].name] * (one["driver"].suffix != ".py"),
        "the compiled driver is": [other["driver"].name] * (other["driver"].suffix == ".py"),
        "OTHER BYTES": [
            name for name in one["tables"] if one["tables"][name] != other["tables"].get(name)
        ],
        "OTHER BYTES of the module of somebody else": ["fog"] * (one["fog"] != other["fog"]),
    }
    return [f"{what}: {', '.join(names)}" for what, names in wrong.items() if names]


if __name__ == "__main__":
    sys.exit(main())

"""Wheels hold all of trilith, and compile only where they are told to, away from the sources."""

import os
import runpy
import shutil
import subprocess
import sys
import sysconfig
import tomllib
from pathlib import Path

import pytest
from needed import need
from shippedgames import ROOT
from wheels import building

from validator.play.driver import DrainPolicy, Driver, GreedyPolicy, Policy, RandomPolicy
from validator.play.match import Ask

NUMBERS = (
    "import sys; sys.path.insert(0, sys.argv[1]); import validator.rng as rng;"
    "one = rng.Streams(7, 'fog', '2+0', 3).rng('deck'); items = list(range(20));"
    "one.shuffle(items);"
    "print(rng.__file__); print(items, [one.below(1000) for _ in range(50)])"
)
pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def pure(tmp_path_factory):
    return building.build(ROOT, tmp_path_factory.mktemp("dist"), compiled=False)


def test_the_pure_wheel_fits_everywhere_and_holds_all_of_trilith(pure):
    assert pure.stem.endswith("-py3-none-any")
    inside = building.contents(pure)
    wanted = {
        path.relative_to(ROOT).as_posix(): path
        for package in ("validator", "generator")
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {"templates": ROOT / "templates", "manual": ROOT / "docs" / "manual"}
    wanted |= {
        f"generator/_builtin/{name}/{path.relative_to(folder).as_posix()}": path
        for name, folder in packed.items()
        for path in folder.rglob("*")
        if path.is_file()
    }
    assert {*inside} == {*wanted}
    assert all(inside[name] == path.read_bytes() for name, path in wanted.items())


def test_an_installed_wheel_starts_a_game_in_an_empty_folder(pure, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    python = building.install(pure, tmp_path / "environment")
    run = [python.with_name("trilith")]
    assert subprocess.check_output([*run, "--version"], cwd=empty, text=True).endswith("(pure)\n")
    subprocess.run([*run, "new", "Fog"], cwd=empty, check=True, capture_output=True)
    subprocess.run([*run, "simulate", "--games", "2"], cwd=empty, check=True, capture_output=True)
    assert (empty / "components" / "fog" / "play.yaml").is_file()


def can_compile():
    """Tell whether the compiler that Python was made with is here, and what it includes."""
    compiler = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    headers = Path(sysconfig.get_path("include"), "Python.h")
    return shutil.which(compiler.split()[0]) is not None and headers.is_file()


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Builds a project of one module with the hook and the settings of this one."""
    need(can_compile(), "no C compiler with Python's headers (Debian: apt install gcc python3-dev)")
    project = tmp_path_factory.mktemp("project")
    for package in ("validator", "generator"):
        (project / package).mkdir()
        (project / package / "__init__.py").touch()
    for name in ("validator/rng.py", "hatch_build.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, project / name)
    settings = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    own = [line for line in settings.splitlines() if "/_builtin/" not in line]
    (project / "pyproject.toml").write_text("\n".join(own), encoding="utf-8")

    def make(compiled):
        before = files(project)
        folder = tmp_path_factory.mktemp("dist")
        wheel = building.build(project, folder, compiled)
        assert files(project) == before, "a build writes beside the sources"
        return wheel

    return make


@pytest.mark.parametrize(
    ("made", "protocol"),
    [(Driver, Ask), (RandomPolicy, Policy), (GreedyPolicy, Policy), (DrainPolicy, Policy)],
)
def test_what_is_called_at_each_decision_is_compiled_and_inherits(made, protocol):
    """Otherwise a compiled engine looks its methods up by name, each time."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    hook = settings["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    homes = {one.__module__.replace(".", "/") + ".py" for one in (made, protocol)}
    assert homes <= {*hook["modules"]}
    assert protocol in made.__mro__


def files(folder):
    """All but byte code, which Python may write wherever it imports from."""
    return {path for path in folder.rglob("*") if "__pycache__" not in path.parts}


def test_the_switch_compiles_and_adds_nothing_else(made, tmp_path, monkeypatch):
    monkeypatch.setenv("MYPYC_OPT_LEVEL", "0")
    pure, compiled = made(False), made(True)
    assert pure.stem.endswith("-none-any")
    assert not compiled.stem.endswith("-any")
    assert building.compiled_files(pure) == set()
    built = building.compiled_files(compiled)
    assert {name.split(".")[0] for name in built} == {"trilith__mypyc", "validator/rng"}
    inside = building.contents(compiled)
    assert {name: inside[name] for name in {*inside} - built} == building.contents(pure)
    (file, said), (source, same) = (numbers(wheel, tmp_path) for wheel in (compiled, pure))
    assert (Path(file).suffix, Path(source).suffix) == (".so", ".py")
    assert said == same


def numbers(wheel, folder):
    """Where the random numbers of a wheel come from, and some of them."""
    place = folder / wheel.stem
    shutil.unpack_archive(wheel, place, "zip")
    command = [sys.executable, "-P", "-c", NUMBERS, place]
    return subprocess.check_output(command, text=True, cwd=folder).splitlines()


def test_a_module_that_does_not_compile_is_told(tmp_path):
    (tmp_path / "room").mkdir()
    wrong = tmp_path / "room" / "wrong.py"
    wrong.write_text("def one() -> int:\n    return 'one'\n", encoding="utf-8")
    hook = runpy.run_path(str(ROOT / "hatch_build.py"))
    with pytest.raises(RuntimeError, match=r"(?s)did not compile.*wrong\.py:2"):
        hook["compile_in"](tmp_path, ["room/wrong.py"])

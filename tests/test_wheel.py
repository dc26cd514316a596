"""The wheel is pure, holds all of trilith, and is all that one needs to make a game."""

import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

import pytest
from shippedgames import ROOT

pytestmark = pytest.mark.heavy


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True)
    [made] = folder.iterdir()
    return made


def test_the_wheel_fits_everywhere_and_holds_all_of_trilith(wheel):
    assert wheel.stem.endswith("-py3-none-any")
    with ZipFile(wheel) as packed:
        names = [name for name in packed.namelist() if ".dist-info/" not in name]
        inside = {name: packed.read(name) for name in names}
    places = {
        "validator": ROOT / "validator",
        "generator": ROOT / "generator",
        "generator/_builtin/templates": ROOT / "templates",
        "generator/_builtin/manual": ROOT / "docs" / "manual",
    }
    assert inside == {
        f"{name}/{path.relative_to(folder).as_posix()}": path.read_bytes()
        for name, folder in places.items()
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }


def install(wheel, folder):
    """Install a wheel into an environment of its own, with the libraries of this one; `trilith`."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-compile", wheel], check=True)
    [packages] = folder.glob("lib/*/site-packages")
    libraries = [path for path in sys.path if Path(path).name == "site-packages"]
    (packages / "libraries.pth").write_text("\n".join(libraries), encoding="utf-8")
    return python.with_name("trilith")


def test_an_installed_wheel_makes_a_game_in_an_empty_folder(wheel, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    trilith = install(wheel, tmp_path / "environment")
    for words in (
        ("new", "Fog"),
        ("check",),
        ("print", "fog"),
        ("simulate", "fog", "--games", "2"),
        ("new", "Hearts", "--like", "hearts"),
        ("replay", "hearts"),
    ):
        subprocess.run([trilith, *words], cwd=empty, check=True, capture_output=True)
    assert (empty / "components" / "fog" / "play.yaml").is_file()
    assert [*(empty / "output").rglob("*.pdf")]

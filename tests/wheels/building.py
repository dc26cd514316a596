"""Wheels: building them from a folder, looking into them, and installing them."""

import os
import subprocess
import sys
import venv
from pathlib import Path
from zipfile import ZipFile

SWITCH = "HATCH_BUILD_HOOK_ENABLE_CUSTOM"
INFO = ".dist-info/"


def build(source, target, compiled):
    """Build a wheel of the project at ``source`` into the folder ``target``; its path."""
    before = {*target.glob("*.whl")}
    said = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", target],
        cwd=source,
        env={**os.environ, SWITCH: str(compiled).lower()},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert said.returncode == 0, said.stdout
    [made] = {*target.glob("*.whl")} - before
    return made


def contents(wheel):
    """The files of a wheel, without those that tell of the wheel itself."""
    with ZipFile(wheel) as packed:
        return {name: packed.read(name) for name in packed.namelist() if INFO not in name}


def compiled_files(wheel):
    """The names of the compiled files of a wheel."""
    return {name for name in contents(wheel) if name.endswith((".so", ".pyd"))}


def install(wheel, folder):
    """Install a wheel into an environment of its own; its Python.

    The libraries are those of the environment that runs this, the packages of the wheel its own.
    """
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    inside = subprocess.check_output(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"], text=True
    )
    libraries = [path for path in sys.path if Path(path).name == "site-packages"]
    Path(inside.strip(), "libraries.pth").write_text("\n".join(libraries), encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", python, "install", "--quiet"]
    subprocess.run([*pip, "--no-deps", "--no-compile", "--force-reinstall", wheel], check=True)
    return python

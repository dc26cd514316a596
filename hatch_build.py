"""The compiled build: a wheel in which the modules that play games are compiled by mypyc.

Hatch runs this hook only where ``HATCH_BUILD_HOOK_ENABLE_CUSTOM=1`` is set, and never for an
editable install: compiled files lie in wheels only, as beside a source they would hide what is
edited there. Everything happens in a copy of the packages in a temporary folder.
``MYPYC_OPT_LEVEL`` (0 to 3) is how much the C compiler optimises: 3, unless it is set.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGES = ("validator", "generator")
MYPY = ("--ignore-missing-imports", "--follow-imports=silent")
"""Libraries need not be there: only the modules that are compiled are checked."""


class CompiledBuild(BuildHookInterface[Any]):
    """Adds compiled modules to a wheel, each beside its source, which stays for tracebacks."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile what pyproject.toml names; RuntimeError, with what was said, where that fails."""
        if version == "editable":
            return
        self.folder = Path(tempfile.mkdtemp(prefix="trilith-build-"))
        for package in PACKAGES:
            shutil.copytree(Path(self.root, package), self.folder / package)
        compile_in(self.folder, modules(self.folder, self.config["modules"], self.config["but"]))
        built = self.folder / "built"
        build_data["pure_python"], build_data["infer_tag"] = False, True
        files = (path for path in built.rglob("*") if path.is_file())
        inside = {str(one): one.relative_to(built).as_posix() for one in files}
        build_data["force_include"] |= inside

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove the copy."""
        if version != "editable":
            shutil.rmtree(self.folder)


def modules(folder: Path, patterns: Sequence[str], but: Sequence[str]) -> list[str]:
    """The modules that are compiled, by their paths in ``folder``."""
    paths = {path for pattern in patterns for path in folder.glob(pattern)}
    names = sorted(path.relative_to(folder).as_posix() for path in paths)
    return [name for name in names if not any(fnmatch(name, one) for one in but)]


def compile_in(folder: Path, names: Sequence[str]) -> None:
    """Compile modules of ``folder`` into ``folder/built``, in a process of its own."""
    told = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "text": True}
    command = [sys.executable, __file__, *names]
    done = subprocess.run(command, cwd=folder, check=False, **told)
    if done.returncode:
        raise RuntimeError(f"mypyc did not compile the engines:\n{done.stdout}")


def libraries(names: Sequence[str]) -> list[tuple[list[str], str]]:
    """The libraries that come of it: one a folder of a room, as a game is, and one for all else.

    They are compiled side by side. Their names have no dots, as a library in a package would tell
    its modules the wrong ``__file__``.
    """
    parts: dict[str, list[str]] = {}
    for name in names:
        _, *rooms, _ = name.split("/")
        parts.setdefault("_".join(["trilith", *rooms[1:2]]), []).append(name)
    return [(part, library) for library, part in parts.items()]


def _compile(names: Sequence[str]) -> None:
    """Compile modules of the working directory."""
    from mypyc.build import mypycify
    from setuptools import Distribution

    extensions = mypycify(
        [*MYPY, *names],
        opt_level=os.environ.get("MYPYC_OPT_LEVEL", "3"),
        debug_level="0",
        separate=libraries(names),
        target_dir="c",
    )
    command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
    command.build_lib, command.build_temp = "built", "objects"
    command.parallel = os.cpu_count()
    command.ensure_finalized()
    command.run()


if __name__ == "__main__":
    _compile(sys.argv[1:])

"""``python -m benchmarks [--against REVISION] [NAME ...]``: run the benchmarks, print figures.

With ``--against`` each is run in turn at that revision and here, and the best of each side stands
beside the other.

Byte code is present: what is measured is not how long Python compiles the sources.

Each module of this folder has ``run() -> list[tuple[str, str]]``: what was measured, and the
figure with its unit.
"""

from __future__ import annotations

import compileall
import importlib
import os
import platform
import sys
from pathlib import Path

from benchmarks._against import against

HERE = Path(__file__).parent


def main(names: list[str]) -> int:
    revision = ""
    if names[:1] == ["--against"]:
        revision, names = "".join(names[1:2]), names[2:]
    known = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    wrong = [name for name in names if name not in known]
    if wrong:
        print(f"no benchmark {', '.join(wrong)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    _compile()
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores")
    for name in names or known:
        print(f"\n{name}")
        run = importlib.import_module(f"benchmarks.{name}").run
        for what, figure in against(revision, name) if revision else run():
            print(f"  {what:<58} {figure}")
    return 0


def _compile() -> None:
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for package in ("generator", "validator"):
        compileall.compile_dir(HERE.parent / package, quiet=2)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

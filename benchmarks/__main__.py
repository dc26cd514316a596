"""``python -m benchmarks [NAME ...]``: run the benchmarks and print their figures.

Each module of this folder has ``run() -> list[tuple[str, str]]``: what was measured, and the
figure with its unit.
"""

from __future__ import annotations

import importlib
import os
import platform
import sys
from pathlib import Path

HERE = Path(__file__).parent


def main(names: list[str]) -> int:
    known = sorted(path.stem for path in HERE.glob("*.py") if not path.stem.startswith("_"))
    wrong = [name for name in names if name not in known]
    if wrong:
        print(f"no benchmark {', '.join(wrong)}; there are {', '.join(known)}", file=sys.stderr)
        return 2
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores")
    for name in names or known:
        print(f"\n{name}")
        for what, figure in importlib.import_module(f"benchmarks.{name}").run():
            print(f"  {what:<58} {figure}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

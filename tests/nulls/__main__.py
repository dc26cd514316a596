"""``make nulls``: a null in the place of each kind of value of Henge, each of which is told."""

import shutil
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(Path(__file__).parent)]

from nullkeys import nulls_of, passed_over  # noqa: E402

GAME = "henge"


def main():
    """Try every null on a copy of the project; list those that are passed over."""
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        for folder in ("components", "templates"):
            shutil.copytree(ROOT / folder, root / folder)
        files = sorted((root / "components" / GAME).glob("*.yaml"))
        print(f"{sum(1 for path in files for _ in nulls_of(path))} nulls in {len(files)} files")
        silent = list(passed_over(root, GAME))
    print("\n".join([*(f"passed over: {null}" for null in silent), f"{len(silent)} passed over"]))
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())

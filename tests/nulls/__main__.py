"""``make nulls``: a null in the place of each kind of value of Henge, each of which is told."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from nulls.nullkeys import nulls_of, passed_over  # noqa: E402
from proofs import project_copy  # noqa: E402

GAME = "henge"


def main():
    """Try every null on a copy of the project; list those that are passed over."""
    with project_copy() as root:
        files = sorted((root / "components" / GAME).glob("*.yaml"))
        print(f"{sum(1 for path in files for _ in nulls_of(path))} nulls in {len(files)} files")
        silent = list(passed_over(root, GAME))
    print("\n".join([*(f"passed over: {null}" for null in silent), f"{len(silent)} passed over"]))
    return 1 if silent else 0


if __name__ == "__main__":
    sys.exit(main())

"""``python -m validator [GAME ...]``: the same as ``trilith check``."""

import typer

from validator.command import check

if __name__ == "__main__":
    typer.run(check)

"""``python -m validator [GAME ...]``: the same as ``trilith check``."""

import typer

from validator.command import checking, installed_since

if __name__ == "__main__":
    typer.run(checking(installed_since()))

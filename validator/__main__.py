"""``python -m validator [GAME ...]``: what ``trilith check`` says, without what is new."""

import typer

from validator.command import check

if __name__ == "__main__":
    typer.run(check)

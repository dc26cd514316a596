"""The studio without a server: everything laid out and checked once, as the page would show it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from generator.failures import FailedError
from generator.studio.engine import serve
from generator.studio.messages import Patch, View
from validator.processes import Process
from validator.report import counted


def run_once(root: Path, view: View) -> str:
    """Lay out and check a game in the process that draws for the page; returns what to say.

    Raises:
        FailedError: the process died.
    """
    process = Process(serve, root, view, daemon=False)
    try:
        return _said(view.game, _state(process.pipe))
    except (EOFError, OSError) as error:
        raise FailedError(f"the process that draws {view.game} died; say so to trilith") from error
    finally:
        process.end()


def _state(pipe: Any) -> dict[str, Any]:
    """The state of a page once everything is done."""
    state: dict[str, Any] = {}
    while state.get("status") != "ready":
        message = pipe.recv()
        if isinstance(message, Patch):
            state |= message.values
    return state


def _said(game: str, state: dict[str, Any]) -> str:
    cards = [value for key, value in state.items() if key.startswith("card/") and value]
    drawn = sum("front" in card for card in cards)
    worst = [one["severity"] for one in state.get("findings", ())]
    counts = (counted(worst.count(kind), kind) for kind in ("error", "warning", "note"))
    return f"{game}: {drawn} of {len(cards)} components have a face; {', '.join(counts)}"

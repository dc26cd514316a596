"""Finding the rules module of a game, by the name its game.yaml gives.

Modules are ``validator.games.<name>`` or an installed entry point of the group
``trilith.games``. A game folder itself never brings code.
"""

from __future__ import annotations

from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec
from typing import cast

from validator.catalogue.model import Game
from validator.play.rules import RulesModule
from validator.usage import UsageError

GROUP = "trilith.games"

FAULTS = (
    *(ArithmeticError, AssertionError, AttributeError, LookupError),
    *(StopIteration, TypeError, ValueError),
)
"""What a mistake in a rules module raises."""


def find_module(game: Game) -> RulesModule:
    """Return the rules module of ``game``; UsageError where it has none or it is not installed."""
    name = game.module
    if name is None:
        raise UsageError(
            f"{game.id} has no rules module, so it cannot be played",
            "its data is still checked and printed; a module is named by `module:` in game.yaml",
        )
    if name.isidentifier() and find_spec(f"validator.games.{name}") is not None:
        return cast(RulesModule, import_module(f"validator.games.{name}"))
    for entry in entry_points(group=GROUP, name=name):
        return cast(RulesModule, entry.load())
    raise UsageError(
        f"{game.id} names the rules module {name!r}, which is not installed",
        f"correct `module:` in {game.place.file}, or install a package with the entry point "
        f"{name!r} in the group {GROUP!r}",
    )

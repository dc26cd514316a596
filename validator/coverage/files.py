"""The files in which rules can be named: a game's data, faces, code and tests."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from validator.catalogue.model import Game
from validator.coverage.cover import Kind, Text
from validator.play.modules import module_path

PACKAGE = Path(__file__).parents[1]
SHARED = {"checks": Kind.CHECK, "catalogue": Kind.CHECK, "play": Kind.ENGINE, "setup": Kind.ENGINE}
"""Folders of this package whose code can carry out a rule of any game."""
NO_RULES = ("policies", "proofs")
"""Folders of an engine that play, or reckon, but carry out no rule."""
NO_RULE_FILES = (
    *("greedy", "drainer", "drains", "worth", "proofs", "view", "limits", "vocabulary"),
    "rulings",
)
"""Files of an engine that play, show or ask, but carry out no rule."""
NO_RULE_TESTS = ("golden", "mutants", "conformance")
"""Tests that play whole games and would pass with many a rule broken, by a word of the path."""


def project_texts(root: Path, game: Game) -> list[Text]:
    """Read what can name a rule of ``game``: its data, faces, code and tests here."""
    return [
        Text(kind, _name(root, path), path.read_text(encoding="utf-8"))
        for kind, path in dict.fromkeys(_files(root, game))
    ]


def _files(root: Path, game: Game) -> Iterator[tuple[Kind, Path]]:
    for folder in (game.id, game.box or game.id):
        for path in sorted((root / "components" / folder).glob("*.yaml")):
            if path.name != "rules.yaml":
                yield Kind.DATA, path
    for room, kind in SHARED.items():
        yield from ((kind, path) for path in sorted((PACKAGE / room).rglob("*.py")))
    yield from _engine(game)
    yield from ((Kind.MENTION, path) for path in sorted((root / "templates").rglob("*.j2")))
    for path in sorted((root / "tests").rglob("*.py")):
        plays = any(word in path.relative_to(root).as_posix() for word in NO_RULE_TESTS)
        yield Kind.MENTION if plays else Kind.TEST, path


def _engine(game: Game) -> Iterator[tuple[Kind, Path]]:
    """The code of the game's rules module, wherever it is installed."""
    main = module_path(game)
    if main is None:
        return
    folder = main.parent
    if main.name == "__init__.py":
        for path in sorted(folder.rglob("*.py")):
            yield engine_kind(path.relative_to(folder)), path
    else:
        yield Kind.ENGINE, main
    if main.is_relative_to(PACKAGE):
        yield from ((Kind.ENGINE, path) for path in sorted((PACKAGE / "games").glob("*.py")))


def engine_kind(path: Path) -> Kind:
    """What places in a file of an engine are; ``path`` lies in the engine's folder."""
    *folders, name = path.with_suffix("").parts
    if "checks" in (*folders, name):
        return Kind.CHECK
    return Kind.MENTION if name in NO_RULE_FILES or {*folders} & {*NO_RULES} else Kind.ENGINE


def _name(root: Path, path: Path) -> str:
    """Return a path as listings show it: below the project, or below this package."""
    for base in (root, PACKAGE.parent):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()

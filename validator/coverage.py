"""Where each rule lives: in data, in a check, in an engine, on a face, in a test.

Code and data name rules by id; this module looks for the ids. Understood forms are
``HEN-INS-10``, ``HEN-INS-10..12``, ``HEN-INS-10 to HEN-INS-12``, ``HEN-INS-10, -11`` and
``HEN-INS-10/11``.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from validator.catalogue.model import Game
from validator.rulebook import Constraint, Rule, Rulebook

KINDS = ("data", "check", "engine", "face", "test")
"""Kinds of places, in the order in which they are listed."""

CONSTRAINT = "K"
"""First part of the ids of constraints on data, such as K-STONE-03, in every game."""
PACKAGE = Path(__file__).parent
ROOMS = ("checks", "catalogue", "games", "play", "setup")
"""Folders of this package whose code can carry out a rule."""
_TAIL = re.compile(r"(?:\.\.|/|, -| to [A-Z]+-[A-Z0-9]+-)(\d+)")
_RANGES = ("..", " to ")


@dataclass(frozen=True, slots=True)
class Text:
    """A file to look through: what kind of place it is, its name in listings, its text."""

    kind: str
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Spot:
    """One place that names a rule."""

    kind: str
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Covered:
    """A rule, where it lives, and what settles it if it is open (``ruling X``, ``finding X``)."""

    rule: Rule
    spots: tuple[Spot, ...]
    settled: tuple[str, ...]

    @property
    def is_covered(self) -> bool:
        """Tell whether data, a check, an engine or a face carries the rule out, or none can."""
        return bool(self.rule.covered) or any(spot.kind != "test" for spot in self.spots)


@dataclass(frozen=True, slots=True)
class Coverage:
    """The rules of one game with their places, and ids that are named but do not exist.

    ``constraints`` are what the data must keep to, each with where it is named.
    """

    game: str
    rules: tuple[Covered, ...]
    unknown: tuple[tuple[str, Spot], ...]
    constraints: tuple[tuple[Constraint, tuple[Spot, ...]], ...] = ()


def cover(game: Game, rulebook: Rulebook, texts: Iterable[Text]) -> Coverage:
    """Find where each rule of ``game`` is named in ``texts``."""
    read = list(texts)
    found, unknown = _places([rule.id for rule in rulebook.rules], rulebook.prefix, read)
    kept, _ = _places([one.id for one in rulebook.constraints], CONSTRAINT, read)
    rules = tuple(
        Covered(rule, _in_order(found[rule.id]), _settled(rule, game, rulebook))
        for rule in rulebook.rules
    )
    constraints = tuple((one, _in_order(kept[one.id])) for one in rulebook.constraints)
    return Coverage(game.id, rules, tuple(dict.fromkeys(unknown)), constraints)


def _places(
    ids: Sequence[str], prefix: str, texts: Iterable[Text]
) -> tuple[dict[str, list[Spot]], list[tuple[str, Spot]]]:
    """Return where each id is named, and ids of the same prefix that are not among them."""
    found: dict[str, list[Spot]] = {identity: [] for identity in ids}
    unknown: list[tuple[str, Spot]] = []
    for identity, spot in _mentions(prefix, texts):
        if identity in found:
            found[identity].append(spot)
        else:
            unknown.append((identity, spot))
    return found, unknown


def _mentions(prefix: str, texts: Iterable[Text]) -> Iterator[tuple[str, Spot]]:
    """Yield every rule id that is named, with where."""
    pattern = re.compile(rf"(?<![A-Z-]){prefix}-([A-Z0-9]+)-(\d+)")
    for text in texts:
        for number, line in enumerate(text.text.splitlines(), 1):
            if f"{prefix}-" not in line:
                continue
            spot = Spot(text.kind, text.name, number)
            for match in pattern.finditer(line):
                for identity in _expand(prefix, match, line):
                    yield identity, spot


def _expand(prefix: str, match: re.Match[str], line: str) -> list[str]:
    """Return the ids that one mention stands for, with its tail such as ``..12``."""
    group, last = match.group(1), int(match.group(2))
    numbers = [last]
    at = match.end()
    while tail := _TAIL.match(line, at):
        if tail.group(0).startswith(" to ") and f" to {prefix}-{group}-" not in tail.group(0):
            break
        value = int(tail.group(1))
        spans = tail.group(0).startswith(_RANGES)
        numbers.extend(range(last + 1, value + 1) if spans else [value])
        last = value
        at = tail.end()
    return [f"{prefix}-{group}-{number:02d}" for number in numbers]


def _in_order(spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return each place once, by kind."""
    return tuple(sorted(dict.fromkeys(spots), key=lambda spot: KINDS.index(spot.kind)))


def _settled(rule: Rule, game: Game, rulebook: Rulebook) -> tuple[str, ...]:
    """Return what settles an open rule: rulings and claims of game.yaml, findings listed."""
    if not rule.is_open:
        return ()
    ids = [
        identity for identity, rules in _answers(game, rulebook) if _about(rule, identity, rules)
    ]
    rulings = {ruling.id for ruling in game.rulings}
    claims = {claim.id for claim in game.claims}
    return tuple(
        f"{'ruling' if name in rulings else 'check' if name in claims else 'finding'} {name}"
        for name in dict.fromkeys(ids)
    )


def _answers(game: Game, rulebook: Rulebook) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every ruling, claim and finding with the rules it is about."""
    for ruling in game.rulings:
        yield ruling.id, ruling.rules
    for claim in game.claims:
        yield claim.id, claim.rules
    for query in rulebook.queries:
        yield query.id, query.rules


def _about(rule: Rule, identity: str, rules: Sequence[str]) -> bool:
    """Tell whether a ruling, claim or finding concerns the rule."""
    return identity in rule.findings or rule.id in rules


def project_texts(root: Path, game: Game) -> list[Text]:
    """Read what can name a rule of ``game``: its data, faces, code and tests here."""
    data = [
        path
        for folder in dict.fromkeys((game.id, game.box or game.id))
        for path in sorted((root / "components" / folder).glob("*.yaml"))
        if path.name != "rules.yaml"
    ]
    code = [path for room in ROOMS for path in sorted((PACKAGE / room).rglob("*.py"))]
    found = {
        "data": data,
        "check": [path for path in code if _is_check(path)],
        "engine": [path for path in code if not _is_check(path)],
        "face": sorted((root / "templates").rglob("*.j2")),
        "test": sorted((root / "tests").rglob("*.py")),
    }
    return [
        Text(kind, _name(root, path), path.read_text(encoding="utf-8"))
        for kind in KINDS
        for path in found[kind]
    ]


def _is_check(path: Path) -> bool:
    """Tell whether code says what data must be (also that of one game), not how one plays."""
    room, *inside = path.relative_to(PACKAGE).with_suffix("").parts
    return room in ("checks", "catalogue") or (room == "games" and "checks" in inside)


def _name(root: Path, path: Path) -> str:
    """Return a path as listings show it: below the project, or below this package."""
    for base in (root, PACKAGE.parent):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()

"""Which rules are carried out, which are tested, and which are only mentioned.

A rule is covered where something carries it out and a test cites it; what counts as either
is told by :mod:`validator.coverage.places`. That the test fails when the rule is broken is shown by
breaking the code beside the rule (:mod:`validator.coverage.proofs`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from validator.catalogue.model import Game
from validator.coverage.mentions import Mention, mentions
from validator.coverage.places import code_places, data_places
from validator.rulebook import Constraint, Rule, Rulebook, Statement


class Kind(StrEnum):
    """What kind of place names a rule, in the order in which they are listed."""

    DATA = "data"
    CHECK = "check"
    ENGINE = "engine"
    TEST = "test"
    MENTION = "mention"


CARRIES_OUT = (Kind.DATA, Kind.CHECK, Kind.ENGINE)
CODE = (Kind.CHECK, Kind.ENGINE)
CONSTRAINT = "K"
"""First part of the ids of constraints on data, such as K-STONE-03, in every game."""


@dataclass(frozen=True, slots=True)
class Text:
    """A file to look through: what its places are, its name in listings, its text.

    In a file of kind ``MENTION`` (a template, a bot's policy) nothing counts for more.
    """

    kind: Kind
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Spot:
    """One place that names a rule; ``owner`` is what carries it out or tests it there, if any."""

    kind: Kind
    file: str
    line: int
    owner: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Covered:
    """A rule, where it is named, and what settles an open one (``ruling X``, ``finding X``)."""

    rule: Rule
    spots: tuple[Spot, ...]
    settled: tuple[str, ...]

    @property
    def is_beyond(self) -> bool:
        """Tell whether nothing can carry the rule out (an aim, a date)."""
        return bool(self.rule.covered)

    @property
    def is_lost(self) -> bool:
        """Tell whether nothing carries the rule out though something could.

        An open rule that is settled says nothing that could be carried out.
        """
        return not (self.is_carried_out or self.is_beyond or self.settled)

    @property
    def is_carried_out(self) -> bool:
        """Tell whether data, a check or an engine carries the rule out."""
        return any(spot.kind in CARRIES_OUT for spot in self.spots)

    @property
    def is_in_code(self) -> bool:
        """Tell whether code carries the rule out; what is in data, `trilith check` holds to it."""
        return any(spot.kind in CODE for spot in self.spots)

    @property
    def is_tested(self) -> bool:
        """Tell whether a test cites the rule."""
        return any(spot.kind is Kind.TEST for spot in self.spots)

    @property
    def is_covered(self) -> bool:
        """Tell whether the rule is carried out and tested."""
        return self.is_carried_out and self.is_tested


@dataclass(frozen=True, slots=True)
class Coverage:
    """The rules of one game with their places, and ids that are named but do not exist.

    ``constraints`` are what the data must keep to, each with where it is named; ``files`` counts
    what was looked through, by kind.
    """

    game: str
    rules: tuple[Covered, ...]
    unknown: tuple[tuple[str, Spot], ...]
    constraints: tuple[tuple[Constraint, tuple[Spot, ...]], ...] = ()
    files: Mapping[Kind, int] = field(default_factory=dict)


def cover(game: Game, rulebook: Rulebook, texts: Iterable[Text]) -> Coverage:
    """Find where each rule of ``game`` is named in ``texts``, or tied to data by ``states``."""
    read = list(texts)
    tied = _tied(rulebook.statements)
    found, unknown = _places([rule.id for rule in rulebook.rules], rulebook.prefix, read)
    kept, _ = _places([one.id for one in rulebook.constraints], CONSTRAINT, read)
    rules = tuple(
        Covered(
            rule,
            _in_order([*found[rule.id], *tied.get(rule.id, ())]),
            _settled(rule, game, rulebook),
        )
        for rule in rulebook.rules
    )
    constraints = tuple(
        (one, _in_order([*kept[one.id], *tied.get(one.id, ())])) for one in rulebook.constraints
    )
    files = Counter(text.kind for text in read)
    return Coverage(game.id, rules, tuple(dict.fromkeys(unknown)), constraints, files)


def _tied(statements: Iterable[Statement]) -> dict[str, list[Spot]]:
    """Where each rule begins to state values, to which `trilith check` holds the data."""
    found: dict[str, list[Spot]] = {}
    for one in statements:
        spot = Spot(Kind.DATA, one.place.file, one.place.line, "states")
        found.setdefault(one.rule, [spot])
    return found


def _places(
    ids: Sequence[str], prefix: str, texts: Iterable[Text]
) -> tuple[dict[str, list[Spot]], list[tuple[str, Spot]]]:
    """Return where each id is named, and ids of the same prefix that are not among them."""
    found: dict[str, list[Spot]] = {identity: [] for identity in ids}
    unknown: list[tuple[str, Spot]] = []
    for text in texts:
        if f"{prefix}-" in text.text:
            for identity, spot in _spots(prefix, text):
                if identity in found:
                    found[identity].append(spot)
                else:
                    unknown.append((identity, spot))
    return found, unknown


def _spots(prefix: str, text: Text) -> Iterator[tuple[str, Spot]]:
    """Every id that a text names, with where and as what."""
    data = data_places(text.text, prefix) if text.kind is Kind.DATA else {}
    code = code_places(text.text) if text.kind in (*CODE, Kind.TEST) else {}
    for mention in mentions(prefix, text.text):
        owner = data.get((mention.rule, mention.line), "") or _owner(mention, code, text.kind)
        kind = text.kind if owner else Kind.MENTION
        yield mention.rule, Spot(kind, text.name, mention.line, owner)


def _owner(mention: Mention, code: Mapping[int, str], kind: Kind) -> str:
    """What carries out or tests, in code, the rule that is mentioned; "" if nothing does."""
    owner = code.get(mention.line, "") if mention.alone else ""
    is_test = any(part.startswith("test") for part in owner.split("."))
    return owner if is_test or kind is not Kind.TEST else ""


def _in_order(spots: Sequence[Spot]) -> tuple[Spot, ...]:
    """Return each place once, by kind."""
    kinds = list(Kind)
    return tuple(sorted(dict.fromkeys(spots), key=lambda spot: kinds.index(spot.kind)))


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

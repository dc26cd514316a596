"""Where rules are named, which are carried out, which are tested, which are only mentioned.

A rule is covered where something carries it out and a test cites it.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from validator.catalogue.model import Claim, Game, Ruling
from validator.catalogue.source import Trail, parse_source, value_at, walk
from validator.findings import Finding, Place, Severity
from validator.play.modules import code_of
from validator.rules.facts import Constraint, Query, Rule, Rulebook

# ``HEN-INS-10`` names a rule by itself, and so do ``HEN-INS-10, -11`` and ``HEN-INS-10/11`` name
# two. ``HEN-INS-10..12``, ``HEN-INS-10 to HEN-INS-12`` and ``HEN-INS-10 to -12`` name all that lie
# between, in passing.


_RANGES = ("..", " to ")
_DIGITS = 4
"""Digits of the largest number of a rule, so that a range has an end."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A rule named on a line (from 1); ``alone``: by itself, not as one of a range."""

    rule: str
    line: int
    alone: bool = True


def mentions(prefix: str, text: str) -> Iterator[Mention]:
    """Yield every id of ``prefix`` in ``text``, line by line."""
    pattern = re.compile(rf"(?<![A-Z-]){prefix}-([A-Z0-9]+)-(\d{{1,{_DIGITS}}})(?!\d)")
    for number, line in enumerate(text.splitlines(), 1):
        if f"{prefix}-" in line:
            for match in pattern.finditer(line):
                yield from _expand(prefix, match, number)


def _expand(prefix: str, match: re.Match[str], line: int) -> Iterator[Mention]:
    """The ids that one match stands for, with its tail such as ``..12``."""
    text, group, last = match.string, match[1], int(match[2])
    numbers, at = [last], match.end()
    more = re.compile(rf"(?:\.\.|/|, -| to (?:{prefix}-{group})?-)(\d{{1,{_DIGITS}}})(?!\d)")
    ranges = text[: match.start()].endswith(_RANGES) or text.startswith(f" to {prefix}-", at)
    while tail := more.match(text, at):
        spans = tail[0].startswith(_RANGES)
        ranges = ranges or spans
        numbers.extend(range(last + 1, int(tail[1]) + 1) if spans else [int(tail[1])])
        last, at = int(tail[1]), tail.end()
    for number in numbers:
        yield Mention(f"{prefix}-{group}-{number:02d}", line, not ranges)


# A rule that is named elsewhere is only mentioned: in the docstring of a module, in a comment that
# stands for itself, in a template, in the questions of `rulings`, beside code that only tells.


TELLING = ("say", "show", "census", "__repr__")
"""Functions of an engine that tell of a game and do not play it."""
ASKED = ("rulings",)
"""The part of game.yaml that names the rules it asks about, and carries none out."""


def code_places(text: str) -> dict[int, str]:
    """Lines of functions and classes that do something, with the comment above: each with its name.

    There are none in what is not Python.
    """
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return {}
    owners = dict(_find_owners(tree.body, "", text.splitlines()))
    return {line: name for line, name in owners.items() if name}


def _find_owners(
    body: Sequence[ast.stmt], outer: str, lines: Sequence[str]
) -> Iterator[tuple[int, str]]:
    """Lines with the name they belong to, what is inside after what is around; "" for none."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{outer}.{node.name}" if outer else node.name
            first = min(one.lineno for one in (node, *node.decorator_list))
            while first > 1 and lines[first - 2].lstrip().startswith("#"):
                first -= 1
            does = name if _does_something(node) else ""
            yield from ((at, does) for at in range(first, (node.end_lineno or first) + 1))
            yield from _find_owners(node.body, name, lines)


def _is_text(node: ast.stmt) -> bool:
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _does_something(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Tell whether there is more in it than words."""
    return node.name not in TELLING and not all(
        _is_text(one) or isinstance(one, ast.Pass | ast.Raise) or ast.unparse(one) == "..."
        for one in node.body
    )


def data_places(text: str, prefix: str) -> dict[tuple[str, int], str]:
    """What data carries out: each id of ``prefix`` and its line, with what stands there.

    Records, set-up steps, tables and the like list their rules under `rules`. So do claims that
    hold data to a rule, being errors where they fail or confirming an example; others only
    report. A set may name a rule in the description of a field that it declares. In a file that
    cannot be read there is nothing.
    """
    source = parse_source(text, "")[0]
    if source is None or not isinstance(source.data, Mapping):
        return {}
    lines = text.splitlines()
    return {
        (mention.rule, _line_of(mention.rule, source.place(trail).line, lines)): str(trail[0])
        for trail, said in walk(source.data)
        if isinstance(said, str) and _carries_out(source.data, trail)
        for mention in mentions(prefix, said)
        if mention.alone
    }


def _line_of(rule: str, first: int, lines: Sequence[str]) -> int:
    """The line of a text that names a rule; ``first`` is the one in which the text begins."""
    return next((at for at in range(first, len(lines) + 1) if rule in lines[at - 1]), first)


def _carries_out(data: Mapping[str, Any], trail: Trail) -> bool:
    """Tell whether a rule that is named at ``trail`` is carried out there."""
    if trail[:1] == ASKED:
        return False
    if trail[0] == "claims" and len(trail) > 1:
        claim = value_at(trail[:2], data)
        if claim.get("severity") != "error" and not claim.get("data", {}).get("confirm"):
            return False
    return trail[-1] == "description" if trail[0] == "fields" else "rules" in trail[-2:]


class PlaceKind(StrEnum):
    """What kind of place names a rule, in the order in which they are listed."""

    DATA = "data"
    ENGINE = "engine"
    TEST = "test"
    MENTION = "mentioned"


CARRIES_OUT = (PlaceKind.DATA, PlaceKind.ENGINE)
CONSTRAINT = "K"
"""First part of the ids of constraints on data, such as K-STONE-03, in every game."""


@dataclass(frozen=True, slots=True)
class SearchedText:
    """A file to look through: what its places are, its name in listings, its text.

    In a file of kind ``MENTION`` (such as a template) nothing counts for more.
    """

    kind: PlaceKind
    name: str
    text: str


@dataclass(frozen=True, slots=True)
class RulePlace:
    """One place that names a rule."""

    kind: PlaceKind
    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True)
class Covered:
    """A rule, where it is named, and what settles an open one (``ruling X``, ``finding X``)."""

    rule: Rule
    spots: tuple[RulePlace, ...]
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
        """Tell whether data or a rules module carries the rule out."""
        return any(spot.kind in CARRIES_OUT for spot in self.spots)

    @property
    def is_in_code(self) -> bool:
        """Tell whether code carries the rule out; what is in data, `trilith check` holds to it."""
        return any(spot.kind is PlaceKind.ENGINE for spot in self.spots)

    @property
    def is_tested(self) -> bool:
        """Tell whether a test cites the rule."""
        return any(spot.kind is PlaceKind.TEST for spot in self.spots)

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
    unknown: tuple[tuple[str, RulePlace], ...]
    constraints: tuple[tuple[Constraint, tuple[RulePlace, ...]], ...] = ()
    files: Mapping[PlaceKind, int] = field(default_factory=dict)


def cover(game: Game, rulebook: Rulebook, texts: Iterable[SearchedText]) -> Coverage:
    """Find where each rule of ``game`` is named in ``texts``, or tied to data by ``states``."""
    read = list(texts)
    tied: dict[str, list[RulePlace]] = {}  # where each rule begins to state values of the data
    for stated in rulebook.statements:
        spot = RulePlace(PlaceKind.DATA, stated.place.file, stated.place.line)
        tied.setdefault(stated.rule, [spot])
    found, unknown = _find_places([rule.id for rule in rulebook.rules], rulebook.prefix, read)
    kept, _ = _find_places([one.id for one in rulebook.constraints], CONSTRAINT, read)
    rules = tuple(
        Covered(
            rule,
            _in_order([*found[rule.id], *tied.get(rule.id, ())]),
            _what_settles(rule, game, rulebook),
        )
        for rule in rulebook.rules
    )
    constraints = tuple(
        (one, _in_order([*kept[one.id], *tied.get(one.id, ())])) for one in rulebook.constraints
    )
    files = Counter(text.kind for text in read)
    return Coverage(game.id, rules, tuple(dict.fromkeys(unknown)), constraints, files)


def _find_places(
    ids: Sequence[str], prefix: str, texts: Iterable[SearchedText]
) -> tuple[dict[str, list[RulePlace]], list[tuple[str, RulePlace]]]:
    found: dict[str, list[RulePlace]] = {identity: [] for identity in ids}
    unknown: list[tuple[str, RulePlace]] = []
    for text in texts:
        if f"{prefix}-" in text.text:
            for identity, spot in _spots(prefix, text):
                if identity in found:
                    found[identity].append(spot)
                else:
                    unknown.append((identity, spot))
    return found, unknown


def _spots(prefix: str, text: SearchedText) -> Iterator[tuple[str, RulePlace]]:
    """Every id that a text names, with where and as what."""
    data = data_places(text.text, prefix) if text.kind is PlaceKind.DATA else {}
    code = code_places(text.text) if text.kind in (PlaceKind.ENGINE, PlaceKind.TEST) else {}
    for mention in mentions(prefix, text.text):
        does = code.get(mention.line, "") if mention.alone else ""
        is_test = any(part.startswith("test") for part in does.split("."))
        if text.kind is PlaceKind.TEST and not is_test:
            does = ""
        named = data.get((mention.rule, mention.line), "") or does
        kind = text.kind if named else PlaceKind.MENTION
        yield mention.rule, RulePlace(kind, text.name, mention.line)


def _in_order(spots: Sequence[RulePlace]) -> tuple[RulePlace, ...]:
    kinds = list(PlaceKind)
    return tuple(sorted(dict.fromkeys(spots), key=lambda spot: kinds.index(spot.kind)))


def _what_settles(rule: Rule, game: Game, rulebook: Rulebook) -> tuple[str, ...]:
    """What settles an open rule: rulings and claims of game.yaml, findings listed."""
    if not rule.is_open:
        return ()
    answers: list[Ruling | Claim | Query] = [*game.rulings, *game.claims, *rulebook.queries]
    about = (one.id for one in answers if one.id in rule.findings or rule.id in one.rules)
    rulings = {ruling.id for ruling in game.rulings}
    claims = {claim.id for claim in game.claims}
    return tuple(
        f"{'ruling' if name in rulings else 'check' if name in claims else 'finding'} {name}"
        for name in dict.fromkeys(about)
    )


PACKAGE = Path(__file__).parents[1]
NO_RULE_TESTS = ("golden", "mutants", "conformance")
"""Tests that play whole games and would pass with many a rule broken, by a word of the path."""


def project_texts(root: Path, game: Game) -> list[SearchedText]:
    """Read what can name a rule of ``game``: its data, faces, code and tests here."""
    return [
        SearchedText(kind, _name(root, path), path.read_text(encoding="utf-8"))
        for kind, path in dict.fromkeys(_files(root, game))
    ]


def _files(root: Path, game: Game) -> Iterator[tuple[PlaceKind, Path]]:
    for folder in (game.id, game.box or game.id):
        for path in sorted((root / "components" / folder).glob("*.yaml")):
            if path.name != "rules.yaml":
                yield PlaceKind.DATA, path
    for place in code_of(game):
        modules = sorted(place.rglob("*.py")) if place.is_dir() else [place]
        yield from ((PlaceKind.ENGINE, path) for path in modules)
    yield from ((PlaceKind.MENTION, path) for path in sorted((root / "templates").rglob("*.j2")))
    for path in sorted((root / "tests").rglob("*.py")):
        plays = any(word in path.relative_to(root).as_posix() for word in NO_RULE_TESTS)
        yield PlaceKind.MENTION if plays else PlaceKind.TEST, path


def _name(root: Path, path: Path) -> str:
    """Return a path as listings show it: below the project, or below this package."""
    for base in (root, PACKAGE.parent):
        if path.is_relative_to(base):
            return path.relative_to(base).as_posix()
    return path.as_posix()


LOOKED = {
    PlaceKind.DATA: "files of data",
    PlaceKind.ENGINE: "of rules modules",
    PlaceKind.TEST: "of tests",
    PlaceKind.MENTION: "others",
}
WIDTH = 1 + max(len(kind) for kind in PlaceKind)
"""Columns of the kind of a place in listings."""
UNTESTED = "NOT TESTED"


def coverage_findings(coverage: Coverage, rulebook: Rulebook, game: Game) -> tuple[Finding, ...]:
    """Return what is not covered, what is not settled, and ids that do not exist.

    Where there are no tests at all, as in most projects, none is missed.
    """
    rules, name = coverage.rules, coverage.game
    settled = {ruling.id for ruling in game.rulings} | {claim.id for claim in game.claims}
    return (
        *(_uncovered_finding(entry, name) for entry in rules if entry.is_lost),
        *(
            _untested_finding(entry, name)
            for entry in rules
            if coverage.files.get(PlaceKind.TEST) and _lack(entry) == UNTESTED
        ),
        *(_unsettled_finding(entry) for entry in rules if entry.rule.is_open and not entry.settled),
        *(_unknown(identity, spot, name) for identity, spot in coverage.unknown),
        *(
            Finding(q.id, Severity.NOTE, name, q.place, q.says, f"assumed here: {q.default}")
            for q in rulebook.queries
            if q.id not in settled  # by a ruling or claim of game.yaml
        ),
    )


def _uncovered_finding(entry: Covered, game: str) -> Finding:
    where = "is only mentioned" if entry.spots else "is named nowhere"
    message = f"{entry.rule.id} {where}, carried out by no data or rules module: "
    hint = "name the id where the rule is carried out, tie its values to the data with `states:`, "
    hint += "or say under `covered:` why nothing can"
    message += entry.rule.says
    return Finding("rule-uncovered", Severity.WARNING, game, entry.rule.place, message, hint)


def _untested_finding(entry: Covered, game: str) -> Finding:
    """Report a rule without a test; a note if it stands in data, which `trilith check` checks."""
    spot = next(spot for spot in reversed(entry.spots) if spot.kind in CARRIES_OUT)
    severity = Severity.WARNING if entry.is_in_code else Severity.NOTE
    message = f"no test cites {entry.rule.id}, which is carried out at {spot}"
    hint = "write a test that fails when the rule is broken, and cite the rule in its docstring"
    return Finding("rule-untested", severity, game, entry.rule.place, message, hint)


def _unknown(identity: str, spot: RulePlace, game: str) -> Finding:
    hint = f"correct the id, or add the rule to components/{game}/rules.yaml"
    place = Place(spot.file, spot.line)
    message = f"there is no rule {identity}"
    return Finding("rule-unknown", Severity.WARNING, game, place, message, hint)


def _unsettled_finding(entry: Covered) -> Finding:
    rule = entry.rule
    what = "contradict themselves" if "conflict" in rule.marks else "are silent"
    message = f"the rules {what} ({rule.id}): {rule.says}"
    hint = "no play depends on it here; settle it in the rulebook"
    return Finding("rule-open", Severity.NOTE, rule.id, rule.place, message, hint)


def as_text(coverage: Coverage, game: Game) -> str:
    """List every rule with its places, what settles open ones, variants; count what is covered."""
    lines: list[str] = []
    section = ""
    for entry in coverage.rules:
        if entry.rule.section != section:
            section = entry.rule.section
            lines.append(f"\n{section}" if lines else section)
        lines.extend(_lines_about(entry, game))
    if coverage.constraints:
        lines.append("\nWhat the data keeps to")
    for constraint, spots in coverage.constraints:
        lines.append(f"  {constraint.id} [{constraint.status}] {constraint.says}")
        lines.extend(_list_places(spots))
    lines.extend(_list_answers(game.rulings))
    counts = [f"{coverage.files.get(kind, 0)} {name}" for kind, name in LOOKED.items()]
    none = "" if coverage.files.get(PlaceKind.TEST) else "; without tests/ here no rule is tested"
    lines.extend(["", count_line(coverage), f"looked through {', '.join(counts)}{none}"])
    return "\n".join(lines) + "\n"


def _lines_about(entry: Covered, game: Game) -> list[str]:
    marks = f" [{', '.join(entry.rule.marks)}]" if entry.rule.marks else ""
    lines = [f"  {entry.rule.id}{marks} {entry.rule.says}"]
    lines.extend(_list_places(entry.spots))
    if entry.settled:
        lines.append(f"      {'settled':<{WIDTH}} {', '.join(entry.settled)}")
    departing = departures(game.rulings).get(entry.rule.id)
    if departing:
        lines.append(f"      {'variants':<{WIDTH}} {', '.join(departing)}")
    if entry.is_beyond:
        lines.append(f"      {'nothing':<{WIDTH}} {entry.rule.covered}")
    if lack := _lack(entry):
        lines.append(f"      {lack}")
    return lines


def _lack(entry: Covered) -> str:
    """What a rule lacks to be covered, in capitals; "" if nothing."""
    if entry.is_lost:
        return "ONLY MENTIONED" if entry.spots else "NAMED NOWHERE"
    return UNTESTED if entry.is_carried_out and not entry.is_tested else ""


def _list_places(spots: Sequence[RulePlace]) -> Iterator[str]:
    for kind in PlaceKind:
        at = " ".join(str(spot) for spot in spots if spot.kind is kind)
        if at:
            yield f"      {kind.value:<{WIDTH}} {at}"


def departures(rulings: Sequence[Ruling]) -> dict[str, list[str]]:
    """Variants by the rule that they depart from, each as ``ruling=option``."""
    found: dict[str, list[str]] = {}
    for ruling in rulings:
        for option, rules in ruling.variants.items():
            for rule in rules:
                found.setdefault(rule, []).append(f"{ruling.id}={option}")
    return found


def _list_answers(rulings: Sequence[Ruling]) -> Iterator[str]:
    """List what rulings settle, and apart from it the variants, which contradict a rule."""
    asked = [ruling for ruling in rulings if ruling.is_open]
    if asked:
        yield "\nRulings: questions that the rules leave open"
    for ruling in asked:
        yield f"  {ruling.id}={ruling.default} {', '.join(ruling.rules)}".rstrip()
    if any(ruling.variants for ruling in rulings):
        yield "\nVariants: options that contradict a rule"
    for ruling in rulings:
        for option, rules in ruling.variants.items():
            force = " (in force)" if option == ruling.default else ""
            yield f"  {ruling.id}={option}{force} departs from {', '.join(rules)}"


def count_line(coverage: Coverage) -> str:
    """Sum a coverage up in one line: rules, or, of a box that has none, its constraints."""
    rules = coverage.rules
    if coverage.constraints and not rules:
        return _constraints_line(coverage)
    covered = sum(entry.is_covered for entry in rules)
    untested = [entry for entry in rules if _lack(entry) == UNTESTED]
    in_data = sum(not entry.is_in_code for entry in untested)
    beyond = sum(entry.is_beyond and not entry.is_covered for entry in rules)
    open_rules = [entry for entry in rules if entry.rule.is_open]
    settled = sum(bool(entry.settled) for entry in open_rules)
    return (
        f"{coverage.game}: {len(rules)} rules, {covered} carried out and tested, "
        f"{len(untested)} carried out but not tested ({in_data} in data alone), "
        f"{sum(entry.is_lost for entry in rules)} not carried out, {beyond} that nothing can; "
        f"{len(open_rules)} open, {settled} of them settled by a ruling or finding"
    )


def _constraints_line(coverage: Coverage) -> str:
    kinds = [{spot.kind for spot in spots} for _, spots in coverage.constraints]
    kept = [found for found in kinds if found.intersection(CARRIES_OUT)]
    tested = sum(PlaceKind.TEST in found for found in kept)
    return (
        f"{coverage.game}: {len(kinds)} constraints on the data, {tested} kept to and tested, "
        f"{len(kept) - tested} kept to but not tested, {len(kinds) - len(kept)} not kept to"
    )


def as_json(coverage: Coverage, game: Game) -> list[dict[str, object]]:
    """Return plain data for JSON, one mapping a rule."""
    variants = departures(game.rulings)
    return [
        {
            "id": entry.rule.id,
            "section": entry.rule.section,
            "says": entry.rule.says,
            "marks": list(entry.rule.marks),
            "covered": entry.is_covered,
            "lacks": _lack(entry).lower(),
            "why": entry.rule.covered,
            "settled": list(entry.settled),
            "variants": variants.get(entry.rule.id, []),
            "places": {
                kind.value: [str(spot) for spot in entry.spots if spot.kind is kind]
                for kind in PlaceKind
            },
        }
        for entry in coverage.rules
    ]

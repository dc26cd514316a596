"""The kinds of claims: what is judged of numbers, supplies and tables, by formulas as play has."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias, TypeVar

from validator.catalogue.boards.static_formulas import reckon
from validator.catalogue.formulas import Formula, FormulaError, read_value, spot
from validator.catalogue.model import (
    OF_EVERY_COMPONENT,
    WITHOUT_SETUP,
    Claim,
    ComponentSet,
    Game,
    Pile,
    PlayerMark,
    SetupTable,
    Tables,
    WhenEmpty,
    is_mark,
    place_in,
    under,
)
from validator.catalogue.seats import table_words
from validator.catalogue.setup_script import plain_zone
from validator.catalogue.source import value_at
from validator.checks.pieces import count_with_noun, list_words, totals
from validator.findings import did_you_mean

N = TypeVar("N")

FEW = 3
"""So many tables with the same detail are named; of more, if there are no others, none is."""


class UnclearError(ValueError):
    """A claim's data names something that is not there; ``hint`` says what to write instead."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(message)
        self.hint = hint


@dataclass(frozen=True, slots=True)
class Case:
    """A claim of a game with the tables of all games after set-up."""

    game: Game
    claim: Claim
    tables: Tables

    @property
    def data(self) -> Mapping[str, Any]:
        """The claim's operands."""
        return self.claim.data

    def views(self) -> tuple[TableView, ...]:
        """One view for every legal table that could be set up; one of a box of parts."""
        return tuple(
            TableView(self.game, one)
            for one in self.tables
            if one.game == self.game.id and one.ruling in (None, WITHOUT_SETUP)
        )


@dataclass(frozen=True, slots=True)
class TableView:
    """A game at one of its tables, where numbers are read off."""

    game: Game
    table: SetupTable

    @property
    def name(self) -> str:
        """The table in words: ``2 players and 1 bot``."""
        return table_words(self.table.configuration.players, self.table.configuration.bots)


@dataclass(frozen=True, slots=True)
class ClaimVerdict:
    """Whether the claim's finding applies, and the arithmetic that shows it."""

    applies: bool
    detail: str
    at: tuple[str | int, ...] = ()
    """Keys of the part of the claim's ``data`` that shows it; empty for the whole claim."""


Judge: TypeAlias = Callable[[Case], ClaimVerdict]


def gather_cases(cases: list[tuple[str, str]]) -> str:
    """Details by table, tables with the same detail together: ``4 players: 48 > 45; ...``."""
    by_detail: dict[str, list[str]] = {}
    for table, detail in cases:
        by_detail.setdefault(detail, []).append(table)
    return "; ".join(
        detail if len(by_detail) == 1 and len(tables) > FEW else f"{', '.join(tables)}: {detail}"
        for detail, tables in by_detail.items()
    )


@dataclass(frozen=True, slots=True)
class Reading:
    """A value and how it came about: ``60`` and ``12 x 5``."""

    value: Any
    text: str

    def __str__(self) -> str:
        """The sum with its result, or the value alone."""
        return self.text if self.text == str(self.value) else f"{self.text} = {self.value}"


def read(case: Case, view: TableView, *keys: str | int) -> Reading:
    """What the formula under some keys of a claim comes to at a table; 0 where there is none.

    Raises:
        FormulaError: it is none, or asks for what is not there.
    """
    return _reckon(_formula(case, *keys).tree, view)


def number(case: Case, view: TableView, *keys: str | int) -> int:
    """The value of a formula, which must be a number.

    Raises:
        FormulaError: it is not.
    """
    value, place = read(case, view, *keys).value, place_in(case.claim, "data", *keys)
    if not isinstance(value, int):
        raise FormulaError(
            place, f"{value!r} is not a number", "write a number, or count something"
        )
    return value


def _formula(case: Case, *keys: str | int) -> Formula:
    found = value_at(keys, case.data)
    return read_value(0 if found is None else found, place_in(case.claim, "data", *keys))


def _reckon(tree: ast.expr, view: TableView, beside: ast.expr | None = None) -> Reading:
    """What a formula comes to, with values in the place of all that is no reckoning."""
    written = _with_values(tree, view, beside)
    text = ast.unparse(written).replace(" * ", " x ").replace(" // ", " / ")
    value = reckon(written, {})
    return Reading(value, str(value) if isinstance(written, ast.Constant) else text)


def _with_values(tree: ast.expr, view: TableView, beside: ast.expr | None) -> ast.expr:
    made: ast.expr
    match tree:
        case ast.BinOp(left=left, op=op, right=right):
            sides = [_with_values(one, view, None) for one in (left, right)]
            made = ast.BinOp(sides[0], op, sides[1])
        case _:
            made = ast.Constant(view.table.ask(tree, beside))
    setattr(made, "spot", spot(tree))  # noqa: B010
    return made


def find_named(name: str, known: Mapping[str, N], what: str, these: str) -> N:
    """The one of that name; UnclearError, which lists ``these``, where there is none."""
    if name not in known:
        mend = did_you_mean(name, known, f"{these}: {', '.join(known) or 'none'}")
        raise UnclearError(f"there is no {what} {name!r}", mend)
    return known[name]


def find_set(name: str, game: Game) -> ComponentSet:
    """The set of that id; UnclearError where there is none."""
    return find_named(name, game.sets, "component set", "sets")


def copies_by(case: Case) -> dict[str, int]:
    """The copies of the claim's set by the values of a field.

    Raises:
        UnclearError: there is no such set, or none of its components has the field.
    """
    found, by = find_set(case.data["set"], case.game), case.data["by"]
    known = {field for one in found.components for field in one.fields}
    if by not in known and by not in OF_EVERY_COMPONENT:
        fields = sorted(known)
        mend = did_you_mean(by, fields, f"fields: {', '.join(fields) or 'none'}")
        raise UnclearError(f"no component of the set has a field {by!r}", mend)
    copies: dict[str, int] = {}
    for component in found.components:
        value = str(component.fields.get(by))
        copies[value] = copies.get(value, 0) + component.copies
    return copies


def pieces_in(zone: str, view: TableView) -> list[str]:
    """The pieces in a zone after set-up, those of a board on all of its spaces.

    Raises:
        UnclearError: `zones` does not list it.
    """
    zones = list(view.game.setup.zones)
    plain = plain_zone(zone)
    starts = tuple(one.removesuffix("*") for one in zones if one.endswith("*"))
    if plain not in zones and not plain.startswith(starts):
        raise UnclearError(f"there is no zone {zone!r}", did_you_mean(plain, zones, "see `zones`"))
    lying = view.table.zones.items()
    return [one for name, held in lying if zone in (name, name.rpartition(".")[0]) for one in held]


def pile_called(name: str, game: Game) -> Pile:
    """The pile of that id; UnclearError where there is none."""
    return find_named(name, {pile.id: pile for pile in game.piles}, "pile", "piles")


def compare(case: Case) -> ClaimVerdict:
    """Numbers of the rules against the data; refuted by the first table where a test fails."""
    wrong: list[tuple[str, str]] = []
    at: tuple[str | int, ...] = ()
    right: list[tuple[str, str]] = []
    for view in case.views():
        for index, test in enumerate(case.data["tests"]):
            keys = ("tests", index, "holds")
            holds, said = _compare(_formula(case, *keys), view)
            text = f"{test['what']}: {said}" if "what" in test else said
            (right if holds else wrong).append((view.name, text))
            at = at if holds or at else keys
    told = dict.fromkeys(text for _, text in wrong or right)
    return ClaimVerdict(bool(wrong), "; ".join(told), at)


def _compare(formula: Formula, view: TableView) -> tuple[bool, str]:
    """Whether a comparison holds, and what is on both of its sides."""
    tree = formula.tree
    if not isinstance(tree, ast.Compare) or len(tree.ops) > 1 or type(tree.ops[0]) not in _SIGNS:
        hint = "write one of ==, <, <=, > and >= between two of them"
        raise FormulaError(formula.place, "this compares no two values", hint)
    [other], [op] = tree.comparators, tree.ops
    left, right = _reckon(tree.left, view, other), _reckon(other, view, tree.left)
    sides = [ast.Constant(one.value) for one in (left, right)]
    asked = ast.Compare(sides[0], [op], [sides[1]])
    setattr(asked, "spot", formula.place)  # noqa: B010
    sign, opposite = _SIGNS[type(op)]
    if not reckon(asked, {}):
        return False, f"{left} {opposite} {right}"
    return True, f"{left.text} = {right}" if sign == "=" else f"{left} {sign} {right}"


_SIGNS: Mapping[type, tuple[str, str]] = {
    ast.Eq: ("=", "is not"),
    ast.Lt: ("<", ">="),
    ast.LtE: ("<=", ">"),
    ast.Gt: (">", "<="),
    ast.GtE: (">=", "<"),
}
"""What is said of two values that compare so, and of two that do not."""


def header(case: Case) -> ClaimVerdict:
    """Numbers of players in the title block that differ from those of the tables."""
    if case.game.title_players is None:
        mend = "add `title_players`, or take the claim out"
        raise UnclearError("game.yaml has no `title_players`", mend)
    least, most = case.game.title_players
    playable = sorted({one.players for one in case.game.configurations})
    titled = list(range(least, most + 1))
    told = f"title block {least} to {most} players, tables for {list_words(playable)}"
    seats = totals(case.game)
    if any(one.bots for one in case.game.configurations):
        told += f" ({seats[0]} to {seats[-1]} seats with bots)"
    missing = [number for number in titled if number not in playable]
    extra = [number for number in playable if number not in titled]
    if missing:
        told += f"; no table for {list_words(missing)}"
    if extra:
        told += f"; {list_words(extra)} not in the title block"
    return ClaimVerdict(bool(missing or extra), told)


def choice(case: Case) -> ClaimVerdict:
    """A zone that is laid out otherwise under another option of an open question."""
    name, zone = case.data["ruling"], case.data["zone"]
    ruling = find_named(name, {one.id: one for one in case.game.rulings}, "ruling", "rulings")
    laid: dict[str, dict[str, str]] = {ruling.default: {}}
    for view in case.views():
        laid[ruling.default][view.name] = _pieces_in_zone(case, view)
    for table in under(case.tables, case.game.id, name):
        if table.ruling is not None:
            view = TableView(case.game, table)
            laid.setdefault(table.ruling[1], {})[view.name] = _pieces_in_zone(case, view)
    differ = [
        (table, " or ".join(f"{by_table[table]} ({option})" for option, by_table in laid.items()))
        for table in laid[ruling.default]
        if len({by_table.get(table) for by_table in laid.values()}) > 1
    ]
    if not differ:
        return ClaimVerdict(False, f"{zone} is the same under every option of {name}")
    return ClaimVerdict(True, f"{zone} after set-up: {gather_cases(differ)}")


def _pieces_in_zone(case: Case, view: TableView) -> str:
    """How many pieces lie in the claim's zone, or which."""
    lying = pieces_in(case.data["zone"], view)
    if not case.data.get("pieces"):
        return str(len(lying))
    return list_words(sorted(lying)) or "nothing"


def split(case: Case) -> ClaimVerdict:
    """A set divided by a field whose shares the parts list does not state."""
    set_id, by = case.data["set"], case.data["by"]
    shares = copies_by(case)
    lines = [part for part in case.game.parts if part.set_id == set_id]
    stated = {str(part.where[by]) for part in lines if by in part.where}
    open_ones = [value for value in shares if value not in stated]
    whole = sum(shares.values())
    told = [
        f"parts list: {whole} in all; data: {list_words(f'{n} {v}' for v, n in shares.items())}"
    ]
    for value in case.data.get("need", ()):
        most = max((number(case, view, "need", value) for view in case.views()), default=0)
        told.append(f"set-up needs up to {most} {value}, which leaves at most {whole - most}")
    return ClaimVerdict(bool(open_ones), "; ".join(told))


def marks(case: Case) -> ClaimVerdict:
    """Marks that select the same cards at every legal total."""
    legal = totals(case.game)
    written = dict.fromkeys(one.mark.text for one in case.game.components())
    texts = list(case.data.get("marks", written))
    for text in texts:
        if not is_mark(text):
            mend = 'write marks as cards bear them, such as "3+"'
            raise UnclearError(f"{text!r} is not a player-count mark", mend)
    chosen = {text: tuple(n for n in legal if PlayerMark(text).admits(n)) for text in texts}
    same = [
        f"{one!r} and {other!r} both select totals {list_words(chosen[one])}"
        for one, other in combinations(texts, 2)
        if chosen[one] == chosen[other]
    ]
    return ClaimVerdict(bool(same), "; ".join(same) or f"all differ at totals {list_words(legal)}")


def judge_unused(case: Case) -> ClaimVerdict:
    """Lines of the parts list against what is used at each table."""
    differ: list[tuple[str, str]] = []
    agree: list[tuple[str, str]] = []
    for view in case.views():
        for at, line in enumerate(case.data["lines"]):
            set_id, where = find_set(line["set"], case.game).id, line.get("where", {})
            lines = [one for one in case.game.parts if one.set_id == set_id]
            named = sum(one.count for one in lines if where.items() <= one.where.items())
            used = number(case, view, "lines", at, "used")
            text = f"{named} {line['what']} listed, {used} used"
            (differ if named != used else agree).append((view.name, text))
    return ClaimVerdict(bool(differ), gather_cases(differ or agree))


def supply(case: Case) -> ClaimVerdict:
    """Demand above supply at some table."""
    what = case.data.get("what", "")
    short: list[tuple[str, str]] = []
    enough: list[tuple[str, str]] = []
    for view in case.views():
        need, there = read(case, view, "demand"), read(case, view, "supply")
        number(case, view, "demand"), number(case, view, "supply")
        over = need.value > there.value
        sign = ">" if over else "<="
        (short if over else enough).append((view.name, f"{need} {sign} {there} {what}".rstrip()))
    return ClaimVerdict(bool(short), gather_cases(short or enough))


def judge_breaking_point(case: Case) -> ClaimVerdict:
    """Something binds the supply piece by piece; some reading of the rules has no end to it."""
    if not (views := case.views()):
        return ClaimVerdict(False, "there is no table")
    there, fixed, each = (number(case, views[0], key) for key in ("supply", "fixed", "each"))
    what = case.data.get("what", "bound")
    if each <= 0:
        raise UnclearError(f"each binds {each} pieces", "write at least 1")
    lasts = (there - fixed) // each
    broken, told = False, []
    for reading, most in case.data.get("readings", {"": "unlimited"}).items():
        start = f"{reading}: " if reading else ""
        if most == "unlimited" or most > lasts:
            broken = True
            sum_ = f"({there} - {fixed}) / {each} allows {lasts} {what}"
            told.append(f"{start}no limit, and {sum_}; number {lasts + 1} is too many")
        else:
            sum_ = f"{fixed} + {most} x {each} = {fixed + most * each} of {there}"
            told.append(f"{start}at most {most} {what}, {sum_}")
    return ClaimVerdict(broken, "; ".join(told))


def judge_unruled(case: Case) -> ClaimVerdict:
    """Piles that can run out while the rules say nothing."""
    piles = [pile_called(name, case.game) for name in case.data["piles"]]
    open_ones = [pile for pile in piles if pile.when_empty is WhenEmpty.UNSTATED]
    told = [_how_long(case, pile) for pile in open_ones]
    if open_ones:
        return ClaimVerdict(True, "; ".join(told))
    return ClaimVerdict(False, f"{list_words(pile.id for pile in piles)} have a rule for it")


def _how_long(case: Case, pile: Pile) -> str:
    sizes = sorted({len(pieces_in(pile.zone, view)) for view in case.views()})
    draw = case.data.get("draw")
    if isinstance(draw, Mapping):
        draw = draw.get(pile.id)
    name = pile.name or pile.id
    if not sizes:
        return name
    left = str(sizes[0]) if len(sizes) == 1 else f"{sizes[0]} to {sizes[-1]}"
    text = f"{name}: {left} after set-up"
    if draw:
        fewest, most = sizes[0] // draw, sizes[-1] // draw
        draws = str(fewest) if fewest == most else f"{fewest} to {most}"
        text += f", {draws} draws of {draw} without a reshuffle"
    return text


def absorb(case: Case) -> ClaimVerdict:
    """Hands that take in so much of a deck that a draw finds too few cards."""
    draw, discard = case.data["draw"], case.data.get("discard", 0)
    told, fails = [], False
    for view in case.views():
        cards, held = (number(case, view, key) for key in ("cards", "held"))
        if "limit" in case.data:
            limit = number(case, view, "limit") + number(case, view, "elsewhere")
            bad = cards - limit < draw
            text = f"{cards} - {limit} = {cards - limit} cards stay outside full hands"
        elif draw <= discard:
            bad, text = False, f"a draw of {draw} after discarding {discard} does not fill hands"
        else:
            bad, text = True, _how_often_filled(cards, held, draw, discard)
        fails = fails or bad
        told.append((view.name, text))
    return ClaimVerdict(fails, gather_cases(told))


def _how_often_filled(cards: int, held: int, draw: int, discard: int) -> str:
    """How often hands can draw before a draw finds too few cards."""
    times, hand = 0, held
    while cards - (hand - discard) >= draw:
        hand += draw - discard
        times += 1
    left = cards - (hand - discard)
    return (
        f"hands grow from {held} to {hand} of {cards} cards in {times} draws; "
        f"draw {times + 1} finds {left} of {draw}"
    )


def scarce(case: Case) -> ClaimVerdict:
    """Values on few cards of a pile that never comes back."""
    pile = pile_called(case.data["pile"], case.game)
    copies = copies_by(case)
    fewest = min(copies.values())
    spent = count_with_noun(fewest, "card")
    spread = f"{count_with_noun(len(copies), 'value')} of {case.data['by']!r}, each on {spent}"
    if pile.when_empty is WhenEmpty.RESHUFFLE:
        return ClaimVerdict(False, f"{spread}; the discards come back")
    return ClaimVerdict(True, f"{spread}; with these spent it is closed, for no discard comes back")

"""The kinds of claims: what is judged of numbers, supplies and tables, and by which operands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, TypeAlias

from validator.catalogue.model import (
    OF_EVERY_COMPONENT,
    Claim,
    Component,
    ComponentSet,
    Configuration,
    Game,
    Pile,
    PlayerMark,
    SetupTable,
    Tables,
    WhenEmpty,
    components_where,
    is_mark,
    passes,
    under,
    usual,
    value_of,
)
from validator.catalogue.seats import table_words
from validator.checks.pieces import copies_used, count_with_noun, list_words, totals
from validator.findings import closest, did_you_mean

FEW = 3
"""So many tables with the same detail are named; of more, if there are no others, none is."""


class UnclearError(ValueError):
    """A claim's data names something that is not there; ``mend`` says what to write instead."""

    def __init__(self, message: str, mend: str) -> None:
        super().__init__(message)
        self.mend = mend


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
        """One view for every legal table, laid out if the game has a set-up script.

        A box of parts has no table; its claims are read at one without seats.
        """
        if self.game.is_box:
            return (TableView(self.game, Configuration(0, self.game.place), None),)
        laid = {
            (table.configuration.players, table.configuration.bots): table
            for table in usual(self.tables, self.game.id)
        }
        return tuple(
            TableView(self.game, one, laid.get((one.players, one.bots)))
            for one in self.game.configurations
        )


@dataclass(frozen=True, slots=True)
class TableView:
    """A game at one of its tables, where numbers are read off."""

    game: Game
    configuration: Configuration
    table: SetupTable | None

    @property
    def name(self) -> str:
        """The table in words: ``2 players and 1 bot``."""
        return table_words(self.configuration.players, self.configuration.bots)


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


def read(operand: Any, view: TableView) -> Reading:
    """Read ``operand`` at a table.

    Raises:
        UnclearError: it names a set, field, zone or pile that is not there.
    """
    if not isinstance(operand, Mapping):
        return Reading(operand, str(operand))
    [(form, meant)] = operand.items()
    value = _FORMS[form](meant, view)
    return value if isinstance(value, Reading) else Reading(value, str(value))


def number(operand: Any, view: TableView) -> int:
    """The value of ``operand``, which must be a number.

    Raises:
        UnclearError: it is not.
    """
    value = read(operand, view).value
    if not isinstance(value, int):
        raise UnclearError(f"{value!r} is not a number", "write a number, or count something")
    return value


def components_of(meant: Mapping[str, Any], game: Game) -> tuple[Component, ...]:
    """The components of a set that pass the test of ``{set, where}``.

    Raises:
        UnclearError: there is no such set, or a test is for a field or a word that none of its
            components has.
    """
    if meant["set"] not in game.sets:
        mend = did_you_mean(meant["set"], game.sets, f"sets: {', '.join(game.sets)}")
        raise UnclearError(f"there is no component set {meant['set']!r}", mend)
    found = game.sets[meant["set"]]
    for name, test in meant.get("where", {}).items():
        has_field(found, name)
        has_words(name, test, [value_of(one, name) for one in found.components])
    return tuple(components_where(found.components, meant.get("where", {})))


def has_words(name: str, test: Any, values: Sequence[Any]) -> None:
    """See that the words that a test wants are no misspelt values; others may be nobody's.

    Raises:
        UnclearError: nothing has such a word, and something has one much like it; or it is null,
            which is to have no value, and everything has one.
    """
    if test is None and None not in values:
        raise UnclearError(f"everything has a {name}", f"write a value of `{name}`")
    known = list(dict.fromkeys(value for value in values if isinstance(value, str)))
    for word in test if isinstance(test, tuple) else (test,):
        if isinstance(word, str) and word not in known:
            turned = [one for one in known if sorted(one) == sorted(word)]
            meant = closest(word, known) or next(iter(turned), None)
            if meant is not None:
                raise UnclearError(
                    f"nothing has {word!r} as its {name}", f"did you mean {meant!r}?"
                )


def has_field(found: ComponentSet, name: str) -> None:
    """See that a set has a field; UnclearError where none of its components has it."""
    known = {field for one in found.components for field in one.fields}
    if name not in known and name not in OF_EVERY_COMPONENT:
        fields = sorted(known)
        mend = did_you_mean(name, fields, f"fields: {', '.join(fields) or 'none'}")
        raise UnclearError(f"no component of the set has a field {name!r}", mend)


def _pieces(meant: Any, view: TableView) -> int:
    return sum(one.copies for one in components_of(meant, view.game))


def _cards(meant: Any, view: TableView) -> int:
    total = view.configuration.total
    found = components_of(meant, view.game)
    return sum(one.copies for one in found if one.mark.admits(total))


def _read_used(meant: Any, view: TableView) -> int:
    found = components_of(meant, view.game)
    uses = [use for use in view.game.uses if use.set_id == meant["set"]]
    return sum(copies_used(use, found, view.game, view.configuration) for use in uses)


def _read_parts(meant: Any, view: TableView) -> int:
    components_of(meant, view.game)
    tests = meant.get("where", {}).items()
    lines = [part for part in view.game.parts if part.set_id == meant["set"]]
    return sum(one.count for one in lines if all(one.where.get(k) == v for k, v in tests))


def _lay_table(view: TableView) -> SetupTable:
    if view.table is None:
        raise UnclearError("the game has no set-up script", "add a setup.yaml")
    return view.table


def _on_table(meant: Any, view: TableView) -> int:
    pieces = _lay_table(view).on_table
    wanted = {one.id for one in components_of(meant, view.game)}
    return sum(piece.partition("#")[0] in wanted for piece in pieces)


def _zone(meant: Any, view: TableView) -> int:
    names = [meant] if isinstance(meant, str) else list(meant)
    zones = _lay_table(view).zones
    for name in names:
        has_zone(view.game, name)
    lying = [(zone, zone.rpartition(".")[0]) for zone in zones]  # those of a board are its spaces
    return sum(len(zones[zone]) for name in names for zone, board in lying if name in (zone, board))


def has_zone(game: Game, name: str) -> None:
    """See that the set-up has a zone; UnclearError where `zones` does not list it."""
    plain = re.sub(r"^seat\d*[.]", "seat.", name)
    zones = list(game.setup.zones)
    starts = tuple(zone.removesuffix("*") for zone in zones if zone.endswith("*"))
    if plain not in zones and not plain.startswith(starts):
        raise UnclearError(f"there is no zone {name!r}", did_you_mean(plain, zones, "see `zones`"))


def _pile(meant: Any, view: TableView) -> int:
    return _zone(pile_called(meant, view.game).zone, view)


def pile_called(name: str, game: Game) -> Pile:
    """The pile of that id; UnclearError where there is none."""
    known = {pile.id: pile for pile in game.piles}
    if name not in known:
        mend = did_you_mean(name, known, f"piles: {', '.join(known) or 'none'}")
        raise UnclearError(f"there is no pile {name!r}", mend)
    return known[name]


def _field(meant: Any, view: TableView) -> Any:
    found = components_of(meant, view.game)
    if not found:
        message = f"no component of {meant['set']!r} passes the test"
        raise UnclearError(message, "mend `where`")
    first, *inner = str(meant["name"]).split(".")
    value: Any = value_of(found[0], first)
    for key in inner:
        value = value.get(key) if isinstance(value, Mapping) else None
    if value is None:
        fields = list(found[0].fields)
        mend = did_you_mean(first, fields, f"fields: {', '.join(fields) or 'none'}")
        if first in fields:
            mend = f"write keys that `{first}` has"
        raise UnclearError(f"there is no field {meant['name']!r} in {found[0].id!r}", mend)
    return len(value) if isinstance(value, tuple) else value


def _entries(meant: Any, view: TableView) -> int:
    found = components_of(meant, view.game)
    entries = [entry for component in found for entry in _list(component, meant["name"])]
    tests = meant.get("that", {})
    everywhere = [
        entry
        for component in view.game.sets[meant["set"]].components
        if isinstance(value_of(component, meant["name"]), tuple)
        for entry in _list(component, meant["name"])
    ]
    for name, test in tests.items():
        has_words(name, test, [entry.get(name) for entry in everywhere])
    return sum(
        all(passes(entry.get(name), test) for name, test in tests.items()) for entry in entries
    )


def _list(component: Component, name: str) -> tuple[Mapping[str, Any], ...]:
    value = value_of(component, name)
    if not isinstance(value, tuple):
        lists = [key for key, one in component.fields.items() if isinstance(one, tuple)]
        mend = did_you_mean(name, lists, f"lists: {', '.join(lists) or 'none'}")
        raise UnclearError(f"there is no list {name!r} in {component.id!r}", mend)
    return tuple(entry for entry in value if isinstance(entry, Mapping))


def _different(meant: Any, view: TableView) -> int:
    found = components_of(meant, view.game)
    has_field(view.game.sets[meant["set"]], meant["name"])
    return len({repr(value_of(one, meant["name"])) for one in found})


def _for_each(which: str) -> Callable[[Any, TableView], Reading]:
    def form(meant: Any, view: TableView) -> Reading:
        there: int = getattr(view.configuration, which)
        text = str(there) if meant == 1 else f"{meant} x {there}"
        return Reading(meant * there, text)

    return form


def _of_several(sign: str, work: Callable[[int, int], int]) -> Callable[[Any, TableView], Reading]:
    def form(meant: Any, view: TableView) -> Reading:
        parts = [read(operand, view) for operand in meant]
        values = [number(operand, view) for operand in meant]
        total = values[0]
        for value in values[1:]:
            total = work(total, value)
        loose = [sign in "x/-" and (" + " in one.text or " - " in one.text) for one in parts]
        texts = [f"({p.text})" if apart else p.text for p, apart in zip(parts, loose, strict=True)]
        return Reading(total, f" {sign} ".join(texts))

    return form


def _divide(dividend: int, divisor: int) -> int:
    if divisor == 0:
        raise UnclearError("a division by 0", "divide by another number")
    return dividend // divisor


_FORMS: Mapping[str, Callable[[Any, TableView], Any]] = {
    "pieces": _pieces,
    "cards": _cards,
    "used": _read_used,
    "listed": _read_parts,
    "on_table": _on_table,
    "zone": _zone,
    "pile": _pile,
    "field": _field,
    "entries": _entries,
    "different": _different,
    "players": _for_each("players"),
    "bots": _for_each("bots"),
    "seats": _for_each("total"),
    "sum": _of_several("+", lambda one, other: one + other),
    "minus": _of_several("-", lambda one, other: one - other),
    "times": _of_several("x", lambda one, other: one * other),
    "divide": _of_several("/", _divide),
}


def compare(case: Case) -> ClaimVerdict:
    """Numbers of the rules against the data; refuted by the first table where a test fails."""
    wrong: list[tuple[str, str]] = []
    at: tuple[str | int, ...] = ()
    right: list[tuple[str, str]] = []
    for view in case.views():
        for index, test in enumerate(case.data["tests"]):
            left, other = read(test["left"], view), read(test["right"], view)
            holds = _holds(left.value, test["is"], other.value)
            start = f"{test['what']}: " if "what" in test else ""
            sign = test["is"] if holds else _NOT[test["is"]]
            said = f"{left.text} = {other}" if sign == "=" else f"{left} {sign} {other}"
            text = f"{start}{said}"
            (right if holds else wrong).append((view.name, text))
            at = at if holds or at else ("tests", index, "right")
    told = dict.fromkeys(text for _, text in wrong or right)
    return ClaimVerdict(bool(wrong), "; ".join(told), at)


_NOT = {"=": "is not", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


def _holds(left: object, sign: str, right: object) -> bool:
    if sign == "=":
        return left == right
    if not isinstance(left, int) or not isinstance(right, int):
        message = f"{left!r} and {right!r} cannot be compared by {sign}"
        raise UnclearError(message, 'compare numbers, or words by "="')
    return {"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[sign]


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
    ruling = next((one for one in case.game.rulings if one.id == name), None)
    if ruling is None:
        known = [one.id for one in case.game.rulings]
        mend = did_you_mean(name, known, f"rulings: {', '.join(known) or 'none'}")
        raise UnclearError(f"there is no ruling {name!r}", mend)
    laid: dict[str, dict[str, str]] = {ruling.default: {}}
    for view in case.views():
        laid[ruling.default][view.name] = _pieces_in_zone(case, view)
    for table in under(case.tables, case.game.id, name):
        if table.ruling is not None:
            view = TableView(case.game, table.configuration, table)
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
    zone = case.data["zone"]
    size = number({"zone": zone}, view)
    if not case.data.get("pieces") or view.table is None:
        return str(size)
    return list_words(sorted(view.table.zones.get(zone, ()))) or "nothing"


def split(case: Case) -> ClaimVerdict:
    """A set divided by a field whose shares the parts list does not state."""
    set_id, by = case.data["set"], case.data["by"]
    shares: dict[str, int] = {}
    found = components_of({"set": set_id}, case.game)
    has_field(case.game.sets[set_id], by)
    for component in found:
        value = str(component.fields.get(by))
        shares[value] = shares.get(value, 0) + component.copies
    lines = [part for part in case.game.parts if part.set_id == set_id]
    stated = {str(part.where[by]) for part in lines if by in part.where}
    open_ones = [value for value in shares if value not in stated]
    whole = sum(shares.values())
    told = [
        f"parts list: {whole} in all; data: {list_words(f'{n} {v}' for v, n in shares.items())}"
    ]
    for value, need in case.data.get("need", {}).items():
        most = max((number(need, view) for view in case.views()), default=0)
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
        for line in case.data["lines"]:
            named, used = number(line["listed"], view), number(line["used"], view)
            text = f"{named} {line['what']} listed, {used} used"
            (differ if named != used else agree).append((view.name, text))
    return ClaimVerdict(bool(differ), gather_cases(differ or agree))


def supply(case: Case) -> ClaimVerdict:
    """Demand above supply at some table."""
    what = case.data.get("what", "")
    short: list[tuple[str, str]] = []
    enough: list[tuple[str, str]] = []
    for view in case.views():
        need, there = read(case.data["demand"], view), read(case.data["supply"], view)
        number(case.data["demand"], view), number(case.data["supply"], view)
        over = need.value > there.value
        sign = ">" if over else "<="
        (short if over else enough).append((view.name, f"{need} {sign} {there} {what}".rstrip()))
    return ClaimVerdict(bool(short), gather_cases(short or enough))


def judge_breaking_point(case: Case) -> ClaimVerdict:
    """Something binds the supply piece by piece; some reading of the rules has no end to it."""
    if not case.views():
        raise UnclearError("the game has no configurations", "list its tables in game.yaml")
    view = case.views()[0]
    there = number(case.data["supply"], view)
    fixed, each = number(case.data.get("fixed", 0), view), number(case.data["each"], view)
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
    sizes = sorted({number({"pile": pile.id}, view) for view in case.views()})
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
        cards, held = number(case.data["cards"], view), number(case.data["held"], view)
        if "limit" in case.data:
            elsewhere = number(case.data.get("elsewhere", 0), view)
            limit = number(case.data["limit"], view) + elsewhere
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
    cards = components_of({"set": case.data["set"]}, case.game)
    if cards:
        has_field(case.game.sets[case.data["set"]], case.data["by"])
    copies: dict[str, int] = {}
    for card in cards:
        value = repr(card.fields.get(case.data["by"]))
        copies[value] = copies.get(value, 0) + card.copies
    if not copies:
        raise UnclearError(f"the set {case.data['set']!r} is empty", "name a set of cards")
    fewest = min(copies.values())
    spent = count_with_noun(fewest, "card")
    spread = f"{count_with_noun(len(copies), 'value')} of {case.data['by']!r}, each on {spent}"
    if pile.when_empty is WhenEmpty.RESHUFFLE:
        return ClaimVerdict(False, f"{spread}; the discards come back")
    return ClaimVerdict(True, f"{spread}; with these spent it is closed, for no discard comes back")

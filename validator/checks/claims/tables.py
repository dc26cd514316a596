"""Claims about who plays and what is laid out: header, rulings, parts list, marks."""

from __future__ import annotations

from itertools import combinations

from validator.catalogue.marks import PlayerMark, is_mark
from validator.catalogue.tables import under
from validator.checks.base import listed, totals
from validator.checks.claims.base import Case, UnclearError, Verdict, View, gathered
from validator.checks.claims.operands import components_of, has_field, number
from validator.hints import did_you_mean


def header(case: Case) -> Verdict:
    """Numbers of players in the title block that differ from those of the tables."""
    if case.game.title_players is None:
        mend = "add `title_players`, or take the claim out"
        raise UnclearError("game.yaml has no `title_players`", mend)
    least, most = case.game.title_players
    playable = sorted({one.players for one in case.game.configurations})
    titled = list(range(least, most + 1))
    told = f"title block {least} to {most} players, tables for {listed(playable)}"
    seats = totals(case.game)
    if any(one.bots for one in case.game.configurations):
        told += f" ({seats[0]} to {seats[-1]} seats with bots)"
    missing = [number for number in titled if number not in playable]
    extra = [number for number in playable if number not in titled]
    if missing:
        told += f"; no table for {listed(missing)}"
    if extra:
        told += f"; {listed(extra)} not in the title block"
    return Verdict(bool(missing or extra), told)


def choice(case: Case) -> Verdict:
    """A zone that is laid out otherwise under another option of an open question."""
    name, zone = case.data["ruling"], case.data["zone"]
    ruling = next((one for one in case.game.rulings if one.id == name), None)
    if ruling is None:
        known = [one.id for one in case.game.rulings]
        mend = did_you_mean(name, known, f"rulings: {', '.join(known) or 'none'}")
        raise UnclearError(f"there is no ruling {name!r}", mend)
    laid: dict[str, dict[str, str]] = {ruling.default: {}}
    for view in case.views():
        laid[ruling.default][view.name] = _lying(case, view)
    for table in under(case.tables, case.game.id, name):
        if table.ruling is not None:
            view = View(case.game, table.configuration, table)
            laid.setdefault(table.ruling[1], {})[view.name] = _lying(case, view)
    differ = [
        (table, " or ".join(f"{by_table[table]} ({option})" for option, by_table in laid.items()))
        for table in laid[ruling.default]
        if len({by_table.get(table) for by_table in laid.values()}) > 1
    ]
    if not differ:
        return Verdict(False, f"{zone} is the same under every option of {name}")
    return Verdict(True, f"{zone} after set-up: {gathered(differ)}")


def _lying(case: Case, view: View) -> str:
    """How many pieces lie in the claim's zone, or which."""
    zone = case.data["zone"]
    size = number({"zone": zone}, view)
    if not case.data.get("pieces") or view.table is None:
        return str(size)
    return listed(sorted(view.table.zones.get(zone, ()))) or "nothing"


def split(case: Case) -> Verdict:
    """A set divided by a field whose shares the parts list does not state."""
    set_id, by = case.data["set"], case.data["by"]
    shares: dict[str, int] = {}
    found = components_of({"set": set_id}, case.game)
    has_field(case.game.sets[set_id], by)
    for component in found:
        value = str(component.fields.get(by))
        shares[value] = shares.get(value, 0) + component.copies
    stated = {str(part.where[by]) for part in case.game.parts if _states(part, set_id, by)}
    open_ones = [value for value in shares if value not in stated]
    whole = sum(shares.values())
    told = [f"parts list: {whole} in all; data: {listed(f'{n} {v}' for v, n in shares.items())}"]
    for value, need in case.data.get("need", {}).items():
        most = max((number(need, view) for view in case.views()), default=0)
        told.append(f"set-up needs up to {most} {value}, which leaves at most {whole - most}")
    return Verdict(bool(open_ones), "; ".join(told))


def _states(part: object, set_id: str, by: str) -> bool:
    return getattr(part, "set_id", None) == set_id and by in getattr(part, "where", {})


def marks(case: Case) -> Verdict:
    """Marks that select the same cards at every legal total."""
    legal = totals(case.game)
    texts = list(case.data.get("marks", _borne(case)))
    for text in texts:
        if not is_mark(text):
            mend = 'write marks as cards bear them, such as "3+"'
            raise UnclearError(f"{text!r} is not a player-count mark", mend)
    chosen = {text: tuple(n for n in legal if PlayerMark(text).admits(n)) for text in texts}
    same = [
        f"{one!r} and {other!r} both select totals {listed(chosen[one])}"
        for one, other in combinations(texts, 2)
        if chosen[one] == chosen[other]
    ]
    return Verdict(bool(same), "; ".join(same) or f"all differ at totals {listed(legal)}")


def _borne(case: Case) -> tuple[str, ...]:
    """The marks on the components, each once, in file order."""
    return tuple(dict.fromkeys(one.mark.text for one in case.game.components()))


def unused(case: Case) -> Verdict:
    """Lines of the parts list against what is used at each table."""
    differ: list[tuple[str, str]] = []
    agree: list[tuple[str, str]] = []
    for view in case.views():
        for line in case.data["lines"]:
            named, used = number(line["listed"], view), number(line["used"], view)
            text = f"{named} {line['what']} listed, {used} used"
            (differ if named != used else agree).append((view.name, text))
    return Verdict(bool(differ), gathered(differ or agree))

"""Claims about supplies: demand, breaking points, piles without a rule, greedy hands."""

from __future__ import annotations

from collections.abc import Mapping

from validator.catalogue.model import Pile, WhenEmpty
from validator.checks.base import counted, listed
from validator.checks.claims.base import Case, UnclearError, Verdict, View, gathered
from validator.checks.claims.operands import components_of, has_field, number, other_pile, read


def supply(case: Case) -> Verdict:
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
    return Verdict(bool(short), gathered(short or enough))


def breaking_point(case: Case) -> Verdict:
    """Something binds the supply piece by piece; some reading of the rules has no end to it."""
    view = _first(case)
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
    return Verdict(broken, "; ".join(told))


def unruled(case: Case) -> Verdict:
    """Piles that can run out while the rules say nothing."""
    piles = [_pile(case, name) for name in case.data["piles"]]
    open_ones = [pile for pile in piles if pile.when_empty is WhenEmpty.UNSTATED]
    told = [_lasting(case, pile) for pile in open_ones]
    if open_ones:
        return Verdict(True, "; ".join(told))
    return Verdict(False, f"{listed(pile.id for pile in piles)} have a rule for it")


def _pile(case: Case, name: str) -> Pile:
    for pile in case.game.piles:
        if pile.id == name:
            return pile
    raise UnclearError(f"there is no pile {name!r}", other_pile(case.game, name))


def _lasting(case: Case, pile: Pile) -> str:
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


def absorb(case: Case) -> Verdict:
    """Hands that take in so much of a deck that a draw finds too few cards."""
    draw, discard = case.data["draw"], case.data.get("discard", 0)
    told, fails = [], False
    for view in case.views():
        cards, held = number(case.data["cards"], view), number(case.data["held"], view)
        if "limit" in case.data:
            limit, spare = _capped(case, view, cards)
            bad, text = spare < draw, f"{cards} - {limit} = {spare} cards stay outside full hands"
        elif draw <= discard:
            bad, text = False, f"a draw of {draw} after discarding {discard} does not fill hands"
        else:
            bad, text = True, _filling(cards, held, draw, discard)
        fails = fails or bad
        told.append((view.name, text))
    return Verdict(fails, gathered(told))


def _capped(case: Case, view: View, cards: int) -> tuple[int, int]:
    elsewhere = number(case.data.get("elsewhere", 0), view)
    bound = number(case.data["limit"], view) + elsewhere
    return bound, cards - bound


def _filling(cards: int, held: int, draw: int, discard: int) -> str:
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


def scarce(case: Case) -> Verdict:
    """Values on few cards of a pile that never comes back."""
    pile = _pile(case, case.data["pile"])
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
    spread = (
        f"{counted(len(copies), 'value')} of {case.data['by']!r}, each on {counted(fewest, 'card')}"
    )
    if pile.when_empty is WhenEmpty.RESHUFFLE:
        return Verdict(False, f"{spread}; the discards come back")
    return Verdict(True, f"{spread}; with these spent it is closed, for no discard comes back")


def _first(case: Case) -> View:
    views = case.views()
    if not views:
        raise UnclearError("the game has no configurations", "list its tables in game.yaml")
    return views[0]

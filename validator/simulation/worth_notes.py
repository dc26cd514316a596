"""Cards held against each other, those a game may not need, and what is said of their worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf, isfinite
from typing import Any

from validator.catalogue.model import Component, Game
from validator.catalogue.seats import table_words
from validator.catalogue.words.language import ENGLISH, Tongue
from validator.checks.pieces import note
from validator.findings import Finding
from validator.play.rulings import rulings_not_default
from validator.simulation.shards import SERIAL, RunConfig
from validator.simulation.trials import TrialResult, head_of
from validator.simulation.worth import (
    CardTrial,
    CardWorth,
    TableWorth,
    Tried,
    Wanted,
    Worth,
    WorthStanding,
    attempt,
)


def pool_tables(tables: Sequence[TableWorth], policy: str | None = None) -> list[CardWorth]:
    """Each card of tables of one game, under one policy or all, in the order of the data."""
    found: dict[str, CardWorth] = {}
    for table in tables:
        if policy in (None, table.line.policy):
            for card in table.cards:
                known = found.get(card.component.id)
                found[card.component.id] = _both(known, card) if known else card
    return list(found.values())


def _both(one: CardWorth, other: CardWorth) -> CardWorth:
    trial = CardTrial()
    printed = CardTrial()
    for each in (one, other):
        trial.merge(each.trial)
        printed.merge(each.printed)
    return replace(
        one,
        standing=min(one.standing, other.standing, key=list(WorthStanding).index),
        drawn=one.drawn + other.drawn,
        played=one.played + other.played,
        held=one.held + other.held,
        used=one.used + other.used,
        trial=trial,
        printed=printed,
    )


def by_worth(cards: Sequence[CardWorth]) -> list[CardWorth]:
    """The cards whose worth is known, the most points first; where all have none, by wins."""
    known = [card for card in cards if card.standing is WorthStanding.KNOWN]
    return sorted(known, key=_mean, reverse=True)


# Cards held against each other: is one of them never better than another?
#
# Which pairs: cards of one set that are alike in all that their records state but price, name and
# text, of which the one costs no less, was found no better at any table, and whose rival is in
# every game that it is in. How: in games in which it was used it does what its rival does, on the
# same luck; a pair is given up at the first game in which its own effects left their player better
# off.


PRICES = ("cost", "price")
"""Fields of a card that say what it costs."""
POINTS = ("points", "vp", "victory_points")
"""Fields of a card that say what it scores by itself."""
MOST_RIVALS = 3
"""How many better cards a card is held against: those worth most."""
ROUNDS = (1, 5, 20, 60)
"""Games of each line in which a pair is tried, round by round; most pairs end in the first."""
ENOUGH = 60
"""Games that a verdict takes, over all tables and policies: a card that is better in none of these
is so in less than one of twenty, with 95 % confidence (the rule of three)."""


@dataclass(frozen=True, slots=True)
class Dominated:
    """A card that was never better than ``rival``.

    ``trial`` is that of its own effects against those of the rival, ``tables`` at how many tables,
    ``policies`` by which players.
    """

    game: Game
    component: Component
    rival: Component
    trial: CardTrial
    tables: int
    policies: tuple[str, ...]


Pair = tuple[CardWorth, CardWorth]
"""A card and one that may be better in everything."""


def find_dominated(tables: Sequence[TableWorth], config: RunConfig = SERIAL) -> list[Dominated]:
    """The cards of one game that are never better than another one, each told with the best such.

    The progress counts as many games for each of ``ROUNDS`` as cards were counted in.
    """
    if not tables:
        return []
    config = replace(config, found=None)
    pairs = _candidates(tables)
    sums = {_key(pair): CardTrial() for pair in pairs}
    lines = [table.line for table in tables]
    games = max(table.counts.games for table in tables)
    for before, most in pairwise((0, *ROUNDS)):
        wanted = [_pairs_to_compare(table, pairs, before, most) for table in tables]
        for line, found in zip(lines, attempt(lines, wanted, games, config), strict=True):
            for (card, rival), trial in found.items():
                sums[line.frame.cards[card], line.frame.cards[rival]].merge(trial)
        speaking_for_it = {key for key, trial in sums.items() if trial.better or trial.broken}
        pairs = [pair for pair in pairs if _key(pair) not in speaking_for_it]
    proven = [pair for pair in pairs if _proven(*pair, sums[_key(pair)])]
    best = {pair[0].component.id: pair for pair in reversed(proven)}
    return [_dominated(tables, pair, sums[_key(pair)]) for pair in best.values()]


def _key(pair: Pair) -> tuple[str, str]:
    return pair[0].component.id, pair[1].component.id


def _candidates(tables: Sequence[TableWorth]) -> list[Pair]:
    """The pairs to be tried, card by card, the best rival first."""
    cards = [card for card in pool_tables(tables) if card.standing is WorthStanding.KNOWN]
    pairs = []
    for card in cards:
        own_set = card.component.set_id
        labels = _labels([one.component.fields for one in cards if one.component.set_id == own_set])
        rivals = [
            other
            for other in cards
            if other is not card
            and comparable(card.component, other.component, labels)
            and _mean(other) >= _mean(card)
            and all(_no_better(table, card, other) for table in tables)
        ]
        rivals.sort(key=_mean, reverse=True)
        pairs += [(card, rival) for rival in rivals[:MOST_RIVALS]]
    return pairs


def _mean(card: CardWorth) -> tuple[float, float]:
    wins, points = card.trial.rank
    return points, wins


def _labels(records: Sequence[Mapping[str, object]]) -> set[str]:
    """The fields of a set that only label its cards: texts that differ from card to card."""
    found = set()
    for name in {name for record in records for name in record}:
        texts = {one[name] for one in records if isinstance(one.get(name), str)}
        if len(texts) == len(records) > 2:
            found.add(name)
    return found


def comparable(one: Component, other: Component, labels: set[str]) -> bool:
    """Whether ``other`` is of the same set, costs no more, scores no less, and is otherwise alike.

    Effects may differ too, as they are tried.
    """
    mine, theirs = (
        {name: value for name, value in card.fields.items() if name not in labels}
        for card in (one, other)
    )
    for name in (*PRICES, *POINTS):
        mine.pop(name, None)
        theirs.pop(name, None)
    dearer, fewer = price(one) - price(other), price(other, POINTS) - price(one, POINTS)
    alike = one.set_id == other.set_id and mine == theirs
    differ = dearer or fewer or one.effects != other.effects
    return bool(alike and min(dearer, fewer) >= 0 and differ)


def price(component: Component, names: Sequence[str] = PRICES) -> float:
    """What a card costs by its fields; 0 where they do not say."""
    found = (component.fields.get(name) for name in names)
    return next((float(one) for one in found if isinstance(one, int | float)), 0.0)


def say_printed(component: Component, tongue: Tongue = ENGLISH) -> str:
    """The name of a card with what it costs and scores, such as ``Inn (costs 6, scores 5)``."""
    cost, points = price(component), price(component, POINTS)
    said = [tongue.say("costs {number}", number=tongue.number(cost, "g"))] if cost else []
    said += [tongue.say("scores {number}", number=tongue.number(points, "g"))] if points else []
    listed = ", ".join(said)
    return f"{component.name} ({listed})" if listed else component.name


def _no_better(table: TableWorth, card: CardWorth, rival: CardWorth) -> bool:
    """Whether a card is not seen to be better at one table, and its rival is there too."""
    here = {one.component.id: one for one in table.cards}
    mine, theirs = here.get(card.component.id), here.get(rival.component.id)
    if mine is None or not mine.used:
        return True
    if theirs is None or not theirs.used:
        return False
    left, right = mine.trial.worth_in_points(), theirs.trial.worth_in_points()
    return left is None or right is None or left.low <= right.high


def _pairs_to_compare(table: TableWorth, pairs: Sequence[Pair], before: int, most: int) -> Wanted:
    numbers = {identity: number for number, identity in enumerate(table.line.frame.cards)}
    wanted: dict[Tried, Sequence[int]] = {}
    for pair in pairs:
        card, rival = (numbers.get(identity, -1) for identity in _key(pair))
        games = table.counts.used_in[card][before:most] if min(card, rival) >= 0 else ()
        if games:
            wanted[card, rival] = games
    return wanted


def _proven(card: CardWorth, rival: CardWorth, trial: CardTrial) -> bool:
    """Whether its own effects were worse by an interval, or no better at a higher price."""
    if trial.games < ENOUGH:
        return False
    worth = trial.worth_in_points() if trial.points.squares else trial.worth_in_wins()
    if trial.worse:
        return worth is not None and worth.high < 0
    mine, theirs = card.component, rival.component
    return price(mine) > price(theirs) or price(mine, POINTS) < price(theirs, POINTS)


def _dominated(tables: Sequence[TableWorth], pair: Pair, trial: CardTrial) -> Dominated:
    card, rival = (one.component for one in pair)
    used = [
        table.line
        for table in tables
        if any(one.used for one in table.cards if one.component.id == card.id)
    ]
    policies = tuple(dict.fromkeys(line.policy for line in used))
    at = len({line.frame.table for line in used})
    return Dominated(tables[0].line.plan.game, card, rival, trial, at, policies)


DIGITS = 4


def as_json(tables: Sequence[TableWorth]) -> list[dict[str, Any]]:
    """Return plain data, one mapping a table and policy."""
    return [head_of(table.line, table.counts.games) | cards_as_json(table) for table in tables]


def cards_as_json(table: TableWorth) -> dict[str, Any]:
    """Return the figures of the cards of a table, and of pairs that were looked into."""
    sure = {pair for pair, _ in table.sure}
    pairs = [
        {"cards": list(pair), "sure": pair in sure, "together": _trial_as_json(trial, 2.0)}
        for pair, trial in table.pairs.items()
    ]
    return {"cards": {one.component.id: card_as_json(one) for one in table.cards}, "pairs": pairs}


def _trial_as_json(trial: CardTrial, most: float = 1.0) -> dict[str, Any] | None:
    """Return what a trial shows; None where nobody used the card."""
    points, wins = _round(trial.worth_in_points()), _round(trial.worth_in_wins(most=most))
    told = {"games": trial.games, "uses": trial.uses, "points": points, "wins": wins}
    return told if trial.uses else None


def card_as_json(card: CardWorth) -> dict[str, Any]:
    """Return the figures of one card; ``worth`` is None where it is not known."""
    worth = _trial_as_json(card.trial) if card.standing is WorthStanding.KNOWN else None
    counts = {name: getattr(card, name) for name in ("drawn", "played", "dead", "held", "used")}
    counts |= {"cost": price(card.component), "printed_points": price(card.component, POINTS)}
    counts |= {"standing": card.standing.value, "worth": worth}
    return counts | {"as_printed": _trial_as_json(card.printed)}


def _round(worth: Worth | None) -> dict[str, float | None] | None:
    if worth is None:
        return None
    ends = {"mean": worth.mean, "low": worth.low, "high": worth.high}
    return {end: round(value, DIGITS) if isfinite(value) else None for end, value in ends.items()}


def as_text(tables: Sequence[TableWorth]) -> str:
    """Return the figures as text, a table and policy after the other, the best card first."""
    return "\n\n".join("\n".join(lines_about(table)) for table in tables) + "\n"


def lines_about(table: TableWorth) -> Iterable[str]:
    """The lines about one table."""
    line = table.line
    configuration = line.plan.configuration
    changed = rulings_not_default(line.plan.game, line.plan.rulings)
    words = [table_words(configuration.players, configuration.bots), line.policy, *changed]
    yield (
        f"{line.plan.game.name}: what cards are worth, {', '.join(words)}, seed {line.plan.seed}: "
        f"{table.counts.games} games"
    )
    seen = [card for card in table.cards if card.drawn or card.played or card.used]
    known = by_worth(seen)
    width = max((len(say_printed(card.component)) for card in seen), default=0)
    heads = f"{'points a use, 95 %':<24}{'wins a use, 95 %':<23}"
    yield f"  {'':{width}}  {heads}tried  drawn  played  dead  held"
    yield from (_line(card, width) for card in known)
    yield from (_line(card, width) for card in seen if card.standing is not WorthStanding.KNOWN)
    missing = [card.component.name for card in table.cards if card not in seen]
    if missing:
        yield f"  never drawn: {', '.join(missing)}"
    yield from _lines_of_choices(table)


def _lines_of_choices(table: TableWorth) -> Iterator[str]:
    """What it is worth to choose a card, the best first, and pairs that are shown to win."""
    chosen = by_choice(table.cards)
    if chosen:
        width = max(len(say_printed(one.component)) for one in chosen)
        yield "as printed, with price and points: what it is worth to be able to choose a card"
        yield f"  {'':{width}}  {'points a game, 95 %':<24}{'wins a game, 95 %':<23}tried"
        yield from (
            f"  {say_printed(one.component):{width}}  {_say_trial(one.printed)}" for one in chosen
        )
    if table.pairs:
        yield f"together beyond each alone, of {len(table.pairs)} pairs that seemed to win"
        yield from (f"  {name}: {_say_trial(trial, 2.0)}" for name, trial in sure_pairs(table))
        yield from [] if table.sure else ["  none is shown to"]


def by_choice(cards: Iterable[CardWorth]) -> list[CardWorth]:
    """The cards that somebody chose, first those that bring most wins to be able to."""
    known = [card for card in cards if card.printed.uses]
    return sorted(known, key=lambda card: card.printed.rank, reverse=True)


def sure_pairs(table: TableWorth) -> Iterator[tuple[str, CardTrial]]:
    """The pairs that are shown to bring more together, by their names."""
    names = {card.component.id: card.component.name for card in table.cards}
    for pair, trial in table.sure:
        yield " + ".join(names[one] for one in pair), trial


def _say_trial(trial: CardTrial, most: float = 1.0) -> str:
    points, wins = trial.worth_in_points(), trial.worth_in_wins(most=most)
    told = (in_points(points), in_wins(wins)) if points and wins else ("", "")
    return f"{told[0]:<24}{told[1]:<23}{trial.games:>5}"


def _line(card: CardWorth, width: int) -> str:
    trial = card.trial
    points, wins = trial.worth_in_points(), trial.worth_in_wins()
    worth = f"{card.standing.value:<47}{'-':>5}"
    if card.standing is WorthStanding.KNOWN and points and wins:
        worth = f"{in_points(points):<24}{in_wins(wins):<23}{trial.games:>5}"
    return (
        f"  {say_printed(card.component):{width}}  {worth}  {card.drawn:>5}  {card.played:>6}  "
        f"{card.dead:>4}  {card.held:>4}"
    )


def in_points(worth: Worth, tongue: Tongue = ENGLISH) -> str:
    """Points with their interval, such as ``+5.0 (+4.2 to +5.8)``."""
    mean, low, high = (tongue.number(one, "+z.1f") for one in (worth.mean, worth.low, worth.high))
    few = worth.reach == inf
    return f"{mean} ({tongue.say('too few', context='worth') if few else tongue.span(low, high)})"


def in_wins(worth: Worth, tongue: Tongue = ENGLISH) -> str:
    """Wins with their interval, such as ``+12% (+2 to +22)``."""
    if worth.reach == inf:
        return f"{worth.mean:+z.0%} ({tongue.say('too few', context='worth')})"
    low, high = f"{100 * worth.low:+z.0f}", f"{100 * worth.high:+z.0f}"
    return f"{worth.mean:+z.0%} ({tongue.span(low, high)})"


OFTEN = 300
"""How often a card must be drawn before it is said that nobody plays it: then it is played less
than once in a hundred times, with 95 % confidence (the rule of three)."""


def check_unplayed(results: Sequence[TrialResult]) -> Iterator[Finding]:
    """The cards that no policy played at any table, though they were drawn ``OFTEN``.

    Sets of which no card counts as played are left out: such games have no such thing.
    """
    for game in {result.plan.game.id: result.plan.game for result in results}.values():
        own = [result for result in results if result.plan.game.id == game.id]
        drawn: Counter[str] = Counter()
        played: Counter[str] = Counter()
        for result in own:
            drawn.update(dict(zip(result.frame.cards, result.totals.drawn, strict=True)))
            played.update(dict(zip(result.frame.cards, result.totals.played, strict=True)))
        policies = list(dict.fromkeys(result.policy.partition(":")[0] for result in own))
        for component in game.components():
            one_set = game.sets[component.set_id].components
            used = any(played[card.id] for card in one_set)
            if used and drawn[component.id] >= OFTEN and not played[component.id]:
                said = f"{component.name!r} was drawn {drawn[component.id]} times and never "
                said += f"played, by players of these kinds: {', '.join(policies)}"
                hint = "see whether its price can ever be paid, and when it may be played"
                yield note(game, "card-unplayed", component.place, said, hint)


def check_dominated(found: Iterable[Dominated]) -> Iterator[Finding]:
    """A finding for each card that another one outdoes."""
    for one in found:
        component, rival = one.component, one.rival
        less = "less" if price(component) > price(rival) else "no more"
        scores = " and scores more" if price(component, POINTS) < price(rival, POINTS) else ""
        said = (
            f"{component.name!r} is never better than {rival.name!r}, which costs {less}{scores}: "
        )
        said += _comparison_text(one)
        hint = "make it stronger or cheaper, or give it a use that the other one has not"
        yield note(one.game, "card-dominated", component.place, said, hint)


def _comparison_text(one: Dominated) -> str:
    trial = one.trial
    points, wins = trial.worth_in_points(), trial.worth_in_wins()
    told = in_points(points) + " points" if points else ""
    if wins and not trial.points.squares:
        told = in_wins(wins) + " wins"
    tables = f"{one.tables} table{'s' if one.tables > 1 else ''}"
    return (
        f"its own effects instead of the other's gave {told} a use, and more in none of "
        f"{trial.games} games at {tables} ({', '.join(one.policies)})"
    )

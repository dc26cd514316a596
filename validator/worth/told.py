"""What cards are worth, as text and as plain data for JSON."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from validator.play.rulings import changed_rulings
from validator.setup.legal import table_words
from validator.worth.lines import CardWorth, Standing, TableWorth
from validator.worth.pooled import by_worth
from validator.worth.sums import Worth

DIGITS = 4


def as_json(tables: Sequence[TableWorth]) -> list[dict[str, Any]]:
    """Return plain data, one mapping a table and policy."""
    return [
        {
            "game": table.line.plan.game.id,
            "players": table.line.plan.configuration.players,
            "bots": table.line.plan.configuration.bots,
            "policy": table.line.policy,
            "rulings": dict(table.line.plan.rulings),
            "seed": table.line.plan.seed,
            "games": table.counts.games,
            "cards": {card.component.id: card_as_json(card) for card in table.cards},
        }
        for table in tables
    ]


def card_as_json(card: CardWorth) -> dict[str, Any]:
    """Return the figures of one card; ``worth`` is None where it is not known."""
    trial = card.trial
    known = card.standing is Standing.KNOWN
    return {
        "drawn": card.drawn,
        "played": card.played,
        "dead": card.dead,
        "held": card.held,
        "used": card.used,
        "standing": card.standing.value,
        "worth": {
            "games": trial.games,
            "uses": trial.uses,
            "points": _rounded(trial.worth_in_points()),
            "wins": _rounded(trial.worth_in_wins()),
        }
        if known
        else None,
    }


def _rounded(worth: Worth | None) -> dict[str, float | None] | None:
    if worth is None:
        return None
    ends = {"low": worth.low, "high": worth.high}
    rounded = {end: value if value is None else round(value, DIGITS) for end, value in ends.items()}
    return {"mean": round(worth.mean, DIGITS), **rounded}


def as_text(tables: Sequence[TableWorth]) -> str:
    """Return the figures as text, a table and policy after the other, the best card first."""
    return "\n\n".join("\n".join(lines_about(table)) for table in tables) + "\n"


def lines_about(table: TableWorth) -> Iterable[str]:
    """The lines about one table."""
    line = table.line
    configuration = line.plan.configuration
    changed = changed_rulings(line.plan.game, line.plan.rulings)
    words = [table_words(configuration.players, configuration.bots), line.policy, *changed]
    yield (
        f"{line.plan.game.name}: what cards are worth, {', '.join(words)}, seed {line.plan.seed}: "
        f"{table.counts.games} games"
    )
    seen = [card for card in table.cards if card.drawn or card.played or card.used]
    known = by_worth(seen)
    width = max((len(card.component.name) for card in seen), default=0)
    heads = f"{'points a use, 95 %':<24}{'wins a use, 95 %':<23}"
    yield f"  {'':{width}}  {heads}tried  drawn  played  dead  held"
    yield from (_line(card, width) for card in known)
    yield from (_line(card, width) for card in seen if card.standing is not Standing.KNOWN)
    missing = [card.component.name for card in table.cards if card not in seen]
    if missing:
        yield f"  never drawn: {', '.join(missing)}"


def _line(card: CardWorth, width: int) -> str:
    trial = card.trial
    points, wins = trial.worth_in_points(), trial.worth_in_wins()
    worth = f"{card.standing.value:<47}{'-':>5}"
    if card.standing is Standing.KNOWN and points and wins:
        worth = f"{in_points(points):<24}{in_wins(wins):<23}{trial.games:>5}"
    return (
        f"  {card.component.name:{width}}  {worth}  {card.drawn:>5}  {card.played:>6}  "
        f"{card.dead:>4}  {card.held:>4}"
    )


def in_points(worth: Worth) -> str:
    """Points with their interval, such as ``+5.0 (+4.2 to +5.8)``."""
    if worth.low is None or worth.high is None:
        return f"{worth.mean:+z.1f} (too few)"
    return f"{worth.mean:+z.1f} ({worth.low:+z.1f} to {worth.high:+z.1f})"


def in_wins(worth: Worth) -> str:
    """Wins with their interval, such as ``+12% (+2 to +22)``."""
    if worth.low is None or worth.high is None:
        return f"{worth.mean:+z.0%} (too few)"
    return f"{worth.mean:+z.0%} ({100 * worth.low:+z.0f} to {100 * worth.high:+z.0f})"

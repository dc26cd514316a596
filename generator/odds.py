"""``trilith odds``: how likely a draw holds what is wanted, counted exactly and not played.

Of a pile of N pieces with K that fit, n drawn at random hold k of them in C(K, k) C(N-K, n-k) of
C(N, n) ways: the hypergeometric distribution.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import TYPE_CHECKING, Annotated

import typer

from generator import options
from generator.failures import WrongUseError
from generator.options import Context, GameName, Output, OutputResult

if TYPE_CHECKING:
    from validator.catalogue.model import Component, Configuration, Game


@dataclass(frozen=True, slots=True)
class OddsOptions:
    """Tell how likely a draw from a zone holds pieces that are wanted, exactly.

    They are named as --only of print takes them: a piece, a set, or cost=3,4. Counted is the zone
    as it is at its fullest in set-up, shuffled, with nobody knowing anything of it: `trilith odds
    fog deck cost=0,1 --draw 4`.
    """

    game: GameName
    zone: Annotated[str, typer.Argument(help="A zone, as `trilith setup` names it: seat1.deck.")]
    wanted: Annotated[
        list[str], typer.Argument(metavar="WANTED...", help="What is hoped for: bonfire, cost=3,4.")
    ]
    draw: Annotated[int, typer.Option("--draw", min=1, help="Pieces that are drawn.")] = 1
    players: options.Players = None
    bots: options.Bots = None


def tell_odds(context: Context, chosen: OddsOptions) -> Iterator[OutputResult]:
    """Tell the odds at every table asked for, alike tables together."""
    from generator.printing.selection import only_of, tables_asked, totals_for
    from validator.catalogue.seats import table_words

    game = context.game(chosen.game)
    only = only_of(chosen.wanted, [game])
    totals_for(game, chosen.players, chosen.bots)
    piles: dict[tuple[int, int], list[str]] = {}
    for table in tables_asked(game, chosen.players, chosen.bots):
        pile = fullest(game, table, chosen.zone)
        counted = len(pile), sum(map(only.takes, pile))
        piles.setdefault(counted, []).append(table_words(table.players, table.bots))
    for (size, fitting), tables in piles.items():
        if size < chosen.draw:
            where = f"{chosen.zone} holds {size} pieces at {', '.join(tables)}"
            raise WrongUseError(f"{where}; draw at most as many")
        head = f"{', '.join(tables)}: {chosen.zone} has {size} pieces, {fitting} of them wanted"
        yield OutputResult(told="\n".join([head, *as_lines(odds(size, fitting, chosen.draw))]))


def fullest(game: Game, table: Configuration, zone: str) -> list[Component]:
    """The pieces of a zone as most of them lie there at once in set-up.

    Raises:
        WrongUseError: no piece ever lies in a zone of that name.
    """
    from validator.catalogue.seats import instances
    from validator.compiler.setup import compile_setup
    from validator.findings import did_you_mean
    from validator.setup.deal import run_with_seed

    run = run_with_seed(compile_setup(game, table), 1, told=True)
    held: dict[str, dict[str, None]] = {}
    most: list[str] = []
    for event in run.events:
        for piece, left, entered in event.moved:
            held.setdefault(left, {}).pop(piece, None)
            held.setdefault(entered, {})[piece] = None
        most = max(most, list(held.get(zone, ())), key=len)
    if not most:
        hint = did_you_mean(zone, held, f"pieces lie in {', '.join(held)}")
        raise WrongUseError(f"no piece lies in a zone {zone!r} in set-up; {hint}")
    return [instances(game)[piece] for piece in most]


def odds(size: int, fitting: int, drawn: int) -> list[Fraction]:
    """How likely a draw holds 0, 1, ... of what fits, as many as it can."""
    ways = comb(size, drawn)
    return [
        Fraction(comb(fitting, held) * comb(size - fitting, drawn - held), ways)
        for held in range(min(fitting, drawn) + 1)
    ]


def as_lines(shares: Sequence[Fraction]) -> Iterator[str]:
    """A line for each number held: how likely it is exactly, and as many or more."""
    mean = sum(held * share for held, share in enumerate(shares))
    for held, share in enumerate(shares):
        least = sum(shares[held:])
        more = f"   {held} or more {float(least * 100):6.2f} %" if held else ""
        yield f"  {held:>3} {float(share * 100):6.2f} %{more}"
    yield f"  on average {float(mean):.3g}"


ODDS = Output("odds", OddsOptions, tell_odds)

"""``make openspiel``: play games from data and the same games in OpenSpiel, and compare.

    python tests/openspiel [GAME ...] [--games N]
    python tests/openspiel [GAME ...] --bots N [--games N]

Plays N random games (1,000) at every table of starters and of the games in tests/openspiel/games,
each under the rulings that OpenSpiel has. Options must be the same at every decision,
and returns at the end. Exits with 1 at the first difference.

With --bots our searching players play against OpenSpiel's own bots, each with N imagined games a
decision. What was played is kept in output/openspiel/, and the same command goes on there.
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

import pyspiel  # noqa: E402
from openspiel.bots import MATCHES, match  # noqa: E402
from openspiel.mirror import compare, prepared  # noqa: E402
from openspiel.twins import PAIRINGS  # noqa: E402
from proofs import ROOT, command_line  # noqa: E402


def main():
    """Compare all that was asked for."""
    asked = command_line(__doc__, some=["starters"], games=1000, bots=0)
    if asked.bots:
        for name in asked.starters or MATCHES:
            print(match(name, asked.games, asked.bots, ROOT / "output" / "openspiel"), flush=True)
        return 0
    for pairing in PAIRINGS:
        if asked.starters and pairing.game not in asked.starters:
            continue
        table, decisions = prepared(pairing), 0
        for index in pairing.games(asked.games):
            try:
                decisions += compare(pairing, table, index, pyspiel.load_game)
            except AssertionError as error:
                print(f"{pairing.name}, game {index}: {error}")
                return 1
        print(f"{pairing.name}: {asked.games} games, {decisions} decisions the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())

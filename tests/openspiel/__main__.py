"""``make openspiel``: play games from data and the same games in OpenSpiel, and compare.

    python tests/openspiel [GAME ...] [--games N]

Plays N random games (1,000) at every table of starters and of the games in tests/openspiel/games,
each under the rulings that OpenSpiel has. Options must be the same at every decision,
and returns at the end. Exits with 1 at the first difference.
"""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

import pyspiel  # noqa: E402
from openspiel.mirror import compare, prepared  # noqa: E402
from openspiel.twins import PAIRINGS  # noqa: E402
from proofs import command_line  # noqa: E402


def main():
    """Compare all that was asked for."""
    asked = command_line(__doc__, some=["starters"], games=1000)
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

"""``make openspiel``: play games of the starters and the same games in OpenSpiel, and compare.

    python tests/openspiel [GAME ...] [--games N]

Plays N random games (1,000) at every table of goofspiel, crazy_eights, hearts, go_fish and pig that
is compared, each under the rulings that OpenSpiel has. Options must be the same at every decision,
and returns at the end. Exits with 1 at the first difference.
"""

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

import pyspiel  # noqa: E402
from openspiel.mirror import compare, prepared  # noqa: E402
from openspiel.twins import PAIRINGS  # noqa: E402


def main():
    """Compare all that was asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--games", type=int, default=1000, dest="count", metavar="N")
    arguments = parser.parse_args()
    for pairing in PAIRINGS:
        if arguments.games and pairing.starter not in arguments.games:
            continue
        table, decisions = prepared(pairing), 0
        for index in pairing.games(arguments.count):
            try:
                decisions += compare(pairing, table, index, pyspiel.load_game)
            except AssertionError as error:
                print(f"{pairing.name}, game {index}: {error}")
                return 1
        print(f"{pairing.name}: {arguments.count} games, {decisions} decisions the same")
    return 0


if __name__ == "__main__":
    sys.exit(main())

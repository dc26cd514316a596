"""How often the intervals that trilith tells hold what is true, where that is known.

Shares: exactly, over all numbers of hits that can come. Means: drawn many times.
"""

import random
from math import comb

from generator.outputs.report.figures import mean_interval
from validator.simulation.compare import Bounded
from validator.simulation.statistics import share_of
from validator.simulation.worth import CardTrial

SHARES = (0.005, 0.02, 0.1, 0.25, 0.5, 0.9)
GAMES = (5, 10, 20, 60, 200)
"""Games that speak for an interval."""


def steady(luck):
    """Points by a card that does much the same each time."""
    return round(luck.gauss(4, 2))


def skewed(luck):
    """Points by a card that now and then does much."""
    return 12 if luck.random() < 0.2 else luck.randrange(3)


def rare(luck):
    """Points by a card that hardly ever does anything, and then a lot."""
    return 60 if luck.random() < 0.01 else 0


TRUE = {steady: 4.0, skewed: 0.2 * 12 + 0.8 * 1, rare: 0.6}
"""The mean of each."""


def of_shares(trials):
    """The least coverage of the interval of a share, over the shares tried."""
    found = []
    for share in SHARES:
        chances = (comb(trials, hits) * share**hits * (1 - share) ** (trials - hits)
                   for hits in range(trials + 1))  # fmt: skip
        ends = (share_of(hits, trials) for hits in range(trials + 1))
        pairs = zip(chances, ends, strict=True)
        found.append(sum(chance for chance, (_, low, high) in pairs if low <= share <= high))
    return min(found)


def of_worth(points, games, runs, seed=1):
    """The coverage of what a card is worth for a use; used once to three times in a game."""
    luck, held = random.Random(seed), 0
    for _ in range(runs):
        trial = CardTrial()
        for _ in range(games):
            uses = luck.choice((1, 1, 2, 3))
            trial.add(sum(points(luck) for _ in range(uses)), 0, uses)
        worth = trial.worth_in_points()
        held += worth.low <= TRUE[points] <= worth.high
    return held / runs


def of_pairs(points, games, runs, seed=2):
    """The coverage of the mean change under an option of a ruling, game by game."""
    luck, held = random.Random(seed), 0
    for _ in range(runs):
        _, low, high = mean_interval([points(luck) - points(luck) for _ in range(games)])
        held += low <= 0 <= high
    return held / runs


def of_bets(games, runs, seed=3):
    """The coverage of a comparison's interval, alone and after so many games."""
    luck, held = random.Random(seed), 0
    for _ in range(runs):
        seen = {-1: 0, 0: 0, 1: 0}
        for _ in range(games):
            seen[luck.choices((-1, 0, 1), (10, 80, 10))[0]] += 1
        low, high = Bounded(-1, 1, 0.05).interval(seen)
        held += low <= 0 <= high
    return held / runs


def rows(runs):
    """Each kind of interval with its coverage at each number of games."""
    yield "shares (least of six)", [of_shares(games) for games in GAMES]
    for points in (steady, skewed, rare):
        yield f"worth of a card, {points.__name__}", [of_worth(points, n, runs) for n in GAMES]
    for points in (steady, skewed):
        yield f"paired change, {points.__name__}", [of_pairs(points, n, runs) for n in GAMES]
    yield "comparison, one figure", [of_bets(games, runs // 4) for games in GAMES]

"""Starters with knobs: numbers that may change, values that break what is wanted, and what that is.

Each value that is planted is out of what is wanted by its mean, measured in 1,500 games. Steps that
give the first seat more are added to a set-up with a count of 0, which is fair.
"""

import random
from dataclasses import dataclass

MORE_COINS = (
    "  - {do: move, from: supply, to: seat.coins, count: 0, each: seats, when: seat.number == 1}\n"
)
MORE_CARDS = (
    "  - {do: deal, from: deck, to: seat.hand, count: 0, each: seats, when: seat.number == 1}\n"
)


HOUSES = ("clockmaker", "exchange", "lighthouse", "warehouse")


@dataclass(frozen=True)
class Knobs:
    """A starter: what is added to its set-up, what is wanted, and its numbers.

    Of each number there are the values that may be tried, and those that are planted.
    """

    want: tuple[str, ...]
    games: int
    vary: dict[str, str]
    wrong: dict[str, tuple[int, ...]]
    added: str = ""
    players: int = 2


GAMES = {
    "fog": Knobs(
        ("seats=5%", "piles=1%"),
        3000,
        {
            "setup.yaml:steps.7.count": "0..4",
            "setup.yaml:steps.8.count": "0..3",
            "setup.yaml:steps.4.count": "0..4",
            "coins.yaml:coin.copies": "4..32/4",
            "cards.yaml:*.cost": "~1",
        },
        {
            "setup.yaml:steps.7.count": (2, 3, 4),
            "setup.yaml:steps.8.count": (2, 3),
            "coins.yaml:coin.copies": (4,),
        },
        MORE_COINS + MORE_CARDS,
    ),
    "harbour": Knobs(
        ("seats=10%", "length=10..12"),
        1500,
        {
            "play.yaml:turn.0.options.earn.then.0.at_most": "1..5",
            "setup.yaml:steps.3.count": "0..8",
            "setup.yaml:steps.7.count": "0..4",
            "houses.yaml:*.cost": "~1",
        },
        {
            "play.yaml:turn.0.options.earn.then.0.at_most": (1,),
            "setup.yaml:steps.3.count": (0, 8),
            "setup.yaml:steps.7.count": (3, 4),
        },
        MORE_COINS,
    ),
    "harbour cards": Knobs(
        ("worth=45%",),
        6000,
        {
            **{f"houses.yaml:{house}.cost": "1..8" for house in HOUSES},
            **{f"houses.yaml:{house}.points": "0..9" for house in HOUSES},
        },
        {
            "houses.yaml:clockmaker.cost": (1,),
            "houses.yaml:warehouse.points": (9,),
        },
    ),
    "pig": Knobs(
        ("length=8.5..11.5",),
        1000,
        {"play.yaml:turn.0.options.roll.then.0.sides": "2..6", "play.yaml:turn.0.again": "2..60/4"},
        {"play.yaml:turn.0.options.roll.then.0.sides": (2, 3, 4, 5)},
    ),
    "crazy_eights": Knobs(
        ("seats=8%", "length=12.5..15.5"),
        2000,
        {
            "setup.yaml:steps.2.cases.0.count": "3..12",
            "setup.yaml:steps.4.count": "0..4",
        },
        {
            "setup.yaml:steps.2.cases.0.count": (3, 4, 12),
        },
        MORE_CARDS,
    ),
    "go_fish": Knobs(
        ("seats=10%", "length=15.5..17.5"),
        1000,
        {"setup.yaml:steps.2.cases.0.count": "3..12", "setup.yaml:steps.3.count": "0..6"},
        {"setup.yaml:steps.2.cases.0.count": (3, 11, 12), "setup.yaml:steps.3.count": (5, 6)},
        MORE_CARDS,
    ),
    "ice": Knobs(
        ("seats=5%", "length=4.5..5.5", "piles=1%"),
        3000,
        {"game.yaml:length.most": "2..9", "cards.yaml:*.copies": "~2"},
        {"game.yaml:length.most": (2, 3, 7, 8)},
    ),
    "goofspiel": Knobs(
        ("seats=8%",),
        1500,
        {
            f"cards.yaml:{rank}-{suit}.rank": "1..13/2"
            for suit in ("hearts", "spades")
            for rank in ("ace", "jack", "king")
        },
        {
            "cards.yaml:ace-hearts.rank": (9, 11),
            "cards.yaml:ace-spades.rank": (9, 11),
            "cards.yaml:king-hearts.rank": (1, 3),
            "cards.yaml:king-spades.rank": (1, 3),
            "cards.yaml:jack-hearts.rank": (1, 3),
        },
    ),
}


def planted(number, attempt=0):
    """The starter and the numbers, now and then two, that are planted in it as ``number``.

    Two may make up for each other: ``attempt`` gives others.
    """
    name = list(GAMES)[number % len(GAMES)]
    luck = random.Random(1000 * attempt + number)
    wrong = GAMES[name].wrong
    chosen = luck.sample(sorted(wrong), 2 if len(wrong) > 1 and luck.random() < 0.3 else 1)
    return name, {target: luck.choice(wrong[target]) for target in chosen}

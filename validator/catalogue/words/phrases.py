"""The phrases of effects: every clause and sentence that the texts of cards are made of.

A clause is told in *moods*, which are the contexts of its translations: as a ``command`` ("gain 3
coins"), behind a condition (``then``), behind "you may" (``may``), or as the aim of a price
(``to``). What others do names the ``player``. Placeholders are nouns and phrases; their forms are
those of the language (``{things:dein.gen.many}``).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum


class Mood(StrEnum):
    """Where a clause stands in its sentence."""

    COMMAND = "command"
    THEN = "then"
    MAY = "may"
    TO = "to"


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of oneself and, where others may do it, of a player, in the moods that exist."""

    you: str
    player: str = ""
    moods: tuple[Mood, ...] = (Mood.COMMAND, Mood.TO)
    player_moods: tuple[Mood, ...] = (Mood.COMMAND,)

    def messages(self) -> Iterator[tuple[str, str]]:
        """Context and English of each."""
        yield from ((mood.value, self.you) for mood in self.moods)
        yield from ((mood.value, self.player) for mood in self.player_moods if self.player)


_THEN = (Mood.COMMAND, Mood.THEN, Mood.TO)
_PRICE = (Mood.COMMAND, Mood.MAY, Mood.TO)
_OFFER = (Mood.MAY, Mood.TO)
_IF = (Mood.COMMAND, Mood.THEN)

GAIN = Clause("gain {gained}", "{player} gains {gained}", _THEN, _IF)
GAIN_PER = Clause("gain {gained} {per}", "{player} gains {gained} {per}", _THEN, _IF)

PAY = Clause("pay {paid}", "{player} pays {paid}", _PRICE)
PAY_TO = Clause("pay {paid} to {aims}", "{player} may pay {paid} to {aims}", _OFFER)
PAY_FOR = Clause("pay {paid}", "{player} may pay {paid}", (Mood.MAY,))

DRAW = Clause("draw {cards}", "{player} draws {cards}")
DRAW_KEEP = Clause("draw {cards} and keep {kept}", "{player} draws {cards} and keeps {kept}")
DRAW_BY = Clause(
    "draw {cards} according to your {level}", "{player} draws {cards} according to their {level}"
)

DISCARD = Clause("discard {cards}", "{player} discards {cards}", _PRICE)
DISCARD_TO = Clause("discard {cards} to {aims}", "{player} may discard {cards} to {aims}", _OFFER)
DISCARD_FOR = Clause("discard {cards}", "{player} may discard {cards}", (Mood.MAY,))
DISCARD_ALL = Clause("discard all your {cards}", "{player} discards all their {cards}", _PRICE)
DISCARD_ALL_TO = Clause(
    "discard all your {cards} to {aims}",
    "{player} may discard all their {cards} to {aims}",
    _OFFER,
)
DISCARD_ALL_FOR = Clause(
    "discard all your {cards}", "{player} may discard all their {cards}", (Mood.MAY,)
)

PLACE = Clause("place {pieces} {spot}")
PLACE_FREE = Clause("place {pieces} {spot} for free")

ADVANCE = {
    "the": Clause("move {steps} on your {track}"),
    "any": Clause("move {steps} on one of your {track}"),
    "all": Clause("move {steps} on all your {track}"),
    "shared": Clause("move {steps} on the {track}"),
}
ADVANCE_END = {
    "the": Clause("move to the end of your {track}"),
    "any": Clause("move to the end of one of your {track}"),
    "all": Clause("move to the end of all your {track}"),
    "shared": Clause("move to the end of the {track}"),
}

SCORE = Clause("score {points}", "", _THEN)
SCORE_PER = Clause("score {points} {per}", "", _THEN)
SCORE_MOST = Clause("score {points} (at most {most})", "", _THEN)
SCORE_PER_MOST = Clause("score {points} {per} (at most {most})", "", _THEN)

ACTS = {
    (free, is_somewhere, is_limited): Clause(
        f"take {'a free {action}' if free else '{action:a}'} sub-action"
        f"{' {spot}' * is_somewhere}{' (limit {limit})' * is_limited}",
        "",
        _OFFER,
    )
    for free in (False, True)
    for is_somewhere in (False, True)
    for is_limited in (False, True)
}
"""By whether it is free, somewhere, and limited."""

_STATED = (Mood.COMMAND,)
DISCOUNT_EACH = Clause("each {things} costs {saved} less", "", _STATED)
DISCOUNT_ONE = Clause("one {things} costs {saved} less", "", _STATED)
DISCOUNT_SOME = Clause("up to {things} cost {saved} less", "", _STATED)
FREE_EACH = Clause("each {things} is free", "", _STATED)
FREE_ONE = Clause("one {things} is free", "", _STATED)
FREE_SOME = Clause("up to {things} are free", "", _STATED)
REACH_ALL = Clause("any of your {things} may go to {area}", "", _STATED)
REACH = Clause("{things} may go to {area}", "", _STATED)

ALLOW = Clause("{verb} {more} more {things}", "", _OFFER)
IGNORE = Clause("ignore {rule}")
IGNORE_ONCE = Clause("ignore {rule} once")
IGNORE_TWICE = Clause("ignore {rule} twice")
IGNORE_TIMES = Clause("ignore {rule} {number} times")

CLAUSES: tuple[Clause, ...] = (
    *(GAIN, GAIN_PER, PAY, PAY_TO, PAY_FOR, DRAW, DRAW_KEEP, DRAW_BY),
    *(DISCARD, DISCARD_TO, DISCARD_FOR, DISCARD_ALL, DISCARD_ALL_TO, DISCARD_ALL_FOR),
    *(PLACE, PLACE_FREE, *ADVANCE.values(), *ADVANCE_END.values()),
    *(SCORE, SCORE_PER, SCORE_MOST, SCORE_PER_MOST),
    *ACTS.values(),
    *(DISCOUNT_EACH, DISCOUNT_ONE, DISCOUNT_SOME, FREE_EACH, FREE_ONE, FREE_SOME),
    *(REACH_ALL, REACH, ALLOW, IGNORE, IGNORE_ONCE, IGNORE_TWICE, IGNORE_TIMES),
)

PLAYERS = {
    "each": "each player",
    "others": "each other player",
    "left": "the player on your left",
    "right": "the player on your right",
    "one-other": "another player of your choice",
}

IN = "in {area}"
SPOT, AREA = "place", "act"
"""Contexts of "in {area}": where something is placed, and where something is done."""

STATEMENT = "{clause}."
CONDITIONAL = "If {condition}, {clause}."
OFFER = "You may {clause}."
OFFER_FOR = "You may {clause}. If you do: {sentences}"
PRICE_FOR = "{clause}. If they do: {sentences}"
SENTENCES = (STATEMENT, CONDITIONAL, OFFER, OFFER_FOR, PRICE_FOR)

PER_EACH = "for each of your {things}"
PER_EVERY = "for every {every} of your {things}"
PER_EACH_ALL = "for each {things} on the board"
PER_EVERY_ALL = "for every {things} on the board"
PER_EACH_KIND = "for each different {kinds} covered by your {things}"
PER_EVERY_KIND = "for every {every} different {kinds} covered by your {things}"
PER_EACH_KIND_ALL = "for each different {kinds} covered by all {things}"
PER_EVERY_KIND_ALL = "for every {every} different {kinds} covered by all {things}"
PER = (
    *(PER_EACH, PER_EVERY, PER_EACH_ALL, PER_EVERY_ALL),
    *(PER_EACH_KIND, PER_EVERY_KIND, PER_EACH_KIND_ALL, PER_EVERY_KIND_ALL),
)

MOST = "you have more {things} than every other player"
MOST_KINDS = "you have more different {kinds} covered by your {things} than every other player"
MOST_KINDS_ALL = "you have more different {kinds} covered by all {things} than every other player"
HAVE = {
    "exactly": "you have exactly {things}",
    "least": "you have at least {things}",
    "most": "you have at most {things}",
    "both": "you have at least {least} and at most {things}",
}
ARE = {
    "exactly": "there are exactly {things}",
    "least": "there are at least {things}",
    "most": "there are at most {things}",
    "both": "there are at least {least} and at most {things}",
}
COVER = {
    "exactly": "your {things} cover exactly {number} different {kinds}",
    "least": "your {things} cover at least {number} different {kinds}",
    "most": "your {things} cover at most {number} different {kinds}",
    "both": "your {things} cover at least {least} and at most {number} different {kinds}",
}
COVER_ALL = {
    "exactly": "all {things} cover exactly {number} different {kinds}",
    "least": "all {things} cover at least {number} different {kinds}",
    "most": "all {things} cover at most {number} different {kinds}",
    "both": "all {things} cover at least {least} and at most {number} different {kinds}",
}
CONDITIONS = (
    *(MOST, MOST_KINDS, MOST_KINDS_ALL),
    *(words for table in (HAVE, ARE, COVER, COVER_ALL) for words in table.values()),
)

VERBS = ("build", "buy", "draw", "hold", "move", "place", "play", "take", "use")
"""Verbs of ``allow`` that are translated; any other is said as it is written."""

AIMS = "{first} and {next}"
NEXT, LAST = "{first}, {next}", "{first} and {last}"
"""How a row of things goes on, and how it ends."""
STEP = ("step", "steps")


MESSAGES: tuple[tuple[str, str], ...] = tuple(
    dict.fromkeys(
        (
            *(message for clause in CLAUSES for message in clause.messages()),
            *(("sentence", words) for words in SENTENCES),
            *(("per", words) for words in PER),
            *(("if", words) for words in CONDITIONS),
            *((mood, IN) for mood in (SPOT, AREA)),
            ("aims", AIMS),
            *(("list", words) for words in (NEXT, LAST)),
            *((kind, words) for words in PLAYERS.values() for kind in ("noun", "noun class")),
            *(("noun", words) for words in STEP),
            ("noun class", STEP[0]),
            *(("verb", words) for words in VERBS),
        )
    )
)
"""Context and English of every phrase, for its translations."""

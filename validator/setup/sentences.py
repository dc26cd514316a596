"""The sentences of the set-up guide, as they are translated; their context is "set-up".

Parts of them, such as "the {zone}", are told in the form that a sentence asks for: in German
``{zone:d.*}`` is "dem Stapel" where the sentence says ``{zones:dat}``.
"""

from __future__ import annotations

from validator.catalogue.words.tongue import bare

CONTEXT = "set-up"

REMOVE = (
    "take every card whose player-count mark excludes {seats} out of {zones} "
    "and return it to the box."
)
SHUFFLE = "shuffle {zones}."
SHUFFLE_APART = "shuffle {zones}, each by itself."
ROOM = "leave room for {zones}."
CHECK = "check: {zone} now holds {number}."
PUT = "put {pieces} {spot}."
PUT_EACH = "put {pieces} each {spot}."
PLAYER_PUTS = "{player} puts {pieces} {spot}."
PLAYER_PUTS_EACH = "{player} puts {pieces} each {spot}."
TAKE = "{player} takes {pieces}."
TAKE_AS = "{player} takes {pieces} as {zones}."
RETURN = "return {pieces} to the box."
PLAYER_RETURNS = "{player} returns {pieces} to the box."
DEAL = "deal {pieces} {spot}."
PLAYER_DEALS = "{player} deals {pieces} {spot}."
DEAL_TO = "deal {pieces} from {source} to {player} as {zones}."
CHOOSE = "choose {pieces} from {zone} and put it {spot}."
PLAYER_CHOOSES = "{player} chooses {pieces} from {zone} and puts it {spot}."
PLAYER_CHOOSES_REVERSE = (
    "in reverse turn order, {player} chooses {pieces} from {zone} and puts it {spot}."
)
LOCATE = "put the {piece} on the {track}: on the first step clockwise whose {field} is {value}."
LOCATE_LIKE = (
    "put the {piece} on the {track}: on the first step clockwise whose {field} is the one on "
    "{zone}."
)
GRID = "lay out the pieces in {number} rows. {rows}"
ROW = "Row {row}: {pieces}."
ROW_EMPTY = "Row {row}: empty."

THE_ZONE = "the {zone}"
THEIR_ZONE = "their {zone}"
START_ZONE = "the start player's {zone}"
SEAT_ZONE = "the player's of seat {number} {zone}"
IN_ZONE = "in {zone}"
THE_PIECES = "the {pieces}"
THE_PIECES_OWN = "the {pieces} of their colour"
PIECES_OWN = "{pieces} of their colour"
PIECES_FROM = "{pieces} from {source}"
PIECES_OF = "{pieces} of {source}"
ALL_FROM = "everything from {source}"
LEFT_OF = "what is left of {source}"
CELLS = "{pieces} on {cells}"

SENTENCES = (
    *(REMOVE, SHUFFLE, SHUFFLE_APART, ROOM, CHECK, PUT, PUT_EACH, PLAYER_PUTS, PLAYER_PUTS_EACH),
    *(TAKE, TAKE_AS, RETURN, PLAYER_RETURNS, DEAL, PLAYER_DEALS, DEAL_TO),
    *(CHOOSE, PLAYER_CHOOSES, PLAYER_CHOOSES_REVERSE, LOCATE, LOCATE_LIKE, GRID, ROW, ROW_EMPTY),
    *(THE_ZONE, THEIR_ZONE, START_ZONE, SEAT_ZONE, IN_ZONE),
    *(THE_PIECES, THE_PIECES_OWN, PIECES_OWN, PIECES_FROM, PIECES_OF, ALL_FROM, LEFT_OF, CELLS),
)

BOX, CARD, PIECE, SEAT = ("box", "boxes"), ("card", "cards"), ("piece", "pieces"), ("seat", "seats")
EVERYBODY = "each player and bot"
GROUPS = {
    "human": "each player",
    "bot": "each bot",
    "first": "the start player",
    "first_human": "the first player who is no bot",
}
ONE_SEAT, SOME_SEATS, EACH_SEAT = "seat {numbers}", "seats {numbers}", "each of seats {numbers}"
OF_THEM = "of them"

_NOUNS = (BOX, CARD, PIECE, SEAT)
_PLAYERS = (EVERYBODY, *GROUPS.values(), ONE_SEAT, SOME_SEATS, EACH_SEAT, OF_THEM)

COLOURS = (
    *("black", "blue", "brown", "golden", "green", "grey", "orange", "pink", "purple", "red"),
    *("silver", "white", "yellow"),
)
ADJECTIVES = (*COLOURS, "large", "small")
"""Values of fields that are translated where they stand before pieces: "white Disks"."""

MESSAGES: tuple[tuple[str, str], ...] = (
    *((CONTEXT, words) for words in SENTENCES),
    *(("noun", word) for noun in _NOUNS for word in noun),
    *(("noun class", one) for one, _ in _NOUNS),
    *(("noun", words) for words in _PLAYERS),
    *(("noun class", bare(words)) for words in _PLAYERS),
    *(("adjective", words) for words in ADJECTIVES),
)
"""Context and English of every sentence and part, for their translations."""

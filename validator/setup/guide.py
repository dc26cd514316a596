"""The set-up script in sentences, for the cover of the kit and for ``trilith setup``."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from validator.catalogue.model import Component, Configuration, Game
from validator.catalogue.seats import (
    OF_SEAT,
    Pieces,
    Seat,
    applies,
    instances,
    plain_zone,
    rulings_in_force,
    seats_of,
    table_words,
)
from validator.catalogue.setup_script import (
    BOX,
    Expect,
    Locate,
    Remove,
    Room,
    Say,
    Selection,
    SetupChoose,
    SetupGrid,
    SetupMove,
    SetupSeats,
    SetupShuffle,
    SetupStep,
)
from validator.catalogue.words.grammar import Nominal, PlainNoun, close_sentence
from validator.catalogue.words.language import PhrasePart, Tongue, WordList, bare
from validator.rng import Rng
from validator.setup.deal import SetupResult, compile_setup, faces_of_zones, label_of
from validator.setup.plan import here, seats_that_act

# The sentences of the set-up guide, as they are translated; their context is "set-up".
#
# Parts of them, such as "the {zone}", are told in the form that a sentence asks for: in German
# ``{zone:d.*}`` is "dem Stapel" where the sentence says ``{zones:dat}``.


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

BOX_NOUN, CARD_NOUN = ("box", "boxes"), ("card", "cards")
PIECE_NOUN, SEAT_NOUN = ("piece", "pieces"), ("seat", "seats")
EVERYBODY = "each player and bot"
GROUPS = {
    "human": "each player",
    "bot": "each bot",
    "first": "the start player",
    "first_human": "the first player who is no bot",
}
ONE_SEAT, SOME_SEATS, EACH_SEAT = "seat {numbers}", "seats {numbers}", "each of seats {numbers}"
OF_THEM = "of them"

_NOUNS = (BOX_NOUN, CARD_NOUN, PIECE_NOUN, SEAT_NOUN)
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


class NamedPieces:
    """Names what the script of a game names, for one table, in the language of the game."""

    def __init__(self, game: Game, configuration: Configuration) -> None:
        self.game = game
        self.configuration = configuration
        self.tongue = game.tongue
        self.grammar = game.tongue.grammar
        self.seats = seats_of(game, configuration)

    def part(self, english: str, **parts: object) -> PhrasePart:
        """A part of the guide's sentences."""
        return self.tongue.part(english, CONTEXT, **parts)

    def pieces_in_words(
        self, selection: Selection, count: int | None, cards: bool = False
    ) -> Nominal:
        """The pieces that are meant, by their own words, their set, or as pieces."""
        if selection.what:
            word = PlainNoun(selection.what, selection.what, selection.noun)
            return Nominal(self.grammar, word, count)
        if selection.set_id is None or selection.set_id not in self.game.sets:
            one, many = CARD_NOUN if cards else PIECE_NOUN
            return replace(self.tongue.noun(one, many, count), counted=False)
        named = self.game.sets[selection.set_id]
        values = [value for value in selection.where.values() if isinstance(value, str)]
        adjectives = [self.tongue.say(value, "adjective") for value in values]
        filters = tuple(PlainNoun(one, one) for one in adjectives)
        word = PlainNoun(named.singular, named.name, named.noun)
        return Nominal(self.grammar, word, count, filters=filters)

    def who(self, each: SetupSeats | None) -> Nominal:
        """Who acts, as the subject of a sentence."""
        numbers = self._numbers(each)
        if (each and each.group) or len(numbers) < 2:
            return self.group(each)
        return self.tongue.noun(EACH_SEAT, numbers=self.tongue.list_parts(numbers))

    def group(self, each: SetupSeats | None) -> Nominal:
        """Who acts, as those to whom something is dealt."""
        group = each.group if each else ""
        if group == "seat":
            everybody = EVERYBODY if self.configuration.bots else GROUPS["human"]
            return self.tongue.noun(everybody)
        if group:
            return self.tongue.noun(GROUPS[group])
        numbers = self._numbers(each)
        english = ONE_SEAT if len(numbers) == 1 else SOME_SEATS
        return self.tongue.noun(english, numbers=self.tongue.list_parts(numbers))

    def _numbers(self, each: SetupSeats | None) -> list[int]:
        return [seat.number for seat in seats_that_act(each, self.seats) if seat]

    def zones(self, names: Sequence[str]) -> WordList:
        """Zones in a row."""
        return self.tongue.list_parts([self.zone(name) for name in names])

    def zone(self, name: str) -> PhrasePart:
        """A zone with whose it is: "the Stone deck", "their Hand"."""
        match = OF_SEAT.match(name)
        if match is None:
            box = replace(self.tongue.noun(*BOX_NOUN), count=1)
            zone = box if name == BOX else Nominal(self.grammar, self.label(name), 1)
            return self.part(THE_ZONE, zone=zone)
        zone = Nominal(self.grammar, self.label(name), 1)
        if not match[1]:
            return self.part(THEIR_ZONE, zone=zone)
        if int(match[1]) == 1:
            return self.part(START_ZONE, zone=zone)
        return self.part(SEAT_ZONE, number=match[1], zone=zone)

    def into(self, name: str) -> str | PhrasePart:
        """Where pieces go that are put into a zone, as the script says or as "in the Bank"."""
        label = self.game.setup.zones.get(plain_zone(name))
        if label is not None and label.phrase:
            return label.phrase
        return self.part(IN_ZONE, zone=self.zone(name))

    def label(self, name: str) -> PlainNoun:
        """The name of a zone; one of a pattern (``rondel.*``) with what stands for its star."""
        plain = plain_zone(name)
        zones = self.game.setup.zones
        if plain in zones:
            return PlainNoun(zones[plain].name, zones[plain].name, zones[plain].noun)
        for pattern, label in zones.items():
            if pattern.endswith("*") and plain.startswith(pattern[:-1]):
                words = f"{label.name} ({plain[len(pattern) - 1 :]})"
                return PlainNoun(words, words, label.noun)
        return PlainNoun(plain, plain)


def guide(game: Game, configuration: Configuration, seats: str = "") -> list[str]:
    """The sentences of the set-up of ``game`` at ``configuration``, in order, numbered from 1.

    ``seats`` stands for the number of seats, where the guide is for several tables.
    """
    writer = _GuideWriter(game, configuration, seats)
    return [f"{number}. {line}" for number, line in enumerate(writer.lines(), 1)]


class _GuideWriter(NamedPieces):
    def __init__(self, game: Game, configuration: Configuration, seats: str) -> None:
        super().__init__(game, configuration)
        self.seat_words = seats or self.tongue.noun(*SEAT_NOUN, count=configuration.total)
        self.pieces = Pieces(game)

    def lines(self) -> Iterable[str]:
        rulings = rulings_in_force(self.game, {})
        steps = [
            step
            for step in self.game.setup.steps
            if applies(step.when, self.configuration, rulings)
            and (step.each is None or seats_that_act(step.each, self.seats))
        ]
        for _, together in groupby(steps, self.heap):
            run = list(together)
            line = self.sentence(run)
            notes = [step.note for step in run if step.note]
            if line or notes:
                yield " ".join([*([(line[:1].upper() + line[1:])] if line else []), *notes])

    def heap(self, step: SetupStep) -> object:
        """What neighbouring steps share that are told in one line; for all others the step.

        These are ``place`` steps to the same spot and ``move`` steps between the same zones, of
        the same seats.
        """
        if isinstance(step, SetupMove) and step.verb == "place":
            spots = tuple(str(self.into(zone)) for zone in step.targets)
            spot = step.targets if step.each else spots
            return (spot, step.each)
        if isinstance(step, SetupMove) and step.verb == "move" and step.count is not None:
            return (step.sources, step.targets, step.each)
        return id(step)

    def sentence(self, run: Sequence[SetupStep]) -> str:
        match run[0]:
            case Say(text=text):
                return text
            case SetupMove(verb="place"):
                return self.place([step for step in run if isinstance(step, SetupMove)])
            case SetupMove() if any("{" in zone for zone in (*run[0].sources, *run[0].targets)):
                return ""  # what happens depends on a card; the note of the step says it
            case SetupMove():
                return self.move([step for step in run if isinstance(step, SetupMove)])
            case Remove(zones=zones):
                return self.say(REMOVE, seats=self.seat_words, zones=self.zones(zones))
            case SetupShuffle(zones=zones):
                english = SHUFFLE_APART if len(zones) > 1 else SHUFFLE
                return self.say(english, zones=self.zones(zones))
            case SetupChoose():
                return self.choose(run[0])
            case Locate():
                return self.locate(run[0])
            case SetupGrid():
                return self.grid(run[0])
            case Room(zones=zones):
                return self.say(ROOM, zones=self.zones(zones))
            case Expect(say=True):
                return self.say(
                    CHECK, zone=self.zone(run[0].zone), number=self.count_in_zone(run[0])
                )
        return ""

    def say(self, english: str, **parts: object) -> str:
        words = self.tongue.say(english, CONTEXT, **parts)
        return close_sentence(words) if self.tongue.language else words

    def place(self, run: Sequence[SetupMove]) -> str:
        step = run[0]
        what = self.tongue.list_parts([self.what(one) for one in run])
        if step.each and all(self.is_own(zone) for zone in step.targets):
            return self.say_taking(step, what, what)
        each = len(step.targets) > 1
        return self.put(step, what, PUT_EACH if each else PUT, each)

    def put(self, step: SetupMove, what: object, english: str, each: bool = False) -> str:
        """Pieces that go where a step says: somebody puts them there, or whoever reads this."""
        spot = self.tongue.list_parts([self.into(zone) for zone in step.targets])
        if step.each is None:
            return self.say(english, pieces=what, spot=spot)
        english = PLAYER_PUTS_EACH if each else PLAYER_PUTS
        if step.verb == "deal":
            english = PLAYER_DEALS
        return self.say(english, player=self.who(step.each), pieces=what, spot=spot)

    def say_taking(self, step: SetupMove, what: WordList, came: object) -> str:
        """Pieces that seats take as theirs; not told where the pieces say so themselves."""
        words = str(what)
        zones = [zone for zone in step.targets if not _says(words, self.label(zone).one)]
        player = self.who(step.each)
        if not zones:
            return self.say(TAKE, player=player, pieces=came)
        return self.say(TAKE_AS, player=player, pieces=came, zones=self.zones(zones))

    def is_own(self, zone: str) -> bool:
        label = self.game.setup.zones.get(zone)
        return zone.startswith("seat.") and not (label and label.phrase)

    def move(self, run: Sequence[SetupMove]) -> str:
        step = run[0]
        source = self.zones(step.sources)
        every = step.pieces.is_all and step.count is None
        if step.verb == "return":
            return self.say_return(step, source, every)
        if step.verb == "deal" and step.each:
            return self.say(
                DEAL_TO,
                pieces=self.what(step),
                source=source,
                player=self.group(step.each),
                zones=self.zones(step.targets),
            )
        what = self.tongue.list_parts([self.what(one) for one in run])
        came: object = self.part(PIECES_FROM, pieces=what, source=source)
        if every and step.pieces.what:
            what = self.tongue.list_parts([self.part(THE_PIECES, pieces=self.rest(step))])
            came = what
        elif every:
            what = self.tongue.list_parts(["everything"])
            came = self.part(ALL_FROM, source=source)
        if step.each and all(self.is_own(zone) for zone in step.targets):
            return self.say_taking(step, what, came)
        return self.put(step, came, DEAL if step.verb == "deal" else PUT)

    def say_return(self, step: SetupMove, source: WordList, every: bool) -> str:
        what: object = self.part(PIECES_OF, pieces=self.what(step), source=source)
        if every:
            left = self.part(LEFT_OF, source=source)
            what = self.rest(step) if step.pieces.what else left
        if step.each is None:
            return self.say(RETURN, pieces=what)
        return self.say(PLAYER_RETURNS, player=self.who(step.each), pieces=what)

    def rest(self, step: SetupMove) -> Nominal:
        """All pieces of a zone, as the step calls them."""
        return self.pieces_in_words(step.pieces, None)

    def choose(self, step: SetupChoose) -> str:
        word = (
            PlainNoun(step.what, step.what, step.noun)
            if step.what
            else self.tongue.noun(OF_THEM).noun
        )
        parts = {
            "pieces": replace(Nominal(self.grammar, word, step.count, True), in_words=True),
            "zone": self.zone(step.source),
            "spot": self.into(step.target),
        }
        order = step.each
        if order is None:
            return self.say(CHOOSE, **parts)
        english = PLAYER_CHOOSES_REVERSE if order.reverse else PLAYER_CHOOSES
        return self.say(english, player=self.who(order), **parts)

    def locate(self, step: Locate) -> str:
        start = step.target.partition("{")[0]
        known = start + "*" in self.game.setup.zones
        track = self.label(start + "*") if known else PlainNoun(step.track, step.track)
        labels = self.game.almanac.labels
        parts = {
            "piece": self.pieces_in_words(step.pieces, 1),
            "track": Nominal(self.grammar, track, 1),
            "field": labels.get(step.field_name, step.field_name),
        }
        if step.read:
            return self.say(LOCATE_LIKE, zone=self.zone(step.read), **parts)
        return self.say(LOCATE, value=labels.get(step.value, step.value), **parts)

    def grid(self, step: SetupGrid) -> str:
        rows = " ".join(self.row(step, row) for row in step.rows)
        return self.say(GRID, number=len(step.rows), rows=rows)

    def row(self, step: SetupGrid, row: str) -> str:
        cells = [cell for cell in step.cells if cell[0].startswith(row)]
        parts = [
            self.say(
                CELLS,
                pieces=self.pieces_in_words(selection, 2),
                cells=self.tongue.list_parts([zone for zone, _ in group]),
            )
            for selection, group in _runs(cells)
        ]
        if not parts:
            return self.say(ROW_EMPTY, row=row)
        return self.say(ROW, row=row, pieces=", ".join(parts))

    def count_in_zone(self, step: Expect) -> int:
        """The pieces in the zone of a step: as it states, or as the steps before it leave."""
        if step.count is not None:
            return step.count
        script = self.game.setup
        before = replace(script, steps=script.steps[: script.steps.index(step)])
        until = replace(self.game, setup=before)
        compiled = compile_setup(until, self.configuration, pieces=self.pieces)
        zones = compiled.run(Rng(1, 2, 3)).zones
        return len(zones.get(here(step.zone, seats_that_act(step.each, self.seats)[0]), ()))

    def what(self, step: SetupMove) -> Nominal | PhrasePart:
        count = step.count
        if count is None and step.sources == (BOX,):
            count = len(self.pieces_of_step(step))
        named = self.pieces_in_words(step.pieces, count, step.verb == "deal")
        everything = step.count is None and not step.each
        own = bool(step.pieces.own)
        if count is None or (everything and count == 1):
            return self.part(THE_PIECES_OWN if own else THE_PIECES, pieces=named)
        counted = replace(named, counted=True)
        if everything:
            return self.part(THE_PIECES_OWN if own else THE_PIECES, pieces=counted)
        return self.part(PIECES_OWN, pieces=counted) if own else counted

    def pieces_of_step(self, step: SetupMove) -> frozenset[str]:
        seat = seats_that_act(step.each, self.seats)[0]
        return self.pieces.select(step.pieces, seat)


def _says(what: str, label: str) -> bool:
    """Tell whether words name a zone already: "12 Druids of their colour" names Druids."""
    return (
        re.search(rf"\b{re.escape(label.removesuffix('s'))}s?\b", what, re.IGNORECASE) is not None
    )


def _runs(
    cells: Sequence[tuple[str, Selection]],
) -> Iterable[tuple[Selection, list[tuple[str, Selection]]]]:
    for _, group in groupby(cells, lambda cell: id(cell[1])):
        together = list(group)
        yield together[0][1], together


_WIDTH = 96
"""Columns of the text form."""


def as_json(result: SetupResult) -> dict[str, Any]:
    """The table as plain data; ``items`` of a pile are listed from the bottom to the top.

    ``faces`` says who sees them: up, down or owner; the box says nothing.
    """
    faces = faces_of_zones(result)
    return {
        "game": result.game.id,
        "players": result.configuration.players,
        "bots": result.configuration.bots,
        "seed": result.seed,
        "options": dict(result.configuration.options),
        "rulings": dict(result.rulings),
        "seats": [
            {
                "seat": seat.number,
                "kind": seat.kind,
                "faction": seat.faction,
                "colours": list(seat.colours),
            }
            for seat in result.seats
        ],
        "zones": {
            name: {
                "count": len(items),
                "items": list(items),
                **({"faces": faces[name].value} if name in faces else {}),
            }
            for name, items in result.zones.items()
        },
    }


def as_text(result: SetupResult) -> str:
    """The table for people: zones of nobody, of each seat, and what stays in the box."""
    tongue = result.game.tongue
    table = table_words(result.configuration.players, result.configuration.bots, tongue)
    pieces = instances(result.game)
    cells = {zone for grid in _grids(result) for zone, _ in grid.cells}
    shared = [
        name
        for name in result.zones
        if name != BOX and name not in cells and not _seat_of(name, result.seats)
    ]
    name, seed = result.game.name, result.seed
    lines = [tongue.say("{game} for {table}, seed {seed}", game=name, table=table, seed=seed), ""]
    lines += [tongue.say("On the table"), *_rows(result, shared, pieces)]
    for grid in _grids(result):
        lines += ["", *_draw_grid(grid, result)]
    for seat in result.seats:
        own = [name for name in result.zones if name.startswith(f"{seat.name}.")]
        lines += ["", _heading(seat, tongue), *_rows(result, own, pieces)]
    lines += ["", tongue.say("Back in the box"), *_box(result, pieces)]
    lines += [f"! {problem.place} {problem.message}" for problem in result.problems]
    return "\n".join(lines)


def _grids(result: SetupResult) -> list[SetupGrid]:
    """The grids that count at this table and could be read."""
    return [
        step
        for step in result.game.setup.steps
        if isinstance(step, SetupGrid)
        and not step.problem
        and applies(step.when, result.configuration, result.rulings)
    ]


def _draw_grid(grid: SetupGrid, result: SetupResult) -> Iterable[str]:
    """A grid as the script draws it, with column numbers, row names and its legend."""
    first, last = grid.columns
    width = len(str(last)) + 1
    margin = max(len(row) for row in grid.rows)
    numbers = "".join(f"{column:>{width}}" for column in range(first, last + 1))
    yield f"  {'':{margin}}{numbers}"
    for row, signs in zip(grid.rows, grid.picture, strict=True):
        yield f"  {row:{margin}}{''.join(f'{sign:>{width}}' for sign in signs)}"
    named = NamedPieces(result.game, result.configuration)
    for sign, meant in grid.legend.items():
        yield f"  {sign}  {named.pieces_in_words(meant, 2)}"


def _seat_of(name: str, seats: Sequence[Seat]) -> Seat | None:
    return next((seat for seat in seats if name.startswith(f"{seat.name}.")), None)


def _heading(seat: Seat, tongue: Tongue) -> str:
    role = tongue.say("Bot" if seat.kind == "bot" else "Player")
    heading = tongue.say("Seat {number}: {role}", number=seat.number, role=role)
    return heading + (f", {seat.side}" if seat.side else "")


def _rows(result: SetupResult, names: Sequence[str], pieces: dict[str, Component]) -> Iterable[str]:
    if not names:
        return ["  " + result.game.tongue.say("nothing")]
    labels = _labels(result, names)
    width = max(map(len, labels.values()))
    empty = result.game.tongue.say("empty")
    zones = result.zones
    return [_row(labels[name].ljust(width), zones[name], pieces, empty) for name in names]


def _labels(result: SetupResult, names: Sequence[str]) -> dict[str, str]:
    """What zones are called by: their names, with the ids of those that share one behind it."""
    zones = result.game.setup.zones
    found = {name: label_of(name, zones) for name in names}
    called = {name: zone.name if zone else _within(name) for name, zone in found.items()}
    many = {said for said, count in Counter(called.values()).items() if count > 1}
    many |= {zone.name for name, zone in zones.items() if name.endswith("*")}
    return {
        name: f"{said} ({_within(name)})" if said in many else said for name, said in called.items()
    }


def _within(name: str) -> str:
    return name.split(".", 1)[1] if name.startswith("seat") and "." in name else name


def _row(label: str, items: Sequence[str], pieces: dict[str, Component], empty: str) -> str:
    what = "; ".join(_group(items, pieces)) or empty
    line = f"  {label}  {len(items):>3}  {what}"
    return line if len(line) <= _WIDTH else line[: _WIDTH - 3].rstrip("; ") + "..."


def _group(items: Sequence[str], pieces: dict[str, Component]) -> list[str]:
    counts = Counter(pieces[item].name for item in items)
    return [name if times == 1 else f"{times} x {name}" for name, times in counts.items()]


def _box(result: SetupResult, pieces: dict[str, Component]) -> Iterable[str]:
    counts = Counter(pieces[item].set_id for item in result.zones.get(BOX, ()))
    tongue, sets = result.game.tongue, result.game.sets
    if not counts:
        return ["  " + tongue.say("nothing")]
    lines = []
    for set_id, number in counts.items():
        whole = sets[set_id]
        names = Nominal(tongue.grammar, PlainNoun(whole.singular, whole.name, whole.noun))
        of = tongue.say("of {number} {pieces}", number=whole.count, pieces=names)
        lines.append(f"  {number:>3} {of}")
    return lines

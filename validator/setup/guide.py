"""The set-up in sentences, for the cover of the kit and for ``trilith setup``."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from validator.catalogue.boards.geometry import Space, build_geometry
from validator.catalogue.formulas import Formula
from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import Pick, Step, nodes, zones_named
from validator.catalogue.seats import instances
from validator.catalogue.setup_script import BOX, label_of, plain_zone
from validator.catalogue.words.grammar import Nominal, Term, close_sentence
from validator.catalogue.words.language import PhrasePart, WordList, bare
from validator.compiler.runtime.match import SetupEvent
from validator.compiler.setup import CompiledSetup, compile_setup
from validator.findings import Place
from validator.play.observers import owner_of
from validator.setup.deal import run_with_seed, zones_with_room

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
PLAYER_LEAVES_ROOM = "{player} leaves room for {zones}."
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
DEAL_TO = "deal {pieces} from {source} to {player} as {zones}."
CHOOSE = "choose {pieces} from {zone} and put it {spot}."
PLAYER_CHOOSES = "{player} chooses {pieces} from {zone} and puts it {spot}."
PLAYER_CHOOSES_REVERSE = (
    "in reverse turn order, {player} chooses {pieces} from {zone} and puts it {spot}."
)
LATER = "Room for later"
GRID = "lay out the pieces in {number} rows. {rows}"
ROW = "Row {row}: {pieces}."
ROW_EMPTY = "Row {row}: empty."

THE_ZONE = "the {zone}"
THEIR_ZONE = "their {zone}"
ZONE_PLACE = "{zone} {phrase}"
IN_ZONE = "in {zone}"
ON_SPACE = "on space {space} of {zone}"
THE_PIECES = "the {pieces}"
THE_PIECES_OWN = "the {pieces} of their colour"
PIECES_OWN = "{pieces} of their colour"
PIECES_FROM = "{pieces} from {source}"
PIECES_OF = "{pieces} of {source}"
ALL_FROM = "everything from {source}"
LEFT_OF = "what is left of {source}"
CELLS = "{pieces} on {cells}"

SENTENCES = (
    *(REMOVE, SHUFFLE, SHUFFLE_APART, ROOM, PLAYER_LEAVES_ROOM, CHECK, PUT, PUT_EACH),
    *(PLAYER_PUTS, PLAYER_PUTS_EACH, TAKE, TAKE_AS, RETURN, PLAYER_RETURNS, DEAL, DEAL_TO),
    *(CHOOSE, PLAYER_CHOOSES, PLAYER_CHOOSES_REVERSE, LATER, GRID, ROW, ROW_EMPTY),
    *(THE_ZONE, THEIR_ZONE, ZONE_PLACE, IN_ZONE, ON_SPACE),
    *(THE_PIECES, THE_PIECES_OWN, PIECES_OWN, PIECES_FROM, PIECES_OF, ALL_FROM, LEFT_OF, CELLS),
)

BOX_NOUN, CARD_NOUN = ("box", "boxes"), ("card", "cards")
PIECE_NOUN, SEAT_NOUN = ("piece", "pieces"), ("seat", "seats")
EVERYBODY = "each player and bot"
EACH_PLAYER, EACH_BOT, START_PLAYER = "each player", "each bot", "the start player"
ONE_SEAT, SOME_SEATS, EACH_SEAT = "seat {numbers}", "seats {numbers}", "each of seats {numbers}"
OF_THEM = "of them"

_NOUNS = (BOX_NOUN, CARD_NOUN, PIECE_NOUN, SEAT_NOUN)
_PLAYERS = (
    *(EVERYBODY, EACH_PLAYER, EACH_BOT, START_PLAYER),
    *(ONE_SEAT, SOME_SEATS, EACH_SEAT, OF_THEM),
)

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


@dataclass(frozen=True, slots=True)
class GuideLine:
    """A line of the guide, the ``heading`` that it belongs to ("" if none), and its origin.

    ``place`` is that of the step that it tells, None of room that is left. ``zones`` are those that
    it fills, as ``zones`` lists them.
    """

    text: str
    heading: str
    place: Place | None
    zones: frozenset[str]


def guide(game: Game, configuration: Configuration, seats: str = "") -> list[str]:
    """The set-up of ``game`` at ``configuration`` as steps in order, numbered from 1.

    Lines under one heading are one step. ``seats`` stands for the number of seats, where the guide
    is for several tables. It has none where the steps have faults.
    """
    lines = guide_lines(game, configuration, seats)
    return [f"{number}. {step_text(step)}" for number, step in enumerate(group_lines(lines), 1)]


def guide_lines(game: Game, configuration: Configuration, seats: str = "") -> list[GuideLine]:
    """The lines of the guide at a table; see :func:`guide`."""
    plan = compile_setup(game, configuration)
    return list(_GuideWriter(plan, seats).lines()) if plan.table is not None else []


def group_lines(lines: Iterable[GuideLine]) -> list[list[GuideLine]]:
    """Lines in steps: those under one heading together, others each by itself."""
    marks = enumerate(lines)
    groups = groupby(marks, lambda one: one[1].heading or one[0])
    return [[line for _, line in group] for _, group in groups]


def step_text(step: Sequence[GuideLine]) -> str:
    """A step in one paragraph, its heading first."""
    head = f"{step[0].heading}: " if step[0].heading else ""
    return head + " ".join(line.text for line in step)


_PLAIN = re.compile(r"(?:(seat|first|seats\[\d+\])\.)?(\w+)(?:\[[^]]+\])?")
"""A zone or a space as formulas call it that say always the same one."""


@dataclass(frozen=True, slots=True)
class _Deed:
    """What a step of set-up comes to: who did it, and what the first of these moved.

    ``sets`` counts the pieces of each set. ``is_plain`` is true where a step does the same in each
    game, so that more than its note can be told; ``has_count`` where it says how many it moves.
    """

    step: Step
    seats: tuple[int, ...]
    sets: Mapping[str, int]
    sources: Sequence[str]
    targets: Sequence[str]
    counts: Mapping[str, int]
    is_plain: bool
    has_count: bool

    @property
    def is_all(self) -> bool:
        return not self.has_count and "where" not in self.step.values


_DEALING, _DECIDING = ("deal", "draw"), ("choose", "ask", "together")
_MOVING = ("place", "move", "return", *_DEALING)


class _GuideWriter:
    """Words the steps that were done when a table was set up, in the language of the game."""

    def __init__(self, plan: CompiledSetup, seats: str) -> None:
        self.plan, self.game, self.seats = plan, plan.game, plan.seats
        self.tongue = self.game.tongue
        self.grammar = self.tongue.grammar
        self.seat_words = seats or self.tongue.noun(*SEAT_NOUN, count=len(self.seats))
        self.pieces = instances(self.game)
        self.zones = self.game.setup.zones
        self.run = run_with_seed(plan, 1, told=True)
        self.tests: dict[Place, list[Formula]] = {}
        for step in _steps(self.game.setup.steps):
            for inner in _steps(tuple(step.values.values())) if step.verb == "if" else ():
                self.tests.setdefault(inner.place, []).append(step.values["if"])

    def lines(self) -> Iterator[GuideLine]:
        heading = ""
        for _, together in groupby(self.deeds(), self.heap):
            deeds = list(together)
            step = deeds[0].step
            heading = step.values.get("heading", heading)
            line = self.sentence(deeds) if deeds[0].is_plain else ""
            notes = [one.step.values.get("note", "") for one in deeds]
            said = " ".join(filter(None, dict.fromkeys([_begin(line), *notes])))
            if said:
                inner = (one for deed in deeds for one in _steps(tuple(deed.step.values.values())))
                filled = [one.values["to"] for one in inner if one.verb == "move"]
                zones = {name for to in filled for name in self.listed(to)}
                zones |= {plain_zone(to) for deed in deeds for to in deed.targets}
                yield GuideLine(said, heading, step.place, frozenset(zones))
        later = self.tongue.say(LATER, CONTEXT) if heading else ""
        for line, names in self.room():
            yield GuideLine(_begin(line), later, None, frozenset(names))

    def deeds(self) -> Iterator[_Deed]:
        """What was done, step by step; what somebody chose to do is part of the choice."""
        inner = {
            step.place
            for event in self.run.events
            if event.step.verb in _DECIDING
            for step in _steps(tuple(event.step.values.values()))
        }
        told = (event for event in self.run.events if event.step.place not in inner)
        for _, group in groupby(told, lambda event: event.step.place):
            deed = self.deed(list(group))
            moves = deed.step.verb in _MOVING and deed.is_plain
            if deed.sets or not (moves and deed.has_count):
                yield deed

    def deed(self, events: Sequence[SetupEvent]) -> _Deed:
        """The events of one step as one; a zone of a seat is filled by its owner."""
        step, first = events[0].step, events[0].seat
        moved = [one for event in events if event.seat == first for one in event.moved]
        targets = self.targets_of(step, [target for *_, target in moved])
        seats = [event.seat for event in events if event.seat >= 0]
        if not seats and all(owner_of(name) >= 0 for name in targets):
            seats = [owner_of(name) for name in targets]
        sources = dict.fromkeys(source for _, source, _ in moved)
        return _Deed(
            step,
            tuple(dict.fromkeys(seats)),
            Counter(self.pieces[one].set_id for one, *_ in moved),
            [*sources]
            or [name for one in step.values.get("from", ()) for name in self.listed(one)],
            targets or (self.listed(step.values["to"]) if "to" in step.values else []),
            events[0].counts,
            self.is_plain(step, targets),
            step.verb in _DEALING or bool({"count", "at_most", "what"} & step.values.keys()),
        )

    def targets_of(self, step: Step, zones: Sequence[str]) -> list[str]:
        """Where pieces went: a board where it has a phrase of its own, or where spaces vary."""
        boards = {plain_zone(one) for one in zones if "." in one and owner_of(one) < 0}
        whole = len(boards) == 1 and self.zones[min(boards)].phrase
        vary = "to" in step.values and not self.listed(step.values["to"])
        return list(dict.fromkeys(map(plain_zone, zones) if whole or vary else zones))

    def is_plain(self, step: Step, targets: Iterable[str]) -> bool:
        """Whether a step is done in each game, and takes pieces between the same zones."""
        asked = zones_named((step.values.get("when"), *self.tests.get(step.place, ())))
        listed = "to" not in step.values or self.listed(step.values["to"])
        stays = listed or all(self.zones[one].board for one in targets)
        return bool(
            not self.zones.keys() & asked
            and stays
            and all(map(self.listed, step.values.get("from", ())))
        )

    def heap(self, deed: _Deed) -> object:
        """What neighbouring steps share that are told in one line; for all others the step.

        These are ``place`` steps to the same spot, ``move`` steps between the same zones, of the
        same seats, and steps of which only the same note is told.
        """
        step = deed.step
        if not deed.is_plain:
            return step.values.get("note", "")
        if step.verb == "place" and "picture" not in step.values:
            spots = [zone if deed.seats else str(self.into(zone)) for zone in deed.targets]
            return (spots, deed.seats)
        if step.verb == "move" and deed.has_count:
            return (deed.sources, deed.targets, deed.seats)
        return step.place

    def listed(self, formula: Formula) -> list[str]:
        """Zones as ``zones`` lists them that a formula names plainly; none if one is worked out."""
        tree = formula.tree
        found = [
            _PLAIN.fullmatch(ast.unparse(one))
            for one in (tree.elts if isinstance(tree, ast.List) else [tree])
        ]
        names = [("seat." if one[1] else "") + one[2] if one else "" for one in found]
        return names if all(name in self.zones or name == BOX for name in names) else []

    def sentence(self, deeds: Sequence[_Deed]) -> str:
        deed = deeds[0]
        step = deed.step
        match step.verb:
            case "say":
                return str(step.values.get("text", ""))
            case "shuffle":
                return self.shuffle(step)
            case "expect" if "what" in step.values:
                return self.expect(deed)
            case "choose":
                return self.choose(deed)
            case "return":
                return self.send_back(deed)
            case "place" if "picture" in step.values:
                return self.grid(deed)
            case "place" if deed.sets:
                what = self.tongue.list_parts([one for each in deeds for one in self.what(each)])
                return self.put(deed, what, what)
            case "move" | "deal" | "draw":
                return self.move(deeds)
        return ""

    def say(self, english: str, **parts: object) -> str:
        words = self.tongue.say(english, CONTEXT, **parts)
        return close_sentence(words) if self.tongue.language else words

    def shuffle(self, step: Step) -> str:
        zones = [name for one in step.values["what"] for name in self.listed(one)]
        english = SHUFFLE_APART if len(zones) > 1 else SHUFFLE
        return self.say(english, zones=self.zones_in_words(zones)) if zones else ""

    def expect(self, deed: _Deed) -> str:
        [zone] = self.listed(deed.step.values["what"]) or [""]
        if deed.seats:
            zone = zone.replace("seat.", f"seat{deed.seats[0] + 1}.")
        number = deed.counts.get(zone, 0)
        return self.say(CHECK, zone=self.zone(zone), number=number) if number else ""

    def put(self, deed: _Deed, what: WordList, came: object) -> str:
        """Pieces that go where a step says: seats take them, or they are put there.

        ``what`` they are, and how they are called with where they ``came`` from.
        """
        spots, verb = deed.targets, deed.step.verb
        player = self.who(deed, EACH_SEAT) if deed.seats else None
        if player is not None and all(map(self.is_own, spots)):
            zones = [one for one in spots if not _says(str(what), self.label(one).one)]
            if not zones:
                return self.say(TAKE, player=player, pieces=came)
            return self.say(TAKE_AS, player=player, pieces=came, zones=self.zones_in_words(zones))
        each = verb == "place" and len(spots) > 1
        spot = self.tongue.list_parts(list(map(self.into, spots)))
        if player is not None:
            english = PLAYER_PUTS_EACH if each else PLAYER_PUTS
            return self.say(english, player=player, pieces=came, spot=spot)
        english = DEAL if verb in _DEALING else PUT_EACH if each else PUT
        return self.say(english, pieces=came, spot=spot)

    def move(self, deeds: Sequence[_Deed]) -> str:
        deed = deeds[0]
        source = self.zones_in_words(deed.sources)
        what = self.tongue.list_parts([one for each in deeds for one in self.what(each)])
        if deed.step.verb in _DEALING and deed.seats:
            player, zones = self.who(deed, SOME_SEATS), self.zones_in_words(deed.targets)
            return self.say(DEAL_TO, pieces=what, source=source, player=player, zones=zones)
        came: object = self.part(PIECES_FROM, pieces=what, source=source)
        if deed.is_all and "called" in deed.step.values:
            came = what
        elif deed.is_all:
            what, came = self.tongue.list_parts([]), self.part(ALL_FROM, source=source)
        return self.put(deed, what, came)

    def send_back(self, deed: _Deed) -> str:
        where = deed.step.values.get("where")
        if where is not None and where.text == "not fits":
            zones = [name for one in deed.step.values["from"] for name in self.listed(one)]
            return self.say(REMOVE, seats=self.seat_words, zones=self.zones_in_words(zones))
        source = self.zones_in_words(deed.sources)
        pieces = self.tongue.list_parts(self.what(deed))
        what: object = self.part(PIECES_OF, pieces=pieces, source=source)
        if deed.is_all:
            called = "called" in deed.step.values
            what = self.named(deed.step, "", None) if called else self.part(LEFT_OF, source=source)
        if not deed.seats:
            return self.say(RETURN, pieces=what)
        return self.say(PLAYER_RETURNS, player=self.who(deed, EACH_SEAT), pieces=what)

    def choose(self, deed: _Deed) -> str:
        """A choice of pieces of a zone that go to another; nothing of other choices."""
        found = _choice_of_pieces(deed.step)
        if found is None:
            return ""
        pick, move = found
        source, target = self.listed(pick.of[0]), self.listed(move.values["to"])
        if len(pick.of) > 1 or not source or not target:
            return ""
        word = self.named(move, "", 1) if "called" in move.values else self.tongue.noun(OF_THEM)
        count = int(pick.count.text) if pick.count else 1
        pieces = replace(Nominal(self.grammar, word.noun, count, True), in_words=True)
        parts = {"pieces": pieces, "zone": self.zone(source[0]), "spot": self.into(target[0])}
        if not deed.seats:
            return self.say(CHOOSE, **parts)
        reverse = deed.step.values.get("order") == "reverse"
        english = PLAYER_CHOOSES_REVERSE if reverse else PLAYER_CHOOSES
        return self.say(english, player=self.who(deed, EACH_SEAT), **parts)

    def grid(self, deed: _Deed) -> str:
        board = self.game.boards[self.zones[deed.step.values["to"].text].board]
        signs = [sign for line in deed.step.values["picture"] for sign in line.split()]
        squares = zip(build_geometry(board, self.game)[0].spaces, signs, strict=True)
        rows = [
            self.row(str(row), [one for one in group if one[1] != "."], deed.step.values["legend"])
            for row, group in groupby(squares, lambda one: one[0].fields["row"])
        ]
        return self.say(GRID, number=len(rows), rows=" ".join(rows))

    def row(
        self, row: str, squares: Sequence[tuple[Space, str]], legend: Mapping[str, Step]
    ) -> str:
        parts = [
            self.say(
                CELLS,
                pieces=self.named(legend[sign], _sets(legend[sign])[0], 2),
                cells=self.tongue.list_parts([space.id for space, _ in group]),
            )
            for sign, group in groupby(squares, lambda one: one[1])
        ]
        if not parts:
            return self.say(ROW_EMPTY, row=row)
        return self.say(ROW, row=row, pieces=", ".join(parts))

    def room(self) -> Iterator[tuple[str, list[str]]]:
        """For which zones room is left, as they are listed, and what is said of them."""
        empty = zones_with_room(self.plan, self.run)
        left = [name for name in self.plan.zones if name in empty]

        def kind(name: str) -> tuple[bool, bool]:
            return self.is_seats(name), self.zones[name].when is not None

        for (of_seats, _), group in groupby(sorted(left, key=kind), kind):
            names, player = list(group), self.tongue.noun(EACH_PLAYER)
            english = PLAYER_LEAVES_ROOM if of_seats else ROOM
            zones = self.tongue.list_parts(list(map(self.place, names)))
            yield self.say(english, zones=zones, player=player), names

    # How things are called

    def part(self, english: str, **parts: object) -> PhrasePart:
        """A part of the guide's sentences."""
        return self.tongue.part(english, CONTEXT, **parts)

    def what(self, deed: _Deed) -> list[Nominal | PhrasePart]:
        """The pieces that a deed moved, by their own words, their sets, or as pieces."""
        sets, step = deed.sets, deed.step
        if "called" in step.values or (step.verb != "place" and len(sets) != 1):
            sets = {"": sum(sets.values())}
        targets = len(deed.targets) if deed.has_count and deed.targets else 1
        return [self.counted(deed, name, count // targets) for name, count in sets.items()]

    def counted(self, deed: _Deed, set_id: str, count: int) -> Nominal | PhrasePart:
        own = "seat.colour" in _compared(deed.step)
        whole = not deed.has_count and not deed.seats
        has_number = deed.has_count or deed.step.verb == "place"
        named = self.named(deed.step, set_id, count if has_number else None)
        if has_number and not (whole and count == 1):
            named = replace(named, counted=True)
            if not whole:
                return self.part(PIECES_OWN, pieces=named) if own else named
        return self.part(THE_PIECES_OWN if own else THE_PIECES, pieces=named)

    def named(self, step: Step, set_id: str, count: int | None) -> Nominal:
        """Pieces by the words of a step, by their set and what it picks of it, or as pieces."""
        called = step.values.get("called")
        if called:
            word = Term("", called, called, noun=step.values.get("noun", ""))
            return Nominal(self.grammar, word, count)
        if not set_id or step.verb in _DEALING:
            one, many = CARD_NOUN if step.verb in _DEALING else PIECE_NOUN
            return replace(self.tongue.noun(one, many, count), counted=False)
        found = self.game.sets[set_id]
        values = [value for value in _compared(step) if value != "seat.colour"]
        adjectives = [self.tongue.say(value, "adjective") for value in values]
        filters = tuple(Term("", one, one) for one in adjectives)
        word = Term("", found.singular, found.name, noun=found.noun)
        return Nominal(self.grammar, word, count, filters=filters)

    def who(self, deed: _Deed, several: str) -> Nominal:
        """Who acts; ``several`` is how seats are called that only their numbers tell."""
        seats, each = deed.seats, deed.step.values.get("each")
        if each is not None and each.text == "first":
            return self.tongue.noun(START_PLAYER)
        groups = {
            EACH_PLAYER: [at for at, seat in enumerate(self.seats) if seat.kind == "human"],
            EACH_BOT: [at for at, seat in enumerate(self.seats) if seat.kind == "bot"],
            EVERYBODY: list(range(len(self.seats))),
        }
        for english, group in groups.items():
            if group == sorted(seats):
                return self.tongue.noun(english)
        english = ONE_SEAT if len(seats) == 1 else several
        return self.tongue.noun(english, numbers=self.tongue.list_parts([one + 1 for one in seats]))

    def zones_in_words(self, names: Iterable[str]) -> WordList:
        """Zones in a row."""
        return self.tongue.list_parts(list(map(self.zone, names)))

    def zone(self, name: str) -> PhrasePart:
        """A zone with whose it is: "the Stone deck", "their Hand"."""
        if name == BOX:
            return self.part(THE_ZONE, zone=replace(self.tongue.noun(*BOX_NOUN), count=1))
        zone = Nominal(self.grammar, self.label(name), 1)
        return self.part(THEIR_ZONE if self.is_seats(name) else THE_ZONE, zone=zone)

    def place(self, name: str) -> PhrasePart:
        """A zone with where it is, if the script says so: "the Salina on the map"."""
        label, zone = label_of(name, self.zones), self.zone(name)
        if label is None or not label.phrase or _says(label.phrase, label.name):
            return zone
        return self.part(ZONE_PLACE, zone=zone, phrase=label.phrase)

    def into(self, name: str) -> str | PhrasePart:
        """Where pieces go that are put into a zone, as the script says or as "in the Bank"."""
        label, board = label_of(name, self.zones), plain_zone(name)
        if label and label.phrase:
            return label.phrase
        if name.count(".") > board.count("."):
            return self.part(ON_SPACE, space=name.rpartition(".")[2], zone=self.zone(board))
        return self.part(IN_ZONE, zone=self.zone(name))

    def label(self, name: str) -> Term:
        """The name of a zone; of a board with the space."""
        plain = plain_zone(name)
        label, space = self.zones[plain], name.count(".") - plain.count(".")
        words = f"{label.name} ({name.rpartition('.')[2]})" if space else label.name
        return Term("", words, words, noun=label.noun)

    def is_seats(self, name: str) -> bool:
        return plain_zone(name).startswith("seat.")

    def is_own(self, name: str) -> bool:
        return self.is_seats(name) and not self.zones[plain_zone(name)].phrase


def _steps(thing: object) -> Iterator[Step]:
    return (node for node in nodes(thing) if isinstance(node, Step))


def _choice_of_pieces(step: Step) -> tuple[Pick, Step] | None:
    """What a choice lets somebody pick and the step that moves it; None of any other choice."""
    for option in step.values["options"]:
        for pick in option.picks if len(step.values["options"]) == 1 else ():
            sure = len(option.picks) == 1 and (pick.count is None or pick.count.text.isdigit())
            for one in option.then if sure else ():
                what = one.values.get("what")
                if one.verb == "move" and what is not None and what.text == pick.name:
                    return pick, one
    return None


def _compared(step: Step) -> list[str]:
    """What the fields of its pieces are to be, but for their set: ``red``, ``seat.colour``."""
    where = step.values.get("where")
    tree = where.tree if where is not None else ast.Constant(True)
    parts = tree.values if isinstance(tree, ast.BoolOp) and isinstance(tree.op, ast.And) else [tree]
    values = [
        part.comparators[0]
        for part in parts
        if isinstance(part, ast.Compare) and isinstance(part.ops[0], ast.Eq)
        if ast.unparse(part.left) != "set"
    ]
    words = [one.value if isinstance(one, ast.Constant) else ast.unparse(one) for one in values]
    return [one for one in words if isinstance(one, str) and re.fullmatch(r"seat\.colour|\w+", one)]


def _sets(step: Step) -> Sequence[str]:
    sets = step.values["set"]
    return [sets] if isinstance(sets, str) else sets


def _begin(line: str) -> str:
    return line[:1].upper() + line[1:]


def _says(what: str, label: str) -> bool:
    """Tell whether words name a zone already: "12 Druids of their colour" names Druids."""
    return (
        re.search(rf"\b{re.escape(label.removesuffix('s'))}s?\b", what, re.IGNORECASE) is not None
    )

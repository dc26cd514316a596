"""The set-up script in sentences, for the cover of the kit and for ``trilith setup``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import groupby

from validator.catalogue.model import Configuration, Game
from validator.catalogue.script import (
    BOX,
    Choose,
    Expect,
    Grid,
    Locate,
    Move,
    Remove,
    Room,
    Say,
    Selection,
    SetupStep,
    Shuffle,
)
from validator.catalogue.words.nominal import Nominal, Word, closed
from validator.catalogue.words.tongue import Listed, Phrase
from validator.rng import Rng
from validator.setup import sentences as told
from validator.setup.compiled import Shared, compile_setup
from validator.setup.conditions import applies, rulings_in_force
from validator.setup.named import Named
from validator.setup.seats import seats_of
from validator.setup.steps import acting, here


def guide(game: Game, configuration: Configuration, seats: str = "") -> list[str]:
    """The sentences of the set-up of ``game`` at ``configuration``, in order, numbered from 1.

    ``seats`` stands for the number of seats, where the guide is for several tables.
    """
    writer = _Writer(game, configuration, seats)
    return [f"{number}. {line}" for number, line in enumerate(writer.lines(), 1)]


class _Writer:
    def __init__(self, game: Game, configuration: Configuration, seats: str) -> None:
        self.game = game
        self.named = Named(game, configuration)
        self.tongue = game.tongue
        self.grammar = game.tongue.grammar
        self.seat_words = seats or self.tongue.noun(*told.SEAT, count=configuration.total)
        self.configuration = configuration
        self.seats = seats_of(game, configuration)
        self.shared = Shared(game)
        self.pieces = self.shared.pieces

    def lines(self) -> Iterable[str]:
        rulings = rulings_in_force(self.game, {})
        steps = [
            step
            for step in self.game.setup.steps
            if applies(step.common.when, self.configuration, rulings)
            and (step.common.each is None or acting(step.common.each, self.seats))
        ]
        for _, together in groupby(steps, self.heap):
            run = list(together)
            line = self.sentence(run)
            notes = [step.common.note for step in run if step.common.note]
            if line or notes:
                yield " ".join([*([_capital(line)] if line else []), *notes])

    def heap(self, step: SetupStep) -> object:
        """What neighbouring steps share that are told in one line; for all others the step.

        These are ``place`` steps to the same spot and ``move`` steps between the same zones, of
        the same seats.
        """
        if isinstance(step, Move) and step.verb == "place":
            spots = tuple(str(self.named.into(zone)) for zone in step.targets)
            spot = step.targets if step.common.each else spots
            return (spot, step.common.each)
        if isinstance(step, Move) and step.verb == "move" and step.count is not None:
            return (step.sources, step.targets, step.common.each)
        return id(step)

    def sentence(self, run: Sequence[SetupStep]) -> str:
        match run[0]:
            case Say(text=text):
                return text
            case Move(verb="place"):
                return self.place([step for step in run if isinstance(step, Move)])
            case Move() if any("{" in zone for zone in (*run[0].sources, *run[0].targets)):
                return ""  # what happens depends on a card; the note of the step says it
            case Move():
                return self.move([step for step in run if isinstance(step, Move)])
            case Remove(zones=zones):
                return self.say(told.REMOVE, seats=self.seat_words, zones=self.named.zones(zones))
            case Shuffle(zones=zones):
                english = told.SHUFFLE_APART if len(zones) > 1 else told.SHUFFLE
                return self.say(english, zones=self.named.zones(zones))
            case Choose():
                return self.choose(run[0])
            case Locate():
                return self.locate(run[0])
            case Grid():
                return self.grid(run[0])
            case Room(zones=zones):
                return self.say(told.ROOM, zones=self.named.zones(zones))
            case Expect(say=True):
                return self.say(
                    told.CHECK, zone=self.named.zone(run[0].zone), number=self.held(run[0])
                )
        return ""

    def say(self, english: str, **parts: object) -> str:
        words = self.tongue.say(english, told.CONTEXT, **parts)
        return closed(words) if self.tongue.language else words

    def place(self, run: Sequence[Move]) -> str:
        step = run[0]
        what = self.tongue.listed([self.what(one) for one in run])
        if step.common.each and all(self.is_own(zone) for zone in step.targets):
            return self.taken(step, what, what)
        each = len(step.targets) > 1
        return self.put(step, what, told.PUT_EACH if each else told.PUT, each)

    def put(self, step: Move, what: object, english: str, each: bool = False) -> str:
        """Pieces that go where a step says: somebody puts them there, or whoever reads this."""
        spot = self.tongue.listed([self.named.into(zone) for zone in step.targets])
        if step.common.each is None:
            return self.say(english, pieces=what, spot=spot)
        english = told.PLAYER_PUTS_EACH if each else told.PLAYER_PUTS
        if step.verb == "deal":
            english = told.PLAYER_DEALS
        return self.say(english, player=self.named.who(step.common.each), pieces=what, spot=spot)

    def taken(self, step: Move, what: Listed, came: object) -> str:
        """Pieces that seats take as theirs; not told where the pieces say so themselves."""
        words = str(what)
        zones = [zone for zone in step.targets if not _says(words, self.named.label(zone).one)]
        player = self.named.who(step.common.each)
        if not zones:
            return self.say(told.TAKE, player=player, pieces=came)
        return self.say(told.TAKE_AS, player=player, pieces=came, zones=self.named.zones(zones))

    def is_own(self, zone: str) -> bool:
        label = self.game.setup.zones.get(zone)
        return zone.startswith("seat.") and not (label and label.phrase)

    def move(self, run: Sequence[Move]) -> str:
        step = run[0]
        source = self.named.zones(step.sources)
        every = step.pieces.is_all and step.count is None
        if step.verb == "return":
            return self.returned(step, source, every)
        if step.verb == "deal" and step.common.each:
            return self.say(
                told.DEAL_TO,
                pieces=self.what(step),
                source=source,
                player=self.named.group(step.common.each),
                zones=self.named.zones(step.targets),
            )
        what = self.tongue.listed([self.what(one) for one in run])
        came: object = self.named.part(told.PIECES_FROM, pieces=what, source=source)
        if every and step.pieces.what:
            what = self.tongue.listed([self.named.part(told.THE_PIECES, pieces=self.rest(step))])
            came = what
        elif every:
            what = self.tongue.listed(["everything"])
            came = self.named.part(told.ALL_FROM, source=source)
        if step.common.each and all(self.is_own(zone) for zone in step.targets):
            return self.taken(step, what, came)
        return self.put(step, came, told.DEAL if step.verb == "deal" else told.PUT)

    def returned(self, step: Move, source: Listed, every: bool) -> str:
        what: object = self.named.part(told.PIECES_OF, pieces=self.what(step), source=source)
        if every:
            left = self.named.part(told.LEFT_OF, source=source)
            what = self.rest(step) if step.pieces.what else left
        if step.common.each is None:
            return self.say(told.RETURN, pieces=what)
        return self.say(told.PLAYER_RETURNS, player=self.named.who(step.common.each), pieces=what)

    def rest(self, step: Move) -> Nominal:
        """All pieces of a zone, as the step calls them."""
        return self.named.called(step.pieces, None)

    def choose(self, step: Choose) -> str:
        word = (
            Word(step.what, step.what, step.noun)
            if step.what
            else self.tongue.noun(told.OF_THEM).noun
        )
        parts = {
            "pieces": replace(Nominal(self.grammar, word, step.count, True), in_words=True),
            "zone": self.named.zone(step.source),
            "spot": self.named.into(step.target),
        }
        order = step.common.each
        if order is None:
            return self.say(told.CHOOSE, **parts)
        english = told.PLAYER_CHOOSES_REVERSE if order.reverse else told.PLAYER_CHOOSES
        return self.say(english, player=self.named.who(order), **parts)

    def locate(self, step: Locate) -> str:
        start = step.target.partition("{")[0]
        known = start + "*" in self.game.setup.zones
        track = self.named.label(start + "*") if known else Word(step.track, step.track)
        labels = self.game.almanac.labels
        parts = {
            "piece": self.named.called(step.pieces, 1),
            "track": Nominal(self.grammar, track, 1),
            "field": labels.get(step.field_name, step.field_name),
        }
        if step.common.read:
            return self.say(told.LOCATE_LIKE, zone=self.named.zone(step.common.read), **parts)
        return self.say(told.LOCATE, value=labels.get(step.value, step.value), **parts)

    def grid(self, step: Grid) -> str:
        rows = " ".join(self.row(step, row) for row in step.rows)
        return self.say(told.GRID, number=len(step.rows), rows=rows)

    def row(self, step: Grid, row: str) -> str:
        cells = [cell for cell in step.cells if cell[0].startswith(row)]
        parts = [
            self.say(
                told.CELLS,
                pieces=self.named.called(selection, 2),
                cells=self.tongue.listed([zone for zone, _ in group]),
            )
            for selection, group in _runs(cells)
        ]
        if not parts:
            return self.say(told.ROW_EMPTY, row=row)
        return self.say(told.ROW, row=row, pieces=", ".join(parts))

    def held(self, step: Expect) -> int:
        """The pieces in the zone of a step: as it states, or as the steps before it leave."""
        if step.count is not None:
            return step.count
        script = self.game.setup
        before = replace(script, steps=script.steps[: script.steps.index(step)])
        until = replace(self.game, setup=before)
        compiled = compile_setup(until, self.configuration, shared=self.shared)
        zones = compiled.run(Rng(1, 2, 3)).zones
        return len(zones.get(here(step.zone, acting(step.common.each, self.seats)[0]), ()))

    def what(self, step: Move) -> Nominal | Phrase:
        count = step.count
        if count is None and step.sources == (BOX,):
            count = len(self.meant(step))
        named = self.named.called(step.pieces, count, step.verb == "deal")
        everything = step.count is None and not step.common.each
        own = bool(step.pieces.own)
        if count is None or (everything and count == 1):
            return self.named.part(told.THE_PIECES_OWN if own else told.THE_PIECES, pieces=named)
        counted = replace(named, counted=True)
        if everything:
            return self.named.part(told.THE_PIECES_OWN if own else told.THE_PIECES, pieces=counted)
        return self.named.part(told.PIECES_OWN, pieces=counted) if own else counted

    def meant(self, step: Move) -> frozenset[str]:
        seat = acting(step.common.each, self.seats)[0]
        return self.pieces.meant(step.pieces, seat)


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


def _capital(line: str) -> str:
    return line[:1].upper() + line[1:]

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
    Seats,
    Selection,
    SetupStep,
    Shuffle,
)
from validator.rng import Rng
from validator.setup.compiled import compile_setup
from validator.setup.conditions import applies, rulings_in_force
from validator.setup.pieces import Pieces
from validator.setup.seats import seats_of
from validator.setup.steps import acting, here

_SEAT_ZONE = re.compile(r"^seat(\d*)\.")
_NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


def guide(game: Game, configuration: Configuration, seats: str = "") -> list[str]:
    """The sentences of the set-up of ``game`` at ``configuration``, in order, numbered from 1.

    ``seats`` stands for the number of seats, where the guide is for several tables.
    """
    writer = _Writer(game, configuration, seats)
    return [f"{number}. {line}" for number, line in enumerate(writer.lines(), 1)]


class _Writer:
    def __init__(self, game: Game, configuration: Configuration, seats: str) -> None:
        self.game = game
        self.seat_words = seats or _counted(configuration.total, "seat", "seats")
        self.configuration = configuration
        self.seats = seats_of(game, configuration)
        self.pieces = Pieces(game)

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
            spot = step.targets if step.common.each else tuple(map(self.into, step.targets))
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
                return (
                    f"take every card whose player-count mark excludes {self.seat_words} out of "
                    f"{self.zones(zones)} and return it to the box."
                )
            case Shuffle(zones=zones):
                apart = ", each by itself" if len(zones) > 1 else ""
                return f"shuffle {self.zones(zones)}{apart}."
            case Choose():
                return self.choose(run[0])
            case Locate():
                return self.locate(run[0])
            case Grid():
                return self.grid(run[0])
            case Room(zones=zones):
                return f"leave room for {self.zones(zones)}."
            case Expect(say=True):
                return f"check: {self.zone(run[0].zone)} now holds {self.held(run[0])}."
        return ""

    def place(self, run: Sequence[Move]) -> str:
        step = run[0]
        what = _listed([self.what(one) for one in run])
        where = _listed([self.into(zone) for zone in step.targets])
        if step.common.each and all(self.is_own(zone) for zone in step.targets):
            return f"{self.who(step.common.each, 'take')} {what}{self.owned(step, what)}."
        each = " each" if len(step.targets) > 1 else ""
        return f"{self.who(step.common.each, 'put')} {what}{each} {where}."

    def is_own(self, zone: str) -> bool:
        label = self.game.setup.zones.get(zone)
        return zone.startswith("seat.") and not (label and label.phrase)

    def owned(self, step: Move, what: str) -> str:
        """``as their Hand``; nothing where the pieces say so themselves ("10 Disks")."""
        zones = [zone for zone in step.targets if not _says(what, self.label(zone))]
        return f" as {self.zones(zones)}" if zones else ""

    def move(self, run: Sequence[Move]) -> str:
        step = run[0]
        source = self.zones(step.sources)
        every = step.pieces.is_all and step.count is None
        if step.verb == "return":
            rest = step.pieces.what or f"what is left of {source}"
            what = rest if every else f"{self.what(step)} of {source}"
            return f"{self.who(step.common.each, 'return')} {what} to the box."
        if step.verb == "deal" and step.common.each:
            return f"deal {self.what(step)} from {source} to {self.dealt(step)}."
        where = _listed([self.into(zone) for zone in step.targets])
        what = _listed([self.what(one) for one in run])
        if every:
            named = step.pieces.what
            what, source = (f"the {named}", "") if named else ("everything", source)
        came = f"{what} from {source}" if source else what
        verb = "deal" if step.verb == "deal" else "put"
        if step.common.each and all(self.is_own(zone) for zone in step.targets):
            return f"{self.who(step.common.each, 'take')} {came}{self.owned(step, what)}."
        return f"{self.who(step.common.each, verb)} {came} {where}."

    def dealt(self, step: Move) -> str:
        return f"{self.group(step.common.each)} as {self.zones(step.targets)}"

    def choose(self, step: Choose) -> str:
        order = step.common.each
        reverse = "in reverse turn order, " if order and order.reverse else ""
        what = step.what or "of them"
        source, where = self.zone(step.source), self.into(step.target)
        verb = self.who(order, "choose")
        return f"{reverse}{verb} {_number(step.count)} {what} from {source} and puts it {where}."

    def locate(self, step: Locate) -> str:
        card = f"the one on {self.zone(step.common.read)}" if step.common.read else step.value
        what = self.called(step.pieces, 1)
        start = step.target.partition("{")[0]
        where = self.label(start + "*") if start + "*" in self.game.setup.zones else step.track
        return (
            f"put the {what} on the {where}: on the first step clockwise "
            f"whose {step.field_name} is {card}."
        )

    def grid(self, step: Grid) -> str:
        rows = []
        for row in step.rows:
            cells = [cell for cell in step.cells if cell[0].startswith(row)]
            parts = [
                f"{self.called(selection, 2)} on {_listed([zone for zone, _ in group])}"
                for selection, group in _runs(cells)
            ]
            rows.append(f"Row {row}: {', '.join(parts)}." if parts else f"Row {row}: empty.")
        return f"lay out the pieces in {len(step.rows)} rows. {' '.join(rows)}"

    def held(self, step: Expect) -> int:
        """The pieces in the zone of a step: as it states, or as the steps before it leave."""
        if step.count is not None:
            return step.count
        script = self.game.setup
        before = replace(script, steps=script.steps[: script.steps.index(step)])
        until = replace(self.game, setup=before)
        compiled = compile_setup(until, self.configuration, pieces=self.pieces)
        zones = compiled.run(Rng(1, 2, 3)).zones
        return len(zones.get(here(step.zone, acting(step.common.each, self.seats)[0]), ()))

    def what(self, step: Move) -> str:
        count = step.count
        if count is None and step.sources == (BOX,):
            count = len(self.meant(step))
        named = self.called(step.pieces, count or 2, step.verb == "deal")
        own = " of their colour" if step.pieces.own else ""
        everything = step.count is None and not step.common.each
        if count is None:
            return f"the {named}{own}"
        if everything and count == 1:
            return f"the {named}{own}"
        return f"{'the ' if everything else ''}{count} {named}{own}"

    def meant(self, step: Move) -> frozenset[str]:
        seat = acting(step.common.each, self.seats)[0]
        return self.pieces.meant(step.pieces, seat)

    def called(self, selection: Selection, count: int, cards: bool = False) -> str:
        if selection.what:
            return selection.what
        if selection.set_id is None or selection.set_id not in self.game.sets:
            noun = "card" if cards else "piece"
            return noun if count == 1 else f"{noun}s"
        named = self.game.sets[selection.set_id]
        values = [str(value) for value in selection.where.values() if isinstance(value, str)]
        return " ".join([*values, named.singular if count == 1 else named.name])

    def who(self, each: Seats | None, verb: str) -> str:
        if each is None:
            return verb
        return f"{self.group(each)} {verb}{'es' if verb.endswith('s') else 's'}"

    def group(self, each: Seats | None) -> str:
        match each.group if each else "":
            case "seat":
                return "each player and bot" if self.configuration.bots else "each player"
            case "human" | "bot" as kind:
                return "each player" if kind == "human" else "each bot"
            case "first":
                return "the start player"
            case "first_human":
                return "the first player who is no bot"
        acts = acting(each, self.seats)
        numbers = [str(seat.number) for seat in acts if seat]
        return f"{'seat' if len(numbers) == 1 else 'seats'} {_listed(numbers)}"

    def zones(self, names: Sequence[str]) -> str:
        return _listed([self.zone(name) for name in names])

    def zone(self, name: str) -> str:
        match = _SEAT_ZONE.match(name)
        if match is None:
            return "the box" if name == BOX else f"the {self.label(name)}"
        owner = "their" if not match[1] else _owner(int(match[1]))
        return f"{owner} {self.label(name)}"

    def into(self, name: str) -> str:
        label = self.game.setup.zones.get(_SEAT_ZONE.sub("seat.", name))
        if label is not None and label.phrase:
            return label.phrase
        return f"in {self.zone(name)}"

    def label(self, name: str) -> str:
        plain = _SEAT_ZONE.sub("seat.", name)
        zones = self.game.setup.zones
        if plain in zones:
            return zones[plain].name
        for pattern, label in zones.items():
            if pattern.endswith("*") and plain.startswith(pattern[:-1]):
                return f"{label.name} ({plain[len(pattern) - 1 :]})"
        return plain


def _owner(number: int) -> str:
    return "the start player's" if number == 1 else f"the player's of seat {number}"


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


def _listed(parts: Sequence[str]) -> str:
    return " and ".join(filter(None, [", ".join(parts[:-1]), parts[-1]])) if parts else ""


def _counted(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"


def _number(number: int) -> str:
    return _NUMBER_WORDS[number] if number < len(_NUMBER_WORDS) else str(number)


def _capital(line: str) -> str:
    return line[:1].upper() + line[1:]

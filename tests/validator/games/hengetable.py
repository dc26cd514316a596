"""Help for the tests of Henge: positions on its table, and parts of its turns, played by words.

The bench is the game with another round: there a seat takes any procedure of the script, so that a
test need not wait until a turn comes to it.
"""

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import yaml
from shippedgames import game_of

from validator.catalogue.script_reader import read_script
from validator.catalogue.seats import find_configuration
from validator.catalogue.source import Source
from validator.compiler.table import prepare
from validator.compiler.tables import TURN_SEAT
from validator.play.match import Tally
from validator.play.rulings import resolve_rulings
from validator.rng import Streams

DEEDS = ("install", "druid", "income", "quarry", "carve", "luck", "arrive")
LEVELS = ("steps", "coin", "luck", "stone", "druid")
AREAS = ("heel", "altar", "avenue", "hollow", "mound")
FIGURES = ("large_uprights", "large_lintels", "small_uprights", "small_lintels")
ASKED = {
    **{"moves": "move", "acts": "act", "drew": "drawn", "throws away": "throw_away"},
    **{"gives up": "give_up", "discards": "discard", "takes a reward": "reward"},
    **{"levels up": "level", "moves stones": "transport"},
}
"""What tests call a decision, by what is said of it."""
VERB = re.compile(r"^(install|druid to|buy|carve|raise) (?=.)")
BENCH = Path(__file__).parent / "hengebench.yaml"


def plain(option):
    """The words of an option, without the verb that says of what kind it is."""
    return VERB.sub("", option.say())


class Stopped(Exception):  # noqa: N818 - it ends a turn, it is not an error
    """Raised where an answer is missing."""


class Answers:
    """Takes decisions by words: an answer is how an option begins; one with one option needs none.

    Where answers are out the game stops there: ``options`` are the words that are open then, and
    ``what`` is what is asked. ``asked`` has each decision so far: what, and the words.
    """

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []
        self.turns = []
        self.told = []
        self.what = ""
        self.options = []

    def choose(self, seat, what, options):
        """The option that an answer means."""
        what, words = ASKED.get(what, what), [*map(plain, options)]
        self.what, self.options = what, words
        self.asked.append((what, words))
        if len(options) == 1 and what != "bench":  # an answer may say it all the same
            if self.answers and words[0].startswith(self.answers[0]):
                del self.answers[0]
            return options[0]
        return options[self.pick(what, words)]

    def pick(self, what, words):
        """The number of the words that are meant."""
        if not self.answers:
            raise Stopped
        answer = self.answers.pop(0)
        begun = [one for one in words if one.startswith(answer)]
        found = [one for one in begun if one == answer] or begun
        assert found, f"{answer!r} is not among {words} for {what!r}"
        return words.index(found[0])

    def turn(self, seat):
        """A turn begins."""
        self.turns.append(seat)

    def tell(self, seat, what, deed):
        """A rule decided."""
        self.told.append((seat, what, deed.say()))

    @property
    def is_done(self):
        """Is what was asked for done, so that the bench asks for more?"""
        return self.what == "bench"


class Taker(Answers):
    """Gives its answers, then plays a Luck card where it may, and takes the first other option.

    It never stops while something else is open, and keeps Luck cards at the end of its turn.
    """

    plays = True

    def pick(self, what, words):
        """The number of the words that are meant."""
        if self.answers or what == "bench":
            return super().pick(what, words)
        if what == "throw_away":
            return words.index("keep")
        played = [at for at, one in enumerate(words) if one.startswith("play ")]
        others = [at for at, one in enumerate(words) if not one.startswith(("play ", "stop"))]
        return [*(played if self.plays else ()), *others, *range(len(words))][0]


@cache
def bench():
    """Henge with the round of the bench, which also lets cards and spaces bring what they say."""
    game = game_of("henge")
    play = game.play
    written = yaml.safe_load(BENCH.read_text("utf-8"))
    script, _ = read_script(Source(BENCH.name, written))
    turn, (brings,) = play.procedures["person_turn"], script.procedures["throw_away"].steps
    thrown = play.procedures["throw_away"].steps
    otherwise = replace(brings, values={**brings.values, "else": thrown})
    changed = {  # the action of a turn is carried out by the bench
        "person_turn": replace(turn, steps=turn.steps[:-1]),
        "throw_away": replace(script.procedures["throw_away"], steps=(otherwise,)),
    }
    bench_play = replace(
        play,
        round=script.round,
        remember={**play.remember, **script.remember},
        procedures={**play.procedures, **changed},
    )
    return replace(game, play=bench_play)


@cache
def henge(players=3, bots=0, *rulings):
    """A prepared table of the bench."""
    game = bench()
    return prepare(game, find_configuration(game, players, bots), resolve_rulings(game, rulings))


@cache
def _begun(players, bots, *rulings):
    return begun(henge(players, bots, *rulings))


def begun(table, index=0):
    """A game at a table of the bench, past its set-up."""
    frame = table.frame
    tally = Tally(len(frame.cards), [pile.size for pile in frame.piles])
    match = table.deal(Streams(1, "henge", frame.table, index), tally)
    go_on(match, Taker())
    return match


def go_on(match, answers):
    """Go on where the game stands, until answers are out; ``pc`` is where it stands then."""
    match.ask = answers
    try:
        while match.pc is not None:
            match.pc = match.pc(match)
    except Stopped:
        assert not answers.answers, f"not asked for: {answers.answers}"
    return answers


class Position:
    """A game on the bench that is changed by hand: ``position["seat.cash", 1]`` is remembered.

    The index is a name with an owner: a seat from 0 (0 if left out), the id of a piece or the name
    of a space; then the key of a family: ``position["seat.level", 0, "coin"]``.
    """

    def __init__(self, match):
        self.match = match.copy()
        self.bench = match.pc

    @property
    def tables(self):
        """What is the same in each game at this table."""
        return self.match.program.tables

    def _at(self, index):
        name, *rest = (index,) if isinstance(index, str) else index
        slot = self.tables.memories[name]
        is_common = name.startswith(("table", "turn", "action"))
        owner = 0 if is_common or not rest else rest.pop(0)
        if isinstance(owner, str):
            owner = self.zone(owner) if name.startswith("space") else self.piece(owner)
        return slot.places(owner)[slot.keys.index(rest[0]) if rest else 0]

    def __getitem__(self, index):
        return self.match.n[self._at(index)]

    def __setitem__(self, index, value):
        self.match.n[self._at(index)] = value

    def zone(self, name):
        """The number of a zone: ``seat1.hand``, ``pool.2``, ``slots_3.heel-monolith``."""
        return self.tables.zone_at[name]

    def piece(self, name):
        """A piece with this id."""
        return next(at for at, one in enumerate(self.tables.pieces) if one.id == name)

    def lying(self, zone):
        """The pieces in a zone, in their order."""
        return list(self.match.z[self.zone(zone)])

    def ids(self, zone):
        """Their ids."""
        return [self.tables.pieces[one].id for one in self.lying(zone)]

    def count(self, zone):
        """How many there are."""
        return len(self.lying(zone))

    def move(self, pieces, zone):
        """Lay pieces into a zone, on top, wherever they are now."""
        self.match.move(list(pieces), self.zone(zone))

    def play(self, entry, *answers, seat=0, by=Answers):
        """Let a seat take an entry of the bench with these answers; return who gave them."""
        self.match.pc = self.bench
        seats = len(self.tables.seats)
        first = self.match.n[TURN_SEAT]
        passes = ["pass"] * ((seat - first) % seats)
        return go_on(self.match, by(*passes, entry, *answers))

    # what lies on the table

    @property
    def side(self):
        """The side of the board: ``3`` or ``45``."""
        return "3" if self.at().startswith("rondel_3.") else "45"

    def board(self):
        """The record of that side."""
        sides = game_of("henge").sets["board"].components
        return next(one for one in sides if one.fields["side"] == self.side)

    def slot(self, name):
        """The space of a slot."""
        return f"slots_{self.side}.{name}"

    def stone(self, name, to_go=0, carved=False, seat=0):
        """Give a seat a stone, by the name after ``stone-``, with its markers."""
        piece = self.piece(f"stone-{name}")
        places = [place for place in range(1, 5) if piece in self.lying(f"pool.{place}")]
        self.move([piece], f"seat{seat + 1}.stones")
        for place in places:
            self.move(self.lying("stone_deck")[:1], f"pool.{place}")
        self["stone.to_go", f"stone-{name}"] = to_go
        self["stone.cut", f"stone-{name}"] = carved
        self.move(self.lying(f"seat{seat + 1}.markers")[:1], f"seat{seat + 1}.transport")
        if carved:
            self.move(self.lying(f"seat{seat + 1}.markers")[:1], f"seat{seat + 1}.carvings")

    def for_sale(self, *names):
        """Let the Quarry pool hold these stones and nothing else."""
        for place in range(1, 5):
            self.move(self.lying(f"pool.{place}"), "stone_deck")
        for place, name in enumerate(names, 1):
            self.move([self.piece(f"stone-{name}")], f"pool.{place}")

    def fill(self, *slots, large=True):
        """Let figures stand in slots, nobody's."""
        size = "large" if large else "small"
        for slot in slots:
            self.move(self.lying(f"{size}_uprights")[:1], self.slot(slot))

    def pawn(self, area, action):
        """Put the Master Druid on the first step of an area that shows an action."""
        found = next(
            step["id"]
            for step in self.board().fields["rondel"]
            if step["area"] == area and action in step["actions"]
        )
        self.stand(found)

    def stand(self, step):
        """Put the Master Druid on a step of the rondel."""
        self.move([self.piece("master-druid")], f"rondel_{self.side}.{step}")

    def at(self):
        """The step on which the Master Druid stands: ``rondel_3.step-4``."""
        place = self.match.at[self.piece("master-druid")]
        return next(name for name, at in self.tables.zone_at.items() if at == place)

    def hand(self, *names, seat=0):
        """Put Luck cards, by the names after ``luck-``, into a hand."""
        for name in names:
            self.move([self.loose(f"luck-{name}")], f"seat{seat + 1}.hand")

    def loose(self, name):
        """A piece with this id that lies in the Luck deck, or wherever one is."""
        found = [at for at, one in enumerate(self.tables.pieces) if one.id == name]
        deck = self.lying("luck_deck")
        return next((one for one in found if one in deck), found[0])

    def on_top(self, *names):
        """Lay Luck cards on top of their deck, the last one uppermost."""
        for name in names:
            card = self.loose(f"luck-{name}")
            self.move([card], "box")  # it may lie in the deck
            self.move([card], "luck_deck")

    def path(self, area):
        """The spaces of a Druid Path, from its beginning, without the black one."""
        spaces = next(one for one in self.board().fields["areas"] if one["id"] == area)["path"]
        return [f"paths_{self.side}.{area}-{at}" for at in range(1, len(spaces))]

    def cover(self, area, spaces, seat=1):
        """Let druids of a seat lie on the first spaces of a path."""
        self.lay_druids(area, dict.fromkeys(range(1, spaces + 1), seat))

    def lay_druids(self, area, owners):
        """Lay druids on spaces of a path, from 1, each of a seat."""
        for at, seat in owners.items():
            space = self.path(area)[at - 1]
            self.move(self.lying(f"seat{seat + 1}.druids")[-1:], space)

    def on_path(self, area, seat=0):
        """How many druids a seat has on a path."""
        lying = [one for space in self.path(area) for one in self.lying(space)]
        return sum(self.match.owner[one] == seat for one in lying)

    def level(self, kind, number, seat=0):
        """Set a level of a seat, from 1."""
        self["seat.level", seat, kind] = self.zone(f"levels.{kind}-{number}")

    def level_of(self, kind, seat=0):
        """The level of a seat, from 1."""
        return self["seat.level", seat, kind] - self.zone(f"levels.{kind}-1") + 1

    def copy(self):
        """The same position, apart."""
        made = Position(self.match)
        made.bench = self.bench
        return made

    def open(self, entry, *answers, seat=0):
        """The words that are open after these answers, even if only one; nothing is done.

        There are none where the entry is done.
        """
        looker = self.copy().play(entry, *answers, seat=seat, by=Looker)
        return [] if looker.is_done else looker.options

    def actions(self, seat=0):
        """The actions that some move of a seat leads to."""
        return {word.split()[-1] for word in self.open("turn", seat=seat)} & {*DEEDS}

    def slots_open(self, *answers):
        """The slots that can be filled from where the Master Druid stands, after these answers."""
        words = self.open("main install", *answers)
        return {word.split()[-1] for word in words if " at " in word}

    def fill_sizes(self, *sizes):
        """Let figures stand in all slots of these sizes."""
        for slot in self.board().fields["slots"]:
            if slot["size"] in sizes:
                size = "small" if slot["size"] == "small" else "large"
                figure = f"{size}_{'lintels' if slot['role'] == 'lintel' else 'uprights'}"
                self.move(self.lying(figure)[:1], self.slot(slot["id"]))


def position(*rulings, players=3, bots=0):
    """A position past the set-up: no Spring cards, no stones, all levels at their start."""
    made = Position(_begun(players, bots, *rulings))
    for seat in range(players):
        own = f"seat{seat + 1}"
        made.move(made.lying(f"{own}.spring"), "box")
        made.move(made.lying(f"{own}.stones"), "box")
        made.move(made.lying(f"{own}.transport"), f"{own}.markers")
        for kind in LEVELS:
            made.level(kind, 1, seat)
    return made


def under(*rulings, players=3, bots=0):
    """A position under rulings, of which those that are played anyhow count as not given."""
    usual = {f"{one.id}={one.default}" for one in game_of("henge").rulings}
    return position(*(one for one in rulings if one not in usual), players=players, bots=bots)


class Looker(Answers):
    """Stops after its answers, also where one option is left."""

    def choose(self, seat, what, options):
        """The option that an answer means."""
        if not self.answers:
            self.what, self.options = ASKED.get(what, what), [*map(plain, options)]
            raise Stopped
        return super().choose(seat, what, options)


def after_setup(players=3, bots=0):
    """A position right after the set-up, in which everybody took what came first."""
    return Position(_begun(players, bots))

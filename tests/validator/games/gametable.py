"""Help for tests of rules modules: tables, smaller boxes, scripted decisions, whole games."""

from dataclasses import replace

from matches import play_game
from shippedgames import game_of

from validator.catalogue.seats import find_configuration
from validator.games.stonehenge import read_cards, read_ring
from validator.play.match import Deck, Tally
from validator.play.modules import find_module
from validator.play.rulings import resolve_rulings
from validator.rng import Rng, Streams
from validator.setup.deal import set_up

CARDS = read_cards(game_of("first_druid"))
RING = read_ring(game_of("first_druid"))


def card(name):
    """A card of the box by its short name: ``12n``, ``12d``, ``trilithon-red``."""
    return CARDS.names.index(name)


def cards(names):
    return [card(name) for name in names.split()]


def each(names):
    """The choices of some cards."""
    return CARDS.choices_of(cards(names))


def table_of(name, players, *rulings, game=None):
    """A prepared table; ``rulings`` as on the command line, ``game`` for a changed box."""
    used = game or game_of(name)
    configuration = next(one for one in used.configurations if one.players == players)
    return find_module(used).prepare(used, configuration, resolve_rulings(used, rulings))


def dealt(table, index=0):
    """A match just after the deal."""
    frame = table.frame
    tally = Tally(len(frame.cards), [pile.size for pile in frame.piles])
    return table.deal(Streams(1, frame.game, frame.table, index), tally)


def smaller(game, set_id, keep):
    """The game with only those components of a set that pass ``keep``."""
    old = game.sets[set_id]
    components = tuple(component for component in old.components if keep(component))
    return replace(game, sets={**game.sets, set_id: replace(old, components=components)})


def fewer(game, set_id, copies):
    """The game with ``copies`` of each component of a set."""
    old = game.sets[set_id]
    components = tuple(replace(component, copies=copies) for component in old.components)
    return replace(game, sets={**game.sets, set_id: replace(old, components=components)})


def small_box(name, top, **copies):
    """A game with number cards up to ``top``, and so many copies of each piece of some sets."""
    game = smaller(game_of(name), "number", lambda one: int(str(one.fields["number"])) <= top)
    for set_id, count in copies.items():
        game = fewer(game, set_id, count)
    return game


def laid_out(name, players):
    """A game on the table as its set-up lays it out."""
    game = game_of(name)
    return set_up(game, find_configuration(game, players), seed=1)


class Script:
    """Stands in for the driver: takes the answers in order and checks that they are offered.

    An answer is an option or its words. A decision with one option takes no answer. ``asked``
    keeps what was asked, ``told`` what was told, ``turns`` whose turns began.
    """

    def __init__(self, *answers):
        self.answers = list(answers)
        self.asked = []
        self.told = []
        self.turns = []

    def choose(self, seat, what, options):
        self.asked.append((seat, what, list(options)))
        if len(options) == 1:
            return options[0]
        answer = self.answers.pop(0)
        found = [
            one for one in options if answer == (one.say() if isinstance(answer, str) else one)
        ]
        assert found, f"{answer} is not among {list(options)} for {what!r}"
        return found[0]

    def turn(self, seat):
        self.turns.append(seat)

    def tell(self, seat, what, deed):
        self.told.append((seat, what, deed.say()))


def capped(table, turns):
    """The table with games that are cut off after so many turns."""
    return replace(table, frame=replace(table.frame, turn_cap=turns))


def wins(table, policy, seat, games):
    """How many of ``games`` the seat wins or shares."""
    return sum(
        seat in play_game(table, policy, index, referee=False).outcome.winners
        for index in range(games)
    )


class Nth(Script):
    """Takes the same place of every list of options, counted round, and keeps what is told."""

    def __init__(self, place=0):
        super().__init__()
        self.place = place
        self.deeds = []

    def choose(self, seat, what, options):
        return options[self.place % len(options)]

    def tell(self, seat, what, deed):
        self.deeds.append((seat, what, deed))


def words(options):
    """What each option says."""
    return [one.say() for one in options]


def act(match, *answers, seat=0):
    """A turn of ``seat`` with these answers."""
    script = Script(*answers)
    match.take_turn(script, seat)
    return script


def hold(match, seat, names):
    """Change the hand of a seat for other cards, wherever they are now."""
    decks = match.decks if hasattr(match, "decks") else [match.deck]
    deck, hand = decks[seat % len(decks)], match.hands[seat]
    deck.cards.extend(hand)
    hand.clear()
    for one in cards(names):
        for zone in (deck.cards, deck.discards, *match.hands):
            if one in zone:
                zone.remove(one)
        hand.append(one)


def check_copy(match, but=()):
    """A copy loses and shares nothing, ``but`` what lives within a turn or never changes."""
    for name, value in vars(match).items():  # nothing is as it was when the game began
        if isinstance(value, bool):
            setattr(match, name, not value)
        elif isinstance(value, int | str):
            setattr(match, name, value + type(value)(7))
        elif isinstance(value, list) and name != "decks":
            value.append([7] if value and isinstance(value[0], list) else 7)
        elif isinstance(value, dict):
            value[7] = 7
    check_apart(match, match.copy(), but)


def check_apart(mine, its, but):
    """What can change is equal and not the same, down to its parts."""
    if mine is its:
        assert not hasattr(mine, "copy"), mine
    elif isinstance(mine, list):
        for one, other in zip(mine, its, strict=True):
            check_apart(one, other, but)
    elif isinstance(mine, Deck):
        for name in ("cards", "discards", "rng", "tally"):
            check_apart(getattr(mine, name), getattr(its, name), but)
    elif hasattr(mine, "__dict__"):
        for name in vars(mine).keys() - set(but):
            check_apart(getattr(mine, name), getattr(its, name), but)
    elif not isinstance(mine, Tally | Rng):
        assert mine == its

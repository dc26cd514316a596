"""The ``search`` policy: it is the same everywhere, and knows no more than its seat."""

from dataclasses import replace

import pytest
from matches import Watching, play_game
from searchtables import MIXED, NAMES, OPEN, jumble, play, table, watch_mixing
from tinygame import FRAME, TinyTable

from validator.compiler.runtime.match import ScriptMatch
from validator.compiler.table import ScriptTable
from validator.findings import UsageError
from validator.play import imagined as playout
from validator.play.driver import ScriptPolicy, Stalled, make_policies, parse_policy, play_match
from validator.play.match import Tally
from validator.play.observers import deal_anew
from validator.play.search import SearchPolicy
from validator.rng import Streams


class Glances(SearchPolicy):
    """Decides again as if what it cannot see lay otherwise, at decisions of a game.

    In a game from data it is also asked again at each decision, with hidden cards dealt anew.
    """

    def __init__(self, seat, streams, patch):
        super().__init__(seat, 6, streams)
        self.patch = patch
        self.compared = self.asked = self.moved = 0
        self.mixed = {}

    def _keep(self, match):
        watch_mixing(match, self.mixed)
        super()._keep(match)

    def step(self, match, seat, what, options, index):
        watch_mixing(match, self.mixed)
        super().step(match, seat, what, options, index)

    def pick(self, match, seat, what, options):
        watch_mixing(match, self.mixed)
        if isinstance(match, ScriptMatch) and self.asked < 40:
            self.ask_again(match, seat, what, options)
        if self.compared >= 6 or len(options) > 12 or self.count % 3:
            return self.count % len(options)
        taken = super().pick(match, seat, what, options)
        with self.patch.context() as patch:
            patch.setattr(playout, "deal_anew", self.otherwise)
            assert super().pick(match, seat, what, options) == taken
        self.compared += 1
        return taken

    def otherwise(self, match, seat, known, streams):
        self.moved += jumble(match, seat, known, self.mixed)
        deal_anew(match, seat, known, streams)

    def ask_again(self, match, seat, what, options):
        """The same is offered, and a greedy player thinks the same of it."""
        self.memory.look(match)
        other = match.copy()
        jumble(other, seat, self.memory.knows(), self.mixed)
        again = _Repeats([])
        with pytest.raises(Stalled):
            other.play(again)
        if (again.seat, again.what) == (seat, what):  # others may be asked first, all together
            assert [one.say() for one in again.options] == [one.say() for one in options]
            assert other.rate(seat, what, again.options) == match.rate(seat, what, options)
            self.asked += 1


@pytest.mark.parametrize("name", [name for name in NAMES if name not in OPEN])
def test_it_decides_alike_whatever_it_cannot_see(name, monkeypatch):
    """For every game: with other cards where its seat cannot look the same option is taken."""
    ready, _ = table(name)
    streams = Streams(1, ready.frame.game, ready.frame.table, 0)
    policies = make_policies(parse_policy("random", ready.frame), streams)
    policies[0] = glances = Glances(0, streams, monkeypatch)
    play_match(ready, streams, policies)
    assert glances.compared
    assert glances.moved
    assert bool(glances.asked) is isinstance(ready, ScriptTable)


@pytest.mark.heavy
@pytest.mark.parametrize("name", MIXED)
def test_it_guesses_no_better_than_a_player_who_remembers_what_came(name):
    """Of ten guesses at each of two colours who sees the card has all right, by lot has half."""
    ends = [play(name, "search:16,random", index).outcome for index in range(8)]
    right = sum(end.scores[0] for end in ends)
    assert 25 < right < 62, f"{right} of 80"


class Reaches(SearchPolicy):
    """A player by lot that checks, at each decision, that a copy can be brought to where it is."""

    checked = 0

    def pick(self, match, seat, what, options):
        if self.checked < 60:
            course = _Repeats([index for index, _ in self.made])
            copied = self.start.copy()
            with pytest.raises(Stalled):
                copied.play(course)
            assert (course.seat, course.what, course.options) == (seat, what, list(options))
            assert copied.show() == match.show()
            self.checked += 1
        return self.count * 7 % len(options)


class _Repeats:
    """Repeats choices, and stops a game at the next one."""

    def __init__(self, made):
        self.made = list(made)

    def choose(self, seat, what, options):
        if len(options) == 1:
            return options[0]
        if self.made:
            return options[self.made.pop(0)]
        self.seat, self.what, self.options = seat, what, list(options)
        raise Stalled("here it is")

    def turn(self, seat):
        pass

    def tell(self, seat, what, deed):
        pass


@pytest.mark.parametrize("name", NAMES)
def test_the_choices_since_the_turn_began_lead_to_the_decision(name):
    ready, _ = table(name)
    streams = Streams(1, ready.frame.game, ready.frame.table, 0)
    reaches = Reaches(0, 1, streams)
    short = replace(ready, frame=replace(ready.frame, choice_cap=400))
    play_match(short, streams, [reaches] * len(ready.frame.seats))
    assert reaches.checked


def test_the_same_game_is_played_again_and_a_record_of_it_fits():
    first = play("harbour", "search:4,greedy", 3)
    assert play("harbour", "search:4,greedy", 3).choices == first.choices
    ready, _ = table("harbour")
    streams = Streams(1, ready.frame.game, ready.frame.table, 3)
    script = ScriptPolicy(first.choices)
    assert play_match(ready, streams, [script] * 2).outcome == first.outcome


def test_its_thinking_changes_nobodys_luck():
    """Longer thought leaves the shuffles as they are: the first card of the game is the same."""
    short, long = play("ice", "search:2,greedy"), play("ice", "search:12,greedy")
    assert short.outcome.finished
    assert long.outcome.finished
    assert short.choices != long.choices
    ready, _ = table("ice")
    frame, decks = ready.frame, []
    tally = Tally(len(frame.cards), [pile.size for pile in frame.piles])
    dealt = ready.deal(Streams(1, frame.game, frame.table, 0), tally)
    watching = Watching()
    watching.before = lambda match: decks.append(list(match.census()["deck"]))
    for policy in ("search:2,greedy", "search:12,greedy"):
        play_game(ready, policy, 0, False, [watching])
    assert decks == [list(dealt.census()["deck"])] * 2


def test_a_game_that_does_not_say_what_is_hidden_is_refused():
    streams = Streams(1, "tiny", "2+0", 0)
    with pytest.raises(UsageError, match="what is hidden; give its match `unseen`"):
        play_match(TinyTable(), streams, make_policies(("search", "random"), streams))


@pytest.mark.parametrize(
    "word",
    ["search:", "search:0", "search:many", "search:-3", "search:1.5", "search:100001", "search:²"],
)
def test_how_long_it_searches_is_a_whole_number(word):
    with pytest.raises(UsageError, match="a whole number from 1 to 100000"):
        parse_policy(word, FRAME)


def test_its_words_are_policies():
    assert parse_policy("search,search:7", FRAME) == ("search", "search:7")
    streams = Streams(1, "tiny", "2+0", 0)
    usual, seven = make_policies(("search", "search:7"), streams)
    assert (usual.seat, usual.budget, seven.seat, seven.budget) == (0, 100, 1, 7)

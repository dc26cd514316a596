"""``trilith play``: whole games by typed lines, kept as they are made, and nothing hidden shown."""

import json
import re

import pytest
from commandline import run
from matches import play_game, table_of
from shippedgames import ROOT, catalogue

from generator.terminal.screen import Terminal
from validator.play.observers import Observer

HIDING = "battle_of_the_gods"
OPEN = "crossing_stonehenge"


class Choices(Observer):
    def __init__(self):
        self.made = []

    def step(self, match, seat, what, options, index):
        if len(options) > 1:
            self.made.append((seat, index))


def simulated(name, players, policy="random"):
    """The choices of the game that the simulation plays with seed 1: seats and indexes."""
    choices = Choices()
    table = table_of(catalogue().games[name], players)
    play_game(table, policy, referee=False, observers=[choices])
    return choices.made


def typed_by(made, *seats):
    return [str(index + 1) for seat, index in made if seat in seats]


def play(*words, typed=(), status=0):
    return run("play", *words, "--project", ROOT, status=status, typed=typed).output


def record(path):
    return json.loads(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "players"), [(OPEN, 2), (HIDING, 3), pytest.param("henge", 3, marks=pytest.mark.heavy)]
)
def test_a_person_who_chooses_as_the_random_player_makes_the_same_record(name, players, tmp_path):
    made = simulated(name, players)
    kept = tmp_path / "game.json"
    words = [name, "--players", players, "--bots", 0, "--seed", 1, "--against", "random"]
    told = play(*words, "--save", kept, typed=typed_by(made, 0))
    assert record(kept)["choices"] == [index for _, index in made]
    assert record(kept)["unfinished"] is False
    assert "won by: " in told
    story = run("replay", "--record", kept, "--project", ROOT).stdout
    assert story == run("replay", name, *words[1:-2], "--project", ROOT).stdout
    assert story.splitlines()[-2:] == told.splitlines()[-3:-1]
    assert max(map(len, told.splitlines()[:-1])) <= 80


@pytest.mark.parametrize("against", ["random", "greedy", "search:2"])
def test_a_game_put_aside_goes_on_as_if_it_had_not_been(against, tmp_path):
    policy = f"random,{against},{against}"
    made = simulated(HIDING, 3, policy=policy)
    typed, kept = typed_by(made, 0), tmp_path / "game.json"
    words = [HIDING, "--players", 3, "--seed", 1, "--against", against, "--save", kept]
    told = play(*words, typed=[*typed[:4], "q"])
    assert f"it is kept; go on with: trilith play --resume {kept}" in told
    assert record(kept)["unfinished"] is True
    assert "the end: put aside here" in run("replay", "--record", kept, "--project", ROOT).stdout
    told = play("--resume", kept, typed=typed[4:9])
    assert told.splitlines()[-1].startswith("the input has ended; it is kept; go on with: ")
    play("--resume", kept, typed=typed[9:])
    assert record(kept)["choices"] == [index for _, index in made]
    assert "won by" in play("--resume", kept)


def test_an_interrupt_is_one_line_and_loses_nothing(tmp_path, monkeypatch):
    kept, asked = tmp_path / "game.json", iter(["1", "2"])

    def typed(desk, prompt):
        answer = next(asked, None)
        if answer is None:
            raise KeyboardInterrupt
        return answer

    with monkeypatch.context() as patch:
        patch.setattr(Terminal, "ask", typed)
        told = play(OPEN, "--seed", 1, "--save", kept, status=130)
    said = f"trilith: interrupted; it is kept; go on with: trilith play --resume {kept}"
    assert told.splitlines()[-1] == said
    assert len(record(kept)["choices"]) == 4, "two of either"


def test_a_choice_is_taken_back(tmp_path):
    kept, other = tmp_path / "one.json", tmp_path / "two.json"
    words = [OPEN, "--seed", 3, "--against", "random"]
    told = play(*words, "--save", kept, typed=["u", "4", "5", "u", "6", "q"])
    assert "there is no choice of yours to take back" in told
    assert "taken back" in told
    play(*words, "--save", other, typed=["4", "6", "q"])
    assert record(kept) == record(other)


CARD = re.compile(r"\b\d+[ -](?:day|night)\b|trilithon-\w+")
"""How the texts of the game call a card."""


def test_no_card_is_shown_that_the_seat_has_not_seen(tmp_path):
    # what the seat holds, what is played, and nothing else: all discards lie face down
    table, known = table_of(catalogue().games[HIDING], 3), set()
    cards = table.frame.cards

    class Seen(Choices):
        def see(self, match):
            known.update(cards[card] for card in match.census()["seat1.hand"])
            played = zip(cards, match.tally.played, strict=True)
            known.update(name for name, count in played if count)

        def turn(self, match, number, seat):
            self.see(match)

        def step(self, match, seat, what, options, index):
            super().step(match, seat, what, options, index)
            self.see(match)

        def after(self, match, outcome):
            self.see(match)

    seen = Seen()
    play_game(table, referee=False, observers=[seen])
    typed = [line for choice in typed_by(seen.made, 0) for line in ("t", "h 999", choice)]
    words = [HIDING, "--players", 3, "--seed", 1, "--against", "random"]
    told = play(*words, "--save", tmp_path / "x.json", typed=typed)
    shown = {card.replace(" ", "-") for card in CARD.findall(told)}
    assert len(shown) > 20
    assert shown <= known
    assert "discard: ??" in told


def test_players_at_one_terminal_hand_over_and_see_only_their_own(tmp_path):
    made = simulated(HIDING, 2)
    words = [HIDING, "--players", 2, "--seed", 1, "--seat", "all"]
    told = play(*words, "--save", tmp_path / "x.json", typed=typed_by(made, 0, 1))
    parts = re.split(r"^--- hand over to (\w+) ---$", told, flags=re.MULTILINE)[1:]
    assert parts[:3:2] == ["white", "blue"]
    for name, part in zip(parts[::2], parts[1::2], strict=True):
        others = {"white": "blue", "blue": "white"}[name]
        assert not re.search(rf"\| {others}: .*Hand \(", part)
        assert re.search(rf"\| {others}: .*Hand \d", part)
    assert "won by" in told


def test_nobody_hands_over_where_nothing_is_hidden(tmp_path):
    told = play(OPEN, "--seed", 1, "--seat", "1", "--seat", "yellow",
                "--save", tmp_path / "x.json", typed=["1", "1", "q"])  # fmt: skip
    assert "hand over" not in told
    assert "yellow, move" in told


def test_whatever_is_typed_is_answered(tmp_path):
    lines = ["?", "h", "c pawn", "c", "c nobody", "t", "n", "p", "*", "/a19 to a18", "", "0",
             "9" * 30, "b19", "nothing like it", "\x00", "quit"]  # fmt: skip
    kept = tmp_path / "x.json"
    told = play(OPEN, "--seed", 1, "--save", kept, typed=lines)
    assert "A number takes the option" in told
    assert "there is no option 0: 1 to " in told
    assert "no option has 'nothing like it'" in told
    assert "no card has 'nobody' in its name" in told
    assert len(record(kept)["choices"]) == 2, "A19 to A18 in full, and the answer to it"


def test_each_game_is_kept_in_a_file_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setattr("generator.options.Context.folder", lambda *_: tmp_path)
    for seed in (1, 1, 2):
        play(OPEN, "--seed", seed, typed=["q"])
    names = sorted(path.name for path in (tmp_path / OPEN / "play").iterdir())
    assert names == ["2+0-1-0-2.json", "2+0-1-0.json", "2+0-2-0.json"]


def test_a_game_is_not_kept_behind_a_link(tmp_path, monkeypatch):
    # a stranger's project may lead its output anywhere (docs/safety.md)
    elsewhere, out = tmp_path / "elsewhere", tmp_path / "output"
    elsewhere.mkdir()
    out.mkdir()
    (out / OPEN).symlink_to(elsewhere)
    monkeypatch.setattr("generator.options.Context.folder", lambda *_: out)
    assert "is a link to" in play(OPEN, "--seed", 1, typed=["q"], status=2)
    assert list(elsewhere.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "name a game, or one that was put aside"),
        (["chess"], "there is no game 'chess'"),
        ([HIDING, "--seat", "purple"], "seats: white, blue, or all"),
        ([HIDING, "--seat", "3"], "'3' is no seat here"),
        ([HIDING, "--against", "wild"], "use random, greedy, drain:draw_pile"),
        ([HIDING, "--ruling", "X-BG-04=x"], "X-BG-04 has no option 'x'"),
        (["--resume", "nowhere.json"], "cannot read nowhere.json"),
    ],
)
def test_wrong_use_says_what_is_right(words, said):
    assert said in play(*words, status=2)


def test_a_place_that_cannot_be_written_is_no_wrong_use():
    assert "cannot write /dev/null/x" in play(OPEN, "--save", "/dev/null/x", status=1)


def test_a_record_that_does_not_fit_says_so(tmp_path):
    kept = tmp_path / "x.json"
    play(OPEN, "--seed", 1, "--save", kept, typed=["1", "q"])
    data = record(kept)
    for change, said in (
        ({"choices": [900]}, "the record does not fit this game at choice 1"),
        ({"seats": ["person"]}, "the record has 1 seats, the table 2"),
        ({"seats": ["person", "wild"]}, "has no policy 'wild'"),
    ):
        kept.write_text(json.dumps(data | change), encoding="utf-8")
        assert said in play("--resume", kept, status=2)

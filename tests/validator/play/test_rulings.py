"""Rulings in force, and what a module declares of them beside what game.yaml lists."""

import shutil
from dataclasses import dataclass, replace
from enum import StrEnum
from types import SimpleNamespace
from typing import Literal

import pytest
from shippedgames import ROOT, catalogue

from generator.starter import write_starter
from validator.catalogue.boards.records import GroupSpec
from validator.catalogue.formulas import read_value
from validator.catalogue.load import load
from validator.catalogue.model import Answered, Catalogue, place_in
from validator.findings import Severity, UsageError
from validator.play import modules
from validator.play.rulings import (
    check_readers,
    compare,
    read_rulings,
    resolve_rulings,
    ruling,
    rulings_not_default,
    rulings_of_scripts,
    rulings_read,
    split_by_game,
)


@dataclass(frozen=True, slots=True)
class Rulings:
    """What a module asks here beside what Henge's scripts read."""

    reward_refill: Literal["at_once", "turn_end"] = ruling("X-HEN-05")


@pytest.fixture
def module(monkeypatch):
    """The rules module that is installed."""
    made = SimpleNamespace(RULINGS=Rulings)
    entry = SimpleNamespace(load=lambda: made)
    monkeypatch.setattr(modules, "entry_points", lambda group, name: [entry])
    return made


def asked():
    """The ruling that the module reads."""
    return next(one for one in catalogue().games["henge"].rulings if one.id == "X-HEN-05")


def told_after(root, line, change):
    """The one finding about Henge, after one line was changed; it must be an error."""
    shutil.copytree(ROOT / "components" / "henge", root / "components" / "henge")
    path = root / "components" / "henge" / "game.yaml"
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    lines[line - 1] = change(lines[line - 1])
    path.write_text("".join(lines), encoding="utf-8")
    game = replace(load(root)[0].games["henge"], module="asks")
    (finding,) = check_readers(Catalogue({game.id: game}))
    assert finding.severity is Severity.ERROR
    assert finding.place.file == "components/henge/game.yaml"
    return finding


def test_the_shipped_games_agree_with_their_modules(shipped):
    assert check_readers(shipped) == ()


EDITS = {
    "an option renamed": ("OPTION:", "my_OPTION:", "'my_OPTION'", "did you mean 'OPTION'?"),
    "another option": ("OPTION:", "new: x\n      OPTION:", "'new'", "it knows "),
    "an option taken out": ("OPTION:", "# OPTION:", "'OPTION'", ""),
    "an id renamed": ("RULING", "RULINGZ", "RULINGZ", "did you mean 'RULING'?"),
}
"""What is changed to what, and what is told of it."""


@pytest.mark.usefixtures("module")
@pytest.mark.parametrize("edit", EDITS)
def test_a_ruling_that_the_module_does_not_know_is_told_with_its_line(tmp_path, edit):
    one = asked()
    option = next(option for option in one.options if option != one.default)
    old, new, message, hint = (
        text.replace("OPTION", option).replace("RULING", one.id) for text in EDITS[edit]
    )
    where = one.place if edit == "an id renamed" else place_in(one, "options", option)
    finding = told_after(tmp_path, where.line, lambda line: line.replace(old, new, 1))
    if edit == "an option taken out":
        where = place_in(one, "options")
    code = "ruling-unread" if edit == "an id renamed" else "ruling-option"
    assert (finding.code, finding.place.line) == (code, where.line)
    assert message in finding.message
    assert finding.hint.startswith(hint)


@pytest.mark.usefixtures("module")
def test_an_option_whose_new_name_is_quite_another(tmp_path):
    line = place_in(asked(), "options", "turn_end").line
    finding = told_after(tmp_path, line, lambda text: text.replace("turn_end:", "later:"))
    assert (finding.code, finding.place.line) == ("ruling-option", line)
    assert finding.hint == "did you mean 'turn_end'?"


@pytest.mark.usefixtures("module")
def test_a_ruling_taken_out(shipped):
    game, one = replace(shipped.games["henge"], module="asks"), asked()
    fewer = replace(game, rulings=tuple(other for other in game.rulings if other.id != one.id))
    (finding,) = check_readers(Catalogue({game.id: fewer}))
    assert (finding.code, finding.place) == ("ruling-missing", game.places["rulings"])
    assert one.id in finding.message


class Weather(StrEnum):
    SUN = "sun"
    RAIN = "rain"


@dataclass(frozen=True, slots=True)
class Sky:
    weather: Weather = ruling("X-1")


def test_options_are_read_as_members():
    assert rulings_read(Sky) == {"X-1": ("sun", "rain")}
    assert read_rulings(Sky, {"X-1": "rain", "X-2": "yes"}).weather is Weather.RAIN


@pytest.mark.parametrize(
    ("rulings", "message", "hint"),
    [
        ({"X-1": "rains"}, "no option 'rains' of X-1", "did you mean 'rain'?"),
        ({"X-1": "42"}, "no option '42' of X-1", "it knows sun, rain"),
        ({"X-01": "rain"}, "the ruling X-1, which", "did you mean 'X-01'?"),
        ({}, "the ruling X-1, which", "rulings there: none"),
    ],
)
def test_what_is_not_declared_is_refused(rulings, message, hint):
    with pytest.raises(UsageError) as error:
        read_rulings(Sky, rulings)
    assert message in error.value.message
    assert error.value.hint == hint


def ruled(shipped, name, identity, **changes):
    """A shipped game with one of its rulings changed."""
    game = shipped.games[name]
    assert any(one.id == identity for one in game.rulings)
    return replace(
        game,
        rulings=tuple(
            replace(one, **changes) if one.id == identity else one for one in game.rulings
        ),
    )


def told_of(game, identity, known):
    """Codes and hints of what is said about one ruling if the module knows only ``known``."""
    return [(one.code, one.hint) for one in compare(game, known) if identity in one.message]


def test_the_setup_reads_too(shipped):
    game = shipped.games["henge"]
    assert told_of(game, "X-HEN-06 ", {}) == []
    options = {"dollars": "d", "pieces": "p", "shells": "s", "stones": "t"}
    more = ruled(shipped, "henge", "X-HEN-06", options=options)
    assert (
        told_of(more, "X-HEN-06", {"X-HEN-06-BANK": ("limited", "unlimited")})
        == [("ruling-option", "it knows dollars, pieces")] * 2
    )


def test_a_play_script_leaves_one_option_unnamed(tmp_path):
    """Who wins a prize that two bid for: ``lost`` is named, and ``waits`` is what is done else."""
    write_starter(tmp_path, "Bids", "goofspiel")
    assert check_readers(load(tmp_path)[0]) == ()
    path = tmp_path / "components" / "bids" / "game.yaml"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("options: {waits:", "options: {shared: both, waits:"), "utf-8")
    found = check_readers(load(tmp_path)[0])
    assert [(one.code, one.hint) for one in found] == [("ruling-option", "it knows lost")] * 2


def test_a_question_that_no_play_depends_on_says_so(shipped):
    identity = "X-HEN-18"
    unsaid = ruled(shipped, "henge", identity, answered_in=None)
    ((code, hint),) = told_of(unsaid, identity, {})
    assert code == "ruling-unread"
    assert "answered_in" in hint
    for said in Answered:
        assert told_of(ruled(shipped, "henge", identity, answered_in=said), identity, {}) == []


def test_an_answer_that_switches_nothing(shipped):
    several = ruled(
        shipped,
        "henge",
        "X-HEN-18",
        options={"data": "a", "by_hand": "b"},
        answered_in=Answered.DATA,
    )
    assert told_of(several, "X-HEN-18", {}) == [
        ("ruling-answered", "keep the option that the data hold")
    ]
    read = ruled(shipped, "henge", "X-HEN-06", answered_in=Answered.PRINT)
    assert told_of(read, "X-HEN-06 ", {}) == [("ruling-answered", "take `answered_in` out")]


def test_a_module_that_declares_nothing_reads_nothing(shipped, module):
    del module.RULINGS
    game = replace(shipped.games["henge"], module="asks", play=None)
    told = check_readers(Catalogue({game.id: game}))
    read = rulings_of_scripts(game)
    unread = [one.id for one in game.rulings if one.id not in read and one.answered_in is None]
    assert unread
    assert [(one.code, one.place) for one in told] == [
        ("ruling-unread", ruling.place) for ruling in game.rulings if ruling.id in unread
    ]


def test_a_module_that_is_not_installed_is_left_to_others(shipped):
    game = replace(shipped.games["high_council"], module="no_such_game")
    assert check_readers(Catalogue({game.id: game})) == ()


# --- rulings: what is in force, and errors that list what would be right -------------------------
def test_every_ruling_has_an_option_in_force(shipped):
    game = shipped.games["crossing_stonehenge"]
    rulings = resolve_rulings(game, ["X-CS-03=free"])
    assert list(rulings) == [ruling.id for ruling in game.rulings]
    assert rulings["X-CS-03"] == "free"
    assert rulings_not_default(game, rulings) == ["X-CS-03=free"]
    assert rulings_not_default(game, resolve_rulings(game)) == []


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        ("X-CS-03", "'X-CS-03' is no ruling", "ID=OPTION"),
        ("X-CS-99=free", "no ruling 'X-CS-99'", "X-CS-02, X-CS-03"),
        ("X-CS-03=fre", "no option 'fre'", "jump_first, bar_first, free"),
    ],
)
def test_errors_list_what_there_is(shipped, text, message, hint):
    with pytest.raises(UsageError) as error:
        resolve_rulings(shipped.games["crossing_stonehenge"], [text])
    assert message in error.value.message
    assert hint in error.value.hint


def test_rulings_go_to_their_game(shipped):
    games = [shipped.games[name] for name in ("battle_of_the_gods", "crossing_stonehenge")]
    shares = split_by_game(games, ["X-CS-03=free"])
    assert shares == {"battle_of_the_gods": [], "crossing_stonehenge": ["X-CS-03=free"]}
    with pytest.raises(UsageError, match="no ruling 'X-FD-01'"):
        split_by_game(games, ["X-FD-01=x"])


def test_a_ruling_that_only_a_board_asks_about_is_read(shipped):
    game = shipped.games["crossing_stonehenge"]
    board = game.boards["crossing"]
    asked = read_value("ruling['X-CS-99'] == member", board.place)
    board = replace(board, groups={"clan": GroupSpec(board.place, where=asked)})
    assert rulings_of_scripts(replace(game, boards={"crossing": board}))["X-CS-99"] == ["member"]
    assert "X-CS-99" not in rulings_of_scripts(game)

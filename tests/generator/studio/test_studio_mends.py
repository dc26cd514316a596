"""A word that a finding says was meant, written in its place at a click."""

import pickle

import pytest
from selenium.webdriver import Keys
from sheetfiles import HEAD
from studiopage import appears, click, goes, open_page, press, until

from generator.studio.data_files import token_at
from generator.studio.edits import Editor
from generator.studio.session import finding_rows
from generator.studio.set_files import RefusedError
from validator.catalogue.load import load
from validator.findings import Mend, did_you_mean
from validator.run import stages

CARDS = "components/fog/cards.yaml"


def rows(root):
    """What is found of a game, as the page is told."""
    catalogue, findings = load(root, ["fog"])
    found = [one for stage in stages(catalogue, root, findings) for one in stage]
    return finding_rows([*findings, *found], (), {}, root)


def mend(root, one, sheet="", **more):
    old, new = one["mend"]
    words = {"do": "mend", "line": str(one["line"]), "column": str(one["column"])}
    words |= {"old": old, "new": new, **more}
    file = CARDS if sheet else one["file"]
    return Editor(root, "fog", file, words, sheet=sheet).edit()["said"]


def only(root):
    (one,) = [one for one in rows(root) if "mend" in one]
    return one


@pytest.mark.parametrize(
    ("file", "was", "now"),
    [
        (CARDS, "what: point, amount: 4", "what: 'piont', amount: 4"),
        (CARDS, "icon: fire\n", "icon: fier\n"),
        (CARDS, "    copies: 5\n    cost: 3", "    copis: 5\n    cost: 3"),
        (CARDS, "do: score, what: point, amount: 3", "do: scroe, what: point, amount: 3"),
        ("components/fog/game.yaml", "kind: game", "kind: game\nthem: slate"),
    ],
)
def test_a_word_is_mended_where_it_stands_and_all_else_stays(fog, edit, file, was, now):
    path = fog / file
    edit(path, was, now)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    wrong = path.read_bytes()
    one = only(fog)
    mend(fog, one)
    old, new = one["mend"]
    after = path.read_bytes()
    assert (after == wrong.replace(old.encode(), new.encode(), 1) and len(after) != len(wrong)) or (
        after.replace(new.encode(), b"")
        == wrong.replace(old.encode(), b"").replace(new.encode(), b"")
    )
    assert not [one for one in rows(fog) if "mend" in one]
    Editor(fog, "fog", "", {"do": "undo"}).edit()
    assert path.read_bytes() == wrong


def test_a_cell_of_a_sheet_is_mended(fog, edit):
    head = HEAD.replace("properties:", "properties:\n    tide: {enum: [low, high]}", 1)
    (fog / CARDS).write_text(f"{head}components: {{from: cards.csv}}\n")
    path = (fog / CARDS).with_name("cards.csv")
    path.write_text('id,name,cost,tide\n# "hihg"\na,Night,1,"hihg"\nb,Day,2,low\n')
    one = only(fog)
    assert (one["file"], one["line"]) == (CARDS.replace("yaml", "csv"), 3)
    mend(fog, one, sheet=one["file"])
    assert path.read_text() == 'id,name,cost,tide\n# "hihg"\na,Night,1,"high"\nb,Day,2,low\n'
    Editor(fog, "fog", "", {"do": "undo"}).edit()
    assert '1,"hihg"' in path.read_text()


def test_what_is_not_there_any_more_or_would_be_something_else_is_not_written(fog, edit):
    edit(fog / CARDS, "do: score, what: point, amount: 3", "do: scroe, what: point, amount: 3")
    one, before = only(fog), (fog / CARDS).read_bytes()
    for more in ({"line": "1"}, {"old": "scro"}, {"new": "sc: ore"}, {"line": "9999"}):
        with pytest.raises(RefusedError):
            mend(fog, one, **more)
    assert (fog / CARDS).read_bytes() == before


def test_a_hint_carries_its_words_where_one_name_alone_is_meant():
    hint = did_you_mean("fier", ["fire", "candle"], "look")
    assert isinstance(hint, Mend) and (hint.old, hint.new) == ("fier", "fire")
    sent = pickle.loads(pickle.dumps(hint))
    assert (sent, sent.new) == ("did you mean 'fire'?", "fire")
    assert not isinstance(did_you_mean("lantern", ["lanterns", "lantern-2"], "look"), Mend)
    assert did_you_mean("lantern", ["lanterns", "lantern-2"], "look") == "did you mean 'lanterns'?"
    assert did_you_mean("Night_Sky", ["night-sky", "night-skies"], "look").new == "night-sky"
    assert did_you_mean("xyz", ["fire"], "look") == "look"


@pytest.mark.parametrize(
    ("text", "found"),
    [("a: fier", (5, 9, 4)), ("a: 'fier'", (6, 10, 4)), ("a: fierce", None), ("a: fie", None)],
)
def test_a_word_is_found_where_it_is_all_of_a_scalar(text, found):
    assert token_at(f"\r\n{text}", (2, 4), "fier") == found


@pytest.mark.parametrize(
    ("text", "found"),
    [("{a: b, c: fier}", (10, 14, 11)), ("{fier: fier}", None), ("a: on fiers", None)],
)
def test_inside_a_line_a_word_is_found_where_it_stands_once(text, found):
    assert token_at(text, (1, 1), "fier", inside=True) == found
    assert token_at(text, (1, 1), "fier") is None


def test_a_word_is_mended_at_a_click_and_undone(window, host):
    path = host.root / CARDS
    first = path.read_text()
    open_page(window, host.address, "bonfire")
    path.write_text(first.replace("score, what: point, amount: 3", "score, what: piont, amount: 3"))
    press(window, "2")
    appears(window, ".all-findings .mend")
    wrong = path.read_text()
    click(window, ".all-findings .mend")
    until(window, lambda: path.read_text() == first)
    goes(window, ".mend")
    press(window, Keys.CONTROL + "z")
    until(window, lambda: path.read_text() == wrong)
    press(window, "1")
    click(window, ".tile[data-id=bonfire]")
    appears(window, "#detail .mend")
    click(window, "#detail .mend")
    until(window, lambda: path.read_text() == first)

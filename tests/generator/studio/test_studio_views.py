"""Tables, changes and piles in the studio: what is answered, and what the page makes of it."""

import json
from contextlib import contextmanager

import pytest
from gitrepo import commit_all, git
from studiopage import open_page, press, until

from generator.changes.ledger import faces_now, mark_printed
from generator.failures import FailedError
from generator.starter import write_starter
from generator.studio import effects, views
from generator.studio.desk import StudioSession
from generator.studio.engine import serve
from generator.studio.session import Answer, StudioQuestion, TabView
from validator.catalogue.load import load
from validator.findings import UsageError
from validator.processes import Process
from validator.setup.deal import set_up


@pytest.fixture(scope="module")
def project(common_fog):
    commit_all(common_fog)
    cards = common_fog / "components" / "fog" / "cards.yaml"
    text = cards.read_text("utf-8").replace("name: Bonfire", "name: Beacon fire")
    cards.write_text(text, "utf-8")
    return common_fog


@contextmanager
def session(root):
    made = StudioSession(root, TabView("fog"))
    list(made.renew([]))
    try:
        yield made
    finally:
        made.close()


@pytest.fixture
def desk(project):
    with session(project) as made:
        yield made


def answer(what, desk, **words):
    shown = []
    media, body = views.answer(what, words, desk, shown.append)
    assert media == "application/json"
    return json.loads(body), shown


def test_every_table_is_set_up_as_the_validator_does(desk):
    game = desk.game
    for table in game.configurations:
        told, _ = answer("tables", desk, players=str(table.players), bots="0", seed="7")
        result = set_up(game, table, 7)
        zones = {zone["zone"]: zone for group in told["groups"] for zone in group["zones"]}
        for name, items in result.zones.items():
            assert sum(one["count"] for one in zones.get(name, {}).get("stacks", ())) == len(items)
        assert [group["name"] for group in told["groups"]][1] == "Seat 1: player, red"
    assert zones["deck"]["faces"] == "down" and zones["seat1.hand"]["faces"] == "owner"


def test_another_seed_deals_another_hand(desk):
    def hand(seed):
        told, _ = answer("tables", desk, seed=seed)
        (zone,) = (z for g in told["groups"] for z in g["zones"] if z["zone"] == "seat1.hand")
        return json.dumps(zone["stacks"])

    assert hand("1") == hand("1") == hand("nonsense")
    assert len({hand(str(seed)) for seed in range(1, 6)}) > 1


def test_what_changed_since_the_last_commit_is_told_with_the_face_as_it_was(desk):
    told, shown = answer("changes", desk)
    assert "nothing is marked as printed yet" in told["since"]
    (section,) = told["sections"]
    (entry,) = section["entries"]
    assert (section["key"], entry["id"]) == ("changed", "bonfire")
    runs = [(run["kind"], run["text"]) for change in entry["changes"] for run in change["runs"]]
    assert {("gone", "Bonfire"), ("new", "Beacon fire")}.issubset(runs)
    assert [one.name for one in shown] == [told["before"]["bonfire"]["name"]]
    assert shown[0].body.startswith(b"\x89PNG")
    with pytest.raises(Exception, match="there is no git revision 'v9'"):
        answer("changes", desk, since="v9")


def test_without_git_it_says_what_is_wanting_and_what_to_do(tiny):
    with session(tiny) as made:
        with pytest.raises(FailedError, match=r"--mark-printed`, or keep .* in git: `git init`"):
            answer("changes", made)
        faces, _ = faces_now(made.game, made.templates)
        mark_printed(tiny, made.game, faces)
        told, _ = answer("changes", made)
        assert (told["since"], told["sections"]) == ("the last print", [])
        assert "git alone, so they are not shown: `git init`" in told["wanting"]
        git(tiny, "init", "-q")
        git(tiny, "commit", "-q", "--allow-empty", "-m", "first")
        told, _ = answer("changes", made)
        assert "not shown: after a print `git add -A`" in told["wanting"]
        commit_all(tiny, "printed")
        told, _ = answer("changes", made)
        assert (told["wanting"], len(told["commit"]) > 6) == ("", True)


def test_piles_are_those_of_so_many_games(desk):
    told, _ = answer("piles", desk, games="7", players="3", bots="0", policy="greedy")
    assert (told["games"], told["policy"], told["players"]) == (7, "greedy", 3)
    assert [one["id"] for one in told["piles"]] == [pile.id for pile in desk.game.piles]
    assert set(told["cards"]) == {one.id for one in desk.game.sets["card"].components}
    assert answer("piles", desk, games="9999999")[0]["games"] == 1000


def test_a_game_that_is_not_played_tells_what_its_data_declare(tiny):
    with session(tiny) as made:
        told, _ = answer("piles", made)
    game = load(tiny, ["fog"])[0].games["fog"]
    assert not told["played"]
    assert {one["id"] for one in told["piles"]} <= {pile.id for pile in game.piles}


def test_nothing_is_answered_of_a_game_that_cannot_be_read(tmp_path):
    for question in views.QUESTIONS:
        with pytest.raises(FailedError, match="cannot be read"):
            answer(question, StudioSession(tmp_path, TabView("fog")))


@pytest.fixture(scope="module")
def page(host, window):
    open_page(window, host.address, "bonfire")
    return window


def said(page):
    return str(page.execute_script("return document.querySelector('main').innerText"))


def test_the_page_shows_a_table_and_deals_again_at_a_key(page):
    press(page, "4")
    until(page, lambda: "On the table" in said(page))
    labels = "return [...document.querySelectorAll('.stack')].map((one) => one.title).join()"
    before = page.execute_script(labels)
    assert "face down" in before
    press(page, "r")
    until(page, lambda: page.execute_script(labels) != before)
    press(page, "u")
    assert "face down" not in page.execute_script(labels)
    press(page, "p")
    until(page, lambda: "Seat 3" in said(page))
    pictures = "return document.querySelectorAll('.stack img').length"
    until(page, lambda: page.execute_script(pictures))


def test_the_page_shows_what_changed_before_and_after(page):
    press(page, "5")
    until(page, lambda: "1 component is different" in said(page))
    assert "Beacon fire" in said(page)
    images = "[...document.querySelectorAll('.beside img')]"
    whole = f"return {images}.filter((one) => one.naturalWidth)"
    until(page, lambda: len(page.execute_script(whole)) == 2)


def test_the_page_plays_and_shows_piles_and_cards(page):
    press(page, "6")
    until(page, lambda: "400 games" in said(page))
    assert "Ran out" in said(page) and "Drawn in a game" in said(page)


def test_what_a_number_does_is_a_small_sample_with_its_intervals(desk):
    told, _ = answer("effect", desk, id="bonfire", field="copies", to="1")
    assert (told["games"], told["table"], told["before"]) == (effects.SAMPLE, "2 players", 5)
    rows = {row["what"]: row for row in told["rows"]}
    assert set(rows) >= {"seats", "length", "piles", "ends"}
    assert all(row["low"] <= row["now"] - row["before"] <= row["high"] for row in told["rows"])
    assert rows["seats"]["low"] < 0 < rows["seats"]["high"]
    assert answer("effect", desk, id="bonfire", field="cost", to="3")[0]["rows"] == []
    for wrong, why in (("99", "too large"), ("two", "nothing to play")):
        with pytest.raises((FailedError, UsageError), match=why):
            answer("effect", desk, id="bonfire", field="cost", to=wrong)


def test_a_number_that_does_something_is_seen_to(tmp_path):
    write_starter(tmp_path, "Fog")
    with session(tmp_path) as desk:
        told, _ = answer("effect", desk, id="lantern", field="copies", to="90")
    (deck,) = (row for row in told["rows"] if row["of"] == "Light deck")
    assert deck["before"] > 0.5 and deck["now"] == 0 and deck["high"] < 0


def test_of_numbers_that_are_typed_fast_only_the_last_is_played(project):
    link = Process(serve, project, TabView("fog"), daemon=False)
    try:
        for number, to in ((1, "4"), (2, "5"), (3, "6")):
            words = {"id": "bonfire", "field": "cost", "to": to}
            link.pipe.send(StudioQuestion(number, "effect", words))
        told = dict[int, bytes]()
        while len(told) < 3:
            said = link.pipe.recv()
            if isinstance(said, Answer):
                told[said.number] = said.body
    finally:
        link.end()
    assert told[1] == told[2] == b"asked again"
    assert json.loads(told[3])["games"] == effects.SAMPLE

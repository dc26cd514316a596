"""Tables, changes and piles in the studio: what is answered, and what the page makes of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from gitrepo import git
from selenium.webdriver import Chrome
from selenium.webdriver.common.by import By
from studiohost import Host
from studiopage import open_page, until

from generator.changes.ledger import faces_now, mark_printed
from generator.failures import FailedError
from generator.starter import write_starter
from generator.studio import views
from generator.studio.desk import StudioSession
from generator.studio.session import StudioPicture, TabView
from validator.catalogue.load import load
from validator.setup.deal import set_up


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("views")
    write_starter(root, "Fog")
    git(root, "init", "-q")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "first")
    cards = root / "components" / "fog" / "cards.yaml"
    text = cards.read_text("utf-8")
    assert "name: Bonfire" in text
    cards.write_text(text.replace("name: Bonfire", "name: Beacon fire"), "utf-8")
    return root


@pytest.fixture
def desk(project: Path) -> Iterator[StudioSession]:
    made = StudioSession(project, TabView("fog"))
    list(made.renew([]))
    yield made
    made.close()


def answer(what: str, desk: StudioSession, **words: str):
    shown: list[StudioPicture] = []
    media, body = views.answer(what, words, desk, shown.append)
    assert media == "application/json"
    return json.loads(body), shown


def test_every_table_is_set_up_as_the_validator_does(desk: StudioSession):
    game = desk.game
    for table in game.configurations:
        told, _ = answer("tables", desk, players=str(table.players), bots="0", seed="7")
        result = set_up(game, table, 7)
        zones = {zone["zone"]: zone for group in told["groups"] for zone in group["zones"]}
        for name, items in result.zones.items():
            assert sum(one["count"] for one in zones.get(name, {}).get("stacks", ())) == len(items)
        assert [group["name"] for group in told["groups"]][1] == "Seat 1: player, red"
    assert zones["deck"]["faces"] == "down" and zones["seat1.hand"]["faces"] == "owner"


def test_another_seed_deals_another_hand(desk: StudioSession):
    def hand(seed: str) -> str:
        told, _ = answer("tables", desk, seed=seed)
        (zone,) = (z for g in told["groups"] for z in g["zones"] if z["zone"] == "seat1.hand")
        return json.dumps(zone["stacks"])

    assert hand("1") == hand("1") == hand("nonsense")
    assert len({hand(str(seed)) for seed in range(1, 6)}) > 1


def test_what_changed_since_the_last_commit_is_told_with_the_face_as_it_was(desk: StudioSession):
    told, shown = answer("changes", desk)
    assert "nothing is marked as printed yet" in told["since"]
    (section,) = told["sections"]
    (entry,) = section["entries"]
    assert (section["key"], entry["id"]) == ("changed", "bonfire")
    runs = [run for change in entry["changes"] for run in change["runs"]]
    assert ["gone", "Bonfire"] in runs and ["new", "Beacon fire"] in runs
    assert [one.name for one in shown] == [entry["before"]["name"]]
    assert shown[0].body.startswith(b"\x89PNG")


def test_a_revision_that_is_not_there_is_refused(desk: StudioSession):
    with pytest.raises(Exception, match="there is no git revision 'v9'"):
        answer("changes", desk, since="v9")


def test_without_git_it_says_what_is_wanting_and_what_to_do(tiny: Path):
    made = StudioSession(tiny, TabView("fog"))
    list(made.renew([]))
    try:
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
        git(tiny, "add", "-A")
        git(tiny, "commit", "-qm", "printed")
        told, _ = answer("changes", made)
        assert (told["wanting"], len(told["commit"]) > 6) == ("", True)
    finally:
        made.close()


def test_piles_are_those_of_so_many_games(desk: StudioSession):
    told, _ = answer("piles", desk, games="7", players="3", bots="0", policy="greedy")
    assert (told["games"], told["policy"], told["players"]) == (7, "greedy", 3)
    assert [one["id"] for one in told["piles"]] == [pile.id for pile in desk.game.piles]
    assert set(told["cards"]) == {one.id for one in desk.game.sets["card"].components}
    assert answer("piles", desk, games="9999999")[0]["games"] == 1000


def test_a_game_that_is_not_played_tells_what_its_data_declare(tiny: Path):
    made = StudioSession(tiny, TabView("fog"))
    list(made.renew([]))
    told, _ = answer("piles", made)
    made.close()
    game = load(tiny, ["fog"])[0].games["fog"]
    assert not told["played"]
    assert {one["id"] for one in told["piles"]} <= {pile.id for pile in game.piles}


def test_nothing_is_answered_of_a_game_that_cannot_be_read(tmp_path: Path):
    for question in views.QUESTIONS:
        with pytest.raises(FailedError, match="cannot be read"):
            answer(question, StudioSession(tmp_path, TabView("fog")))


@pytest.fixture(scope="module")
def page(host: Host, window: Chrome) -> Chrome:
    open_page(window, host.address, "bonfire")
    return window


def press(page: Chrome, keys: str) -> None:
    page.find_element(By.TAG_NAME, "body").send_keys(keys)


def said(page: Chrome) -> str:
    return str(page.execute_script("return document.querySelector('main').innerText"))


def test_the_page_shows_a_table_and_deals_again_at_a_key(page: Chrome):
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
    until(
        page, lambda: page.execute_script("return document.querySelectorAll('.stack img').length")
    )


def test_the_page_shows_what_changed_before_and_after(page: Chrome):
    press(page, "5")
    until(page, lambda: "1 component is different" in said(page))
    assert "Beacon fire" in said(page)
    pictures = (
        "return [...document.querySelectorAll('.beside img')].filter((one) => one.naturalWidth)"
    )
    until(page, lambda: len(page.execute_script(pictures)) == 2)


def test_the_page_plays_and_shows_piles_and_cards(page: Chrome):
    press(page, "6")
    until(page, lambda: "400 games" in said(page))
    assert "Ran out" in said(page) and "Drawn in a game" in said(page)

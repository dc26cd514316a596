"""The start page: a project is opened or a game begun without a terminal."""

import json

import pytest
from chromium import chromium
from commandline import run
from selenium.webdriver.common.by import By
from studiohost import start_without_project, stop
from studiopage import appears, click, key_of, text_of, until

from generator.installed import starters
from generator.studio.set_files import RefusedError
from generator.studio.start import begin_game, choose, list_folder, list_opened
from validator.catalogue.load import load

JSON = {"Content-Type": "application/json"}


@pytest.fixture
def home(tmp_path):
    folder = tmp_path / "home"
    (folder / "Games").mkdir(parents=True)
    return folder


@pytest.fixture
def host(home):
    running = start_without_project(home)
    yield running
    assert stop(running) == 0


def sent(host, headers=None, **words):
    """Status and answer of what the start page sends."""
    own = {"Origin": f"http://127.0.0.1:{host.port}", "Sec-Fetch-Site": "same-origin", **JSON}
    body = json.dumps(words).encode()
    status, _, answer = host.get(f"/{host.token}/edit", own | (headers or {}), "POST", body)
    return status, json.loads(answer) if answer.startswith(b"{") else answer


def test_from_nothing_to_faces_and_back(programs, host, home):
    with chromium(programs) as page:
        page.get(host.address)
        appears(page, ".starter img")
        assert len(page.find_elements(By.CSS_SELECTOR, ".starter")) == len(starters())
        until(page, lambda: page.execute_script(DRAWN) == len(starters()))
        page.find_element(By.ID, "name").send_keys("Fire & Ice")
        folder = page.find_element(By.ID, "new-folder")
        assert folder.get_property("value") == str(home / "fire-ice")
        click(page, ".starter:has([value=ice])")
        click(page, "#begin button")
        until(page, lambda: page.title == "Fire & Ice - studio")
        assert key_of(page, "perch")
        assert (home / "fire-ice/components/fire_ice/game.yaml").is_file()
        click(page, "#menu summary")
        click(page, "#menu button")
        appears(page, ".opened")
        assert "fire-ice" in text_of(page, ".opened")
        click(page, ".opened")
        until(page, lambda: page.title == "Fire & Ice - studio")
        assert key_of(page, "perch")
        click(page, "#menu summary")
        click(page, "#menu button:last-child")
        until(page, lambda: host.process.poll() is not None)
        assert "ended" in text_of(page, "#lost")


DRAWN = (
    "return [...document.querySelectorAll('.starter img')].filter((one) => one.naturalWidth).length"
)


@pytest.mark.parametrize(
    ("name", "like", "field"),
    [
        ("", "fog", "name"),
        ("...", "fog", "name"),
        ("Fog\x1b[2J", "fog", "name"),
        ("Fog\N{RIGHT-TO-LEFT OVERRIDE}", "fog", "name"),
        ("x" * 61, "fog", "name"),
        ("Fog", "../fog", "name"),
        ("Fog", "", "name"),
    ],
)
def test_a_name_that_cannot_be_is_refused_and_nothing_is_left(home, name, like, field):
    with pytest.raises(RefusedError) as refused:
        begin_game(home / "new", name, like)
    assert refused.value.told == {"field": field}
    assert not (home / "new").exists()


@pytest.mark.parametrize(
    "name", ["../../up", "a/b", "{{ 7 * 7 }}", 'x": {', "Größe", "no", "C:\\x"]
)
def test_a_name_is_only_a_name(home, name):
    begin_game(home / "new", name, "fog")
    (game,) = (home / "new/components").glob("[!.]*")
    assert {path.name for path in home.iterdir()} == {"Games", "new"}
    catalogue, findings = load(home / "new")
    assert not findings
    assert catalogue.games[game.name].name == name


def test_a_folder_that_is_not_empty_stays_as_it_is(home):
    (home / "Games/letter.txt").write_text("dear")
    (home / "empty").mkdir()
    (home / "file").write_text("")
    (home / "broken").symlink_to(home / "nowhere/at/all")
    for folder in ("Games", "file", "broken", "nowhere/at", "file/x", "x" * 300):
        with pytest.raises(RefusedError) as refused:
            choose({"do": "begin", "name": "Fog", "folder": str(home / folder), "like": "fog"})
        assert "name a folder that is not there yet" in str(refused.value)
    assert sorted(path.name for path in home.iterdir()) == ["Games", "broken", "empty", "file"]
    assert [path.name for path in (home / "Games").iterdir()] == ["letter.txt"]
    begin_game(home / "empty", "Fog", "fog")


def test_what_was_made_goes_again_where_it_cannot_be_filled(home, monkeypatch):
    def fail(draft, *_):
        (draft / "half").mkdir(parents=True)
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("generator.studio.start.write_starter", fail)
    with pytest.raises(RefusedError, match=r"No space left.*name a folder"):
        begin_game(home / "new", "Fog", "fog")
    assert [path.name for path in home.iterdir()] == ["Games"]


@pytest.mark.parametrize("text", ["", "Games", "../x", "~nobody-of-that-name/x", "/a\0b", "/a\nb"])
def test_a_folder_is_a_whole_path(text):
    for work in (lambda: choose({"do": "open", "folder": text}), lambda: list_folder(text)):
        with pytest.raises(RefusedError, match="whole path"):
            work()


def test_folders_are_listed_without_hidden_ones_and_files(home, monkeypatch):
    monkeypatch.setenv("HOME", str(home))
    for name in (".config", "b", "A", "c/components/fog", "bad\nname"):
        (home / name).mkdir(parents=True)
    (home / "c/components/fog/game.yaml").write_text("kind: game")
    (home / "file").write_text("")
    said = list_folder("~")
    assert said["at"] == str(home)
    shown = [(one["name"], one["project"]) for one in said["folders"]]
    assert shown == [("A", False), ("b", False), ("c", True), ("Games", False)]
    assert list_folder("~/c")["games"] == ("fog",)
    with pytest.raises(RefusedError, match="cannot be read"):
        list_folder("~/file")


def test_only_a_folder_with_a_game_is_opened(home):
    (home / "bare/components").mkdir(parents=True)
    (home / "out").mkdir()
    (home / "out/components").symlink_to(home.parent)
    for folder in ("bare", "Games", "out", "nothing"):
        with pytest.raises(RefusedError, match="choose"):
            choose({"do": "open", "folder": str(home / folder)})
    begin_game(home / "new", "Fog", "fog")
    assert choose({"do": "open", "folder": f"{home}/Games/../new/"}) == home / "new"


def test_projects_opened_before_are_told_the_last_first(home, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(home / "state"))
    for name in ("one", "two"):
        begin_game(home / name, name, "fog")
        list_opened(home / name)
    list_opened(home / "gone")
    list_opened(home / "one")
    told = [(one["folder"], one["games"]) for one in list_folder(str(home))["opened"]]
    one, two = str(home / "one"), str(home / "two")
    assert told == [(one, ("one",)), (str(home / "gone"), ()), (two, ("two",))]
    for text in ("{", "[1]", "null"):
        (home / "state/trilith/opened.json").write_text(text)
        assert list_opened() == []


def test_only_the_page_itself_begins_a_game(host, home):
    begin = {"do": "begin", "name": "Fog", "folder": str(home / "new"), "like": "fog"}
    for headers in ({"Origin": "null"}, {"Content-Type": "text/plain"}, {"Host": "evil.example"}):
        assert sent(host, headers, **begin)[0] == 403
    assert not (home / "new").exists()
    status, told = sent(host, **begin | {"folder": "new"})
    assert (status, told["refused"][:15]) == (409, "write the whole")
    status, told = sent(host, **begin)
    assert status == 200
    assert told["token"] != host.token
    assert (home / "new/components/fog/cards.yaml").is_file()


def test_without_a_game_once_keeps_its_error(home):
    (home / "components").mkdir()
    for words in (("--once",), ("fog", "--no-browser")):
        said = run("studio", *words, "--project", home, status=2).output
        assert "there is no game here yet" in said

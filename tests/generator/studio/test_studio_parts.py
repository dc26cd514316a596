"""Parts of the studio that need no browser: what is kept, errands, the command, templates."""

import importlib.util
import json
import os
import signal
import time
from functools import partial

import pytest

from generator.commands.studio import studio
from generator.design.face_cache import KIND
from generator.design.faces import faces_of
from generator.design.templates import load_templates
from generator.failures import FailedError
from generator.studio.desk import StudioSession
from generator.studio.engine import run_once
from generator.studio.session import Answer, BackgroundQuery, FaceShelf, StudioPicture, TabView
from generator.studio.set_files import RefusedError
from generator.studio.views import answer, work_anew
from generator.studio.watching import folders_to_watch
from validator.cache import Cache
from validator.catalogue.file_cache import FileCache
from validator.catalogue.load import load

NAME = "ab" * 32


def test_what_was_made_while_templates_changed_is_forgotten(tmp_path):
    shelf = FaceShelf(tmp_path)
    shelf.put(KIND, NAME, b"face")
    shelf.fresh.clear()
    assert shelf.get(KIND, NAME) is None
    shelf.put(KIND, NAME, b"face")
    assert Cache(tmp_path).get(KIND, NAME) is None
    assert not shelf.settle(10)
    assert Cache(tmp_path).get(KIND, NAME) == b"face"


def test_a_draft_has_the_face_that_it_will_have_once_it_is_written(fog):
    desk = StudioSession(fog, TabView("fog"))
    before = {key: value for patch in desk.renew(()) for key, value in patch.items()}
    words = {"set": "card", "id": "bonfire", "field": "name", "to": "Wildfire"}
    path = fog / "components" / "fog" / "cards.yaml"
    text = path.read_text()
    draft = desk.draft(words)
    assert draft["front"] != before["card/bonfire"]["front"] and path.read_text() == text
    path.write_text(text.replace("name: Bonfire", "name: Wildfire"))
    after = {key: value for patch in desk.renew(()) for key, value in patch.items()}
    assert after["card/bonfire"]["front"] == draft["front"] and draft["front"] in desk.faces
    for wrong, why in (
        ({"field": "cost", "to": "77"}, "77 is too large; the most allowed is"),
        ({"field": "name", "to": ""}, "'name' is missing"),
        ({"id": "nobody"}, "nobody does not stand in"),
        ({"set": "none"}, "cannot be read now"),
    ):
        with pytest.raises(RefusedError, match=why):
            desk.draft(words | wrong)


def test_where_the_disk_is_full_faces_stay_in_memory(tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    shelf = FaceShelf(tmp_path)
    monkeypatch.setattr(Cache, "keep", full)
    shelf.put(KIND, NAME, b"face")
    assert not shelf.settle(10)
    assert shelf.get(KIND, NAME) == b"face"


def _heard(errand):
    said = []
    end = time.monotonic() + 60
    while not errand.is_done and time.monotonic() < end:
        errand.pipe.poll(1)
        said += errand.hear()
    return said


def test_an_errand_shows_pictures_and_then_answers():
    def work(show):
        show(StudioPicture("one", b"png"))
        return "text/plain", b"done"

    said = _heard(BackgroundQuery(7, work))
    assert said == [StudioPicture("one", b"png"), Answer(7, "text/plain", b"done")]


def test_where_nothing_can_be_forked_an_errand_reads_the_game_by_itself(fog):
    asked = partial(answer, "tables", {"players": "3", "bots": "0"})
    errand = BackgroundQuery(7, partial(work_anew, fog, TabView("fog"), asked), "spawn")
    assert not errand.is_done, "nobody waits for it"
    (said,) = _heard(errand)
    assert isinstance(said, Answer)
    assert (said.media, json.loads(said.body)["players"]) == ("application/json", 3)


def test_pages_are_shown_of_pdf_files_in_output_alone(fog):
    desk, shown = StudioSession(fog, TabView("fog")), []
    for _ in desk.renew(()):
        pass
    for file in ("../components/fog/game.yaml", "letter.txt", "a.pdf", ""):
        with pytest.raises(FailedError, match="no such PDF file"):
            answer("pages", {"file": file}, desk, shown.append)
    (fog / "output").mkdir()
    (fog / "output" / "a.pdf").write_bytes(b"%PDF-1.7 half of one")
    with pytest.raises(Exception, match="Failed to load document"):
        answer("pages", {"file": "a.pdf"}, desk, shown.append)
    desk.close()
    assert not shown


def test_an_errand_that_fails_or_dies_is_a_refusal():
    def fails(show):
        raise ValueError("no such paper")

    def dies(show):
        os.kill(os.getpid(), signal.SIGKILL)

    assert _heard(BackgroundQuery(1, fails)) == [Answer(1, "", b"no such paper")]
    (said,) = _heard(BackgroundQuery(2, dies))
    assert isinstance(said, Answer)
    assert (said.media, b"died" in said.body) == ("", True)


def test_without_its_libraries_it_says_in_a_line_what_to_install(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    with pytest.raises(FailedError, match=r"pip install 'trilith\[studio\]'"):
        studio()


def test_once_tells_what_a_page_would_show(fog):
    told = run_once(fog, TabView("fog"))
    assert told.startswith("fog: 11 of 11 components have a face")


def test_links_and_what_is_built_are_not_watched(tmp_path):
    for name in ("components/fog", "output/fog", ".git/objects", "art"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "out").symlink_to("/")
    found = {path.relative_to(tmp_path).as_posix() for path in folders_to_watch(tmp_path)}
    assert found == {".", "components", "components/fog", "art"}


def test_a_warm_load_draws_what_a_cold_one_draws(fog):
    game = load(fog)[0].games["fog"]
    own = fog / "templates"
    (own / "basic").mkdir(parents=True)
    (own / "icons").mkdir()
    svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    icon = svg + '<path d="M2 2H{}V9Z"/></svg>'
    steps = {
        "basic/card.svg.j2": "{{ text(9, 20, c.name) }}",
        "icons/coin.svg": icon.format(20),
        "theme.yaml": "kind: theme\ncolours:\n  paper: '#ffe0e0'\n",
        "basic/card.layout.yaml": "kind: face_layout\nboxes:\n  title: {y: 9}\n",
    }
    kept = FileCache(fog)
    for name, text in steps.items():
        (own / name).write_text(text)
    for name, text in [("", ""), *steps.items()]:
        if name:
            (own / name).write_text(text.replace("20", "19").replace("9", "8"))
        warm, told = load_templates(fog, kept=kept)
        cold, alone = load_templates(fog)
        assert told == alone
        assert faces_of(game, warm) == faces_of(game, cold)
    again, _ = load_templates(fog, kept=kept)
    assert all(again.icons[name] is icon for name, icon in warm.icons.items())

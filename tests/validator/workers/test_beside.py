"""Work in a process of its own: what comes of it, and where it is done when that fails."""

from __future__ import annotations

import os

import pytest

from validator.workers import beside as module
from validator.workers.beside import beside
from validator.workers.worker import way_to_start

pytestmark = pytest.mark.skipif(way_to_start() != "fork", reason="processes are not forked here")


@pytest.fixture(autouse=True)
def two_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "cores", lambda: 2)


def test_work_is_done_in_another_process_and_its_result_waited_for() -> None:
    with beside(lambda: (os.getpid(), "done")) as result:
        process, told = result()
    assert told == "done"
    assert process != os.getpid()


def test_what_is_not_waited_for_is_ended() -> None:
    with beside(lambda: os.read(os.pipe()[0], 1)):
        pass


def test_what_fails_there_is_done_here() -> None:
    here = os.getpid()

    def work() -> int:
        if os.getpid() != here:
            raise ValueError
        return here

    with beside(work) as result:
        assert result() == here
    with beside(lambda: os._exit(1) if os.getpid() != here else here) as result:
        assert result() == here


def test_what_cannot_be_sent_back_is_made_here() -> None:
    with beside(lambda: lambda: 5) as result:
        assert result()() == 5


def test_without_a_second_processor_it_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "cores", lambda: 1)
    with beside(os.getpid) as result:
        assert result() == os.getpid()


def test_where_no_process_can_be_forked_it_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(way: str) -> None:
        raise OSError(way)

    monkeypatch.setattr(module, "Worker", refuse)
    with beside(os.getpid) as result:
        assert result() == os.getpid()

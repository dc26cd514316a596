"""Work in a process of its own: what comes of it, and where it is done when that fails."""

import os

import pytest

from validator import processes as module
from validator.processes import run_in_background, way_to_start

pytestmark = pytest.mark.skipif(way_to_start() != "fork", reason="processes are not forked here")


@pytest.fixture(autouse=True)
def two_processors(monkeypatch):
    monkeypatch.setattr(module, "cores", lambda: 2)


def test_work_is_done_in_another_process_and_its_result_waited_for():
    with run_in_background(lambda: (os.getpid(), "done")) as result:
        process, told = result()
    assert (told, process != os.getpid()) == ("done", True)


def test_what_is_not_waited_for_is_ended():
    with run_in_background(lambda: os.read(os.pipe()[0], 1)):
        pass


@pytest.mark.parametrize(
    "fail", [lambda: os._exit(1), lambda: int("no")], ids=["it ends", "it raises"]
)
def test_what_fails_there_is_done_here(fail):
    here = os.getpid()
    with run_in_background(lambda: here if os.getpid() == here else fail()) as result:
        assert result() == here


def test_what_cannot_be_sent_back_is_made_here():
    with run_in_background(lambda: lambda: 5) as result:
        assert result()() == 5


def refuse(*_, **__):
    raise OSError("no more processes")


@pytest.mark.parametrize(
    ("name", "instead"),
    [("cores", lambda: 1), ("Process", refuse)],
    ids=["no second processor", "no process can be forked"],
)
def test_where_nobody_else_can_do_it_it_is_done_here(monkeypatch, name, instead):
    monkeypatch.setattr(module, name, instead)
    with run_in_background(os.getpid) as result:
        assert result() == os.getpid()

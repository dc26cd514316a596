"""The workers of a publication are forked before a thread begins, which sets the almanac."""

from generator.options.protocol import Context
from generator.options.publication import OUTPUT, PublishOptions
from validator.workers import pool, worker


def test_no_worker_of_a_small_game_has_to_load_everything_anew(tiny, monkeypatch):
    ways = []

    class Watched(worker.Worker):
        def __init__(self, *others):
            ways.append(worker.way_to_start())
            super().__init__(*others)

    monkeypatch.setattr(pool, "Worker", Watched)
    monkeypatch.setattr(pool, "cores", lambda: 2)
    monkeypatch.setattr(pool, "_WORTH_ANOTHER_S", 1e9)  # faces that are filled in at once
    list(OUTPUT.make(Context(tiny), PublishOptions("fog", ["almanac", "site"])))
    assert ways == ["fork", "fork"]

"""The workers of a publication are forked before a thread begins, which sets the almanac."""

from generator.commands.publish import OUTPUT, PublishOptions
from generator.options import Context
from validator import executor, processes
from validator.processes import way_to_start


def test_no_worker_of_a_small_game_has_to_load_everything_anew(tiny, monkeypatch):
    ways = []

    def way() -> str:
        ways.append(way_to_start())
        return ways[-1]

    monkeypatch.setattr(processes, "way_to_start", way)
    monkeypatch.setattr(executor, "cores", lambda: 2)
    monkeypatch.setattr(executor, "_WORTH_ANOTHER_S", 1e9)  # faces that are filled in at once
    list(OUTPUT.make(Context(tiny), PublishOptions("fog", ["almanac", "site"])))
    assert ways == ["fork", "fork"]

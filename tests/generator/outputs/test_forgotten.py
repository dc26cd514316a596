"""What only reading needs is not in memory any more while faces are drawn."""

import gc

from generator.options import Context
from generator.outputs.kit import open_games
from generator.starter import write_starter
from validator.catalogue.source import Source


def test_the_files_of_a_game_are_forgotten_once_it_is_read(tmp_path):
    write_starter(tmp_path, "Beacons")
    games, templates = open_games(Context(tmp_path), ["beacons"])
    left = [one.file for one in gc.get_objects() if isinstance(one, Source)]
    assert games["beacons"].sets
    assert templates.layouts
    assert not [file for file in left if file.startswith("components/beacons/")]

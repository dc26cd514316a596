"""Reading sound data loads neither what tells mistakes nor what reads scripts of play."""

import subprocess
import sys

READ = """
import sys
from pathlib import Path
from validator.catalogue.load import load
_, findings = load(Path({root!r}), ["fog"])
heavy = "jsonschema", "validator.catalogue.play_reader"
print(len(findings), *(name for name in heavy if name in sys.modules))
"""


def told(root):
    done = subprocess.run(
        [sys.executable, "-c", READ.format(root=str(root))],
        capture_output=True,
        check=True,
        text=True,
    )
    return done.stdout.split()


def test_what_tells_mistakes_is_loaded_with_the_first(tiny):
    assert told(tiny) == ["0"]
    with (tiny / "components" / "fog" / "game.yaml").open("a", encoding="utf-8") as file:
        file.write("colour: grey\n")
    count, *loaded = told(tiny)
    assert int(count) >= 1
    assert loaded == ["jsonschema"]

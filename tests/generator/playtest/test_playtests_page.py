"""docs/playtests.md tells the truth: its file is read, and its commands say what it shows."""

import re
import shlex

from commandline import run
from shippedgames import ROOT

PAGE = (ROOT / "docs" / "playtests.md").read_text("utf-8")
FILE = re.compile(r"```yaml (\S+)\n(.*?)```", re.DOTALL)
SHOWN = re.compile(r"^\$ trilith (.*)\n((?:(?!\$ |```).*\n)*)", re.MULTILINE)


def test_the_commands_of_the_page_say_what_it_shows(tiny):
    ((name, text),) = FILE.findall(PAGE)
    path = tiny / name
    path.parent.mkdir(parents=True)
    path.write_text(text)
    shown = SHOWN.findall(PAGE)
    assert len(shown) == 2
    for line, said in shown:
        assert run(*shlex.split(line), "--project", tiny).output == said
    assert "state: done\n    answer: It costs 1 now.\n" in path.read_text()

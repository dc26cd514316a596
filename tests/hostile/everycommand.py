"""Every command of trilith, run on one project in a process of its own, closely watched."""

import json
import os
import resource
import signal
import sys
import threading
import traceback
from pathlib import Path
from typing import NamedTuple

import typer.main
from preloaded import import_all

from generator.cli import application
from generator.commands.registry import COMMANDS
from generator.start import run, run_to_end

GIVEN = {
    "action": ["out"],
    "files": ["components/shard.json"],
    "name": ["Brand new"],
    "to": ["--to", "makeplayingcards"],
    "players": ["--players", "3"],
    "target": ["cards.yaml:*.copies"],
    "values": ["~1"],
    "zone": ["deck"],
    "wanted": ["cost=0"],
}
"""Words for parameters that a command cannot go without, besides the game."""
MORE = {
    "check": [["--simulate"], ["--language", "de"]],
    "compare": [["--games", "70", "--jobs", "1"]],
    "diff": [["HEAD"]],
    "list": [["--format", "csv"], ["--language", "de"]],
    "odds": [["--players", "2"]],
    "pictures": [["--dpi", "30"]],
    "preview": [["--dpi", "30"]],
    "print": [[], ["--mark-printed"]],
    "report": [["--games", "4", "--jobs", "1"]],
    "simulate": [["--games", "2", "--jobs", "1"]],
    "setup": [[], ["--language", "de"]],
    "studio": [["--once"]],
    "sweep": [["--games", "10", "--players", "2", "--jobs", "1"]],
    "translate": [[], ["--to", "de"]],
    "tune": [
        ["--vary", "cards.yaml:0.copies=~1", "--games", "10", "--players", "2", "--jobs", "1"]
    ],
}
"""Words that make a command quicker or do more, by command."""
_PATH = os.environ.get("PATH", os.defpath)
MOST_SECONDS = 60
"""Seconds of processor time for all commands of one project together."""
MOST_MEMORY = 1_500_000_000
"""Bytes that the process may take besides those that it begins with."""
WAIT = 240
"""Seconds after which the process ends."""
_WATCHED = ("open", "os.listdir", "os.scandir", "os.remove", "os.rename", "os.rmdir", "os.truncate")
_FOLLOWING = ("open", "os.listdir", "os.scandir", "os.truncate")
"""What follows a link; the others act on the link itself."""
_TOOLS = ("git", "ldconfig", "gcc", "cc", "ld", "objdump", "fc-list")
"""git, what Python's ctypes asks where a library lies, and matplotlib where fonts are."""
_FORBIDDEN = ("socket.connect", "socket.getaddrinfo", "os.system", "os.exec", "os.posix_spawn")


class Ran(NamedTuple):
    """One command: its words, exit status, all it said, and what it did that it may not do."""

    words: list
    status: int
    said: str
    misdeeds: list


def lines_of(games, commands=COMMANDS):
    """The words of every command: once for each game where it takes one."""
    for name in commands:
        words, takes_game = _needed(name)
        for more in MORE.get(name, [[]]):
            for game in games if takes_game else [""]:
                yield [name, *(game if word == "<GAME>" else word for word in words), *more]


def _needed(name):
    """What a command cannot go without, and whether it takes a game."""
    group = typer.main.get_command(application([name]))
    command = getattr(group, "commands", {name: group})[name]
    words = []
    takes_game = False
    for parameter in command.params:
        if parameter.param_type_name == "argument" and parameter.name in ("game", "games"):
            words.append("<GAME>")
            takes_game = True
        elif parameter.required:
            words += GIVEN[str(parameter.name)]
    return words, takes_game


def run_all(place, lines, notes, *, spawned=False):
    """Run the lines in a process of its own; the last entry tells how that ended otherwise.

    Where its own processes are to be ``spawned`` a thread runs in it, beside which none is forked.
    """
    import_all()
    child = os.fork()
    if child == 0:
        if spawned:
            threading.Thread(target=threading.Event().wait, daemon=True).start()
        try:
            _in_child(place, lines, notes)
        except BaseException:  # whatever it is, it belongs to the test
            (notes / "failed").write_text(traceback.format_exc(), encoding="utf-8")
        finally:
            os._exit(0)
    _, status = os.waitpid(child, 0)
    ending = os.waitstatus_to_exitcode(status)
    ran = [Ran(*json.loads(line)) for line in _lines(notes / "ran")]
    failed = "\n".join(_lines(notes / "failed"))
    if ending or failed:
        begun = (_lines(notes / "begun") or ["nothing"])[-1]
        ran.append(Ran([begun], 99, failed, [f"the process ended with {ending}"]))
    return ran


def _lines(path):
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


def _in_child(place, lines, notes):
    signal.alarm(WAIT)
    os.setsid()
    os.chdir(place.root)
    os.environ.update(HOME=str(place.home), XDG_CONFIG_HOME=str(place.home / "config"))
    os.environ.pop("TRILITH_PRINTERS", None)
    resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    begun = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
    most = begun * resource.getpagesize() + MOST_MEMORY
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    misdeeds = _watch(place)
    with (notes / "ran").open("w") as done, (notes / "begun").open("w") as started:
        for words in lines:
            started.write(f"{' '.join(words)}\n")
            started.flush()
            status, said = _run(words, notes / "said")
            done.write(json.dumps([words, status, said, misdeeds]) + "\n")
            misdeeds.clear()
            done.flush()


def _run(words, path):
    """Exit status of a command line, and all it wrote."""
    sys.argv = ["trilith", *words]
    os.environ["PATH"] = os.pathsep.join((".", "", str(Path.cwd()), _PATH))
    with path.open("w", encoding="utf-8", errors="backslashreplace") as file:
        sys.stdout = sys.stderr = file
        try:
            status = run_to_end(run)
        except BaseException:  # what nothing caught is what is looked for
            status = 98
            file.write(traceback.format_exc())
    return status, path.read_text(encoding="utf-8")


def _watch(place):
    """Note from now on whatever is opened outside, and every process but its tools."""
    misdeeds = []
    outside = str(place.outside)

    def watch(event, arguments):
        started = Path(str(arguments[0])).name if event == "subprocess.Popen" else "git"
        if event in _FORBIDDEN or started not in _TOOLS:
            misdeeds.append(f"{event} {arguments[:2]}")
        elif event in _WATCHED and isinstance(arguments[0], str | bytes):
            path = Path(os.fsdecode(arguments[0]))
            end = path if event in _FOLLOWING else path.parent
            if os.path.realpath(end).startswith(outside):
                misdeeds.append(f"{event} {path}")

    sys.addaudithook(watch)
    return misdeeds

"""``make app-test``: run the one file of trilith in a Debian that has no Python, git or fontconfig.

As root, with mmdebstrap. What it makes there is compared with what trilith makes here.
"""

import fcntl
import json
import os
import platform
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time
import urllib.parse
import urllib.request
from contextlib import contextmanager, suppress
from functools import partial
from io import BytesIO
from pathlib import Path

from PIL import Image
from websockets.sync.client import connect

ROOT = Path(__file__).parents[2]
FILE = ROOT / "dist" / "trilith-x86_64"
MOST_MB = 120
HOME, PROGRAM = "/home/player", "/opt/a folder/trilith"
USER = 1000
ENTER = """
mount -t proc proc "$1/proc" && mount --rbind /dev "$1/dev" && mount --make-rslave "$1/dev"
root=$1; shift
exec chroot --userspec=1000:1000 "$root" env -i HOME=/home/player PATH=/usr/bin:/bin \
    BROWSER="$BROWSER" sh -c 'cd "$0" && exec "$@"' "$@"
"""
NOTE = '#!/bin/sh\necho "$1" >/home/player/opened\n'
COMMANDS = (
    ("new", "Fog"),
    ("check", "fog"),
    ("print", "fog"),
    ("preview", "fog"),
    ("simulate", "fog", "--games", "40", "--players", "3"),
    ("report", "fog", "--games", "20"),
    ("help", "play.deal"),
    ("explain", "font-unusable"),
    ("sheet", "out", "fog"),
    ("new", "Pig", "--like", "pig"),
    ("print", "pig", "--layout", "single"),
)


def make_root(folder):
    """A Debian with what every one has, and the file in it."""
    ours = platform.freedesktop_os_release()["VERSION_CODENAME"]
    subprocess.run(["mmdebstrap", "--quiet", "--variant=essential", ours, folder], check=True)
    for name in ("python3", "git", "fc-list"):
        assert not [*folder.glob(f"usr/bin/{name}*")], f"{name} is there"
    home = folder / HOME[1:]
    home.mkdir(parents=True)
    shutil.chown(home, USER, USER)
    place = folder / PROGRAM[1:]
    place.parent.mkdir(parents=True)
    shutil.copy2(FILE, place)
    browser = folder / "opt/browser"
    browser.write_text(NOTE)
    browser.chmod(0o755)


def entering(root, *words, at=HOME, browser="/bin/false"):
    """What runs the file in the root, as a user of it, with a home that is fresh."""
    script = ENTER.replace("$BROWSER", browser)
    return ["unshare", "--mount", "sh", "-ec", script, "sh", root, at, PROGRAM, *words]


def run(command, **more):
    done = subprocess.run(command, capture_output=True, text=True, check=False, **more)
    return done.returncode, done.stdout, done.stderr


def compare(root):
    """Each command ends as it does here, says the same, and makes the same files."""
    with tempfile.TemporaryDirectory() as folder:
        for words in COMMANDS:
            begun = time.monotonic()
            there = run(entering(root, *words))
            print(f"{time.monotonic() - begun:6.1f} s  trilith {' '.join(words)}", flush=True)
            here = run([Path(sys.executable).with_name("trilith"), *words], cwd=folder)
            assert there[0] == here[0] == 0, there
            assert plain(there[1], HOME) == plain(here[1], folder), (there, here)
        ours, theirs = files(Path(folder)), files(root / HOME[1:])
        assert ours.keys() == theirs.keys(), ours.keys() ^ theirs.keys()
        differ = [name for name in ours if ours[name] != theirs[name]]
        assert not differ, differ
        count = sum(name.endswith(".pdf") for name in ours)
        print(f"{len(ours)} files are equal to the byte, {count} of them PDF")
        assert count


def plain(text, folder):
    """What was said without names of folders, and how wide the terminal was."""
    return re.sub(r"\d+(\.\d+)? s\b|\s+", " ", text.replace(str(folder), ""))


def files(folder):
    """The bytes of all files but hidden ones, by their names."""
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and not any(one[0] == "." for one in path.relative_to(folder).parts)
    }


def refusals(root):
    """What was left out says so, and what to do."""
    (root / HOME[1:] / "sheet.png").write_bytes(picture())
    for words in (
        ("simulate", "fog", "--games", "2", "--cluster", "tcp://127.0.0.1:1"),
        ("notes", "read", "sheet.png"),
    ):
        status, _, said = run(entering(root, *words))
        assert status in (1, 2), (status, said)
        assert "it is not in this file; install trilith by pip" in said, said


def picture():
    target = BytesIO()
    Image.new("RGB", (400, 600), "white").save(target, "PNG")
    return target.getvalue()


@contextmanager
def serving(root, *words, at=HOME, browser="/bin/false", **more):
    begun = time.monotonic()
    command = entering(root, *words, at=at, browser=browser)
    more |= {"stdout": subprocess.PIPE, "text": True, "start_new_session": True}
    process = subprocess.Popen(command, **more)
    try:
        line = process.stdout.readline()
        assert " is at " in line, line
        address = line.split(" is at ")[1].strip()
        assert get(address).startswith(b"<!doctype html>")
        print(f"{time.monotonic() - begun:6.1f} s  until the page is served", flush=True)
        yield address, process
    finally:
        with suppress(ProcessLookupError):  # where something went wrong
            os.killpg(process.pid, signal.SIGKILL)


def get(address):
    with urllib.request.urlopen(address, timeout=60) as answer:
        return answer.read()


def post(address, **words):
    """What the page sends, and what it is told."""
    asked = urllib.request.Request(
        f"{address}edit",
        json.dumps(words).encode(),
        {"Origin": head_of(address), "Content-Type": "application/json"},
    )
    return json.loads(get(asked))


def head_of(address):
    return address[: address.index("/", 8)]


def listening(address):
    """A page's line to its studio."""
    return connect(f"{address.replace('http', 'ws')}live", origin=head_of(address))


def see_face(address):
    """A face of the game that a studio shows, as a browser gets it; and one in another ink.

    The process that draws the second is started anew, as there are threads by then.
    """
    while True:
        try:
            get(address)
            break
        except OSError:
            time.sleep(0.1)
    with listening(address) as line:
        for ink in ("normal", "low"):
            line.send(json.dumps({"game": "fog", "ink": ink, "ids": ["bonfire"]}))
            state = {}
            while state.get("card/bonfire", {}).get("ink") != ink:
                state |= json.loads(line.recv(timeout=120))
                assert state.get("status") != "restarting", "the process that draws dies"
            key = state["card/bonfire"]["front"]
            face = get(f"{address}face/{key}-{ink}-100.png?game=fog&ink={ink}&id=bonfire")
            assert Image.open(BytesIO(face)).size > (200, 300)


def print_on_page(address):
    """A command that the page starts ends well, and the PDF that it made is served."""
    begun = time.monotonic()
    with listening(address) as line:
        number, state = post(address, do="start", line="print\nfog")["job"], {}
        while state.get("state", "running") == "running":
            state = json.loads(line.recv(timeout=120)).get(f"job/{number}", state)
    assert state["state"] == "done", state
    made = [name for name in state["files"] if name.endswith(".pdf")]
    assert made, state
    assert get(f"{address}output/{urllib.parse.quote(made[0])}").startswith(b"%PDF-")
    print(f"{time.monotonic() - begun:6.1f} s  until {made[0]} is there, printed on the page")


def click_through(root):
    """A double click: the browser is opened; a game is begun, its faces seen, and quit."""
    with serving(root, at="/", browser="/opt/browser") as (address, process):
        note = root / HOME[1:] / "opened"
        assert note.read_text().strip() == address
        pictures = [get(f"{address}starter/{name}.png") for name in ("fog", "pig")]
        assert all(Image.open(BytesIO(one)).width > 200 for one in pictures)
        told = post(address, do="begin", name="Fog", folder="~/of my own", like="fog")
        studio = f"{head_of(address)}/{told['token']}/"
        see_face(studio)
        print_on_page(studio)
        post(studio, do="quit")
        process.wait(20)


def interrupt(root):
    """The studio of a folder with a game, in a terminal, where Ctrl-C is pressed."""
    ours, theirs = pty.openpty()
    take = partial(fcntl.ioctl, theirs, termios.TIOCSCTTY, 0)
    words = ("studio", "fog", "--no-browser", "--port", "0")
    with serving(root, *words, stdin=theirs, preexec_fn=take) as (address, process):
        see_face(address)
        print_on_page(address)
        os.write(ours, b"\x03")
        assert process.wait(20) == 0
        assert process.stdout.read().splitlines()[1:] == ["the studio is closed"]
    os.close(ours)
    os.close(theirs)


def terminate(root):
    """The outer process is asked to end, as by a desktop's list of processes, and all end."""
    words = ("studio", "fog", "--no-browser", "--port", "0")
    with serving(root, *words) as (address, process):
        see_face(address)
        process.terminate()
        assert process.wait(20) == 128 + signal.SIGTERM
        assert not list_running()


def list_running():
    """What still runs of the file, in any root."""
    names = (path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline"))
    return [name for name in names if name.startswith(PROGRAM.encode())]


def main():
    """Make the root, run all, and take it away."""
    size = FILE.stat().st_size / 1e6
    print(f"{size:6.1f} MB in {FILE.name}")
    assert size <= MOST_MB
    with tempfile.TemporaryDirectory(prefix="trilith-app-") as folder:
        root = Path(folder, "root")
        make_root(root)
        assert run(entering(root, "--version"))[1].strip() == "0.1.0"
        for check in (compare, refusals, interrupt, terminate, click_through):
            check(root)
        left = [path.name for path in root.glob("tmp/*")]
        assert not left, left
    print("all is as it should be")


if __name__ == "__main__":
    main()

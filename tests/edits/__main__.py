"""``make edits``: 500 random edits of every game through its studio, and none of them is lost.

A third is made alone and then taken back to the byte; beside the others another process changes
the same file at the same time. Twenty studios are killed while they write.
"""

import difflib
import http.client
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]
sys.path.insert(0, str(Path(__file__).parents[1] / "generator" / "studio"))

from proofs import ROOT  # noqa: E402
from studiohost import start  # noqa: E402

from generator.installed import starters  # noqa: E402
from generator.starter import write_starter  # noqa: E402
from generator.studio.set_files import PLACE, RefusedError, open_set  # noqa: E402
from validator.catalogue.load import load  # noqa: E402

EDITS, KILLS = 500, 20
SHIPPED = ("henge", "high_council", "crossing_stonehenge", "battle_of_the_gods", "first_druid")
WORDS = ("Big: fire", "It's #1", 'a "b"', "12", "true", "-x", "'q", "Ä ö; ü", "=1+2", "x, y")
OTHER = """
import sys, json
from pathlib import Path
from generator.studio.set_files import Change, StaleError, open_set
for line in sys.stdin:
    root, file, record, field, to = json.loads(line)
    while True:
        now = open_set(Path(root), file)
        change = Change(record, field, now.value(record, field), now.read_text(field, to))
        try:
            now.write(now.bytes_with([change]))
            break
        except StaleError:
            pass
    print("done", flush=True)
"""


class Game:
    """A game in a project of its own, its studio, and another process that edits it."""

    def __init__(self, root, name, luck):
        self.root, self.name, self.luck = root, name, luck
        game = load(root, [name])[0].games[name]
        self.sets = {one.id: one.place.file for one in game.sets.values() if self.plain(one)}

    def open(self):
        """Start the studio, and the other process."""
        self.host = start(self.root, game=self.name)
        self.wait_for_sets()
        command = [sys.executable, "-c", OTHER]
        pipe = subprocess.PIPE
        self.other = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, cwd=ROOT)

    def wait_for_sets(self):
        while self.post({"do": "nothing", "set": next(iter(self.sets))})[1].get("refused", "") in (
            "",
            "the game has no such set",
        ):
            time.sleep(0.1)

    def plain(self, one):
        """Whether a set has fields that can be edited."""
        with suppress(RefusedError, StopIteration):
            return bool(self.some_edit(one.place.file))
        return False

    def some_edit(self, file, but=()):
        """A record, one of its plain fields that has a value, and another value for it."""
        files = open_set(self.root, file)
        for _ in range(20):
            record = self.luck.choice([*files.records] or [""])
            rows = files.describe(record)["fields"]
            plain = [
                row
                for row in rows
                if row["text"] and not row["why"] and row["kind"] != "yaml"
                if row["name"] not in ("id", "players", "picture")
                and (record, row["name"]) not in but
            ]
            for row in self.luck.sample(plain, len(plain)):
                to = self.luck.choice(WORDS)
                if row["kind"] == "choice":
                    to = self.luck.choice(row["choices"])
                elif row["kind"] == "number":
                    least, most = (row[key] or 0 for key in ("least", "most"))
                    to = str(self.luck.randint(int(least), max(int(least), int(min(9, most or 9)))))
                with suppress(RefusedError):
                    if to != row["text"]:
                        files.draft(record, row["name"], to)
                        return record, row["name"], to
        return None

    def post(self, words):
        """Status and answer of an edit as the page sends it."""
        line = http.client.HTTPConnection("127.0.0.1", self.host.port, timeout=60)
        head = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{self.host.port}"}
        path = f"/{self.host.token}/edit?game={self.name}&ink=normal"
        line.request("POST", path, json.dumps(words), head)
        answer = line.getresponse()
        said = answer.read()
        return answer.status, json.loads(said) if said.startswith(b"{") else {"refused": str(said)}

    def some_words(self, file):
        """What a page may ask: mostly another value, now and then a record more, less or moved."""
        (key,) = (one for one, named in self.sets.items() if named == file)
        files, kind = open_set(self.root, file), self.luck.random()
        record = self.luck.choice([*files.records])
        if kind < 0.7:
            edit = self.some_edit(file)
            if edit is not None:
                record, field, to = edit
                saw = files.text(record, field)
                return {
                    "do": "change",
                    "set": key,
                    "id": record,
                    "field": field,
                    "saw": saw,
                    "to": to,
                }
        if kind < 0.85 or len(files.records) < 3:
            return {"do": "copy", "set": key, "id": record}
        order = ["", *(one for one in files.records if one != record)]
        saw, to = files.text(record, PLACE), self.luck.choice(order)
        if to == saw:
            return {"do": "copy", "set": key, "id": record}
        return {"do": "change", "set": key, "id": record, "field": PLACE, "saw": saw, "to": to}

    def edit(self, *, beside):
        """Make one edit, with another one beside it; tells what is wrong then."""
        file = self.luck.choice([*self.sets.values()])
        before, words = _read(self.root, file), self.some_words(file)
        theirs = self.some_edit(file, [(words["id"], words.get("field"))]) if beside else None
        if theirs is not None:
            self.other.stdin.write(json.dumps([str(self.root), file, *theirs]) + "\n")
            self.other.stdin.flush()
        status, said = self.post(words)
        if theirs is not None:
            self.other.stdout.readline()
        files, wrong = open_set(self.root, file), []
        if status != 200:
            wrong.append(f"{words}: {said}")
        elif words["do"] == "copy" and said["id"] not in files.records:
            wrong.append(f"the copy {said['id']} is not there")
        elif words["do"] == "change" and files.text(words["id"], words["field"]) != words["to"]:
            wrong.append(f"lost: {words}")
        if theirs is not None and files.text(*theirs[:2]) != theirs[2]:
            wrong.append(f"theirs is lost: {theirs} beside {words}")
        blocks = _blocks(before, _read(self.root, file))
        if blocks > 1 + (theirs is not None) + (words.get("field") == PLACE):
            wrong.append(f"{blocks} places have changed by {words} and {theirs}")
        return wrong

    def take_back(self):
        """Undo all; tells how many steps that were."""
        steps = 0
        while self.post({"do": "undo"})[1].get("said", "there is nothing").startswith("undo"):
            steps += 1
        return steps

    def kill(self):
        """Kill the studio while it writes; what is there must be whole, and can be undone."""
        file = self.luck.choice([*self.sets.values()])
        before, words = _read(self.root, file), self.some_words(file)
        child = os.fork()
        if not child:
            with suppress(Exception):
                self.post(words)
            os._exit(0)
        time.sleep(self.luck.uniform(0, 0.08))
        self.host.process.send_signal(signal.SIGKILL)
        self.host.process.wait()
        os.waitpid(child, 0)
        after = _read(self.root, file)
        self.host = start(self.root, game=self.name)
        self.wait_for_sets()
        is_made = after != before
        wrong = [] if _blocks(before, after) <= 2 else [f"{file} is torn by {words}"]
        left = [one for one in (self.root / file).parent.iterdir() if one.name.startswith(".")]
        wrong += [f"{one} is left" for one in left if one.suffix not in ("", ".json")]
        if is_made:
            self.post({"do": "undo"})
            if _read(self.root, file) != before:
                wrong.append(f"{words} cannot be undone")
        return wrong, is_made

    def close(self):
        """End both."""
        self.host.process.send_signal(signal.SIGINT)
        self.host.process.wait()
        self.other.stdin.close()
        self.other.wait()


def _read(root, file):
    files = open_set(root, file)
    return (root / files.file).read_bytes()


def _blocks(before, after):
    """In how many places lines are others."""
    lines = [one.splitlines(keepends=True) for one in (before, after)]
    matcher = difflib.SequenceMatcher(None, *lines, autojunk=False)
    return sum(tag != "equal" for tag, *_ in matcher.get_opcodes())


def _games(folder):
    for name in SHIPPED:
        root = folder / name
        shutil.copytree(ROOT / "components", root / "components")
        yield root, name
    for name in starters():
        write_starter(folder / f"new_{name}", name, name)
        yield folder / f"new_{name}", name


def main():
    """Make the edits; an exit status of 1 where one is lost."""
    edits = int(sys.argv[1]) if len(sys.argv) > 1 else EDITS
    done, made, wrong = 0, 0, []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_STATE_HOME"] = folder
        found = _games(Path(folder, "games"))
        known = [Game(root, name, random.Random(name)) for root, name in found]
        games = [one for one in known if one.sets]  # `generate` makes all of the others' records
        each, kills = -(-edits // len(games)), -(-KILLS * edits // EDITS // len(games))
        for game in games:
            game.open()
            root, name = game.root, game.name
            before = {file: _read(root, file) for file in game.sets.values()}
            for _ in range(each // 3):
                wrong += game.edit(beside=False)
            game.take_back()
            wrong += [
                f"{file} is not as it was" for file in before if _read(root, file) != before[file]
            ]
            for _ in range(each - each // 3):
                wrong += game.edit(beside=True)
            for _ in range(kills):
                more, is_made = game.kill()
                wrong, made = wrong + more, made + is_made
            done += each
            game.close()
            print(f"{name}: {each} edits, {kills} kills, {len(wrong)} faults so far", flush=True)
    print(f"{done} edits, {kills * len(games)} kills ({made} after the edit was written)")
    print("\n".join(wrong) or "no edit was lost, and no other byte changed")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())

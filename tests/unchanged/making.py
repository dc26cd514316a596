"""What one revision makes of all recipes, in a folder of its own."""

import os
import re
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from unchanged.recipes import STARTERS

START = "from generator.start import main; main()"
LONGEST = 1800
"""Seconds that a command may take before it counts as one that does not end."""


class Revision:
    """The code of a revision at ``code``, and what it makes in ``folder``.

    Its data is its own too: a change of the format is no difference where what comes of it is none.
    """

    def __init__(self, code, folder):
        self.code, self.folder = code, folder
        self.results = folder / "results"

    def make(self, errands, jobs):
        """Run all errands, ``jobs`` at a time, from cold."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.results.mkdir(parents=True)
        self._lay_out()
        with ThreadPoolExecutor(jobs) as threads:
            for number, _ in enumerate(threads.map(self._run, errands), 1):
                if number % 25 == 0 or number == len(errands):
                    print(f"{self.folder.name}: {number} of {len(errands)}", file=sys.stderr)
        for project in ("box", "starters", "home"):
            shutil.rmtree(self.folder / project)

    def _lay_out(self):
        """Two projects under git; a card of Henge was named otherwise a commit before."""
        luck = self.folder / "box" / "components" / "henge" / "luck.yaml"
        shutil.copytree(self.code / "components", self.folder / "box" / "components")
        for project in ("starters", "home"):
            (self.folder / project).mkdir()
        for name in STARTERS:
            self.trilith("starters", "new", name, "--like", name)
        text = luck.read_text(encoding="utf-8")
        before = re.sub(r"(components:.*?name: )\w+", r"\1Chance", text, count=1, flags=re.DOTALL)
        luck.write_text(before, encoding="utf-8")
        for project in ("box", "starters"):
            self._commit(self.folder / project)
        luck.write_text(text, encoding="utf-8")
        self._commit(luck.parents[2])

    def _commit(self, project):
        git = ("git", "-c", "user.name=Ada", "-c", "user.email=ada@example.org")
        when = {"GIT_AUTHOR_DATE": "2026-01-01T12:00Z", "GIT_COMMITTER_DATE": "2026-01-01T12:00Z"}
        for words in (("init", "-q"), ("add", "components"), ("commit", "-qm", "As it is")):
            subprocess.run([*git, *words], cwd=project, check=True, env={**os.environ, **when})

    def trilith(self, project, *words):
        """Run a command of this revision in one of its projects."""
        home = self.folder / "home"
        own = {
            "PYTHONPATH": str(self.code),
            "HOME": str(home),
            "XDG_CACHE_HOME": str(home / "kept"),
        }
        return subprocess.run(
            [sys.executable, "-P", "-c", START, *words, "--project", "."],
            cwd=self.folder / project,
            env={**os.environ, **own, "COLUMNS": "100", "PYTHONHASHSEED": "0"},
            capture_output=True,
            text=True,
            check=False,
            timeout=LONGEST,
        )

    def _run(self, errand):
        place = self.results / errand.part / errand.name
        place.mkdir(parents=True, exist_ok=True)
        own = ("--out", str(place / "files")) if errand.out else ()
        done = self.trilith(errand.project, *errand.words, *own)
        failed = f"exit status {done.returncode}\n{done.stderr}" if done.returncode else ""
        (place / "said.txt").write_text(done.stdout + failed, encoding="utf-8")
        for path in place.rglob("*"):
            if path.is_file() and path.suffix not in {".pdf", ".png", ".jpg", ".zip"}:
                self._leave_places_out(path)

    def _leave_places_out(self, path):
        """Paths of this run are the same for all revisions."""
        content = path.read_bytes()
        plain = content.replace(str(self.folder).encode(), b"FOLDER")
        if plain != content:
            path.write_bytes(plain)

"""git, as tests call it: under a name of their own."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from needed import need

WHO = ("-c", "user.name=Designer", "-c", "user.email=designer@example.org")


def need_git() -> str:
    """Where git lies; where it is not, the test that asks ends."""
    return need(shutil.which("git"), "git is not installed (Debian: apt install git)")


def git(root: Path, *words: str) -> str:
    """What git says of a folder."""
    command = [need_git(), "-C", str(root), *WHO, "-c", "commit.gpgsign=false", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def commit_all(root: Path, message: str = "first") -> None:
    """Commit all that is in a folder, which is made a repository if it is none."""
    if not (root / ".git").exists():
        git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", message)

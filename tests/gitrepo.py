"""git, as tests call it: under a name of their own."""

import shutil
import subprocess

from needed import need

WHO = ("-c", "user.name=Designer", "-c", "user.email=designer@example.org")


def need_git():
    """Where git lies; where it is not, the test that asks ends."""
    return need(shutil.which("git"), "git is not installed (Debian: apt install git)")


def git(root, *words):
    """What git says of a folder."""
    command = [need_git(), "-C", str(root), *WHO, "-c", "commit.gpgsign=false", *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def commit_all(root, message="first"):
    """Commit all that is in a folder, which is made a repository if it is none."""
    if not (root / ".git").exists():
        git(root, "init", "-q", "-b", "main")
    git(root, "add", ".")
    git(root, "commit", "-q", "-m", message)

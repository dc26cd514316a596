"""``make kills``: a long run killed again and again, and whether what comes out is the same.

``python tests/kills [--games N] [--kills N] [--part N] [--seconds N]`` plays games of Battle of the
Gods in a fresh project, kills the whole run (SIGKILL) at random moments within ``--seconds``,
starts the same command again, and lets it end after the last kill. The first ``--part`` games are
then played once more, in a project where nothing was ever kept or killed, and both have to give the
same bytes.
"""

import random
import subprocess
import sys
import time
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parents[2]), str(Path(__file__).parents[1])]

from proofs import ROOT, command_line, project_copy  # noqa: E402

from validator.cache import project_folder  # noqa: E402

GAME = "battle_of_the_gods"
COMMAND = [sys.executable, "-m", "generator.start", "simulate", GAME, "--players", "2"]


def main():
    options = {"games": 1_000_000, "kills": 20, "part": 100_000, "seconds": 20, "seed": 1}
    asked = command_line(__doc__, **options)
    luck = random.Random(asked.seed)
    with project_copy() as killed, project_copy() as fresh:
        begun = time.monotonic()
        kills = [
            kill_once(killed, asked.games, luck.uniform(1, asked.seconds))
            for _ in range(asked.kills)
        ]
        whole = run(killed, asked.games)
        seconds = time.monotonic() - begun
        part, again = run(killed, asked.part), run(fresh, asked.part)
        files = len([one for one in project_folder(killed).rglob("*") if one.is_file()])
    print(f"{asked.games:,} games, killed {sum(kills)} times: {seconds:.0f} s, {files} chunks kept")
    print(whole.decode().strip())
    print(f"the first {asked.part:,}: {'the same bytes' if part == again else 'OTHER BYTES'}")
    return int(part != again or sum(kills) < asked.kills)


def command(root, games):
    return [*COMMAND, "--games", str(games), "--project", str(root)]


def kill_once(root, games, seconds):
    """Start the run and kill it after some seconds; tell whether it had not ended by itself."""
    process = subprocess.Popen(command(root, games), cwd=ROOT, stdout=subprocess.DEVNULL)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        return True
    return False


def run(root, games):
    """What the command says."""
    return subprocess.run(command(root, games), cwd=ROOT, check=True, capture_output=True).stdout


if __name__ == "__main__":
    sys.exit(main())

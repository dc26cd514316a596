"""Where ``trilith`` starts: an interrupt ends in one line, even while modules are loading."""

from __future__ import annotations

import sys


def main() -> None:
    """Load the command line and run it; an interrupt ends with exit status 130."""
    try:
        from generator.cli import main as run

        run()
    except KeyboardInterrupt:
        sys.stderr.write("trilith: interrupted; nothing was half-written\n")
        sys.exit(130)

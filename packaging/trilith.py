"""Where the one file of trilith starts: without words, as by a double click, it is the studio."""

import multiprocessing
import os
import signal
import sys

os.environ["MPLCONFIGDIR"] = f"{sys._MEIPASS}/of matplotlib"  # goes with all the rest
multiprocessing.freeze_support()  # a process that this file started goes no further

from generator.start import main  # noqa: E402
from validator.processes import depend_on  # noqa: E402


def stand_between():
    """Go on in a fork: Ctrl-C reaches that by itself, and this from what unpacked both, again."""
    depend_on(os.getppid())
    here, before = os.getpid(), signal.signal(signal.SIGINT, signal.SIG_IGN)
    if fork := os.fork():
        signal.signal(signal.SIGTERM, lambda number, _: os.kill(fork, number))
        status = os.waitstatus_to_exitcode(os.waitpid(fork, 0)[1])
        os._exit(status if status >= 0 else 128 - status)
    depend_on(here)
    signal.signal(signal.SIGINT, before)


if __name__ == "__main__":
    sys.argv += [] if sys.argv[1:] else ["studio", "--start"]
    if hasattr(os, "fork") and "TRILITH_PAGE" not in os.environ:  # a page's command stands alone
        stand_between()
    main()

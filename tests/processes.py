"""What tests ask the system about processes (Linux)."""

import time
from pathlib import Path


def fields_of(process):
    """The fields of a process's status after its name, or none once it has been reaped."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return None


def ticks(process):
    """The clock ticks that a process has computed for; 0 if it is gone."""
    fields = fields_of(process)
    return int(fields[11]) if fields else 0


def gone(process):
    """Tell whether a process has ended, or does within ten seconds; nobody may have reaped it."""
    for _ in range(1000):
        fields = fields_of(process)
        if fields is None or fields[0] == "Z":
            return True
        time.sleep(0.01)
    return False

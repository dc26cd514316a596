"""``make constraints``: pin every package that trilith and its tools use here to its version.

Packages that only other systems need (colorama on Windows) stay free.
"""

import re
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
FILE = ROOT / "constraints.txt"
HEAD = """\
# The versions that trilith is tested with, of all that it and its tools use: `make setup` installs
# these. Made by `make constraints` from what is installed, once the tests have passed with it.
"""


def wanted():
    """What pyproject.toml asks for, with the tools of those who work on trilith."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    texts = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    return [Requirement(text) for text in texts]


def bare(name):
    """The name of a package as registries compare it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def closure(requirements):
    """The packages that are installed for some requirements, to their versions."""
    found = {}
    ahead = list(requirements)
    while ahead:
        one = ahead.pop()
        if bare(one.name) not in found:
            try:
                installed = distribution(one.name)
            except PackageNotFoundError:
                continue  # of another system
            found[bare(one.name)] = installed.version
            ahead += _needed(installed.requires or [], one.extras)
    return found


def _needed(requires, extras):
    for text in requires:
        one = Requirement(text)
        marker = one.marker
        if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield one


def main():
    """Write the file of constraints."""
    pins = (f"{name}=={version}\n" for name, version in sorted(closure(wanted()).items()))
    FILE.write_text(HEAD + "".join(pins), encoding="utf-8")


if __name__ == "__main__":
    main()

"""What is made to compare two revisions of trilith: commands, each in a project."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

BOX = ("henge", "high_council", "crossing_stonehenge", "battle_of_the_gods", "first_druid")
STARTERS = ("fog", "crazy_eights", "go_fish", "goofspiel", "harbour", "hearts", "ice", "pig")
PAPERS = ("a4", "letter")
LAYOUTS = (
    *("auto", "3x3", "4x2", "2x2", "2x3", "4x4"),
    *("gutterfold", "punchboard", "single", "cutter"),
)
SHOPS = (
    *("thegamecrafter", "makeplayingcards", "drivethrucards", "printandplay"),
    *("longpack", "mbprint", "panda", "offset"),
)
VARIANTS = (
    ("pack", "--pack"),
    ("cut", "--cut", "svg,dxf"),
    ("fold", "--layout", "gutterfold", "--board", "1.5"),
    ("boxes", "--tuck-boxes", "--card-mm", "0.3"),
    ("grey", "--ink", "grey"),
    ("low", "--ink", "low", "--marks", "edges"),
    ("three", "--players", "3", "--bleed", "1", "--flip", "short"),
    ("order", "--order", "fronts-then-backs", "--skip", "1,2"),
)
"""Prints with options that no layout is: a name, and the options."""


@dataclass(frozen=True)
class Errand:
    """A command of trilith in one of the two projects, ``box`` or ``starters``.

    ``part`` and ``name`` say where in the results it is listed. What it prints is kept, and what it
    writes where ``out`` is set: below a folder that ``--out`` names.
    """

    part: str
    name: str
    project: str
    words: Sequence[str]
    out: bool = False


def errands(games: int) -> Iterator[Errand]:
    """All of them, the longest first; ``games`` are played at every table."""
    yield from _played(games)
    yield from _published()
    yield from _printed()
    yield from _ordered()
    yield from _laid()
    yield from _said()


def _homes() -> Iterator[tuple[str, str]]:
    """Each game, and the project it lies in."""
    yield from ((game, "box") for game in BOX)
    yield from ((game, "starters") for game in STARTERS)


def _printed() -> Iterator[Errand]:
    for game, home in _homes():
        for paper in PAPERS:
            for layout in LAYOUTS if home == "box" else LAYOUTS[:1]:
                words = ("print", game, "--paper", paper, "--layout", layout)
                yield Errand("print", f"{game}-{paper}-{layout}", home, words, out=True)
        if home == "box" or game == "fog":
            for name, *options in VARIANTS:
                yield Errand("print", f"{game}-{name}", home, ("print", game, *options), out=True)
    yield Errand("print", "henge-de", "box", ("print", "henge", "--language", "de"), out=True)


def _ordered() -> Iterator[Errand]:
    for game, home in _homes():
        for shop in SHOPS if game in ("henge", "fog") else SHOPS[:3]:
            words = ("shop", game, "--to", shop, "--allow-missing", "--customer", "Ada")
            yield Errand("shop", f"{game}-{shop}", home, words, out=True)


def _published() -> Iterator[Errand]:
    for game, home in _homes():
        for part in ("site", "almanac", "layout", "rulebook", "changelog"):
            words = ("publish", game, "--as", part, "--draft")
            yield Errand("publish", f"{game}-{part}", home, words, out=True)
        yield Errand(
            "report", game, home, ("report", game, "--games", "20", "--jobs", "1"), out=True
        )
    yield Errand("publish", "henge-errata", "box", ("publish", "henge", "--since", "HEAD~1"), True)


def _laid() -> Iterator[Errand]:
    for game, home in _homes():
        for program in ("tts", "pcio"):
            words = ("table", game, "--players", "2", "--to", program, "--draft")
            yield Errand("table", f"{game}-{program}", home, words, out=True)
        for kind in ("faces", "sprites"):
            words = ("pictures", game, "--as", kind, "--dpi", "50")
            yield Errand("pictures", f"{game}-{kind}", home, words, out=True)


def _said() -> Iterator[Errand]:
    for game, home in _homes():
        yield Errand("check", game, home, ("check", game, "--format", "json", "--all"))
        for kind in ("md", "csv", "json"):
            yield Errand("list", f"{game}.{kind}", home, ("list", game, "--all", "--format", kind))
        for verb in ("rulings", "rules", "diff"):
            yield Errand("told", f"{game}-{verb}", home, (verb, game))
        for players in ("1", "2", "3", "4", "5"):
            at = ("--players", players)
            yield Errand("told", f"{game}-setup-{players}", home, ("setup", game, *at))
            for index in ("0", "1"):
                words = ("replay", game, *at, "--options", "--index", index)
                yield Errand("replay", f"{game}-{players}-{index}", home, words)
    for home in ("box", "starters"):
        words = ("check", "--simulate", "--format", "json")
        yield Errand("check", f"{home}-simulated", home, words)
    for words in (("explain",), ("help",), ("calibrate",)):
        yield Errand("told", words[0], "box", words, out=words[0] == "calibrate")


def _played(games: int) -> Iterator[Errand]:
    for game, home in _homes():
        for policy, share in (("random", 1), ("greedy", 5)):
            number = str(max(games // share, 1))
            words = ("simulate", game, "--games", number, "--policy", policy)
            yield Errand("games", f"{game}-{policy}", home, (*words, "--format", "json"))
        yield Errand("games", f"{game}-piles", home, ("piles", game))

"""What is made to compare two revisions of trilith: commands, each in a project."""

from collections.abc import Sequence
from dataclasses import dataclass

BOX = ("henge", "high_council", "crossing_stonehenge", "battle_of_the_gods", "first_druid")
STARTERS = ("fog", "crazy_eights", "go_fish", "goofspiel", "harbour", "hearts", "ice", "pig")
LAYOUTS = (
    *("auto", "3x3", "4x2", "2x2", "2x3", "4x4"),
    *("gutterfold", "punchboard", "single", "cutter"),
)
SHOPS = (
    *("thegamecrafter", "makeplayingcards", "drivethrucards", "printandplay"),
    *("longpack", "mbprint", "panda", "offset"),
)
VARIANTS = {
    "pack": "--pack",
    "cut": "--cut svg,dxf",
    "fold": "--layout gutterfold --board 1.5",
    "boxes": "--tuck-boxes --card-mm 0.3",
    "grey": "--ink grey",
    "low": "--ink low --marks edges",
    "three": "--players 3 --bleed 1 --flip short",
    "order": "--order fronts-then-backs --skip 1,2",
}
"""Prints with options that no layout is."""
WRITTEN = ("publish", "report", "print", "shop", "table", "pictures")
PARTS = ("games", *WRITTEN, "check", "list", "told", "replay")
"""The longest first."""


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


def errands(games):
    """All of them, the longest first; ``games`` are played at every table."""
    made = [("box", *one) for one in _of_the_box()]
    for home, names in (("box", BOX), ("starters", STARTERS)):
        made.append((home, "check", f"{home}-simulated", "check --simulate --format json"))
        for game in names:
            made += [
                (home, part, f"{game}-{name}", line)
                for lines in (_played(game, games), _printed(game), _written(game), _said(game))
                for part, name, line in lines
            ]
    made.sort(key=lambda one: PARTS.index(one[1]))
    for home, part, name, line in made:
        yield Errand(part, name, home, line.split(), part in WRITTEN or line == "calibrate")


def _of_the_box():
    yield "print", "henge-de", "print henge --language de"
    yield "publish", "henge-errata", "publish henge --since HEAD~1"
    for command in ("explain", "help", "calibrate"):
        yield "told", command, command


def _played(game, games):
    for policy, number in (("random", games), ("greedy", max(games // 5, 1))):
        words = f"--games {number} --policy {policy} --format json"
        yield "games", policy, f"simulate {game} {words}"
    yield "games", "piles", f"piles {game}"


def _printed(game):
    for paper in ("a4", "letter"):
        for layout in LAYOUTS if game in BOX else LAYOUTS[:1]:
            yield "print", f"{paper}-{layout}", f"print {game} --paper {paper} --layout {layout}"
    if game in (*BOX, "fog"):
        for name, options in VARIANTS.items():
            yield "print", name, f"print {game} {options}"
    for shop in SHOPS if game in ("henge", "fog") else SHOPS[:3]:
        yield "shop", shop, f"shop {game} --to {shop} --allow-missing --customer Ada"


def _written(game):
    for kind in ("site", "almanac", "layout", "rulebook", "changelog"):
        yield "publish", kind, f"publish {game} --as {kind} --draft"
    yield "report", "20", f"report {game} --games 20 --jobs 1"
    for program in ("tts", "pcio"):
        yield "table", program, f"table {game} --players 2 --to {program} --draft"
    for kind in ("faces", "sprites"):
        yield "pictures", kind, f"pictures {game} --as {kind} --dpi 50"


def _said(game):
    yield "check", "all", f"check {game} --format json --all"
    for kind in ("md", "csv", "json"):
        yield "list", kind, f"list {game} --all --format {kind}"
    for verb in ("rulings", "rules", "diff"):
        yield "told", verb, f"{verb} {game}"
    for players in range(1, 6):
        yield "told", f"setup-{players}", f"setup {game} --players {players}"
        for index in (0, 1):
            words = f"--players {players} --options --index {index}"
            yield "replay", f"{players}-{index}", f"replay {game} {words}"

"""Views of the page: changes, piles, sheets and tables, each answered in its own process."""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import groupby, islice
from pathlib import Path
from typing import Any

from generator.changes.git_files import git, head_of
from generator.changes.ledger import (
    FaceHashes,
    changes,
    faces_now,
    ledger_path,
    read_ledger,
    summary,
)
from generator.changes.revisions import as_it_was, newest_commits
from generator.design.facecheck import lay_out
from generator.design.faces import faces_of
from generator.design.templates import Templates
from generator.drawing.raster import POINTS_PER_INCH, open_pdf
from generator.failures import DataError, FailedError
from generator.outputs.kit import print_kit
from generator.printing.options import PrintOptions
from generator.printing.papers import own_papers, papers
from generator.publish.errata import sections
from generator.studio.desk import StudioSession
from generator.studio.effects import effect
from generator.studio.jobs import file_in_output
from generator.studio.looks import contrasts, look
from generator.studio.session import (
    FaceShot,
    Show,
    StudioPicture,
    TabView,
    Told,
    page_png,
    shape_of,
    shoot,
)
from validator.catalogue.model import Component, Configuration, Game
from validator.catalogue.seats import Seat, instances, table_words
from validator.catalogue.setup_script import BOX, FaceVisibility, label_of
from validator.findings import Finding, has_errors
from validator.report import block
from validator.run import stages
from validator.setup.deal import SetupResult, faces_of_zones, set_up
from validator.simulation.trials import TableChoice, as_json, bounds_from_data, simulate

_UNREADABLE = "the game cannot be read; the findings say why"
DPI = 80
"""Resolution of the pages, in dots an inch: an A4 page has 661 x 935 pixels."""
MOST_PAGES = 60
"""Pages of a file that are shown."""


def sheets(desk: StudioSession, game: Game, words: Mapping[str, str], show: Show) -> dict[str, Any]:
    """Print the kit as ``trilith print`` does, into a folder that goes again, and show its pages.

    Raises:
        FailedError: there is nothing to print; the message has the findings.
        OptionError: there is no such paper.
    """
    if desk.templates is None:
        raise FailedError(_UNREADABLE)
    own, _ = own_papers(desk.root)
    options = PrintOptions(paper=words.get("paper", "a4"), ink=desk.view.ink, own_papers=own)
    with tempfile.TemporaryDirectory(prefix="trilith-") as folder:
        kit, findings = print_kit(game, desk.templates, Path(folder), options)
        if kit is None:
            raise FailedError(_why(findings))
        files = [
            {"file": name, "pages": list(_pages(kit.folder / name, show))}
            for name in kit.files
            if name.endswith(".pdf")
        ]
    ids = [*papers(), *(one.id for one in own)]
    return {"files": files, "papers": ids, "findings": _why(findings)}


def pages(desk: StudioSession, game: Game, words: Mapping[str, str], show: Show) -> dict[str, Any]:
    """Show the first pages of the PDF ``file`` below ``output/``, which a command of the page made.

    Raises:
        FailedError: there is none any more.
    """
    path = file_in_output(desk.root, words.get("file", ""))
    if path is None or path.suffix != ".pdf":
        raise FailedError("there is no such PDF file any more")
    return {"pages": [*islice(_pages(path, show), MOST_PAGES)]}


def _pages(path: Path, show: Show) -> Iterator[dict[str, Any]]:
    """The pages of a file: sizes in mm, and under which name each is shown."""
    with open_pdf(path.read_bytes()) as document:
        for number in range(len(document)):
            wide, high = document[number].get_size()
            body = page_png(document, number, DPI)
            name = hashlib.sha256(body).hexdigest()
            show(StudioPicture(name, body))
            millimetres = 25.4 / POINTS_PER_INCH
            yield {"name": name, "w": wide * millimetres, "h": high * millimetres}


def _why(findings: tuple[Finding, ...]) -> str:
    return "\n".join(block(one) for one in findings if has_errors([one]))


def tables(desk: StudioSession, game: Game, words: Mapping[str, str], show: Show) -> dict[str, Any]:
    """Set a table up: by ``players`` and ``bots`` (else the first one) and ``seed`` (else 1).

    Raises:
        FailedError: the game names no table.
    """
    del desk, show
    table, told = _choose_table(game, words)
    result = set_up(game, table, _number(words, "seed", 1))
    return {
        **told,
        "seed": result.seed,
        "groups": [*_groups(result)],
        "problems": [{"message": one.message, "at": str(one.place)} for one in result.problems],
    }


def _choose_table(game: Game, words: Mapping[str, str]) -> tuple[Configuration, dict[str, Any]]:
    """The table that ``words`` name, else the first without bots, and what is told of all."""
    if not game.configurations:
        raise FailedError("no table is named; write `configurations` in game.yaml")
    asked = words.get("players"), words.get("bots")
    tables = sorted(game.configurations, key=lambda one: one.bots > 0)
    table = next((one for one in tables if (str(one.players), str(one.bots)) == asked), tables[0])
    listed = [
        {
            "players": one.players,
            "bots": one.bots,
            "name": table_words(one.players, one.bots, game.tongue),
        }
        for one in tables
    ]
    return table, {"tables": listed, "players": table.players, "bots": table.bots}


def _number(words: Mapping[str, str], name: str, default: int) -> int:
    """A whole number of a question, or ``default`` where it is none."""
    said = words.get(name, "")
    return int(said) if said.isdecimal() and len(said) < 10 else default


def _groups(result: SetupResult) -> Iterator[dict[str, Any]]:
    """The zones of nobody, those of each seat, and what went back to the box."""
    pieces, faces = instances(result.game), faces_of_zones(result)

    def rows(owner: Seat | None) -> list[dict[str, Any]]:
        return [
            {
                "zone": zone,
                "name": _name(result.game, zone),
                "faces": faces.get(zone, FaceVisibility.UP).value,
                "stacks": [*_stacks(items, pieces)],
            }
            for zone, items in result.zones.items()
            if zone != BOX
            and owner
            == next((seat for seat in result.seats if zone.startswith(f"{seat.name}.")), None)
        ]

    yield {"name": "On the table", "zones": rows(None)}
    for seat in result.seats:
        role = "bot" if seat.kind == "bot" else "player"
        heading = f"Seat {seat.number}: {role}" + (f", {seat.side}" if seat.side else "")
        yield {"name": heading, "zones": rows(seat)}
    box = [*_stacks(sorted(result.zones.get(BOX, ())), pieces)]
    left = {"zone": BOX, "name": "Back in the box", "faces": FaceVisibility.UP.value, "stacks": box}
    yield {"name": "Not used", "zones": [left] if box else []}


def _stacks(items: Sequence[str], pieces: Mapping[str, Component]) -> Iterator[dict[str, Any]]:
    """The pieces of a zone from the top of a pile on; those side by side that are alike."""
    for _, same in groupby(reversed(items), lambda item: pieces[item].id):
        alike = [*same]
        piece = pieces[alike[0]]
        yield {"id": piece.id, "name": piece.name, "count": len(alike)}


def _name(game: Game, zone: str) -> str:
    """A zone as the set-up calls it; a space of a board with its own end."""
    label = label_of(zone, game.setup.zones)
    own = zone.rpartition(".")[2].replace("_", " ")
    name = own if label is None else label.name
    return f"{name[:1].upper()}{name[1:]}" + (f" ({own})" if label and label.board else "")


PRINT = "print"
"""What ``since`` says for the last print, as ``trilith print --mark-printed`` noted it."""
_KEEP = "`git init`, `git add -A` and `git commit -m printed`"
_UNSEEN = "Faces as they were are kept in git alone, so they are not shown"
MOST = 60
"""Pictures of faces as they were that are drawn."""


@dataclass(frozen=True, slots=True)
class _Since:
    """What the game is held against: a revision of git, and what was noted of a print.

    ``wanting`` says why faces cannot be shown as they were, and what to do, where that is so.
    """

    said: str
    revision: str = ""
    printed: FaceHashes | None = None
    wanting: str = ""


def differences(
    desk: StudioSession, game: Game, words: Mapping[str, str], show: Show
) -> dict[str, Any]:
    """Compare a game with what ``since`` names: ``print`` or a revision of git (HEAD).

    ``dpi`` is the resolution of the pictures before.

    Raises:
        FailedError: there is nothing to compare with.
        RevisionError: there is no version control, or no such revision.
    """
    if desk.templates is None:
        raise FailedError(_UNREADABLE)
    since = _since(desk, words.get("since") or PRINT)
    now, _ = faces_now(game, desk.templates)
    told: dict[str, Any] = {"since": since.said, "summary": "", "sections": []}
    told |= {"wanting": since.wanting, "earlier": newest_commits(desk.root, game)}
    found = None if since.printed is None else changes(since.printed, now)
    if found is not None:
        told["summary"] = summary(found)
    if since.revision:
        told |= _compare_with(desk, game, since, now, show, _number(words, "dpi", 80))
    elif found is not None:
        told["sections"] = [
            {"key": key, "heading": heading, "entries": [{"id": one} for one in ids]}
            for key, heading, ids in (
                ("changed", "Changed", found.changed),
                ("added", "New", found.added),
                ("removed", "Taken out", found.removed),
            )
            if ids
        ]
    return told


def _since(desk: StudioSession, said: str) -> _Since:
    """What a question names; where nothing was printed yet, the last commit."""
    if said != PRINT:
        return _Since(said, said)
    try:
        printed = read_ledger(desk.root, desk.view.game, desk.view.language)
    except DataError as error:
        (found,) = error.findings
        raise FailedError(f"{found.place}: {found.message}; {found.hint}") from error
    head = head_of(desk.root)
    if printed is None and not head:
        raise FailedError(
            "no print is marked and no version of the game is kept, so there is nothing to hold it "
            f"against: print with `trilith print {desk.view.game} --mark-printed`, or keep the "
            f"project in git: {_KEEP}"
        )
    if printed is None:
        return _Since("the last commit, since nothing is marked as printed yet", "HEAD")
    if not head:
        return _Since("the last print", "", printed, f"{_UNSEEN}: {_KEEP}")
    kept = ledger_path(desk.root, desk.view.game, desk.view.language)
    path = kept.relative_to(desk.root).as_posix()
    is_kept = not git(desk.root, "diff", "--quiet", "HEAD", "--", path).returncode
    commit = git(desk.root, "log", "-1", "--format=%H", "--", path).stdout.decode().strip()
    if is_kept and commit:
        return _Since("the last print", commit, printed)
    wanting = f"{_UNSEEN}: after a print `git add -A` and `git commit -m printed`"
    return _Since("the last print", "", printed, wanting)


def _compare_with(
    desk: StudioSession,
    game: Game,
    since: _Since,
    now: FaceHashes,
    show: Show,
    dpi: int,
) -> dict[str, Any]:
    """The sections, with pictures of what is different as it was."""
    with as_it_was(desk.root, desk.view.game, since.revision, desk.view.language) as then:
        diff = then.diff(game, now, since.printed)
        before = dict[str, Any]()
        if then.game is not None and then.templates is not None:
            ids = {one.id for one in (*diff.changed, *diff.removed, *diff.redrawn)}
            before = _before(then.game, then.templates, ids, show, dpi)
    told = [asdict(one) for one in sections(diff, game, {}, {})]
    return {"sections": told, "before": before, "commit": then.commit}


def _before(
    game: Game, templates: Templates, ids: Collection[str], show: Show, dpi: int
) -> dict[str, Any]:
    """Fronts as they were, by component: under which name each is shown, and its shape (mm)."""
    pairs, *_ = faces_of(game, templates, wanted=lambda one: one.id in ids)
    few = pairs[:MOST]
    shots = {pair.component: FaceShot(pair.front, dpi) for pair in few}
    distinct = {one.name: one for one in shots.values()}
    for shot, body in shoot(list(distinct.values()), templates.pool):
        if isinstance(body, bytes):
            show(StudioPicture(shot.name, body))
    templates.pool.close()
    return {pair.component: {"name": shots[pair.component].name, **shape_of(pair)} for pair in few}


MOST_GAMES = 1_000
"""Games that are played for one answer."""
POLICIES = ("random", "greedy")


def piles(desk: StudioSession, game: Game, words: Mapping[str, str], show: Show) -> dict[str, Any]:
    """Play ``games`` games at the table of ``players`` and ``bots`` under a ``policy``.

    A game that is not played is answered with what its data declare of piles.

    Raises:
        FailedError: the game names no table.
        UsageError: it cannot be played.
    """
    del show
    table, told = _choose_table(game, words)
    told |= {"policies": POLICIES, "played": game.is_played}
    names = {pile.id: pile.name or pile.id for pile in game.piles}
    if game.is_played:
        policy, games = words.get("policy", ""), _number(words, "games", 20)
        policy = policy if policy in POLICIES else POLICIES[0]
        games = max(1, min(MOST_GAMES, games))
        chosen = TableChoice((game.id,), table.players, table.bots)
        (found,) = as_json(simulate(desk.catalogue, chosen, games, policy))
        then = {pile.id: pile.then for pile in game.piles}
        told |= found
        told["piles"] = [
            {"id": key, "name": names.get(key, key), "then": then.get(key, ""), **figures}
            for key, figures in found["piles"].items()
        ]
    else:  # what the draw rates and the length that the data declare make of each pile
        told["piles"] = [
            {
                "id": bound.pile,
                "name": names[bound.pile],
                "size": size,
                "can_run_out": bound.can_run_out,
                "sum": bound.sum,
            }
            for size, bound in (bounds_from_data(game, table) if game.length is not None else ())
        ]
    return told


QUESTIONS: Mapping[
    str, Callable[[StudioSession, Game, Mapping[str, str], Show], dict[str, Any]]
] = {
    "sheets": sheets,
    "pages": pages,
    "tables": tables,
    "changes": differences,
    "piles": piles,
    "effect": effect,
    "look": look,
    "contrasts": contrasts,
}
"""Each by the name that the page asks for it, from the words of a request to what is told."""


def answer(what: str, words: Mapping[str, str], desk: StudioSession, show: Show) -> Told:
    """The answer to a question of the page, as JSON.

    Raises:
        FailedError: the game cannot be read; or as the question does.
    """
    if desk.game is None:
        raise FailedError(_UNREADABLE)
    told = QUESTIONS[what](desk, desk.game, words, show)
    return "application/json", json.dumps(told, ensure_ascii=False).encode()


def check_all(desk: StudioSession, show: Show) -> Told:
    """Show what each stage of ``trilith check`` finds of what is on the desk."""
    layout = lay_out(desk.catalogue, desk.root, desk.templates, desk.template_findings, desk.layout)
    del layout
    for found in stages(desk.catalogue, desk.root, desk.findings):
        show(tuple(found))
    return "", b""


def work_anew(
    root: Path, view: TabView, work: Callable[[StudioSession, Show], Told], show: Show
) -> Told:
    """What ``work`` answers in a process that has no desk: it reads and lays out the game."""
    desk = StudioSession(root, view)
    try:
        for _ in desk.renew(()):
            pass
        return work(desk, show)
    finally:
        desk.close()

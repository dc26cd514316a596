"""``trilith notes``: what players said of a game at the table, taken in, listed, answered."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from generator.atomic import below, write_bytes
from generator.failures import Interrupted, WrongUseError
from generator.options import Context, stop_on_errors
from validator.catalogue.folders import game_names
from validator.command import ProjectDir
from validator.findings import printable
from validator.plainfile import read_plain

if TYPE_CHECKING:
    from generator.playtest.answers import AskedSheets
    from generator.playtest.notes import PlaytestFile, Remark
    from validator.catalogue.source import Source


class Grouping(StrEnum):
    """What remarks are listed by."""

    CARD = "card"
    RULE = "rule"
    TABLE = "table"
    REVISION = "revision"


ACTIONS = ("add", "in", "read", "done")


def notes(
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[GAME | add GAME | in FILE | read PHOTO... | done FILE#N TEXT]"),
    ] = None,
    by: Annotated[Grouping, typer.Option("--by", help="List by this.")] = Grouping.CARD,
    everything: Annotated[
        bool, typer.Option("--all", help="List also what is done, or on cards changed since.")
    ] = False,
    code: Annotated[
        str, typer.Option("--print", metavar="CODE", help="add, in: the print that was played.")
    ] = "",
    game: Annotated[str, typer.Option("--game", help="in: the game that a form is about.")] = "",
    leave: Annotated[
        bool, typer.Option("--leave", help="read: ask nothing, note what is unsure in the file.")
    ] = False,
    sheet: Annotated[
        str, typer.Option("--sheet", metavar="CODE-N", help="read: what the sheet has as code.")
    ] = "",
    project: ProjectDir = None,
) -> None:
    """Keep what players say of a game at the table, and what you did about it.

    `trilith notes fog` lists what is open, by card; what is done, or said of a card that looks
    otherwise by now, is only counted. `add fog` asks question after question, as the sheets of
    `trilith print fog --playtest` do; `read PHOTO...` reads photographs of these, all of one print
    as one game; `in answers.csv --game fog` takes in the export of a form. Each game played is a
    file of its own in playtests/. `done fog/2026-05-30-KWXMPA#2 "costs 1 now"` answers a remark;
    errata tell the answer. No names of people are asked or kept.
    """
    context = Context(project)
    match words or []:
        case ["add", name]:
            add_game(context, name, code.upper())
        case ["in", file] if game:
            take_form(context, Path(file), game, code.upper())
        case ["read", *photos] if photos:
            read_photos(context, [Path(one) for one in photos], sheet, leave=leave)
        case ["done", spot, text]:
            typer.echo(mark_done(context.root, spot, text))
        case ["add" | "in" | "read" | "done" as action, *_]:
            raise WrongUseError(f"`trilith notes {action}` lacks what `trilith notes --help` tells")
        case [] | [_] as named:
            for line in list_notes(context, named, by, everything=everything):
                typer.echo(printable(line))
        case _:
            raise WrongUseError(f"name one game, or one of {', '.join(ACTIONS)} first")


# --- listed ---------------------------------------------------------------------------------------


def list_notes(
    context: Context, named: Sequence[str], by: Grouping, *, everything: bool
) -> Iterator[str]:
    """The remarks of games in lines; those that are done or outlived are counted."""
    from generator.playtest.notes import read_playtests

    catalogue = context.catalogue(named)
    for name in named or catalogue.games:
        files, findings = read_playtests(context.root, name)
        stop_on_errors(findings)
        if files:
            yield from _list_game(context, catalogue.games[name], files, by, everything)
        else:
            yield f"{name}: no playtests yet; `trilith notes add {name}` takes one down"


def _list_game(
    context: Context, game: Any, files: Sequence[PlaytestFile], by: Grouping, everything: bool
) -> Iterator[str]:
    marks = _marks_today(context, game) if any(one.record for one in files) else {}
    pieces = {one.id: one.name for one in game.components()}
    groups: dict[str, list[str]] = {}
    counts = {"open": 0, "done": 0, "on cards that changed since": 0}
    for file in files:
        for name, remark in file.remarks.items():
            changed = file.has_changed(remark, marks)
            state = "done" if remark.state == "done" else "open"
            kind = "on cards that changed since" if changed and state == "open" else state
            counts[kind] += 1
            if kind == "open" or everything:
                told = groups.setdefault(_group(file, remark, by, pieces), [])
                told.extend(_lines(name, remark, by, pieces, changed))
        for one in file.data.get("unsure", ()):
            where = f"seat {one['seat']}" if one.get("seat") else "table"
            said = f"  {file.name}: {where}, {one['asks']}: is {one['may_be']!r} marked?"
            groups.setdefault("marks that may be none", []).append(said)
    told_counts = ", ".join(f"{count} {kind}" for kind, count in counts.items() if count)
    played = f"{len(files)} game{'s' if len(files) > 1 else ''} played"
    yield f"{game.name}: {played}; remarks: {told_counts or 'none'}"
    for head in sorted(groups, key=lambda one: (one.startswith("("), one)):
        yield from ("", head, *groups[head])
    if not everything and counts["open"] < sum(counts.values()):
        yield from ("", "--all lists the others too")


def _marks_today(context: Context, game: Any) -> Mapping[str, str]:
    from generator.design.templates import load_templates
    from generator.playtest.prints import piece_marks

    templates, findings = load_templates(context.root, draft=True)
    stop_on_errors(findings)
    assert templates is not None
    return piece_marks(game, templates)


def _group(file: PlaytestFile, remark: Remark, by: Grouping, pieces: Mapping[str, str]) -> str:
    match by:
        case Grouping.TABLE:
            return file.name
        case Grouping.REVISION:
            return f"revision {file.revision}" if file.revision else "(no revision)"
        case Grouping.RULE:
            return remark.rule or "(no rule)"
    return pieces.get(remark.card, remark.card) or "(no card)"


def _lines(
    name: str, remark: Remark, by: Grouping, pieces: Mapping[str, str], changed: bool
) -> Iterator[str]:
    on = remark.rule if by is not Grouping.RULE else ""
    if remark.card and by is not Grouping.CARD:
        on = pieces.get(remark.card, remark.card)
    since = " (the card changed since)" if changed else ""
    seat = f"seat {remark.seat}" if remark.seat else "table"
    yield f"  {name} {seat}{since}: " + ": ".join(one for one in (on, remark.words) if one)
    if remark.state == "done":
        yield f"    done: {remark.answer}" if remark.answer else "    done"


# --- answered -------------------------------------------------------------------------------------


def mark_done(root: Path, spot: str, text: str) -> str:
    """Set a remark's state and answer where it stands; every other byte of the file stays.

    Raises:
        WrongUseError: there is no such remark.
        DataError: the file has errors.
    """
    from generator.sheets.yaml_edit import YamlText, change_value, splice, value_at

    file, at = _find_remark(root, spot)
    path = below(root, *Path(file.source.file).parts)
    whole = read_plain(path, inside=root).decode("utf-8")
    text_begins = whole[:1] == "\ufeff"
    written = YamlText(whole[text_begins:])
    listed = value_at(written.root, "remarks")
    node = (listed.value if listed else ())[at]
    old = file.data["remarks"][at]
    edits = change_value(written, None, node, old, {**old, "state": "done", "answer": text})
    write_bytes(path, (whole[:text_begins] + splice(written.text, edits)).encode())
    return f"{file.source.place(('remarks', at))}: done"


def _find_remark(root: Path, spot: str) -> tuple[PlaytestFile, int]:
    """The file of a remark, and its number in there from 0."""
    from generator.playtest.notes import read_playtests

    asked, _, number = spot.removeprefix("playtests/").partition("#")
    name = asked.removesuffix(".yaml")
    game = name.partition("/")[0]
    files, told = read_playtests(root, game) if game in game_names(root) else ((), ())
    for file in files:
        if f"{file.name}#{number}" in file.remarks and file.name == name:
            return file, int(number) - 1
    stop_on_errors([one for one in told if one.place.file.endswith(f"/{name}.yaml")])
    raise WrongUseError(f"there is no remark {spot!r}; `trilith notes` lists them")


# --- asked for at the terminal --------------------------------------------------------------------


def add_game(context: Context, name: str, code: str) -> None:
    """Ask for a game that was played and write it down.

    Raises:
        Interrupted: it was broken off; the draft goes on from there.
    """
    from generator.playtest.answers import sheets_of
    from generator.playtest.dialog import Dialog, Draft
    from generator.terminal.screen import Terminal

    catalogue, root, terminal = context.catalogue([name]), context.root, Terminal()
    draft = Draft(root, name, code).read()
    try:
        if draft.typed:
            asks = f"{len(draft.typed) - 1} answers are kept of a game not told to its end"
            if terminal.ask(f"{asks}; go on with it? (yes or no): ").casefold()[:1] == "n":
                draft = Draft(root, name, code)
        asked = sheets_of(catalogue, root, name, draft.code)
        terminal.tell(["Enter leaves out what you do not know. No names, please."])
        dialog = Dialog(asked, terminal.ask, dict(draft.typed), draft.keep)
        path = draft.write(asked, dialog.whole_game())
    except (EOFError, KeyboardInterrupt) as error:
        goes_on = f"what was typed is kept; `trilith notes add {name}` goes on with it"
        raise Interrupted(goes_on) from error
    typer.echo(f"{path}: written")


# --- read from photographs ------------------------------------------------------------------------


def read_photos(context: Context, photos: Sequence[Path], sheet: str, *, leave: bool) -> None:
    """Read the sheets on photographs, those of one print as one game, and write that down.

    What is unsure is asked, or left open in the file with ``leave``. Where nobody says how many
    played it is as many as have a score. Files are written once all of it is read and said.

    Raises:
        WrongUseError: a photograph cannot be read.
    """
    from generator.playtest.answers import sheets_of
    from generator.playtest.dialog import Dialog
    from generator.playtest.notes import read_playtests, write_playtests
    from generator.playtest.photographs import read_photograph
    from generator.playtest.readings import find_print, one_of_each, play_read
    from generator.terminal.screen import Terminal

    root, terminal = context.root, Terminal()
    found = partial(find_print, root)
    readings = [one for path in photos for one in read_photograph(path, found, sheet)]
    games: dict[str, list[tuple[Mapping[str, Any], Mapping[str, bytes]]]] = {}
    for code, group in one_of_each(readings).items():
        name = found(code).game
        asked = sheets_of(context.catalogue([name]), root, name, code)
        dialog = Dialog(asked, (lambda _: "") if leave else terminal.ask)
        played, pictures = play_read(asked, group, dialog.settle)
        played |= dict(dialog.table(f"print {code}"))
        scored = [one for one in played.get("seats", ()) if "score" in one]
        if scored and not played.get("players"):
            played["players"] = len(scored)
        games.setdefault(name, []).append((played, pictures))
        for one in read_playtests(root, name)[0]:
            if one.data.get("print") == code:
                typer.echo(f"{one.source.file} is of the same print: keep one of the same game")
    for name, all_played in games.items():
        for path in write_playtests(root, name, all_played):
            typer.echo(f"{path}: written")


# --- taken in from a form -------------------------------------------------------------------------


def take_form(context: Context, file: Path, game: str, code: str) -> None:
    """Take the export of a form in; what its columns hold stands in ``columns.yaml``.

    Where that does not say it of all columns, it is written for somebody to edit, and nothing is
    taken in.

    Raises:
        WrongUseError: the file cannot be read, or is about no game.
        DataError: a cell or a line of ``columns.yaml`` cannot be read; nothing is written.
    """
    from generator.changes.print_records import FOLDER
    from generator.playtest.answers import sheets_of
    from generator.playtest.forms import games_of, headers_of, read_columns, read_form, read_rows
    from generator.playtest.notes import COLUMNS, read_playtests, write_playtests
    from validator.report import count_things

    root = context.root
    asked = sheets_of(context.catalogue([game]), root, game, code)
    path = below(root, FOLDER, game, COLUMNS)
    source = read_columns(path, root, asked)
    columns = source.data["columns"] if source else {}
    grid = read_form(file, columns)
    if fresh := [one for one in headers_of(grid) if one and one not in columns]:
        _offer_columns(path, source, fresh, asked)
        asks = f"say in {path.relative_to(root).as_posix()} what these columns hold"
        raise WrongUseError(f"{asks}, and run this again; nothing is taken in: {', '.join(fresh)}")
    files, findings = read_playtests(root, game)
    stop_on_errors(findings)
    taken = {one for file in files for one in file.data.get("rows", ())}
    rows = read_rows(grid, columns, asked, taken)
    games = games_of(rows, game, code)
    for written in write_playtests(root, game, [(one, {}) for one in games]):
        typer.echo(f"{written}: written")
    typer.echo(f"{count_things(len(rows), 'row')} of {file.name} taken in that were not before")


_COLUMNS_HEAD = """\
# What each column of the form holds: date, print, table, players, bots, began, minutes, seat,
# score, won, card, rule, ticked, remark (on the card or rule before it), remarks, ignore, or the id
"""


def _offer_columns(
    path: Path, source: Source | None, fresh: Sequence[str], asked: AskedSheets
) -> None:
    """Write what columns hold, as it can be guessed, behind what is known of others."""
    from generator.playtest.forms import guess_column
    from generator.sheets.yaml_edit import YamlText, block, change_value, splice

    guessed = {one: guess_column(one, asked) for one in fresh}
    if source is not None:
        known = source.data["columns"]
        text = YamlText(path.read_text(encoding="utf-8"))
        new = {**source.data, "columns": {**known, **guessed}}
        told = splice(text.text, change_value(text, None, text.root, source.data, new))
    else:
        ids = ", ".join(one.id for one in asked.own) or "there are none"
        lines = block(guessed, 2, "\n")
        told = f"{_COLUMNS_HEAD}# of a question: {ids}.\nkind: columns\ncolumns:\n  {lines}\n"
    write_bytes(path, told.encode())

"""A game that was played, taken down on the page."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from generator.changes.print_records import FOLDER, read_record
from generator.failures import DataError, FailedError, WrongUseError
from generator.options import Context
from generator.playtest.answers import sheets_of
from generator.playtest.dialog import Draft, PlaytestForm
from generator.playtest.notes import DONE, read_playtests
from generator.studio.set_files import RefusedError


def take_down(root: Path, game: str, words: Mapping[str, str]) -> dict[str, Any]:
    """Keep what the page says of a game, and tell what is asked about it then.

    ``words`` are answers by the names of their questions; beside these ``print``, the code of the
    print that was played, and ``end``: to ``write`` the game, or to ``drop`` it.

    Raises:
        RefusedError: it cannot be kept or written.
    """
    try:
        draft, said = Draft(root, game), ""
        if words.get("end") == "drop":
            draft.path.unlink(missing_ok=True)
            said = "begun anew"
        draft = draft.read()
        typed = {name: text for name, text in words.items() if " " in name}
        draft = Draft(root, game, words.get("print", draft.code), {**draft.typed, **typed})
        form = _form(draft)
        if typed or "print" in words:
            for name in typed.keys() - {one.name for one in form.rows}:
                del form.typed[name]  # nobody asks that
            draft.keep(form.typed)
        if words.get("end") == "write":
            if form.wrong:
                said = "not written yet: mend what is marked"
            elif not any(form.typed.get(one.name) for one in form.rows):
                said = "nothing is said of the game yet"
            else:
                said = f"{draft.write(form.asked, form.said)} is written"
                draft = Draft(root, game)
                form = _form(draft)
        return {"said": said, **_describe(draft, form)}
    except DataError as error:
        first = error.findings[0]
        raise RefusedError(f"nothing was written: {first.place}: {first.message}") from error
    except (OSError, FailedError, WrongUseError) as error:
        raise RefusedError(f"nothing was written: {error}") from error


def _form(draft: Draft) -> PlaytestForm:
    catalogue = Context(draft.root).catalogue([draft.game])
    asked = sheets_of(catalogue, draft.root, draft.game, draft.code)
    return PlaytestForm(asked, dict(draft.typed))


def _describe(draft: Draft, form: PlaytestForm) -> dict[str, Any]:
    """Prints, questions with what is typed, and remarks that are open."""
    root, game = draft.root, draft.game
    codes = sorted(one.stem for one in (root / FOLDER / game / "prints").glob("*.json"))
    rows = [
        {
            **asdict(one),
            "name": one.name,
            "text": form.typed.get(one.name, ""),
            "value": form.values.get(one.name),
            "wrong": form.wrong.get(one.name, ""),
        }
        for one in form.rows
    ]
    remarks = [
        {"name": name, "card": one.card, "rule": one.rule, "words": one.words}
        for file in read_playtests(root, game)[0]
        for name, one in file.remarks.items()
        if one.state != DONE
    ]
    return {
        "print": draft.code,
        "prints": [(one, read_record(root, game, one).date) for one in codes],
        "rows": rows,
        "subjects": [*form.asked.pieces.values(), *form.asked.rules],
        "remarks": remarks,
    }

"""What a designer is told of a column: the schema's words, what it may hold, its short form."""

from __future__ import annotations

from validator.catalogue.sheets.shapes import Shape

_COMMON = {
    "id": "Unique in the game. A row with a new id is a new record; one taken out goes.",
    "name": "Printed name.",
    "copies": "Equal pieces in the box; 1 if empty.",
}
_EFFECTS = "In short, parted by `;`: score 3 point; draw 2 luck-card. docs/sheets.md has all."
_LONGEST = 900
"""Characters of a note; spreadsheets show them in a box."""


def note(field: str, shape: Shape) -> str:
    """The note at the header of a column; empty if there is nothing to say."""
    about = str(shape.fragment.get("description", "")) or _COMMON.get(field, "")
    said = [about, *_form(shape), *_limits(shape)]
    return " ".join(one for one in said if one)[:_LONGEST]


def choices(shape: Shape) -> list[str]:
    """The values that a cell may be chosen from; none if it is free."""
    if shape.enum and all(isinstance(one, str | int) for one in shape.enum):
        return [str(one).upper() if isinstance(one, bool) else str(one) for one in shape.enum]
    return ["TRUE", "FALSE"] if shape.kinds == {"boolean"} else []


def limits(shape: Shape) -> tuple[float | None, float | None]:
    """The least and the largest number that a cell may have; None where there is no bound."""
    least, most = shape.fragment.get("minimum"), shape.fragment.get("maximum")
    numbers = (int, float)
    return (
        least if isinstance(least, numbers) and not isinstance(least, bool) else None,
        most if isinstance(most, numbers) and not isinstance(most, bool) else None,
    )


def is_text(shape: Shape) -> bool:
    """Tell whether a column holds texts, so that 3/4 must not become a date nor 007 a number."""
    return not shape.allows("integer", "number", "boolean")


def _form(shape: Shape) -> list[str]:
    if shape.effects:
        return [_EFFECTS]
    if shape.allows("array"):
        entries = ", ".join(choices(shape.items))
        plain = not shape.items.allows("object", "array")
        form = "Parted by `;`." if plain else "A list in YAML, on one line."
        return [form, f"Choose from: {entries}." if entries else ""]
    return ["A mapping in YAML, on one line."] if shape.allows("object") else []


def _limits(shape: Shape) -> list[str]:
    if shape.enum:
        return [f"One of: {', '.join(choices(shape))}."]
    least, most = limits(shape)
    if least is None and most is None:
        return []
    if most is None:
        return [f"At least {least}."]
    return [f"At most {most}."] if least is None else [f"From {least} to {most}."]

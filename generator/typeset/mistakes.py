"""What in a text looks like markup and is none, so that it would be printed as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from generator.typeset.bidi import CONTROLS
from generator.typeset.markup import ESCAPED

_TAGS = (
    "a|b|big|br|center|code|del|div|em|font|h[1-6]|hr|i|img|ins|li|mark|ol|p|s|small|span|strong"
    "|sub|sup|u|ul"
)
_SIGN = re.compile(
    rf"\\[{ESCAPED}]|\{{[^{{}}\s]{{1,60}}\}}"  # escaped signs and icons are right
    r"|(?P<brace>\{[^{}\n]{0,60}\}|\{[^{}\s]{0,60}|\})|"
    rf"(?P<tag></?(?:{_TAGS})\b[^<>\n]{{0,60}}>)",
    re.IGNORECASE,
)
_SUSPECT = re.compile(rf"[{{}}<*{CONTROLS}]")
_ESCAPED = re.compile(rf"\\[{ESCAPED}]")
_BOLD = re.compile(r"\*\*(?=\S)(.+?)(?<=\S)\*\*(?!\*)")
_WHOLE = re.compile(rf"{_ESCAPED.pattern}|{_BOLD.pattern}")


@dataclass(frozen=True, slots=True)
class Mistake:
    """What is wrong with a text, and what to do about it."""

    message: str
    hint: str


def mistakes(text: str, *, is_line: bool = False) -> Iterator[Mistake]:
    """Braces, stars and tags that are left open or mean nothing; ``is_line``: no bold words."""
    if not _SUSPECT.search(text):
        return
    for match in _SIGN.finditer(text):
        if match["brace"]:
            yield _brace(match["brace"])
        elif match["tag"]:
            yield _tag(match["tag"])
    for line in text.splitlines():
        bare = _ESCAPED.sub(" ", line)
        if "**" in (bare if is_line else _BOLD.sub(r"\1", bare)):
            yield _stars(is_line)
    if any(sign in text for sign in CONTROLS):
        message = "the text holds a sign that embeds or isolates a direction, which is not read"
        yield Mistake(message, "take it out; the marks U+200E and U+200F are read")


def with_plain_signs(text: str, *, is_line: bool = False) -> str:
    """The text with a backslash before each sign of which :func:`mistakes` tells.

    It is printed as it stands.
    """
    at = 0
    while (found := _SIGN.search(text, at)) is not None:
        if found.lastgroup:
            text = f"{text[: found.start()]}\\{text[found.start() :]}"
        at = found.start() + 2 if found.lastgroup else found.end()
    return "".join(_plain_stars(line, is_line) for line in text.splitlines(keepends=True))


def _plain_stars(line: str, is_line: bool) -> str:
    """A line in which the ``**`` that mean nothing have backslashes."""
    whole = _ESCAPED if is_line else _WHOLE
    found, at = "", 0
    for one in (*whole.finditer(line), None):
        end = len(line) if one is None else one.start()
        found += line[at:end].replace("**", r"\*\*") + (one[0] if one else "")
        at = one.end() if one else end
    return found


def _brace(found: str) -> Mistake:
    plain = r"a brace that is to be printed is written \{ or \}"
    name = found.strip("{}").strip()
    if not found.startswith("{"):
        return Mistake("a `}` closes nothing", f"take it out, or put `{{` before the icon; {plain}")
    if not found.endswith("}"):
        hint = f"write `{{{name or 'coin'}}}` for the icon; {plain}"
        return Mistake(f"`{found}` is left open", hint)
    return Mistake(f"`{found}` names no icon", f"an icon is one word, such as `{{coin}}`; {plain}")


def _tag(found: str) -> Mistake:
    message = f"`{found}` is printed as it stands"
    return Mistake(
        message, r"write **bold** or *italic*; a `<` that is to be printed is written \<"
    )


def _stars(is_line: bool) -> Mistake:
    plain = r"stars that are to be printed are written \*\*"
    if is_line:
        return Mistake("`**` means nothing in a text of one line", f"take the stars out; {plain}")
    return Mistake(
        "`**` has no partner", f"begin and end bold words with `**` in one paragraph; {plain}"
    )

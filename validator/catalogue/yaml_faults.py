"""What is wrong with a file that is not YAML, in plain words, at the value that is to be mended.

The parser tells where it stumbled, which for a quote that is never closed is lines further down.
So the text is read once more, value by value, up to that line: the first value that YAML cannot
take is to blame. Where there is none, the parser's own words are put plainly.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass

import yaml

MOST_CHARACTERS = 10_000
"""Most characters of a text."""
MOST_ENTRIES = 2_000
"""Most entries of a list that is not at the top of a file."""
KEPT = 40
"""So much of what is too long is read all the same."""

_ENTRY = re.compile(
    r"(?P<indent> *)(?P<dashes>(?:- +)*)"
    r"""(?:(?P<key>"[^"\n]*"|'[^'\n]*'|[^\s#"'\[\]{},&*!|>%@`][^:\n]*?) *:(?=[ \n]|\Z) *)?"""
    r"(?P<value>[^\n]*)\n?"
)
_FLOW_KEY = re.compile(r"""[^\s:,{}\[\]#"'][^:,{}\[\]#\n"']*:(?=[\s,}\]])|["'][^"'\n]*["']:""")
_FLOW_PLAIN = re.compile(r"(?:[^,{}\[\]\n# ]|(?<=\S)#| (?!#))+")
_COMMENT = re.compile(r"[ \t]+#[^\n]*")
_REST = re.compile(r"[ \t]*(?:[ \t]#[^\n]*)?(?=\n|\Z)")
_REST_IN_FLOW = re.compile(r"\s*(?:[,}\]:]|(?<=\s)#|\Z)")
_UP_TO_COMMA = re.compile(r"[^,}\]\n]*(?:\}[^,}\]\n]+)*")
_END_IN_FLOW = re.compile(r"\s*(?:,\s*[\w-]+:\s.*|[,}\]\s]*)\Z")
_ENDS_FLOW = re.compile(r"[,}\]]")
_BLOCK_HEAD = re.compile(r"[|>][-+\d]*[ \t]*(?:#.*)?")
_GLUED = re.compile(r"[\w-]+:\S")
_SPACES = re.compile(" *")
_INSIDE = {
    '"': re.compile(r'[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL),
    "'": re.compile(r"[^']*(?:''[^']*)*'"),
}
_CLOSES = {"{": "}", "[": "]"}
_SIGNS = "*&!%@`,]}"
"""What no unquoted text may begin with."""
_LINE_UP = "begin it in the same column as its neighbours, with spaces"


@dataclass(frozen=True, slots=True)
class YamlFault:
    """Something that is not YAML: line and column from 1, what it is, how to mend it."""

    line: int
    column: int
    message: str
    hint: str


class _FoundError(Exception):
    """Ends the search: ``offset`` into the text, message and hint."""

    def __init__(self, offset: int, message: str, hint: str) -> None:
        super().__init__(message)
        self.offset = offset
        self.hint = hint


def quote(text: str) -> str:
    """A text in double quotes, on one line, with escapes only where they are needed."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\x7f").replace("\x85", "\\N")


def in_quotes(text: str) -> str:
    """A text in those quotes that need no escapes, if it can."""
    single = f"'{text}'"
    if ('"' in text or "\\" in text) and "'" not in text and text.isprintable():
        return single
    return quote(text)


def put_quotes(text: str) -> str:
    """The hint to put quotes round ``text``, which is shortened where it is long."""
    shown = text if len(text) <= 60 else text[:56].rstrip() + " ..."
    return f"put quotes round it: {in_quotes(shown)}"


def explain(error: yaml.MarkedYAMLError, text: str) -> YamlFault:
    """What to say of ``text``, over which the parser stumbled with ``error``."""
    mark = error.problem_mark or error.context_mark
    line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
    here = text.split("\n")[line - 1 : line]
    if here and "\t" in here[0][: len(here[0]) - len(here[0].lstrip())]:
        message = "not valid YAML: a tab in front of the text"
        return YamlFault(line, column, message, "indent with spaces, never with tabs")
    found = first_fault(text)
    return found if found and found.line <= line else _plainly(error, line, column)


def first_fault(text: str) -> YamlFault | None:
    """The first value of ``text`` that YAML cannot take, if there is one."""
    try:
        _scan(text)
    except _FoundError as found:
        before = text[: found.offset]
        column = found.offset - (before.rfind("\n") + 1) + 1
        return YamlFault(before.count("\n") + 1, column, f"not valid YAML: {found}", found.hint)
    return None


def _plainly(error: yaml.MarkedYAMLError, line: int, column: int) -> YamlFault:
    problem = str(error.problem)
    start = error.context_mark
    if "another document" in problem:
        message, hint = "a second document begins here", "take the line `---` out"
    elif "expected ':'" in problem and start is not None:
        line, column = start.line + 1, start.column + 1
        message, hint = "this line has no `key:`", "write `key: value`"
    elif "expected key" in problem or "indicator" in problem or "not allowed" in problem:
        message, hint = "this line does not line up with those above", _LINE_UP
    elif "escape" in problem:
        message = "a backslash in double quotes begins a sign that YAML does not know"
        hint = "write two backslashes for one, or use single quotes"
    else:
        message = " ".join(part for part in (error.context, error.problem) if part)
        hint = "check colons, quotes and indents"
    return YamlFault(line, column, f"not valid YAML: {message}", hint)


def _scan(text: str) -> None:
    """Read ``text`` entry by entry; raises :class:`_FoundError` at the first fault."""
    at, deeper_than = 0, -1
    while at < len(text):
        entry = _ENTRY.match(text, at)
        assert entry is not None
        at = entry.end()
        value, start = entry["value"].rstrip(), entry.start("value")
        if not entry["key"] and (not value or value.startswith(("#", "---"))):
            continue
        if deeper_than >= 0 and len(entry["indent"]) > deeper_than and not entry["dashes"]:
            if entry["key"]:
                message = "this line stands deeper than the one above, "
                message += "so it counts as more of its text"
                hint = "begin it in the same column, or put quotes round the whole text"
                raise _FoundError(entry.start("key"), message, hint)
            continue
        deeper_than = -1
        column = len(entry["indent"]) + len(entry["dashes"])
        inner = column if entry["key"] else column - 2
        if _BLOCK_HEAD.fullmatch(value):
            at = _after_block(text, at, len(entry["indent"]) if entry["dashes"] else column)
        elif value and value[0] in "\"'{[":
            at = _line_after(text, _end_of_brackets(text, start))
        elif value and value[0] != "#":
            _plain(value, start, entry)
            deeper_than = max(inner, 0)


def _after_block(text: str, at: int, column: int) -> int:
    """Where the lines of a block text (``|`` or ``>``) end, whose key stands at ``column``."""
    deeper = re.compile(rf" {{{column + 1},}}[^\n]*\n?|[ \t]*\n")
    while (line := deeper.match(text, at)) and line.end() > at:
        at = line.end()
    return at


def _end_of_brackets(text: str, start: int) -> int:
    """The end of a quoted text or of braces in block style, with nothing behind it on its line."""
    end = _end_of_quotes(text, start, _REST) if text[start] in "\"'" else _flow(text, start)
    if not _REST.match(text, end):
        _needs_quotes(start, _line(text, start), f"a text that begins with `{text[start]}`")
    return end


def _end_of_quotes(text: str, start: int, rest: re.Pattern[str]) -> int:
    """The end of the quoted text at ``start``, behind which only ``rest`` may stand."""
    sign = text[start]
    body = _INSIDE[sign].match(text, start + 1)
    if body is not None and rest.match(text, body.end()):
        return body.end()
    if body is None or "\n" in body[0]:
        message = "the quote that opens here is not closed"
        raise _FoundError(start, message, f"write {sign} at the end of the text as well")
    message = "the text goes on behind the quote that closes it"
    raise _FoundError(start, message, put_quotes(_whole(text, start, rest)))


def _whole(text: str, start: int, rest: re.Pattern[str]) -> str:
    """The text that was meant: to the end of the line, or of the entry inside braces.

    Of a text in single quotes with an apostrophe, the outer quotes go.
    """
    line = _line(text, start)
    end = _END_IN_FLOW.search(line) if rest is not _REST else None
    line = line[: end.start()] if end else line
    return line[1:-1] if line[0] == line[-1] == "'" else line


def _line(text: str, start: int) -> str:
    """The rest of the line from ``start``, without a comment."""
    line = text[start:].split("\n", 1)[0]
    comment = _COMMENT.search(line)
    return (line[: comment.start()] if comment else line).rstrip()


def _line_after(text: str, at: int) -> int:
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def _plain(value: str, start: int, entry: re.Match[str]) -> None:
    bare = _COMMENT.sub("", value)
    if entry["key"] is None and not entry["dashes"]:
        message = f"this line has no `key:`, only {bare[:40]!r}"
        hint = "write `key: value`, or join it to the text above and put quotes round that"
        if _GLUED.match(bare):
            key, _, text = bare.partition(":")
            message, hint = "a space is missing behind the colon", f"write `{key}: {text}`"
        raise _FoundError(start, message, hint)
    elif not bare:
        return
    elif bare[0] in _SIGNS or bare.startswith(("- ", "? ", "|", ">")):
        _needs_quotes(start, bare, f"a text that begins with `{bare[0]}`")
    elif ": " in bare or bare.endswith(":"):
        _needs_quotes(start, bare, "a text with a colon in it")


def _needs_quotes(start: int, value: str, what: str) -> None:
    raise _FoundError(start, f"{what} needs quotes", put_quotes(value))


def _flow(text: str, start: int, outer: int | None = None) -> int:
    """The end of the braces or brackets that open at ``start``, the outermost at ``outer``."""
    outermost = start if outer is None else outer
    at = start + 1
    while at < len(text):
        sign = text[at]
        if sign == _CLOSES[text[start]]:
            return at + 1
        if sign == "\n" and _next_entry(text, at, outermost):
            break
        at = _flow_step(text, at, outermost)
    _cut_off(text, start)
    message = f"the `{text[start]}` that opens here is not closed"
    raise _FoundError(start, message, f"write `{_CLOSES[text[start]]}` at its end")


def _flow_step(text: str, at: int, outer: int) -> int:
    """The end of one sign, comment, key or value inside braces."""
    sign = text[at]
    if sign in " \t\n,:":
        comment = _COMMENT.match(text, at)
        return comment.end() if comment else at + 1
    key = _FLOW_KEY.match(text, at)
    if key is not None:
        at = _SPACES.match(text, key.end()).end()  # type: ignore[union-attr]
        return at if text[at : at + 1] in "\"'{[,}]\n#" else _flow_plain(text, at)
    if sign in "\"'":
        return _end_of_quotes(text, at, _REST_IN_FLOW)
    if sign not in "{[":
        return _flow_plain(text, at)
    end = _flow(text, at, outer)
    if not _REST_IN_FLOW.match(text, end):
        more = _UP_TO_COMMA.match(text, end)
        value = text[at:end] + (more[0].rstrip() if more else "")
        _needs_quotes(at, value, f"a text that begins with `{text[at]}`")
    return end


def _flow_plain(text: str, at: int) -> int:
    found = _FLOW_PLAIN.match(text, at)
    value = found[0].rstrip() if found else text[at]
    if value and value[0] in _SIGNS:
        _needs_quotes(at, value, f"a text that begins with `{value[0]}`")
    if ": " in value or value.endswith(":"):
        _needs_quotes(at, value, "a text with a colon in it")
    end = found.end() if found else at
    if value and text[end : end + 1] in ("[", "{"):
        whole = _whole(text, at, _REST_IN_FLOW)
        missing = whole.count("[") > whole.count("]")
        _needs_quotes(at, whole + "]" * missing, f"inside braces a text with `{text[end]}` in it")
    return max(end, at + 1)


def _next_entry(text: str, at: int, start: int) -> bool:
    """Tell whether the line below ``at`` is an entry beside the one that opens at ``start``."""
    opened = text[text.rfind("\n", 0, start) + 1 : start]
    indent = len(opened) - len(opened.lstrip(" "))
    entry = _ENTRY.match(text, at + 1)
    return bool(
        entry
        and len(entry["indent"]) <= indent
        and (entry["dashes"] or entry["key"])
        and entry["value"] != ""
    )


def _cut_off(text: str, start: int) -> None:
    """Blame a text with a ``#`` for braces that are not closed, where it hides what closes them."""
    line = text[start:].split("\n", 1)[0]
    comment = _COMMENT.search(line)
    if comment is None or _CLOSES[text[start]] not in comment[0]:
        return
    keys = [key for key in _FLOW_KEY.finditer(line) if key.end() < comment.start()]
    if keys:
        value = line[keys[-1].end() :].lstrip()
        begins = len(line) - len(value)
        behind = max(comment.start() + 1 - begins, 0)
        end = _ENDS_FLOW.search(value, behind)
        whole = value[: end.start() if end else len(value)].rstrip()
        what = "a text with ` #` in it, which begins a comment,"
        _needs_quotes(start + begins, whole, what)


def too_long_text(text: str) -> tuple[str, str, str] | None:
    """Code, message and hint of a text that is too long; None if it is not."""
    if len(text) <= MOST_CHARACTERS:
        return None
    message = f"the text has {len(text):,} characters; {MOST_CHARACTERS:,} are the most"
    return "text-too-long", message, "shorten it, or part it between several pieces"


def too_long_list(count: int, depth: int) -> tuple[str, str, str] | None:
    """The same of a list that stands ``depth`` keys deep."""
    if depth < 2 or count <= MOST_ENTRIES:
        return None
    message = f"the list has {count:,} entries; {MOST_ENTRIES:,} are the most"
    return "list-too-long", message, "shorten it; many records are written by `generate`"

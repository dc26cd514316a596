"""What the server and the process that draws say to each other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias


@dataclass(frozen=True, slots=True)
class Changed:
    """Files or folders that changed, by their paths in the project with slashes; none: anything."""

    paths: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class View:
    """What a tab shows of a project: a game in an ink, in a language or ("") as it is written."""

    game: str
    ink: str = "normal"
    language: str = ""


@dataclass(frozen=True, slots=True)
class Look:
    """The components that tabs show of a view; the first of ``ids`` is drawn first."""

    ids: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Ask:
    """A question with a number, of which the answer is bytes: the picture of a face, say."""

    number: int
    what: str
    words: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Patch:
    """What is new of the state of a page, by key; None where there is nothing any more."""

    values: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a question: its media type and bytes; a type of "" for a refusal in words."""

    number: int
    media: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture that will be asked for next, by its name."""

    name: str
    body: bytes


ToEngine: TypeAlias = Changed | Look | Ask
FromEngine: TypeAlias = Patch | Answer | Picture

"""The data of the shipped games as documents, and small questions that operators ask of them."""

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from mutations.documents import Document, doubled, key_renamed, read, replaced, reworded


@dataclass(frozen=True)
class Project:
    """All files of all games."""

    documents: tuple[Document, ...]

    def of(self, game, kind):
        """The files of a kind of one game."""
        return (doc for doc in self.documents if doc.game == game and doc.kind == kind)

    def shared(self, game, kind):
        """The files of a kind of a game and of the box that it shares."""
        yield from self.of(game, kind)
        for doc in self.of(game, "game"):
            if "box" in doc.data:
                yield from self.of(doc.data["box"], kind)

    def users(self, game):
        """A game and those that share it as their box: all that a change of it may touch."""
        others = [doc.game for doc in self.documents if doc.data.get("box") == game]
        return [game, *others]

    @cached_property
    def rule_ids(self):
        """The rules of each game, by its id."""
        return {
            doc.game: [
                rule["id"] for part in doc.data.get("sections", ()) for rule in part["rules"]
            ]
            for doc in self.documents
            if doc.kind == "rules" and "sections" in doc.data
        }

    @cached_property
    def cited(self):
        """Every rule that the data of a game cites, as (game, id) in one word."""
        return {
            f"{doc.game} {spot.value}"
            for doc in self.documents
            if doc.kind != "rules"
            for spot in citations(doc)
        }


@dataclass(frozen=True, slots=True)
class Operator:
    """A kind of edit. ``contradicts``: whatever it makes contradicts what is stated elsewhere,
    a reference, a count or the form of the file. ``drawn``: only drawing the faces can tell.
    """

    name: str
    edits: Callable
    contradicts: bool = True
    drawn: bool = False


def operators(module, contradicts=True, drawn=()):
    """The operators of a module in their order: every public function of it that gives edits."""
    own = {
        name.replace("_", "-"): edits
        for name, edits in module.items()
        if not name.startswith("_")
        and inspect.isfunction(edits)
        and [*inspect.signature(edits).parameters] == ["project", "doc"]
    }
    return tuple(Operator(name, edits, contradicts, name in drawn) for name, edits in own.items())


def each(says, change, places, kind=""):
    """An operator that makes one change of every value at some places, of one kind of file or any.

    Places are parted by blanks: ``parts.*.count uses.*.count``.
    """

    def edits(project, doc):
        for place in places.split() if kind in ("", doc.kind) else ():
            for spot in doc.at(*place.split(".")):
                yield from change(doc, spot)

    edits.__doc__ = says
    return edits


def misspell(doc, spot):
    """Misspell a text."""
    if spot.is_text:
        yield reworded(doc, spot, misspelt(spot.value))


def misspell_key(doc, spot):
    """Misspell the key of a value."""
    yield key_renamed(doc, spot, misspelt(str(spot.trail[-1])))


def double(doc, spot):
    """Write an entry twice."""
    yield doubled(doc, spot)


def change_number(doc, spot):
    """Make a number one more, and one less."""
    if spot.is_number:
        yield replaced(doc, spot, str(int(spot.value) + 1))
        if int(spot.value) > 1:
            yield replaced(doc, spot, str(int(spot.value) - 1))


def write(new):
    """Write another value."""
    return lambda doc, spot: iter([replaced(doc, spot, new)])


def read_project(root):
    """Read every file below ``components``."""
    paths = sorted((root / "components").glob("*/*.yaml"))
    return Project(
        tuple(read(path, path.parent.name, path.relative_to(root).as_posix()) for path in paths)
    )


def citations(doc):
    """Every rule id that a file cites under `rules` or in the `variants` of a ruling."""
    for trail, spot in doc.spots.items():
        if not isinstance(spot.node.value, str) or "fields" in trail:
            continue
        if trail[-2:-1] == ("rules",) or (len(trail) == 5 and trail[2] == "variants"):
            yield spot


def misspelt(word):
    """A word with two of its letters in each other's place, or one more where all are the same."""
    for at in range(max(len(word) // 2 - 1, 0), len(word) - 1):
        one, other = word[at], word[at + 1]
        if one.isalnum() and other.isalnum() and one != other:
            return word[:at] + other + one + word[at + 2 :]
    return word + "x"


def following(word, words):
    """The next other word of a list, round in a circle."""
    at = words.index(word) if word in words else -1
    return next((one for one in [*words[at + 1 :], *words[: at + 1]] if one != word), None)


def steps_of(doc):
    """The steps of a set-up and their cases."""
    for trail, step in doc.entries("steps", "*"):
        yield trail, step
    for trail, case in doc.entries("steps", "*", "cases", "*"):
        yield trail, case


def records_of(doc):
    """The records of a set that are written out."""
    return doc.entries("components", "*")

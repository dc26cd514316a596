"""The data of the shipped games as documents, and small questions that operators ask of them."""

from dataclasses import dataclass
from functools import cached_property

from mutations.documents import Document, fits, read, replaced


@dataclass(frozen=True)
class Project:
    """All files of all games."""

    documents: tuple[Document, ...]

    def of(self, game, kind):
        """The files of a kind of one game."""
        return (doc for doc in self.documents if doc.game == game and doc.kind == kind)

    def users(self, game):
        """A game and those that share it as their box: all that a change of it may touch."""
        return [game, *(doc.game for doc in self.documents if doc.data.get("box") == game)]

    @cached_property
    def rule_ids(self):
        """The rules of each game, by its id."""
        return {
            doc.game: [spot.plain for spot in doc.at("sections.*.rules.*.id")]
            for doc in self.documents
            if doc.kind == "rules" and "sections" in doc.data
        }

    @cached_property
    def cited(self):
        """Every rule that the data of a game cites, with the game."""
        documents = (doc for doc in self.documents if doc.kind != "rules")
        return {(doc.game, spot.value) for doc in documents for spot in citations(self, doc)}


def read_project(root):
    """Read every file below ``components``."""
    paths = sorted((root / "components").glob("*/*.yaml"))
    return Project(
        tuple(read(path, path.parent.name, path.relative_to(root).as_posix()) for path in paths)
    )


def citations(project, doc):
    """Every rule id that a file cites under `rules` or in the `variants` of a ruling."""
    for trail, spot in doc.spots.items():
        cites = fits(trail, ("**", "rules", "*")) or fits(trail, ("*", "*", "variants", "*", "*"))
        if cites and isinstance(spot.node.value, str) and "fields" not in trail:
            yield spot


def cited_rules(project, doc):
    """The rules that the data cites."""
    for spot in doc.at("sections.*.rules.*"):
        if (doc.game, spot.plain["id"]) in project.cited:
            yield spot


def change_number(doc, spot):
    """Make a number one more, and one less."""
    if spot.is_number:
        yield replaced(doc, spot, str(spot.plain + 1))
        if spot.plain > 1:
            yield replaced(doc, spot, str(spot.plain - 1))


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

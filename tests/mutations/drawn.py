"""Which edits are tried: as many of each operator, by a seed."""

from itertools import zip_longest

from mutations.harmless import HARMLESS
from mutations.references import REFERENCES
from mutations.structure import STRUCTURE
from mutations.trial import Tried
from mutations.values import STATED

from validator.rng import Streams

OPERATORS = (*STRUCTURE, *REFERENCES, *STATED, *HARMLESS)
"""The table of operators."""


def edits_of(operator, project):
    """Every edit that an operator can make."""
    for document in project.documents:
        for edit in operator.edits(project, document):
            if edit.apply(document.text) != document.text:
                yield Tried(operator, document, edit)


def drawn(project, number, seed, operators=OPERATORS):
    """``number`` edits, in turn one of each operator as long as it has any left.

    The first ones of a larger number are those of a smaller one.
    """
    decks = []
    for operator in operators:
        found = list({one.name: one for one in edits_of(operator, project)}.values())
        Streams(seed, operator.name, "mutations", 0).rng("drawn").shuffle(found)
        decks.append(found)
    turns = (one for turn in zip_longest(*decks) for one in turn if one is not None)
    return [one for _, one in zip(range(number), turns, strict=False)]

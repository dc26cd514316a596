"""Tests of pieces whose answers are kept.

A test that looks at the table only through a few values (what was led, how many coins there are)
is put once to each piece for each of these values.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from validator.catalogue.playing.steps import Choice
from validator.catalogue.playing.words import Test
from validator.script.state import Match
from validator.script.steps.drawing import payable
from validator.script.workshop import Code, Scope, Workshop

MOST_ANSWERS = 200_000
"""Answers that are kept of one test."""
Row: TypeAlias = list[bool] | dict[int, bool]


class Rows:
    """The answers of a test of pieces, by number of the piece, kept for what the test looks at.

    With ``choice`` the piece must also be payable as the option says.
    """

    __slots__ = ("holds", "keys", "lazy", "pieces", "rows", "slot")

    def __init__(
        self,
        shop: Workshop,
        slot: int,
        scope: Scope,
        tests: Sequence[Test | None],
        choice: Choice | None,
    ) -> None:
        leaves: list[Code] = []
        inner = replace(scope, piece=slot)
        with shop.gathering(leaves):
            proofs = [shop.kit.maybe(shop, test, inner) for test in tests]
            if choice is not None:
                proofs.append(payable(shop, choice.then, scope))
        parts = [proof for proof in proofs if not (proof.constant and proof.value)]
        self.holds = [proof.run for proof in parts]
        self.slot = slot
        self.pieces = len(shop.layout.pieces)
        outer = [leaf for leaf in leaves if slot not in leaf.reads]
        self.keys = [leaf.run for leaf in outer]
        self.lazy = any(slot in leaf.reads and leaf.state for leaf in leaves)
        self.rows: dict[Any, Row] = {}

    def row(self, m: Match, lying: Iterable[int]) -> Row:
        """The answers as things stand, for the pieces ``lying`` or for all."""
        keys = self.keys
        if self.lazy:
            return dict(self._asked(m, lying))
        if len(keys) == 1:
            key: Any = keys[0](m)
        else:
            key = tuple([read(m) for read in keys])
        row = self.rows.get(key)
        if row is None:
            if len(self.rows) * self.pieces >= MOST_ANSWERS:
                self.rows.clear()
            every = range(self.pieces)
            row = self.rows[key] = [holds for _, holds in self._asked(m, every)]
        return row

    def _asked(self, m: Match, pieces: Iterable[int]) -> Iterator[tuple[int, bool]]:
        for piece in pieces:
            m.r[self.slot] = piece
            yield piece, all(holds(m) for holds in self.holds)

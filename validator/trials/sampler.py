"""What is seen of each game of many: supplies in use, and pile levels by turn."""

from __future__ import annotations

from typing import Final

from validator.play.rules import Frame, Match, Outcome
from validator.trials.stats import Histogram, add

SEEN_KEPT: Final = 256
"""Turns that are looked at together: one supply over many turns is quicker than all at each."""


class Sampler:
    """A watcher that keeps the peak use of each supply and, if asked, pile levels by turn."""

    __slots__ = ("_seen", "curves", "peaks", "tracks")

    def __init__(self, frame: Frame, curves: list[dict[int, Histogram]], tracks: bool) -> None:
        self.peaks = [0] * len(frame.supplies)
        self._seen: list[tuple[int, ...]] = []
        self.curves = curves
        self.tracks = tracks

    def before(self, match: Match) -> None:
        """See the table after set-up."""
        self._see(match)

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Sample the table at the start of a turn."""
        if self.peaks:
            self._see(match)
        if self.tracks:
            for curve, level in zip(self.curves, match.levels(), strict=True):
                add(curve.setdefault(number, {}), level)

    def after(self, match: Match, outcome: Outcome) -> None:
        """See the end."""
        self._see(match)
        self._raise_peaks()

    def _see(self, match: Match) -> None:
        """Keep what is in use now."""
        self._seen.append(tuple(match.used()))
        if len(self._seen) >= SEEN_KEPT:
            self._raise_peaks()

    def _raise_peaks(self) -> None:
        """Raise the peaks to what was seen: that of each supply over all turns at once."""
        self.peaks = [max(used) for used in zip(self.peaks, *self._seen, strict=True)]
        self._seen.clear()

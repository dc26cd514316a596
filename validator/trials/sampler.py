"""What is seen of each game of many: supplies in use, and pile levels by turn."""

from __future__ import annotations

from validator.play.rules import Frame, Match, Outcome
from validator.trials.stats import Histogram, add


class Sampler:
    """A watcher that keeps the peak use of each supply and, if asked, pile levels by turn."""

    __slots__ = ("curves", "peaks", "tracks")

    def __init__(self, frame: Frame, curves: list[dict[int, Histogram]], tracks: bool) -> None:
        self.peaks = [0] * len(frame.supplies)
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

    def _see(self, match: Match) -> None:
        """Raise the peaks to what is in use now."""
        peaks = self.peaks
        for supply, used in enumerate(match.used()):
            if used > peaks[supply]:  # noqa: PLR1730 - sampled each turn
                peaks[supply] = used

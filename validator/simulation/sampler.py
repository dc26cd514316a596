"""What is seen of each game of many: supplies that no pile is left of, and pile levels by turn."""

from __future__ import annotations

from validator.play.observers import Watcher
from validator.play.rules import Frame, Match, Outcome
from validator.simulation.statistics import Histogram, add


class Sampler(Watcher):
    """Keeps the peak use of each supply without a pile and, if asked, pile levels.

    Of a supply with a pile is in use what the pile lacks, which the tally is told as it is taken.
    ``watches`` tells whether there is anything to see in a game.
    """

    def __init__(self, frame: Frame, curves: list[dict[int, Histogram]], tracks: bool) -> None:
        self.peaks = [0] * len(frame.supplies)
        self.loose = [at for at, supply in enumerate(frame.supplies) if not supply.pile]
        self.curves = curves
        self.tracks = tracks
        self.watches = tracks or bool(self.loose)

    def before(self, match: Match) -> None:
        """See the table after set-up."""
        self._see(match)

    def turn(self, match: Match, number: int, seat: int) -> None:
        """Sample the table at the start of a turn."""
        self._see(match)
        if self.tracks:
            for curve, level in zip(self.curves, match.levels(), strict=True):
                add(curve.setdefault(number, {}), level)

    def after(self, match: Match, outcome: Outcome) -> None:
        """See the end."""
        self._see(match)

    def _see(self, match: Match) -> None:
        if not self.loose:
            return
        used, peaks = match.used(), self.peaks
        for supply in self.loose:
            if used[supply] > peaks[supply]:  # noqa: PLR1730 - sampled each turn
                peaks[supply] = used[supply]

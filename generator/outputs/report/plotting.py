"""The parts of matplotlib that plots are made of, loaded away from any project.

As it is loaded it reads a ``matplotlibrc`` of the current folder; it gets ours, which says nothing.
"""

from generator.programs import away

with away():
    from matplotlib import rc_context
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.font_manager import fontManager
    from matplotlib.ticker import MaxNLocator

__all__ = ("Axes", "Figure", "MaxNLocator", "fontManager", "rc_context")

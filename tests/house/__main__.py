"""Print the figures of the house, as `make house` does; with a name, what is behind that figure."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from house.figures import BOUNDS, count_figures

if __name__ == "__main__":
    counted = count_figures()
    if "participles" in sys.argv:
        print("\n".join(counted.participles))
    elif "classes" in sys.argv:
        for name in counted.doubled:
            print(name, *sorted(counted.classes[name]))
    else:
        for name, most, figure in BOUNDS:
            print(f"{name:<46} {round(figure(counted), 1):>8,}   at most {most:,}")
        print(f"the longest function is {max(counted.lengths)[1]}")

"""Print the figures of the house, as `make house` does; with a name, what is behind that figure."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from figures import count_figures


def table(figures):
    """Each figure and what it may be at most."""
    longest = max(figures.lengths)
    rows = [
        ("lines of Python outside tests and benchmarks", f"{figures.lines:,}", "80,000"),
        ("modules", f"{figures.modules}", "420"),
        ("lines of tests", f"{figures.test_lines:,}", "50,000"),
        ("folders of generator", f"{figures.rooms['generator']}", "16"),
        ("folders of validator", f"{figures.rooms['validator']}", "8"),
        ("names of classes that stand twice", f"{len(figures.doubled)}", "20"),
        ("functions named by a participle", f"{len(figures.participles)}", "80"),
        ("characters of a line of code", f"{figures.width:.1f}", "40"),
        ("functions over 18 lines", f"{1 - figures.share_within(18):.1%}", "10 %"),
        ("lines of the longest function", f"{longest[0]} ({longest[1]})", "60"),
    ]
    return "\n".join(f"{name:<46} {value:>8}   at most {most}" for name, value, most in rows)


if __name__ == "__main__":
    counted = count_figures()
    asked = sys.argv[1:]
    if "participles" in asked:
        print("\n".join(counted.participles))
    elif "classes" in asked:
        for name in counted.doubled:
            print(name, *sorted(counted.classes[name]))
    else:
        print(table(counted))

from pathlib import Path

import pytest

from generator.printing.papers import layouts, papers, registration

ROOT = Path(__file__).parents[4]


def test_a_bare_name_means_the_newest_version():
    table = layouts()
    for name, layout in table.items():
        if "@" not in name:
            versions = [v.version for k, v in table.items() if k.startswith(f"{name}@")]
            assert layout.version == max(versions)


@pytest.mark.parametrize("name", sorted(k for k in layouts() if "@" not in k))
def test_every_layout_is_described(name):
    assert f"`{name}`" in (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")


def test_papers_have_their_standard_sizes():
    """ISO 216 and ANSI Y14.1, in mm, upright."""
    sizes = {key: (paper.width_mm, paper.height_mm) for key, paper in papers().items()}
    assert sizes == {
        "a4": (210, 297),
        "letter": (215.9, 279.4),
        "a3": (297, 420),
        "tabloid": (279.4, 431.8),
    }
    assert all(paper.margin_mm >= 6.35 for paper in papers().values())


def test_registration_is_named_with_its_figures():
    marks = registration()
    words = (ROOT / "docs" / "printing.md").read_text(encoding="utf-8")
    assert f"a {marks.square_mm:g} mm square" in words
    assert f"{marks.inset_mm:g} mm from the edges" in words.replace("\n", " ")

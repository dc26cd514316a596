"""What docs/folding.md says and shows of the nets of dice and tuck boxes, from their geometry."""

from generator.printing.folding import CARD_MM, box_for, cube_net, tuck_net
from generator.printing.geometry import Edges
from generator.printing.grids import printable
from generator.printing.papers import papers

DECKS = (
    ("54 poker cards", 63.5, 88.9, 54),
    ("100 poker cards", 63.5, 88.9, 100),
    ("54 bridge cards", 56, 87, 54),
    ("110 mini cards", 44, 67, 110),
    ("30 tarot cards", 70, 120, 30),
    ("24 square tiles", 70, 70, 24),
)
"""Decks as they are usual: a name, width and height of a card, how many."""

_BLEED_MM = 2.0
_COLOURS = {"cut": "#2a241e", "fold": "#a4412a", "tab": "#efeae0", "panel": "#ddd5c3"}
_SCALE = 0.5


def nets_section():
    """The text of the section."""
    rows = ["| deck | inside, width x height x depth | net | paper |", "|---|---|---|---|"]
    for name, width, height, cards in DECKS:
        size = box_for(width, height, cards)
        net = tuck_net(size)
        inside = f"{size.width:.1f} x {size.height:.1f} x {size.depth:.1f} mm"
        row = (name, inside, f"{net.width:.0f} x {net.height:.0f} mm", ", ".join(_papers(net)))
        rows.append(f"| {' | '.join(row)} |")
    die = cube_net(16)
    return _TEXT.format(
        die=f"{die.width:.0f} x {die.height:.0f} mm",
        glued=sum(flap.glued for flap in die.flaps),
        card=CARD_MM,
        table="\n".join(rows),
    )


def _papers(net):
    """The papers that take a net, upright or turned."""
    found = []
    for paper in papers().values():
        room = printable(paper, registered=False).grow(Edges.all(-_BLEED_MM))
        if (net.width <= room.width and net.height <= room.height) or (
            net.height <= room.width and net.width <= room.height
        ):
            found.append(paper.name)
    return found


def nets_picture():
    """The picture: the net of a die, and that of a box for 54 poker cards."""
    die, box = cube_net(16), tuck_net(box_for(63.5, 88.9, 54))
    names = {name: name for name in die.panels}
    high = box.height * _SCALE + 16
    parts = [
        f'<g transform="translate(8 {high - 10 - die.height:.2f})">{_drawn(die, 1.0, names)}</g>',
        f'<g transform="translate({die.width + 30:.2f} 8)">'
        f"{_drawn(box, _SCALE, {name: name for name in box.panels})}</g>",
    ]
    wide = die.width + 40 + box.width * _SCALE
    size = f'width="{wide:.0f}mm" height="{high:.0f}mm" viewBox="0 0 {wide:.0f} {high:.0f}"'
    ground = f'<rect width="{wide:.0f}" height="{high:.0f}" fill="#ffffff"/>'
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">'
    return "\n".join([svg, ground, *parts, "</svg>\n"])


def _drawn(net, scale, names):
    def path(points):
        return "M" + "L".join(f"{x * scale:.2f} {(net.height - y) * scale:.2f}" for x, y in points)

    fill = _COLOURS["panel"]
    parts = [f'<path d="{path(net.outline)}Z" fill="{fill}"/>']
    parts += [f'<path d="{path(f.points)}Z" fill="{_COLOURS["tab"]}"/>' for f in net.flaps]
    folds = "".join(path(edge) for edge in net.scores)
    parts.append(
        f'<path d="{folds}" fill="none" stroke="{_COLOURS["fold"]}" stroke-width=".35" '
        'stroke-dasharray="1.2 .8"/>'
    )
    parts.append(
        f'<path d="{path(net.outline)}Z" fill="none" stroke="{_COLOURS["cut"]}" stroke-width=".3"/>'
    )
    for name, panel in net.panels.items():
        x, y = panel.centre
        turned = panel.width < panel.height / 3
        at = f"{x * scale:.2f} {(net.height - y) * scale:.2f}"
        turn = " rotate(-90)" if turned else ""
        parts.append(
            f'<text transform="translate({at}){turn}" y="1.3" font-size="3.6" '
            f'text-anchor="middle" fill="{_COLOURS["cut"]}">{names[name]}</text>'
        )
    return "".join(parts)


_TEXT = """
## Nets: dice and tuck boxes

All their folds are right angles, away from who looks at the print; pale flaps go inside.

![The net of a die, and that of a tuck box at half its size](nets.svg)

The net of a die with edges of 16 mm is {die}; {glued} tabs close it, each on an edge of its own
length. 1 and 6, 2 and 5, 3 and 4 come to lie opposite each other.

A tuck box is 1 mm wider, higher and deeper inside than its deck, cards counted at {card:g} mm, and
at least 10 mm deep. Its tab is glued behind the edge of the back; the small flaps go in first, then
bottom and lid, whose tuck flaps lie behind the front. What it takes of paper:

{table}
"""

import itertools
import math

import pytest
from thick_board import docs

from generator.printing import folding
from generator.printing.grids import printable
from generator.printing.papers import papers

BLEED_MM = 2.0

DECKS = [(63.5, 88.9, 54), (70, 120, 18), (44, 67, 110), (88.9, 88.9, 12), (63.5, 88.9, 200)]
CUBES = [folding.cube_net(edge) for edge in (12, 16, 19, 40)]
BOXES = [folding.tuck_net(folding.box_for(*deck)) for deck in DECKS]


def turned(hinge, sign):
    """The turn by a right angle about a line of the flat net, of points in space."""
    (x0, y0), (x1, y1) = hinge
    way = math.dist(*hinge)
    across, up = (x1 - x0) / way, (y1 - y0) / way

    def turn(point):
        x, y, z = point[0] - x0, point[1] - y0, point[2]
        along = across * x + up * y
        place = x0 + across * along + sign * up * z, y0 + up * along - sign * across * z
        return *place, sign * (across * y - up * x)

    return turn


def folded(net, first):
    """Where each panel goes when all folds are right angles, away from the print."""
    found = {first: lambda point: point}
    while len(found) < len(net.panels):
        for name, panel in net.panels.items():
            for known in list(found):
                edge = folding.common_edge(panel, net.panels[known])
                if name in found or edge is None:
                    continue
                turns = [turned(edge, sign) for sign in (1, -1)]
                back = min(turns, key=lambda turn: turn((*panel.centre, 0.0))[2])
                found[name] = lambda at, back=back, then=found[known]: then(back(at))
    return found


def in_space(point, moved):
    return tuple(round(value, 6) + 0.0 for value in moved((*point, 0.0)))


def key(point):
    return tuple(round(value, 6) for value in point)


def panel_at(net, edge):
    wanted = set(map(key, edge))
    for name, panel in net.panels.items():
        for side in folding.sides(panel):
            if set(map(key, side)) == wanted:
                return name
    raise AssertionError(f"{edge} is the edge of no panel")


@pytest.mark.parametrize("net", [*CUBES, *BOXES])
def test_edges_that_are_joined_are_equally_long_and_meet_in_space(net):
    where = folded(net, next(iter(net.panels)))
    met = [
        {in_space(point, where[name]) for point in edge}
        for name, panel in net.panels.items()
        for edge in folding.sides(panel)
    ]
    for flap in net.flaps:
        ours = {in_space(point, where[panel_at(net, flap.hinge)]) for point in flap.hinge}
        assert met.count(ours) == 2  # its own edge, and the one that it comes to lie on


@pytest.mark.parametrize("net", CUBES)
def test_a_cube_is_closed_and_opposite_faces_add_up_to_seven(net):
    edge = net.panels["1"].width
    where = folded(net, "1")
    middles = {name: in_space(panel.centre, where[name]) for name, panel in net.panels.items()}
    assert len(set(map(key, middles.values()))) == 6
    for one, other in itertools.combinations(middles, 2):
        way = math.dist(middles[one], middles[other])
        opposite = int(one) + int(other) == 7
        assert way == pytest.approx(edge if opposite else edge / math.sqrt(2))
    assert sum(1 for flap in net.flaps if flap.glued) == 7
    assert len(net.scores) == 5 + 7
    assert len(folding.PLACES) == 6


@pytest.mark.parametrize(("deck", "net"), [*zip(DECKS, BOXES, strict=True)])
def test_a_box_is_as_large_inside_as_its_deck(deck, net):
    width, height, cards = deck
    front, left = net.panels["front"], net.panels["left"]
    assert front.width >= width + folding.PLAY_MM - 1e-6
    assert front.height >= height + folding.PLAY_MM - 1e-6
    assert left.width >= cards * folding.CARD_MM + folding.PLAY_MM - 1e-6
    where = folded(net, "front")
    for name in ("front", "back", "left", "right", "lid", "bottom"):
        panel = net.panels[name]
        assert {round(panel.width, 6), round(panel.height, 6)} <= {
            round(value, 6) for value in (front.width, front.height, left.width)
        }
    middles = {name: in_space(panel.centre, where[name]) for name, panel in net.panels.items()}
    assert math.dist(middles["front"], middles["back"]) == pytest.approx(left.width)
    assert math.dist(middles["left"], middles["right"]) == pytest.approx(front.width)
    assert math.dist(middles["lid"], middles["bottom"]) == pytest.approx(front.height)


@pytest.mark.parametrize("net", BOXES)
def test_flaps_of_a_box_fit_into_it(net):
    front, deep = net.panels["front"], net.panels["left"].width
    dust = [flap for flap in net.flaps if panel_at(net, flap.hinge) in ("left", "right")]
    dust = [flap for flap in dust if not flap.glued]
    assert len(dust) == 4
    for flap in dust:
        assert max(abs(y - flap.hinge[0][1]) for _, y in flap.points) < front.width / 2
    (glue,) = [flap for flap in net.flaps if flap.glued]
    assert max(abs(x - glue.hinge[0][0]) for x, _ in glue.points) < deep


@pytest.mark.parametrize("net", [*CUBES, *BOXES])
def test_an_outline_goes_round_once_and_holds_all(net):
    points = net.outline
    sides_ = list(zip(points, (*points[1:], points[0]), strict=True))
    area = sum(a[0] * b[1] - b[0] * a[1] for a, b in sides_) / 2
    assert area > sum(panel.width * panel.height for panel in net.panels.values()) * 0.95
    for one, other in itertools.combinations(range(len(sides_)), 2):
        if (other - one) % len(sides_) not in (1, len(sides_) - 1):
            assert not crossing(sides_[one], sides_[other])
    assert min(min(point) for point in points) >= -1e-9
    assert max(x for x, _ in points) == pytest.approx(net.width)
    assert max(y for _, y in points) == pytest.approx(net.height)


def crossing(one, other):
    """Tell whether two stretches cross within both."""

    def way(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    (a, b), (c, d) = one, other
    return way(a, b, c) * way(a, b, d) < -1e-9 and way(c, d, a) * way(c, d, b) < -1e-9


# --- what docs/folding.md says and shows of nets --------------------------------------------------


@pytest.mark.parametrize(
    ("name", "width", "height", "cards"),
    [
        ("54 poker cards", 63.5, 88.9, 54),
        ("100 poker cards", 63.5, 88.9, 100),
        ("54 bridge cards", 56, 87, 54),
        ("110 mini cards", 44, 67, 110),
        ("30 tarot cards", 70, 120, 30),
        ("24 square tiles", 70, 70, 24),
    ],
)
def test_the_page_says_what_a_tuck_box_takes_of_paper(name, width, height, cards):
    size = folding.box_for(width, height, cards)
    net = folding.tuck_net(size)
    inside = f"{size.width:.1f} x {size.height:.1f} x {size.depth:.1f} mm"
    low, high = sorted((net.width + 2 * BLEED_MM, net.height + 2 * BLEED_MM))
    names = []
    for paper in papers().values():
        room = printable(paper, registered=False)
        if low <= min(room.width, room.height) and high <= max(room.width, room.height):
            names.append(paper.name)
    row = f"| {name} | {inside} | {net.width:.0f} x {net.height:.0f} mm | {', '.join(names)} |"
    assert row in docs("folding.md")


def test_the_page_shows_the_net_of_a_die_and_of_a_box():
    die, box = folding.cube_net(16), folding.tuck_net(folding.box_for(63.5, 88.9, 54))
    glued = sum(flap.glued for flap in die.flaps)
    assert f"is {die.width:.0f} x {die.height:.0f} mm; {glued} tabs close it" in docs("folding.md")
    assert f"cards counted at {folding.CARD_MM:g} mm" in docs("folding.md")
    for net, scale in ((die, 1), (box, 0.5)):
        line = (f"{x * scale:.2f} {(net.height - y) * scale:.2f}" for x, y in net.outline)
        assert f'd="M{"L".join(line)}Z"' in docs("nets.svg")

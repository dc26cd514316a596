"""What preflight measures on planted faults and on clean faces, measured by another reader."""

import io
import random

import pikepdf
import pytest
from pagereader import Reader

from generator.design.face import Face
from generator.drawing.draw import draw
from generator.press.preflight import FaceProof, check_faces
from generator.press.press_files import PrintingCondition, Standard, finish, separate_book
from generator.press.shops import Leaf, bind, load_shops, plain
from validator.catalogue.load import load

SHOP = load_shops()[0]["offset"]
WIDE, HIGH, BLEED = 60, 80, 3
LEAST = {("line", False): 0.25, ("line", True): 0.5, ("letter", False): 6, ("letter", True): 8}
DARK, PALE = "#20303a", "#f4efe2"
MANY = range(20)


def ground(colour):
    return f'<rect x="-3" y="-3" width="66" height="86" fill="{colour}"/>'


def turned(luck, inside):
    """A drawing in one or two groups that turn and scale it; ``inside`` is given the scale."""
    outer, inner = luck.uniform(0.4, 2), luck.choice([1, 0.5, 1.5])
    turn = luck.choice([0, 0, 30, 90, 137])
    drawn = inside(outer * inner)
    return (
        f'<g transform="translate(30 40) rotate({turn}) scale({outer})">'
        f'<g transform="scale({inner})">{drawn}</g></g>'
    )


def a_line(luck, width, colour):
    """A stroke, a curve, or a rectangle (only those upright are rectangles to the other reader)."""
    if luck.random() < 0.3:
        return f'<rect x="20" y="30" width="18" height="{width:.4f}" fill="{colour}"/>'
    way = luck.choice(["M-8 0H8", "M-8 -3L8 3", "M-8 0C-4 -6 4 6 8 0"])

    def stroke(scale):
        at = f'<g transform="scale({1 / scale:.6f})">'
        return f'{at}<path d="{way}" fill="none" stroke="{colour}" stroke-width="{width:.4f}"/></g>'

    return turned(luck, stroke)


def some_letters(luck, size, colour):
    def text(scale):
        return (
            f'<text data-trilith="run" x="{-6 / scale:.4f}" y="0" font-family="Source Sans Pro" '
            f'font-weight="400" font-size="{size * 25.4 / 72 / scale:.5f}" '
            f'data-width="{12 / scale:.3f}" fill="{colour}" xml:space="preserve">Stone</text>'
        )

    return turned(luck, text)


def a_band(luck, past, colour):
    """A band from inside to ``past`` mm outside of the trim, at one of the four edges."""
    x, y, w, h = luck.choice(
        [
            (-past, 20, 20 + past, 15),
            (40, 20, 20 + past, 15),
            (15, -past, 20, 25 + past),
            (15, 60, 20, 20 + past),
        ]
    )
    return f'<rect x="{x:.4f}" y="{y}" width="{w:.4f}" height="{h:.4f}" fill="{colour}"/>'


def planted(kind, luck, faulty):
    """A drawing of a kind, and the size of what is in it: pt, or mm past the trim."""
    is_light = luck.random() < 0.5
    paint, under = (PALE, DARK) if is_light else (DARK, PALE)
    if kind == "bleed":
        size = luck.uniform(0.2, 2.7) if faulty else 3.0
        return ground(under) + a_band(luck, size, paint), size
    least = LEAST[kind, is_light]
    size = luck.uniform(0.35, 0.95) * least if faulty else luck.uniform(1.04, 3) * least
    if kind == "line":
        return ground(under) + a_line(luck, size * 25.4 / 72, paint), size
    return ground(under) + some_letters(luck, size, paint), size


def read_otherwise(kind, page):
    """The sizes of the faults of a page of a finished file that the other reader sees."""
    for one in Reader(page).seen:
        if kind == "bleed" and one.kind == "shape":
            left, top, right, bottom = one.box
            edges = (BLEED - left, BLEED - top, right - BLEED - WIDE, bottom - BLEED - HIGH)
            yield from (edge for edge in edges if -0.05 <= edge < BLEED - 0.05)
        elif one.kind == kind and one.size < LEAST[kind, one.grey > one.ground] - 0.01:
            yield one.size


def finished(book, faces, fogra):
    """The files of an RGB and of a CMYK shop with these faces."""
    leaves = [Leaf(face.key, WIDE, HIGH, BLEED) for face in faces]
    with bind(book, leaves) as pdf:
        yield plain(pdf, "planted")
    press = PrintingCondition(fogra, 3.0, Standard.X4)
    with bind(separate_book(book, press), leaves) as pdf:
        yield finish(pdf, press.standard, press.profile, "planted")


@pytest.mark.heavy
@pytest.mark.parametrize("faulty", [True, False], ids=["planted", "clean"])
@pytest.mark.parametrize("kind", ["line", "letter", "bleed"])
def test_both_readers_agree_within_a_twentieth(kind, faulty, tiny, fogra):
    luck = random.Random(f"{kind} {faulty}")
    made = [planted(kind, luck, faulty) for _ in MANY]
    faces = [
        Face(f"{number:064d}", _svg(drawing), WIDE, HIGH, BLEED)
        for number, (drawing, _) in enumerate(made)
    ]
    game = load(tiny, ["fog"])[0].games["fog"]
    deck = game.sets["card"]
    proofs = [FaceProof(face, "rect", game, deck.components[0], deck, "front") for face in faces]
    book = draw(faces)
    told = {face.key: [] for face in faces}
    for fault in check_faces(proofs, book, SHOP):
        assert fault.code.removeprefix("preflight-").startswith(kind)
        told[fault.proof.face.key].append(-fault.worst)
    for data in finished(book, faces, fogra):
        with pikepdf.open(io.BytesIO(data)) as pdf:
            seen = [sorted(read_otherwise(kind, page)) for page in pdf.pages]
        for (_, size), ours, theirs in zip(made, told.values(), seen, strict=True):
            expected = [pytest.approx(size, rel=0.05)] if faulty else []
            assert ours == expected
            assert theirs == expected


def _svg(drawing):
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 -3 66 86">'
    return f"{head}{drawing}</svg>"

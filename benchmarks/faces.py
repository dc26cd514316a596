"""How fast faces are filled in, drawn and found again; time and memory of a very large deck."""

from __future__ import annotations

import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from generator.design.canvas import Canvas
from generator.design.face import Face, FacePair
from generator.design.faces import face_from, faces_of
from generator.design.templates import load_templates
from generator.drawing.draw import draw
from generator.drawing.raster import Rasteriser
from generator.typeset.fonts import FontKey, registry_of_trilith
from generator.typeset.text import Fonts, TextBox, fit_box
from validator.cache import Cache
from validator.catalogue.load import load
from validator.catalogue.model import Game

ROOT = Path(__file__).parent.parent
LARGE = (1_000, 5_000)
"""Numbers of distinct cards of the large decks."""
SENTENCE = "Gain {coin}{coin}, then **draw two cards** and place one of your druids on any path."

Result = TypeVar("Result")


def run() -> list[tuple[str, str]]:
    catalogue, _ = load(ROOT, ["henge"])
    game = catalogue.games["henge"]
    with tempfile.TemporaryDirectory() as folder:
        store = Cache(Path(folder))
        return [*cold(game), *kept(game, store), fitting(), *map(large, LARGE)]


def cold(game: Game) -> list[tuple[str, str]]:
    templates, _ = load_templates(ROOT)
    assert templates is not None
    (pairs, *_), first = timed(lambda: faces_of(game, templates))
    _, second = timed(lambda: faces_of(game, templates))
    faces = distinct(pairs)
    book, one = timed(lambda: draw(faces, 1))
    _, two = timed(lambda: draw(faces * 1, 2))
    cards = [face for face in faces if face.width_mm < 70]
    drawn, seconds = timed(lambda: draw(cards, 1))
    with Rasteriser(drawn) as rasteriser:
        _, pictures = timed(lambda: [rasteriser.image(f.key, 300) for f in cards[:20]])
    return [
        (f"fill in {len(pairs)} templates, first time", f"{first:.2f} s"),
        ("fill them in again", f"{second:.2f} s"),
        (f"draw {len(faces)} distinct faces, one process", f"{one:.2f} s"),
        ("draw them, up to two processes", f"{two:.2f} s, {len(faces) / two:.0f} a second"),
        ("of them cards and chits, one process", f"{len(cards) / seconds:.0f} a second"),
        ("all faces as PDF", f"{sum(map(len, book.pdfs)) / 1e6:.2f} MB"),
        ("one card as PNG at 300 dpi", f"{pictures / 20 * 1000:.0f} ms"),
    ]


def kept(game: Game, store: Cache) -> list[tuple[str, str]]:
    def again() -> int:
        templates, _ = load_templates(ROOT, store=store)
        assert templates is not None
        pairs, *_ = faces_of(game, templates)
        drawn: list[int] = []
        draw(distinct(pairs), 2, drawn.append, store)
        return sum(drawn)

    redrawn, first = timed(again)
    none, second = timed(again)
    return [
        (f"fill in and draw {redrawn} faces, keeping them", f"{first:.2f} s"),
        (f"again, drawing {none}", f"{second:.2f} s"),
    ]


def fitting() -> tuple[str, str]:
    font = registry_of_trilith().font(FontKey("Source Sans Pro"))
    fonts, box = Fonts(font, font, font, font), TextBox(0, 0, 40, 12, 8.5, 6.5)
    _, seconds = timed(lambda: [fit_box(f"{n} {SENTENCE}", fonts, box) for n in range(300)])
    return "fit a text of 16 words into a box, shrinking", f"{seconds / 300 * 1000:.2f} ms"


def large(count: int) -> tuple[str, str]:
    """A deck of ``count`` distinct cards, in a process of its own to see its memory."""
    words = [sys.executable, "-m", "benchmarks.faces", str(count)]
    said = subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True)
    return f"fill in and draw a deck of {count} distinct cards", said.stdout.strip()


def print_large(count: int) -> str:
    with tempfile.TemporaryDirectory() as folder:
        store = Cache(Path(folder))
        templates, _ = load_templates(ROOT, store=store)
        assert templates is not None
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        canvas = Canvas(63.5, 88.9, 3)

        def face(number: int) -> Face:
            context = {
                "c": {
                    **{"id": f"card-{number}", "name": f"Stone {number}", "copies": 1},
                    **{"players": "*", "provenance": "stated", "actions": ("install",)},
                    "text": f"{number}. {SENTENCE}",
                },
                "set": {"id": "deck", "name": "Deck", "singular": "Card", "form": "card"},
                "game": {"id": "game", "name": "Game", "revision": "1", "terms": {}},
                "face": "front",
            }
            svg, _ = templates.fill("henge/luck", context, canvas, {})
            return face_from(svg, canvas, str(ROOT))

        book, seconds = timed(lambda: draw((face(n) for n in range(count)), 2, store=store))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        size = sum(len(pdf) for pdf in book.pdfs)
        return (
            f"{seconds:.1f} s, {size / 1e6:.0f} MB of PDF, memory +{(peak - before) / 1024:.0f} MB"
        )


def distinct(pairs: tuple[FacePair, ...]) -> list[Face]:
    both = (face for pair in pairs for face in (pair.front, pair.back) if face is not None)
    return list({face.key: face for face in both}.values())


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    start = time.perf_counter()
    result = work()
    return result, time.perf_counter() - start


if __name__ == "__main__":
    print(print_large(int(sys.argv[1])))

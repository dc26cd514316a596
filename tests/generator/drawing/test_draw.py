import io
import os
import re
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pikepdf
import pypdfium2
import pytest
from fontfiles import dejavu
from PIL import Image
from pressfiles import words_of

from generator.design.face import DrawError, Face, key_of, outline_letters
from generator.drawing import engine, libcairo
from generator.drawing.cairo import load_library
from generator.drawing.draw import LEAST_CHUNK, MOST_CHUNK, chunks_of, draw
from generator.drawing.raster import Rasteriser, open_pdf
from generator.drawing.surface import GrowingPdf, draw_faces, read_named_file
from generator.typeset.fonts import MM_PER_PT, FontKey, registry_of_trilith, shape
from validator.cache import Cache

MANY = 300


def plain(number):
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="20mm" height="30mm" viewBox="0 0 20 30">'
        f'<text data-trilith="run" x="2" y="9" font-family="Source Sans Pro" font-weight="400" '
        f'font-size="4" fill="#000000">No {number}</text></svg>'
    )
    return Face(key_of(svg), svg, 20, 30, 0)


def fonts_of(pdf):
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return {
            str(item.FontName): any(f"/FontFile{n}" in item for n in ("", "2", "3"))
            for item in document.objects
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor"
        }


@pytest.fixture
def add_font(studio):
    """Put a file among the project's fonts, and give it a role in the theme."""

    def add(role, entry, path):
        folder = studio / "templates" / "fonts"
        folder.mkdir()
        (folder / f"{role}.ttf").write_bytes(path.read_bytes())
        theme = studio / "templates" / "theme.yaml"
        theme.write_text(theme.read_text() + f"  {role}: {{{entry}, file: {role}.ttf}}\n")

    return add


def test_text_is_real_text_with_kerning_and_ligatures(face_of):
    face = face_of('{{ text(2, 20, "Office AVATAR – “fi”", font="title", size=10) }}')
    assert words_of(draw([face]).pdfs[0]) == "Office AVATAR – “fi”"


def test_text_stands_where_it_was_measured(face_of):
    face = face_of('{{ text(5, 20, "HAVEH", size=20) }}')
    page = pypdfium2.PdfDocument(draw([face]).pdfs[0])[0].get_textpage()
    font = registry_of_trilith().font(FontKey("Source Sans Pro"))
    left, bottom, _, top = page.get_charbox(0, loose=False)
    right = page.get_charbox(4, loose=False)[2]
    mm = 25.4 / 72
    advance = shape(font, "HAVEH").advance * 20 * MM_PER_PT
    assert left * mm == pytest.approx(8 + 0.09 * 20 * MM_PER_PT, abs=0.1)
    assert right * mm == pytest.approx(8 + advance - 0.09 * 20 * MM_PER_PT, abs=0.1)
    assert 66 - bottom * mm == pytest.approx(23, abs=0.1)
    assert (top - bottom) * mm == pytest.approx(font.metrics.cap_height * 20 * mm, abs=0.1)


def test_fonts_are_embedded_and_subset(face_of):
    face = face_of('{{ text(5, 20, "a", font="title") }}{{ box(5, 30, 30, 9, "b **c**") }}')
    fonts = fonts_of(draw([face]).pdfs[0])
    assert len(fonts) == 3
    for name, embedded in fonts.items():
        assert re.match(r"/?[A-Z]{6}\+Source", name)
        assert embedded


def test_chunks_hold_all_faces_and_one_edit_changes_one_of_them():
    faces = [plain(number) for number in range(MANY)]
    chunks = list(chunks_of(faces))
    assert [face for chunk in chunks for face in chunk] == faces
    assert all(LEAST_CHUNK <= len(chunk) <= MOST_CHUNK for chunk in chunks[:-1])
    assert len(chunks) > 1
    edited = next(plain(n) for n in range(900, 999) if int(plain(n).key[:8], 16) % 32)
    position = next(n for n, face in enumerate(faces) if int(face.key[:8], 16) % 32)
    faces[position] = edited
    assert len(set(chunks_of(faces)) - set(chunks)) == 1


def test_a_board_and_pictures_of_a_cover_are_drawn_apart_from_cards():
    cards = [plain(number) for number in range(MANY)]
    board = replace(plain(700), width_mm=426, height_mm=426)
    pictures = [outline_letters(card) for card in cards[:3]]
    alone = {(face,) for face in (board, *pictures)}
    chunks = list(chunks_of([cards[0], board, *cards[1:], *pictures]))
    assert alone <= set(chunks)
    assert set(chunks) - alone == set(chunks_of(cards))


def test_bytes_are_the_same_alone_and_together():
    faces = [plain(number) for number in range(MANY)]
    counted = []
    alone, together = draw(faces, jobs=1, progress=counted.append), draw([*faces, faces[0]], jobs=2)
    assert list(alone.pdfs) == list(together.pdfs)
    assert alone.pages == together.pages
    assert len(together.pages) == sum(counted) == MANY
    pdf, page = together.pages[faces[MANY - 1].key]
    assert words_of(together.pdfs[pdf], page) == f"No {MANY - 1}"
    with pikepdf.open(io.BytesIO(alone.pdfs[0])) as document:
        assert "20000101" in str(document.docinfo["/CreationDate"])


def test_a_jpeg_goes_in_once_as_it_is(studio, face_of):
    noise = Image.effect_noise((300, 300), 90).convert("RGB")
    noise.save(studio / "noise.jpg", quality=90)
    data = (studio / "noise.jpg").read_bytes()
    face = face_of(
        '{{ picture("noise.jpg", 0, 0, 20, 20) }}{{ picture("noise.jpg", 5, 30, 9, 9) }}'
    )
    pdf = draw([face]).pdfs[0]
    assert pdf.count(data) == 1
    assert len(pdf) < len(data) + 20_000


def test_a_picture_covers_its_box_and_no_more(studio, face_of):
    Image.new("RGB", (480, 120), "#ff0000").save(studio / "red.png")
    face = face_of('{{ picture("red.png", 10, 20, 20, 20, fit="cover") }}')
    book = draw([face])
    with Rasteriser(book) as rasteriser:
        image = rasteriser.image(face.key, 25.4)  # 1 pixel a millimetre
    red = [(x, y) for x in range(46) for y in range(66) if image.getpixel((x, y))[1] < 50]
    assert (min(red), max(red)) == ((13, 23), (32, 42))


def test_without_freetype_it_is_told_why_nothing_is_drawn(tmp_path, monkeypatch):
    def refuse(*names):
        raise OSError("no library called freetype")

    monkeypatch.setattr("generator.drawing.engine.load_library", refuse)
    engine.font_face.cache_clear()
    engine._libraries.cache_clear()
    try:
        with pytest.raises(DrawError, match=r"takes no font files here .no library.*install cairo"):
            draw_faces([plain(7)])
    finally:
        engine._libraries.cache_clear()


def test_what_a_drawing_may_not_fetch_is_refused(tmp_path):
    head = '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
    picture = '<image href="file:///etc/hostname" width="9" height="9"/>'
    with pytest.raises(DrawError, match="cannot be drawn"):
        GrowingPdf(tmp_path).add(f"{head}{picture}</svg>", 9, 9)


def test_with_a_store_the_pdfs_stay_on_disk(tmp_path):
    folder = tmp_path / "cache"
    faces = [plain(number) for number in range(MANY)]
    folder.write_text("in the way")
    assert list(draw(faces[:3], store=Cache(folder)).pdfs) == list(draw(faces[:3]).pdfs)
    folder.unlink()
    plainly, stored = draw(faces, jobs=1), draw(faces, jobs=1, store=Cache(folder))
    assert list(stored.pdfs) == list(plainly.pdfs)
    assert stored.pdfs[-1] == plainly.pdfs[-1]
    assert len(list((folder / "book").iterdir())) == len(plainly.pdfs)
    with pytest.raises(IndexError):
        stored.pdfs[len(plainly.pdfs)]
    for path in (folder / "book").iterdir():
        path.unlink()
    with pytest.raises(DrawError, match="print again"):
        stored.pdfs[0]


def test_a_projects_own_font_is_drawn_and_embedded(add_font, face_of):
    black = registry_of_trilith().path(FontKey("Source Serif Pro", 900))
    add_font("brand", "family: Brand, weight: black", black)
    face = face_of('{{ text(2, 20, "Henge", font="brand", size=12) }}')
    assert 'data-font="templates/fonts/brand.ttf"' in face.svg
    pdf = draw([face]).pdfs[0]
    assert words_of(pdf) == "Henge"
    assert [name.split("+")[1] for name in fonts_of(pdf)] == ["SourceSerifPro-Black"]


def test_hebrew_is_drawn_right_to_left_and_its_letters_are_known(add_font, face_of):
    add_font("wide", "family: Wide", dejavu())
    face = face_of('{{ text(2, 20, "שלום", font="wide", size=12) }}')
    with open_pdf(draw([face]).pdfs[0]) as document:
        page = document[0].get_textpage()
        letters = sorted((page.get_charbox(at)[0], page.get_text_range(at, 1)) for at in range(4))
    assert [letter for _, letter in letters] == [*reversed("שלום")]


SPAWNING = """
import validator.processes

validator.processes.way_to_start = lambda: "spawn"
"""
UNGUARDED = """
from generator.drawing.draw import draw
from generator.design.face import Face

svgs = [
    f'<svg xmlns="http://www.w3.org/2000/svg" width="9mm" height="9mm" viewBox="0 0 9 9">'
    f'<rect width="{n}" height="3"/></svg>'
    for n in range(300)
]
print(len(draw([Face(f"{n:08x}", svg, 9, 9, 0) for n, svg in enumerate(svgs)]).pages))
"""


@pytest.mark.parametrize(
    ("spawned", "status", "printed"), [(False, 0, "300\n"), (True, 1, "cannot be started")]
)
def test_a_script_without_a_guard_draws_where_it_can_fork(tmp_path, spawned, status, printed):
    script = tmp_path / "script.py"
    script.write_text(SPAWNING * spawned + UNGUARDED)
    command = [sys.executable, script]
    ran = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert ran.returncode == status
    assert printed in ran.stdout + ran.stderr
    assert spawned == ("__main__" in ran.stderr)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("gone.png", r"gone\.png"),
        ("/etc/passwd", "lies outside the project"),
        ("../secret.png", "lies outside the project"),
        ("link.png", "cannot be read: it is a device"),
        ("other.png", "was changed while it was being drawn"),
    ],
)
def test_a_drawing_reads_only_the_file_that_was_named(tmp_path, name, said):
    (tmp_path / "link.png").symlink_to("/dev/zero")
    (tmp_path / "other.png").write_bytes(b"secret")
    with pytest.raises(DrawError, match=said):
        read_named_file(tmp_path, name, "0" * 64)


ROOT = Path(__file__).parents[3]


def test_all_that_draws_loads_it_this_way_and_before_cairosvg_does():
    for source in (ROOT / "generator").rglob("*.py"):
        text = source.read_text(encoding="utf-8")
        before, named, _ = text.partition("from cairosvg")
        assert source.name == "cairo.py" or not re.search(r"^import cairocffi", text, re.M), source
        assert not named or "generator.drawing.cairo" in before, source


def test_it_is_loaded_away_from_where_one_stands(tmp_path):
    code = """
import os, sys
class Look:
    def find_spec(name, *rest):
        if name.startswith("cairocffi"):
            places.add(os.getcwd())
places = set()
sys.meta_path.insert(0, Look)
import generator.drawing.surface
print(*places)
"""
    line = [sys.executable, "-c", code]
    run = subprocess.run(line, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == str(ROOT / "generator" / "data")


def run_twice(code, cache):
    """What a new process says of ``code``, and the next one."""
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
    line = [sys.executable, "-c", code]
    return [
        subprocess.run(line, env=environment, check=True, stdout=-1, text=True).stdout.strip()
        for _ in range(2)
    ]


def test_the_headers_are_read_once_for_all_processes(tmp_path):
    code = """
import cffi
FFI, read = cffi.FFI, []
FFI.cdef = lambda *given, cdef=FFI.cdef, **more: read.append(1) or cdef(*given, **more)
from generator.drawing.cairo import cairocffi
surface = cairocffi.ImageSurface(cairocffi.FORMAT_A8, 4, 4)
cairocffi.Context(surface).paint()
print(bool(read), bytes(surface.get_data())[:2])
"""
    painted = str(bytes([255, 255]))
    assert run_twice(code, tmp_path) == [f"True {painted}", f"False {painted}"]


def test_a_library_that_is_not_there_is_told():
    with pytest.raises(OSError, match="there is no library nowhere"):
        load_library(("libnowhere.so",), ("nowhere",))


def test_a_command_without_cairo_says_how_to_install_it_in_one_line(tmp_path):
    (tmp_path / "cairocffi.py").write_text("raise OSError('no library called cairo')")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    words = [sys.executable, "-m", "generator.cli", "print", "henge"]
    run = subprocess.run(words, env=environment, check=False, capture_output=True, text=True)
    assert run.returncode == 2
    assert run.stderr.strip() == libcairo.ADVICE
    assert run.stderr.count("\n") == 1
    assert run.stdout == ""
    for name in ("apt-get install", "dnf install", "brew install", "Windows"):
        assert name in libcairo.ADVICE


def test_a_page_of_half_a_point_is_painted_to_its_edges():
    """Cairo cuts what it paints to whole points: up to a third of a millimetre of bleed."""
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 14">'
        '<rect width="26" height="14" fill="#246"/></svg>'
    )
    book = draw([Face("half", svg, 20, 8, 3)])
    page = pypdfium2.PdfDocument(book.pdfs[0])[0]
    assert page.get_size() == pytest.approx((26 * 72 / 25.4, 14 * 72 / 25.4))
    image = page.render(scale=10).to_pil().convert("RGB")
    spots = {(0, 0), (735, 0), (0, 395), (735, 395)}
    assert {image.getpixel(spot) for spot in spots} == {(0x22, 0x44, 0x66)}

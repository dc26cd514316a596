import io
import struct
import zlib
from contextlib import closing

import pikepdf
import pytest
from commandline import run
from fogfaces import draw_with, fog_faces, lay
from PIL import Image, ImageOps

from generator.design import facecheck
from generator.design.face import DrawError
from generator.design.faces import face_from
from generator.design.templates import Canvas
from generator.drawing.draw import UndrawnError, draw, try_out
from generator.drawing.drawcheck import check_drawn
from generator.drawing.raster import Rasteriser
from generator.typeset.fonts import FontKey, registry_of_trilith
from validator.cache import Cache
from validator.catalogue.load import load
from validator.catalogue.words.grammar import Term
from validator.executor import Executor

CARD = "templates/fog/card.svg.j2"
SOUND = '<circle cx="20" cy="20" r="9"/>\n'
EXTREME_ARC = '<path d="M5 5 A1e200 1e-200 0 0 1 20 20"/>'


@pytest.fixture
def card(tiny, edit):
    edit(tiny / "components" / "fog" / "cards.yaml", "template: basic/card", "template: fog/card")
    return lay(tiny, "fog/card.svg.j2", SOUND)


@pytest.fixture
def check_card(tiny, card):
    """Draw the cards of the small game with a template's text; returns what check finds."""

    def findings(text):
        card.write_text(text, "utf-8")
        return [(told.code, told.place.file, told.message + told.hint) for told in looked_at(tiny)]

    return findings


def looked_at(root):
    """What check finds of the cards alone."""
    for name in ("coins", "mats", "setup"):
        (root / "components" / "fog" / f"{name}.yaml").unlink(missing_ok=True)
    catalogue, _ = load(root)
    return [*check_drawn(catalogue, root), *facecheck.check_faces(catalogue, root)]


def pixels(kind="PNG", width=8, height=8):
    target = io.BytesIO()
    Image.effect_noise((width, height), 90).convert("RGB").save(target, kind)
    return target.getvalue()


def with_damaged_stream(data):
    """A PNG whose pixels cannot be unpacked, with checksums that are right."""
    at = data.index(b"IDAT")
    (length,) = struct.unpack(">I", data[at - 4 : at])
    body = b"IDAT" + bytes(255 - byte for byte in data[at + 4 : at + 4 + length])
    return data[:at] + body + struct.pack(">I", zlib.crc32(body)) + data[at + 8 + length :]


def test_a_curve_that_cannot_be_drawn_is_found_at_its_template(check_card):
    ((code, file, message),) = check_card(EXTREME_ARC)
    assert (code, file) == ("drawing-failed", CARD)
    assert "ZeroDivisionError" in message
    assert "the front of '" in message


def test_what_could_be_drawn_once_is_not_tried_again(check_card, tiny, monkeypatch):
    assert check_card('<circle cx="9" cy="9" r="4"/>') == []
    monkeypatch.setattr("generator.drawing.draw.try_chunk", None)
    assert check_card('<circle cx="9" cy="9" r="4"/>') == []
    (code, _, _), *_ = check_card('<circle cx="9" cy="9" r="5"/>')
    assert code == "drawing-failed"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("art.png", with_damaged_stream(pixels()), "is damaged"),
        ("art.png", pixels()[:-40], "is damaged"),
        ("art.jpg", pixels("JPEG", 99, 99)[:-2000], "is damaged"),
        ("art.png", b"GIF89a", "readable PNG, JPEG, WebP or GIF"),
        ("art.png", pixels(width=50_000, height=1), "a side may have 32,767"),
    ],
)
def test_a_picture_that_would_not_be_drawn_is_found_where_it_is_named(
    check_card, tiny, name, data, said
):
    (tiny / name).write_bytes(data)
    told = check_card(f'{{{{ picture("{name}", 5, 5, 20, 20) }}}}')
    assert {(code, file) for code, file, _ in told} == {("picture-unusable", CARD)}
    assert all(said in message for _, _, message in told)


@pytest.fixture
def own_font(tiny):
    """Give the small game a font of its own, in the role ``own``."""
    lay(tiny, "theme.yaml", "kind: theme\nfonts:\n  own: {family: Own, file: own.ttf}\n")
    return lay(tiny, "fonts/own.ttf", "").write_bytes


FONT = registry_of_trilith().path(FontKey("Source Serif Pro", 900)).read_bytes()


def with_damaged_outlines(data):
    """A font whose outlines, the table ``glyf``, have no sense."""
    at = next(at for at in range(12, 512, 16) if data[at : at + 4] == b"glyf")
    start, length = struct.unpack(">II", data[at + 8 : at + 16])
    return data[:start] + b"\x7f" * length + data[start + length :]


@pytest.mark.parametrize(
    ("damaged", "found", "said"),
    [
        (FONT[: len(FONT) // 2], ("font-unusable", "templates/theme.yaml"), "its end is missing"),
        (with_damaged_outlines(FONT), ("drawing-failed", CARD), "the font own.ttf is damaged"),
    ],
    ids=["cut in half", "outlines"],
)
def test_a_damaged_font_is_found_at_the_theme_or_where_it_is_used(
    own_font, check_card, damaged, found, said
):
    own_font(damaged)
    told = check_card('{{ text(4, 20, "Lighthouse", font="own", size=9) }}')
    assert {(code, file) for code, file, _ in told} == {found}
    assert "own.ttf" in told[0][2]
    assert said in told[0][2]


def test_each_part_of_a_drawing_is_tried(studio, face_of, tmp_path):
    good = face_of('<circle cx="9" cy="9" r="4"/>')
    bad = face_of('<circle cx="9" cy="9" r="4"/><g>' + EXTREME_ARC + "</g>")
    with closing(Executor(1)) as pool:
        assert try_out([[good]], None, pool) == ([], ())
        with pytest.raises(DrawError, match="ZeroDivisionError"):
            try_out([[good], [good, bad]], Cache(tmp_path / "cache"), pool)


def test_what_fails_in_a_print_is_told_at_the_template(tiny, check_card):
    (tiny / CARD).write_text(EXTREME_ARC)
    pairs, findings = fog_faces(tiny)
    assert not findings
    with pytest.raises(UndrawnError) as failure:
        draw([pair.front for pair in pairs])
    (told,) = failure.value.findings
    assert (told.code, told.place.file) == ("drawing-failed", CARD)


@pytest.mark.parametrize(
    "drawn",
    [
        '<?pi a?><circle cx="9" cy="9" r="4"/><!-- a --><?pi?>',
        '<linearGradient id="sky"><stop offset="0" stop-color="#7fb2cf"/></linearGradient>'
        '<clipPath id="cut"><circle cx="9" cy="9" r="4"/></clipPath>'
        '<rect width="9" height="9" fill="url(#sky)" clip-path="url(#cut)"/>',
    ],
)
def test_gradients_clips_and_instructions_for_other_programs_may_stand_anywhere(check_card, drawn):
    assert check_card(drawn) == []


# A check whose templates were loaded ahead finds what it finds without, and of today's files

FAINT = '<rect width="63" height="20" fill="#443355"/>{{ text(5, 12, c.name, fill="#222222") }}'
BROKEN = '<text x="5" y="5">Light</texxt>\n'


@pytest.mark.parametrize(
    ("drawn", "code"),
    [(BROKEN, "svg-syntax"), (EXTREME_ARC, "drawing-failed"), (FAINT, "contrast-low")],
)
def test_templates_are_loaded_once_and_the_same_is_found(drawn, code, tiny, card, monkeypatch):
    roots, really = [], facecheck.load_templates

    def noted(root, **more):
        roots.append(root)
        return really(root, **more)

    monkeypatch.setattr(facecheck, "load_templates", noted)
    card.write_text(drawn, "utf-8")
    with facecheck.begin(tiny):
        begun = looked_at(tiny)
    assert roots == [tiny]
    assert [one.code for one in begun] == [code]
    assert looked_at(tiny) == begun
    with facecheck.begin(tiny):
        assert looked_at(tiny) == begun


def test_templates_begun_serve_one_check_of_one_project(tiny, card, tmp_path):
    with facecheck.begin(tmp_path / "elsewhere"):
        assert looked_at(tiny) == []
    with facecheck.begin(tiny):
        assert looked_at(tiny) == []
    card.write_text(BROKEN, "utf-8")
    assert [one.code for one in looked_at(tiny)] == ["svg-syntax"]


# --- texts that do not stand out from what lies beneath them are told, whatever that is ----------

DARK = '<rect width="63" height="20" fill="#443355"/>'
NAME = '{{ text(5, 12, c.name, fill="%s") }}'


@pytest.fixture
def told(tiny, card):
    """What is said of low contrast, with the text of a template for the cards."""

    def found(template, command="check"):
        card.write_text(template, encoding="utf-8")
        lines = run(command, "fog", "--project", tiny).output.splitlines()
        return [line for line in lines if "[contrast-low]" in line]

    return found


def picture(root, suffix, right):
    """A template with a dark picture whose right side is of another colour."""
    drawn = Image.new("RGB", (1200, 400), "#301010")
    drawn.paste(right, (600, 0, 1200, 400))
    drawn.save(root / f"art{suffix}")
    return f'{{{{ picture("art{suffix}", 0, 0, 60, 20, fit="cover") }}}}'


@pytest.mark.parametrize("ground", ["rect", "group", "turned", ".png", ".jpg"])
def test_dark_text_on_dark_ground_is_told_of_one_card_at_its_name(ground, tiny, told):
    dark, text = DARK, NAME % "#222222"
    if ground.startswith("."):
        dark = picture(tiny, ground, "#101030")
    if ground == "group":
        dark, text = f'<g opacity="0.99">{dark}</g>', f"<g>{text}</g>"
    if ground == "turned":
        text = f'<g transform="rotate(90 8 12)">{text}</g>'
        dark = '<rect x="7.6" width="2.2" height="60" fill="#443355"/>'
    said = ": warning: 'Candle' on the front of 'candle' has a contrast of"
    for _ in range(2):
        (line,) = told(dark + text)
        assert line.startswith(f"components/fog/cards.yaml:23:11{said} 1."), line


@pytest.mark.parametrize(
    "drawn",
    [
        DARK + NAME % "#ffffff",
        NAME % "#222222" + DARK,
        f'{DARK}<g opacity="0.2">{NAME % "#222222"}</g>',
        '{{ text(5, 12, c.name, font="title", size=14, fill="#888888") }}',
    ],
)
def test_what_stands_out_or_is_faint_on_purpose_is_not_told(drawn, told):
    assert told(drawn) == []


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
def test_a_quarter_of_a_text_may_stand_out_less(suffix, tiny, told):
    art = picture(tiny, suffix, "#fafafa")
    line = '{{ text(%s, 12, "a line of some length", fill="#222222") }}'
    assert told(art + line % 27) == []
    assert len(told(art + line % 20)) == 1


def test_prints_say_nothing_and_what_they_keep_is_told_all_the_same(told):
    pale = '{{ text(5, 40, "as only a large text may be", fill="#888888") }}'
    assert told(DARK + NAME % "#222222" + pale, "print") == []
    assert len(told(DARK + NAME % "#222222" + pale)) == 2


TERMS = {"coin": Term("coin", "coin", "coins", "coin")}
CANVAS = Canvas(40, 60, 3)


@pytest.fixture
def spoken(templates_of, studio):
    """Draw a box with a text; return the words that stand for its icons in the PDF."""

    def draw_it(text):
        templates = templates_of(card="{{ box(2, 2, 36, 40, c.text) }}")
        svg, findings = draw_with(templates, {"c": {"text": text}}, CANVAS, terms=TERMS)
        assert not findings
        pdf = draw([face_from(svg, CANVAS, str(studio))]).pdfs[0]
        with pikepdf.open(io.BytesIO(pdf)) as opened:
            return [
                str(operands[1]["/ActualText"])
                for operands, operator in pikepdf.parse_content_stream(opened.pages[0])
                if str(operator) == "BDC" and "/ActualText" in operands[1]
            ]

    return draw_it


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Gain 3 {coin}, then stop.", ["coins"]),
        ("Gain 1 {coin}.", ["coin"]),
        ("Gain 3 {coin} coins.", []),
        ("A {coin} coin, 2 {coin} and {coin}.", ["coins", "coin"]),
    ],
)
def test_an_icon_is_read_as_its_noun_unless_that_follows(spoken, text, words):
    assert spoken(text) == words


# --- pictures stand upright, keep their focus in view, and are told of where they are coarse -----

DPI = 50.8  # 2 pixels a millimetre
LEFT, TOP = 10, 20


@pytest.fixture
def shown(face_of):
    """Draw a picture at LEFT, TOP in a box of 24 x 16 mm; return that part of the face."""

    def show(name, arguments=""):
        face = face_of(f'{{{{ picture("{name}", {LEFT}, {TOP}, 24, 16{arguments}) }}}}')
        with Rasteriser(draw([face])) as rasteriser:
            image = rasteriser.image(face.key, DPI)
        x, y = 2 * (LEFT + face.bleed_mm), 2 * (TOP + face.bleed_mm)
        return image.convert("RGB").crop((x, y, x + 48, y + 32))

    return show


def four_colours(width, height):
    """A picture whose quarters are red, green, blue and white."""
    image = Image.new("RGB", (width, height), "white")
    x, y = width // 2, height // 2
    image.paste("red", (0, 0, x, y))
    image.paste("lime", (x, 0, width, y))
    image.paste("blue", (0, y, x, height))
    return image


def colours(image):
    """What stands in each quarter: 1 for each channel that is bright."""
    places = [(0.2, 0.2), (0.8, 0.2), (0.2, 0.8), (0.8, 0.8)]
    pixels = [image.getpixel((int(x * image.width), int(y * image.height))) for x, y in places]
    return [tuple(int(channel > 127) for channel in pixel) for pixel in pixels]


@pytest.mark.parametrize(("suffix", "turn"), [*(("jpg", turn) for turn in range(1, 9)), ("png", 6)])
def test_a_picture_stands_upright_as_its_camera_says(studio, shown, turn, suffix):
    size = (240, 160) if turn < 5 else (160, 240)
    image = four_colours(*size)
    exif = image.getexif()
    exif[0x0112] = turn
    image.save(studio / f"art.{suffix}", exif=exif)
    with Image.open(studio / f"art.{suffix}") as saved:
        upright = ImageOps.exif_transpose(saved)
    assert upright.size == (240, 160)
    assert len(set(colours(upright))) == 4
    assert colours(shown(f"art.{suffix}")) == colours(upright)


def stripes(width, height):
    """Red at the left and top end, blue at the other, white between."""
    image = Image.new("RGB", (width, height), "white")
    third = (width // 3, height) if width > height else (width, height // 3)
    image.paste("red", (0, 0, *third))
    image.paste("blue", (width - third[0], height - third[1], width, height))
    return image


@pytest.mark.parametrize(
    ("focus", "seen"),
    [
        ("", {(1, 1, 1)}),
        (", focus=[0.5, 0.5]", {(1, 1, 1)}),
        (", focus=[0.0, 0.0]", {(1, 0, 0)}),
        (", focus=[1, 1]", {(0, 0, 1)}),
    ],
)
@pytest.mark.parametrize("size", [(900, 200), (300, 600)])
def test_what_is_cut_off_keeps_its_focus_in_view(studio, shown, focus, seen, size):
    stripes(*size).save(studio / "art.png")
    assert set(colours(shown("art.png", f', fit="cover"{focus}'))) == seen


@pytest.mark.parametrize(
    ("size", "turn", "fit", "dpi"),
    [
        ((60, 40), 1, "contain", 51),
        ((60, 40), 1, "cover", 51),
        ((60, 80), 1, "contain", 102),  # the height fills the box
        ((60, 80), 1, "cover", 51),  # the width does
        ((300, 20), 1, "stretch", 25),
        ((360, 240), 1, "cover", None),
        ((160, 240), 6, "cover", None),  # measured upright
    ],
)
def test_a_coarse_picture_is_told_of(studio, drawn, size, turn, fit, dpi):
    image = Image.new("RGB", size, "red")
    exif = image.getexif()
    exif[0x0112] = turn
    image.save(studio / "art.jpg", exif=exif)
    call = f'{{{{ picture("art.jpg", 0, 0, 15, 10, fit="{fit}") }}}}'
    _, findings = drawn(f'<g transform="rotate(20) scale(2)">{call}</g>')
    if dpi is None:
        assert not findings
        return
    (finding,) = findings
    assert (finding.code, finding.severity.value) == ("picture-coarse", "warning")
    assert f"({size[0]} x {size[1]} pixels) is printed at {dpi} dpi" in finding.message

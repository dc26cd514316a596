"""What passes ``trilith check`` can be drawn: faces are tried out, pictures and fonts decoded."""

import io
import struct
import zlib
from contextlib import closing

import pytest
from PIL import Image

from generator.design.face import DrawError
from generator.design.facecheck import check_faces
from generator.design.faces import faces_of
from generator.design.lookup import folder_of_trilith
from generator.design.templates import load_templates
from generator.drawing.draw import UndrawnError, draw, try_out
from generator.drawing.drawcheck import check_drawn
from generator.typeset.fonts import FontKey, registry_of_trilith
from validator.cache import Cache
from validator.catalogue.load import load
from validator.executor import Executor

CARD = "templates/fog/card.svg.j2"
EXTREME_ARC = '<path d="M5 5 A1e200 1e-200 0 0 1 20 20"/>'


@pytest.fixture
def card(tiny, edit):
    """Draw the cards of the small game with a template's text; returns what check finds."""
    edit(tiny / "components" / "fog" / "cards.yaml", "template: basic/card", "template: fog/card")
    (tiny / "templates" / "fog").mkdir(parents=True)

    def findings(text):
        (tiny / CARD).write_text(text)
        catalogue, _ = load(tiny, ["fog"])
        found = [*check_faces(catalogue, tiny), *check_drawn(catalogue, tiny)]
        return [(told.code, told.place.file, told.message) for told in found]

    return findings


def png(width=8, height=8):
    target = io.BytesIO()
    Image.effect_noise((width, height), 90).convert("RGB").save(target, "PNG")
    return target.getvalue()


def with_damaged_stream(data):
    """A PNG whose pixels cannot be unpacked, with checksums that are right."""
    at = data.index(b"IDAT")
    (length,) = struct.unpack(">I", data[at - 4 : at])
    body = b"IDAT" + bytes(255 - byte for byte in data[at + 4 : at + 4 + length])
    return data[:at] + body + struct.pack(">I", zlib.crc32(body)) + data[at + 8 + length :]


def test_a_curve_that_cannot_be_drawn_is_found_at_its_template(card):
    ((code, file, message),) = card(EXTREME_ARC)
    assert (code, file) == ("drawing-failed", CARD)
    assert "ZeroDivisionError" in message
    assert "the front of '" in message


def test_what_could_be_drawn_once_is_not_tried_again(card, tiny, monkeypatch):
    assert card('<circle cx="9" cy="9" r="4"/>') == []
    monkeypatch.setattr("generator.drawing.draw.try_chunk", None)
    assert card('<circle cx="9" cy="9" r="4"/>') == []
    (code, _, _), *_ = card('<circle cx="9" cy="9" r="5"/>')
    assert code == "drawing-failed"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (with_damaged_stream(png()), "is damaged"),
        (png()[:-40], "is damaged"),
        (png(50_000, 1), "a side may have 32,767"),
    ],
)
def test_a_picture_that_would_not_be_drawn_is_found_where_it_is_named(card, tiny, data, said):
    (tiny / "art.png").write_bytes(data)
    told = card('{{ picture("art.png", 5, 5, 20, 20) }}')
    assert {(code, file) for code, file, _ in told} == {("picture-unusable", CARD)}
    assert all(said in message for _, _, message in told)


@pytest.fixture
def own_font(tiny):
    """Give the small game a font of its own, in the role ``own``."""
    (tiny / "templates" / "fonts").mkdir(parents=True)
    theme = (folder_of_trilith() / "theme.yaml").read_text()
    own = "\nfonts:\n  own: {family: Own, file: own.ttf}\n"
    (tiny / "templates" / "theme.yaml").write_text(theme.replace("\nfonts:\n", own))
    return (tiny / "templates" / "fonts" / "own.ttf").write_bytes


FONT = registry_of_trilith().path(FontKey("Source Serif Pro", 900))


def test_a_font_cut_in_half_is_found(own_font, card):
    data = FONT.read_bytes()
    own_font(data[: len(data) // 2])
    told = card('{{ text(4, 20, "Lighthouse", font="own", size=9) }}')
    assert [(code, file) for code, file, _ in told] == [("font-unusable", "templates/theme.yaml")]
    assert "own.ttf" in told[0][2]
    assert "its end is missing" in told[0][2]


def test_a_font_whose_outlines_are_damaged_is_found_where_it_is_used(own_font, card):
    data = FONT.read_bytes()
    own_font(with_damaged_outlines(data))
    told = card('{{ text(4, 20, "Lighthouse", font="own", size=9) }}')
    assert {(code, file) for code, file, _ in told} == {("drawing-failed", CARD)}
    assert "the font own.ttf is damaged" in told[0][2]


def with_damaged_outlines(data):
    """A font whose outlines, the table ``glyf``, have no sense."""
    at = next(at for at in range(12, 512, 16) if data[at : at + 4] == b"glyf")
    start, length = struct.unpack(">II", data[at + 8 : at + 16])
    return data[:start] + b"\x7f" * length + data[start + length :]


def test_instructions_for_other_programs_are_passed_over(card):
    assert card('<?pi a?><circle cx="9" cy="9" r="4"/><!-- a --><?pi?>') == []


def test_comments_and_instructions_are_not_drawn(face_of):
    assert draw([face_of('<!-- a --><?pi a?><circle cx="9" cy="9" r="4"/>')]).pages


def test_each_part_of_a_drawing_is_tried(studio, face_of, tmp_path):
    good = face_of('<circle cx="9" cy="9" r="4"/>')
    bad = face_of('<circle cx="9" cy="9" r="4"/><g>' + EXTREME_ARC + "</g>")
    with closing(Executor(1)) as pool:
        try_out([good], None, pool)
        with pytest.raises(DrawError, match="ZeroDivisionError"):
            try_out([good, bad], Cache(tmp_path / "cache"), pool)


def test_what_fails_in_a_print_is_told_at_the_template(tiny, card):
    (tiny / CARD).write_text(EXTREME_ARC)
    templates, _ = load_templates(tiny)
    pairs, findings = faces_of(load(tiny, ["fog"])[0].games["fog"], templates)
    assert not findings
    with pytest.raises(UndrawnError) as failure:
        draw([pair.front for pair in pairs], pool=templates.pool)
    (told,) = failure.value.findings
    assert (told.code, told.place.file) == ("drawing-failed", CARD)


def test_gradients_and_clips_may_stand_anywhere(card):
    sky = '<linearGradient id="sky"><stop offset="0" stop-color="#7fb2cf"/></linearGradient>'
    cut = '<clipPath id="cut"><circle cx="9" cy="9" r="4"/></clipPath>'
    used = '<rect width="9" height="9" fill="url(#sky)" clip-path="url(#cut)"/>'
    assert card(sky + cut + used) == []

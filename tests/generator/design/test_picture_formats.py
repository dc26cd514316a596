import io

import pikepdf
import pypdfium2
import pytest
from commandline import run
from PIL import Image, ImageChops, ImageCms, ImageDraw

from generator.design.canvas import canvas_of
from generator.design.filling import face_from
from generator.design.pictures import PictureError, find_drawing
from generator.design.templates import load_templates
from generator.design.theme import TrimSize
from generator.drawing.draw import draw
from generator.drawing.raster import cut_out
from generator.installed import DATA
from generator.publish.pictures import webp

BLUE, GOLD = (30, 90, 160), (250, 180, 40)
SVG = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="10 10 60 40">{}</svg>"""
ART = SVG.format(
    '<defs><linearGradient id="a"><stop stop-color="#1e5aa0"/></linearGradient>'
    "<style>.s{fill:#fab428}</style></defs>"
    '<rect x="10" y="10" width="60" height="40" fill="url(#a)"/>'
    '<rect class="s" x="60" y="10" width="30" height="40"/>'
)


def drawn(root, call, under=""):
    """A template with a call of ``picture`` on a face of 60 x 60 mm: its PDF, and faults.

    ``under`` is drawn before the picture.
    """
    folder = root / "templates"
    folder.mkdir(exist_ok=True)
    (folder / "art.svg.j2").write_text(under + "{{ " + call + " }}", encoding="utf-8")
    templates, findings = load_templates(root)
    assert templates is not None, findings
    canvas = canvas_of(TrimSize("art", 60, 60), 0)
    svg, faults = templates.fill("art", {"c": {}, "game": {}}, canvas, {})
    pdf = draw([face_from(svg, canvas, str(root))]).pdfs[0] if svg and not faults else b""
    return pdf, faults


def pixel(pdf, x, y):
    """The colour at x, y mm from the top left."""
    image = pypdfium2.PdfDocument(pdf)[0].render(scale=10 * 25.4 / 72).to_pil().convert("RGB")
    return image.getpixel((round(x * 10), round(y * 10)))


def near(one, other, by=12):
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) <= by


@pytest.mark.parametrize(
    ("fit", "blue", "gold", "white"),
    [
        ("contain", (5, 30), (55, 30), (30, 5)),
        ("stretch", (5, 5), (55, 5), None),
        ("cover", (5, 5), (48, 30), None),
    ],
)
def test_a_picture_of_lines_stays_lines_and_is_fitted_into_its_box(tiny, fit, blue, gold, white):
    (tiny / "art.svg").write_text(ART, encoding="utf-8")
    focus = ", focus=[1, 0.5]" if fit == "cover" else ""
    pdf, faults = drawn(tiny, f'picture("art.svg", 0, 0, 60, 60, fit="{fit}"{focus})')
    assert faults == []
    assert near(pixel(pdf, *blue), BLUE)
    assert near(pixel(pdf, *gold), GOLD)
    assert white is None or pixel(pdf, *white) == (255, 255, 255)
    with pikepdf.Pdf.open(io.BytesIO(pdf)) as file:
        kinds = [one.get("/Subtype") for one in file.objects if isinstance(one, pikepdf.Stream)]
    assert "/Image" not in kinds


def test_nothing_is_drawn_beside_its_view_or_its_box(tiny):
    (tiny / "art.svg").write_text(ART, encoding="utf-8")
    pdf, _ = drawn(tiny, 'picture("art.svg", 0, 0, 30, 60, fit="cover", focus=[0, 0])')
    assert near(pixel(pdf, 29, 30), BLUE)
    assert pixel(pdf, 31, 30) == (255, 255, 255)
    pdf, _ = drawn(tiny, 'picture("art.svg", 0, 0, 30, 20)')
    assert pixel(pdf, 31, 10) == (255, 255, 255)  # the golden box goes on beyond the view


@pytest.mark.parametrize(
    ("inside", "said"),
    [
        ('<image href="file:///etc/passwd" width="9" height="9"/>', "<image> is not drawn"),
        ('<use href="http://example.org/a.svg#b"/>', "<use> is not drawn"),
        ("<text>Fog</text>", "<text> is not drawn"),
        ("<path d='M0 0h9v9'/>" * 20_001, "more than 20,000 parts"),
        ("<g>" * 70 + "</g>" * 70, "nests over 60 deep"),
        ("<g>", "not a readable SVG"),
        ("<!-- " + "x" * 4_000_000 + " -->", "4,000,000 are the most"),
    ],
)
def test_what_cannot_be_drawn_right_or_leads_outside_is_told(tiny, inside, said):
    (tiny / "art.svg").write_text(SVG.format(inside), encoding="utf-8")
    with pytest.raises(PictureError, match=said):
        find_drawing(tiny, "art.svg")


def test_entities_do_not_grow_and_read_no_file(tiny):
    (tiny / "secret.txt").write_text("h9", encoding="utf-8")
    head = f'<!DOCTYPE a [<!ENTITY b SYSTEM "{(tiny / "secret.txt").as_uri()}"><!ENTITY c "h9">]>'
    inside = '<path d="M20 20v9h9z"/><g>&b;&c;</g>'
    (tiny / "art.svg").write_text(head + SVG.format(inside), encoding="utf-8")
    assert "h9z" in find_drawing(tiny, "art.svg").body
    assert find_drawing(tiny, "art.svg").body.count("h9") == 1


def picture_with_inks(path, kind):
    """A JPEG in CMYK: as Adobe's programs write it, with its profile or without, or not so."""
    profile = (DATA / "profiles" / "fogra39.icc").read_bytes()
    inks = ImageCms.ImageCmsProfile(io.BytesIO(profile))
    screen = ImageCms.createProfile("sRGB")
    plain = Image.new("RGB", (400, 400), GOLD)
    image = ImageCms.profileToProfile(plain, screen, inks, outputMode="CMYK")
    if kind == "upright":  # Pillow inverts what it writes, and says so by a marker
        image = ImageChops.invert(image)
    image.save(path, quality=95, **({"icc_profile": profile} if kind == "profile" else {}))
    if kind == "upright":
        data = path.read_bytes()
        at = data.index(b"\xff\xee")
        path.write_bytes(data[:at] + data[at + 2 + int.from_bytes(data[at + 2 : at + 4], "big") :])


@pytest.mark.parametrize("kind", ["profile", "bare", "upright"])
def test_inks_are_shown_as_they_print(tiny, kind):
    picture_with_inks(tiny / "art.jpg", kind)
    pdf, faults = drawn(tiny, 'picture("art.jpg", 0, 0, 60, 60)')
    assert faults == []
    assert near(pixel(pdf, 30, 30), GOLD)


def test_webp_and_gif_are_drawn_with_what_is_transparent(tiny):
    image = Image.new("RGBA", (400, 400), (*GOLD, 255))
    image.paste((0, 0, 0, 0), (0, 0, 400, 200))
    image.save(tiny / "art.webp", lossless=True)
    image.save(tiny / "art.gif", save_all=True, append_images=[Image.new("RGB", (400, 400))])
    for name in ("art.webp", "art.gif"):
        pdf, faults = drawn(tiny, f'picture("{name}", 0, 0, 60, 60)')
        assert faults == []
        assert near(pixel(pdf, 30, 45), GOLD)
        assert pixel(pdf, 30, 15) == (255, 255, 255)


def soft_disc(least, ground):
    """A golden disc on what is transparent, whose edge fades out from ``least`` on."""
    alpha = Image.new("L", (400, 400))
    ImageDraw.Draw(alpha).ellipse((40, 40, 360, 360), fill=255)
    alpha = alpha.resize((50, 50), Image.Resampling.BOX).resize((400, 400))
    alpha = alpha.point([one if one > least else 0 for one in range(256)])
    image = Image.new("RGBA", (400, 400), (*GOLD, 255))
    image.paste((*ground, 255), mask=alpha.point([255] + [0] * 255))
    image.putalpha(alpha)
    return image


@pytest.mark.parametrize("file", ["art.png", "lossless.webp", "art.webp", "art.gif"])
@pytest.mark.parametrize("ground", [(0, 0, 0), BLUE])
def test_no_halo_lies_around_what_ends_within_a_picture(tiny, file, ground):
    image = soft_disc(254 if file == "art.gif" else 0, ground)
    image.save(tiny / file, **({"lossless": True} if "lossless" in file else {}))
    under = '<rect x="0" y="0" width="60" height="60" fill="#fab428"/>'
    pdf, faults = drawn(tiny, f'picture("{file}", 0, 0, 60, 60)', under)
    assert faults == []
    for scale in (0.5, 1.7, 4):
        page = pypdfium2.PdfDocument(pdf)[0].render(scale=scale).to_pil().convert("RGB")
        inner = page.crop((2, 2, page.width - 2, page.height - 2))
        ends = inner.getextrema()
        lossy = 12 if file == "art.webp" else 2
        assert all(near(end, GOLD, lossy) for end in zip(*ends, strict=True)), ends


def test_what_hides_all_is_drawn_without_transparency(tiny):
    Image.new("RGBA", (400, 400), (*GOLD, 255)).save(tiny / "art.png")
    pdf, _ = drawn(tiny, 'picture("art.png", 0, 0, 60, 60)')
    assert near(pixel(pdf, 30, 30), GOLD)
    with pikepdf.Pdf.open(io.BytesIO(pdf)) as file:
        assert not any("/SMask" in one for one in file.objects if isinstance(one, pikepdf.Stream))


@pytest.mark.heavy
def test_a_kit_is_printed_again_when_a_picture_of_lines_changes(tiny, edit):
    (tiny / "art.svg").write_text(ART, encoding="utf-8")
    cards = tiny / "components" / "fog" / "cards.yaml"
    edit(cards, "name: Candle\n", "name: Candle\n    picture: art.svg\n")
    words = ("print", "fog", "--project", tiny)
    run(*words)
    assert "nothing has changed since" in run(*words).output
    before = (tiny / "output/fog/print/a4/cards.pdf").read_bytes()
    (tiny / "art.svg").write_text(ART.replace("fab428", "40c060"), encoding="utf-8")
    assert "nothing has changed since" not in run(*words).output
    assert (tiny / "output/fog/print/a4/cards.pdf").read_bytes() != before


def test_published_pictures_with_transparent_edges_ring_nowhere(tmp_path):
    image = Image.new("RGB", (200, 200), GOLD)
    ImageDraw.Draw(image).text((30, 60), "Fog and Light", fill=(20, 20, 20), font_size=30)
    chit = cut_out(image, "round", ())
    shown = Image.open(io.BytesIO(webp(chit)))
    ground = Image.new("RGBA", chit.size, "white")
    made = [Image.alpha_composite(ground, one).convert("RGB") for one in (chit, shown)]
    assert ImageChops.difference(*made).getbbox() is None
    photo = Image.effect_noise((200, 200), 90).convert("RGB")
    assert len(webp(cut_out(photo, "round", ()))) < 1.6 * len(webp(photo))

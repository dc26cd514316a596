"""The files that commands make: headed with the version they need, their colours named."""

from __future__ import annotations

from pathlib import Path

import pikepdf
import pytest
from commandline import run
from PIL import Image

from generator.drawing.colours import srgb_profile
from generator.printing.pdf import version_of
from generator.starter import write_starter

KINDS = ("printandplay", "thegamecrafter", "offset")
"""Shops with PDFs in RGB, pictures, and PDF/X; see test_shop.py for all others."""


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """A project in which every way of writing files has run."""
    root = tmp_path_factory.mktemp("made")
    write_starter(root, "Fog")
    veiled = '<circle cx="30" cy="40" r="20" fill="#335577" opacity="0.4"/>'
    (root / "templates" / "fog").mkdir(parents=True)
    (root / "templates" / "fog" / "light.svg.j2").write_text(
        f'<rect x="-9" y="-9" width="90" height="120" fill="#f7f0df"/>{veiled}', encoding="utf-8"
    )
    cards = root / "components" / "fog" / "cards.yaml"
    text = cards.read_text(encoding="utf-8")
    cards.write_text(text.replace("template: basic/card ", "template: fog/light "), "utf-8")
    assert "template: fog/light" in cards.read_text(encoding="utf-8")
    run("print", "fog", "--ink", "low", "--project", root)
    run("calibrate", "--project", root)
    run("publish", "fog", "--as", "almanac", "--project", root)
    run("pictures", "fog", "candle", "--as", "hand", "--dpi", 30, "--project", root)
    words = ["pictures", "fog", "candle", "--as", "spread", "--format", "jpg", "--dpi", 30]
    run(*words, "--project", root)
    for name in KINDS:
        run("shop", "fog", "--to", name, "--allow-missing", "--project", root)
    return root / "output"


def files(made: Path, suffix: str) -> list[Path]:
    found = sorted(made.rglob(f"*.{suffix}"))
    assert found
    return found


def standard(pdf: pikepdf.Pdf) -> bool:
    intents = pdf.Root.OutputIntents
    return str(intents[0].S) == "/GTS_PDFX"


def number(version: str) -> tuple[int, ...]:
    return tuple(map(int, version.split(".")))


def test_the_header_of_every_pdf_fits_its_content(made):
    seen = set()
    for path in files(made, "pdf"):
        with pikepdf.open(path) as pdf:
            needed = version_of(pdf, packed=b"/ObjStm" in path.read_bytes())
            if standard(pdf):
                assert number(needed) <= number(pdf.pdf_version), path
            else:
                assert pdf.pdf_version == needed, path
            seen.add((path.parent.name, pdf.pdf_version))
    assert {("a4", "1.7"), ("printandplay", "1.4"), ("offset", "1.6")} <= seen


def test_every_pdf_says_what_its_colours_are(made):
    for path in files(made, "pdf"):
        with pikepdf.open(path) as pdf:
            (intent,) = pdf.Root.OutputIntents
            profile = intent.DestOutputProfile
            if path.parent.name == "offset":
                assert (standard(pdf), int(profile.N)) == (True, 4), path
            else:
                assert profile.read_bytes() == srgb_profile(), path


def test_every_picture_says_that_it_is_srgb(made):
    for path in files(made, "png"):
        data = path.read_bytes()
        assert 0 < data.find(b"\0\0\0\1sRGB") < data.index(b"IDAT"), path
    for path in files(made, "jpg"):
        with Image.open(path) as image:
            assert image.info.get("icc_profile") == srgb_profile(), path

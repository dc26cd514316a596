"""The version a PDF is headed with: by what is in it, feature by feature."""

import pytest
from pikepdf import Array, Dictionary, Name, Pdf

from generator.printing.pdf import version_of


@pytest.fixture
def pdf():
    with Pdf.new() as new:
        new.add_blank_page(page_size=(72, 72))
        yield new


def state(**keys):
    return {"Resources": Dictionary(ExtGState=Dictionary(One=Dictionary(**keys)))}


def picture(pdf, **keys):
    image = pdf.make_stream(b"\0" * 6, Subtype=Name.Image, **keys)
    return {"Resources": Dictionary(XObject=Dictionary(Art=image))}


@pytest.mark.parametrize(
    ("keys", "version"),
    [
        (lambda pdf: {"TrimBox": Array([0, 0, 9, 9])}, "1.3"),
        (lambda pdf: {"Group": Dictionary(S=Name.Transparency)}, "1.4"),
        (lambda pdf: state(ca=0.5), "1.4"),
        (lambda pdf: state(BM=Name.Multiply), "1.4"),
        (lambda pdf: state(OP=True, OPM=1), "1.3"),
        (lambda pdf: picture(pdf, SMask=pdf.make_stream(b"\0")), "1.4"),
        (lambda pdf: picture(pdf, BitsPerComponent=16), "1.5"),
        (lambda pdf: picture(pdf, BitsPerComponent=8), "1.3"),
        (lambda pdf: picture(pdf, Filter=Array([Name.JPXDecode])), "1.5"),
    ],
)
def test_what_a_page_uses(pdf, keys, version):
    for key, value in keys(pdf).items():
        pdf.pages[0].obj[f"/{key}"] = value
    assert version_of(pdf) == version


@pytest.mark.parametrize(
    ("key", "value", "version"),
    [
        ("OutputIntents", Array([]), "1.4"),
        ("OCProperties", Dictionary(), "1.5"),
        ("ViewerPreferences", Dictionary(DisplayDocTitle=True), "1.4"),
        ("ViewerPreferences", Dictionary(PrintScaling=Name("/None")), "1.6"),
        ("ViewerPreferences", Dictionary(Duplex=Name.Simplex), "1.7"),
    ],
)
def test_what_the_whole_file_says(pdf, key, value, version):
    pdf.Root[f"/{key}"] = value
    assert version_of(pdf) == version


def test_object_streams_ask_for_their_version(pdf):
    assert version_of(pdf, packed=True) == "1.5"


def test_shared_objects_that_point_at_each_other_end(pdf):
    one = pdf.make_indirect(Dictionary())
    one.Other = pdf.make_indirect(Dictionary(Back=one))
    assert version_of(pdf) == "1.3"

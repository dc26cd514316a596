import re
from types import SimpleNamespace

import pypdfium2
import pytest
from fogfaces import fog_faces, lay
from fontfiles import dejavu, lines_of
from needed import need

from generator.drawing.draw import draw
from generator.typeset import fonts
from generator.typeset.fonts import FontKey, families
from generator.typeset.text import Fonts, PlacedLine, TextBox, fit_box, fit_line
from generator.typeset.words import SOFT, typographic

SANS = FontKey("Source Sans Pro")
KEY, BOLD = FontKey("DejaVu Sans"), FontKey("DejaVu Sans", 700)
REGISTRY = fonts.Registry({KEY: dejavu(), BOLD: dejavu("-Bold")})
LATIN = fonts.registry_of_trilith().font(SANS)
MIXED = fonts.with_fallbacks(LATIN, ["DejaVu Sans"], REGISTRY)


def boxed(text, language="", width=30, **changes):
    values = {"x": 0, "y": 0, "width": width, "height": 60, "size": 10, "least": 7}
    font = fonts.in_language(MIXED, language)
    return fit_box(text, Fonts(font, font, font, font), TextBox(**{**values, **changes}))


def test_letters_that_a_font_lacks_are_set_in_its_fallback():
    parts = [(font.key.family, text) for font, text in fonts.parts_of(MIXED, "Ab שָׁלוֹם, 3")]
    assert parts == [
        ("Source Sans Pro", "Ab "),
        ("DejaVu Sans", "שָׁלוֹם"),
        ("Source Sans Pro", ", 3"),
    ]
    assert [text for _, text in fonts.parts_of(MIXED, "aשָׁb")] == ["a", "שָׁ", "b"]
    assert fonts.letters_lacking(MIXED, "Ab שלום 光") == "光"
    assert fonts.letters_lacking(LATIN, "Ab שלום") == "שלום"
    families = {run.font.key.family for run in boxed("Ab שלום").runs}
    assert families == {"Source Sans Pro", "DejaVu Sans"}
    fitted = fit_line("a光b", MIXED, PlacedLine(0, 0, 10))
    assert [letters for _, letters in fitted.letters_without_glyph()] == ["光"]


def test_a_bold_font_falls_back_to_bold_and_a_family_that_is_nowhere_is_told():
    bold = fonts.registry_of_trilith().font(FontKey("Source Sans Pro", 700))
    assert fonts.font_for(fonts.with_fallbacks(bold, [KEY.family], REGISTRY), "ש").key == BOLD
    assert fonts.font_for(MIXED, "ש").key == KEY
    with pytest.raises(fonts.FontError, match="no font family 'Nowhere Sans'"):
        fonts.with_fallbacks(LATIN, ["Nowhere Sans"], REGISTRY)


def test_no_line_begins_with_a_closing_mark_or_ends_with_an_opening_one():
    text = "カードを3枚引く。「灯台」を持つプレイヤーは、{coin}コイン2枚を払い、手番を休む。"
    for width in range(12, 40, 3):
        found = lines_of(boxed(text, width=width, least=10))
        assert len(found) > 1
        assert not any(line.startswith(tuple("。、」ーャ")) for line in found)
        assert not any(line.endswith("「") for line in found)
        assert "".join(found) == text
        assert not any(line[-1].isdigit() for line in found[:-1])
    latin = lines_of(boxed("山札からDraw twoカードを引く", width=16, least=10))
    assert all(any(word in line for line in latin) for word in ("Draw", "two"))


def test_a_number_stays_with_its_icon_in_any_script():
    for width in range(14, 40):
        found = lines_of(boxed("خذ 3 {coin} من", width=width))
        assert all(("3" in line) == ("{coin}" in line) for line in found)


def test_words_are_hyphenated_where_the_text_does_not_fit_otherwise():
    text = "Geheimdienstinformation"
    assert boxed(text).size < 10
    found = boxed(text, "de")
    assert found.size == 10
    assert lines_of(found)[0].endswith("-")
    assert "".join(lines_of(found)).replace("-", "") == text
    assert lines_of(boxed("Geheimdienst", "de")) == ["Geheimdienst"]


def test_a_soft_hyphen_breaks_a_word_and_is_seen_only_there():
    text = f"Geheim{SOFT}dienst"
    assert lines_of(boxed(text, width=40)) == ["Geheimdienst"]
    assert lines_of(boxed(text, width=16)) == ["Geheim-", "dienst"]


def test_a_word_of_one_letter_does_not_end_a_polish_line():
    text = "Kot i pies a potem sowa i lis w lesie"
    for width in range(14, 40, 2):
        found = lines_of(boxed(text, "pl", width=width))
        assert not any(line.endswith((" i", " a", " w")) for line in found)


@pytest.mark.parametrize(
    ("language", "printed"),
    [
        ("", "“Ha”, ‘he’s’"),
        ("de", "„Ha“, ‚he’s‘"),
        ("pl", "„Ha”, ‚he’s’"),
        ("fr", "«\u00a0Ha\u00a0», ‘he’s’"),
        ("pt-BR", "“Ha”, ‘he’s’"),
        ("sv", "”Ha”, ’he’s’"),
    ],
)
def test_quotation_marks_are_those_of_the_language(language, printed):
    assert typographic("\"Ha\", 'he's'", language=language) == printed
    assert typographic("\"Ha\", 'he's'", fonts.in_language(LATIN, language)) == printed


def test_a_paragraph_without_letters_begins_where_the_language_does():
    assert min(run.x for run in boxed("3 + 4", "he").runs) > 15
    assert min(run.x for run in boxed("3 + 4").runs) == 0
    assert min(run.x for run in boxed("3 + 4", "he", align="end").runs) == 0
    assert min(run.x for run in boxed("שלום", align="end").runs) == 0


def test_the_state_of_the_system_changes_with_its_fonts(tmp_path, monkeypatch):
    path = tmp_path / "a.ttf"
    path.write_bytes(b"one")
    font = fonts.SystemFont("A", False, 400, path, 0, ((0x20, 0x7E), (0x5D0, 0x5EA)))
    monkeypatch.setattr(fonts, "system_fonts", lambda: (font,))
    before = fonts.state()
    assert fonts.state() == before
    path.write_bytes(b"other")
    assert fonts.state() != before
    assert [font.has(one) for one in " ~\x7fאתa׫"] == [True, True, False, True, True, True, False]


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("Fox's Door", "Fox’s Door"),
        ("Elders' Blessing", "Elders’ Blessing"),
        ("the '90s", "the ’90s"),
        ("say 'yes' or \"no\"", "say ‘yes’ or “no”"),
        ("(\"'Yes,' she said.\")", "(“‘Yes,’ she said.”)"),
        ('**"Now"** and *"then"*', "**“Now”** and *“then”*"),
        ("a {it's} icon", "a {it's} icon"),
        (r"5\' 6\"", r"5\' 6\""),
        ("plain", "plain"),
        ('צה"ל', 'צה"ל'),
    ],
)
def test_straight_marks_become_curved(typed, printed):
    assert typographic(typed) == printed
    assert typographic(printed) == printed


def test_marks_are_curved_as_a_text_is_set_unless_a_backslash_or_the_font_keeps_them_straight():
    def line(text):
        return fit_line(text, LATIN, PlacedLine(0, 0, 9)).runs[0].text

    assert line("Elders' Blessing") == "Elders’ Blessing"
    assert boxed("Fox's *Door*").runs[0].text == "Fox’s Door"
    assert line(r"5\' 6\"") == "5' 6\""
    assert typographic("Fox's", SimpleNamespace(language="", has=str.isascii)) == "Fox's"


CARDS = {
    "he": ("מגדלור", "השחקן הבא מוותר על תורו", "DejaVu Sans"),
    "ar": ("منارة", "اسحب بطاقتين ثم خذ قطعة", "DejaVu Sans"),
    "ja": ("灯台", "カードを三枚引く。次の手番を休みとする。", "Droid Sans Fallback"),
    "pl": ("Źródło", "Zażółć gęślą jaźń i odrzuć kartę", "Source Sans Pro"),
}
THEME = """\
kind: theme
fonts:
  spare: {family: DejaVu Sans, file: DejaVuSans.ttf}
fallback: [DejaVu Sans%s]
"""


def project(root, language):
    """The small game with one card in a language; only Japanese needs a font of the system."""
    name, text, family = CARDS[language]
    lay(root, "fonts/DejaVuSans.ttf", "").write_bytes(dejavu().read_bytes())
    lay(root, "theme.yaml", THEME % (f", {family}" if language == "ja" else ""))
    cards, game = (root / "components" / "fog" / f"{name}.yaml" for name in ("cards", "game"))
    head = cards.read_text(encoding="utf-8").partition("components:")[0]
    record = f"components:\n  - {{id: card, name: {name}, copies: 30, cost: 1, text: {text}}}\n"
    cards.write_text(head + record, encoding="utf-8")
    written = game.read_text(encoding="utf-8")
    changed = written.replace("kind: game\n", f"kind: game\nlanguage: {language}\n", 1)
    game.write_text(changed, encoding="utf-8")
    return root


@pytest.mark.parametrize("language", CARDS)
def test_a_card_is_shaped_and_read_back(tiny, language):
    name, text, family = CARDS[language]
    if language == "ja":
        need(family in families(), f"{family} is not installed (Debian: fonts-droid-fallback)")
    root = project(tiny, language)
    pairs, findings = fog_faces(root, wanted=lambda component: component.id == "card")
    assert findings == []
    svg = pairs[0].front.svg
    assert f'font-family="{family}"' in svg
    assert ('direction="rtl"' in svg) is (language in ("he", "ar"))
    page = pypdfium2.PdfDocument(draw([pairs[0].front]).pdfs[0])[0]
    read = re.sub(r"\s+", " ", page.get_textpage().get_text_range())
    assert name in read
    assert text.replace(" ", "") in read.replace(" ", "")

import pytest
from fontfiles import lines_of
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.typeset.fonts import MM_PER_PT, FontKey, registry_of_trilith, shape
from generator.typeset.text import Fonts, PlacedLine, TextBox, fit_box, fit_line

FAMILY = "Source Sans Pro"
FONTS = Fonts(
    *(
        registry_of_trilith().font(FontKey(FAMILY, w, i))
        for w, i in ((400, 0), (700, 0), (400, 1), (700, 1))
    )
)
LONG = (
    "Gain {coin}{coin}, then **draw *two* cards** from the Luck deck and place one of your "
    "druids on any path space."
)


def box(**changes):
    values = {"x": 5, "y": 50, "width": 40, "height": 14, "size": 8.5, "least": 6.5}
    return TextBox(**{**values, **changes})


def right_ends(fitted):
    runs = [r.x + shape(r.font, r.text).advance * r.size * MM_PER_PT for r in fitted.runs]
    return runs + [icon.x + icon.size for icon in fitted.icons]


def lines(fitted):
    return sorted({round(run.y, 3) for run in fitted.runs})


def test_a_short_text_keeps_its_size_and_is_one_run():
    fitted = fit_box("Draw a card.", FONTS, box())
    assert fitted.size == 8.5
    assert not fitted.problem
    assert [(run.text, run.direction, run.x) for run in fitted.runs] == [("Draw a card.", "ltr", 5)]
    assert fit_box("", FONTS, box()).runs == ()


def test_a_long_text_shrinks_no_more_than_it_must():
    fitted = fit_box(LONG, FONTS, box(height=12))
    assert 6.5 <= fitted.size < 8.5
    assert not fitted.problem
    larger = fit_box(LONG, FONTS, box(height=12, size=fitted.size + 0.05, least=fitted.size + 0.05))
    assert larger.problem


def test_too_long_at_the_smallest_size_is_a_problem_and_still_laid_out():
    fitted = fit_box(LONG * 3, FONTS, box())
    assert fitted.size == 6.5
    assert "lines" in fitted.problem
    assert fitted.runs
    assert "mm wide" in fit_box("Unbreakablewordofgreatlength" * 2, FONTS, box()).problem


@settings(max_examples=60)
@given(
    words=st.lists(
        st.sampled_from(["stone", "a", "{coin}", "**druid**", "*x*", "henge,"]), min_size=1
    ),
    width=st.floats(15, 80),
    height=st.floats(4, 40),
    align=st.sampled_from(["left", "center", "right"]),
    valign=st.sampled_from(["top", "middle", "bottom"]),
)
def test_what_fits_stays_inside_its_box(words, width, height, align, valign):
    inside = box(width=width, height=height, align=align, valign=valign)
    fitted = fit_box(" ".join(words), FONTS, inside)
    if fitted.problem:
        return
    assert min(item.x for item in (*fitted.runs, *fitted.icons)) >= inside.x - 0.02
    assert max(right_ends(fitted)) <= inside.x + width + 0.02
    spans = [(icon.y, icon.y + icon.size) for icon in fitted.icons]
    for run in fitted.runs:
        spans.append((run.y - run.font.metrics.ascent * run.size * MM_PER_PT, run.y))
    assert min(top for top, _ in spans) >= inside.y - 0.02
    assert max(bottom for _, bottom in spans) <= inside.y + height + 0.02


def test_icons_stand_between_the_words_around_them():
    fitted = fit_box("Gain {coin} now", FONTS, box())
    before, after = fitted.runs
    (icon,) = fitted.icons
    assert icon.x >= before.x + shape(before.font, "Gain").advance * before.size * MM_PER_PT
    assert icon.x + icon.size <= after.x + 0.01
    assert icon.y < before.y < icon.y + icon.size


def test_bold_and_italic_come_from_their_own_files():
    keys = [run.font.key for run in fit_box("a **b** *c* ***d***", FONTS, box()).runs]
    styles = [(400, False), (700, False), (400, True), (700, True)]
    assert [(key.weight, key.italic) for key in keys] == styles


def test_centred_lines_are_balanced():
    text = "Score one point for each stone you installed this"
    fitted = fit_box(text, FONTS, box(align="center", height=30))
    widths = [shape(run.font, run.text).advance for run in fitted.runs]
    assert len(widths) == 2
    assert min(widths) > 0.75 * max(widths)


def breaks(text, width, align="left"):
    return lines_of(
        fit_box(text, FONTS, box(width=width, height=200, size=8, least=8, align=align))
    )


@pytest.mark.parametrize("align", ["left", "center"])
def test_an_icon_stays_with_its_noun(align):
    text = "If you have more {coin} coins than every other elder, draw a {luck}, or {stone} stone."
    for width in range(14, 90):
        for line in breaks(text, width, align):
            assert not line.strip().endswith(("{coin}", "{stone}")), (width, line)
            assert not line.startswith("{luck}"), (width, line)


@pytest.mark.parametrize(
    ("text", "width", "lines"),
    [
        ("{coin} unbreakable", 15, ["{coin}", "unbreakable"]),
        ("The Stonehenge Is", 19.5, ["The Stonehenge", "Is"]),
    ],
    ids=["icon and noun", "a last line that would leave the other shorter"],
)
def test_where_nothing_better_can_be_had_they_part(text, width, lines):
    assert breaks(text, width) == lines


@pytest.mark.parametrize(
    "text",
    [
        "Each player takes 2 coins of $5 and 2 coins of $1 from the Bank.",
        "Each bot puts 1 Carve token face-down in front of it.",
        "Give each bot a place in turn order, by lot: any but the first.",
        LONG,
    ],
)
def test_a_last_line_is_no_single_short_word(text):
    for width in range(25, 80):
        *others, last = breaks(text, width)
        if others:
            assert len(last.split()) > 1 or len(last) > 8, (width, last)


def test_the_middle_is_that_of_the_letters():
    inside = box(valign="middle", height=20)
    (run,) = fit_box("Henge", FONTS, inside).runs
    cap = run.font.metrics.cap_height * run.size * MM_PER_PT
    assert run.y - cap / 2 == pytest.approx(inside.y + inside.height / 2)


def test_paragraphs_are_set_apart():
    one, two = (fit_box(text, FONTS, box(height=30)) for text in ("a b c", "a\nb\nc"))
    assert len(lines(one)) == 1
    pitch = 8.5 * MM_PER_PT * 1.2
    assert lines(two)[1] - lines(two)[0] > pitch * 1.2


@pytest.mark.parametrize(("anchor", "part"), [("start", 0), ("middle", 0.5), ("end", 1)])
def test_a_line_is_anchored_and_as_wide_as_its_letters(anchor, part):
    (run,) = fit_line("Stone", FONTS.regular, PlacedLine(30, 9, 10, anchor)).runs
    width = shape(FONTS.regular, "Stone").advance * 10 * MM_PER_PT
    assert run.width == pytest.approx(width)
    assert run.x == pytest.approx(30 - part * width)
    assert run.y == 9


def test_a_line_shrinks_to_its_limit_and_no_further():
    wide, narrow = (
        fit_line(
            "A name that is rather long", FONTS.bold, PlacedLine(0, 0, 12, limit=limit, least=8)
        )
        for limit in (40, 20)
    )
    assert 8 <= wide.size < 12
    assert not wide.problem
    assert right_ends(wide)[-1] <= 40.01
    assert narrow.problem

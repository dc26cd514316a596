"""Texts that do not stand out from what lies beneath them are told, whatever that is."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from typer.testing import CliRunner

from generator.cli import application

CARD = "templates/fog/card.svg.j2"
DARK = '<rect width="63" height="20" fill="#443355"/>'
NAME = '{{ text(5, 12, c.name, fill="%s") }}'
SAID = ": warning: 'Candle' on the front of 'candle' has a contrast of"


@pytest.fixture
def told(tiny: Path, edit: Callable[[Path, str, str], None]) -> Callable[[str], list[str]]:
    """What is said of low contrast, with the text of a template for the cards."""
    edit(tiny / "components" / "fog" / "cards.yaml", "template: basic/card", "template: fog/card")
    (tiny / "templates" / "fog").mkdir(parents=True)

    def found(template: str, command: str = "check") -> list[str]:
        (tiny / CARD).write_text(template, encoding="utf-8")
        words = [command, "fog", "--project", str(tiny)]
        result = CliRunner().invoke(application([command]), words)
        assert result.exit_code == 0, result.output
        return [line for line in result.output.splitlines() if "[contrast-low]" in line]

    return found


def picture(root: Path, suffix: str, right: str) -> str:
    """A template with a dark picture whose right side is of another colour."""
    drawn = Image.new("RGB", (1200, 400), "#301010")
    drawn.paste(right, (600, 0, 1200, 400))
    drawn.save(root / f"art{suffix}")
    return f'{{{{ picture("art{suffix}", 0, 0, 60, 20, fit="cover") }}}}'


@pytest.mark.parametrize("ground", ["rect", "group", "turned", ".png", ".jpg"])
def test_dark_text_on_dark_ground_is_told_of_one_card_at_its_name(
    ground: str, tiny: Path, told: Callable[[str], list[str]]
) -> None:
    dark, text = DARK, NAME % "#222222"
    if ground.startswith("."):
        dark = picture(tiny, ground, "#101030")
    if ground == "group":
        dark, text = f'<g opacity="0.99">{dark}</g>', f"<g>{text}</g>"
    if ground == "turned":
        text = f'<g transform="rotate(90 8 12)">{text}</g>'
        dark = '<rect x="7.6" width="2.2" height="60" fill="#443355"/>'
    for _ in range(2):
        (line,) = told(dark + text)
        assert line.startswith(f"components/fog/cards.yaml:22:11{SAID} 1."), line


@pytest.mark.parametrize(
    "drawn",
    [
        DARK + NAME % "#ffffff",
        NAME % "#222222" + DARK,
        f'{DARK}<g opacity="0.2">{NAME % "#222222"}</g>',
        '{{ text(5, 12, c.name, font="title", size=14, fill="#888888") }}',
    ],
)
def test_what_stands_out_or_is_faint_on_purpose_is_not_told(
    drawn: str, told: Callable[[str], list[str]]
) -> None:
    assert told(drawn) == []


@pytest.mark.parametrize("suffix", [".png", ".jpg"])
def test_a_quarter_of_a_text_may_stand_out_less(
    suffix: str, tiny: Path, told: Callable[[str], list[str]]
) -> None:
    art = picture(tiny, suffix, "#fafafa")
    line = '{{ text(%s, 12, "a line of some length", fill="#222222") }}'
    assert told(art + line % 27) == []
    assert len(told(art + line % 20)) == 1


def test_a_small_text_needs_more_than_a_large_one(told: Callable[[str], list[str]]) -> None:
    assert len(told(NAME % "#888888")) == 1


def test_prints_say_nothing_and_what_they_keep_is_told_all_the_same(
    told: Callable[[str], list[str]],
) -> None:
    assert told(DARK + NAME % "#222222", "print") == []
    assert len(told(DARK + NAME % "#222222")) == 1

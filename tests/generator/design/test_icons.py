import re

from fogfaces import draw_with

from generator.design.canvas import Canvas
from generator.design.icons import GRID, load_icons, read_icon

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none">'


def write(folder, name, text):
    path = folder / f"{name}.svg"
    path.write_text(text, "utf-8")
    return path


def test_an_icon_is_inlined_in_its_colour(tmp_path):
    circle = '<circle r="9" fill="currentColor"/>'
    path = write(tmp_path, "coin", f"{HEAD}\n  <!-- c -->\n  {circle}\n</svg>")
    icon, findings = read_icon(path, "templates/icons/coin.svg")
    assert not findings
    markup = icon.markup(2, 3, 12, "#123456")
    assert 'transform="translate(2.0000 3.0000) scale(0.500000)"' in markup
    assert '<g fill="none"><circle r="9" fill="#123456"/></g>' in markup
    assert "xmlns" not in markup
    assert GRID == 24


def test_a_faulty_icon_is_a_finding_and_not_used(tmp_path):
    shape = '<path fill="red" d="M0 0H9V9Z"/>'
    write(tmp_path, "good", f"{HEAD}{shape}</svg>")
    write(tmp_path, "blank", f'{HEAD}<path d="M0 0H9V9Z"/></svg>')
    write(tmp_path, "blurred", f'{HEAD}\n<g style="filter: url(#soft)">{shape}</g></svg>')
    write(tmp_path, "endless", HEAD.replace(' viewBox="0 0 24 24"', "") + f"{shape}</svg>")
    write(tmp_path, "lettered", f"{HEAD}\n{shape} <text>A</text></svg>")
    write(tmp_path, "torn", f"{HEAD}\n<g>")
    icons, findings = load_icons({"templates/icons": tmp_path})
    assert {name for name, icon in icons.items() if icon.body} == {"good"}
    assert [(f.code, *str(f.place).rsplit("/")[-1].split(":")) for f in findings] == [
        ("icon-empty", "blank.svg", "1", "1"),
        ("svg-unsupported", "blurred.svg", "2", "1"),
        ("icon-extent", "endless.svg", "1", "1"),
        ("svg-unsupported", "lettered.svg", "2", "34"),
        ("icon-unreadable", "torn.svg", "2", "1"),
    ]
    assert "Object to Path" in findings[3].hint
    assert findings[4].message == "not a readable SVG: <g> is not closed"


def test_a_later_folder_wins(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    write(tmp_path / "one", "coin", f'{HEAD}<circle r="1" fill="red"/></svg>')
    write(tmp_path / "two", "coin", f'{HEAD}<circle r="2" fill="red"/></svg>')
    icons, _ = load_icons({"a": tmp_path / "one", "b": tmp_path / "two"})
    assert 'r="2"' in icons["coin"].body


def test_a_broken_icon_is_told_at_its_file_and_not_at_each_use(templates_of, studio):
    templates = templates_of(
        card='{{ icon("ray", 1, 1, 9) }}{{ box(1, 11, 30, 9, "{ray} or {ray}") }}'
    )
    path = write(studio / "templates" / "icons", "ray", f"{HEAD}\n<text>A</text></svg>")
    templates.pen.icons, [told] = load_icons({"templates/icons": path.parent})
    assert told.code == "svg-unsupported"
    svg, findings = draw_with(templates, {}, Canvas(40, 60, 3))
    assert "or" in svg
    assert not findings


def test_ids_of_an_icon_are_its_own_at_each_use(drawn, studio):
    gradient = '<linearGradient id="a"><stop stop-color="red"/><stop offset="1"/></linearGradient>'
    shape = '<path fill="url(#a)" d="M0 0H9V9Z"/>'
    write(studio / "templates" / "icons", "ray", f"{HEAD}{gradient}{shape}</svg>")
    svg, findings = drawn('{{ icon("ray", 1, 1, 9) }}{{ icon("ray", 11, 1, 9) }}')
    assert not findings
    assert len(set(re.findall(r'id="([^"]+)"', svg))) == 2
    assert re.findall(r'id="([^"]+)"', svg) == re.findall(r"url\(#([^)]+)\)", svg)

from generator.design.icons import GRID, load_icons, read_icon

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none">'


def write(folder, name, text):
    path = folder / f"{name}.svg"
    path.write_text(text, encoding="utf-8")
    return path


def test_an_icon_is_inlined_in_its_colour(tmp_path):
    path = write(
        tmp_path, "coin", f'{HEAD}\n  <!-- c -->\n  <circle r="9" fill="currentColor"/>\n</svg>'
    )
    icon, findings = read_icon(path, "templates/icons/coin.svg")
    assert not findings
    markup = icon.markup(2, 3, 12, "#123456")
    assert 'transform="translate(2.0000 3.0000) scale(0.500000)"' in markup
    assert '<g fill="none"><circle r="9" fill="#123456"/></g>' in markup
    assert "xmlns" not in markup
    assert GRID == 24


def test_a_faulty_icon_is_a_finding_and_not_used(tmp_path):
    write(tmp_path, "good", f"{HEAD}</svg>")
    write(tmp_path, "grid", HEAD.replace("0 0 24 24", "0 0 16 16") + "</svg>")
    write(tmp_path, "styled", f'{HEAD}\n<path d="M0 0" style="fill: red"/></svg>')
    write(tmp_path, "torn", f"{HEAD}\n<g>")
    icons, findings = load_icons({"templates/icons": tmp_path})
    assert set(icons) == {"good"}
    assert [(f.code, f.place.file.rsplit("/")[-1], f.place.line) for f in findings] == [
        ("icon-grid", "grid.svg", 1),
        ("svg-unsupported", "styled.svg", 2),
        ("icon-unreadable", "torn.svg", 2),
    ]


def test_a_later_folder_wins(tmp_path):
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    write(tmp_path / "one", "coin", f'{HEAD}<circle r="1"/></svg>')
    write(tmp_path / "two", "coin", f'{HEAD}<circle r="2"/></svg>')
    icons, _ = load_icons({"a": tmp_path / "one", "b": tmp_path / "two"})
    assert 'r="2"' in icons["coin"].body


def test_every_shipped_icon_is_sound(root):
    icons, findings = load_icons({"templates/icons": root / "templates" / "icons"})
    assert not findings
    assert {"coin", "druid", "carve", "shape-red", "day", "night"} <= set(icons)


def test_an_icon_that_is_not_xml_is_told_at_its_tag(tmp_path):
    path = tmp_path / "ray.svg"
    path.write_text('<svg viewBox="0 0 24 24">\n  <circle r="7">\n</svg>', encoding="utf-8")
    icon, (one,) = read_icon(path, "ray.svg")
    assert icon is None
    assert (one.place.line, one.place.column) == (2, 3)
    assert one.message == "not a readable SVG: <circle> is not closed"

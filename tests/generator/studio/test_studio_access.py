"""What a screen reader finds in the studio's page, by the browser's own tree of it."""

import pytest
from selenium.webdriver import Keys
from studiopage import appears, click, open_page, press

CONTROLS = {
    *("button", "combobox", "listbox", "searchbox", "textbox", "spinbutton", "slider"),
    *("link", "checkbox", "radio", "tab", "menuitem", "option", "switch"),
}
NAMED = {"dialog", "navigation", "complementary", "toolbar", "group", "img", "image"}
VIEWS = {"1": ".tile", "2": "main p", "3": ".sheet", "4": ".zone", "5": ".told", "6": ".figures td"}
VIEWS |= {"7": ".records [role=gridcell]", "8": ".question", "9": "[data-command=print]"}
VIEWS |= {"0": ".pairs td"}
ACTIVE = "return [document.activeElement.tagName, document.activeElement.id]"
PLACE = "return [...document.querySelectorAll('*')].indexOf(document.activeElement)"


@pytest.fixture(scope="module")
def page(host, window):
    open_page(window, host.address, "bonfire")
    window.execute_cdp_cmd("Accessibility.enable", {})
    return window


def tree(page):
    """Role, name and properties of everything that is read out."""

    def said(node, what):
        return str(node.get(what, {}).get("value", "")).strip()

    def properties(node):
        return {one["name"]: one["value"].get("value") for one in node.get("properties", ())}

    nodes = page.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    told = [node for node in nodes if not node["ignored"]]
    return [(said(node, "role"), said(node, "name"), properties(node)) for node in told]


@pytest.mark.parametrize("key", VIEWS)
def test_every_control_of_every_view_has_a_name(page, key):
    press(page, Keys.ESCAPE, key)
    appears(page, VIEWS[key])
    found = tree(page)
    assert [one for one in found if one[0] in CONTROLS | NAMED and not one[1]] == []
    here = [name for role, name, _ in found if role == "button" and name.endswith(f" {key}")]
    assert here, "the view is among the buttons of the views"


def test_landmarks_and_live_regions(page):
    press(page, "1")
    found = tree(page)
    roles = [role for role, _, _ in found]
    for role in ("banner", "main", "search"):
        assert roles.count(role) == 1, role
    assert ("navigation", "Views") in [one[:2] for one in found]
    live = {role: more.get("live") for role, _, more in found if more.get("live")}
    assert live.get("status") == "polite"
    page.execute_script("document.getElementById('lost').hidden = false")
    page.execute_script("document.getElementById('lost').textContent = 'gone'")
    alerts = [more.get("live") for role, _, more in tree(page) if role == "alert"]
    page.execute_script("document.getElementById('lost').hidden = true")
    assert alerts == ["assertive"]


def test_a_face_says_its_name_and_whether_it_is_chosen(page):
    press(page, "1")
    click(page, ".tile[data-id=bonfire]")
    appears(page, "#detail figure img")
    found = tree(page)
    pressed = {name: more.get("pressed") for _, name, more in found if "pressed" in more}
    tiles = [name for name in pressed if " of it" in name]
    assert [pressed[name] for name in tiles].count("true") == 1
    assert "Bonfire" in next(name for name in tiles if pressed[name] == "true")
    assert ("complementary", "One component") in [one[:2] for one in found]
    assert [name for role, name, _ in found if role == "heading" and name == "Bonfire"]
    press(page, "?")
    assert ("dialog", "Keys") in [one[:2] for one in tree(page)]
    page.switch_to.active_element.send_keys(Keys.ESCAPE)


def test_the_focus_goes_through_the_page_in_its_order_and_leaves_it(page):
    press(page, "1")
    page.execute_script("document.activeElement.blur(); window.getSelection().removeAllRanges()")
    page.refresh()
    appears(page, ".tile")
    places, seen = [], []
    for _ in range(22):
        page.switch_to.active_element.send_keys(Keys.TAB)
        places.append(page.execute_script(PLACE))
        seen.append(page.execute_script(ACTIVE))
    assert seen[0] == ["A", ""], "first the way past the head of the page"
    assert places == sorted(places) and len(set(places)) == len(places)
    assert {"game", "search", "group", "ink", "size", "help-button"} <= {one for _, one in seen}


LABELS = """
return [...document.querySelectorAll("#detail .lines")].map((over) => {
  const box = (one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return [left, top, right, bottom];
  };
  return [box(over), [...over.querySelectorAll(".box b")].filter((one) => !one.hidden).map(box)];
});
"""


def test_names_of_boxes_lie_on_the_face_and_not_on_each_other(page):
    press(page, "1")
    click(page, ".tile[data-id=bonfire]")
    appears(page, "#detail figure img")
    press(page, "x")
    faces = page.execute_script(LABELS)
    press(page, "x")
    assert len(faces[0][1]) > 8
    for (left, top, right, bottom), names in faces:
        for at, (x, y, end, low) in enumerate(names):
            assert left - 1 <= x < end <= right + 1 and top - 1 <= y < low <= bottom + 1
            others = names[at + 1 :]
            assert not [o for o in others if x < o[2] and o[0] < end and y < o[3] and o[1] < low]

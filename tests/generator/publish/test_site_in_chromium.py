"""The site as a reader meets it: opened from its files in Chromium, by hand, keyboard and ear."""

import json
from dataclasses import replace
from itertools import pairwise

import pytest
from chromium import address, chromium
from selenium.webdriver import Keys
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import Select, WebDriverWait

from generator.commands.publish import OUTPUT, PublishOptions
from generator.options import Context
from generator.publish.contents import EntryGroup, PublishedChapter, contents_of
from generator.publish.pictures import FacePicture
from generator.publish.site import site_pages
from generator.starter import write_starter
from generator.svg.lint import contrast
from validator.catalogue.load import load

NAME = "</title><script>hacked=1</script>&lt;"
HOSTILE = "<img src=x onerror=hacked=1><script>hacked=1</script>"
ESCAPED = HOSTILE.replace("<", "\\\\<")
CARDS = f"""
  - {{id: cafe, name: Café Été, copies: 3, cost: 7, text: "Pay 2 {{coin}} coins."}}
  - {{id: hostile, name: "{NAME}", cost: 2, text: "{ESCAPED}"}}
"""
EYES = "return getComputedStyle(arguments[0]).getPropertyValue(arguments[1])"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """A small game, published, with a name that tries to be more than a name."""
    root = tmp_path_factory.mktemp("site")
    write_starter(root, "Fog")
    cards = root / "components" / "fog" / "cards.yaml"
    cards.write_text(cards.read_text("utf-8").rstrip() + CARDS, "utf-8")
    list(OUTPUT.make(Context(root), PublishOptions("fog", ["site"])))
    return root / "output" / "fog" / "publish" / "site"


@pytest.fixture(scope="module")
def window(programs):
    with chromium(programs) as browser:
        yield browser


@pytest.fixture
def gallery(window, site):
    """The gallery, opened anew at the width of a desk, in light colours."""
    return opened(window, address(site / "index.html"))


def opened(window, page):
    screen(window, 1280)
    seen_as(window)
    window.get("about:blank")
    window.get(page)
    return window


def screen(window, width):
    size = {"width": width, "height": 800, "deviceScaleFactor": 1, "mobile": width < 500}
    window.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)


def seen_as(window, media="", scheme="light"):
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    window.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})


def by(window, selector):
    return window.find_element(By.CSS_SELECTOR, selector)


def names(window):
    """The names of the tiles that are shown."""
    return [one.strip().removesuffix(" †") for one in window.execute_script(NAMES)]


NAMES = """
const seen = {opacityProperty: true, visibilityProperty: true};
return [...document.querySelectorAll(".grid .name")]
  .filter((one) => one.checkVisibility(seen) && one.getClientRects().length)
  .map((one) => one.innerText);
"""
"""Asked in one go: to ask each of hundreds whether it is shown takes as many seconds."""


def told(window):
    return by(window, "[role=status]").text


def style(window, selector, name):
    return str(window.execute_script(EYES, by(window, selector), name))


def test_words_are_found_as_they_are_typed_whatever_their_accents(gallery):
    everything = names(gallery)
    assert told(gallery) == f"{len(everything)} components, 62 pieces"
    box = by(gallery, "#q")
    box.send_keys("ete")
    assert names(gallery) == ["Café Été"]
    assert told(gallery) == "1 component, 3 pieces found"
    headings = gallery.find_elements(By.TAG_NAME, "h2")
    assert [one.text for one in headings if one.is_displayed()] == ["Light cards 34"]
    box.send_keys(" pay coins")
    assert names(gallery) == ["Café Été"]
    box.send_keys(" nowhere")
    assert (names(gallery), told(gallery)[:13]) == ([], "Nothing found")
    by(gallery, "button[type=reset]").click()
    WebDriverWait(gallery, 10).until(lambda window: names(window) == everything)


def test_every_field_is_a_filter_and_they_go_together(gallery):
    by(gallery, "summary").click()
    labels = [one.text for one in gallery.find_elements(By.CSS_SELECTOR, ".choice label")]
    assert {"Chapter", "Used with", "Cost", "Value", "Colour", "Spaces"} <= set(labels)
    Select(by(gallery, "#is-cost")).select_by_visible_text("1")
    with_cost = names(gallery)
    assert "Lantern" in with_cost and "Bonfire" not in with_cost
    by(gallery, "#q").send_keys("score")
    both = names(gallery)
    assert 0 < len(both) < len(with_cost)
    assert set(both) < set(with_cost)


def test_filters_that_fit_nothing_of_a_chapter_are_put_away(gallery):
    by(gallery, "summary").click()
    assert by(gallery, "#is-cost").is_displayed()
    Select(by(gallery, "#chapter")).select_by_visible_text("Coins")
    assert not by(gallery, "#is-cost").is_displayed()
    assert by(gallery, "#is-value").is_displayed()
    assert all("Coin" in name for name in names(gallery))


def test_a_table_shows_what_is_used_there(gallery):
    Select(by(gallery, "#table")).select_by_visible_text("2 players")
    assert "Fireflies" not in names(gallery)
    Select(by(gallery, "#table")).select_by_visible_text("3 players")
    assert "Fireflies" in names(gallery)


def test_what_was_asked_for_is_in_the_address(gallery, site):
    gallery.get(address(site / "index.html", "#q=draw&chapter=Light+cards&is-cost=1&is-value=none"))
    gallery.refresh()
    assert names(gallery) == ["Moonrise"]
    assert by(gallery, "#q").get_attribute("value") == "draw"
    by(gallery, "#q").send_keys("zz")
    gallery.execute_async_script("setTimeout(arguments[0], 400)")
    assert gallery.current_url.endswith("#q=drawzz&chapter=Light+cards&is-cost=1")


def test_keys_go_to_the_search_through_the_gallery_and_to_a_card(gallery):
    body = by(gallery, "body")
    body.send_keys(Keys.TAB)
    assert gallery.switch_to.active_element.text.startswith("Skip to")
    body.send_keys("/")
    assert gallery.switch_to.active_element.get_attribute("id") == "q"
    links = gallery.find_elements(By.CSS_SELECTOR, ".grid a")
    gallery.execute_script("arguments[0].focus()", links[0])
    links[0].send_keys(Keys.ARROW_RIGHT)
    assert gallery.switch_to.active_element == links[1]
    assert style(gallery, "a:focus", "outline-style") == "solid"
    links[1].send_keys(Keys.ARROW_LEFT)
    links[0].send_keys(Keys.ARROW_DOWN)
    below = gallery.switch_to.active_element
    assert below.location["x"] == links[0].location["x"]
    assert below.location["y"] > links[0].location["y"]
    below.send_keys(Keys.ARROW_UP)
    gallery.switch_to.active_element.send_keys(Keys.ENTER)
    assert gallery.current_url.endswith("/cards/candle.html")
    assert by(gallery, "h1").text == "Candle"
    assert "Copies 6" in by(gallery, "dl").text.replace("\n", " ")
    by(gallery, "a[rel=next]").click()
    by(gallery, "a[rel=prev]").click()
    assert gallery.current_url.endswith("/cards/candle.html")


def test_a_name_does_nothing_but_stand_there(gallery, site):
    for page in ("index.html", "cards/hostile.html"):
        gallery.get(address(site / page))
        assert gallery.execute_script("return typeof hacked") == "undefined"
    assert by(gallery, "h1").text == NAME
    assert HOSTILE in by(gallery, ".text").text
    assert gallery.title.startswith(NAME)


def test_nothing_is_asked_for_but_files_of_the_site(gallery, site):
    gallery.get_log("performance")
    for page in ("index.html", "cards/cafe.html"):
        gallery.get("about:blank")
        gallery.get(address(site / page))
        by(gallery, "body").send_keys(Keys.END)
    asked = {
        event["params"]["request"]["url"].partition("#")[0]
        for entry in gallery.get_log("performance")
        for event in [json.loads(entry["message"])["message"]]
        if event["method"] == "Network.requestWillBeSent"
    }
    assert len(asked) > 5
    ours = address(site)
    assert not [url for url in asked if not url.startswith((ours, "data:", "about:"))]
    assert not [entry for entry in gallery.get_log("browser") if entry["level"] != "INFO"]
    fonts = gallery.execute_script("return [...document.fonts].map((font) => font.status)")
    assert "loaded" in fonts


@pytest.mark.parametrize("page", ["index.html", "cards/candle.html", "cards/mat-red.html"])
def test_a_phone_shows_all_without_scrolling_sideways(gallery, site, page):
    screen(gallery, 360)
    gallery.get(address(site / page))
    assert gallery.execute_script("return document.documentElement.scrollWidth") == 360
    if page == "index.html":
        by(gallery, "summary").click()
        assert gallery.execute_script("return document.documentElement.scrollWidth") == 360
        assert by(gallery, "#q").size["height"] >= 44


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_texts_can_be_read_by_day_and_by_night(gallery, scheme):
    seen_as(gallery, scheme=scheme)
    texts = ("body", ".kicker", ".parts a", "label", ".grid .name", ".grid .about", "input")
    for selector in texts:
        ground = "input" if selector == "input" else ".finder" if selector == "label" else "body"
        pair = style(gallery, selector, "color"), style(gallery, ground, "background-color")
        ratio = contrast(*map(hexadecimal, pair))
        assert ratio is not None and ratio >= 4.5, (selector, pair)


def hexadecimal(colour):
    red, green, blue = colour[4:-1].split(",")
    return f"#{int(red):02x}{int(green):02x}{int(blue):02x}"


def test_paper_gets_what_was_found_and_nothing_to_click(gallery):
    by(gallery, "#q").send_keys("candle")
    seen_as(gallery, media="print")
    assert style(gallery, ".finder", "display") == "none"
    assert style(gallery, "body", "background-color") == "rgb(255, 255, 255)"
    shown = names(gallery)
    assert "Candle" in shown and "Lantern" not in shown


def test_a_screen_reader_finds_its_way(gallery, site):
    for page in ("index.html", "cards/candle.html"):
        gallery.get(address(site / page))
        nodes = gallery.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        known = [
            (node["role"]["value"], node.get("name", {}).get("value", ""))
            for node in nodes
            if not node["ignored"]
        ]
        roles = {role for role, _ in known}
        assert {"main", "navigation", "heading", "contentinfo"} <= roles
        if page == "index.html":
            assert {"search", "status", "searchbox", "region", "list"} <= roles
        unnamed = {"searchbox", "combobox", "link", "image", "region", "navigation", "button"}
        assert not [role for role, name in known if role in unnamed and not name]
        levels = gallery.execute_script(
            "return [...document.querySelectorAll('h1,h2,h3')].map((one) => +one.tagName[1])"
        )
        assert levels[0] == 1 and levels.count(1) == 1
        assert all(after - before <= 1 for before, after in pairwise(levels))


def test_without_scripts_all_is_there_and_nothing_that_would_not_work(gallery):
    everything = len(names(gallery))
    gallery.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        gallery.refresh()
        assert not by(gallery, "form").is_displayed()
        assert len(names(gallery)) == everything
    finally:
        gallery.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": False})


@pytest.fixture(scope="module")
def large(tmp_path_factory):
    """The pages of a game with three chapters of a hundred components each, without pictures."""
    root = tmp_path_factory.mktemp("large")
    write_starter(root, "Fog")
    contents = contents_of(load(root)[0].games["fog"])
    first = contents.chapters[0].entries[0]
    chapters = []
    for one in range(3):
        ids = [f"{one}-{number}" for number in range(100)]
        entries = tuple(
            replace(first, name=f"Card {id}", component=replace(first.component, id=id))
            for id in ids
        )
        groups = (EntryGroup("", entries),)
        chapters.append(PublishedChapter(f"chapter-{one}", f"Part {one}", (), groups))
    contents = replace(contents, chapters=tuple(chapters))
    shown = {
        (entry.component.id, "front"): FacePicture("a.webp", 50, 70) for entry in contents.entries
    }
    (root / "cards").mkdir()
    for name, text in site_pages(contents, shown, {}):
        (root / name).write_text(text, "utf-8")
    return root


def test_of_hundreds_as_many_are_laid_out_as_are_looked_at(window, large):
    opened(window, address(large / "index.html"))
    assert (len(names(window)), told(window)) == (120, "300 components, 1800 pieces")
    more = by(window, "#more")
    assert more.text == "Show more of the other 180"
    more.click()
    assert len(names(window)) == 240
    assert window.switch_to.active_element.text.startswith("Card 1-20")
    box = by(window, "#q")
    box.send_keys("card 2-9")
    assert (names(window)[0], len(names(window))) == ("Card 2-9", 11)
    assert not more.is_displayed()
    by(window, "button[type=reset]").click()
    WebDriverWait(window, 20).until(lambda _: len(names(window)) == 120)  # a moment later
    window.execute_script("dispatchEvent(new Event('beforeprint'))")
    assert len(names(window)) == 300


def test_a_link_to_a_chapter_leads_there_though_it_is_not_laid_out(window, large):
    opened(window, address(large / "index.html", "#chapter-2"))
    heading = by(window, "#chapter-2 h2")
    assert heading.is_displayed()
    assert window.execute_script(
        "return arguments[0].getBoundingClientRect().top < innerHeight", heading
    )

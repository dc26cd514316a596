"""Words of a card changed on the page, in a real browser."""

import pytest
from gitrepo import commit_all, git
from selenium.webdriver import ActionChains, Keys
from selenium.webdriver.common.by import By
from studiopage import (
    appears,
    changed,
    click,
    goes,
    key_of,
    open_page,
    press,
    text_of,
    texts_of,
    until,
)


@pytest.fixture
def page(window, host):
    open_page(window, host.address, "bonfire")
    click(window, ".tile[data-id=bonfire]")
    appears(window, "#detail button.value[data-field=cost]")
    return window


@pytest.fixture
def cards(host):
    path = host.root / "components" / "fog" / "cards.yaml"
    before = path.read_bytes()
    yield path
    path.write_bytes(before)


def write(page, text, *keys):
    appears(page, ".editor")
    page.switch_to.active_element.send_keys(Keys.CONTROL + "a")
    page.switch_to.active_element.send_keys(text, *keys)


def told(page):
    appears(page, ".trouble:not(:empty)")
    return text_of(page, ".trouble")


def field(page):
    """The name of the button that has the focus."""
    return page.execute_script("return document.activeElement.dataset.field ?? ''")


def test_a_word_is_clicked_changed_seen_on_the_face_and_in_its_line(page, cards):
    before, text = key_of(page, "bonfire"), cards.read_text()
    click(page, "#detail figure[data-side=front] .spot[data-field=name]")
    write(page, "Wildfire", Keys.ENTER)
    goes(page, ".editor")
    changed(page, "bonfire", before)
    assert cards.read_text() == text.replace("name: Bonfire", "name: Wildfire")
    press(page, Keys.CONTROL + "z")
    until(page, lambda: cards.read_text() == text and key_of(page, "bonfire") == before)
    press(page, Keys.CONTROL + Keys.SHIFT + "z")
    until(page, lambda: "name: Wildfire" in cards.read_text())


def test_what_is_typed_shows_on_the_face_before_it_is_written(page, cards):
    before, text = key_of(page, "bonfire"), cards.read_text()
    click(page, "#detail figure[data-side=front] .spot[data-field=name]")
    write(page, "Wildfire")
    changed(page, "bonfire", before)
    large = "return document.querySelector('#detail figure[data-side=front] img')?.dataset.key"
    until(page, lambda: page.execute_script(large) == key_of(page, "bonfire") != before)
    draft = key_of(page, "bonfire")
    assert cards.read_text() == text
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    until(page, lambda: key_of(page, "bonfire") == before)
    click(page, "#detail button.value[data-field=cost]")
    write(page, "77")
    appears(page, ".unfit:not(:empty)")
    until(page, lambda: "77 is too large" in text_of(page, ".unfit"))
    write(page, "4", Keys.ENTER)
    goes(page, ".editor")
    assert cards.read_text() != text
    until(page, lambda: key_of(page, "bonfire") not in (before, draft))


def test_by_keys_alone_from_field_to_field(page, cards):
    ActionChains(page).send_keys(Keys.TAB * 60).perform()
    page.execute_script("document.querySelector('#detail .value[data-field=copies]').focus()")
    page.switch_to.active_element.send_keys(Keys.ENTER)
    write(page, "9", Keys.ESCAPE)
    goes(page, ".editor")
    assert field(page) == "copies" and "copies: 9" not in cards.read_text()
    page.switch_to.active_element.send_keys(Keys.TAB)
    assert field(page) == "effects"
    page.switch_to.active_element.send_keys(Keys.ENTER)
    write(page, "score 7 point", Keys.ENTER)
    goes(page, ".editor")
    assert "amount: 7" in cards.read_text() and field(page) == "effects"
    assert page.find_element(By.ID, "detail").is_displayed()


def test_a_generated_sentence_opens_what_it_is_made_from(page, cards):
    click(page, "#detail .spot[data-field=text]")
    appears(page, ".editor textarea[name=effects]")
    assert "made from these effects" in text_of(page, ".editor")
    assert "do: score" in page.switch_to.active_element.get_attribute("value")
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    goes(page, ".editor")


def test_what_is_refused_stays_in_its_field_until_it_is_mended_or_left(page, cards):
    click(page, "#detail .value[data-field=cost]")
    write(page, "99", Keys.ENTER)
    assert "the most allowed is 9" in told(page)
    click(page, ".tile[data-id=candle]")
    until(page, lambda: text_of(page, "#detail h2") == "Bonfire")
    assert page.find_element(By.CSS_SELECTOR, ".editor input").get_attribute("value") == "99"
    write(page, "4", Keys.TAB)
    goes(page, ".editor")
    assert "cost: 4" in cards.read_text()


def test_two_who_change_one_value_are_both_shown_and_one_is_chosen(page, cards):
    click(page, "#detail .value[data-field=cost]")
    cards.write_text(cards.read_text().replace("cost: 3", "cost: 7"))
    write(page, "5", Keys.ENTER)
    assert "In the file" in told(page) and "7" in told(page)
    assert texts_of(page, ".sides pre") == ["7", "5"]
    assert "cost: 7" in cards.read_text()
    click(page, "[data-keep=mine]")
    goes(page, ".editor")
    assert "cost: 5" in cards.read_text()
    cards.write_text(cards.read_text().replace("cost: 5", "cost: 8"))
    press(page, Keys.CONTROL + "z")
    appears(page, "dialog[open] [data-keep=file]")
    assert "cost: 8" in cards.read_text()
    click(page, "dialog[open] [data-keep=file]")
    goes(page, "dialog[open]")


def test_what_was_typed_into_a_record_that_got_another_name_is_not_lost(page, cards):
    click(page, "#detail .value[data-field=cost]")
    appears(page, ".editor")
    cards.write_text(cards.read_text().replace("id: bonfire", "id: pyre"))
    appears(page, ".tile[data-id=pyre]")
    write(page, "5", Keys.ENTER)
    assert "bonfire is not in components/fog/cards.yaml any more" in told(page)
    page.find_element(By.XPATH, "//button[.='Write mine into pyre']").click()
    until(page, lambda: "cost: 5" in cards.read_text())
    goes(page, ".editor")


def test_a_click_on_another_field_saves_this_one_and_opens_that(page, cards):
    click(page, "#detail .value[data-field=cost]")
    write(page, "6")
    click(page, "#detail .value[data-field=copies]")
    appears(page, ".editor input[name=copies]")
    until(page, lambda: "cost: 6" in cards.read_text())
    page.switch_to.active_element.send_keys(Keys.ESCAPE)
    goes(page, ".editor")


def test_a_copy_comes_and_goes(page, cards):
    click(page, "[data-do=copy]")
    appears(page, ".tile[data-id=bonfire-2]")
    until(page, lambda: "bonfire-2" in page.execute_script("return location.hash"))
    appears(page, "#detail button.value[data-field=name]")
    click(page, "[data-do=delete]")
    goes(page, ".tile[data-id=bonfire-2]")
    click(page, "#undo")
    appears(page, ".tile[data-id=bonfire-2]")


def test_a_new_card_is_made_and_its_name_is_typed(page, cards):
    click(page, "[data-do=new]")
    write(page, "Ember", Keys.ENTER)
    goes(page, ".editor")
    until(page, lambda: "name: Ember" in cards.read_text())
    until(page, lambda: text_of(page, "#detail h2") == "Ember")


def test_what_was_written_is_committed_from_the_page_or_said_why_not(page, host, cards):
    click(page, "#detail button.value[data-field=cost]")
    write(page, "5", Keys.ENTER)
    goes(page, ".editor")
    press(page, "5")
    appears(page, ".written .hint")
    said = text_of(page, ".written")
    assert "bonfire cost: 3 -> 5" in said and "is not under version control" in said
    cards.write_text(cards.read_text().replace("cost: 5", "cost: 3"))
    commit_all(host.root)
    git(host.root, "config", "user.name", "Designer")
    git(host.root, "config", "user.email", "designer@example.org")
    cards.write_text(cards.read_text().replace("cost: 3", "cost: 5"))
    appears(page, ".written form")
    click(page, ".written [type=submit]")
    unlocked = ("--no-optional-locks", "status", "--porcelain")  # the index is being written
    until(page, lambda: git(host.root, *unlocked) == "")
    assert git(host.root, "log", "-1", "--format=%s") == "Fog: bonfire cost: 3 -> 5"
    goes(page, ".written form")

"""PO files brought up to date: translators lose nothing, and nothing changes without need."""

import random

import polib
import pytest

from generator.translation import head_of, update_po
from validator.catalogue.translating.po import read_po
from validator.catalogue.translating.wanted import Wanted
from validator.catalogue.words.language import is_kept
from validator.findings import Place

HEAD = head_of("Fog", "de", "")


def text(context, english, line=1):
    place, named = Place("components/fog/cards.yaml", line), not context.startswith("setup steps")
    return Wanted(context, english, place, about="Printed name.", named=named)


LAMP = text("card/lamp name", "Lamp", 3)
MOON = text("card/moon name", "Moon", 4)
NOTE = text("setup steps note", "They fill the track, one on each space.", 9)
OTHER = text("setup steps note", "Shuffle well.", 12)
ALL = (LAMP, MOON, NOTE, OTHER)


def update(before, *wanted):
    return update_po(read_po(before, "de.po"), wanted, HEAD)


def said(before, **words):
    """A PO file with translations filled in, by the last word of the English."""
    po = polib.pofile(before)
    for entry in po:
        entry.msgstr = words.get(entry.msgid.split()[-1].strip("."), entry.msgstr)
    return str(po)


def entry(made, english):
    return next(one for one in polib.pofile(made) if one.msgid == english)


NEW = update("", *ALL).text
DONE = said(NEW, Lamp="Lampe", Moon="Mond", space="Sie füllen die Leiste.", well="Gut mischen.")


def test_a_new_file_has_all_texts_with_their_places():
    po = polib.pofile(NEW)
    assert po.metadata["Language"] == "de"
    assert [(one.msgctxt, one.msgid) for one in po] == [one.key for one in ALL]
    assert po[0].occurrences == [("components/fog/cards.yaml", "3")]
    assert po[0].comment == "Printed name."
    assert update("", *ALL).summary == "0 of 4 texts, 4 missing"


@pytest.mark.parametrize("before", [NEW, DONE])
def test_nothing_changes_where_nothing_is_to_be_done(before):
    once = update(before, *ALL).text
    assert update(once, *ALL).text == once
    assert [str(one) for one in polib.pofile(once)] == [str(one) for one in polib.pofile(before)]


def test_lines_that_another_program_wrapped_stay_as_they_are():
    lines = 'msgid "Lamp"\nmsgstr ""\n"La"\n"mpe"'
    wrapped = NEW.replace('msgid "Lamp"\nmsgstr ""', lines)
    assert lines in update(wrapped, *ALL).text
    moved = text(LAMP.context, LAMP.english, 77)
    again = update(wrapped, moved, MOON, NOTE, OTHER).text
    assert lines in again
    assert "cards.yaml:77" in again


def test_a_changed_text_keeps_its_translation_to_be_looked_at():
    made = update(DONE, text("card/lamp name", "Old Lamp"), MOON, NOTE, OTHER)
    found = entry(made.text, "Old Lamp")
    assert (found.msgstr, found.fuzzy, found.previous_msgid) == ("Lampe", True, "Lamp")
    assert made.summary == "3 of 4 texts, 1 to look at again, 1 no longer used"


def test_a_changed_text_without_an_id_is_known_by_its_likeness():
    longer = text(NOTE.context, "They fill the whole track, one on each space.")
    made = update(DONE, LAMP, MOON, longer, OTHER).text
    found = entry(made, longer.english)
    assert (found.msgstr, found.previous_msgid) == ("Sie füllen die Leiste.", NOTE.english)
    alien = text(NOTE.context, "Give everybody a card.")
    assert entry(update(DONE, LAMP, MOON, alien, OTHER).text, alien.english).msgstr == ""


def test_a_text_under_another_key_takes_its_translation_along():
    made = update(DONE, text("card/lantern name", "Lamp"), MOON, NOTE, OTHER).text
    found = entry(made, "Lamp")
    assert (found.msgctxt, found.msgstr, found.fuzzy) == ("card/lantern name", "Lampe", True)


def test_what_is_gone_stays_and_comes_back():
    less = update(DONE, LAMP, NOTE, OTHER)
    gone = entry(less.text, "Moon")
    assert (gone.obsolete, gone.msgstr) == (True, "Mond")
    assert less.summary == "3 of 3 texts, 1 no longer used"
    back = update(less.text, *ALL).text
    assert (entry(back, "Moon").obsolete, entry(back, "Moon").msgstr) == (0, "Mond")
    assert back.count("Mond") == 1


def test_a_text_that_changes_back_has_its_old_translation():
    changed = update(DONE, text("card/lamp name", "Old Lamp"), MOON, NOTE, OTHER).text
    back = entry(update(changed, *ALL).text, "Lamp")
    assert (back.msgstr, back.fuzzy, back.obsolete) == ("Lampe", False, 0)


def test_what_was_never_translated_goes_without_a_trace():
    assert "Moon" not in update(NEW, LAMP, NOTE, OTHER).text


def test_comments_flags_and_what_nobody_knows_are_kept():
    lines = "# Ask Ada.\n#. Printed name.\n#: components/fog/cards.yaml:3\n#, no-wrap\nmsgctxt"
    known = DONE.replace("#. Printed name.\n#: components/fog/cards.yaml:3\nmsgctxt", lines, 1)
    assert known != DONE
    moved = text(LAMP.context, LAMP.english, 50)
    found = entry(update(known, moved, MOON, NOTE, OTHER).text, "Lamp")
    assert (found.tcomment, found.flags) == ("Ask Ada.", ["no-wrap"])


def test_new_texts_come_behind_those_they_follow():
    star = text("card/star name", "Star")
    made = polib.pofile(update(DONE, LAMP, star, MOON, NOTE, OTHER).text)
    assert [one.msgid for one in made][:3] == ["Lamp", "Star", "Moon"]


def test_a_long_history_loses_no_translation():
    rng = random.Random(5)
    made, wanted, told = NEW, list(ALL), set[str]()
    for step in range(60):
        at = rng.randrange(len(wanted))
        one = wanted[at]
        match rng.randrange(4):
            case 0 if len(wanted) > 2:
                del wanted[at]
            case 1:
                wanted.append(text(f"card/new-{step} name", f"New {step}"))
            case 2:
                wanted[at] = text(one.context, f"{one.english} {step}")
            case _:
                po = polib.pofile(made)
                po[at % len(po)].msgstr = f"Wort {step}"
                told.add(f"Wort {step}")
                replaced = {entry.msgstr for entry in polib.pofile(made)}
                told -= replaced - {entry.msgstr for entry in po}
                made = str(po)
        made = update(made, *wanted).text
        assert update(made, *wanted).text == made
        assert told <= {entry.msgstr for entry in polib.pofile(made)}


def test_sentences_of_the_product_that_a_project_says_are_kept():
    own = '\n\nmsgctxt "verb"\nmsgid "buy"\nmsgstr "kaufe"\n'
    kept = update_po(read_po(DONE + own, "de.po"), ALL, HEAD, is_kept).text
    assert (entry(kept, "buy").msgstr, entry(kept, "buy").obsolete) == ("kaufe", 0)
    assert update_po(read_po(kept, "de.po"), ALL, HEAD, is_kept).text == kept

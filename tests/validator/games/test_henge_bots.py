"""Henge, the Hengebots: where they go, what they build, which slot and stone they take."""

import pytest
from gametable import dealt
from hengetable import Position, Stopped, Taker, begun, go_on, henge, under
from matches import shipped_table

LOCAL = ("heel-left", "heel-right")
BORDER = ("heel-altar-left", "heel-altar-right")
MOUND = ("mound-heel-left", "mound-heel-right")
MIXED = ("foxs-door", "thunderhead", "sleeper", "larkstone")
SMALL_ONES = ("foxs-door", "larkstone", "whistler", "honeycomb")
MONOLITH_FIRST = ("thunderhead", "sleeper", "foxs-door", "larkstone")


class Bot:
    """The last seat of a table, a bot."""

    def __init__(self, *rulings, people=2, bots=1):
        self.table = under(*rulings, players=people, bots=bots)
        self.seat = people + bots - 1
        self.name = f"seat{people + bots}"
        self.token = self.table.lying(f"{self.name}.carve")[0]

    @property
    def is_up(self):
        """Is its Carve token face-up?"""
        return self.table["piece.face", self.token] == "up"

    @is_up.setter
    def is_up(self, up):
        self.table["piece.face", self.token] = "up" if up else "down"

    def draws(self, card, step, before=1):
        """Let it draw a card and go to a step, so many steps; return pool places and slots."""
        table, ring = self.table, len(self.table.board().fields["rondel"])
        table.stand(f"step-{(step - 1 - before) % ring + 1}")
        for zone in ("box", "hengebot_deck"):
            table.move([table.piece(f"bot-{card}")], zone)
        told = table.play("bot turn", seat=self.seat).told
        assert table.at().endswith(f".step-{step}")
        assert table.ids("hengebot_discard")[-1] == f"bot-{card}"
        words = [words.split() for _, what, words in told if what == "installs"]
        return [(one[3], one[5]) for one in words]

    def druids(self, area):
        """How many druids it has on a path."""
        return self.table.on_path(area, self.seat)


def test_the_pawn_goes_to_the_next_step_with_either_icon():
    # HEN-BOT-03: step 2 shows druid and carve, step 3 install
    bot = Bot()
    bot.draws("raise", 3, before=2)
    bot.draws("raise-dance", 2, before=1)


@pytest.mark.parametrize(
    ("ruling", "built", "druids"), [("card_order", 1, 0), ("step_order", 0, 1)]
)
def test_two_icons_on_one_step_are_a_ruling(ruling, built, druids):
    # HEN-BOT-25: the card shows Install first, the step Druid; only one of both is taken
    bot = Bot(f"X-HEN-17-ICONS={ruling}")
    bot.table.for_sale(*MIXED)
    assert len(bot.draws("raise-dance", 14)) == built
    assert bot.druids("mound") == druids


@pytest.mark.parametrize(
    ("ruling", "card", "up"),
    [("shown", "dance", True), ("matched", "dance", False), ("matched", "dance-chip", True)],
)
def test_a_carve_icon_turns_the_token_besides_another_action(ruling, card, up):
    # HEN-BOT-04, HEN-BOT-19, X-HEN-17-CARVE
    bot = Bot(f"X-HEN-17-CARVE={ruling}")
    bot.draws(card, 2)
    assert bot.is_up is up
    assert bot.druids("heel") == 1


def test_a_step_without_a_carve_icon_leaves_the_token():
    # HEN-BOT-19
    bot = Bot()
    bot.draws("raise", 3)
    assert not bot.is_up


@pytest.mark.parametrize(
    ("ruling", "slot", "up"), [("after", "heel-left", True), ("before", "heel-monolith", False)]
)
def test_whether_the_token_turns_before_an_installation_is_a_ruling(ruling, slot, up):
    # HEN-BOT-11, HEN-BOT-14, HEN-BOT-18, HEN-BOT-19, X-HEN-17-TIMING
    bot = Bot(f"X-HEN-17-TIMING={ruling}", bots=2)
    bot.table.for_sale(*MONOLITH_FIRST)
    assert bot.draws("raise-chip", 3) == [("pool.1", slot)]
    assert bot.table.count(f"slots_45.{slot}") == 1
    assert bot.is_up is up


@pytest.mark.parametrize("card", ["dig", "count"])
def test_two_icons_only_move(card):
    # HEN-BOT-20, HEN-BOT-21: Quarry and Income; no card shows the others (HEN-BOT-22)
    bot = Bot()
    bot.table.stand("step-15")
    for zone in ("box", "hengebot_deck"):
        bot.table.move([bot.table.piece(f"bot-{card}")], zone)
    before, names = list(bot.table.match.at), bot.table.tables.pieces
    bot.draws(card, 1)
    moved = [names[one].id for one, at in enumerate(bot.table.match.at) if at != before[one]]
    assert sorted(moved) == [f"bot-{card}", "master-druid"]
    assert not bot.is_up


def test_a_bot_druid_is_free_and_stays_away_from_the_black_space():
    # HEN-BOT-07, HEN-BOT-08, HEN-BOT-09
    bot = Bot()
    bot.draws("dance", 5)
    assert (bot.table.count("seat3.druids"), bot.druids("altar")) == (11, 1)
    assert bot.table["seat.cash", 2] == 0
    bot.table.lay_druids("altar", dict.fromkeys(range(2, 7), 0))
    bot.draws("dance", 5)
    assert bot.table.count("seat3.druids") == 11
    bot.table.move(bot.table.lying("seat3.druids"), "box")
    bot.draws("dance", 8)
    assert bot.druids("avenue") == 0


CHOICES = {
    # HEN-BOT-14, HEN-BOT-16: face down it builds in plain slots, the lowest card that fits one
    "plain": ("", 3, MIXED, (), False, ("pool.1", "heel-altar-left")),
    "plain, large": ("", 3, MIXED, (*BORDER, *MOUND, LOCAL[1]), False, ("pool.2", LOCAL[0])),
    # HEN-BOT-11, HEN-BOT-12: face up it prefers lintels, then monoliths
    "monolith": ("", 3, MIXED, (), True, ("pool.2", "heel-monolith")),
    "lintel": ("", 3, MIXED, LOCAL, True, ("pool.2", "heel-lintel")),
    # HEN-BOT-12: of lintels that worth more is filled
    "worth": (
        *("", 6, MIXED, ("altar-left", "altar-right", *BORDER), True),
        ("pool.2", "altar-lintel"),
    ),
    # HEN-BOT-12, HEN-BOT-16: of equal lintels the lowest card decides
    "lowest card": ("", 3, MIXED, (*LOCAL, *BORDER), True, ("pool.1", "heel-altar-lintel")),
    # HEN-BOT-13: no stone fits where it would rather build
    "any slot": ("", 3, SMALL_ONES, (), True, ("pool.1", "heel-altar-left")),
    # X-HEN-17, departing from HEN-BOT-16 or from HEN-BOT-11
    "slot first, plain": ("slot_first", 3, MIXED, (), False, ("pool.2", "heel-left")),
    "slot first": ("slot_first", 3, MIXED, (), True, ("pool.2", "heel-monolith")),
    "card first": ("card_first", 3, MIXED, (), True, ("pool.1", "heel-altar-left")),
}


@pytest.mark.parametrize(
    ("ruling", "step", "stones", "filled", "up", "expected"), CHOICES.values(), ids=CHOICES.keys()
)
def test_a_stone_and_a_slot_are_chosen(ruling, step, stones, filled, up, expected):
    # HEN-BOT-11 to HEN-BOT-14, HEN-BOT-16, X-HEN-17; HEN-INS-10: a lintel waits or not
    bot = Bot(*[f"X-HEN-17={ruling}"][: bool(ruling)], bots=2)
    bot.table.for_sale(*stones)
    bot.table.fill(*filled)
    bot.is_up, built = up, {*filled, expected[1]}
    assert bot.draws("raise", step) == [expected]
    assert bot.table["space.waits", "slots_45.heel-lintel"] is not (built >= {*LOCAL})


@pytest.mark.parametrize(
    ("ruling", "first"), [("listed", "heel-altar-left"), ("inside_first", "altar-left")]
)
def test_which_of_equal_slots_comes_first_is_a_ruling(ruling, first):
    # HEN-BOT-13, HEN-BOT-24, X-HEN-17-SLOT: where the slot is chosen before the stone
    bot = Bot("X-HEN-17=slot_first", f"X-HEN-17-SLOT={ruling}", bots=2)
    bot.table.for_sale(*MIXED)
    assert [slot for _, slot in bot.draws("raise", 6)] == [first]


@pytest.mark.parametrize(("ruling", "found"), [("people", False), ("everyone", True)])
def test_whether_bots_may_ignore_the_size_is_a_ruling(ruling, found):
    # HEN-INS-07, HEN-BOT-10, HEN-BOT-11, HEN-BOT-12, HEN-BOT-15, X-HEN-17-SIZE
    bot = Bot(f"X-HEN-17-SIZE={ruling}")
    bot.table.for_sale(*SMALL_ONES)
    slots = bot.table.board().fields["slots"]
    for slot in [one for one in slots if one["size"] != "large"]:
        bot.table.fill(slot["id"], large=slot["size"] == "either")
    assert bool(bot.draws("raise", 3)) is found
    bot.table.fill(*(one for one in LOCAL if not bot.table.count(f"slots_3.{one}")))
    bot.table.for_sale(*SMALL_ONES)
    assert bot.draws("raise", 3) == []
    bot.is_up = True
    assert bot.draws("raise", 3) == ([("pool.1", "heel-lintel")] if found else [])


def test_the_used_stone_goes_to_the_box_and_the_pool_is_refilled_at_once():
    # HEN-BOT-10, HEN-BOT-17, HEN-BOT-18, HEN-BOT-23
    bot = Bot(bots=2)
    bot.table.for_sale("foxs-door", "thunderhead", "larkstone", "whistler")
    left = bot.table.count("stone_deck")
    bot.is_up = True
    assert bot.draws("raise", 6) == [("pool.1", "altar-monolith")]
    bot.table.play("refill", seat=bot.seat)
    assert bot.table.count("slots_45.altar-monolith") == 1
    assert "stone-foxs-door" in bot.table.ids("box")
    assert [bot.table.count(f"pool.{place}") for place in range(1, 5)] == [1] * 4
    assert bot.table.count("stone_deck") == left - 1
    assert (bot.is_up, bot.table["seat.points", bot.seat]) == (False, 0)
    assert (bot.table.lying("seat4.row"), bot.table["seat.cash", bot.seat]) == ([], 0)


@pytest.mark.parametrize(
    ("ruling", "after_plain", "after_nothing"),
    [("after_install", False, True), ("after_carved", True, True), ("always", False, False)],
)
def test_when_the_token_turns_is_a_ruling(ruling, after_plain, after_nothing):
    # HEN-BOT-15, HEN-BOT-18, X-HEN-17-TOKEN: a carved stone turns it under each of them
    bot = Bot(f"X-HEN-17-TOKEN={ruling}", bots=2)
    for stones, slot, up in (
        (SMALL_ONES, "altar-monolith", False),
        (SMALL_ONES[1:], "heel-altar-left", after_plain),
        ((), None, after_nothing),
    ):
        bot.table.for_sale(*stones)
        bot.is_up = True
        assert bot.draws("raise", 6) == ([("pool.1", slot)] if slot else [])
        assert bot.is_up is up


def test_the_bot_deck_is_reshuffled():
    # HEN-BOT-01, HEN-BOT-05, HEN-BOT-06
    bot = Bot(bots=2)
    for _ in range(31):
        bot.table.play("bot turn", seat=bot.seat)
    assert (bot.table.count("hengebot_deck"), bot.table.count("hengebot_discard")) == (29, 1)


@pytest.mark.heavy
@pytest.mark.parametrize(
    ("ruling", "seats", "orders"),
    [
        ("last", (2, 2), {"12bb"}),
        ("between", (2, 2), {"1b2b"}),
        ("between", (3, 1), {"1b23"}),
        ("between", (1, 3), {"1bbb"}),
        ("drawn", (2, 1), {"12b", "1b2"}),
        ("drawn", (2, 2), {"12bb", "1b2b", "1bb2"}),
    ],
)
def test_each_bot_has_a_place_in_turn_order(ruling, seats, orders):
    # HEN-BSET-01, HEN-PSET-05, X-HEN-12-ORDER: bots are alike
    table = henge(*seats, *[f"X-HEN-12-ORDER={ruling}"][: ruling != "drawn"])
    found = set()
    for index in range(30):
        game = Position(begun(table, index))
        places = {game["seat.place", seat]: seat for seat in range(sum(seats))}
        order = [places[at] for at in range(1, sum(seats) + 1)]
        found.add("".join(str(seat + 1) if seat < seats[0] else "b" for seat in order))
    assert found == orders


class Lookout(Taker):
    """Stops as a round begins anew."""

    def turn(self, seat):
        """A turn begins."""
        if len(self.turns) == 8:
            raise Stopped
        self.turns.append(seat)


def test_a_round_goes_by_the_places_in_turn_order():
    # HEN-BSET-01, HEN-PSET-05
    match = dealt(shipped_table("henge", 2, 2, "X-HEN-12-ORDER=between"))
    assert go_on(match, Lookout()).turns == [0, 2, 1, 3] * 2

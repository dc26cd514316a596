"""The Henge data keeps every constraint that follows from its rules (K-...)."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from validator.catalogue.build import parse_effects
from validator.catalogue.effects import Draw, Score, nouns
from validator.catalogue.model import Catalogue, Component, Game, Provenance
from validator.catalogue.words.effect_text import text_of, text_of_effects, what_lacks

TOTALS = (3, 4, 5)
ACTIONS = {"install", "druid", "income", "quarry", "carve", "luck", "arrive"}
PRIVILEGES = {"steps", "coin", "luck", "stone", "druid"}


@pytest.fixture(scope="module")
def henge(shipped: Catalogue) -> Game:
    return shipped.games["henge"]


@pytest.fixture(scope="module", params=["3", "45"])
def side(request: pytest.FixtureRequest, henge: Game) -> Mapping[str, Any]:
    boards = henge.sets["board"].components
    return next(board.fields for board in boards if board.fields["side"] == request.param)


def cards(henge: Game, set_id: str, total: int | None = None, **where: str) -> list[Component]:
    return [
        card
        for card in henge.sets[set_id].components
        for _ in range(card.copies)
        if (total is None or card.mark.admits(total))
        and all(card.fields[key] == value for key, value in where.items())
    ]


def test_counts_are_those_of_the_parts_list(henge: Game) -> None:
    for part in henge.parts:
        where = {key: str(value) for key, value in part.where.items()}
        found = [
            card
            for card in cards(henge, part.set_id)
            if all(str(card.fields[key]) == value for key, value in where.items())
        ]
        assert len(found) == part.count, part.name


def test_tables_are_the_twelve_legal_ones(henge: Game) -> None:
    pairs = [(table.players, table.bots) for table in henge.configurations]
    assert pairs == sorted({*pairs})
    assert pairs == [
        (h, b) for h in range(1, 6) for b in range(5) if 3 <= h + b <= 5 and (h < 3 or b < 3)
    ]
    for table in henge.configurations:
        small = table.total == 3
        assert table.options["side"] == ("3" if small else "45")


def test_stones_keep_k_stone(henge: Game) -> None:
    stones = cards(henge, "stone")
    assert len({stone.id for stone in stones}) == 29
    assert Counter(s.fields["size"] for s in stones) == {"large": 17, "small": 12}
    assert sorted(Counter(s.fields["privilege"] for s in stones).values()) == [5, 6, 6, 6, 6]
    for stone in stones:
        track = stone.fields["transport_track"]
        assert isinstance(track, tuple)
        assert (track[0], track[-1]) == ("quarry", "henge")
        assert stone.fields["transport_summary"] == len(track) - 1
    starters = [stone for stone in stones if "starter_area" in stone.fields]
    assert len({stone.fields["starter_area"] for stone in starters}) == len(starters) == 5
    assert all(stone.mark.admits(total) for stone in starters for total in TOTALS)


def test_stones_in_play_fit_the_slots(henge: Game) -> None:
    counts = [len(cards(henge, "stone", total)) for total in TOTALS]
    assert counts == sorted(counts)
    boards = {str(b.fields["side"]): b.fields for b in henge.sets["board"].components}
    for total in TOTALS:
        slots: Any = boards["3" if total == 3 else "45"]["slots"]
        assert len(cards(henge, "stone", total)) <= len(slots)
        assert len(cards(henge, "stone", total)) >= total + 4 + 1
        if total > 3:
            for size in ("large", "small"):
                fitting = [slot for slot in slots if slot["size"] in (size, "either")]
                assert len(cards(henge, "stone", total, size=size)) <= len(fitting)


def test_slots_keep_k_slot(side: Mapping[str, Any]) -> None:
    areas = [area["id"] for area in side["areas"]]
    triliths: dict[str, list[Any]] = {}
    for slot in side["slots"]:
        assert slot["carved"] == (slot["role"] in ("lintel", "monolith"))
        assert slot["bonus"] > 0 if slot["carved"] else slot["bonus"] == 0
        if len(slot["areas"]) == 2:
            first, second = (areas.index(area) for area in slot["areas"])
            assert (second - first) % 5 in (1, 4)
        if "trilith" in slot:
            triliths.setdefault(slot["trilith"], []).append(slot)
        assert ("trilith" in slot) == (slot["role"] != "monolith")
    for group in triliths.values():
        assert sorted(slot["role"] for slot in group) == ["lintel", "upright", "upright"]
        assert len({(slot["size"], slot["areas"]) for slot in group}) == 1
    for area in areas:
        own = [slot for slot in side["slots"] if area in slot["areas"]]
        lintels = [s["bonus"] for s in own if s["role"] == "lintel" and len(s["areas"]) == 1]
        assert min(lintels) >= max(s["bonus"] for s in own if s["role"] == "monolith")


def test_figures_cover_every_slot_in_the_worst_case(henge: Game, side: Mapping[str, Any]) -> None:
    need: Counter[tuple[str, str]] = Counter()
    for slot in side["slots"]:
        role = "lintel" if slot["role"] == "lintel" else "upright"
        sizes = ("large", "small") if slot["size"] == "either" else (slot["size"],)
        need.update((size, role) for size in sizes)
    for (size, role), count in need.items():
        assert count <= henge.sets[f"{size}_{role}"].count


def test_overlaid_slots_are_on_the_small_side_only(henge: Game) -> None:
    for board in henge.sets["board"].components:
        slots: Any = board.fields["slots"]
        either = [slot for slot in slots if slot["size"] == "either"]
        assert len(either) == (5 if board.fields["side"] == "3" else 0)
        assert all(slot["bonus"] == 3 and len(slot["areas"]) == 2 for slot in either)
        assert len(slots) == (20 if board.fields["side"] == "3" else 29)


def test_areas_and_paths_keep_k_area_and_k_path(side: Mapping[str, Any]) -> None:
    shown = Counter(privilege for area in side["areas"] for privilege in area["privileges"])
    assert shown == dict.fromkeys(PRIVILEGES, 2)
    nines = []
    for area in side["areas"]:
        numbers = [space["number"] for space in area["path"]]
        assert numbers[0] == 0
        assert numbers == sorted(set(numbers))
        costs = [space["cost"] for space in area["path"]]
        assert costs[-1] == "black"
        assert "black" not in costs[:-1]
        assert set(costs[:-1]) <= set(side["druid_costs"])
        nines.append(numbers.index(9) if 9 in numbers else 0)
    assert max(nines) >= 5
    coverable = sum(len(area["path"]) - 1 for area in side["areas"])
    assert coverable < 12 * (3 if side["side"] == "3" else 4)


def test_rondel_keeps_k_ron(henge: Game, side: Mapping[str, Any]) -> None:
    rondel, areas = side["rondel"], [area["id"] for area in side["areas"]]
    ring = [step["area"] for step in rondel]
    assert [area for at, area in enumerate(ring) if area != ring[at - 1]] == areas
    assert {action for step in rondel for action in step["actions"]} == ACTIONS
    for area in areas:
        here = {action for step in rondel if step["area"] == area for action in step["actions"]}
        assert {"install", "druid"} <= here
    mats: Any = henge.sets["mat"].components[0].fields["privileges"]
    free = mats[0]["levels"][0]["steps"]
    for at in range(len(rondel)):
        reach = [rondel[(at + step) % len(rondel)] for step in range(1, free + 1)]
        assert any("income" in step["actions"] for step in reach)
    for icon, area in zip(side["transport"], areas, strict=True):
        last = next(at for at, step in enumerate(rondel) if step["id"] == icon["after"])
        assert rondel[last]["area"] == area
        assert rondel[(last + 1) % len(rondel)]["area"] != area


def test_mats_keep_k_priv_and_k_mat(henge: Game) -> None:
    mats = henge.sets["mat"].components
    without = [{k: v for k, v in mat.fields.items() if k != "colour"} for mat in mats]
    assert all(fields == without[0] for fields in without)
    fields: Any = mats[0].fields
    assert len(fields["druid_track"]) == 12
    tracks = {track["id"]: track for track in fields["privileges"]}
    assert set(tracks) == PRIVILEGES
    labels = {name: [level["label"] for level in t["levels"]] for name, t in tracks.items()}
    assert labels["luck"] == ["1/0", "2/1", "3/2", "2/0"]
    assert labels["stone"] == ["1/2", "2/2", "2/3"]
    assert labels["druid"] == ["1/0", "1/1", "2/1"]
    for name, key in (("steps", "steps"), ("coin", "coins")):
        values = [level[key] for level in tracks[name]["levels"]]
        assert values == sorted(set(values))
        assert labels[name] == [str(value) for value in values]


def test_bonus_cards_keep_k_bonus(henge: Game) -> None:
    for total in TOTALS:
        assert len(cards(henge, "bonus", total, season="spring")) >= 2 * total
        assert len(cards(henge, "bonus", total, season="eog")) >= 3
    effects = [card.effects for card in cards(henge, "bonus")]
    assert len({*effects}) >= 42
    for effect in (effect for several in effects for effect in several):
        assert isinstance(effect, Score)
        assert effect.what == "vp-winter"


def test_secret_bonus_cards_ask_only_for_what_can_be_seen(henge: Game) -> None:
    forgotten = ("slot-", "carved", "border")
    for card in cards(henge, "bonus", season="eog"):
        for effect in card.effects:
            assert not any(noun.startswith(forgotten) for noun in nouns(effect)), card.id


def test_luck_and_reward_cards_are_varied(henge: Game) -> None:
    luck = henge.sets["luck"].components
    assert len(luck) >= 25
    assert max(card.copies for card in luck) <= 2
    assert len({card.effects for card in luck}) >= len(luck) - 2
    tags = Counter(tag for card in cards(henge, "luck") for tag in card.fields["actions"])  # type: ignore[union-attr]
    assert set(tags) == ACTIONS | {"any"}
    types = Counter(chit.fields["type"] for chit in cards(henge, "reward"))
    assert sum(types.values()) == 25
    assert min(types.values()) >= 3


def test_every_luck_draw_follows_the_luck_level(henge: Game) -> None:
    # HEN-LUCK-08: whatever its cause
    mat: Any = henge.sets["mat"].components[0].fields
    spaces = [*mat["druid_track"], *mat["luck_track"], *(t["end"] for t in mat["privileges"])]
    benefits = [parse_effects(space.get("effects")) for space in spaces]
    for effects in [*benefits, *(card.effects for card in henge.components())]:
        for effect in effects:
            if isinstance(effect, Draw):
                assert (effect.what, effect.by) == ("luck-card", "luck-level")


def test_hengebot_cards_show_only_icons_with_a_bot_rule(henge: Game) -> None:
    for card in cards(henge, "hengebot"):
        actions: Any = card.fields["actions"]
        assert set(actions) <= {"druid", "install", "carve", "quarry", "income"}
        assert 1 <= len(set(actions)) == len(actions) <= 2


def test_one_first_upgrade_for_each_privilege(henge: Game) -> None:
    upgrades = cards(henge, "first_upgrade")
    assert {card.fields["privilege"] for card in upgrades} == PRIVILEGES


def test_every_noun_is_a_term_and_every_text_says_its_effects(henge: Game) -> None:
    for card in henge.components():
        unknown = {noun for effect in card.effects for noun in nouns(effect)} - set(henge.terms)
        assert not unknown, card.id
        assert what_lacks(text_of(card, henge), card.effects, henge) == (), card.id


def test_labels_of_the_mat_show_what_the_space_gives(henge: Game) -> None:
    mat: Any = henge.sets["mat"].components[0].fields
    spaces = [*mat["druid_track"], *mat["luck_track"], *(t["end"] for t in mat["privileges"])]
    for space in spaces:
        effects = parse_effects(space.get("effects"))
        unknown = {noun for effect in effects for noun in nouns(effect)} - set(henge.terms)
        assert not unknown, space
        assert what_lacks(space["label"], effects, henge) == (), space
        assert text_of_effects(effects, henge) or "effects" not in space


def test_what_the_rules_do_not_state_is_marked(henge: Game) -> None:
    for set_id in ("stone", "bonus", "luck", "hengebot", "reward", "board", "mat"):
        for card in henge.sets[set_id].components:
            assert card.provenance is Provenance.RECONSTRUCTED

"""A reader of saved games of Tabletop Simulator, written from what is known of the format.

It shares no code with the writer: it follows containers, looks every card up on its sheet and
tells what lies where in the program's own units.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Found:
    """A piece of a save: who it is, where it lies, which picture shows, and how it is seen."""

    guid: str
    part: str
    zone: str
    x: float
    z: float
    rank: int
    picture: tuple[str, int]
    face_up: bool
    kind: str


FACE_DOWN = 180


def pieces(save):
    """Every piece of a save; ``rank`` counts from the top of its deck or bag."""
    return [found for state in save["ObjectStates"] for found in _found(state, None, 0)]


def _found(state, outer, rank):
    name = state["Name"]
    if name == "HandTrigger":
        return
    if name in ("Deck", "DeckCustom", "Bag"):
        inside = state["ContainedObjects"]
        if name != "Bag":
            assert state["DeckIDs"] == [card["CardID"] for card in inside]
            assert len(inside) > 1, "a deck of one card is no deck"
        down = round(state["Transform"]["rotZ"]) == FACE_DOWN
        ordered = inside if down or name == "Bag" else [*reversed(inside)]
        for index, card in enumerate(ordered):
            yield from _found(card, state, index)
        return
    spot = (outer or state)["Transform"]
    yield Found(
        state["GUID"],
        state["GMNotes"],
        state["Memo"],
        spot["posX"],
        spot["posZ"],
        rank,
        _picture(state),
        round(spot["rotZ"]) != FACE_DOWN,
        name,
    )


def _picture(state):
    if state["Name"] not in ("Card", "CardCustom"):
        return state["CustomImage"]["ImageURL"], 0
    key, cell = divmod(state["CardID"], 100)
    sheet = state["CustomDeck"][str(key)]
    last = sheet["NumWidth"] * sheet["NumHeight"] - 1
    assert cell < last, "the last cell of a sheet is shown for hidden cards"
    assert 2 <= sheet["NumWidth"] <= 10 and 2 <= sheet["NumHeight"] <= 7
    return sheet["FaceURL"], cell


def sheets(save):
    """The pictures of each deck key of the whole table: two mean that a key stands twice."""
    found = {}
    for state in _all(save["ObjectStates"]):
        for key, sheet in state.get("CustomDeck", {}).items():
            found.setdefault(key, set()).add(sheet["FaceURL"])
    return found


def addresses(save):
    """Every address of a picture."""
    found = set()
    for state in _all(save["ObjectStates"]):
        for sheet in state.get("CustomDeck", {}).values():
            found |= {sheet["FaceURL"], sheet["BackURL"]}
        image = state.get("CustomImage", {})
        found |= {image[key] for key in ("ImageURL", "ImageSecondaryURL") if key in image}
    return found


def _all(states):
    for state in states:
        yield state
        yield from _all(state.get("ContainedObjects", []))


def guids(save):
    """Every identifier."""
    return [state["GUID"] for state in _all(save["ObjectStates"])]


def hands(save):
    """The hand zones by colour: middle x and z, width and depth."""
    return {
        state["FogColor"]: (
            state["Transform"]["posX"],
            state["Transform"]["posZ"],
            state["Transform"]["scaleX"],
            state["Transform"]["scaleZ"],
        )
        for state in save["ObjectStates"]
        if state["Name"] == "HandTrigger"
    }


def snaps(save):
    """Every snap point of the table and of what lies single on it, in the table's units."""
    found = [(one["Position"]["x"], one["Position"]["z"]) for one in save["SnapPoints"]]
    for state in save["ObjectStates"]:
        here = state["Transform"]
        turned = 1 if round(here["rotY"]) == FACE_DOWN else -1
        for one in state.get("AttachedSnapPoints", []):
            place = one["Position"]
            x = here["posX"] - turned * place["x"] * here["scaleX"]
            found.append((x, here["posZ"] - turned * place["z"] * here["scaleZ"]))
    return found

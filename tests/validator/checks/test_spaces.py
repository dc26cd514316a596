"""Benefits on the spaces of a mat: what their labels and nouns must say."""

from dataclasses import replace
from typing import Any

import pytest

from validator.catalogue.model import Catalogue, Game
from validator.checks.names import check_spaces


def changed(game: Game, track: str, at: int, **changes: Any) -> Game:
    """The game with one space of every mat's track changed."""
    mats = game.sets["mat"]
    components = []
    for mat in mats.components:
        spaces: Any = list(mat.fields[track])  # type: ignore[arg-type]
        spaces[at] = {**spaces[at], **changes}
        components.append(replace(mat, fields={**mat.fields, track: tuple(spaces)}))
    return replace(game, sets={**game.sets, "mat": replace(mats, components=tuple(components))})


def test_the_shipped_spaces_say_what_they_give(shipped: Catalogue) -> None:
    for game in shipped.games.values():
        assert list(check_spaces(game, ())) == []


@pytest.mark.parametrize(
    ("changes", "code", "words"),
    [
        ({"label": "+9 {coin}"}, "space-lacks", "'2'"),
        ({"label": "+2"}, "space-lacks", "'coin'"),
        ({"effects": ({"do": "gain", "what": "coins"},)}, "space-unknown", "'coins'"),
        ({"effects": ({"does": "gain"},)}, "space-unknown", "cannot be read"),
        ({"effects": ({"do": "gain", "what": 3},)}, "space-unknown", "cannot be read"),
    ],
)
def test_a_space_that_says_something_else_is_found_once(
    shipped: Catalogue, changes: dict[str, Any], code: str, words: str
) -> None:
    game = changed(shipped.games["henge"], "druid_track", 0, **changes)
    found = [finding for finding in check_spaces(game, ()) if finding.code == code]
    assert len(found) == 1
    assert words in found[0].message
    assert found[0].place.file == "components/henge/mats.yaml"


def test_end_benefits_deep_in_a_field_are_read_too(shipped: Catalogue) -> None:
    game = shipped.games["henge"]
    mat: Any = game.sets["mat"].components[0]
    tracks = [dict(track) for track in mat.fields["privileges"]]
    tracks[1]["end"] = {**tracks[1]["end"], "label": "+1 {coin}"}
    odd = replace(mat, fields={**mat.fields, "privileges": tuple(tracks)})
    mats = replace(game.sets["mat"], components=(odd,))
    found = list(check_spaces(replace(game, sets={**game.sets, "mat": mats}), ()))
    assert [finding.code for finding in found] == ["space-lacks"]

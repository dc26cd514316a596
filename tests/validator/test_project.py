"""Finding the project from where one stands."""

from __future__ import annotations

import pytest

from validator.project import NotAProjectError, find_project


def test_the_nearest_folder_upwards(tiny):
    deep = tiny / "a" / "b"
    deep.mkdir(parents=True)
    assert find_project(None, deep) == tiny.resolve()


def test_a_named_folder_must_hold_components(tiny, tmp_path_factory):
    assert find_project(tiny, tiny / "anywhere") == tiny.resolve()
    empty = tmp_path_factory.mktemp("empty")
    with pytest.raises(NotAProjectError, match="trilith new"):
        find_project(empty, tiny)


def test_nowhere(tmp_path):
    with pytest.raises(NotAProjectError, match="--project"):
        find_project(None, tmp_path)

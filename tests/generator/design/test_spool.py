"""Drawings of many faces are put aside on disk, and read from there."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from typing import IO

import pytest

from generator.design.face import Face, key_of, packed, put_aside
from generator.design.warm import spool
from generator.design.warm.spool import Aside, Spool
from validator.workers.pool import Pool, Task


def test_all_but_the_first_are_put_aside_and_stay_the_same() -> None:
    faces = [_face(number) for number in range(5)]
    aside = Spool(held=2)
    kept = [put_aside(face, aside) for face in faces]
    assert [type(face.drawing) for face in kept] == [bytes, bytes, Aside, Aside, Aside]
    assert [face.svg for face in kept] == [face.svg for face in faces]
    assert kept == faces


def test_another_process_is_sent_the_drawing_itself() -> None:
    face = put_aside(_face(7), Spool(held=0))
    sent = pickle.loads(pickle.dumps(face))
    assert isinstance(sent.drawing, bytes)
    assert sent.svg == face.svg == "<svg>7</svg>"


def test_what_cannot_be_written_stays_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(**options: object) -> IO[bytes]:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(spool.tempfile, "TemporaryFile", refused)
    assert Spool(held=0).put(b"fog") == b"fog"


def test_a_file_that_takes_only_a_part_is_not_believed() -> None:
    aside = Spool(held=0)
    first = aside.put(b"first")
    assert isinstance(first, Aside)
    full = _Full(first.file)
    aside._file = full  # type: ignore[assignment]
    assert aside.put(b"second") == b"second"
    aside._file = first.file
    assert [bytes(aside.put(text)) for text in (b"third", b"4")] == [b"third", b"4"]
    assert bytes(first) == b"first"


def test_jobs_are_made_as_workers_ask_for_them() -> None:
    made: list[int] = []

    def batches() -> Iterator[list[Task]]:
        for number in range(300):
            made.append(number)
            yield [Task(number, _Nothing())]

    pool = Pool(1)
    ahead = [len(made) - done for done, _ in enumerate(pool.run(batches()), 1)]
    pool.close()
    assert len(ahead) == len(made) == 300
    assert max(ahead) < 70


class _Full:
    """A file on a disk that takes three bytes more."""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def seek(self, at: int) -> int:
        return self.file.seek(at)

    def write(self, content: bytes) -> int:
        return self.file.write(content[:3])


class _Nothing:
    def __call__(self) -> None:
        """Do nothing."""


def _face(number: int) -> Face:
    svg = f"<svg>{number}</svg>"
    return Face(key_of(svg), packed(svg), 63, 88, 3)

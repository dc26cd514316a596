"""What many jobs have in common is packed once and unpacked once."""

import pickle
from types import MappingProxyType

from generator.design import filling
from generator.design.filling import SharedValue
from validator.executor import Executor, JobFailure, Task


class Said:
    """A job that says who it is and where the value that it was given lies."""

    def __init__(self, own, common):
        self.own, self.common = own, common

    def __call__(self):
        return self.own, dict(self.common.value), id(self.common.value)


def test_it_is_packed_once(monkeypatch):
    packed = []

    class Counting(filling.ForkingPickler):
        @classmethod
        def dumps(cls, value, protocol=None):
            packed.append(value)
            return super().dumps(value, protocol)

    monkeypatch.setattr(filling, "ForkingPickler", Counting)
    one = SharedValue({"name": "Fog"})
    first, second = (pickle.loads(pickle.dumps(one)) for _ in range(2))
    assert packed == [{"name": "Fog"}]
    assert first is second
    assert first.value == one.value


def test_another_value_is_another():
    first, second = (pickle.loads(pickle.dumps(SharedValue(name))) for name in ("Fog", "Mist"))
    assert (first.value, second.value) == ("Fog", "Mist")


def test_a_worker_unpacks_it_once():
    common = SharedValue(MappingProxyType({"name": "Fog"}))
    tasks = [Task(number, Said(number, common)) for number in range(4)]
    answers = [answer for _, answer in Executor(1).run(tasks)]
    assert not any(isinstance(answer, JobFailure) for answer in answers)
    assert [own for own, _, _ in answers] == [0, 1, 2, 3]
    assert {(value["name"], place) for _, value, place in answers} == {("Fog", answers[0][2])}

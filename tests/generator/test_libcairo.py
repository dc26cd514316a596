import builtins
import subprocess
import sys

import pytest

from generator import libcairo


def test_require_returns_where_cairo_is_there():
    assert libcairo.available()
    libcairo.require()


def test_require_says_how_to_install_in_one_line(monkeypatch, capsys):
    real = builtins.__import__

    def without_cairo(name, *args, **kwargs):
        if name == "cairocffi":
            raise OSError("no library called cairo was found")
        return real(name, *args, **kwargs)

    monkeypatch.setattr(builtins, "__import__", without_cairo)
    with pytest.raises(libcairo.MissingCairoError) as caught:
        libcairo.require()
    said = capsys.readouterr().err
    assert caught.value.code == 2
    assert said.count("\n") == 1
    for name in ("apt-get install", "dnf install", "brew install", "Windows"):
        assert name in said


def test_importing_the_advice_needs_no_cairo():
    code = "import sys; sys.modules['cairocffi'] = None; import generator.libcairo"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

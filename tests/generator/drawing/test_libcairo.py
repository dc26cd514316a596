import builtins
import os
import subprocess
import sys

import pytest

from generator.drawing import libcairo


def test_require_returns_where_cairo_is_there():
    assert libcairo.available()
    libcairo.require()


def test_require_says_how_to_install_in_one_line(monkeypatch, capsys):
    real = builtins.__import__

    def without_cairo(name, *args, **kwargs):
        if name == "generator.drawing.cairo":
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
    code = "import sys; sys.modules['cairocffi'] = None; import generator.drawing.libcairo"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize(
    "words",
    [["-m", "generator.cli", "print", "henge"], ["-m", "generator.cli", "preview", "henge"]],
)
def test_a_command_without_cairo_says_so_in_one_line(tmp_path, words):
    (tmp_path / "cairocffi.py").write_text("raise OSError('no library called cairo')")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path)}
    run = subprocess.run(
        [sys.executable, *words], env=environment, check=False, capture_output=True, text=True
    )
    assert run.returncode == 2
    assert run.stderr.strip() == libcairo.ADVICE
    assert run.stdout == ""

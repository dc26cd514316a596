"""What comes from outside holds no command up, and how a command ends where nothing is written."""

import asyncio
import io
import os
import socket
import subprocess
import sys
import zipfile

import pytest
import uvicorn
from commandline import run

from generator.outputs.card_list import as_markdown, entries
from generator.studio import serving
from validator.catalogue.load import load


def with_media(path, content):
    """The workbook with one more part, which is no text of it."""
    made = io.BytesIO(path.read_bytes())
    with zipfile.ZipFile(made, "a", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/media/image1.png", content)
    return made.getvalue()


def broken(raw, at, value):
    """A workbook whose media part has another value in its entry of the directory."""
    entry = raw.rindex(b"PK\x01\x02")
    return raw[: entry + at] + value + raw[entry + at + len(value) :]


HOSTILE = {
    "endless": (),
    "crc": (16, b"\x01\x02\x03\x04"),
    "locked": (8, b"\x01\x00"),
    "method": (10, b"\x63\x00"),
}


@pytest.mark.parametrize("kind", HOSTILE.values(), ids=HOSTILE)
def test_a_workbook_with_a_hostile_part_is_refused_in_one_line(kind, tiny, monkeypatch):
    monkeypatch.chdir(tiny)
    run("sheet", "out", "fog")
    path = tiny / "fog.xlsx"
    before = (tiny / "components" / "fog" / "cards.yaml").read_bytes()
    raw = with_media(path, b"picture" if kind else bytes(80_000_000))
    raw = broken(raw, *kind) if kind else raw
    path.write_bytes(raw)
    said = run("sheet", "in", "fog", status=2).output
    assert said.startswith("trilith: cannot take in fog.xlsx: ") and said.count("\n") == 1, said
    assert path.read_bytes() == raw
    assert (tiny / "components" / "fog" / "cards.yaml").read_bytes() == before


def test_a_revision_is_no_html_in_a_list(tiny, edit):
    edit(tiny / "components" / "fog" / "game.yaml", 'revision: "1"', 'revision: "<b>1"')
    catalogue, _ = load(tiny)
    assert "<b>" not in as_markdown(entries(catalogue.games["fog"]))


def test_folders_that_no_settings_can_lie_in_are_not_blamed_on_the_output(fog):
    around = {**os.environ, "PYTHONSAFEPATH": "1", "XDG_CONFIG_HOME": "/dev/null"}
    words = ["report", "fog", "--games", "10", "--jobs", "1", "--project", str(fog)]
    command = [sys.executable, "-m", "generator.start", *words]
    ran = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
    assert "choose another folder" not in ran.stdout + ran.stderr
    assert ran.returncode == 0, ran.stderr


def test_a_kit_needs_no_settings(tiny, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", "/dev/null")
    run("print", "fog", "--only", "card", "--project", tiny)


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="paths of POSIX")
def test_what_cannot_be_written_fails_with_1(fog):
    words = ("--games", 2, "--jobs", 1, "--out", "/dev/null/x")
    run("simulate", "fog", *words, "--project", fog, status=1)
    (fog / "components" / "x").write_text("")
    run("new", "Mist", "--project", "/dev/null/x", status=1)


def test_connections_that_ask_nothing_are_closed_and_make_room(monkeypatch):
    monkeypatch.setattr(serving, "MOST_CONNECTIONS", 20)
    monkeypatch.setattr(serving, "_PATIENCE_S", 0.2)

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"here"})

    async def tried():
        config = uvicorn.Config(app, http=serving.Patient, log_level="error", lifespan="off")
        taken = socket.create_server(("127.0.0.1", 0))
        running = uvicorn.Server(config)
        task = asyncio.create_task(running.serve(sockets=[taken]))
        port = taken.getsockname()[1]
        halves = []
        for _ in range(60):
            halves.append(await asyncio.open_connection("127.0.0.1", port))
            halves[-1][1].write(b"GET / HT")
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        answer = await reader.read()
        late = await halves[-1][0].read()  # ends as the server closes it
        running.should_exit = True
        await task
        return answer, late

    answer, late = asyncio.run(asyncio.wait_for(tried(), 60))
    assert b"here" in answer
    assert late == b""

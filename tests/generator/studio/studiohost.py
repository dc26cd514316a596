"""A studio that runs in a process of its own, as `trilith studio` starts it."""

import http.client
import os
import signal
import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from shippedgames import ROOT as CODE


@dataclass(frozen=True)
class Host:
    """A running studio: its address, its process, and the project."""

    address: str
    process: subprocess.Popen[str]
    root: Path

    @property
    def port(self):
        return urlsplit(self.address).port or 0

    @property
    def token(self):
        return urlsplit(self.address).path.strip("/")

    def get(self, path, headers=None, method="GET", body=None):
        """Status, headers and body of a plain request."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request(method, path, body, dict(headers or {}))
            answer = line.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read()
        finally:
            line.close()

    def engine(self):
        """The process that reads and draws."""
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return int(children.read_text().split()[0])


def start(root, port=0, game="fog", stderr=None):
    """Start a studio; on Linux it ends with the tests, whatever becomes of them."""
    command = [sys.executable, "-m", "generator.start", "studio", game, "--no-browser"]
    return _begun([*command, "--port", str(port), "--project", str(root)], root, stderr)


def start_without_project(folder):
    """Start a studio in a folder that is no project, which is the user's home, too."""
    command = [sys.executable, "-m", "generator.start", "studio", "--no-browser", "--port", "0"]
    return _begun(command, folder, None, HOME=str(folder))


def _begun(command, root, stderr, **more):
    process = subprocess.Popen(
        command,
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=stderr,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONPATH": str(CODE), **more},
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    assert " is at " in line, line
    return Host(line.split(" is at ")[1].strip(), process, root)


def stop(host):
    """End a studio as Ctrl-C does; returns its exit status."""
    host.process.send_signal(signal.SIGINT)
    try:
        return host.process.wait(20)
    finally:
        host.process.kill()
        host.process.communicate()


@contextmanager
def studio(root, port=0):
    """A running studio."""
    if not sys.platform.startswith("linux"):
        pytest.skip("interrupts and processes are those of Linux")
    host = start(root, port)
    try:
        yield host
    finally:
        stop(host)

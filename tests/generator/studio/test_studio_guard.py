"""Who may ask a studio, and what it tells them."""

from __future__ import annotations

import base64
import signal
import socket
import subprocess
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

import pytest
from studiohost import Host, start

from generator.starter import write_starter
from generator.studio.server import token_of
from validator.cache import Cache


@pytest.fixture(scope="module", autouse=True)
def secret(project: Path) -> None:
    (project / "components" / "fog" / "cards.secret").write_text("a secret")


def test_the_page_is_there_and_loads_nothing_from_elsewhere(host: Host):
    status, headers, body = host.get(f"/{host.token}/")
    assert (status, b"<title>Studio</title>" in body) == (200, True)
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy.replace("http:", "") and "*" not in policy
    assert headers["referrer-policy"] == "no-referrer"


@pytest.mark.parametrize("path", ["/", "/page/main.js", "/{short}/", "/{wrong}/", "/{token}", "//"])
def test_without_its_token_nothing_is_told(host: Host, path: str):
    token = host.token
    asked = path.format(short=token[:-1], wrong="0" * len(token), token=token)
    status, _, body = host.get(asked)
    assert status == 403
    assert token.encode() not in body and b"fog" not in body


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "evil.example:{port}"},
        {"Host": "127.0.0.1"},
        {"Host": "127.0.0.1:1"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ],
    ids=str,
)
def test_other_sites_and_other_names_are_refused(host: Host, headers: dict[str, str]):
    asked = {key: value.format(port=host.port) for key, value in headers.items()}
    assert host.get(f"/{host.token}/", asked)[0] == 403


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
def test_its_own_names_are_let_in(host: Host, name: str):
    own = f"{name}:{host.port}"
    headers = {"Host": own, "Origin": f"http://{own}", "Sec-Fetch-Site": "same-origin"}
    assert host.get(f"/{host.token}/", headers)[0] == 200


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS"])
def test_nothing_can_be_written(host: Host, method: str):
    assert host.get(f"/{host.token}/", method=method)[0] in (403, 405)


@pytest.mark.parametrize(
    "path",
    [
        "page/../../../../../etc/passwd",
        "page/%2e%2e/%2e%2e/pyproject.toml",
        "page/..%2f..%2fpapers.yaml",
        "page//etc/passwd",
        "components/fog/cards.secret",
        "page/cards.secret",
        "face/../../x.png",
        "face/{nothing}-normal-100.png",
        "view/../page/main.js",
        "view/nothing",
    ],
)
def test_no_file_of_the_project_or_elsewhere_can_be_read(host: Host, path: str):
    status, _, body = host.get(f"/{host.token}/{path.format(nothing='0' * 64)}")
    assert status in (404, 409)
    assert b"root:" not in body and b"a secret" not in body


def test_a_web_socket_needs_the_page_behind_it(host: Host):
    own = f"http://127.0.0.1:{host.port}"
    assert _upgraded(host, own, host.token) == 101
    assert _upgraded(host, "", host.token) == 403
    assert _upgraded(host, "http://evil.example", host.token) == 403
    assert _upgraded(host, own, "0" * 32) == 403


def _upgraded(host: Host, origin: str, token: str) -> int:
    """The status of a handshake."""
    lines = [
        f"GET /{token}/live HTTP/1.1",
        f"Host: 127.0.0.1:{host.port}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}",
        *([f"Origin: {origin}"] if origin else []),
    ]
    with socket.create_connection(("127.0.0.1", host.port), 20) as line:
        line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        return int(line.recv(64).split()[1])


def test_only_the_loopback_address_listens(host: Host):
    table = Path(f"/proc/{host.process.pid}/net/tcp").read_text().splitlines()[1:]
    ours = [line.split()[1] for line in table if line.split()[1].endswith(f":{host.port:04X}")]
    assert set(ours) == {f"0100007F:{host.port:04X}"}


def test_the_token_is_kept_for_each_project(tmp_path: Path):
    token = token_of(Cache(tmp_path / "mine"))
    assert len(token) == 32
    assert token == token_of(Cache(tmp_path / "mine"))
    assert token != token_of(Cache(tmp_path / "other"))


def test_it_ends_without_a_word_of_trouble_while_something_is_asked(tmp_path: Path):
    write_starter(tmp_path, "Fog")
    host = start(tmp_path, stderr=subprocess.PIPE)
    path = f"/{host.token}/view/piles?games=1000&policy=greedy"
    answers: list[bytes] = []

    def ask() -> None:
        """Ask again and again, so that something is asked whenever the studio ends."""
        with suppress(OSError, HTTPException):
            while answers[-1:] != [b"the studio is closed\n"]:
                answers.append(host.get(path)[2])

    asking = threading.Thread(target=ask)
    asking.start()
    while not any(answer.startswith((b"{", b"the game has changed")) for answer in answers):
        time.sleep(0.05)
    host.process.send_signal(signal.SIGINT)
    said, trouble = host.process.communicate(timeout=20)
    asking.join()
    assert (answers[-1], host.process.returncode) == (b"the studio is closed\n", 0)
    assert "closed" in said
    assert trouble == ""

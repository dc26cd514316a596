"""Who may ask a studio, and what it tells them."""

import base64
import json
import signal
import socket
import subprocess
import threading
import time
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path

import pytest
from studiohost import start

from generator.studio.serving import token_of
from validator.cache import Cache


@pytest.fixture(scope="module", autouse=True)
def secret(project):
    (project / "components" / "fog" / "cards.secret").write_text("a secret")


def test_the_page_is_there_and_loads_nothing_from_elsewhere(host):
    status, headers, body = host.get(f"/{host.token}/")
    assert (status, b"<title>Studio</title>" in body) == (200, True)
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "http" not in policy.replace("http:", "") and "*" not in policy
    assert headers["referrer-policy"] == "no-referrer"


def test_without_its_token_nothing_is_told(host):
    token = host.token
    short, wrong = f"/{token[:-1]}/", f"/{'0' * len(token)}/"
    for asked in ("/", "/page/main.js", short, wrong, f"/{token}", "//"):
        status, _, body = host.get(asked)
        assert status == 403, asked
        assert token.encode() not in body and b"fog" not in body


OTHERS = {
    "Host": ("evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1"),
    "Origin": ("http://evil.example", "null", "http://127.0.0.1:1"),
    "Sec-Fetch-Site": ("cross-site", "same-site"),
}


@pytest.mark.parametrize("header", OTHERS)
def test_other_sites_and_other_names_are_refused(host, header):
    for value in OTHERS[header]:
        asked = {header: value.format(port=host.port)}
        assert host.get(f"/{host.token}/", asked)[0] == 403, value


def test_its_own_names_are_let_in(host):
    for own in (f"127.0.0.1:{host.port}", f"localhost:{host.port}"):
        headers = {"Host": own, "Origin": f"http://{own}", "Sec-Fetch-Site": "same-origin"}
        assert host.get(f"/{host.token}/", headers)[0] == 200


def test_nothing_can_be_written_but_edits(host):
    for method in ("POST", "PUT", "DELETE", "PATCH", "OPTIONS"):
        for path in ("", "record", "page/main.js", "edit/x", "edit"):
            own = {"Origin": f"http://127.0.0.1:{host.port}"} if path != "edit" else {}
            status, _, _ = host.get(f"/{host.token}/{path}", own | JSON, method)
            assert status in (403, 405), (method, path)
    assert host.get(f"/{host.token}/edit", JSON)[0] == 405, "an edit is sent, not fetched"


JSON = {"Content-Type": "application/json"}
EDIT = {"do": "change", "set": "card", "id": "bonfire", "field": "cost", "saw": "3", "to": "4"}


def _sent(host, words, headers=None, token=None):
    """Status and answer of an edit that is sent as the page sends it, but for some headers."""
    own = {"Origin": f"http://127.0.0.1:{host.port}", "Sec-Fetch-Site": "same-origin", **JSON}
    sent = {name: value for name, value in (own | (headers or {})).items() if value is not None}
    body = words if isinstance(words, bytes) else json.dumps(words).encode()
    path = f"/{token or host.token}/edit?game=fog&ink=normal"
    status, _, answer = host.get(path, sent, "POST", body)
    return status, answer


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": None},
        {"Sec-Fetch-Site": "cross-site"},
        {"Content-Type": "text/plain"},
        {"Content-Type": "application/x-www-form-urlencoded"},
        {"Content-Type": None},
    ],
)
def test_an_edit_from_elsewhere_is_refused(host, headers):
    assert _sent(host, EDIT, headers)[0] == 403
    assert "cost: 3" in (host.root / "components/fog/cards.yaml").read_text()


def test_an_edit_without_the_token_is_refused(host):
    assert _sent(host, EDIT, token="0" * 32)[0] == 403
    assert "cost: 3" in (host.root / "components/fog/cards.yaml").read_text()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b'{"do": "' + b"x" * 2_000_000 + b'"}', 413),
        (b'{"do": ', 400),
        (b"[1]", 400),
        (b'{"do": 1}', 400),
        (b"[" * 1000, 400),
        (b"\xff", 400),
        ({**EDIT, "set": "../../papers"}, 409),
        ({**EDIT, "set": "nothing"}, 409),
        ({**EDIT, "id": "../cards"}, 409),
        ({**EDIT, "do": "write"}, 409),
        ({"do": "change", "set": "card"}, 409),
        ({**EDIT, "to": "99"}, 409),
    ],
)
def test_an_edit_that_is_none_is_refused(host, body, status):
    until_ready(host)
    before = (host.root / "components/fog/cards.yaml").read_bytes()
    assert _sent(host, body)[0] == status
    assert (host.root / "components/fog/cards.yaml").read_bytes() == before


def until_ready(host):
    """Wait until the studio knows the sets of its game."""
    while host.get(f"/{host.token}/record?game=fog&set=card&id=bonfire")[0] != 200:
        time.sleep(0.1)


def test_an_edit_of_the_page_is_written_and_taken_back(host):
    until_ready(host)
    cards = host.root / "components/fog/cards.yaml"
    before = cards.read_text()
    assert _sent(host, EDIT)[0] == 200
    assert cards.read_text() == before.replace("cost: 3", "cost: 4")
    assert _sent(host, {"do": "undo"})[0] == 200
    assert cards.read_text() == before


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
def test_no_file_of_the_project_or_elsewhere_can_be_read(host, path):
    status, _, body = host.get(f"/{host.token}/{path.format(nothing='0' * 64)}")
    assert status in (404, 409)
    assert b"root:" not in body and b"a secret" not in body


def test_a_web_socket_needs_the_page_behind_it(host):
    own = f"http://127.0.0.1:{host.port}"
    assert _upgraded(host, own, host.token) == 101
    assert _upgraded(host, "", host.token) == 403
    assert _upgraded(host, "http://evil.example", host.token) == 403
    assert _upgraded(host, own, "0" * 32) == 403


def _upgraded(host, origin, token):
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


def test_only_the_loopback_address_listens(host):
    table = Path(f"/proc/{host.process.pid}/net/tcp").read_text().splitlines()[1:]
    ours = [line.split()[1] for line in table if line.split()[1].endswith(f":{host.port:04X}")]
    assert set(ours) == {f"0100007F:{host.port:04X}"}


def test_the_token_is_kept_for_each_project(tmp_path):
    token = token_of(Cache(tmp_path / "mine"))
    assert len(token) == 32
    assert token == token_of(Cache(tmp_path / "mine"))
    assert token != token_of(Cache(tmp_path / "other"))


def test_it_ends_without_a_word_of_trouble_while_something_is_asked(fog):
    host = start(fog, stderr=subprocess.PIPE)
    path = f"/{host.token}/view/piles?games=1000&policy=greedy"
    answers = []

    def ask():
        # again and again, so that something is asked whenever the studio ends
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

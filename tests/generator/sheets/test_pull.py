"""A published sheet fetched into its file, from a server on this computer."""

import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from commandline import run
from sheetfiles import HEAD, xlsx

from generator.failures import FailedError, WrongUseError
from generator.sheets import files as module
from generator.sheets.files import fetch
from validator.catalogue.load import load

FIRST = b"id,name,copies,cost\ncandle,Candle,6,0\nbee,Bee,24,1\n"
SECOND = b"id,name,copies,cost\ncandle,Candle,6,3\nant,Ant,24,1\n"


class Server:
    """Answers with what stands under a path: bytes, an address to go on to, or a status."""

    def __init__(self):
        self.answers, self.asked = {}, []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self):
                outer.asked.append(self.path)
                outer.answer(self)

            def log_message(self, *_):
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.http.server_address[1]}"

    def answer(self, asked):
        found = self.answers.get(asked.path, 404)
        if isinstance(found, int):
            asked.send_error(found, "\x1b[2Jgone")
        elif isinstance(found, str):
            asked.send_response(307)
            asked.send_header("Location", found)
            asked.end_headers()
        else:
            asked.send_response(200)
            asked.end_headers()
            with suppress(OSError):
                for _ in range(100 if asked.path == "/slow" else 1):
                    asked.wfile.write(found)
                    asked.wfile.flush()
                    time.sleep(0.02 if asked.path == "/slow" else 0)


@pytest.fixture
def server():
    made = Server()
    running = threading.Thread(target=made.http.serve_forever, args=(0.01,), daemon=True)
    running.start()
    yield made
    made.http.shutdown()
    made.http.server_close()


@pytest.fixture
def published(tiny, server):
    """A project whose cards are published; nothing was fetched yet."""
    write(tiny, "cards.csv", f"{server.url}/cards")
    server.answers["/cards"] = FIRST
    return tiny


def write(root, name, url):
    text = f'{HEAD}components: {{from: {name}, url: "{url}"}}\n'
    (root / "components/fog/cards.yaml").write_text(text, "utf-8")


def pull(root, status=0):
    return run("sheet", "pull", "fog", "--project", root, status=status)


def test_a_sheet_comes_and_what_changed_is_told(published, server):
    file = published / "components/fog/cards.csv"
    assert [one.hint for one in load(published)[1]] == ["`trilith sheet pull` fetches it"]
    assert server.asked == []
    assert pull(published).stdout == "components/fog/cards.csv: changed\n  2 records\n"
    assert file.read_bytes() == FIRST
    assert load(published)[1] == ()
    assert pull(published).stdout == "components/fog/cards.csv: as it was\n"
    server.answers["/cards"] = SECOND
    told = ["  candle: cost 0 -> 3", "  ant: new", "  bee: taken out"]
    assert pull(published).stdout.splitlines()[1:] == told
    assert file.read_bytes() == SECOND


def test_workbooks_come_too(tiny, server):
    write(tiny, "cards.xlsx", f"{server.url}/book")
    raw = xlsx([["id", "name", "copies", "cost"], ["candle", "Candle", 30, 1]])
    server.answers |= {"/book": "/on", "/on": raw}
    pull(tiny)
    assert (tiny / "components/fog/cards.xlsx").read_bytes() == raw


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (b"id,name,cost\ncandle,Candle,x\n", "components/fog/cards.csv:2:15: error:"),
        (b"id,name,csot\ncandle,Candle,1\n", "no field is called 'csot'"),
        (b"\n <!DOCTYPE html><html></html>", "is a page of the web"),
        (b"id,name\n\xe9,x\n", "is not UTF-8"),
        (404, "the server says 404 ?[2Jgone"),
        ("/loop", "redirect"),
        ("ftp://127.0.0.1/x", "which is not fetched"),
        ("file:///etc/passwd", "is not allowed"),
        ("http://example.org/x", "which is not fetched"),
    ],
)  # fmt: skip
def test_what_does_not_read_leaves_the_old_sheet(answer, said, published, server):
    pull(published)
    server.answers |= {"/cards": answer, "/loop": "/loop"}
    told = pull(published, status=1).stderr
    assert said in told and "\x1b" not in told
    assert (published / "components/fog/cards.csv").read_bytes() == FIRST


@pytest.mark.parametrize("url", ["http://example.org/x.csv", "https:///x", "http://[::1"])
def test_only_https_is_fetched(url, tiny):
    write(tiny, "cards.csv", url)
    assert "begins with https://" in pull(tiny, status=2).stderr
    assert not (tiny / "components/fog/cards.csv").exists()


def test_another_scheme_is_a_fault_of_the_data(tiny):
    write(tiny, "cards.csv", "file:///etc/passwd")
    assert "cards.yaml:28:36: error:" in pull(tiny, status=1).stderr


def test_the_file_lies_below_components(tiny, server, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside")
    server.answers["/cards"] = FIRST
    write(tiny, "../../out.csv", f"{server.url}/cards")
    assert "does not lie below components/" in pull(tiny, status=2).stderr
    (tiny / "components/fog/cards.csv").symlink_to(outside / "theirs.csv")
    write(tiny, "cards.csv", f"{server.url}/cards")
    assert "is a link" in pull(tiny, status=2).stderr
    assert list(outside.iterdir()) == []
    assert server.asked == []


def test_too_much_and_too_late_is_not_waited_for(server):
    server.answers |= {"/slow": b"x" * 50, "/cards": FIRST}
    with pytest.raises(FailedError, match="more than 60 bytes"):
        fetch(f"{server.url}/slow", most=60)
    with pytest.raises(FailedError, match=r"took more than 0.05 seconds"):
        fetch(f"{server.url}/slow", seconds=0.05)
    with pytest.raises(FailedError, match="cannot fetch"):
        fetch("http://127.0.0.1:1/none")
    with pytest.raises(WrongUseError):
        fetch("ftp://127.0.0.1/x")


def test_an_address_elsewhere_does_not_lead_here(monkeypatch):
    follow = module._Redirects().redirect_request
    asked = module.urllib.request.Request("https://example.org/x")
    with pytest.raises(FailedError, match="not fetched"):
        follow(asked, None, 302, "", {}, "https://localhost/x")
    assert follow(asked, None, 302, "", {}, "https://example.com/x") is not None

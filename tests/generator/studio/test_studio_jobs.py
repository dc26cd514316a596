"""Commands that the studio's page starts: what is refused, what is said, and how they end."""

import asyncio
import json
import os
import signal
import sys
import time
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from processes import gone
from studiohost import start, stop

from generator.commands.registry import COMMANDS, command_named
from generator.studio.jobs import (
    MOST_JOBS,
    MOST_TEXT,
    OFFERED,
    Job,
    Jobs,
    file_in_output,
    find_files,
)
from generator.studio.set_files import RefusedError

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="signals of Linux")
SUMMARIES = {name: one.summary for name, one in COMMANDS.items()}
SLOW = "simulate\nfog\n--players\n2\n--games\n4000000\n--jobs\n1"


@pytest.fixture
def forms(project):
    return Jobs(project, command_named, SUMMARIES)


@asynccontextmanager
async def jobs_of(forms):
    jobs = Jobs(forms.root, command_named, SUMMARIES)
    try:
        yield jobs
    finally:
        await jobs.close()


async def until(jobs, number, true):
    """Wait until what is told of a job is so."""
    for _ in range(3000):
        if true(jobs.state[f"job/{number}"]):
            return jobs.state[f"job/{number}"]
        await asyncio.sleep(0.02)
    raise AssertionError(jobs.state[f"job/{number}"])


def ended(job):
    return job["state"] != "running"


def test_every_command_on_the_page_has_a_form_without_what_no_page_gives(forms):
    listed = [name for _, group in forms.describe("")["groups"] for name, _ in group]
    assert {"check", "print", "play", "simulate", "tune", "compare", "shop"} <= set(listed)
    assert {"studio", "new", "calibrate", "cache", "merge"}.isdisjoint(listed)
    for name in listed:
        told = forms.describe(name)
        assert told["help"] and told["rows"] and json.dumps(told)
        assert {"project", "cluster", "shard"}.isdisjoint(row["name"] for row in told["rows"])
        assert all(row["help"] or " " in row["label"] for row in told["rows"]), name


def test_a_form_says_what_the_command_takes(forms):
    rows = {row["name"]: row for row in forms.describe("print")["rows"]}
    assert rows["games"]["game"] and rows["games"]["many"] and rows["games"]["label"] == "[GAME]..."
    assert rows["flip"]["choices"] == ["long", "short"]
    assert (rows["draft"]["kind"], rows["paper"]["default"]) == ("flag", "a4")
    assert rows["players"]["kind"].startswith("int") and rows["players"]["min"] == 0
    assert "pull" not in forms.describe("sheet")["rows"][0]["choices"]


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("studio", "no command of the page"),
        ("../print", "no command of the page"),
        ("print fog --nothing", "No such option"),
        ("print fog --flip sideways", "is not one of"),
        ("print fog --players -1", "not in the range"),
        ("print fog --players two", "not a valid int"),
        ("print --help", "help"),
        ("setup fog", "Missing option"),
        ("print fog --project .", "for the terminal"),
        ("simulate fog --cluster tcp://elsewhere:8786", "for the terminal"),
        ("simulate fog --shard 1/2", "for the terminal"),
        ("sheet pull fog", "for the terminal"),
        ("print fog --out /tmp", "leads out"),
        ("print fog --out=../elsewhere", "leads out"),
        ("print fog --out away", "leads out"),
        ("print fog --out ~/kit", "leads out"),
        ("play --resume ../../game.json", "leads out"),
        ("preview --template ../x", "leads out"),
        ("notes read /etc/passwd", "leads out"),
        ("sheet in /etc/passwd", "leads out"),
        ("compare fog --with ..", "leads out"),
    ],
)
def test_words_that_no_page_may_say_are_refused(forms, words, why):
    away = forms.root / "away"
    away.unlink(missing_ok=True)
    away.symlink_to(forms.root.parent)
    with pytest.raises(RefusedError, match=why):
        forms.check_words(words.split())


def test_words_that_begin_like_an_option_are_the_value_of_one(forms):
    forms.check_words(["print", "fog", "--only=--out", "--out", "output/mine"])
    with pytest.raises(RefusedError, match="No such option"):
        forms.check_words(["print", "--nowhere"])


def test_a_word_has_no_second_line(forms):
    async def say(line):
        async with jobs_of(forms) as jobs:
            return await jobs.act({"do": "say", "line": line})

    assert asyncio.run(say("list\nfog\n--only\na b"))["said"] == "trilith list fog --only 'a b'"
    for line in ("", "list\n\nfog", "list\nfog\r", "list\nfo\x1bg"):
        with pytest.raises(RefusedError):
            asyncio.run(say(line))


def test_a_line_that_is_begun_anew_is_written_over():
    job = Job(1, ["list"], None)
    for part in ("one\r\nfirst of 3\rse", "cond of 3\r", "\nthird\r", "last\x1b[1m\n"):
        job.take(part)
    assert job.text == "one\nsecond of 3\nlast[1m\n"
    job.take("x" * (2 * MOST_TEXT))
    assert len(job.text) == MOST_TEXT


def test_output_is_told_as_it_is_printed_and_files_are_named(forms):
    async def check():
        async with jobs_of(forms) as jobs:
            heard = asyncio.Queue()
            jobs.listeners.add(heard)
            told = await jobs.act({"do": "start", "line": "preview\nfog\n--only\nbonfire"})
            job = await until(jobs, told["job"], ended)
            return job, [heard.get_nowait() for _ in range(heard.qsize())]

    job, heard = asyncio.run(check())
    assert (job["state"], job["status"]) == ("done", 0)
    assert job["said"] == "trilith preview fog --only bonfire"
    assert "fog/preview/contact.png" in job["files"] and "all on" in job["text"]
    assert heard[0]["job/1"]["state"] == "running" and heard[0]["job/1"]["text"] == ""
    assert heard[-1]["job/1"] == job


def test_what_fails_is_told_with_its_status(forms):
    async def check():
        async with jobs_of(forms) as jobs:
            told = await jobs.act({"do": "start", "line": "list\nnothing"})
            return await until(jobs, told["job"], ended)

    job = asyncio.run(check())
    assert (job["state"], job["status"]) == ("failed", 2) and "nothing" in job["text"]


def test_a_simulation_is_stopped_gently_and_goes_on(forms):
    async def check():
        async with jobs_of(forms) as jobs:
            told = await jobs.act({"do": "start", "line": SLOW})
            await until(jobs, told["job"], lambda job: "the first ones: " in job["text"])
            await jobs.act({"do": "stop", "job": str(told["job"])})
            first = await until(jobs, told["job"], ended)
            again = await jobs.act({"do": "go on", "job": str(told["job"])})
            going = jobs.state[f"job/{again['job']}"]
            with pytest.raises(RefusedError, match="has ended"):
                await jobs.act({"do": "stop", "job": str(told["job"])})
            return first, going

    first, going = asyncio.run(check())
    assert (first["state"], first["status"]) == ("stopped", 130)
    assert "games are kept; the same command goes on from there" in first["text"]
    assert going["said"] == first["said"] == first["onward"] and going["state"] == "running"


def test_no_more_run_than_a_machine_bears(forms):
    async def check():
        async with jobs_of(forms) as jobs:
            for _ in range(MOST_JOBS):
                await jobs.act({"do": "start", "line": SLOW})
            with pytest.raises(RefusedError, match="run already"):
                await jobs.act({"do": "start", "line": "list\nfog"})

    asyncio.run(check())


def test_a_game_is_played_by_answers_and_goes_on_from_where_it_was(forms):
    async def check():
        async with jobs_of(forms) as jobs:
            told = await jobs.act({"do": "start", "line": "play\nfog\n--players\n2\n--seed\n5"})
            number = str(told["job"])
            await until(jobs, number, lambda job: job["text"].endswith("? help): "))
            await jobs.act({"do": "answer", "job": number, "text": "1"})
            await until(jobs, number, lambda job: "turn 2" in job["text"])
            await jobs.act({"do": "stop", "job": number})
            first = await until(jobs, number, ended)
            again = await jobs.act({"do": "go on", "job": number})
            going = await until(jobs, again["job"], lambda job: "? help): " in job["text"])
            return first, going

    first, going = asyncio.run(check())
    assert first["asks"] and "it is kept; go on with" in first["text"]
    assert going["said"].startswith("trilith play --resume output/fog/play/2+0-5-0")
    assert "turn 2" in going["text"]


def test_the_studio_ends_its_jobs_as_an_interrupt_does(forms):
    async def check():
        async with jobs_of(forms) as jobs:
            told = await jobs.act({"do": "start", "line": SLOW})
            await until(jobs, told["job"], lambda job: "the first ones: " in job["text"])
        return jobs.state[f"job/{told['job']}"]

    job = asyncio.run(check())
    assert job["status"] == 130 and "the same command goes on" in job["text"]


def _processes_of(host):
    """The numbers of all processes that were started as jobs of a studio."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            said = (path / "cmdline").read_bytes()
            where = os.fsencode((path / "cwd").readlink())
        except OSError:
            continue
        if (
            b"generator.start" in said
            and b"studio" not in said
            and str(host.root).encode() in where
        ):
            found.append(int(path.name))
    return found


def _ask(host, words):
    own = {"Origin": f"http://127.0.0.1:{host.port}", "Content-Type": "application/json"}
    path = f"/{host.token}/edit"
    status, _, body = host.get(path, own, "POST", json.dumps(words).encode())
    return status, json.loads(body)


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_jobs_end_with_the_studio_however_it_ends(project, end):
    host = start(project)
    try:
        assert _ask(host, {"do": "start", "line": SLOW.replace("--jobs\n1", "--jobs\n2")})[0] == 200
        for _ in range(1000):
            if jobs := _processes_of(host):
                break
            time.sleep(0.01)
        (job,) = jobs
        children = Path(f"/proc/{job}/task/{job}/children")
        for _ in range(1000):
            if workers := children.read_text().split():
                break
            time.sleep(0.01)
        os.kill(job, signal.SIGSTOP)  # so that it does not end by printing to nobody
        os.kill(host.process.pid, end)
        host.process.wait(20)
        assert all(gone(int(one)) for one in (job, *workers)) and workers
    finally:
        stop(host)


def test_only_the_page_itself_starts_a_command(host):
    own = {"Origin": f"http://127.0.0.1:{host.port}", "Content-Type": "application/json"}
    body = json.dumps({"do": "start", "line": "list\nfog"}).encode()
    for name, value in (("Origin", "null"), ("Content-Type", "text/plain"), ("Host", "evil")):
        status, _, _ = host.get(f"/{host.token}/edit", own | {name: value}, "POST", body)
        assert status == 403, name
    assert host.get("/edit", own, "POST", body)[0] == 403, "without the token"
    assert host.get(f"/{host.token}/edit?do=start&line=list")[0] == 405
    assert _processes_of(host) == []
    assert _ask(host, {"do": "start", "line": "studio\nfog"})[0] == 409


def test_files_of_the_output_folder_are_handed_out_and_nothing_else(host):
    folder = host.root / "output" / "fog"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "a page.html").write_text("<script>alert(1)</script>")
    (folder / "kit.pdf").write_bytes(b"%PDF-1.4")
    (folder / "cut.dxf").write_text("0")
    (folder / ".secret").write_text("hidden")
    (folder / "link.txt").symlink_to(host.root / "components" / "fog" / "game.yaml")
    (folder / "linked").symlink_to(host.root / "components")
    os.mkfifo(folder / "pipe.txt")

    def get(name):
        return host.get(f"/{host.token}/output/{name}")

    status, headers, body = get("fog/a%20page.html")
    assert (status, body) == (200, b"<script>alert(1)</script>")
    assert headers["content-security-policy"].startswith("sandbox allow-same-origin; default-src")
    assert "script" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert get("fog/kit.pdf")[1]["content-type"] == "application/pdf"
    assert "attachment" in get("fog/cut.dxf")[1]["content-disposition"]
    for name in (
        *("fog/.secret", "fog/link.txt", "fog/linked/fog/game.yaml", "fog/pipe.txt", "fog", ""),
        *("../components/fog/game.yaml", "..%2fcomponents/fog/game.yaml", "%2fetc/passwd"),
        *("fog/../../components/fog/game.yaml", "fog/kit.pdf%00", "/etc/passwd"),
    ):
        assert get(name)[0] == 404, name
    assert host.get("/output/fog/kit.pdf")[0] == 403, "without the token"


def test_an_output_folder_that_is_a_link_hands_out_nothing(tmp_path):
    (tmp_path / "documents").mkdir()
    (tmp_path / "documents" / "letter.txt").write_text("dear")
    root = tmp_path / "project"
    root.mkdir()
    (root / "output").symlink_to(tmp_path / "documents")
    assert file_in_output(root, "letter.txt") is None
    assert list(find_files(root, f"wrote {root}/output/letter.txt")) == []


def test_files_are_found_where_output_names_them(tmp_path):
    folder = tmp_path / "output" / "a game"
    folder.mkdir(parents=True)
    for name in ("b.pdf", "a.pdf", ".a.trilith"):
        (folder / name).write_text("")
    text = f"A: 2 files in {folder} today\nnothing in {tmp_path}/output/none, {tmp_path}/x\n"
    assert list(find_files(tmp_path, text)) == ["a game/a.pdf", "a game/b.pdf"]
    assert list(find_files(tmp_path, f"{tmp_path}/output/../../etc/passwd {'x' * 300}")) == []


def test_what_is_offered_as_data_are_commands_and_their_parameters():
    names = [name for group in OFFERED["groups"].values() for name in group]
    assert len(names) == len(set(names)) and set(names) <= set(COMMANDS)
    assert {*OFFERED["asking"], *OFFERED["lasting"]} <= set(names)

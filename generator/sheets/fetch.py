"""Fetch a published sheet: over https, within bounds of size, time and redirects.

Plain http is taken from this computer alone, for one who tries things out.
"""

from __future__ import annotations

import http.client
import threading
import urllib.error
import urllib.request
from typing import Any
from urllib.parse import urlsplit

from generator.failures import FailedError, WrongUseError

MOST_BYTES = 20_000_000
SECONDS = 60
"""How long a sheet may take to come, in all."""
_SECONDS_A_PIECE = 20
_PIECE = 65_536
_REDIRECTS = 5
_HERE = ("localhost", "127.0.0.1", "::1")


def fetch(url: str, most: int = MOST_BYTES, seconds: float = SECONDS) -> bytes:
    """The bytes that an address gives.

    Raises:
        WrongUseError: it is no address that is fetched.
        FailedError: nothing came, or too much, or too late; the message says which.
    """
    refuse_unsafe(url)
    came: list[bytes] = []
    failed: list[Exception] = []

    def run() -> None:
        try:
            came.append(_fetched(url, most))
        except (OSError, http.client.HTTPException, ValueError, FailedError) as error:
            failed.append(error)

    # a thread, as no limit of the library bounds the whole; one that is late is left behind
    running = threading.Thread(target=run, daemon=True)
    running.start()
    running.join(seconds)
    if came:
        return came[0]
    reason = _reason(failed[0]) if failed else f"it took more than {seconds:g} seconds"
    reason = "".join(one if one.isprintable() else "?" for one in reason)  # a server's own words
    raise FailedError(f"cannot fetch {url}: {reason}")


def refuse_unsafe(url: str) -> None:
    """Go on only with an address that may be fetched.

    Raises:
        WrongUseError: it is not https.
    """
    if not _is_safe(url):
        raise WrongUseError(f"{url!r} is not fetched: write an address that begins with https://")


def _is_safe(url: str) -> bool:
    try:
        parts = urlsplit(url)
        here = parts.hostname in _HERE
    except ValueError:
        return False
    return bool(parts.hostname) and (parts.scheme == "https" or (parts.scheme == "http" and here))


class _Redirects(urllib.request.HTTPRedirectHandler):
    max_redirections = _REDIRECTS

    def redirect_request(
        self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str
    ) -> urllib.request.Request | None:
        was_here = urlsplit(req.full_url).hostname in _HERE
        leads_here = urlsplit(newurl).hostname in _HERE
        if not _is_safe(newurl) or (leads_here and not was_here):
            raise FailedError(f"it leads on to {newurl[:200]!r}, which is not fetched")
        return super().redirect_request(req, fp, code, msg, headers, newurl)


def _fetched(url: str, most: int) -> bytes:
    opener = urllib.request.OpenerDirector()
    for handler in (
        urllib.request.ProxyHandler(),
        urllib.request.HTTPHandler(),
        urllib.request.HTTPSHandler(),
        urllib.request.HTTPDefaultErrorHandler(),
        urllib.request.HTTPErrorProcessor(),
        _Redirects(),
    ):
        opener.add_handler(handler)
    asked = urllib.request.Request(url, headers={"User-Agent": "trilith"})
    pieces: list[bytes] = []
    size = 0
    with opener.open(asked, timeout=_SECONDS_A_PIECE) as answer:
        while piece := answer.read1(_PIECE):
            size += len(piece)
            if size > most:
                raise FailedError(f"it has more than {most:,} bytes")
            pieces.append(piece)
    return b"".join(pieces)


def _reason(error: Exception) -> str:
    if isinstance(error, urllib.error.HTTPError):
        return f"the server says {error.code} {error.reason}"
    if isinstance(error, urllib.error.URLError):
        return str(error.reason)
    return str(error) or type(error).__name__

"""Who may ask: only a page from this very server, on this machine, that knows its token."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from validator.cache import Cache

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

HOST = "127.0.0.1"
"""The address that is served: the loopback interface, which no other machine reaches."""
_NAMES = (HOST, "localhost")
_TOKEN_BYTES = 16
HEADERS = (
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; "
        b"connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""What every answer tells the browser: nothing from elsewhere, nothing for elsewhere."""


def token_of(cache: Cache) -> str:
    """The token of a project's studio: kept, where that can be, so that an open page comes back."""
    known = cache.get("studio", "token")
    if known is None:
        known = secrets.token_hex(_TOKEN_BYTES).encode()
        cache.put("studio", "token", known)
    return known.decode()


@dataclass(frozen=True)
class Guard:
    """Lets through what may pass, as if the token did not stand before the path."""

    app: App
    token: str
    port: int

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        refusal = self.refusal(scope)
        if refusal:
            await _refuse(scope, receive, send, refusal)
            return
        path = scope["path"][len(self.token) + 1 :]
        inner = {**scope, "path": path, "raw_path": path.encode()}

        async def sealed(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
            await send(message)

        await self.app(inner, receive, sealed)

    def refusal(self, scope: Scope) -> str:
        """Why a request may not pass; empty if it may."""
        headers = [
            (name.decode("latin-1"), value.decode("latin-1")) for name, value in scope["headers"]
        ]
        hosts = [value for name, value in headers if name == "host"]
        known = [f"{name}:{self.port}" for name in _NAMES]
        if len(hosts) != 1 or hosts[0] not in known:
            return "this address serves one page, under its own name"
        origins = [value for name, value in headers if name == "origin"]
        if any(origin != f"http://{hosts[0]}" for origin in origins):
            return "only the page itself may ask"
        if scope["type"] == "websocket" and not origins:
            return "only the page itself may ask"
        sites = [value for name, value in headers if name == "sec-fetch-site"]
        if any(site not in ("same-origin", "none") for site in sites):
            return "only the page itself may ask"
        if scope["type"] == "http" and scope["method"] not in ("GET", "HEAD"):
            return "there is nothing to be written here"
        given = scope["path"][1 : len(self.token) + 1].encode()
        follows = scope["path"][len(self.token) + 1 : len(self.token) + 2]
        if not hmac.compare_digest(given, self.token.encode()) or follows != "/":
            return "the address lacks its token; trilith studio says the whole of it"
        return ""


async def _refuse(scope: Scope, receive: Receive, send: Send, why: str) -> None:
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403})
        return
    headers = [(b"content-type", b"text/plain; charset=utf-8"), *HEADERS]
    await send({"type": "http.response.start", "status": 403, "headers": headers})
    await send({"type": "http.response.body", "body": f"{why}\n".encode()})

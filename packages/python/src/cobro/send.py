"""Sends one call, as often as it takes: network errors, 429 and 5xx are tried again with growing pauses. Every POST has an
Idempotency-Key, the same in all tries, so that sending it twice does nothing twice."""
from __future__ import annotations

import base64
import http.client
import json
import random
import re
import secrets
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Dict, Mapping, Optional, Sequence, Tuple

from .errors import CobroError, ConnectionError, TimeoutError, error_of, strange_reply
from .generated.version import VERSION
from .options import OPTIONS, Settings, Try, check_key

FIRST_PAUSE = 0.5
LONGEST_PAUSE = 8.0


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect would turn a POST into a GET, or send the key to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


class Sender:
    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._opener = urllib.request.build_opener(_NoRedirect)

    def send(
        self,
        operation: str,
        ids: Sequence[str],
        query: Mapping[str, Any],
        body: Any,
        options: Mapping[str, Any],
    ) -> Any:
        settings = self._settings
        request = self._write(operation, ids, query, body, options)
        # A call that waits for events may take that much longer.
        wait = query.get("wait") or 0
        timeout = options.get("timeout", settings.timeout) + wait
        deadline = time.monotonic() + options.get("total_timeout", settings.total_timeout) + wait
        number = 0
        while True:
            number += 1
            started = time.monotonic()
            answer, status, request_id, error = self._try(request, max(0.001, min(timeout, deadline - started)))
            now = time.monotonic()
            is_last = error is None or number > options.get("retries", settings.retries)
            pause = None if is_last else _pause_before(number, error, deadline - now)
            if settings.on_try is not None:
                settings.on_try(Try(operation, number, status, request_id, now - started, pause))
            if error is None:
                return answer
            if pause is None:
                error.tries = number
                raise error
            time.sleep(pause)

    def _write(
        self, operation: str, ids: Sequence[str], query: Mapping[str, Any], body: Any, options: Mapping[str, Any]
    ) -> urllib.request.Request:
        """Everything here that is wrong is the program's mistake and is raised before anything is sent."""
        unknown = set(options) - OPTIONS
        if unknown:
            raise TypeError(f"Cobro: there is no option {', '.join(sorted(unknown))}. There are {', '.join(sorted(OPTIONS))}.")
        method, template = operation.split(" ")
        key = options.get("key", self._settings.key)
        check_key(key)
        headers = {
            "accept": "application/json",
            "authorization": "Basic " + base64.b64encode(f"{key}:".encode()).decode(),
            "user-agent": f"cobro-python/{VERSION}",
        }
        language = options.get("language", self._settings.language)
        if language is not None:
            headers["accept-language"] = language
        if "test_clock" in options:
            headers["test-clock"] = options["test_clock"]
        if body is not None:
            headers["content-type"] = "application/json"
        idempotency_key = options.get("idempotency_key")
        if idempotency_key is not None and not re.fullmatch(r"[\x20-\x7e]{1,255}", idempotency_key):
            raise ValueError("Cobro: `idempotency_key` must have 1 to 255 printable ASCII characters.")
        if method == "POST":
            headers["idempotency-key"] = idempotency_key or secrets.token_hex(16)
        url = self._settings.url.rstrip("/") + _fill_path(template, ids) + _write_query(query)
        data = None if body is None else json.dumps(body).encode()
        return urllib.request.Request(url, data=data, headers=headers, method=method)

    def _try(
        self, request: urllib.request.Request, timeout: float
    ) -> Tuple[Any, Optional[int], Optional[str], Optional[CobroError]]:
        try:
            with self._opener.open(request, timeout=timeout) as reply:
                status, headers, text = reply.status, _lower(reply.headers), reply.read().decode()
        except urllib.error.HTTPError as reply:
            headers = _lower(reply.headers)
            error = error_of(reply.code, headers, reply.read().decode(errors="replace"))
            return None, reply.code, error.request_id, error
        except (OSError, http.client.HTTPException) as cause:
            error = _connection_error(request, timeout, cause)
            error.__cause__ = cause
            return None, None, None, error
        try:
            return json.loads(text), status, headers.get("request-id"), None
        except ValueError:
            return None, status, headers.get("request-id"), strange_reply(status, headers, text)


def _lower(headers: Mapping[str, str]) -> Dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}


def _connection_error(request: urllib.request.Request, timeout: float, cause: Exception) -> CobroError:
    where = f"{request.type}://{request.host}"
    reason = cause.reason if isinstance(cause, urllib.error.URLError) else cause
    if isinstance(reason, socket.timeout):
        return TimeoutError(f"{where} gave no answer within {timeout:g} s.", "timeout", is_temporary=True)
    message = f"{where} cannot be reached: {reason}. Is `url` right, and does the service run?"
    return ConnectionError(message, "not_reached", is_temporary=True)


def _pause_before(tries: int, error: CobroError, left: float) -> Optional[float]:
    """None when another try cannot help or would come too late. Pauses double, and chance takes up to half of each away,
    so that clients that failed together do not come back together. The service's own wish is a lower bound."""
    if not error.is_temporary:
        return None
    if error.retry_after is None:
        pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (tries - 1)) * (1 - random.random() / 2)
    else:
        pause = error.retry_after + FIRST_PAUSE / 2 * random.random()
    return pause if pause < left else None


def _fill_path(template: str, ids: Sequence[str]) -> str:
    """An id is one segment of the path: an empty one would ask for the list, and dots for another path."""
    rest = list(ids)

    def fill(_: Any) -> str:
        value = rest.pop(0) if rest else None
        if not isinstance(value, str) or re.fullmatch(r"\.{0,2}", value):
            raise ValueError(f"Cobro: {value!r} is no id.")
        return urllib.parse.quote(value, safe="")

    return re.sub(r"\{\w+\}", fill, template)


def _write_query(query: Mapping[str, Any]) -> str:
    given = {name: value for name, value in query.items() if value is not None}
    return f"?{urllib.parse.urlencode(given)}" if given else ""

"""Verifies a webhook before anything of it is believed. When it fails, it finds out which of the usual mistakes it was."""
from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import json
import re
import time
from dataclasses import dataclass
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from .generated.types import WebhookBody

Secrets = Union[str, Sequence[str]]


class WebhookError(Exception):
    """A webhook that must not be believed. Answer 401; its text says what went wrong and what to do."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


@dataclass(frozen=True)
class Webhook:
    #: The id of the event. Handle each id once.
    id: str
    #: When this attempt was sent, in epoch seconds.
    timestamp: int
    #: The number of the event within its order: 1, 2, 3 …
    sequence: Optional[int]
    type: str
    #: The charge as it was at the moment of the event.
    data: WebhookBody


def verify_webhook(
    body: Union[bytes, str],
    headers: Mapping[str, Any],
    secrets: Secrets,
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Webhook:
    """`body` holds the bytes as they came; `headers` may also be the environ of WSGI or META of Django. One of the secrets
    must fit: give both while you rotate. `tolerance` is how many seconds its time may be from your clock."""
    content = _read_body(body)
    event, timestamp = _header(headers, "webhook-id"), _header(headers, "webhook-timestamp")
    signatures = re.findall(r"(?:^| )v1,([A-Za-z0-9+/]{43}=)(?= |$)", _header(headers, "webhook-signature"))
    if not signatures:
        raise WebhookError("header_malformed", "webhook-signature must be v1, and 44 characters of base64.")
    if not re.fullmatch(r"[0-9]{1,11}", timestamp):
        raise WebhookError("header_malformed", f"webhook-timestamp must be epoch seconds; it is {timestamp}.")
    keys = _read_secrets(secrets)

    def fits(changed: bytes) -> bool:
        made = [_sign(key, event, timestamp, changed) for key in keys]
        return any(hmac.compare_digest(one, given) for one in made for given in signatures)

    if not fits(content):
        raise _explain(content, fits)
    _check_time(int(timestamp), tolerance, time.time() if now is None else now)
    try:
        data = json.loads(content)
    except ValueError:
        raise WebhookError("body_not_json", "The body is signed, but it is no JSON.") from None
    sequence = _find(headers, "webhook-sequence")
    return Webhook(event, int(timestamp), int(sequence) if sequence else None, data.get("type"), data)


def sign_webhook(
    body: Union[str, Mapping[str, Any]],
    secrets: Secrets,
    *,
    id: str = "evt_019a7c00-0000-7000-8000-000000000001_1",
    timestamp: Optional[int] = None,
    sequence: int = 1,
) -> Tuple[str, Dict[str, str]]:
    """Signs a webhook as the service does, for the tests of your receiver. Gives the body and its headers."""
    text = body if isinstance(body, str) else _write_json(body)
    at = str(int(time.time()) if timestamp is None else timestamp)
    signatures = [f"v1,{_sign(key, id, at, text.encode())}" for key in _read_secrets(secrets)]
    return text, {
        "content-type": "application/json; charset=utf-8",
        "webhook-id": id,
        "webhook-timestamp": at,
        "webhook-signature": " ".join(signatures),
        "webhook-sequence": str(sequence),
    }


def _sign(key: bytes, event: str, timestamp: str, body: bytes) -> str:
    """As in Standard Webhooks: HMAC-SHA256 over id, timestamp and body."""
    content = f"{event}.{timestamp}.".encode() + body
    return base64.b64encode(hmac.new(key, content, hashlib.sha256).digest()).decode()


def _read_body(body: Any) -> bytes:
    content = body.encode() if isinstance(body, str) else body
    if isinstance(content, (bytes, bytearray, memoryview)) and len(content) > 0:
        return bytes(content)
    if not content:
        raise WebhookError("body_missing", "The body is empty. Has something else read it before?")
    raise WebhookError(
        "body_parsed",
        "The body is no longer bytes. The signature is over the bytes as they came: "
        "request.get_data() in Flask, request.body in Django, await request.body() in FastAPI.",
    )


def _read_secrets(secrets: Secrets) -> List[bytes]:
    given = [secrets] if isinstance(secrets, str) else list(secrets or [])
    given = [secret.strip() for secret in given if secret]
    if not given:
        raise WebhookError("secret_missing", "There is no secret. Is the environment variable set that holds it?")
    return [_secret_bytes(secret) for secret in given]


def _secret_bytes(secret: str) -> bytes:
    found = re.fullmatch(r"whsec_([A-Za-z0-9+/]+={0,2})", secret)
    try:
        if found:
            return base64.b64decode(found.group(1), validate=True)
    except binascii.Error:
        pass
    hint = (
        "This is a key of the API; the secret of an endpoint begins with whsec_."
        if re.match("[sp]k_", secret)
        else "It is whsec_ and base64; this one was cut or changed when it was copied."
    )
    raise WebhookError("secret_malformed", f"A secret is malformed. {hint}")


def _check_time(timestamp: int, tolerance: float, now: float) -> None:
    age = round(now - timestamp)
    if age > tolerance:
        why = "It may be a recording that somebody sends again, or your clock is fast."
        raise WebhookError("too_old", f"It was sent {age} s ago, more than {tolerance:g} s. {why}")
    if -age > tolerance:
        raise WebhookError("too_new", f"It was sent {-age} s in the future. Is your clock slow?")


def _explain(content: bytes, fits: Any) -> WebhookError:
    """Undoes what frameworks do to a body. If the signature fits then, that is the reason; else the secret is wrong."""
    text = content.decode(errors="replace")
    for what, before in _earlier_forms(text):
        if before != text and fits(before.encode()):
            return WebhookError("body_changed", f"The body was changed: {what}. Verify the bytes as they came.")
    return WebhookError(
        "wrong_signature",
        "The signature does not fit. Either the secret is of another endpoint, of the other mode or from before a "
        "rotation, or the webhook is not from Cobro.",
    )


def _earlier_forms(text: str) -> Iterator[Tuple[str, str]]:
    yield "a byte order mark was added", text.lstrip("\ufeff")
    yield "white space was added around it", text.strip()
    yield "its line ends were changed", text.replace("\r\n", "\n")
    try:
        yield "it was parsed and written again", _write_json(json.loads(text))
    except ValueError:
        return  # it is no JSON, so nothing parsed it


def _write_json(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _header(headers: Mapping[str, Any], name: str) -> str:
    value = _find(headers, name)
    if value:
        return value
    raise WebhookError(
        "header_missing",
        f"The header {name} is missing. Is this a webhook of Cobro, and does a proxy or your framework drop the header?",
    )


def _find(headers: Mapping[str, Any], name: str) -> Optional[str]:
    """`Webhook-Id`, `webhook-id`, or `HTTP_WEBHOOK_ID` as WSGI calls it."""
    for given, value in headers.items():
        if given.lower().replace("_", "-") in (name, f"http-{name}"):
            return str(value)
    return None

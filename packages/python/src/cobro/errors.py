"""What a call can fail with. Decide by the class or by `code`, which never changes; the texts may."""
from __future__ import annotations

import email.utils
import json
import math
import time
from typing import Any, Dict, List, Mapping, Optional, Type

NOT_REACHED = "No se pudo hablar con el servicio de pagos. Inténtalo de nuevo."


class CobroError(Exception):
    """Any failure of a call. Its text is for developers and says what to do."""

    def __init__(self, message: str, code: str, **details: Any) -> None:
        super().__init__(message)
        #: The stable name of the refusal, such as `order_not_found`.
        self.code = code
        #: A text to show to people, in Spanish, or in the language that the client or the call asks for.
        self.user_message: str = details.get("user_message") or NOT_REACHED
        #: The HTTP status; None when there was no answer.
        self.status: Optional[int] = details.get("status")
        #: The number of the refusal, such as 5001.
        self.number: Optional[int] = details.get("number")
        #: The first faulty field, as a dotted path.
        self.param: Optional[str] = details.get("param")
        #: Every faulty field: its `param`, `error` and `message`.
        self.errors: List[Dict[str, str]] = details.get("errors") or []
        #: Include it when you ask the service's operator about a failure.
        self.request_id: Optional[str] = details.get("request_id")
        #: How long the service asks to wait.
        self.retry_after: Optional[int] = details.get("retry_after")
        #: Whether the same call may succeed later. The client has already repeated it as often as it may.
        self.is_temporary: bool = details.get("is_temporary", False)
        #: How often the request was sent.
        self.tries = 1


class InvalidRequestError(CobroError):
    """400, 413, 415 …: the request itself is wrong; `errors` says where."""


class AuthenticationError(CobroError):
    """401: the key is missing, unknown or revoked."""


class PermissionError(CobroError):
    """403: the key may not do this."""


class NotFoundError(CobroError):
    """404: it is not there, or belongs to another account or mode."""


class ConflictError(CobroError):
    """409: it does not fit the state that things are in."""


class RateLimitError(CobroError):
    """429: too many requests."""


class ServiceError(CobroError):
    """5xx, and answers that are not from Cobro."""


class ConnectionError(CobroError):
    """There was no answer: the name is unknown, the connection was refused or broke."""


class TimeoutError(ConnectionError):
    """There was no answer in time."""


BY_STATUS: Dict[int, Type[CobroError]] = {
    401: AuthenticationError,
    403: PermissionError,
    404: NotFoundError,
    409: ConflictError,
    429: RateLimitError,
}


def error_of(status: int, headers: Mapping[str, str], text: str) -> CobroError:
    """The error for an answer that is no success. `text` is its body."""
    body = _read_refusal(text)
    if body is None:
        return strange_reply(status, headers, text)
    kind = BY_STATUS.get(status, ServiceError if status >= 500 else InvalidRequestError)
    request_id = headers.get("request-id") or body.get("request_id")
    retry_after = _read_retry_after(headers.get("retry-after"))
    return kind(
        f"{body['debug_message']} [{body['error']}, HTTP {status}, request {request_id}]",
        body["error"],
        user_message=body.get("message"),
        number=body.get("code"),
        param=body.get("param"),
        errors=body.get("errors"),
        is_temporary=_is_temporary(status, body["error"], retry_after),
        status=status,
        request_id=request_id,
        retry_after=retry_after,
    )


def strange_reply(status: int, headers: Mapping[str, str], text: str) -> CobroError:
    """An answer that some proxy gave, or a server that is not Cobro."""
    location = headers.get("location")
    if location is None:
        code = "unexpected_reply"
        what = f"It begins with: {text[:80]!r}. Is `url` the address of a Cobro service, and what stands in between?"
    else:
        code = "redirected"
        what = f"It leads to {location}. Redirects are not followed: use that address as `url`."
    return ServiceError(
        f"The answer, HTTP {status}, is not one of Cobro. {what}",
        code,
        status=status,
        request_id=headers.get("request-id"),
        retry_after=_read_retry_after(headers.get("retry-after")),
        is_temporary=status in (408, 429) or status >= 500,
    )


def _is_temporary(status: int, code: str, retry_after: Optional[int]) -> bool:
    """A 429 without Retry-After never ends: two messages per order are all there are. 409 is one request still running."""
    if status == 429:
        return retry_after is not None
    return status == 408 or status >= 500 or code == "idempotency_in_progress"


def _read_refusal(text: str) -> Optional[Dict[str, Any]]:
    try:
        body = json.loads(text)
    except ValueError:
        return None
    is_ours = isinstance(body, dict) and isinstance(body.get("error"), str) and isinstance(body.get("debug_message"), str)
    return body if is_ours else None


def _read_retry_after(text: Optional[str]) -> Optional[int]:
    """Seconds, or a date."""
    if text is None:
        return None
    if text.isdigit():
        return int(text)
    try:
        at = email.utils.parsedate_to_datetime(text).timestamp()
    except (TypeError, ValueError):
        return None
    return max(0, math.ceil(at - time.time()))

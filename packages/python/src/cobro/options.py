"""What a client and a call can be told, and the checks that a program should fail at when it starts, not when it sells."""
from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Callable, Optional, TypedDict


class CallOptions(TypedDict, total=False):
    """Of one call, in place of the client's."""

    #: The same key and body give the first answer again, for 30 days. Without it every call has its own.
    idempotency_key: str
    #: Of another account, for example.
    key: str
    timeout: float
    total_timeout: float
    retries: int
    #: Of messages for people: `es` unless given, or `en`.
    language: str


class CreateOptions(CallOptions, total=False):
    #: The id of a test clock that the order lives by.
    test_clock: str


OPTIONS = frozenset(CreateOptions.__annotations__) | frozenset(CallOptions.__annotations__)


@dataclass(frozen=True)
class Try:
    """Told after each request, for logs and metrics."""

    operation: str
    #: 1 for the first.
    number: int
    #: The HTTP status; None when there was no answer.
    status: Optional[int]
    request_id: Optional[str]
    seconds: float
    #: When the request is sent again; None when this was the last time.
    retry_in: Optional[float]


@dataclass(frozen=True)
class Settings:
    url: str
    key: str
    timeout: float
    total_timeout: float
    retries: int
    language: Optional[str]
    on_try: Optional[Callable[[Try], None]]

    def __post_init__(self) -> None:
        check_key(self.key)
        if not re.match(r"https?://[^/\s]", self.url or ""):
            raise ValueError(
                f"Cobro: `url` must be the address of the service, such as https://pay.example.com; it is {self.url}."
            )

    def __repr__(self) -> str:
        return f"Settings(url={self.url!r})"  # printing a client does not print its key


def check_key(key: str) -> None:
    if not key:
        raise ValueError("Cobro: `key` is missing. Is the environment variable set that holds it?")
    if not re.fullmatch(r"[\x21-\x39\x3b-\x7e]+", key):
        raise ValueError("Cobro: `key` has characters that no key has.")

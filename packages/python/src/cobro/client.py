"""The client: one attribute per thing that a merchant works with."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Optional

from .generated import types
from .generated.resources import Resources
from .options import Settings, Try
from .resource import Resource
from .send import Sender

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .options import CallOptions


class Cobro(Resources):
    def __init__(
        self,
        *,
        url: str,
        key: str,
        timeout: float = 20,
        total_timeout: float = 60,
        retries: int = 3,
        language: Optional[str] = None,
        on_try: Optional[Callable[[Try], None]] = None,
    ) -> None:
        """`timeout` is for one try, `total_timeout` for all tries and the pauses between them, in seconds."""
        self._sender = Sender(Settings(url, key, timeout, total_timeout, retries, language, on_try))
        super().__init__(self._sender)

    def check_key(self, **options: Unpack[CallOptions]) -> types.KeyCheck:
        """Says whether the key works, and in which mode."""
        return self.request("GET /v1/users/auth", **options)

    def request(
        self, operation: str, *, ids: tuple = (), query: Optional[dict] = None, body: Any = None, **options: Any
    ) -> Any:
        """Any operation by its method and path, with retries and errors like all others."""
        return Resource(self._sender)._call(operation, ids=ids, query=query, body=body, options=options)

"""What the generated resources are made with: calls and lists."""
from __future__ import annotations

from typing import Any, Dict, Mapping, Optional, Tuple

from .listing import Listing
from .send import Sender


class Resource:
    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def _call(
        self,
        operation: str,
        *,
        ids: Tuple[str, ...] = (),
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        options: Mapping[str, Any],
    ) -> Any:
        answer = self._sender.send(operation, ids, query or {}, body, options)
        # Accounts with an orders envelope get their record inside `data`.
        return answer["data"] if isinstance(answer, dict) and "request" in answer and "data" in answer else answer

    def _list(
        self,
        operation: str,
        *,
        ids: Tuple[str, ...] = (),
        query: Optional[Mapping[str, Any]] = None,
        options: Mapping[str, Any],
    ) -> Listing[Any]:
        # Events call their cursor `after`.
        parameter = "after" if operation == "GET /v1/events" else "cursor"

        def read(cursor: Optional[str]) -> Dict[str, Any]:
            wanted = dict(query or {})
            if cursor is not None:
                wanted[parameter] = cursor
            return self._sender.send(operation, ids, wanted, None, options)

        return Listing(read)

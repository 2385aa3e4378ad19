"""Waits for events: a program without a public address can live by them alone."""
from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any, Iterator, Optional

from .errors import CobroError
from .resource import Resource

if TYPE_CHECKING:
    from .generated.types import Event

WAIT_SECONDS = 30
PAUSE_SECONDS = 5


class Following(Resource):
    def follow(self, *, after: Optional[str] = None, **options: Any) -> Iterator[Event]:
        """Every event after a cursor or the id of an event, and then each new one as it happens, without an end."""
        while True:
            query = {"after": after, "wait": WAIT_SECONDS, "limit": 100}
            try:
                page = self._list("GET /v1/events", query=query, options=options).page()
            except CobroError as error:
                if not error.is_temporary:
                    raise
                time.sleep(PAUSE_SECONDS)
                continue
            yield from page["data"]
            after = page["next_cursor"] or after

"""A list: iterated it is every item of every page. It asks for nothing before."""
from __future__ import annotations

from typing import Any, Callable, Dict, Generic, Iterator, Optional, TypeVar

Item = TypeVar("Item")
#: `data`, `has_more` and `next_cursor`.
Page = Dict[str, Any]


class Listing(Generic[Item]):
    def __init__(self, read: Callable[[Optional[str]], Page]) -> None:
        self._read = read

    def page(self) -> Page:
        """The first page alone."""
        return self._read(None)

    def pages(self) -> Iterator[Page]:
        """Page after page, for programs that keep the cursor."""
        page = self.page()
        yield page
        while page["has_more"]:
            page = self._read(page["next_cursor"])
            yield page

    def __iter__(self) -> Iterator[Item]:
        for page in self.pages():
            yield from page["data"]

"""A page as it stands in its HTML: strictly read, so that a tag left open or an attribute given twice is found."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}


@dataclass
class Element:
    """One element: its tag, attributes, the tags it stands in (outermost first) and all text inside it."""

    tag: str
    attributes: dict[str, str]
    within: tuple[str, ...]
    text: str = ""
    parents: list[Element] = field(default_factory=list, repr=False)

    def has(self, name: str) -> bool:
        return name in self.attributes


class Reader(HTMLParser):
    """Reads a page; ``faults`` says what is not well formed."""

    def __init__(self) -> None:
        super().__init__()
        self.elements: list[Element] = []
        self.faults: list[str] = []
        self._open: list[Element] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        for name in set(names):
            if names.count(name) > 1:
                self.faults.append(f"<{tag}> gives {name} twice (line {self.getpos()[0]})")
        for parent in self._open:
            parent.text += " "
        element = Element(
            tag,
            {name: value or "" for name, value in attrs},
            tuple(e.tag for e in self._open),
            parents=list(self._open),
        )
        self.elements.append(element)
        if tag not in VOID:
            self._open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1].tag != tag:
            inside = self._open[-1].tag if self._open else "nothing"
            self.faults.append(f"</{tag}> closes <{inside}> (line {self.getpos()[0]})")
            return
        self._open.pop()

    def handle_data(self, data: str) -> None:
        for element in self._open:
            element.text += data

    def close(self) -> None:
        super().close()
        self.faults += [f"<{element.tag}> is never closed" for element in self._open]


def read(html: str) -> Reader:
    """A page, read to its end."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader

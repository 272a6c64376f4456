"""Writes the documentation as pages, after its examples have run and its links have been followed.

    python scripts/docs.py build/docs

README.md, CONTRIBUTING.md and everything in docs/ become one HTML page each, in the same places, with the table of
contents beside it. An example that answers other than it says, or a link to a file or heading that is not there,
stops the run with a sentence for each.
"""

import argparse
import doctest
import html
import itertools
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

ROOT = Path(__file__).parents[1]

FRAME = """<!DOCTYPE html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title} · sofra</title>
<style>
  :root {{ color-scheme: light dark; font: 18px/1.6 system-ui, sans-serif; }}
  body {{ max-width: 46rem; margin: 0 auto; padding: 1rem; }}
  nav ul {{ display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0; list-style: none; }}
  pre {{ overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: .4rem; font-size: .85rem; }}
  table {{ border-collapse: collapse; display: block; overflow-x: auto; }}
  td, th {{ border: 1px solid; padding: .2rem .6rem; text-align: left; }}
</style>
<nav aria-label="Documentation"><ul>{contents}</ul></nav>
<main>
{body}</main>
</html>
"""


@dataclass(frozen=True, slots=True)
class Page:
    """One Markdown file: where it stands below the root, its text, and its parse."""

    path: Path
    text: str
    tokens: tuple[Token, ...]

    @property
    def title(self) -> str:
        """The first heading, or the file's name."""
        headings = [after.content for at, after in pairs(self.tokens) if at.type == "heading_open"]
        return headings[0] if headings else self.path.stem

    @property
    def anchors(self) -> frozenset[str]:
        """The names by which links reach the headings of this page."""
        return frozenset(
            anchor(after.content) for at, after in pairs(self.tokens) if at.type == "heading_open"
        )

    @property
    def links(self) -> Iterator[str]:
        """Every address that a link or picture on this page names."""
        for token in self.tokens:
            for child in token.children or ():
                address = child.attrGet("href") if child.type == "link_open" else child.attrGet("src")
                if address:
                    yield str(address)


def pairs(tokens: tuple[Token, ...]) -> Iterator[tuple[Token, Token]]:
    """Each token with the one after it."""
    return itertools.pairwise(tokens)


def anchor(heading: str) -> str:
    """The name of a heading in a link, as code hosts make it: lower case, hyphens, no marks."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")


def markdown() -> MarkdownIt:
    """The reader of all our Markdown: CommonMark with tables."""
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def read(root: Path) -> list[Page]:
    """All pages below a root, the README first."""
    found = [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").rglob("*.md"))]
    return [
        Page(path.relative_to(root), text := path.read_text("utf-8"), tuple(markdown().parse(text)))
        for path in found
        if path.is_file()
    ]


def broken_links(root: Path, pages: list[Page]) -> list[str]:
    """Links to files and headings that are not there; addresses on other hosts are not asked."""
    by_path = {(root / page.path).resolve(): page for page in pages}
    complaints = []
    for page in pages:
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            name, _, heading = link.partition("#")
            target = ((root / page.path).parent / name).resolve() if name else (root / page.path).resolve()
            if not target.exists():
                complaints.append(f"{page.path}: the link to {link!r} leads to no file")
            elif heading and target in by_path and heading not in by_path[target].anchors:
                complaints.append(f"{page.path}: the link to {link!r} leads to no heading of that page")
    return complaints


def wrong_examples(pages: list[Page]) -> list[str]:
    """Runs the `>>>` examples of each page, in order and in one namespace a page."""
    complaints = []
    for page in pages:
        test = doctest.DocTestParser().get_doctest(
            re.sub(r"^ *```.*$", "", page.text, flags=re.MULTILINE), {}, str(page.path), str(page.path), 0
        )
        told: list[str] = []
        doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=told.append)
        if told:
            complaints.append(f"{page.path}: an example answers other than it says:\n{''.join(told)}")
    return complaints


def with_names(tokens: tuple[Token, ...]) -> list[Token]:
    """The same page with a name on each heading and links that lead to pages, not to Markdown files."""
    for at, after in pairs(tokens):
        if at.type == "heading_open":
            at.attrSet("id", anchor(after.content))
    for token in tokens:
        for child in token.children or ():
            if child.type == "link_open":
                child.attrSet(
                    "href", re.sub(r"^(?![a-z]+:)([^#]+)\.md(?=#|$)", r"\1.html", str(child.attrGet("href")))
                )
    return list(tokens)


def write(pages: list[Page], out: Path) -> None:
    """Writes every page to its place below a folder."""
    reader = markdown()
    for page in pages:
        up = "../" * (len(page.path.parts) - 1)
        contents = "".join(
            f'<li><a href="{up}{other.path.with_suffix(".html").as_posix()}"'
            f"{' aria-current=page' if other is page else ''}>{html.escape(other.title)}</a></li>"
            for other in pages
        )
        body = reader.renderer.render(with_names(page.tokens), reader.options, {})
        place = out / page.path.with_suffix(".html")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(FRAME.format(title=html.escape(page.title), contents=contents, body=body), "utf-8")


def main() -> int:
    """Checks and writes; the exit code is 1 when something is wrong."""
    parser = argparse.ArgumentParser(description="Check the documentation and write it as pages.")
    parser.add_argument("out", type=Path, help="the folder to write to")
    parser.add_argument("--root", type=Path, default=ROOT, help="the checkout to read (default: this one)")
    given = parser.parse_args()
    pages = read(given.root)
    complaints = broken_links(given.root, pages) + wrong_examples(pages)
    for complaint in complaints:
        print(complaint, file=sys.stderr)
    if complaints:
        return 1
    write(pages, given.out)
    print(f"{len(pages)} pages, written to {given.out}; start at {given.out / 'README.html'}")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

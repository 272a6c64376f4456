"""What to say when the library that an adapter adapts to is not installed."""

from __future__ import annotations


def missing(adapter: str, package: str) -> ImportError:
    """The error that says which package an adapter needs and how to get it."""
    return ImportError(
        f"the {adapter} adapter needs the package {package}, which is not installed: pip install 'sofra[rl]'"
    )

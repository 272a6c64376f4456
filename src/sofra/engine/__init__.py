"""The engine protocol, version 1: rules, judging and advice for programs in any language, as JSON lines."""

from sofra.engine.server import serve
from sofra.engine.session import Session

__all__ = ["Session", "serve"]

"""The five kinds of refusal. Each is a sentence that says what was wrong, where, and what is expected."""

from __future__ import annotations

from typing import Any, ClassVar


class SofraError(Exception):
    """A refusal: an English sentence with named fields, so that other languages can say it too.

    ``template`` is the key of the message in the catalogues, ``fields`` fills its ``{named}`` places; a field may be a
    refusal itself (the reason behind "line 7: {reason}").
    """

    kind: ClassVar[str] = "malformed"

    def __init__(self, template: str, /, **fields: Any) -> None:
        super().__init__(template)
        self.template = template
        self.fields = fields

    def __str__(self) -> str:
        return self.template.format(**self.fields) if self.fields else self.template


class Malformed(SofraError):
    """The text or value has not the form that is due here."""

    kind = "malformed"


class Illegal(SofraError):
    """Well formed, but the rules do not allow it now."""

    kind = "illegal"


class Turn(SofraError):
    """Somebody else, or nobody, is asked now."""

    kind = "turn"


class Unknown(SofraError):
    """No such game, preset, tool, table or player."""

    kind = "unknown"


class Unsupported(SofraError):
    """Understood, and refused because nothing here can do it for these rules."""

    kind = "unsupported"

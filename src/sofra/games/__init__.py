"""The games, one folder each. A folder here that holds a ``box`` is a game; so is an installed package that offers
one under the entry-point group ``sofra.games``. Nothing else has to know of it."""

from sofra.games.box import Box, boxes, open_box

__all__ = ["Box", "boxes", "open_box"]

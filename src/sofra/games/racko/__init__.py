"""Rack-O: ten cards in order before anybody else, hidden racks, one discard pile (rules O1 to O13)."""

from sofra.games.box import Box

box = Box(
    "racko",
    game="sofra.games.racko.play:RACKO",
    tools="sofra.games.racko.tools:TOOLS",
    actions="sofra.games.racko.actions:ACTIONS",
)

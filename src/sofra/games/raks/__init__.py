"""Rak's: three dice, thirty-six zones, bluff and challenge (rules R1 to R12)."""

from sofra.games.box import Box

box = Box(
    "raks",
    game="sofra.games.raks.play:RAKS",
)

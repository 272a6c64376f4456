"""High card: three hidden cards each, one played at once, the higher takes the point."""

from sofra.games.box import Box

box = Box("highcard", game="highcard.play:HIGHCARD")

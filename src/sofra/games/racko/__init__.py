"""Rack-O: ten cards in order before anybody else, hidden racks, one discard pile (rules O1 to O13)."""

from sofra.games.box import Box

box = Box(
    "racko",
    game="sofra.games.racko.play:RACKO",
    words="sofra.games.racko.words:WORDS",
    players="sofra.games.racko.players:PERSONAS",
    coach="sofra.games.racko.coach:COACH",
    tools="sofra.games.racko.tools:TOOLS",
    page="sofra.games.racko.page.page:PAGE",
    guide="sofra.games.racko.guide:GUIDE",
    pages="sofra.games.racko.page.pad:PAGES",
    bench="sofra.games.racko.bench:rows",
    actions="sofra.games.racko.actions:ACTIONS",
)

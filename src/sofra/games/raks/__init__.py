"""Rak's: three dice, thirty-six zones, bluff and challenge (rules R1 to R12)."""

from sofra.games.box import Box

box = Box(
    "raks",
    game="sofra.games.raks.play:RAKS",
    words="sofra.games.raks.words:WORDS",
    players="sofra.games.raks.players:PERSONAS",
    coach="sofra.games.raks.coach:COACH",
    tools="sofra.games.raks.tools:TOOLS",
    actions="sofra.games.raks.actions:ACTIONS",
    page="sofra.games.raks.page.page:PAGE",
    guide="sofra.games.raks.guide:GUIDE",
    pages="sofra.games.raks.page.daily:PAGES",
    commands="sofra.games.raks.commands:COMMANDS",
    bench="sofra.games.raks.bench:rows",
)

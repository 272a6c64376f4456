"""Farkle: six dice, scoring sets, roll or bank (rules F1 to F12)."""

from sofra.games.box import Box

box = Box(
    "farkle",
    game="sofra.games.farkle.play:FARKLE",
    players="sofra.games.farkle.players:PERSONAS",
    words="sofra.games.farkle.words:WORDS",
    page="sofra.games.farkle.page.page:PAGE",
    guide="sofra.games.farkle.guide:GUIDE",
    pages="sofra.games.farkle.page.tactics:PAGES",
    coach="sofra.games.farkle.coach:COACH",
    tools="sofra.games.farkle.tools:TOOLS",
    actions="sofra.games.farkle.actions:ACTIONS",
    commands="sofra.games.farkle.commands:COMMANDS",
    bench="sofra.games.farkle.bench:rows",
)

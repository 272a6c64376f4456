"""The commands of the terminal by name, each with the sentence that ``sofra --help`` says of it."""

from __future__ import annotations

# The name that type checkers know; importing it from ``typing`` would be half of what ``sofra --help`` costs.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

COMMANDS: Mapping[str, str] = {
    "play": "Play at this terminal, with friends and computer players",
    "games": "The games, their presets, computer players and further commands",
    "rules": "The rules as they are played, with your house rules",
    "serve": "Serve the tables to browsers",
    "tables": "List the tables in a server's data folder",
    "replay": "Check a record move by move and tell what happened",
    "review": "Look back at a finished match: chances, mistakes, luck and choices",
    "verify": "Check the sealed dice and cards of a finished match",
    "engine": "Speak the engine protocol, for programs in any language",
    "arena": "Players of any game against each other, on the same dice or decks",
    "ladder": "Rate all computer players of a game by what they win against each other",
    "bench": "Measure speed and size, each figure beside a reference",
}
"""``sofra.cli.<name>`` is the module of each; it is imported when the command is run."""

MESSAGES = tuple(COMMANDS.values())


def overview(speak: Callable[[str], str]) -> str:
    """The text of ``sofra --help``."""
    width = max(map(len, COMMANDS))
    return "\n".join(
        [
            speak("Usage: sofra <command> …"),
            "",
            speak("A table to sit at: Farkle, Rack-O and Rak's, with friends, computer players or programs."),
            "",
            speak("Commands:"),
            *(f"  {name:<{width}}  {speak(about)}" for name, about in COMMANDS.items()),
            "",
            speak("What a command takes: sofra <command> --help"),
            speak("What a game adds:     sofra games"),
            speak("To begin at once:     sofra play farkle"),
        ]
    )

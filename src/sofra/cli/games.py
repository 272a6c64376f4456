"""``sofra games``: what there is to play, and what each game brings along."""

from __future__ import annotations

from collections.abc import Sequence

from sofra.cli.contents import COMMANDS
from sofra.cli.flags import Language, run_function
from sofra.cli.language import chosen
from sofra.games import Box, boxes
from sofra.games.parts import Speak
from sofra.lang import speak


def run(words: Sequence[str]) -> int:
    return run_function("games", COMMANDS["games"], games, words)


def games(*, lang: Language = None) -> None:
    print("\n\n".join("\n".join(about(box, speak(chosen(lang), box))) for box in boxes().values()))


def about(box: Box, say: Speak) -> list[str]:
    """A game in a few lines."""
    facts = box.game.facts
    least, most = facts.seats
    lines = [f"{box.key}: {box.words.name(say)}"]
    if summary := box.words.summary(say):
        lines.append("  " + summary)
    if least == most:
        lines.append("  " + say.many("{count} player", "{count} players", least))
    else:
        lines.append("  " + say("{least} to {most} players", least=least, most=most))
    lines.append("  " + say("Presets: {names}", names=", ".join(box.game.presets)))
    bots = ", ".join(f"{say(persona.name)} ({key})" for key, persona in box.players.items())
    lines.append("  " + say("Computer players: {names}", names=bots))
    lines += [f"  sofra {box.key} {name}: {say(command.about)}" for name, command in box.commands.items()]
    return lines

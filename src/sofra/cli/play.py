"""``sofra play <game>``: a match at this terminal, kept on disk move by move."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from sofra.cli.console import Console
from sofra.cli.contents import COMMANDS
from sofra.cli.flags import Language, run_function
from sofra.cli.keeping import Keeper, new_path, unfinished
from sofra.cli.language import chosen
from sofra.cli.playing import Playing, Seating
from sofra.cli.screen import Left
from sofra.cli.seating import chairs, game_first
from sofra.core import record as records
from sofra.core.dealers import seed_text, seeded
from sofra.core.errors import Malformed, Unknown, Unsupported
from sofra.core.match import Match
from sofra.core.record import Record
from sofra.core.rules import HouseRules
from sofra.games import Box, boxes, open_box
from sofra.games.parts import Speak
from sofra.lang import speak

Speed = Literal["calm", "quick", "none"]
FACTORS = {"calm": 1.0, "quick": 0.3, "none": 0.0}
RESUME = "--resume"
NEW = ("n", "ν")
"""Asks for a new match, on a Latin or a Greek keyboard."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What the flags ask for, but for the house rules."""

    players: tuple[str, ...]
    bots: tuple[str, ...]
    seats: int | None
    seed: str | None
    manual: bool
    record: Path | None


def run(words: Sequence[str]) -> int:
    box, rest = game_first(words)
    rest = _resume_with_file(rest)

    def play(
        *,
        player: Annotated[
            tuple[str, ...], Parameter(help="A player's name, once for each; bot:KEY is a computer player.")
        ] = (),
        bot: Annotated[
            tuple[str, ...], Parameter(help="A computer player by key (see sofra games), once for each.")
        ] = (),
        seats: Annotated[
            int | None, Parameter(help="How many play; computer players take the chairs that are left.")
        ] = None,
        seed: Annotated[str | None, Parameter(help="A text that all dice and cards come from.")] = None,
        manual: Annotated[
            bool, Parameter(help="You throw real dice and deal real cards, and type them in.", negative=())
        ] = False,
        record: Annotated[Path | None, Parameter(help="The file that the match is kept in.")] = None,
        resume: Annotated[
            str | None,
            Parameter(help="Go on with the match in this file; without a file, the last one that was left."),
        ] = None,
        lang: Language = None,
        speed: Annotated[
            Speed | None, Parameter(help="How long computer players think: calm, quick or none.")
        ] = None,
        plain: Annotated[
            bool, Parameter(help="No colour, nothing that a screen reader stumbles over.", negative=())
        ] = False,
        rules: HouseRules | None = None,
    ) -> int:
        console = Console(plain=plain, speed=FACTORS[speed or "none"])
        if speed is None and console.interactive:
            console.speed = FACTORS["calm"]
        wish = Wish(player, bot, seats, seed, manual, record)
        lang = chosen(lang)
        if resume is not None:
            _refuse_beside_resume(wish, box, rules)
            path = Path(resume) if resume else _last_left(box)
            return _go_on(path, console, lang, box)
        if box is None or rules is None:
            raise Malformed("say which game: {games}", games=", ".join(boxes()))
        left = next(unfinished(box.key), None) if record is None else None
        if left is not None and _wants_back(left, console, speak(lang, box)):
            return _go_on(left[0], console, lang)
        return _begin(box, rules, wish, console, lang)

    name = "play" if box is None else f"play {box.key}"
    return run_function(name, COMMANDS["play"], play, rest, box)


def _resume_with_file(words: Sequence[str]) -> Sequence[str]:
    """``--resume`` may stand alone; flags have a value, so it gets an empty one."""
    found = list(words)
    for at, word in enumerate(found):
        if word == RESUME and (at + 1 == len(found) or found[at + 1].startswith("--")):
            found[at] = f"{RESUME}="
    return found


def _refuse_beside_resume(wish: Wish, box: Box | None, rules: HouseRules | None) -> None:
    changed = box is not None and rules != box.game.rules()
    if changed or wish != Wish((), (), None, None, False, None):
        raise Malformed(
            "a match that goes on has its players, seed and house rules already; say only --resume"
        )


def _last_left(box: Box | None) -> Path:
    for path, _ in unfinished(box.key if box else None):
        return path
    raise Unknown("no match was left unfinished")


def _wants_back(left: tuple[Path, Record], console: Console, say: Speak) -> bool:
    path, found = left
    names = ", ".join(seat.name for seat in found.seats)
    if not console.interactive:
        console.say(say("A match was left unfinished: sofra play --resume {path}", path=path), "quiet")
        return False
    console.say(say("A match was left unfinished: {names}.", names=names))
    while (
        answer := console.ask(say("Press Enter to go on with it, or type n for a new one.") + " ")
    ) is not None:
        if not answer or answer.casefold() in NEW:
            return not answer
    raise Unknown("no match was begun")


def _begin(box: Box, rules: HouseRules, wish: Wish, console: Console, lang: str) -> int:
    say = speak(lang, box)
    seats = chairs(box, rules, wish.players, wish.bots, seats=wish.seats, say=say)
    match = Match(box.game, rules, len(seats), undo_chance=wish.manual)
    if wish.manual and wish.seed is not None:
        raise Malformed("--manual and --seed do not go together: dice come from your hand or from a text")
    seed = secrets.token_hex(16) if wish.seed is None else seed_text(wish.seed)
    chance = "manual" if wish.manual else f"seed {seed}"
    head = records.of(match, seats, chance)
    keeper = Keeper.begin(wish.record or new_path(box.key), head)
    return _sit(keeper, _seating(box, match, head), console, lang)


def _go_on(path: Path, console: Console, lang: str, wanted: Box | None = None) -> int:
    keeper, found = Keeper.resume(path)
    box = open_box(found.game)
    if wanted is not None and wanted.key != box.key:
        keeper.close()
        raise Malformed(
            "{path} is a match of {game}, not of {wanted}", path=path, game=box.key, wanted=wanted.key
        )
    if found.chance == "sealed":
        raise Unsupported(
            "the dice of this match were sealed by a server; only that server can go on with it"
        )
    for seat in found.seats:
        if seat.bot and seat.bot not in box.players:
            raise Unknown(
                '{game} has no computer player "{key}"; there are {known}',
                game=box.key,
                key=seat.bot,
                known=", ".join(box.players),
            )
    match = records.replay(found, box.game)
    return _sit(keeper, _seating(box, match, found), console, lang)


def _seating(box: Box, match: Match, found: Record) -> Seating:
    if found.chance == "manual":
        return Seating(box, match, found.seats, None, secrets.token_hex(16))
    dealer = seeded(found.chance.removeprefix("seed "))
    return Seating(box, match, found.seats, dealer, f"players {found.chance}")


def _sit(keeper: Keeper, seating: Seating, console: Console, lang: str) -> int:
    say = speak(lang, seating.box)
    kept = say("The match is kept in {path}", path=keeper.path)
    try:
        Playing(seating, keeper, console, say).run()
    except (Left, KeyboardInterrupt) as reason:
        again = say("To go on with it: sofra play --resume {path}", path=keeper.path)
        console.say(f"\n{kept}\n{again}", "quiet")
        if isinstance(reason, KeyboardInterrupt):
            raise
        return 0
    finally:
        keeper.close()
    console.say(f"\n{kept}", "quiet")
    return 0

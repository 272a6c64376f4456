"""What the engine knows between lines: at most one match, and how to answer each request about it.

Referee answers (ask, play, chance, score, record) know everything. Seat answers (view, moves, suggest) are made from
what that seat may know.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from sofra.core import record
from sofra.core.asks import Ask, Chance, Choice, Dice
from sofra.core.dealers import Dealer, Manual, seed_text, seeded
from sofra.core.errors import Illegal, Malformed, SofraError, Turn, Unknown, Unsupported
from sofra.core.events import Act, Outcome
from sofra.core.game import AnyGame, Reason
from sofra.core.match import Match
from sofra.core.plain import plain
from sofra.core.players import Sight
from sofra.engine.lines import Fields
from sofra.engine.schema import rules_schema
from sofra.games import Box, boxes, open_box

PROTOCOL = 1


@dataclass(slots=True)
class Running:
    """The one match: its box, its fold, where its chance comes from (``chance`` as records say it), and how many
    commands it has taken since ``new``."""

    box: Box
    match: Match
    chance: str
    dealer: Dealer
    manual: Manual | None
    version: int = 0
    seats: tuple[record.SeatLine, ...] = ()
    seals: tuple[tuple[str, str], ...] = ()


class Session:
    """Answers requests; a refused one raises a SofraError and changes nothing."""

    def __init__(self) -> None:
        self._running: Running | None = None
        self._answers: dict[str, Callable[[Fields], dict[str, Any]]] = {
            "games": self._games,
            "new": self._new,
            "load": self._load,
            "ask": self._ask,
            "moves": self._moves,
            "play": self._play,
            "chance": self._chance,
            "view": self._view,
            "score": self._score,
            "record": self._record,
            "suggest": self._suggest,
            "evaluate": self._evaluate,
        }

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request, without its id."""
        fields = Fields({name: value for name, value in request.items() if name != "id"}, "a request")
        do = fields.text("do")
        if do not in self._answers:
            raise Unknown(
                'nothing here does "{do}"; there are {known}', do=do[:80], known=", ".join(self._answers)
            )
        return self._answers[do](Fields(fields.rest(), do))

    @property
    def _now(self) -> Running:
        if self._running is None:
            raise Illegal('there is no match yet; start one with "new" or "load"')
        return self._running

    def _games(self, fields: Fields) -> dict[str, Any]:
        fields.done()
        return {
            "protocol": PROTOCOL,
            "games": [
                {
                    "game": key,
                    "seats": list(box.game.facts.seats),
                    "rules": rules_schema(box.game.rules),
                    "presets": {name: rules.values() for name, rules in box.game.presets.items()},
                }
                for key, box in boxes().items()
            ],
        }

    def _new(self, fields: Fields) -> dict[str, Any]:
        box = open_box(fields.text("game"))
        game = box.game
        base = game.preset(fields.text("preset")) if fields.has("preset") else None
        rules = game.rules.of(fields.object("rules") if fields.has("rules") else {}, base)
        seats = fields.whole("seats")
        if fields.has("seed") == fields.has("chance"):
            raise Malformed('"new" needs either "seed" (a text) or "chance": "manual"')
        if fields.has("seed"):
            chance = "seed " + seed_text(fields.text("seed"))
        elif (chance := fields.text("chance")) != "manual":
            raise Malformed('chance can only be "manual"; for dice from a text give "seed" instead')
        fields.done()
        running = _running(box, Match(game, rules, seats, undo_chance=chance == "manual"), chance)
        self._settle(running)
        self._running = running
        return {"version": 0, "ask": _ask_json(running.match.ask)}

    def _load(self, fields: Fields) -> dict[str, Any]:
        parsed = record.parse(fields.text("record"))
        fields.done()
        box = open_box(parsed.game)
        running = _running(box, record.replay(parsed, box.game), parsed.chance)
        running.seats, running.seals = parsed.seats, parsed.seals
        taken = Act if running.manual is None else (Act, Outcome)
        running.version = sum(isinstance(entry, taken) for entry in running.match.log)
        self._settle(running)
        self._running = running
        return {"version": running.version, "ask": _ask_json(running.match.ask)}

    def _ask(self, fields: Fields) -> dict[str, Any]:
        fields.done()
        return {"version": self._now.version, "ask": _ask_json(self._now.match.ask)}

    def _moves(self, fields: Fields) -> dict[str, Any]:
        match, seat = self._now.match, self._seat(fields.whole("seat"))
        fields.done()
        answer: dict[str, Any] = {"moves": sorted(map(match.game.write, match.moves(seat)))}
        if forms := match.forms(seat):
            answer["forms"] = list(forms)
        return answer

    def _play(self, fields: Fields) -> dict[str, Any]:
        running = self._now
        seat, text = self._seat(fields.whole("seat")), fields.text("move")
        fields.done()
        since = running.match.version
        running.match.do(Act(seat, running.match.game.read(text)))
        return self._happened(running, since)

    def _chance(self, fields: Fields) -> dict[str, Any]:
        running = self._now
        if fields.has("outcome") == fields.has("deck"):
            raise Malformed('"chance" needs either "outcome" or "deck"')
        if running.chance == "sealed":
            raise Unsupported(
                "the dice and cards of this match were sealed; only its own server can go on with it"
            )
        if running.manual is None:
            raise Illegal("this match throws and deals by itself; outcomes come only in manual matches")
        name = "deck" if fields.has("deck") else "outcome"
        values = fields.wholes(name)
        fields.done()
        ask = running.match.ask
        if not isinstance(ask, Chance):
            raise Turn("no outcome of chance is waited for now")
        if name == "deck":
            running.manual.tell_deck(ask, values)
        else:
            running.manual.tell(values)
        since = running.match.version
        running.match.do(running.manual.answer(ask))
        return self._happened(running, since)

    def _happened(self, running: Running, since: int) -> dict[str, Any]:
        running.version += 1
        self._settle(running)
        events = _events(running.match, since)
        return {"version": running.version, "ask": _ask_json(running.match.ask), "events": events}

    def _settle(self, running: Running) -> None:
        match, manual = running.match, running.manual
        while isinstance(ask := match.ask, Chance) and (manual is None or manual.knows(ask)):
            match.do(running.dealer.answer(ask))

    def _view(self, fields: Fields) -> dict[str, Any]:
        match, seat = self._now.match, fields.whole_or_null("seat")
        fields.done()
        viewer = None if seat is None else self._seat(seat)
        return {"version": self._now.version, "view": plain(match.view(viewer))}

    def _score(self, fields: Fields) -> dict[str, Any]:
        fields.done()
        score = self._now.match.game.score(self._now.match.state)
        reasons = [[reason_json(reason) for reason in seat] for seat in score.reasons]
        return {"scores": list(score.points), "reasons": reasons}

    def _record(self, fields: Fields) -> dict[str, Any]:
        fields.done()
        running = self._now
        return {
            "record": record.write(record.of(running.match, running.seats, running.chance, running.seals))
        }

    def _suggest(self, fields: Fields) -> dict[str, Any]:
        running = self._now
        match, seat = running.match, self._seat(fields.whole("seat"))
        key = fields.text("player") if fields.has("player") else None
        budget = {name: fields.whole(name) for name in ("budget_ms", "budget_sims") if fields.has(name)}
        fields.done()
        if len(budget) == 2:
            raise Malformed("give one budget, in milliseconds or in simulations")
        if any(value < 1 for value in budget.values()):
            raise Malformed("a budget is at least 1")
        if seat not in match.asked:
            raise Turn("seat {seat} is not asked now", seat=seat)
        sight = Sight(seat, match.view(seat), match.told(seat), match.moves(seat), match.forms(seat))
        return _suggestion(running.box, match, sight, key, budget)

    def _evaluate(self, fields: Fields) -> dict[str, Any]:
        name = fields.text("tool")
        tools = {known: tool for box in boxes().values() for known, tool in box.tools.items()}
        if name not in tools:
            raise Unknown(
                'there is no tool "{name}"; there are {known}', name=name[:80], known=", ".join(sorted(tools))
            )
        return dict(tools[name].run(fields.rest()))

    def _seat(self, seat: int) -> int:
        last = self._now.match.seats - 1
        if not 0 <= seat <= last:
            raise Unknown("there is no seat {seat}; seats are 0 to {last}", seat=seat, last=last)
        return seat


def _running(box: Box, match: Match, chance: str) -> Running:
    manual = None if chance.startswith("seed ") else Manual()
    dealer: Dealer = manual if manual is not None else seeded(chance.removeprefix("seed "))
    seats = tuple(record.SeatLine("") for _ in range(match.seats))
    return Running(box, match, chance, dealer, manual, seats=seats)


def _ask_json(ask: Ask) -> dict[str, Any]:
    if isinstance(ask, Choice):
        return {"kind": "choice", "seats": list(ask.seats)}
    if isinstance(ask, Chance):
        if isinstance(ask.what, Dice):
            ordered = {"ordered": True, "seats": list(ask.what.seats)} if ask.what.seats is not None else {}
            return {"kind": "chance", "label": ask.label, "dice": ask.what.count, **ordered}
        return {"kind": "chance", "label": ask.label, "cards": ask.what.count, "of": list(ask.what.of)}
    result = ask.result
    sides = {"sides": [list(side) for side in result.sides]} if result.sides is not None else {}
    return {"kind": "over", "scores": list(result.scores), "winners": list(result.winners), **sides}


def _events(match: Match, since: int) -> list[str]:
    """What happened since a version as texts. A move that only asks for chance (``roll``, ``draw``) is told with its
    outcome: ``roll 3 4 6``."""
    entries = match.log[since:]
    texts = []
    for entry, following in zip(entries, [*entries[1:], None], strict=True):
        if not isinstance(entry, Act | Outcome):
            continue
        text = match.game.write_event(entry)
        if isinstance(following, Outcome) and following.label.partition(":")[0] == text:
            continue
        texts.append(text)
    return texts


def reason_json(reason: Reason) -> dict[str, Any]:
    """One item of a score: its points, and what for as a finished English phrase."""
    return {"points": reason.points, "what": reason.what.format(**dict(reason.fields))}


def _suggestion(
    box: Box, match: Match, sight: Sight, key: str | None, budget: dict[str, int]
) -> dict[str, Any]:
    game: AnyGame = match.game
    if key is not None and key not in box.players:
        known = ", ".join(box.players)
        raise Unknown(
            '{game} has no player "{key}"; there are {known}', game=box.key, key=key[:80], known=known
        )
    values: list[dict[str, Any]] = []
    if box.coach is not None:
        try:
            advice = box.coach.advise(match.rules, sight, **budget)
        except SofraError:
            advice = ()
        values = [{"move": item.move, "win": item.win, "se": item.se} for item in advice]
    if key is None and values:
        return {"move": values[0]["move"], "values": values}
    persona = box.players[key] if key is not None else next(iter(box.players.values()))
    player = persona.make(match.rules, match.seats)
    # The seed knows nothing that the seat does not: the same view, the same suggestion.
    move = player.choose(sight, Random(f"suggest {sight.seat} {match.version}"))
    return {"move": game.write(move), "values": values}

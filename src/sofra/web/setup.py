"""The form for a new table, read back: house rules from a preset and what was changed on top of it, and the chairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sofra.core.errors import Illegal, Malformed, SofraError, Unknown
from sofra.core.rules import HouseRules, Option
from sofra.games import Box
from sofra.table.by_hand import need_dice
from sofra.table.entries import Source
from sofra.web.room import MARKS, NewChair, Setup

NAME_LENGTH = 24


def texts(rules: HouseRules) -> dict[str, str]:
    """Every option as the form shows it."""
    return {option.name: option.write(getattr(rules, option.name)) for option in rules.options()}


def first_setup(box: Box, preset: str | None = None) -> Setup:
    """The form as it is first shown: a person here against the first computer player."""
    game = box.game
    name = preset if preset is not None and preset in game.presets else next(iter(game.presets))
    rules = game.presets[name]
    chairs = [
        NewChair("person", mark=MARKS[0]),
        NewChair("bot", mark=MARKS[1], persona=next(iter(box.players))),
    ]
    most = game.facts.seats[1]
    chairs += [NewChair(mark=MARKS[seat % len(MARKS)]) for seat in range(len(chairs), most)]
    return Setup(name, texts(rules), tuple(chairs[:most]), rules)


def read_setup(box: Box, form: Mapping[str, Sequence[str]]) -> Setup:
    """What a posted form means. Fields: ``preset``; ``rule-<option>`` (a switch is absent when off) and
    ``shown-<option>``, the text the field was filled with, so that only what a person changed overrides the preset;
    ``chair-<i>`` = person, open, none or bot:<persona>, ``name-<i>``, ``mark-<i>``; ``chance`` = manual for real dice. Nothing is raised: see ``errors``."""
    game = box.game
    errors: dict[str, SofraError] = {}
    preset = _one(form, "preset") or next(iter(game.presets))
    base = game.presets.get(preset)
    if base is None:
        errors["preset"] = Unknown(
            'there is no preset "{name}"; there are {presets}',
            name=preset[:40],
            presets=", ".join(game.presets),
        )
        base = next(iter(game.presets.values()))
    values = texts(base)
    changed = {}
    for option in base.options():
        typed = _one(form, f"rule-{option.name}").strip()
        if option.kind == "switch" and f"shown-{option.name}" in form:
            typed = typed or "off"
        shown = _one(form, f"shown-{option.name}") or option.write(option.default)
        if f"rule-{option.name}" not in form and option.kind != "switch":
            continue
        if typed != shown and (typed or option.kind == "per seat"):
            values[option.name] = typed
            try:
                changed[option.name] = option.read(typed)
            except SofraError:
                errors[f"rule-{option.name}"] = _expected(option)
    chairs = tuple(_chair(box, form, seat, errors) for seat in range(game.facts.seats[1]))
    seated = [chair for chair in chairs if chair.kind != "none"]
    rules: HouseRules | None = None
    if not errors:
        try:
            rules = type(base).of(changed, base)
            game.fit(rules, len(seated))
        except SofraError as error:
            errors["chairs" if rules is not None else "rules"] = error
    if not any(chair.kind in ("person", "open") for chair in seated):
        errors.setdefault("chairs", Illegal("at least one chair is for a person"))
    chance: Source = "manual" if _one(form, "chance") == "manual" else "sealed"
    if chance == "manual":
        try:
            need_dice(game.facts)
        except SofraError as error:
            errors["chance"] = error
    return Setup(preset, values, chairs, None if errors else rules, errors, chance)


def _expected(option: Option) -> SofraError:
    """What the field of an option takes, said to a person who is looking at that field."""
    bounds = {"low": option.low, "high": option.high}
    if option.kind == "per seat":
        return Malformed(
            "write one number for each chair, such as 0/500, each from {low} to {high} in steps of {step}",
            step=option.step,
            **bounds,
        )
    if option.kind != "whole":
        return Malformed("choose one of the values that are offered")
    if option.step == 1:
        return Malformed("write a whole number from {low} to {high}", **bounds)
    return Malformed(
        "write a whole number from {low} to {high} in steps of {step}", step=option.step, **bounds
    )


def _chair(box: Box, form: Mapping[str, Sequence[str]], seat: int, errors: dict[str, SofraError]) -> NewChair:
    kind, _, persona = _one(form, f"chair-{seat}").partition(":")
    name = " ".join(_one(form, f"name-{seat}").split())
    mark = _one(form, f"mark-{seat}")
    mark = mark if mark in MARKS else MARKS[seat % len(MARKS)]
    if len(name) > NAME_LENGTH:
        errors[f"name-{seat}"] = Malformed("a name has at most {most} letters", most=NAME_LENGTH)
    if kind == "bot":
        if persona not in box.players:
            errors[f"chair-{seat}"] = Unknown('there is no computer player "{name}" here', name=persona[:40])
        return NewChair("bot", "", mark, persona)
    if kind == "person":
        if not name:
            errors[f"name-{seat}"] = Malformed("a name is missing for chair {chair}", chair=seat + 1)
        return NewChair("person", name, mark)
    return NewChair("open", name, mark) if kind == "open" else NewChair("none", name, mark)


def _one(form: Mapping[str, Sequence[str]], name: str) -> str:
    found = form.get(name)
    return found[0] if found else ""

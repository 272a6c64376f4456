"""Arguments and flags of a command, made from a typed function; a value of house rules becomes a flag an option."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, get_args, get_origin

from cyclopts import App, Group, Parameter
from cyclopts.exceptions import CycloptsError

from sofra.cli.language import asked, chosen
from sofra.cli.misread import refusal
from sofra.core.game import AnyGame
from sofra.core.rules import HouseRules, Option
from sofra.games import Box
from sofra.games.parts import Speak
from sofra.lang import speak

PRESET = "preset"
_FLAG_ONLY = inspect.Parameter.KEYWORD_ONLY

Language = Annotated[str | None, Parameter(name="--lang", help="The language: en, tr or el.")]
"""The flag of a command that chooses its language by itself."""
LANGUAGE = inspect.Parameter("language", _FLAG_ONLY, default=None, annotation=Language)


def run_function(
    name: str,
    about: str,
    function: Callable[..., int | None],
    words: Sequence[str],
    box: Box | None = None,
) -> int:
    """Call ``function`` with what ``words`` say and answer its exit code.

    A parameter annotated with house rules becomes ``--preset`` and the flags of ``box``'s game; the function gets the
    finished rules (those of the game, never half of them), or None if there is no box. A parameter annotated with
    ``Speak`` gets the reader's language. Every command has the flag ``--lang``.
    """
    say = speak(asked(words), box)
    app = _app(f"sofra {name}", say(about), say)
    app.default(_flagged(function, box, say))
    try:
        code = app(list(words), exit_on_error=False, print_error=False)
    except CycloptsError as error:
        raise refusal(name, error) from None
    return code if isinstance(code, int) else 0


def _app(name: str, about: str, say: Speak) -> App:
    app = App(
        name=name,
        help=about,
        help_flags=("--help", "-h"),
        help_format="plaintext",
        version_flags=(),
        result_action="return_value",
        group_commands=Group(say("Help"), sort_key=9),
        group_parameters=Group(say("Flags"), sort_key=2),
        group_arguments=Group(say("Arguments"), sort_key=1),
        default_parameter=Parameter(negative_iterable=(), show_default=False),
    )
    app["--help"].help = say("Show this and stop.")
    return app


def _flagged(function: Callable[..., int | None], box: Box | None, say: Speak) -> Callable[..., int | None]:
    """The function with its house rules taken apart into flags, and its help in the reader's language."""
    signature = inspect.signature(function, eval_str=True)
    house = next((p.name for p in signature.parameters.values() if _is_house_rules(p.annotation)), None)
    speaker = next((p.name for p in signature.parameters.values() if p.annotation is Speak), None)
    kept = [_spoken(p, say) for p in signature.parameters.values() if p.name not in (house, speaker)]
    if speaks := all(parameter.name != "lang" for parameter in kept):
        kept.append(_spoken(LANGUAGE, say))
    flags = [] if house is None or box is None else [*_rule_flags(box.game, say)]
    # Where the command has a flag of that name already, the house rule's is called after the house.
    taken = {parameter.name for parameter in kept}
    rules = {f"house_{flag.name}" if flag.name in taken else flag.name: flag.name for flag in flags}
    flags = [flag.replace(name=name) for name, flag in zip(rules, flags, strict=True)]

    def call(*arguments: Any, **given: Any) -> int | None:
        if house is not None:
            told = {rule: given.pop(name) for name, rule in rules.items() if name in given}
            given[house] = None if box is None else rules_of(box.game, told)
        if speaks:
            # The line was read for it before its flags were: what is left is to refuse a language that there is not.
            chosen(given.pop(LANGUAGE.name, None))
        if speaker is not None:
            given[speaker] = say
        return function(*arguments, **given)

    # Flags have no order, but a catch-all has to stand last.
    catch_all = [p for p in kept if p.kind is inspect.Parameter.VAR_KEYWORD]
    parameters = [*(p for p in kept if p not in catch_all), *flags, *catch_all]
    call.__signature__ = signature.replace(parameters=parameters)  # type: ignore[attr-defined]
    call.__annotations__ = {p.name: p.annotation for p in parameters}
    return call


def _is_house_rules(annotation: Any) -> bool:
    found = [annotation, *get_args(annotation)]
    return any(isinstance(item, type) and issubclass(item, HouseRules) for item in found)


def _spoken(parameter: inspect.Parameter, say: Speak) -> inspect.Parameter:
    """A parameter whose help, if it has one, is in the reader's language."""
    if get_origin(parameter.annotation) is not Annotated:
        return parameter
    kind, *notes = get_args(parameter.annotation)
    spoken = [
        Parameter.combine(note, Parameter(help=say(note.help)))
        if isinstance(note, Parameter) and note.help
        else note
        for note in notes
    ]
    return parameter.replace(annotation=Annotated[kind, *spoken])


def _rule_flags(game: AnyGame, say: Speak) -> Sequence[inspect.Parameter]:
    group = Group(say("House rules"), sort_key=3)
    names = ", ".join(f'"{name}"' for name in game.presets)
    about = say("A set of house rules by name: {names}. Further flags change it.", names=names)
    return [
        _flag(PRESET, str | None, about, group),
        *(
            _flag(
                option.name, bool | None if option.kind == "switch" else str | None, _help(option, say), group
            )
            for option in game.rules.options()
        ),
    ]


def _flag(name: str, kind: Any, about: str, group: Group) -> inspect.Parameter:
    note = Parameter(help=about, group=group)
    return inspect.Parameter(name, _FLAG_ONLY, default=None, annotation=Annotated[kind, note])


def _help(option: Option, say: Speak) -> str:
    parts = [say(option.meaning) + "."]
    if option.example:
        parts.append(say(option.example))
    if option.kind != "switch":
        parts.append(say("Allowed: {allowed}.", allowed=allowed(option, say)))
    default = option.write(option.default) or str(option.low)
    if option.kind == "switch":
        default = say("on") if option.default else say("off")
    parts.append(say("Default: {value}.", value=default))
    return " ".join(parts)


def allowed(option: Option, say: Speak) -> str:
    """What may stand behind a flag, in the reader's language. Numbers stand as they are typed."""
    low, high, step = str(option.low), str(option.high), str(option.step)
    if option.kind == "choice":
        return say("one of {values}", values=", ".join(map(str, option.values)))
    if option.kind == "per seat":
        return say("{low} to {high} a seat, such as {example}", low=low, high=high, example=f"{low}/{high}")
    if option.step > 1:
        return say("{low} to {high} in steps of {step}", low=low, high=high, step=step)
    return say("{low} to {high}", low=low, high=high)


def rules_of(game: AnyGame, told: Mapping[str, Any]) -> HouseRules:
    """The house rules that flags mean: a preset (or the defaults), then each flag that was given."""
    options = {option.name: option for option in game.rules.options()}
    preset = told.get(PRESET)
    base = game.preset(preset) if preset is not None else None
    values = {
        name: value if isinstance(value, bool) else options[name].read(value)
        for name, value in told.items()
        if name in options and value is not None
    }
    rules: HouseRules = game.rules.of(values, base)
    return rules

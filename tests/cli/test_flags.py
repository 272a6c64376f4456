"""Every house rule of every game is a flag, made from the options value and from nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from sofra.cli import flags
from sofra.cli.dispatch import run as main
from sofra.core.errors import Malformed, SofraError
from sofra.core.rules import HouseRules, Option
from sofra.games import Box, boxes

OPTIONS = [(key, option) for key, box in boxes().items() for option in box.game.rules.options()]


def given(box: Box, *words: str) -> HouseRules:
    """The house rules that a command gets for these words."""
    got: list[HouseRules] = []

    def command(*, rules: HouseRules) -> None:
        got.append(rules)

    flags.run_function("try", "Try it.", command, words, box)
    return got[0]


def name_of(option: Option) -> str:
    return "--" + option.name.replace("_", "-")


def values_of(option: Option) -> Iterator[tuple[Any, list[str]]]:
    """Values of an option with the words that say them."""
    flag = name_of(option)
    if option.kind == "switch":
        yield True, [flag]
        yield False, ["--no-" + flag.removeprefix("--")]
    elif option.kind == "choice":
        for value in option.values:
            yield value, [flag, str(value)]
            yield value, [f"{flag}={value}"]
    elif option.kind == "whole":
        for value in (option.low, option.low + option.step, option.high):
            yield value, [flag, str(value)]
    else:
        yield (option.low, option.high), [flag, f"{option.low}/{option.high}"]
        yield (option.high,), [flag, str(option.high)]


@pytest.mark.parametrize(("key", "option"), OPTIONS, ids=lambda item: getattr(item, "name", item))
def test_each_value_of_each_option_can_be_said(key: str, option: Option) -> None:
    box = boxes()[key]
    said = 0
    for value, words in values_of(option):
        refusal = refusal_of(box, {option.name: value})
        if refusal is not None:
            # A value that needs another option beside it is refused in the same words.
            with pytest.raises(SofraError) as refused:
                given(box, *words)
            assert str(refused.value) == refusal
            continue
        rules = given(box, *words)
        assert getattr(rules, option.name) == value
        assert rules == box.game.rules.of({option.name: value})
        said += 1
    assert said


def refusal_of(box: Box, values: dict[str, Any]) -> str | None:
    """Why these values alone are no house rules."""
    try:
        box.game.rules.of(values)
    except SofraError as error:
        return str(error)
    return None


@pytest.mark.parametrize(("key", "option"), OPTIONS, ids=lambda item: getattr(item, "name", item))
def test_each_wrong_value_is_refused_with_what_is_allowed(key: str, option: Option) -> None:
    box, flag = boxes()[key], name_of(option)
    wrong = {
        "switch": [f"{flag}=perhaps"],
        "choice": [flag, "perhaps"],
        "whole": [flag, str(option.high + option.step)],
        "per seat": [flag, f"{option.low}/{option.high + option.step}"],
    }[option.kind]
    with pytest.raises(SofraError) as refused:
        given(box, *wrong)
    assert flag in str(refused.value) or option.name in str(refused.value)
    if option.kind != "switch":
        assert str(option.allowed) in str(refused.value)


@pytest.mark.parametrize("key", sorted(boxes()))
def test_a_flag_stands_on_top_of_its_preset(key: str) -> None:
    box = boxes()[key]
    assert given(box) == box.game.rules()
    for name, preset in box.game.presets.items():
        assert given(box, "--preset", name) == preset
    name, preset = list(box.game.presets.items())[-1]
    option = next(o for o in box.game.rules.options() if o.kind == "whole")
    changed = box.game.rules.of({option.name: option.low}, preset)
    assert given(box, name_of(option), str(option.low), "--preset", name) == changed


@pytest.mark.parametrize("key", sorted(boxes()))
def test_help_tells_every_option_with_what_is_allowed(key: str, capsys: pytest.CaptureFixture[str]) -> None:
    box = boxes()[key]

    def command(*, rules: HouseRules) -> None:
        raise AssertionError

    flags.run_function("try", "Try it.", command, ["--help"], box)
    told = "".join(character for character in capsys.readouterr().out if character not in " \n│")
    for option in box.game.rules.options():
        assert name_of(option) in told
        assert option.meaning.replace(" ", "") in told
        if option.kind in ("whole", "per seat"):
            assert f"{option.low}to{option.high}" in told


def test_a_command_without_a_game_has_no_house_rules() -> None:
    got: list[object] = []

    def command(number: int, /, *, rules: HouseRules | None = None) -> int:
        got.append((number, rules))
        return 3

    assert flags.run_function("try", "Try it.", command, ["4"]) == 3
    assert got == [(4, None)]
    with pytest.raises(Malformed, match="--preset"):
        flags.run_function("try", "Try it.", command, ["4", "--preset", "Short"])


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("raks reach 2 3", "THIRD is missing"),
        ("raks reach 2 3 5 1", '"1" is one word too many'),
        ("play farkle --sead x", "there is no --sead; --seed is the nearest"),
        ("play farkle --frob", "there is no --frob; --help lists"),
        ("play farkle --seats two", "--seats is a whole number, not two"),
        ("play farkle --speed fast", "--speed is one of calm, quick, none, not fast"),
        ("play farkle --seats", "--seats needs a value behind it"),
        ("rules farkle --seats 2 --seats 3", "--seats may be given once only"),
    ],
)
def test_words_that_mean_nothing_are_refused_in_our_own_words(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    assert sentence in capsys.readouterr().err


def test_a_house_rule_gives_way_to_a_flag_of_the_command() -> None:
    got: list[tuple[int, HouseRules]] = []

    def command(*, games: int = 7, rules: HouseRules) -> None:
        got.append((games, rules))

    for words in ((), ("--house-games", "3"), ("--games", "9", "--house-games", "5")):
        flags.run_function("try", "Try it.", command, words, boxes()["raks"])
    assert [(games, rules.games) for games, rules in got] == [(7, 1), (7, 3), (9, 5)]  # type: ignore[attr-defined]

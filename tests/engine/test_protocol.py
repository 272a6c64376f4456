"""The engine protocol to the letter: every request, its answer, and every kind of refusal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from sofra.core.errors import Malformed
from sofra.core.rules import Option
from sofra.engine.lines import LONGEST_LINE
from sofra.engine.schema import rules_schema
from sofra.games import boxes
from tests.engine.driving import Engine, refused


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    """One process for all: `new` replaces whatever another test has left."""
    with Engine() as running:
        yield running


@pytest.fixture(scope="module")
def fresh() -> Iterator[Engine]:
    """A process in which no match was begun."""
    with Engine() as running:
        yield running


def farkle(engine: Engine, **fields: Any) -> dict[str, Any]:
    """Begin a match of Farkle for two with dice typed in; seat 0 has won the throw for the start."""
    engine.ask("new", game="farkle", seats=2, chance="manual", **fields)
    return engine.ask("chance", outcome=[6, 1])


def test_the_id_is_echoed_whatever_it_is(engine: Engine) -> None:
    for identity in (1, "a", None, [1, {"b": 2.5}], True, "ş €"):
        line = json.dumps({"id": identity, "do": "games"}).encode()
        assert json.loads(engine.raw(line))["id"] == identity
    assert json.loads(engine.raw(b'{"id":7,"do":"dance"}'))["id"] == 7


def test_games_tells_protocol_seats_schema_and_presets(engine: Engine) -> None:
    answer = engine.ask("games")
    assert answer["protocol"] == 1
    assert {item["game"] for item in answer["games"]} == set(boxes())
    for item in answer["games"]:
        box = boxes()[item["game"]]
        assert item["seats"] == list(box.game.facts.seats)
        assert item["presets"] == {name: rules.values() for name, rules in box.game.presets.items()}
        schema = item["rules"]
        assert (schema["type"], schema["additionalProperties"]) == ("object", False)
        assert set(schema["properties"]) == {option.name for option in box.game.rules.options()}
        for option in box.game.rules.options():
            field = schema["properties"][option.name]
            assert field["description"] == option.meaning
            default = option.default
            assert field["default"] == (list(default) if isinstance(default, tuple) else default)


def test_every_preset_fits_its_own_schema(engine: Engine) -> None:
    for item in engine.ask("games")["games"]:
        for preset in item["presets"].values():
            for name, value in preset.items():
                field = item["rules"]["properties"][name]
                kinds = {"boolean": bool, "integer": int, "string": str, "array": list}
                assert type(value) is kinds[field["type"]]
                assert value in field.get("enum", [value])
                if field["type"] == "integer" and "minimum" in field:
                    assert field["minimum"] <= value <= field["maximum"]
                    assert value % field.get("multipleOf", 1) == 0


@pytest.mark.parametrize("game", boxes())
def test_a_schema_takes_the_whole_numbers_that_the_rules_take(game: str) -> None:
    for option in boxes()[game].game.rules.options():
        if option.kind not in ("whole", "per seat"):
            continue
        field = rules_schema(boxes()[game].game.rules)["properties"][option.name]
        field = field.get("items", field)
        for number in range(option.low - 2, option.high + 3):
            assert _schema_takes(field, number) == _option_takes(option, number), (option.name, number)


def _schema_takes(field: dict[str, Any], number: int) -> bool:
    if "enum" in field:
        return number in field["enum"]
    return field["minimum"] <= number <= field["maximum"] and number % field.get("multipleOf", 1) == 0


def _option_takes(option: Option, number: int) -> bool:
    try:
        option.check([number] if option.kind == "per seat" else number)
    except Malformed:
        return False
    return True


def test_new_takes_a_seed_and_resolves_chance_at_once(engine: Engine) -> None:
    answer = engine.ask("new", game="farkle", seats=2, seed="text")
    assert answer["version"] == 0
    assert answer["ask"]["kind"] == "choice"
    seat = answer["ask"]["seats"][0]
    after = engine.ask("play", seat=seat, move="roll")
    assert after["version"] == 1
    word, *dice = after["events"][0].split(" ")
    assert word == "roll"
    assert len(dice) == 6


def test_the_seed_has_the_derivation_that_is_written_down(engine: Engine) -> None:
    """SHA-512 of "sofra seed 1", NUL, text; HMAC-SHA-512 blocks of "label:i#j"; bytes from 252 on passed over."""
    import hashlib
    import hmac

    key = hashlib.sha512(b"sofra seed 1\0" + "kırmızı".encode()).digest()

    def die(label: str) -> int:
        for block in range(9):
            for byte in hmac.digest(key, f"{label}#{block}".encode(), "sha512"):
                if byte < 252:
                    return byte % 6 + 1
        raise AssertionError

    engine.ask("new", game="farkle", seats=1, seed="kırmızı")
    due = "roll " + " ".join(str(die(f"roll:1:1:{number}")) for number in range(1, 7))
    assert engine.ask("play", seat=0, move="roll")["events"][0] == due


def test_house_rules_stand_on_a_preset(engine: Engine) -> None:
    engine.ask("new", game="farkle", seats=2, seed="x", preset="Short", rules={"opening": 300})
    assert "house rules: target=5000, opening=300\n" in engine.ask("record")["record"]
    assert "Nope" in refused(engine.try_to("new", game="farkle", seats=2, seed="x", preset="Nope"), "unknown")


def test_asks_have_the_shape_that_is_written_down(engine: Engine) -> None:
    answer = engine.ask("new", game="farkle", seats=3, chance="manual")
    ordered = {"kind": "chance", "label": "start:1", "dice": 3, "ordered": True, "seats": [0, 1, 2]}
    assert answer == {"version": 0, "ask": ordered}
    answer = engine.ask("chance", outcome=[1, 6, 2])
    assert answer == {"version": 1, "ask": {"kind": "choice", "seats": [1]}, "events": ["start 1 6 2"]}
    answer = engine.ask("play", seat=1, move="roll")
    assert answer["ask"] == {"kind": "chance", "label": "roll:1:1", "dice": 6}
    answer = engine.ask("new", game="racko", seats=2, chance="manual")
    assert answer["ask"] == {"kind": "chance", "label": "dealer:1", "cards": 2, "of": list(range(1, 41))}
    assert engine.ask("ask") == answer


def test_a_match_ends_with_scores_and_winners(engine: Engine) -> None:
    farkle(engine, rules={"target": 500, "last_round": False})
    engine.ask("play", seat=0, move="roll")
    engine.ask("chance", outcome=[1, 1, 1, 2, 3, 4])
    engine.ask("play", seat=0, move="keep 1 1 1")
    over = {"kind": "over", "scores": [1000, 0], "winners": [0]}
    assert engine.ask("play", seat=0, move="bank") == {"version": 5, "ask": over, "events": ["bank"]}
    assert engine.ask("ask") == {"version": 5, "ask": over}
    refused(engine.try_to("play", seat=0, move="roll"), "turn")


def test_partners_are_told_as_sides(engine: Engine) -> None:
    engine.ask(
        "new", game="racko", seats=4, seed="sides", preset="Partners", rules={"target": 75, "stall": 20}
    )
    for _ in range(5000):
        ask = engine.ask("ask")["ask"]
        if ask["kind"] == "over":
            break
        seat = ask["seats"][0]
        engine.ask("play", seat=seat, move=engine.ask("moves", seat=seat)["moves"][0])
    assert ask["sides"] == [[0, 2], [1, 3]]
    assert ask["scores"][0] == ask["scores"][2]
    assert ask["scores"][1] == ask["scores"][3]


def test_moves_are_sorted_and_empty_for_a_seat_that_is_not_asked(engine: Engine) -> None:
    farkle(engine)
    assert engine.ask("moves", seat=0) == {"moves": ["roll"]}
    assert engine.ask("moves", seat=1) == {"moves": []}
    engine.ask("play", seat=0, move="roll")
    engine.ask("chance", outcome=[5, 1, 2, 1, 3, 4])
    moves = engine.ask("moves", seat=0)["moves"]
    assert moves == sorted(moves)
    assert {"keep 1", "keep 1 1", "keep 1 1 5"} <= set(moves)


def test_forms_are_told_where_a_text_is_made_up(engine: Engine) -> None:
    engine.ask("new", game="raks", seats=2, chance="manual")
    engine.ask("chance", outcome=[6, 1])
    engine.ask("chance", outcome=[2, 3, 5])
    engine.ask("play", seat=0, move="no move")
    assert engine.ask("moves", seat=1) == {"moves": ["pass"], "forms": ["claim <expression> = <zone>"]}
    answer = engine.ask("play", seat=1, move="claim 3*5+2 = 17")
    assert answer["events"] == ["claim 3*5+2 = 17"]
    assert engine.ask("score")["scores"] == [0, 1]


def test_play_tells_what_happened_with_chance_included(engine: Engine) -> None:
    engine.ask("new", game="farkle", seats=2, seed="chance", rules={"opening": 0})
    seat = engine.ask("ask")["ask"]["seats"][0]
    events = engine.ask("play", seat=seat, move="roll")["events"]
    assert len(events) == 1
    assert events[0].startswith("roll ")


def test_dice_come_in_any_order_unless_each_belongs_to_a_seat(engine: Engine) -> None:
    farkle(engine)
    engine.ask("play", seat=0, move="roll")
    first = engine.ask("chance", outcome=[4, 1, 5, 2, 3, 3])
    moves = engine.ask("moves", seat=0)
    farkle(engine)
    engine.ask("play", seat=0, move="roll")
    second = engine.ask("chance", outcome=[1, 2, 3, 3, 4, 5])
    assert first["ask"] == second["ask"]
    assert engine.ask("moves", seat=0) == moves
    engine.ask("new", game="farkle", seats=2, chance="manual")
    assert engine.ask("chance", outcome=[1, 6])["ask"]["seats"] == [1]


def test_a_deck_is_kept_for_the_draws_of_its_round(engine: Engine) -> None:
    engine.ask("new", game="racko", seats=2, chance="manual")
    engine.ask("chance", outcome=[40, 1])
    deck = [*range(40, 0, -1)]
    answer = engine.ask("chance", deck=deck)
    assert answer["ask"] == {"kind": "choice", "seats": [1]}
    assert engine.ask("view", seat=1)["view"]["discards"][-1] == 20
    answer = engine.ask("play", seat=1, move="draw")
    assert answer["events"] == ["draw 19"]
    assert answer["ask"] == {"kind": "choice", "seats": [1]}


def test_without_a_deck_each_draw_is_asked(engine: Engine) -> None:
    engine.ask("new", game="racko", seats=2, chance="manual")
    engine.ask("chance", outcome=[40, 1])
    ask = engine.ask("ask")["ask"]
    assert (ask["label"], ask["cards"], ask["of"]) == ("deal:1", 21, list(range(1, 41)))
    engine.ask("chance", outcome=list(range(1, 22)))
    ask = engine.ask("play", seat=1, move="draw")["ask"]
    assert ask == {"kind": "chance", "label": "draw:1:1", "cards": 1, "of": list(range(22, 41))}


def test_views_are_for_a_seat_or_a_spectator(engine: Engine) -> None:
    engine.ask("new", game="racko", seats=2, seed="views")
    mine, other, nobody = (engine.ask("view", seat=seat) for seat in (0, 1, None))
    assert mine["view"]["viewer"] == 0
    assert nobody["view"]["viewer"] is None
    assert len({json.dumps(answer) for answer in (mine, other, nobody)}) == 3


def test_scores_add_up_to_their_reasons(engine: Engine) -> None:
    farkle(engine, rules={"head_start": [0, 500]})
    answer = engine.ask("score")
    assert answer["scores"] == [0, 500]
    assert answer["reasons"] == [[], [{"points": 500, "what": "head start"}]]


def test_a_record_brings_a_match_back(engine: Engine) -> None:
    farkle(engine)
    engine.ask("play", seat=0, move="roll")
    engine.ask("chance", outcome=[1, 1, 5, 2, 3, 3])
    record = engine.ask("record")["record"]
    before = engine.ask("ask"), engine.ask("view", seat=0), engine.ask("moves", seat=0)
    engine.ask("new", game="racko", seats=2, seed="other")
    assert engine.ask("load", record=record) == before[0]
    assert (engine.ask("ask"), engine.ask("view", seat=0), engine.ask("moves", seat=0)) == before
    assert engine.ask("record")["record"] == record


def test_a_seeded_match_goes_on_with_the_same_dice_after_load(engine: Engine) -> None:
    engine.ask("new", game="farkle", seats=1, seed="again")
    record = engine.ask("record")["record"]
    first = engine.ask("play", seat=0, move="roll")
    engine.ask("load", record=record)
    assert engine.ask("play", seat=0, move="roll") == first


def test_a_sealed_match_can_be_looked_at_but_not_played_on(engine: Engine) -> None:
    farkle(engine)
    record = engine.ask("record")["record"]
    text = record[: record.index("hash:")].replace("chance: manual", "chance: sealed\nseal table: t1")
    engine.ask("load", record=text)
    engine.ask("play", seat=0, move="roll")
    refused(engine.try_to("chance", outcome=[1, 1, 1, 1, 1, 1]), "unsupported")
    assert "chance: sealed\nseal table: t1\n" in engine.ask("record")["record"]


def test_a_suggestion_is_a_move_that_may_be_played(engine: Engine) -> None:
    for game in boxes():
        engine.ask("new", game=game, seats=2, seed="suggest")
        seat = engine.ask("ask")["ask"]["seats"][0]
        for player in (None, *boxes()[game].players):
            named = {} if player is None else {"player": player}
            answer = engine.ask("suggest", seat=seat, **named)
            assert set(answer) == {"move", "values"}
            assert answer["move"] in engine.ask("moves", seat=seat)["moves"]
            assert engine.ask("suggest", seat=seat, budget_sims=50, **named) == engine.ask(
                "suggest", seat=seat, budget_sims=50, **named
            )


def test_helpers_are_stateless(fresh: Engine) -> None:
    score = {"tool": "farkle.score", "dice": [1, 1, 5], "rules": {}}
    assert fresh.ask("evaluate", **score) == {"score": 250}
    assert fresh.ask("evaluate", tool="farkle.score", dice=[2], rules={}) == {"score": None}
    keeps = fresh.ask("evaluate", tool="farkle.keeps", dice=[1, 5], rules={})
    assert keeps == {
        "keeps": [{"dice": [1, 5], "score": 150}, {"dice": [1], "score": 100}, {"dice": [5], "score": 50}]
    }
    refused(fresh.try_to("ask"), "illegal")


@pytest.mark.parametrize("do", ["ask", "moves", "play", "chance", "view", "score", "record", "suggest"])
def test_there_is_nothing_to_ask_before_a_match(fresh: Engine, do: str) -> None:
    fields: dict[str, Any] = {
        "moves": {"seat": 0},
        "play": {"seat": 0, "move": "roll"},
        "chance": {"outcome": [1]},
        "view": {"seat": 0},
        "suggest": {"seat": 0},
    }.get(do, {})
    assert '"new"' in refused(fresh.try_to(do, **fields), "illegal")


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b"{", "not JSON"),
        (b"[]", "a request is a JSON object such as"),
        (b'"games"', "a text"),
        (b"null", "null"),
        (b"17", "a number"),
        (b"{}", "do"),
        (b'{"do":7}', "do must be a text"),
        (b'{"do":"games","do":"games"}', '"do" stands twice'),
        (b'{"do":"games","id":{"a":1,"a":1}}', '"a" stands twice'),
        (b'{"do":"games","seat":0}', '"games" takes no field "seat"'),
        (b'{"do":"games","id":NaN}', "NaN"),
        (b'{"do":"games","id":1e999}', "1e999"),
        (b'{"do":"games"} {"do":"games"}', "column"),
        (b'{"do":"ga\xffmes"}', "not UTF-8 (byte 9)"),
        (b'\xef\xbb\xbf{"do":"games"}', "not JSON"),
        (b'{"do":"view","seat":1.0}', "seat must be a whole number or null, not a number"),
        (b'{"do":"view","seat":"0"}', "seat must be a whole number or null, not a text"),
        (b'{"do":"moves","seat":true}', "seat must be a whole number, not a boolean"),
        (b'{"do":"moves","seat":null}', "seat must be a whole number, not null"),
        (b'{"do":"moves"}', 'needs the field "seat"'),
        (b'{"do":"play","seat":0}', 'needs the field "move"'),
        (b'{"do":"play","seat":0,"move":"fly"}', "fly"),
        (b'{"do":"play","seat":0,"move":["roll"]}', "move must be a text, not a list"),
        (b'{"do":"chance"}', '"outcome" or "deck"'),
        (b'{"do":"chance","outcome":[1],"deck":[1]}', '"outcome" or "deck"'),
        (b'{"do":"chance","outcome":[1.5]}', "list of whole numbers"),
        (b'{"do":"chance","outcome":[true]}', "list of whole numbers"),
        (b'{"do":"load","record":"nonsense"}', "line 1, column 1"),
        (b'{"do":"new","game":"farkle","seats":2}', '"seed"'),
        (b'{"do":"new","game":"farkle","seats":2,"seed":"a","chance":"manual"}', '"seed"'),
        (b'{"do":"new","game":"farkle","seats":2,"chance":"fair"}', "manual"),
        (b'{"do":"new","game":"farkle","seats":2,"chance":"seed a"}', "manual"),
        (b'{"do":"new","game":"farkle","seats":2,"chance":"sealed"}', "manual"),
        (b'{"do":"new","game":"farkle","seats":2,"seed":""}', "a seed is one line"),
        (b'{"do":"new","game":"farkle","seats":2,"seed":"a\\nb"}', "a seed is one line"),
        (b'{"do":"new","game":"farkle","seats":2,"seed":"\\ud800"}', "a seed is one line"),
        (b'{"do":"new","game":"farkle","seats":2,"seed":"a\xc2\xa0b"}', "visible"),
        (b'{"do":"new","game":"farkle","seats":0,"seed":"a"}', "1 to 8 players, not 0"),
        (b'{"do":"new","game":"farkle","seats":9,"seed":"a"}', "1 to 8 players, not 9"),
        (b'{"do":"new","game":"farkle","seats":2,"seed":"a","rules":{"target":5001}}', "target"),
        (b'{"do":"new","game":"farkle","seats":2,"seed":"a","rules":{"target":true}}', "target"),
        (b'{"do":"new","game":"farkle","seats":2,"seed":"a","rules":{"speed":1}}', "speed"),
        (b'{"do":"new","game":"farkle","seats":2,"seed":"a","rules":[]}', "rules must be an object"),
        (b'{"do":"new","game":"farkle","seats":2,"seed":"a","rules":{"head_start":[0]}}', "head_start"),
        (b'{"do":"suggest","seat":0,"budget_ms":1,"budget_sims":1}', "one budget"),
        (b'{"do":"suggest","seat":0,"budget_ms":0}', "at least 1"),
        (b'{"do":"evaluate","tool":"farkle.score"}', '"dice"'),
        (b'{"do":"evaluate","tool":"farkle.score","dice":[1],"rules":{},"x":1}', '"x"'),
        (b'{"do":"evaluate","tool":"farkle.score","dice":[0],"rules":{}}', "1 to 6"),
    ],
)
def test_what_is_malformed_is_refused_with_its_reason(engine: Engine, line: bytes, said: str) -> None:
    farkle(engine)
    before = engine.ask("record"), engine.ask("ask")
    answer = json.loads(engine.raw(line))
    answer.pop("id")
    assert said in refused(answer, "malformed")
    assert (engine.ask("record"), engine.ask("ask")) == before


@pytest.mark.parametrize(
    ("kind", "do", "fields"),
    [
        ("unknown", "dance", {}),
        ("unknown", "new", {"game": "chess", "seats": 2, "seed": "a"}),
        ("unknown", "new", {"game": "farkle", "seats": 2, "seed": "a", "preset": "Nope"}),
        ("unknown", "moves", {"seat": 2}),
        ("unknown", "play", {"seat": -1, "move": "roll"}),
        ("unknown", "view", {"seat": 7}),
        ("unknown", "evaluate", {"tool": "farkle.wisdom"}),
        ("unknown", "suggest", {"seat": 0, "player": "nobody"}),
        ("turn", "play", {"seat": 1, "move": "roll"}),
        ("turn", "chance", {"outcome": [1, 1, 1, 1, 1, 1]}),
        ("turn", "suggest", {"seat": 1}),
        ("illegal", "play", {"seat": 0, "move": "bank"}),
        ("illegal", "play", {"seat": 0, "move": "keep 1"}),
    ],
)
def test_every_other_kind_of_refusal_changes_nothing(
    engine: Engine, kind: str, do: str, fields: dict[str, Any]
) -> None:
    farkle(engine)
    before = engine.ask("record"), engine.ask("ask")
    refused(engine.try_to(do, **fields), kind)
    assert (engine.ask("record"), engine.ask("ask")) == before


@pytest.mark.parametrize(
    "outcome", [[1] * 5, [1] * 7, [0, 1, 1, 1, 1, 1], [7, 1, 1, 1, 1, 1], [], [10**30] * 6]
)
def test_dice_that_cannot_be_are_refused(engine: Engine, outcome: list[int]) -> None:
    farkle(engine)
    engine.ask("play", seat=0, move="roll")
    before = engine.ask("record")
    refused(engine.try_to("chance", outcome=outcome), "illegal")
    refused(engine.try_to("chance", deck=[1, 2]), "illegal")
    assert engine.ask("record") == before


def test_a_seeded_match_takes_no_outcomes(engine: Engine) -> None:
    engine.ask("new", game="farkle", seats=1, seed="mine")
    assert "by itself" in refused(engine.try_to("chance", outcome=[1]), "illegal")


def test_a_refused_new_or_load_leaves_the_match_that_was(engine: Engine) -> None:
    farkle(engine)
    before = engine.ask("record")
    refused(engine.try_to("new", game="farkle", seats=99, seed="a"), "malformed")
    wrong = before["record"][: before["record"].index("hash:")].replace("* start:1 = 6 1", "* start:1 = 6 7")
    assert "line " in refused(engine.try_to("load", record=wrong), "illegal")
    assert "hash" in refused(
        engine.try_to("load", record=before["record"].replace("6 1", "1 6")), "malformed"
    )
    assert engine.ask("record") == before


def test_lines_of_a_mebibyte_are_read_and_longer_ones_refused(engine: Engine) -> None:
    shell = b'{"do":"games","id":""}'
    longest = shell[:-2] + b"x" * (LONGEST_LINE - len(shell)) + shell[-2:]
    assert len(longest) == LONGEST_LINE
    assert json.loads(engine.raw(longest))["protocol"] == 1
    for more in (1, 2, 3, LONGEST_LINE, 2 * LONGEST_LINE + 7):
        answer = json.loads(engine.raw(longest[:-2] + b"x" * more + longest[-2:]))
        assert answer == {"id": None, "error": answer["error"]}
        assert "1048576 bytes" in answer["error"]["message"]
    assert "protocol" in engine.ask("games")


@pytest.mark.parametrize("behind", [b"", b'{"do":"games"}'])
def test_a_line_that_is_too_long_is_answered_though_it_begins_with_blanks(
    engine: Engine, behind: bytes
) -> None:
    answer = json.loads(engine.raw(b" " * (LONGEST_LINE + 2) + behind))
    assert answer.pop("id") is None
    assert "1048576 bytes" in refused(answer, "malformed")
    assert "protocol" in engine.ask("games")


def test_blank_lines_are_ignored_and_the_last_line_needs_no_end() -> None:
    import subprocess

    from tests.engine.driving import COMMAND

    text = b'\n  \n\r\n{"id":1,"do":"games"}\r\n\n{"id":2,"do":"ask"}'
    done = subprocess.run(COMMAND, input=text, capture_output=True, timeout=300, check=True)
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [1, 2]
    assert done.stderr == b""


def test_no_input_is_a_good_end() -> None:
    with Engine():
        pass

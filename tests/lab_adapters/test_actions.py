"""Actions: the numbers stand for the moves, all of them and no others, and only what a seat may know decides."""

from itertools import combinations_with_replacement

import pytest

from sofra.core import Act, Chance, Choice, Outcome, SofraError, Unsupported
from sofra.games.box import Box, boxes
from sofra.games.farkle.moves import write
from sofra.games.farkle.rules import FarkleRules
from sofra.games.farkle.scoring import score_table
from sofra.games.raks.arithmetic import mistake
from sofra.lab.adapters.actions import SPARE, Codec
from sofra.lab.adapters.setting import setting
from tests.lab_adapters.plays import KEYS, choices, states, twins, without_list

PLAYED = [
    *((key, "default", 3) for key in KEYS),
    *((key, name, seats) for key in KEYS for name in boxes()[key].game.presets for seats in (2, 4)),
]


def playable(key: str, name: str, seats: int) -> bool:
    try:
        setting(key, name, seats)
    except SofraError:
        return False
    return True


SETTINGS = [played for played in PLAYED if playable(*played)]


def test_every_game_and_every_preset_is_tried() -> None:
    presets = {(key, name) for key in KEYS for name in boxes()[key].game.presets}
    assert presets <= {(key, name) for key, name, _ in SETTINGS}


@pytest.mark.parametrize(("key", "name", "seats"), SETTINGS)
def test_the_actions_open_are_the_moves_listed(key: str, name: str, seats: int) -> None:
    at = setting(key, name, seats)
    for state, seat in choices(at.game, at.rules, seats, seed=1, most=200):
        offers = at.codec.offers(state, seat)
        listed = at.game.moves(state, seat)
        assert list(offers) == sorted(offers)
        assert [move for move in listed if move not in offers.values()] == []
        for number, move in offers.items():
            if move in listed:
                assert at.codec.names[number] == at.game.write(move)
            else:
                assert at.game.forms(state, seat)


@pytest.mark.parametrize(("key", "name", "seats"), SETTINGS)
def test_every_action_open_is_taken_by_the_rules(key: str, name: str, seats: int) -> None:
    at = setting(key, name, seats)
    for state, seat in choices(at.game, at.rules, seats, seed=2, most=60):
        for move in at.codec.offers(state, seat).values():
            assert at.game.apply(state, Act(seat, move)) != state


@pytest.mark.parametrize("key", KEYS)
def test_nothing_is_open_to_a_seat_that_is_not_asked(key: str) -> None:
    at = setting(key, "default", 3)
    idle = 0
    for state in states(at.game, at.rules, 3, seed=3):
        ask = at.game.ask(state)
        for seat in range(3):
            if not isinstance(ask, Choice) or seat not in ask.seats:
                idle += 1
                assert at.codec.offers(state, seat) == {}
    assert idle > 100


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize("listed", [True, False])
def test_what_is_open_depends_on_the_view_alone(key: str, listed: bool) -> None:
    at = setting(key, "default", 3)
    codec = at.codec if listed else Codec(without_list(key), at.rules, 3)
    for state, seat in choices(at.game, at.rules, 3, seed=4, most=120):
        for twin in twins(at.game, state, seat, seed=5):
            assert codec.offers(twin, seat) == codec.offers(state, seat)


@pytest.mark.parametrize(
    "rules", [FarkleRules(), FarkleRules(three_pairs=0, small_straights=True, four_and_pair=False)]
)
def test_farkle_names_exactly_the_sets_that_some_throw_offers(rules: FarkleRules) -> None:
    table = score_table(rules)
    throws = [dice for count in range(1, 7) for dice in combinations_with_replacement(range(1, 7), count)]
    kept = {write(move) for throw in throws for move in table.offers[throw]}
    names = setting("farkle", rules, 2).codec.names
    assert set(names) == kept | {"roll", "bank", "take over"}
    assert len(names) == len(set(names))


def test_raks_claims_and_answers_are_right_expressions_for_every_zone_that_the_dice_reach() -> None:
    at = setting("raks", "default", 3)
    claims = shows = 0
    for state, seat in choices(at.game, at.rules, 3, seed=6, most=2500):
        offers = at.codec.offers(state, seat)
        for number, move in offers.items():
            name = at.codec.names[number]
            if name.startswith("claim "):
                claims += 1
                assert name == f"claim {move.zone}"
                assert state.board[move.zone - 1] is None
                assert mistake(move.expression, state.dice, "all", move.zone) is None
            elif name == "show":
                shows += 1
                assert mistake(move.expression, state.dice, "all", state.zone) is None
    assert claims > 100
    assert shows > 3


@pytest.mark.parametrize("key", KEYS)
def test_without_a_list_the_names_come_from_a_walk_and_are_the_same_each_time(key: str) -> None:
    rules = boxes()[key].game.rules()
    one, two = Codec(without_list(key), rules, 2), Codec(without_list(key), rules, 2)
    assert one.names == two.names
    assert one.names[-SPARE:] == tuple(f"other move {number}" for number in range(1, SPARE + 1))
    assert len(set(one.names)) == one.size


@pytest.mark.parametrize("key", KEYS)
def test_without_a_list_every_move_has_a_number_all_the_same(key: str) -> None:
    game = boxes()[key].game
    rules = game.rules()
    codec = Codec(without_list(key), rules, 3)
    for state, seat in choices(game, rules, 3, seed=7, most=300):
        offers = codec.offers(state, seat)
        assert set(game.moves(state, seat)) <= set(offers.values())
        assert len(set(offers.values())) == len(offers)


def test_a_move_that_no_walk_met_takes_a_spare_place() -> None:
    game = boxes()["farkle"].game
    codec = Codec(without_list("farkle"), FarkleRules(), 2)
    rare = tuple(
        dice for dice in score_table(FarkleRules()).offers[1, 1, 1, 5, 5, 5] if write(dice) not in codec.names
    )
    spare = [number for number, name in enumerate(codec.names) if name.startswith("other")]
    state = next(state for state, _ in choices(game, FarkleRules(), 2, seed=8) if state.phase == "turn")
    rolling = game.apply(state, Act(state.standing.seat, game.read("roll")))
    ask = game.ask(rolling)
    assert isinstance(ask, Chance)
    thrown = game.apply(rolling, Outcome(ask.label, (1, 1, 1, 5, 5, 5)))
    offers = codec.offers(thrown, thrown.standing.seat)
    assert rare
    assert tuple(offers[number] for number in spare[: len(rare)]) == rare


def test_a_list_that_forgot_a_move_is_told_so() -> None:
    whole = boxes()["raks"]
    box = Box("raks", game=whole.game_at, actions="tests.lab_adapters.plays:FORGETFUL")
    codec = Codec(box, whole.game.rules(), 2)
    state, seat = next(iter(choices(whole.game, whole.game.rules(), 2, seed=9)))
    with pytest.raises(Unsupported, match="raks: no action stands for the move no move; the game's list"):
        codec.offers(state, seat)


@pytest.mark.parametrize(("key", "size"), [("farkle", 157), ("racko", 25), ("raks", 113)])
def test_the_number_of_actions_is_the_one_the_documentation_names(key: str, size: int) -> None:
    assert setting(key, "default", 2).codec.size == size

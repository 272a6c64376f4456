"""The computer players: legal in every house rule, blind to what is hidden, and quick to go."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from racko.rounds import COMPLETE, DESCENDING, dealt, option_pairs, play
from sofra.core import Act, Choice, Fast, Match, Over
from sofra.core.players import Sight
from sofra.games.racko.bench import play_round, rows, winner_turns
from sofra.games.racko.chain import HOPELESS, Chain, RunChain, costs
from sofra.games.racko.gaps import may_come
from sofra.games.racko.play import RACKO
from sofra.games.racko.players import PERSONAS
from sofra.games.racko.rules import RackoRules
from tests.effort import lines_run

EVERYTHING = (False, *(True,) * 40, False)
OTHER = (39, *COMPLETE[1:])


def sight(match: Match) -> Sight:
    (seat,) = match.asked
    return Sight(seat, match.view(seat), match.told(seat), match.moves(seat))


@pytest.mark.parametrize("key", PERSONAS)
def test_every_player_moves_legally_under_every_pair_of_options(key: str) -> None:
    cases = list(option_pairs())
    rng = Random(key)
    for rules, seats in rng.sample(cases, 40):
        players = [PERSONAS[key].make(rules, seats) for _ in range(seats)]
        state, fast = RACKO.start(rules, seats), Fast(rng)
        for _ in range(60):
            ask = RACKO.ask(state)
            if isinstance(ask, Over):
                break
            if isinstance(ask, Choice):
                (seat,) = ask.seats
                offered = RACKO.moves(state, seat)
                move = players[seat].choose(Sight(seat, RACKO.view(state, seat), (), offered), rng)
                assert move in offered
                state = RACKO.apply(state, Act(seat, move))
            else:
                state = RACKO.apply(state, fast.answer(ask))


def test_two_chain_players_end_a_round_in_less_than_nine_turns() -> None:
    turns = winner_turns(RackoRules(), 250)
    assert sum(turns) / len(turns) <= 8.8
    assert max(turns) <= 60


def test_two_chain_players_with_the_run_rule_end_a_round_in_ten_turns() -> None:
    turns = winner_turns(RackoRules(min_run=3), 60)
    assert sum(turns) / len(turns) <= 10.6  # 60 rounds: two standard errors above the 9.9 that bench measures
    assert max(turns) <= 60


@pytest.mark.soak
@pytest.mark.parametrize(("min_run", "most"), [(0, 8.8), (3, 9.9)])
def test_ten_thousand_rounds_end_in_time(min_run: int, most: float) -> None:
    turns = winner_turns(RackoRules(min_run=min_run), 10_000)
    assert sum(turns) / len(turns) <= most
    assert max(turns) <= 60


def test_temperaments_differ_in_what_they_take() -> None:
    taken = {}
    for key in ("steady", "eager", "digger"):
        takes = choices = 0
        for number in range(12):
            rules, rng = RackoRules(), Random(number)
            player = PERSONAS[key].make(rules, 2)

            class Watched:
                def choose(self, sight: Sight, rng: Random) -> object:
                    nonlocal takes, choices
                    move = player.choose(sight, rng)  # noqa: B023 - used up within this round
                    if sight.view.phase == "turn":
                        choices += 1
                        takes += RACKO.write(move) == "take"
                    return move

            play_round(rules, [Watched(), Watched()], rng, 0)
        taken[key] = takes / choices
    assert taken["digger"] < taken["steady"] < taken["eager"]


def test_a_rack_in_order_is_worth_most_and_breaks_cost() -> None:
    assert Chain(COMPLETE, EVERYTHING, 3).now == 0.0
    one_off = Chain(OTHER, EVERYTHING, 3)
    two_off = Chain((39, 38, *COMPLETE[2:]), EVERYTHING, 3)
    assert 0.0 > one_off.now > two_off.now > Chain(DESCENDING, EVERYTHING, 3).now


def test_a_gap_that_nothing_can_fill_is_hopeless_and_more_cards_are_better() -> None:
    table = costs(30, 3)
    assert table[1][0] <= HOPELESS
    assert all(table[1][cards] < table[1][cards + 1] for cards in range(30))
    assert table[2][10] < table[1][10]


def test_the_best_place_closes_the_gap() -> None:
    assert Chain(OTHER, EVERYTHING, 3).best(1) == (0.0, 0)
    run = RunChain(OTHER, EVERYTHING, 3, 3)
    assert run.best(1) == (pytest.approx(0.0, abs=1e-2), 0)


def test_without_the_run_a_rack_in_order_is_not_there_yet() -> None:
    no_run = (2, 4, 6, 8, 10, 12, 14, 16, 18, 20)
    assert RunChain(no_run, EVERYTHING, 3, 3).now < -1.0
    assert RunChain(COMPLETE, EVERYTHING, 3, 3).now == 0.0


def test_what_others_took_in_the_open_is_not_waited_for() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    assert may_come(match.view(0))[40]
    play(match, "draw", 3)
    play(match, "toss")
    play(match, "take")
    play(match, "put 5")
    coming = may_come(match.view(0))
    assert not coming[3]
    assert not coming[40]
    assert coming[38]


def test_players_call_when_it_is_right_and_only_then() -> None:
    rules = RackoRules(declare="call", false_call="out")
    chain = PERSONAS["chain"].make(rules, 2)
    match = dealt(rules, [COMPLETE, DESCENDING], 1)
    assert RACKO.write(chain.choose(sight(match), Random(1))) == "rack-o"
    match = dealt(rules, [OTHER, DESCENDING], 1)
    assert RACKO.write(chain.choose(sight(match), Random(1))) == "take"
    play(match, "take")
    assert RACKO.write(chain.choose(sight(match), Random(1))) == "put 5 rack-o"
    match = dealt(rules, [DESCENDING, OTHER], 1)
    for _ in range(12):
        move = RACKO.write(chain.choose(sight(match), Random(1)))
        assert "rack-o" not in move or match.asked == (1,)
        if "rack-o" in move:
            break
        play(match, move, match.state.pile[-1] if move == "draw" and not match.state.round.known else None)


def test_a_choice_is_little_work() -> None:
    for rules in (RackoRules(), RackoRules(min_run=3)):
        player = PERSONAS["steady"].make(rules, 2)
        looking = sight(dealt(rules, [DESCENDING, OTHER], 1))
        assert 1_000 < lines_run(partial(player.choose, looking, Random(1))) < 100_000


def test_the_bench_has_its_rows() -> None:
    found = rows()
    assert [unit for _, _, unit in found] == [
        "rounds/s",
        "turns",
        "decisions/s",
        "rounds/s",
        "rounds/s",
        "rounds/s",
        "ms",
    ]
    assert all(figure > 0 for _, figure, _ in found)

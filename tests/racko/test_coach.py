"""The coach: choices with chances that add up, sentences whose numbers can be counted again, answers that repeat."""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import numpy as np
import pytest

from racko.rounds import COMPLETE, DESCENDING, careless, dealt, home_move, play
from sofra.core import Act, Match
from sofra.core.dealers import seeded
from sofra.core.players import Sight
from sofra.games.racko import because, expert, kernel, layout
from sofra.games.racko.coach import COACH, FIRST_ERROR
from sofra.games.racko.gaps import Bent, GapFiller
from sofra.games.racko.kernel_chain import desk
from sofra.games.racko.kernel_first import first_chances
from sofra.games.racko.kernel_race import race
from sofra.games.racko.kernel_random import stream
from sofra.games.racko.kernel_rounds import chance
from sofra.games.racko.kernel_weights import choose_by_weight, weight_table
from sofra.games.racko.layout import house
from sofra.games.racko.play import RACKO
from sofra.games.racko.prospects import after_round, before_round
from sofra.games.racko.rules import PRESETS, RackoRules
from sofra.games.racko.stakes import sides, stakes
from sofra.games.racko.state import CHOOSING
from sofra.games.reviewing import review

OTHER = (39, *COMPLETE[1:])


@pytest.fixture(autouse=True)
def _patient() -> None:
    expert._thinker.wait = 600.0


def sight(match: Any) -> Sight:
    (seat,) = match.asked
    return Sight(seat, match.view(seat), match.told(seat), match.moves(seat))


def slow_line(cards: tuple[int, ...]) -> int:
    """The longest rising line, by looking at every choice of cards."""
    for count in range(10, 1, -1):
        if any(list(kept) == sorted(kept) for kept in combinations(cards, count)):
            return count
    return 1


def test_the_rising_line_is_the_longest() -> None:
    rng = Random(4)
    for _ in range(60):
        cards = tuple(rng.sample(range(1, 41), 10))
        assert because.rising_line(cards) == slow_line(cards) == line(cards)
    assert because.rising_line(COMPLETE) == 10


def line(cards: tuple[int, ...]) -> int:
    """The same, card by card: each one's line is one longer than the best that it can follow."""
    longest: list[int] = []
    for at, card in enumerate(cards):
        longest.append(1 + max((longest[before] for before in range(at) if cards[before] < card), default=0))
    return max(longest)


def recount(view: Any, seat: int, message: str, said: dict[str, Any]) -> None:
    """Counts the numbers of a sentence again, from the view alone, in another way."""
    rack = view.racks[seat]
    visible = {*view.discards, view.hand, *(card for seen in view.racks for card in seen)}
    coming = {card for card in range(1, 21 + 10 * view.seats) if card not in visible}
    if view.known:
        coming = {*view.pile, *view.discards[:-1]}
    elif view.shuffles:
        coming &= set(view.shuffled)

    def reach(cards: tuple[int, ...], card: int) -> int:
        return max(line((*cards[:at], card, *cards[at + 1 :])) for at in range(10))

    now = rack
    if "slot" in said:
        at = said["slot"] // 5 - 1
        now = (*rack[:at], said["card"], *rack[at + 1 :])
        assert line(now) == said.get("after", 10)
    if "before" in said:
        assert line(rack) == said["before"]
    if "unseen" in said:
        assert said["unseen"] == len(coming)
    if message in (because.TAKE, because.DRAW_KNOWN):
        assert (
            max(reach(rack, said["card"]), line(rack) if message == because.DRAW_KNOWN else 0)
            == said["after"]
        )
    if "fits" in said:
        least = said["after"] if message == because.TAKE else line(now) + 1
        assert said["fits"] == sum(reach(now, card) >= least for card in coming)
    if "fitted" in said:
        assert said["fitted"] == sum(
            reach(rack, card) >= said["before" if "before" in said else "after"] + 1 for card in coming
        )


@pytest.mark.parametrize("rules", [RackoRules(), RackoRules(declare="call", recycle="shuffle")])
def test_the_numbers_of_every_sentence_can_be_counted_again(rules: RackoRules) -> None:
    met, rng = set(), Random(6)

    def check(before: Any, event: Any, after: Any) -> None:
        if after.phase in CHOOSING and rng.random() < 0.12:
            view = RACKO.view(after, after.seat)
            for move in rng.sample(RACKO.moves(after, after.seat), 2):
                message, said = because.why(view, after.seat, move)
                recount(view, after.seat, message, said)
                met.add(message)

    careless(rules, 2, Random(2), after=check, choose=home_move, most=260)
    assert met >= {because.GROWS, because.STAYS, because.SHRINKS, because.TAKE, because.DRAW, because.TOSS}


def test_where_runs_are_paid_a_longer_run_is_worth_more_and_elsewhere_nothing() -> None:
    plain, paid = RackoRules(declare="call"), RackoRules(bonus_runs="caller")
    rack = (39, 5, 9, 13, 14, 15, 20, 23, 26, 30)
    for rules in (plain, paid):
        match = dealt(rules, [rack, DESCENDING], 16)
        play(match, "take")
        round_ = stakes(rules, match.view(0), 0)
        with_run, without = (
            round_.won(RACKO.read(text), sure) for text, sure in (("put 35", False), ("put 25", False))
        )
        assert (with_run > without) == (rules is paid)
        assert round_.won(RACKO.read("put 35"), True) >= round_.lost
    match = dealt(paid, [(39, *rack[1:]), DESCENDING], 1)
    play(match, "take")
    sure, hoped = (stakes(paid, match.view(0), 0).won(RACKO.read("put 5"), sure) for sure in (True, False))
    assert hoped > sure  # a run of three may still grow until somebody goes
    advice = COACH.advise(paid, sight(match), budget_sims=32)
    assert [item.win for item in advice] == sorted((item.win for item in advice), reverse=True)


def test_a_wrong_count_is_noticed() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 28)
    message, said = because.why(match.view(0), 0, RACKO.read("draw"))
    recount(match.view(0), 0, message, said)
    with pytest.raises(AssertionError):
        recount(match.view(0), 0, message, {**said, "fits": said["fits"] + 1})


def test_every_choice_is_valued_best_first_and_the_same_again() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 28)
    play(match, "take")
    seen = sight(match)
    advice = COACH.advise(match.rules, seen, budget_sims=64)
    assert {item.move for item in advice} == {RACKO.write(move) for move in seen.moves}
    wins = [item.win for item in advice]
    assert wins == sorted(wins, reverse=True)
    assert all(0 < item.win < 1 and item.se > 0 and item.because in because.MESSAGES for item in advice)
    assert advice == COACH.advise(match.rules, seen, budget_sims=64)


def test_going_is_the_best_choice_and_exact() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 1)
    play(match, "take")
    best = COACH.advise(match.rules, sight(match), budget_sims=32)[0]
    assert (best.move, best.because, best.se) == ("put 5", because.GOES, 0.0)
    assert best.win == pytest.approx(after_round(match.rules, (0, 0))[0][0][0])


def test_under_the_run_rule_the_coach_plays_rounds_out() -> None:
    rules = RackoRules(min_run=3)
    match = dealt(rules, [OTHER, DESCENDING], 1)
    best, other = COACH.advise(rules, sight(match))
    assert (best.move, other.move) == ("take", "draw")
    assert best.win > other.win
    assert best.se > 0
    play(match, "take")
    best = COACH.advise(rules, sight(match), budget_sims=16)[0]
    assert (best.move, best.because, best.se) == ("put 5", because.GOES, 0.0)


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_the_worth_of_a_round_adds_up(rules: RackoRules) -> None:
    count = 2
    for totals in ((0, 0), (5, 300), (345, 345)):
        by_first, se = after_round(rules, totals)
        assert se == 0.0
        for first in range(count):
            assert sum(by_first[first]) == pytest.approx(1.0)
        assert by_first[0][0] >= by_first[1][0]
        mirrored = after_round(rules, totals[::-1])[0]
        assert mirrored[1][1] == pytest.approx(by_first[0][0])
    assert before_round(rules, (100, 100))[0] == pytest.approx((0.5, 0.5))
    assert before_round(rules, (rules.target - 5, 0))[0][0] > 0.9


def test_three_players_share_one_match() -> None:
    by_first, se = after_round(RackoRules(), (200, 100, 100))
    assert se > 0
    assert all(sum(row) == pytest.approx(1.0) for row in by_first)
    assert by_first[0][0] > by_first[1][0] + se


def test_partners_have_one_side() -> None:
    rules = RackoRules(partners=True)
    match = dealt(
        rules, [(1, 2, 3, 4, 5, 6, 7, 8, 9, 60), *(tuple(range(k, k + 10)) for k in (40, 30, 20))], 55
    )
    side, totals = sides(rules, match.view(0), 0)
    assert (side, len(totals)) == (0, 2)
    assert len(COACH.advise(rules, sight(match), budget_sims=16)) == 2


def test_chances_of_open_racks_are_as_good_as_they_say() -> None:
    """Rounds of two who play by weight: of those given a chance, that share goes first, within four standard errors of the
    count and half the error that the coach states."""
    numbers, room, net, weights = house(RackoRules()), desk(), race(2), weight_table()
    word, found = stream(3), np.zeros(2)
    said, went = list[float](), list[float]()
    for number in range(300):
        state = kernel.start(2)
        state[layout.DEALER], state[layout.PHASE] = 1, layout.DEAL_PHASE
        deck, asked = np.arange(1, 41), list[float]()
        while state[layout.PHASE] != layout.DEAL_PHASE or not state[layout.ROUND]:
            if state[layout.PHASE] in (layout.DEAL_PHASE, layout.DRAWING_PHASE):
                chance(numbers, state, deck, word)
                continue
            if (
                state[layout.PHASE] == layout.TURN_PHASE
                and state[layout.LAP] == 2 + number % 6
                and not state[layout.SEAT]
            ):
                first_chances(numbers, state, weights, net, room, found)
                asked.append(float(found[0]))
            kernel.move(numbers, state, choose_by_weight(numbers, state, weights, room))
        said += asked
        went += [float(state[layout.CALLER] == 0)] * len(asked)
    order = np.argsort(said)
    for part in np.array_split(order, 3):
        chances, outcomes = np.array(said)[part], np.array(went)[part]
        error = np.sqrt((chances * (1 - chances)).sum()) / len(part)
        assert abs(chances.mean() - outcomes.mean()) < 4 * np.hypot(error, FIRST_ERROR / 2)
    assert np.corrcoef(said, went)[0, 1] > 0.2


@pytest.mark.parametrize("text", ["target=75", "target=75,min_run=3"])
def test_a_review_adds_up(text: str) -> None:
    rules = RackoRules.read(text)
    players = [GapFiller(rules, Bent()) for _ in range(2)]
    match = Match(RACKO, rules, 2)
    dealer = seeded("review")
    match.settle(dealer)
    while not match.over:
        (seat,) = match.asked
        match.do(Act(seat, players[seat].choose(sight(match), Random(1))))
        match.settle(dealer)
    found = review(match, COACH)
    assert len(found.graph) > 20
    for account in found.accounts:
        assert account.start + account.luck + account.choices == pytest.approx(account.result)
    assert sum(account.result for account in found.accounts) == pytest.approx(1.0)
    assert found.graded > 5
    assert all(0.0 <= win <= 1.0 for point in found.graph for win in point.wins)


def test_the_same_state_has_the_same_chances_and_the_better_rack_the_better_ones() -> None:
    match = dealt(RackoRules(), [OTHER, DESCENDING], 28)
    odds = COACH.chances(match.rules, match.state)
    assert odds == COACH.chances(match.rules, match.state)
    assert odds.wins[0] > odds.wins[1]
    assert sum(odds.wins) == pytest.approx(1.0)
    run = RackoRules(min_run=3)
    needed = COACH.chances(run, dealt(run, [OTHER, DESCENDING], 28).state)
    assert needed == COACH.chances(run, dealt(run, [OTHER, DESCENDING], 28).state)
    assert needed.wins[0] > 0.5 > needed.wins[1]

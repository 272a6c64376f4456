"""A finished match looked at again: luck and choices add up, and mistakes are what the coach would have said."""

from __future__ import annotations

from random import Random

import pytest

from sofra.core import Act, Choice, Fast, Match, Outcome, Sight, Undo
from sofra.core.errors import Illegal
from sofra.games.box import open_box
from sofra.games.farkle.coach import COACH
from sofra.games.farkle.play import FARKLE
from sofra.games.farkle.rules import PRESETS, FarkleRules
from sofra.games.reviewing import Review
from sofra.games.reviewing import review as look_back

PERSONAS = open_box("farkle").players


def review(match: Match) -> Review:
    return look_back(match, COACH)


def played(rules: FarkleRules, keys: tuple[str, ...], seed: int) -> Match:
    rng = Random(seed)
    match, dealer = Match(FARKLE, rules, len(keys)), Fast(rng)
    players = [PERSONAS[key].make(rules, len(keys)) for key in keys]
    match.settle(dealer)
    while isinstance(ask := match.ask, Choice):
        seat = ask.seats[0]
        sight = Sight(seat, match.view(seat), (), match.moves(seat))
        match.do(Act(seat, players[seat].choose(sight, rng)))
        match.settle(dealer)
    return match


@pytest.mark.parametrize("name", PRESETS)
@pytest.mark.parametrize("keys", [("showoff", "careful"), ("bold", "steady", "showoff")])
def test_luck_and_choices_add_up_to_the_result_for_every_player(name: str, keys: tuple[str, ...]) -> None:
    found = review(played(PRESETS[name], keys, 5))
    assert sum(account.result for account in found.accounts) == 1
    for account in found.accounts:
        assert account.start + account.luck + account.choices == pytest.approx(account.result, abs=1e-9)
    for point in found.graph:
        assert sum(point.wins) == pytest.approx(1, abs=1e-9)
    assert (found.se == 0) == (len(keys) == 2)


def test_between_two_no_move_ever_raises_the_movers_chance() -> None:
    seen = 0
    for seed in range(3):
        found = review(played(PRESETS["Short"], ("showoff", "bold"), seed))
        for seat, account in enumerate(found.accounts):
            lost = sum(mistake.lost for mistake in found.mistakes if mistake.seat == seat)
            assert account.own == pytest.approx(-lost, abs=1e-8)
            seen += lost > 0
    assert seen >= 4


def test_the_expert_makes_no_mistakes_and_the_showoff_does() -> None:
    found = review(played(PRESETS["Short"], ("expert", "showoff"), 2))
    assert {mistake.seat for mistake in found.mistakes} == {1}
    assert found.accounts[0].own == pytest.approx(0, abs=1e-8)


def test_a_mistake_names_the_move_that_the_coach_put_first() -> None:
    match = played(PRESETS["Short"], ("showoff", "bold"), 8)
    found = review(match)
    assert [m.lost for m in found.mistakes] == sorted((m.lost for m in found.mistakes), reverse=True)
    for mistake in found.mistakes[:10]:
        state = match.state_at(mistake.version)
        sight = Sight(mistake.seat, FARKLE.view(state, mistake.seat), (), FARKLE.moves(state, mistake.seat))
        advice = COACH.advise(match.rules, sight)
        wins = {a.move: a.win for a in advice}
        assert advice[0].move == mistake.best
        assert wins[mistake.best] - wins[mistake.move] == pytest.approx(mistake.lost)


def test_the_best_and_worst_throw_are_the_throwers_own() -> None:
    match = played(PRESETS["Short"], ("steady", "careful"), 4)
    for seat, account in enumerate(review(match).accounts):
        assert account.best is not None
        assert account.worst is not None
        assert account.best.seat == account.worst.seat == seat
        assert account.best.change > 0 > account.worst.change
        for stroke in (account.best, account.worst):
            assert isinstance(match.log[stroke.version], Outcome)
            assert match.state_at(stroke.version).standing.seat == seat


def test_what_was_undone_does_not_count() -> None:
    match = Match(FARKLE, FarkleRules(target=500, last_round=False), 2)
    for item in (
        (6, 1),
        "roll",
        (1, 1, 5, 2, 3, 3),
        "keep 1",
        "undo",
        "keep 1 1",
        "roll",
        (1, 1, 1, 2),
        "keep 1 1 1",
        "bank",
    ):
        if item == "undo":
            match.do(Undo(3))
        elif isinstance(item, tuple):
            match.do(Outcome(match.ask.label, item))  # type: ignore[union-attr]
        else:
            match.do(Act(match.asked[0], FARKLE.read(item)))
    assert match.over
    found = review(match)
    assert [point.version for point in found.graph] == [0, 1, 2, 3, *range(6, match.version + 1)]
    assert "keep 1" not in {mistake.move for mistake in found.mistakes}
    for account in found.accounts:
        assert account.start + account.luck + account.choices == pytest.approx(account.result, abs=1e-9)


def test_only_finished_matches_of_two_or_more_are_reviewed() -> None:
    with pytest.raises(Illegal, match="finished match"):
        review(Match(FARKLE, FarkleRules(), 2))

"""The review as a seam: any game whose coach can look back, also one with hidden cards, answers at once, made-up moves."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from sofra.core import Act, Fast, Match, Outcome, Sight
from sofra.core.errors import Illegal
from sofra.core.match import Agreed, StandIn
from sofra.games.parts import Advice, Odds
from sofra.games.reviewing import Account, Review, review
from tests.fourth.package.highcard.play import BOTH, HAND, Highcard, HighcardRules, Play, State

RULES = HighcardRules(deck=6)
"""Six cards: whoever sees three knows the other three."""

GAME = Highcard()


@cache
def chance(
    hands: tuple[tuple[int, ...], ...], chosen: tuple[int | None, ...], points: tuple[int, ...]
) -> float:
    """Seat 0's chance if it chooses blindly and seat 1 plays its lowest card first."""
    if not any(hands) and chosen == (None, None):
        return float(points[0] > points[1])
    mine = hands[0] if chosen[0] is None else (chosen[0],)
    pairs = [(card, min(hands[1]) if chosen[1] is None else chosen[1]) for card in mine]
    total = 0.0
    for pair in pairs:
        rest = tuple(tuple(card for card in hands[s] if card != pair[s]) for s in BOTH)
        won = int(pair[1] > pair[0])
        total += chance(rest, (None, None), tuple(p + (s == won) for s, p in enumerate(points)))
    return total / len(pairs)


def odds(state: State) -> float:
    if not any(state.hands) and not state.shown:
        return 0.5
    return chance(state.hands, state.chosen, state.points)


@dataclass
class SimpleCoach:
    """Exact about that way of playing. ``se`` is claimed for its chances and for its advice."""

    se: float = 0.0
    behind: float | None = None
    change: float | None = None
    review_sims: int | None = 7
    asked: list[int | None] = field(default_factory=list)

    def chances(self, rules: Any, state: Any, *, budget_sims: int | None = None) -> Odds:
        self.asked.append(budget_sims)
        mine = odds(state)
        return Odds((mine, 1 - mine), self.se, self.change)

    def advise(
        self, rules: Any, sight: Sight, *, budget_ms: int | None = None, budget_sims: int | None = None
    ) -> list[Advice]:
        self.asked.append(budget_sims)
        view, seat = sight.view, sight.seat
        gone = {card for pair in view.shown for card in pair}
        theirs = tuple(card for card in range(1, 7) if card not in gone and card not in view.hand)
        hands = (view.hand, theirs) if seat == 0 else (theirs, view.hand)
        found = []
        for move in sight.moves:
            chosen = (move.card, None) if seat == 0 else (None, move.card)
            mine = chance(hands, chosen, view.points)
            found.append((mine if seat == 0 else 1 - mine, move))
        found.sort(key=lambda item: -item[0])
        return [Advice(GAME.write(move), win, self.se, behind_se=self.behind) for win, move in found]

    def prepare(self, rules: Any, seats: int) -> bool:
        return True


def played(seed: int, stop: int = 100) -> Match:
    rng = Random(seed)
    match, dealer = Match(GAME, RULES, 2), Fast(rng)
    while not match.over and match.version < stop:
        match.settle(dealer)
        seat = rng.choice(match.asked)
        match.do(Act(seat, rng.choice(match.moves(seat))))
    return match


def adds_up(found: Review) -> None:
    for seat, account in enumerate(found.accounts):
        assert account.start + account.luck + account.choices == pytest.approx(account.result, abs=1e-9)
        assert account.result == found.graph[-1].wins[seat]


def test_luck_and_choices_add_up_and_the_deal_is_luck_of_nobody() -> None:
    for seed in range(40):
        found = review(played(seed), SimpleCoach())
        adds_up(found)
        first: Account = found.accounts[0]
        assert first.luck == pytest.approx(found.graph[1].wins[0] - 0.5)
        assert first.best is first.worst is None
        assert {account.result for account in found.accounts} == {0.0, 1.0}


def blunder() -> Match:
    """Seat 0 holds 1 4 6, seat 1 plays 2 3 5. After 6 against 2 the 4 would win the match at once; the 1 loses it."""
    match = Match(GAME, RULES, 2)
    match.do(Outcome("deal:1", (1, 4, 6, 2, 3, 5)))
    for seat, card in ((0, 6), (1, 2), (0, 1), (1, 3), (0, 4), (1, 5)):
        match.do(Act(seat, Play(card)))
    return match


def test_a_planted_blunder_is_found_and_named_with_what_was_better() -> None:
    found = review(blunder(), SimpleCoach())
    mistakes = [(m.version, m.seat, m.move, m.best, m.lost) for m in found.mistakes]
    assert mistakes == [
        (3, 0, "play 1", "play 4", pytest.approx(1.0)),
        (1, 0, "play 6", "play 4", pytest.approx(0.5)),
    ]
    assert found.graded == 4
    assert found.accounts[0].own == pytest.approx(-2 / 3)


def test_the_coach_sees_no_more_than_the_mover_saw_then() -> None:
    seen = []

    class Watching(SimpleCoach):
        def advise(self, rules: Any, sight: Sight, **budget: Any) -> list[Advice]:
            seen.append(sight)
            return super().advise(rules, sight, **budget)

    match = played(3)
    review(match, Watching())
    acts = [(n, entry) for n, entry in enumerate(match.log) if isinstance(entry, Act)]
    graded = [(n, act) for n, act in acts if len(GAME.moves(match.state_at(n), act.seat)) > 1]
    assert len(seen) == len(graded) == 2 * (HAND - 1)
    for sight, (version, act) in zip(seen, graded, strict=True):
        assert sight.view == GAME.view(match.state_at(version), act.seat)
        assert sight.told == match.told(act.seat)[:version]


def test_what_a_position_may_cost_is_said_by_the_coach() -> None:
    coach = SimpleCoach(review_sims=123)
    review(played(1), coach)
    assert set(coach.asked) == {123}


def test_an_estimate_calls_no_mistake_what_its_error_explains() -> None:
    match = blunder()
    exact = review(match, SimpleCoach())
    vague = review(match, SimpleCoach(se=0.5))
    assert len(vague.mistakes) == len(exact.mistakes)
    assert not any(mistake.sure for mistake in vague.mistakes)
    # Candidates tried on the same chance are told apart better than each is known.
    paired = review(match, SimpleCoach(se=0.5, behind=1e-6))
    assert all(mistake.sure for mistake in paired.mistakes)
    assert vague.se == 0.5
    # Luck is one change, from the start to the deal, both estimated; choices go from there to the end, which is known.
    assert vague.accounts[0].se == pytest.approx((0.5 * 2**0.5, 0.5))
    assert exact.accounts[0].se == (0.0, 0.0)
    # What an event changes may be known better than where it leads; the last choice leads to the result all the same.
    near = review(match, SimpleCoach(se=0.5, change=0.01))
    assert near.accounts[0].se == pytest.approx((0.01, 0.5))
    nothing = review(match, SimpleCoach(se=0.5, change=1.0))
    assert nothing.accounts[0].se == vague.accounts[0].se


def test_a_move_that_was_made_up_is_graded_beside_those_offered() -> None:
    class Silent(Highcard):
        """Offers nothing, as a game does whose moves are texts of the player."""

        def moves(self, state: State, seat: int) -> tuple[Play, ...]:
            return super().moves(state, seat)[:1]

    match = Match(Silent(), RULES, 2)
    for entry in blunder().log:
        match.do(entry)
    found = review(match, SimpleCoach())
    assert found.graded == 1  # The 6, which was not offered; all others had no choice.
    adds_up(found)


def test_an_agreed_end_is_a_choice_and_stand_ins_change_nothing() -> None:
    match = played(5, stop=4)
    match.do(StandIn(0, "bot careful"))
    match.do(Agreed())
    found = review(match, SimpleCoach())
    adds_up(found)
    assert len(found.graph) == match.version  # The start and every entry but the stand-in.
    result = match.ask.result  # type: ignore[union-attr]
    assert found.graph[-1].wins == tuple((s in result.winners) / len(result.winners) for s in BOTH)


def test_partners_have_what_their_side_has() -> None:
    from sofra.core.asks import Result
    from sofra.games.reviewing import _shares

    alone = Result((3, 3, 1), (0, 1), (0, 1, 2))
    assert _shares(alone, 3) == (0.5, 0.5, 0.0)
    sides = replace(Result((9, 4, 9, 4), (0, 2), (0, 2, 1, 3)), sides=((0, 2), (1, 3)))
    assert _shares(sides, 4) == (1.0, 0.0, 1.0, 0.0)


def test_an_unfinished_match_is_refused() -> None:
    with pytest.raises(Illegal, match="finished match"):
        review(played(1, stop=3), SimpleCoach())
    shares: list[float] = []
    review(played(1), SimpleCoach(), shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0

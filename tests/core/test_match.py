"""A match is the fold of its log: undo, stand-ins, agreement, amendments, and what each viewer was told."""

from random import Random

import pytest

from sofra.core import (
    Act,
    Agreed,
    Chance,
    Fast,
    Illegal,
    Malformed,
    Match,
    Outcome,
    Over,
    StandIn,
    Turn,
    Undo,
    Unknown,
)
from tests.faults.duel import DUEL, Boast, DuelRules, Play, Rest

DEAL = Outcome("deal:1", (1, 2, 3, 10, 11, 12))


def duel(*entries: object, undo_chance: bool = False) -> Match:
    """A duel of two; seat 0 holds 1 2 3 and seat 1 holds 10 11 12."""
    match = Match(DUEL, DuelRules(), 2, undo_chance=undo_chance)
    match.do_all([DEAL, Outcome("die:1", (4,)), *entries])  # type: ignore[list-item]
    return match


def after_a_round(*entries: object, undo_chance: bool = False) -> Match:
    return duel(Act(0, Play(1)), Act(1, Play(12)), *entries, undo_chance=undo_chance)


def test_a_new_match_waits_for_chance_and_asks_nobody() -> None:
    match = Match(DUEL, DuelRules(), 2)
    assert isinstance(match.ask, Chance)
    assert (match.version, match.log, match.asked, match.moves(0), match.over) == (0, (), (), (), False)


def test_a_refused_entry_changes_nothing() -> None:
    match = duel()
    before = (match.version, match.log, match.state, match.ask, match.barrier)
    for entry, kind in [
        (Act(0, Play(12)), Illegal),
        (Outcome("die:1", (4,)), Illegal),
        (Act(2, Play(1)), Unknown),
        (Act(-1, Play(1)), Unknown),
        (StandIn(5, "bot"), Unknown),
        (Undo(1), Illegal),
        (Undo(2), Malformed),
        (Undo(-1), Malformed),
    ]:
        with pytest.raises(kind):
            match.do(entry)
        assert (match.version, match.log, match.state, match.ask, match.barrier) == before


def test_moves_and_forms_are_only_for_who_is_asked() -> None:
    match = after_a_round()
    assert match.asked == (1,)
    assert (match.moves(1), match.forms(1)) == ((Rest(),), ("boast <word>",))
    assert (match.moves(0), match.forms(0)) == ((), ())


def test_nothing_that_revealed_something_can_be_undone() -> None:
    match = after_a_round()
    assert match.barrier == match.version == 4
    with pytest.raises(Illegal, match="something new was revealed"):
        match.do(Undo(3))
    match.do(Act(1, Boast("ha")))
    assert match.barrier == 4
    before = match.state_at(4)
    match.do(Undo(4))
    assert match.state == before
    assert match.log[-2:] == (Act(1, Boast("ha")), Undo(4))
    assert match.asked == (1,)


def test_the_log_only_grows_and_an_undo_can_be_undone() -> None:
    match = after_a_round(Act(1, Boast("ha")), Undo(4))
    assert match.version == 6
    match.do(Undo(5))
    assert match.state == match.state_at(5)
    assert match.version == 7


def test_a_match_may_end_by_agreement_and_that_may_be_undone() -> None:
    match = after_a_round(Agreed())
    assert isinstance(match.ask, Over)
    assert match.ask.result == DUEL.standing(match.state)
    assert (match.asked, match.over) == ((), True)
    for entry in (Act(1, Rest()), Agreed(), Outcome("die:2", (1,))):
        with pytest.raises(Turn, match="the match is over"):
            match.do(entry)
    match.do(Undo(4))
    assert match.asked == (1,)


def test_a_stand_in_changes_no_position() -> None:
    match = after_a_round()
    before = match.state
    match.do(StandIn(0, "bot careful"))
    match.do(StandIn(0, ""))
    assert match.state == before
    assert match.version == 6


def test_everybody_is_told_of_every_entry_and_of_secrets_nothing() -> None:
    match = after_a_round(StandIn(0, "bot"))
    told = [[type(tell).__name__ for tell in match.told(viewer)] for viewer in (0, 1, None)]
    assert told == [
        ["Dealt", "Thrown", "Sealed", "Shown", "StandIn"],
        ["Dealt", "Thrown", "NoneType", "Shown", "StandIn"],
        ["NoneType", "Thrown", "NoneType", "Shown", "StandIn"],
    ]
    assert match.told(0, since=3) == match.told(0)[3:]
    assert match.tell(2, None) == match.told(None)[1]


def test_settling_lets_chance_answer_until_somebody_is_asked() -> None:
    match = Match(DUEL, DuelRules(), 2)
    match.settle(Fast(Random(1)))
    assert match.asked == (0, 1)
    assert match.version == 2


def test_where_dice_and_cards_are_real_anything_can_be_undone_and_amended() -> None:
    match = after_a_round(undo_chance=True)
    assert match.barrier == 0
    other = match.amended(1, Outcome("die:1", (6,)))
    assert (match.state.points, other.state.points) == ((0, 4), (0, 6))
    assert other.log == (DEAL, Outcome("die:1", (6,)), *match.log[2:])
    match.do(Undo(0))
    assert match.state == match.state_at(0)


def test_an_amendment_that_makes_a_later_line_impossible_is_refused() -> None:
    match = after_a_round(undo_chance=True)
    with pytest.raises(Illegal, match="its own cards"):
        match.amended(0, Outcome("deal:1", (4, 5, 6, 10, 11, 12)))
    with pytest.raises(Malformed, match="there is no line 9; there are 4"):
        match.amended(8, DEAL)
    with pytest.raises(Illegal, match="real dice and cards"):
        after_a_round().amended(0, DEAL)


def test_a_match_that_does_not_fit_the_table_does_not_begin() -> None:
    with pytest.raises(Malformed, match="duel is for 2 to 3 players, not 4"):
        Match(DUEL, DuelRules(), 4)

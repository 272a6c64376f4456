"""Rak's coach: legal choices with chances and one true reason each, and silence about what others know (R4, R11)."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from sofra.core.asks import Choice
from sofra.core.match import Match
from sofra.core.players import Sight
from sofra.games.box import open_box
from sofra.games.parts import Advice
from sofra.games.raks import because, coach
from sofra.games.raks.belief import Beliefs
from sofra.games.raks.play import RAKS
from sofra.games.raks.prospects import APART, ERROR, Prospects
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import ZONES, RaksRules
from sofra.games.raks.scoring import lines, points
from sofra.games.raks.state import State
from sofra.games.raks.tells import Conceded, Placed
from sofra.lang import LANGS, speak
from tests.effort import lines_run
from tests.raks.playouts import every_pair, states
from tests.raks.sitting import Sitting

BOX = open_box("raks")
COACH: Any = BOX.coach


def sight(match: Match[Any, Any, Any], seat: int) -> Sight:
    return Sight(seat, match.view(seat), match.told(seat), match.moves(seat), match.forms(seat))


def seen(state: State, seat: int) -> Sight:
    return Sight(seat, RAKS.view(state, seat), (), RAKS.moves(state, seat), RAKS.forms(state, seat))


def text(advice: Advice, lang: str = "en") -> str:
    return speak(lang, BOX)(advice.because, **dict(advice.fields))


def by_move(advice: Any) -> dict[str, Advice]:
    return {one.move: one for one in advice}


def asked(rules: RaksRules, seats: int, seed: int, most: int) -> Any:
    """Positions of a random match in which somebody is asked."""
    for _, _, after in states(rules, seats, Random(seed), most):
        ask = RAKS.ask(after)
        if isinstance(ask, Choice):
            yield after, ask.seats[-1]


def test_every_choice_is_valued_best_first_in_every_phase() -> None:
    phases = set()
    for number, (rules, seats) in enumerate(every_pair()[:5]):
        for place, (state, seat) in enumerate(asked(rules, seats, number, 160)):
            # Placements are many and each is valued on every zone: some of them are enough.
            if state.phase == "move" and place % 25:
                continue
            advice = COACH.advise(rules, seen(state, seat))
            phases.add(state.phase)
            assert {RAKS.write(move) for move in RAKS.moves(state, seat)} - {a.move for a in advice} == set()
            assert [a.win for a in advice] == sorted((a.win for a in advice), reverse=True)
            assert all(0.0 <= a.win <= 1.0 and a.se in {0.0, ERROR} for a in advice)
            assert all(a.behind_se == 0.0 or a.behind_se >= APART for a in advice[1:])
            for one in advice:
                RAKS.read(one.move)
                check(rules, state, seat, one)
    assert phases >= {"move", "placed", "passed", "show", "triple", "upheld"}


PLACES = {
    because.RUN,
    because.RUN_DENIES,
    because.ONE,
    because.ONE_SHUT,
    because.ONE_FULL,
    because.ONE_DENIES,
    because.JOINS,
}


def check_place(rules: RaksRules, view: Any, seat: int, zone: int, advice: Advice) -> None:
    """What is said of a bead that the dice make, recomputed from the points alone."""
    fields, seats, board = dict(advice.fields), view.seats, view.board

    def gain(owner: int, *others: int) -> int:
        """The points of a bead of ``owner`` where it has these ``others`` too."""
        there = [owner if place + 1 in others else now for place, now in enumerate(board)]
        after = [*there[: zone - 1], owner, *there[zone:]]
        return points(tuple(after), seats, rules)[owner] - points(tuple(there), seats, rules)[owner]

    if advice.because == because.JOINS:
        assert gain(seat) == -fields["lost"] <= 0
        return
    assert gain(seat) == fields.get("points", 1)
    if advice.because in {because.RUN_DENIES, because.ONE_DENIES}:
        assert max(gain(other) for other in range(seats) if other != seat) == fields["denied"] > 1
    if advice.because in {because.ONE, because.ONE_SHUT, because.ONE_FULL}:
        near = [
            other
            for line in lines(rules.layout)
            for at, other in enumerate(line)
            if zone in {*line[max(0, at - 1) : at], *line[at + 1 : at + 2]}
            or (rules.layout == "ring" and {at, line.index(zone)} == {0, len(line) - 1})
        ]
        later = [gain(seat, other) for other in near if board[other - 1] is None]
        assert (max(later, default=1) > 1) == (advice.because == because.ONE)
        taken = all(board[other - 1] not in {None, seat} for other in near)
        assert taken == (advice.because == because.ONE_SHUT)


def check(rules: RaksRules, state: State, seat: int, advice: Advice) -> None:
    """Recomputes every number of a reason from the rules alone."""
    view, fields = RAKS.view(state, seat), dict(advice.fields)
    spoken = [int(number) for number in re.findall(r"\d+", advice.because.format(**fields))]
    assert len(spoken) >= len(fields)
    now = points(view.board, view.seats, rules)

    def gain(zone: int, owner: int) -> int:
        after = (*view.board[: zone - 1], owner, *view.board[zone:])
        return points(after, view.seats, rules)[owner] - now[owner]

    open_ways = [zone for zone in reach(view.dice, rules.dice_use) if view.board[zone - 1] is None]
    named = int(advice.move.split()[-1]) if advice.move.split()[-1].isdecimal() else 0
    if advice.because in PLACES:
        assert named in open_ways
        check_place(rules, view, seat, named, advice)
    elif advice.because in {because.ENDS_WINS, because.ENDS_LOSES}:
        after = points((*view.board[: named - 1], seat, *view.board[named:]), view.seats, rules)
        assert fields["mine"] == after[seat]
        assert fields["theirs"] == max(p for s, p in enumerate(after) if s != seat)
        assert (advice.because == because.ENDS_WINS) == (fields["mine"] > fields["theirs"])
    elif advice.because in {because.BLUFF, because.BLUFF_ALONE}:
        assert fields["zone"] == named
        assert (seat in view.board) == (advice.because == because.BLUFF)
        assert named not in open_ways
    elif advice.because in {because.LEAVES, because.LEAVES_ONE, because.NOTHING}:
        assert fields.get("count", 1 if advice.because == because.LEAVES_ONE else 0) == len(open_ways)
    elif advice.because == because.SHOW:
        assert fields["zone"] == view.zone
        assert advice.move.removeprefix("show ") in reach(view.dice, rules.dice_use)[view.zone]
    elif advice.because in {because.CONCEDE, because.CONCEDE_ALL_THE_SAME, because.CONCEDE_ALONE}:
        possible = view.zone in reach(view.dice, rules.dice_use)
        assert possible == (advice.because != because.CONCEDE)
        if possible:
            assert (view.board.count(seat) > 1) == (advice.because == because.CONCEDE_ALL_THE_SAME)
    elif advice.because == because.DOUBT:
        assert fields["false"] == 6
        assert 0 <= fields["needed"] <= 100
    elif advice.because in {because.UNCLAIMED, because.UNCLAIMED_ONE, because.UNCLAIMED_NONE}:
        brought = gain(fields["zone"], seat)
        assert brought < 1 if advice.because == because.UNCLAIMED_NONE else brought == fields.get("points", 1)
    elif advice.because in {because.WITHDRAW, because.WITHDRAW_ONE}:
        owner = view.board[named - 1]
        assert owner is not None
        without = (*view.board[: named - 1], None, *view.board[named:])
        assert now[owner] - points(without, view.seats, rules)[owner] == fields.get("points", 1)
    else:
        assert advice.because == because.EQUAL


@pytest.mark.parametrize("layout", ["line", "ring", "rows", "grid"])
def test_what_is_said_of_a_bead_holds_on_boards_full_of_strings(layout: str) -> None:
    """Boards of which random play brings few: long strings beside each other, and zones shut in."""
    rng, met, rules = Random(layout), set(), RaksRules(layout=layout)
    standing = Sitting(layout=layout).match.state.standing
    for _ in range(40):
        board, owner, stay = [], 0, rng.choice((0.5, 0.8, 0.9))
        for _ in range(ZONES):
            owner = owner if rng.random() < stay else rng.randrange(2)
            board.append(None if rng.random() < 0.25 else owner)
        if max(board.count(0), board.count(1)) < 18:
            dice = tuple(sorted(rng.sample(range(1, 7), 3)))
            state = State(standing, "move", tuple(board), 0, 9, dice, 0, (0,))
            for one in COACH.advise(rules, seen(state, 0)):
                check(rules, state, 0, one)
                met.add(one.because)
    assert met >= {because.RUN, because.RUN_DENIES, because.ONE, because.ONE_DENIES, because.BLUFF}
    assert (because.JOINS in met) == (layout in {"line", "ring"})
    # On the grid a zone has up to four neighbours, of which one is mostly open.
    assert layout == "grid" or met & {because.ONE_SHUT, because.ONE_FULL}


def test_a_wrong_number_in_a_reason_is_noticed() -> None:
    sitting = Sitting()
    sitting.turn(9)
    sitting.turn(31)
    sitting.roll(2, 3, 5)
    one = by_move(COACH.advise(RaksRules(), sight(sitting.match, 0)))["place 10"]
    check(RaksRules(), sitting.match.state, 0, one)
    lie = Advice(one.move, one.win, one.se, one.because, (("points", 7),))
    with pytest.raises(AssertionError):
        check(RaksRules(), sitting.match.state, 0, lie)


@pytest.mark.parametrize("answer", ["place 17", "no move"])
def test_others_hear_the_same_whatever_the_dice_make(answer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = []
    # 2 3 5 make 17, 1 1 4 do not.
    for dice in ((2, 3, 5), (1, 1, 4)):
        sitting = Sitting()
        sitting.turn(16)
        sitting.turn(20)
        sitting.roll(*dice)
        sitting.play(0, answer)
        with monkeypatch.context() as patch:
            patch.setattr(coach, "reach", lambda *_: pytest.fail("the dice were looked at"))
            heard.append(COACH.advise(RaksRules(), sight(sitting.match, 1)))
    assert heard[0] == heard[1]
    assert heard[0]


def test_the_mover_hears_of_its_own_dice() -> None:
    sitting = Sitting()
    sitting.roll(2, 3, 5)
    advice = by_move(COACH.advise(RaksRules(), sight(sitting.match, 0)))
    honest = {f"place {zone}" for zone in reach((2, 3, 5), "all")}
    assert {move for move, one in advice.items() if one.because == because.BLUFF_ALONE} == {
        f"place {zone}" for zone in range(1, ZONES + 1)
    } - honest
    assert min(advice[move].win for move in honest) > advice["no move"].win
    sitting.play(0, "place 17")
    sitting.play(1, "challenge")
    shown = COACH.advise(RaksRules(), sight(sitting.match, 0))
    assert shown[0].move == "show 5*3+2"
    assert text(shown[0]) == "5 × 3 + 2 makes 17: the challenge fails."


def test_what_was_revealed_moves_the_advice_on_challenges() -> None:
    sitting = Sitting()
    sitting.roll(2, 3, 5)
    sitting.play(0, "place 36")
    fair = sight(sitting.match, 1)
    told = tuple([Placed(0, 30), Conceded(0, 30, 1, None, None)] * 12)
    liar = Sight(1, fair.view, told, fair.moves, fair.forms)
    doubt = by_move(COACH.advise(RaksRules(), liar))
    assert dict(doubt["challenge"].fields)["false"] == round(
        100 * Beliefs.of(told, 1).falsehood(0, coach.FALSE)
    )
    assert doubt["challenge"].win > by_move(COACH.advise(RaksRules(), fair))["challenge"].win
    assert doubt["challenge"].win > doubt["pass"].win


def test_a_bead_that_wins_at_once_is_certain_and_first() -> None:
    rules = RaksRules()
    board = [0] * 19 + [1] * 10 + [-1] * 7
    prospects = Prospects(rules, 2)
    assert prospects.game([*board[:35], 0], 1) == (1.0, 0.0)
    assert sum(prospects.game(board, 1)) == pytest.approx(1.0)
    assert prospects.game(board, 1)[0] > 0.5


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_chances_add_up_and_an_even_series_is_even(seats: int) -> None:
    prospects = Prospects(RaksRules(games=5), seats)
    empty = [-1] * ZONES
    found = prospects.match(empty, 0, 0, (0,) * seats, 1)
    assert sum(found) == pytest.approx(1.0)
    assert found[0] == max(found)
    assert prospects.match(empty, 0, 0, (2, *(0,) * (seats - 1)), 4)[0] > 0.8


def test_looking_back_agrees_with_advice() -> None:
    for state, seat in asked(RaksRules(), 2, 4, 40):
        if state.phase == "move":
            best = (
                max(
                    one.win
                    for one in COACH.advise(RaksRules(), seen(state, seat))
                    if one.because not in {because.BLUFF, because.BLUFF_ALONE} and one.move != "no move"
                )
                if any(state.board[z - 1] is None for z in reach(state.dice, "all"))
                else None
            )
            if best is not None:
                assert COACH.chances(RaksRules(), state).wins[seat] == pytest.approx(best)
        assert sum(COACH.chances(RaksRules(), state).wins) == pytest.approx(1.0)


@pytest.mark.parametrize("lang", [lang for lang in LANGS if lang != "en"])
def test_every_reason_is_spoken_with_its_numbers(lang: str) -> None:
    sitting = Sitting()
    sitting.turn(9)
    sitting.turn(31)
    sitting.roll(2, 3, 5)
    for one in COACH.advise(RaksRules(), sight(sitting.match, 0)):
        assert text(one, lang) != text(one)
        assert sorted(re.findall(r"\d+", text(one, lang))) == sorted(re.findall(r"\d+", text(one)))


def test_an_answer_is_no_more_work_than_can_be_waited_for() -> None:
    sitting = Sitting(4, layout="grid", long_runs="split")
    sitting.roll(2, 5, 6)
    COACH.advise(sitting.match.rules, sight(sitting.match, 0))
    # Less than a second, if a line takes a tenth of a microsecond.
    assert (
        1_000_000 < lines_run(lambda: COACH.advise(sitting.match.rules, sight(sitting.match, 0))) < 10_000_000
    )

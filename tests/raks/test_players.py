"""Rak's computer players are fallible people: private looks, slips, recalled reasons, beliefs, and steps of skill."""

import json
from functools import partial
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from sofra.core.players import Sight
from sofra.games.raks.belief import Beliefs
from sofra.games.raks.ladder import contest, play, steps
from sofra.games.raks.mind import RaksMind, Temper
from sofra.games.raks.moves import CHALLENGE, CONCEDE, NO_MOVE, PASS, Claim, Place, Show
from sofra.games.raks.perception import likelihood, look, look_for, missed
from sofra.games.raks.play import RAKS
from sofra.games.raks.players import EVEN, LADDER, PERSONAS, SKILLS
from sofra.games.raks.position import Values
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import RaksRules
from sofra.games.raks.scoring import points
from sofra.games.raks.tells import Challenged, Conceded, Placed, Shown
from tests.effort import lines_run
from tests.raks.sitting import Sitting

RULES = RaksRules()


def sight(sitting: Sitting, seat: int) -> Sight:
    match = sitting.match
    return Sight(seat, match.view(seat), match.told(seat), match.moves(seat), match.forms(seat))


def test_easier_expressions_are_seen_more_often() -> None:
    skill = SKILLS["player"]
    looks = [look((2, 5, 6), "all", skill, Random(seed)) for seed in range(600)]
    easy, hard = (sum(zone in seen for seen in looks) for zone in (13, 28))
    assert easy > 2 * hard > 0


def test_the_better_the_skill_the_less_is_missed_and_the_less_it_slips() -> None:
    blind = [missed("all", SKILLS[name]) for name in LADDER]
    assert blind == sorted(blind, reverse=True)
    assert blind[0] > 0.4
    assert blind[-1] < 0.15
    for dice in ((2, 3, 5), (1, 4, 6)):
        for seed in range(200):
            seen = look(dice, "all", SKILLS["professor"], Random(seed))
            assert all(text in reach(dice, "all")[zone] for zone, text in seen.items())


def test_slips_happen_to_novices() -> None:
    wrong = 0
    for seed in range(400):
        seen = look((2, 3, 5), "all", SKILLS["novice"], Random(seed))
        wrong += any(text not in reach((2, 3, 5), "all").get(zone, ()) for zone, text in seen.items())
    assert 10 < wrong < 300


def test_nobody_finds_what_is_not_there_without_a_slip() -> None:
    assert all(
        look_for(17, (2, 3, 6), "all", SKILLS["professor"], Random(seed)) is None for seed in range(50)
    )


def test_experience_knows_how_often_zones_are_reached() -> None:
    assert round(likelihood("all")[1], 3) == 0.792
    assert round(likelihood("all")[30], 3) == 0.056


def test_gains_are_differences_of_points() -> None:
    rng = Random(3)
    for layout in ("line", "ring", "rows", "grid"):
        for long_runs in ("flat", "split"):
            rules = RaksRules(layout=layout, long_runs=long_runs)
            values = Values(rules)
            for _ in range(60):
                board = [rng.choice((None, 0, 0, 1)) for _ in range(36)]
                place = rng.randrange(36)
                board[place] = None
                after = [*board[:place], 0, *board[place + 1 :]]
                gain = points(tuple(after), 2, rules)[0] - points(tuple(board), 2, rules)[0]
                assert values.gain(board, place, 0) == gain


def test_a_mind_keeps_nothing_between_choices() -> None:
    mind = RaksMind(RULES, 2, SKILLS["player"], EVEN)
    sitting = Sitting()
    sitting.roll(2, 3, 5)
    before = dict(vars(mind))
    first = mind.choose(sight(sitting, 0), Random(5))
    for seed in range(30):
        mind.choose(sight(sitting, 0), Random(seed))
    assert mind.choose(sight(sitting, 0), Random(5)) == first
    assert vars(mind) == before


def test_what_was_placed_in_good_faith_is_recalled_when_it_must_be_shown() -> None:
    mind = PERSONAS["professor"].make(RULES, 2)
    shown = 0
    for seed in range(60):
        sitting = Sitting()
        rng = Random(seed)
        sitting.roll(*(rng.randint(1, 6) for _ in range(3)))
        move = mind.choose(sight(sitting, 0), rng)
        if not isinstance(move, Place):
            assert move == NO_MOVE
            continue
        assert move.zone in reach(sitting.match.state.dice, "all")
        sitting.play(0, RAKS.write(move))
        sitting.play(1, "challenge")
        answer = mind.choose(sight(sitting, 0), Random(f"show {seed}"))
        assert isinstance(answer, Show)
        shown += answer.expression in reach(sitting.match.state.dice, "all")[move.zone]
    assert shown > 50


def test_who_bluffed_has_little_to_show() -> None:
    mind = RaksMind(RULES, 2, SKILLS["player"], Temper(honesty=-9.0))
    conceded = 0
    for seed in range(30):
        sitting = Sitting()
        sitting.roll(1, 1, 1)
        move = mind.choose(sight(sitting, 0), Random(seed))
        assert isinstance(move, Place)
        sitting.play(0, RAKS.write(move))
        sitting.play(1, "challenge")
        conceded += mind.choose(sight(sitting, 0), Random(f"{seed} show")) == CONCEDE
    assert conceded > 20


def test_beliefs_follow_what_challenges_revealed() -> None:
    caught = [Placed(1, 30), Challenged(0, 1, 30), Conceded(1, 30, 0, None, None)] * 4
    proved = [Placed(2, 9), Challenged(0, 2, 9), Shown(2, 9, "3*3", 0, True, "", (), None, None)] * 4
    beliefs = Beliefs.of([None, *caught, *proved], me=0)
    assert beliefs.falsehood(1, 0.12) > 0.12 > beliefs.falsehood(2, 0.12)
    assert beliefs.challenges == {0: 8}
    assert Beliefs.of(caught, me=1).against_me == {0: 4}


def test_a_bead_that_nobody_can_make_is_challenged_and_an_easy_one_is_not() -> None:
    mind = RaksMind(RULES, 2, SKILLS["professor"], EVEN)
    for zone, due in ((17, PASS), (10, PASS), (34, CHALLENGE), (36, CHALLENGE)):
        sitting = Sitting()
        sitting.roll(2, 3, 5)
        sitting.play(0, f"place {zone}")
        answers = [mind.choose(sight(sitting, 1), Random(seed)) for seed in range(40)]
        assert answers.count(due) > 30


def test_runs_are_built_and_broken() -> None:
    mind = RaksMind(RULES, 2, SKILLS["professor"], EVEN)
    sitting = Sitting()
    for zone in (9, 31, 11, 36):
        sitting.turn(zone)
    sitting.roll(2, 3, 5)
    built = [mind.choose(sight(sitting, 0), Random(seed)) for seed in range(20)]
    assert built.count(Place(10)) > 15
    sitting.play(0, "no move")
    claims = [mind.choose(sight(sitting, 1), Random(seed)) for seed in range(20)]
    assert sum(isinstance(claim, Claim) and claim.zone == 10 for claim in claims) > 15


def test_a_claim_is_made_only_of_what_is_believed() -> None:
    mind = RaksMind(RULES, 2, SKILLS["professor"], EVEN)
    sitting = Sitting()
    for zone in reach((1, 1, 1), "all"):
        sitting.turn(zone)
    while sitting.mover:
        sitting.turn(None)
    sitting.roll(1, 1, 1)
    while sitting.waits_for == "triple":
        seat = sitting.asked[0]
        sitting.play(seat, sitting.moves(seat)[-1])
    taken = [zone for zone in reach((1, 1, 1), "all") if sitting.match.state.board[zone - 1] is not None]
    sitting.play(0, "no move")
    for seed in range(20):
        claim = mind.choose(sight(sitting, 1), Random(seed))
        assert claim == PASS or (isinstance(claim, Claim) and claim.zone not in taken)


@pytest.mark.parametrize(
    "rules",
    [
        RaksRules(wrong_claim="withdraws", windows="first", dice_use="any", layout="grid"),
        RaksRules(failed_challenge="placer", layout="ring", long_runs="split", games=3),
    ],
)
@pytest.mark.parametrize("seats", [3, 4])
def test_every_persona_plays_whole_matches_under_all_kinds_of_rules(rules: RaksRules, seats: int) -> None:
    keys = list(PERSONAS)
    for first in range(0, len(keys), seats):
        company = tuple(PERSONAS[keys[(first + k) % len(keys)]].make(rules, seats) for k in range(seats))
        assert sum(play(company, rules, f"company {first}")) == pytest.approx(1.0)


def test_each_step_of_skill_beats_the_one_below() -> None:
    found = steps(pairs=5, seed="suite")
    assert len(found) == len(LADDER) - 1
    assert all(one.mean > 0.5 for one in found.values()), found


def test_the_picker_and_the_guide_say_what_the_ladder_found() -> None:
    """Between two, on the usual rules: the file is what ``sofra ladder raks --games 120 --json`` printed."""
    kept = json.loads(files("sofra.games.raks").joinpath("ladder.json").read_text(encoding="utf-8"))
    assert kept["rules"] == "default"
    assert kept["raks"].keys() == PERSONAS.keys()
    guide = (
        (Path(__file__).parents[2] / "docs" / "players.md").read_text(encoding="utf-8").split("## Rak's")[1]
    )
    for key, step in kept["raks"].items():
        assert step["low"] < step["rating"] < step["high"]
        assert abs(PERSONAS[key].rating - step["rating"]) < 3
        row = f"(`{key}`) | {step['rating']:+d} | {step['low']:+d} to {step['high']:+d} |"
        assert guide.count(row) == 1, row


def test_equal_skills_are_even() -> None:
    minds = [RaksMind(RULES, 2, SKILLS["player"], EVEN) for _ in range(2)]
    found = contest(minds[0], minds[1], RULES, 6, "even")
    assert found.count == 6
    assert found.mean == pytest.approx(0.5, abs=0.35)


@pytest.mark.soak
@pytest.mark.timeout(3600)
def test_each_step_of_skill_wins_at_least_55_percent_with_its_interval_above_half() -> None:
    for name, found in steps(pairs=200).items():
        assert found.mean >= 0.55, name
        assert found.fixed()[0] > 0.5, name


def test_a_choice_is_little_work() -> None:
    mind = RaksMind(RULES, 2, SKILLS["novice"], EVEN)
    for seed in range(20):
        sitting = Sitting()
        sitting.roll(1, 3, 6)
        sitting.play(0, "place 34")
        sitting.play(1, "challenge")
        looking = sight(sitting, 0)
        # The longest choice there is: sixty recollections. A table needs it in 50 ms, this is a tenth of that.
        assert 10_000 < lines_run(partial(mind.choose, looking, Random(seed))) < 100_000

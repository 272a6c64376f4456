"""R4: silence about truth. Nothing that anybody gets tells a bluff from an honest bead before it is challenged."""

from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from sofra.core.events import Act
from sofra.core.plain import plain, told
from sofra.core.players import Sight
from sofra.games import open_box
from sofra.games.parts import Names, Scene
from sofra.games.raks import arithmetic, reach
from sofra.games.raks.mind import RaksMind
from sofra.games.raks.play import RAKS
from sofra.games.raks.players import EVEN, PERSONAS, SKILLS
from sofra.games.raks.rules import RaksRules
from sofra.lang import LANGS, speak
from tests.raks.sitting import Sitting

BOX = open_box("raks")
NAMES = ("Ayşe", "Bob", "Ελένη", "Sam")
VIEWERS = (0, 1, 2, 3, None)
HONEST, BLUFF = (2, 3, 5), (2, 3, 6)


def everything(sitting: Sitting, since: int = 0) -> list[Any]:
    """All that anybody is sent: views, tells, offers, sentences in three languages, and the page."""
    match, found = sitting.match, list[Any]()
    for viewer in VIEWERS:
        view, heard = match.view(viewer), match.told(viewer, since)
        moves = tuple(map(RAKS.write, match.moves(viewer))) if viewer is not None else ()
        forms = match.forms(viewer) if viewer is not None else ()
        found += [plain(view), [told(tell) for tell in heard], moves, forms]
        for lang in LANGS:
            say, names = speak(lang, BOX), Names(NAMES, me=viewer)
            found += [BOX.words.asked(view, say, names), BOX.words.board(view, say, names)]
            found += [BOX.words.say(tell, say, names) for tell in heard if tell is not None]
            settings = {"hints": True, "kinds": ("here", "here", "bot", "elsewhere")}
            scene = Scene(
                view, match.rules, viewer, moves, forms, heard, match.version, False, say, names, settings
            )
            page: Any = BOX.page
            found += [page.draw(scene), page.scores(scene)]
    found += [match.asked, RAKS.score(match.state)]
    return found


def placed(dice: tuple[int, ...] = HONEST, zone: int = 17, **rules: Any) -> Sitting:
    sitting = Sitting(4, **rules)
    for other in (30, 31, 33):
        sitting.turn(other)
    sitting.turn(None)
    sitting.roll(*dice)
    sitting.play(0, f"place {zone}")
    return sitting


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every use of arithmetic by name."""
    calls: list[str] = []

    def counting(module: Any, name: str) -> None:
        real: Callable[..., Any] = getattr(module, name)

        def counts(*arguments: Any) -> Any:
            calls.append(name)
            return real(*arguments)

        monkeypatch.setattr(module, name, counts)

    for name in ("parse", "evaluate", "combine"):
        counting(arithmetic, name)
    for name in ("_reach", "_ways", "_parts"):
        counting(reach, name)
    return calls


@pytest.mark.parametrize("windows", ["sealed", "first"])
def test_r4_accepting_a_placement_and_telling_of_it_uses_no_arithmetic_at_all(
    counted: list[str], windows: str
) -> None:
    sitting = placed(windows=windows)
    everything(sitting)
    sitting.play(1, "pass")
    everything(sitting)
    sitting.play(3, "pass")
    sitting.play(2, "pass")
    everything(sitting)
    assert counted == []


def test_the_count_of_arithmetic_counts(counted: list[str]) -> None:
    sitting = placed()
    for seat in (1, 2, 3):
        sitting.play(seat, "challenge")
    assert counted == []
    sitting.play(0, "show 3*5+2")
    assert "evaluate" in counted


def test_r4_a_world_in_which_everything_is_true_and_one_in_which_all_is_false_look_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The pair of matches differs in nothing but whether the placements are true."""
    seen = []
    for truth in (True, False):
        monkeypatch.setattr(arithmetic, "evaluate", lambda tree, truth=truth: Fraction(17 if truth else 35))
        sitting = placed()
        found = everything(sitting)
        for seat in (2, 1, 3):
            sitting.play(seat, "challenge" if seat == 2 else "pass")
            found += everything(sitting)
        seen.append((sitting, found))
    (one, first), (other, second) = seen
    assert first == second
    for truth, sitting in ((True, one), (False, other)):
        monkeypatch.setattr(arithmetic, "evaluate", lambda tree, truth=truth: Fraction(17 if truth else 35))
        sitting.play(0, "show 3*5+2")
    assert everything(one) != everything(other)


def test_r4_an_honest_bead_and_a_bluff_differ_in_the_dice_and_in_nothing_else() -> None:
    assert 17 in reach.reach(HONEST, "all")
    assert 17 not in reach.reach(BLUFF, "all")
    honest, bluff = placed(HONEST), placed(BLUFF)
    since = honest.match.version - 1
    pairs = zip(everything(honest, since), everything(bluff, since), strict=True)
    differing = [(one, other) for one, other in pairs if one != other]
    assert differing
    for one, other in differing:
        assert without_dice(one) == without_dice(other)


def without_dice(item: Any) -> Any:
    if isinstance(item, dict):
        return {name: value for name, value in item.items() if name != "dice"}
    assert isinstance(item, str)
    text = item.replace("2 3 5", "").replace("2 3 6", "")
    while (start := text.find('<span class="die face-')) >= 0:
        text = text[:start] + text[text.index("</span>", start) + len("</span>") :]
    return text


def test_r4_whoever_places_the_same_beads_looks_the_same_whatever_they_knew() -> None:
    """One match by a professor who knows its sums, one by somebody who puts the same beads blindly: every other seat gets
    the same to go by at every ask, and so answers the same."""
    minds = [RaksMind(RaksRules(), 3, SKILLS["expert"], EVEN) for _ in range(3)]
    professor = PERSONAS["professor"].make(RaksRules(), 3)
    played: list[str] = []

    def run(blind: bool) -> list[Any]:
        rng, sights = Random(11), list[Any]()
        sitting = Sitting(3)
        script = iter(played)
        while sitting.match.version < 160 and sitting.waits_for != "over":
            if sitting.waits_for.startswith("throw"):
                sitting.roll(*(rng.randint(1, 6) for _ in range(3)))
                continue
            seat, match = sitting.asked[0], sitting.match
            if seat == 0 and blind:
                match.do(Act(0, RAKS.read(next(script))))
                continue
            sight = Sight(seat, match.view(seat), match.told(seat), match.moves(seat), match.forms(seat))
            chooser = professor if seat == 0 else minds[seat]
            move = chooser.choose(sight, Random(f"{seat} {match.version}"))
            if seat == 0:
                played.append(RAKS.write(move))
            else:
                sights.append((sight, move))
            match.do(Act(seat, move))
        return sights

    assert run(blind=False) == run(blind=True)
    assert sum(text.startswith("place") for text in played) > 5


def test_r4_the_moment_at_which_a_computer_player_answers_is_a_constant_of_its_persona() -> None:
    for persona in PERSONAS.values():
        assert isinstance(persona.pace, float)
        for occasion in persona.talk:
            # What is said on an occasion is public by then: nobody comments on a bead of their own while it is doubted.
            assert occasion in {"stood", "challenged", "shown", "conceded"}


def test_r4_hints_are_for_the_mover_alone_and_only_where_nobody_is_disadvantaged() -> None:
    sitting = Sitting(2)
    sitting.roll(2, 3, 5)
    page: Any = BOX.page
    say = speak("en", BOX)

    def hinted(seat: int | None, kinds: tuple[str, ...], **more: Any) -> bool:
        match = sitting.match
        moves = tuple(map(RAKS.write, match.moves(seat))) if seat is not None else ()
        settings = {"kinds": kinds, "hints": True, **more}
        scene = Scene(
            match.view(seat), match.rules, seat, moves, (), (), 1, False, say, Names(NAMES, seat), settings
        )
        return "5 × 3 + 2" in page.draw(scene)

    assert hinted(0, ("here", "bot"))
    assert not hinted(0, ("here", "elsewhere"))
    assert hinted(0, ("here", "elsewhere"), allow_hints=True)
    assert not hinted(0, ("here", "bot"), hints=False)
    assert not hinted(1, ("bot", "here"))
    assert not hinted(None, ("here", "bot"), allow_hints=True)

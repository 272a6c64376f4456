"""Words, tools, commands and page of Rak's."""

import re
from html.parser import HTMLParser
from random import Random
from typing import Any

import pytest

from sofra.core.errors import Malformed, SofraError
from sofra.games import open_box
from sofra.games.parts import Names, Scene
from sofra.games.raks.commands import reach_command
from sofra.games.raks.page.drawing import PATTERNS, cord
from sofra.games.raks.play import RAKS
from sofra.games.raks.reach import reach
from sofra.games.raks.rules import PRESETS, RaksRules
from sofra.games.raks.scoring import Run
from sofra.games.raks.tools import TOOLS
from sofra.lang import LANGS, speak
from tests.raks.playouts import every_pair, states
from tests.raks.sitting import Sitting

BOX = open_box("raks")
PAGE: Any = BOX.page
NAMES = ("Ayşe", "Bob", "Ελένη", "Zoë")


def scene(sitting: Sitting, seat: int | None, lang: str = "en", **settings: Any) -> Scene:
    match, say = sitting.match, speak(lang, BOX)
    moves = tuple(map(RAKS.write, match.moves(seat))) if seat is not None else ()
    forms = match.forms(seat) if seat is not None else ()
    names = Names(NAMES[: match.seats], me=seat)
    view, heard = match.view(seat), match.told(seat)
    return Scene(
        view, match.rules, seat, moves, forms, heard, match.version, match.over, say, names, settings
    )


def test_everything_that_happens_has_a_sentence_in_three_languages() -> None:
    said: dict[str, set[str]] = {lang: set() for lang in LANGS}
    for number, (rules, seats) in enumerate(every_pair()[:8]):
        names = Names(NAMES[:seats], me=0)
        for before, event, after in states(rules, seats, Random(f"words {number}"), 120):
            for lang in LANGS:
                say, heard = speak(lang, BOX), RAKS.tell(before, event, after, 0)
                sentence = "" if heard is None else BOX.words.say(heard, say, names)
                asked = BOX.words.asked(RAKS.view(after, 0), say, names)
                for text in (sentence, asked):
                    assert "{" not in text
                    assert "None" not in text
                assert asked
                assert (heard is None) == (sentence == "")
                said[lang].add(sentence)
    assert len(said["en"]) > 200
    assert not {text for text in said["tr"] & said["en"] if re.search("[a-z]{4}", text.replace("Ayşe", ""))}


def test_the_announcements_of_a_scripted_match() -> None:
    sitting = Sitting(2)
    heard = []
    for step in (
        "roll 2 3 5",
        "0 place 17",
        "1 challenge",
        "0 show 3*5+2",
        "roll 4 4 4",
        "0 withdraw 17",
        "1 no move",
    ):
        first, *rest = step.split(" ", 1)
        if first == "roll":
            sitting.roll(*map(int, rest[0].split()))
        else:
            sitting.play(int(first), rest[0])
        heard.append(BOX.words.say(sitting.tell(1), speak("en", BOX), Names(NAMES[:2], me=1)))
    assert heard == [
        "Ayşe: threw 2 3 5",
        "Ayşe: placed a bead on 17",
        "Bob: challenges the bead on 17. It must be shown by: Ayşe",
        "Ayşe: shows 3 × 5 + 2 for 17. Right: the challenge has failed",
        "Bob: threw 4 4 4, a triple. These withdraw a bead: Ayşe",
        "Ayşe: the bead on 17 is withdrawn",
        "Bob: no move",
    ]


def test_the_announcements_of_a_challenge_in_turkish_and_greek() -> None:
    for lang, due in (
        (
            "tr",
            "Ayşe: 17 için 3 × 5 − 2 gösteriyor. Yanlış: 13 ediyor, 17 değil. İtiraz haklı çıktı: 17 bölgesindeki boncuk kalkıyor",
        ),
        (
            "el",
            "Ayşe: δείχνει 3 × 5 − 2 για το 17. Λάθος: κάνει 13, όχι 17. Η αμφισβήτηση έπιασε: η χάντρα στο 17 βγαίνει",
        ),
    ):
        sitting = Sitting(2)
        sitting.roll(2, 3, 5)
        sitting.play(0, "place 17")
        sitting.play(1, "challenge")
        sitting.play(0, "show 3*5-2")
        assert BOX.words.say(sitting.tell(1), speak(lang, BOX), Names(NAMES[:2], me=1)) == due


def test_the_rules_card_follows_the_house_rules() -> None:
    def lines(rules: RaksRules, lang: str = "en") -> str:
        return "\n".join(line for _, part in BOX.words.card(rules, 3, speak(lang, BOX)) for line in part)

    texts = [lines(rules) for rules in PRESETS.values()]
    assert len(set(texts)) == len(PRESETS)
    assert "A wrong claim costs one bead." in lines(RaksRules(wrong_claim="withdraws"))
    assert "seven add 12, ten add 20" in lines(RaksRules(long_runs="split"))
    assert "In all, 14 zones." in lines(RaksRules())
    assert lines(RaksRules(), "el") != lines(RaksRules(), "tr")


def test_the_engine_tools_answer_as_the_protocol_says() -> None:
    answer = TOOLS["raks.reach"].run({"dice": [5, 2, 3], "rules": {}})
    assert sorted(answer["zones"], key=int) == [str(zone) for zone in reach((2, 3, 5), "all")]
    assert answer["zones"]["17"] == ["5*3+2"]
    assert "15" in TOOLS["raks.reach"].run({"dice": [5, 2, 3], "rules": {"dice_use": "any"}})["zones"]
    board = [0, 0, 0, 1, *[None] * 32]
    score = TOOLS["raks.score"].run({"board": board, "seats": 2, "rules": {}})
    assert score["scores"] == [8, 1]
    assert score["reasons"][0] == [
        {"points": 3, "what": "beads on the board"},
        {"points": 5, "what": "run of 3 from 1 to 3"},
    ]


@pytest.mark.parametrize(
    ("tool", "given"),
    [
        ("raks.reach", {"dice": [1, 2], "rules": {}}),
        ("raks.reach", {"dice": [1, 2, 7], "rules": {}}),
        ("raks.reach", {"dice": [1, 2, True], "rules": {}}),
        ("raks.reach", {"dice": "123", "rules": {}}),
        ("raks.reach", {"dice": [1, 2, 3]}),
        ("raks.reach", {"dice": [1, 2, 3], "rules": {}, "zone": 3}),
        ("raks.reach", {"dice": [1, 2, 3], "rules": {"dice_use": "some"}}),
        ("raks.reach", {"dice": [1, 2, 3], "rules": None}),
        ("raks.score", {"board": [None] * 35, "seats": 2, "rules": {}}),
        ("raks.score", {"board": [2, *[None] * 35], "seats": 2, "rules": {}}),
        ("raks.score", {"board": [0] * 21 + [None] * 15, "seats": 2, "rules": {}}),
        ("raks.score", {"board": [None] * 36, "seats": 5, "rules": {}}),
    ],
)
def test_the_engine_tools_refuse_what_is_malformed(tool: str, given: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        TOOLS[tool].run(given)


def test_the_reach_command_prints_every_zone(capsys: pytest.CaptureFixture[str]) -> None:
    assert reach_command(2, 3, 5, rules=RaksRules()) == 0
    out = capsys.readouterr().out
    assert "17 = 5 × 3 + 2" in out
    assert out.endswith("2 3 5: 14/36\n")


class Parts(HTMLParser):
    """The elements of a page and their attributes; complains about anything that is not well nested."""

    VOID = frozenset(("input", "path", "circle", "rect", "br"))

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.feed(text)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def named(self, name: str, value: str | None = None) -> list[dict[str, str | None]]:
        return [a for _, a in self.found if a.get("name") == name and value in (None, a.get("value"))]


def test_the_page_is_well_formed_and_has_no_inline_style_or_script_in_any_phase() -> None:
    phases = set()
    for number, (rules, seats) in enumerate(every_pair()[:9]):
        for count, (_, _, after) in enumerate(states(rules, seats, Random(f"page {number}"), 160)):
            if after.throws == 0 or ((after.phase, 0 in after.asked) in phases and count % 40):
                continue
            phases.add((after.phase, 0 in after.asked))
            moves, forms = tuple(map(RAKS.write, RAKS.moves(after, 0))), RAKS.forms(after, 0)
            for seat in (0, None):
                offers = (moves, forms) if seat == 0 else ((), ())
                say = speak("tr", BOX)
                drawn = Scene(RAKS.view(after, seat), rules, seat, *offers, (), 1, False, say, Names(NAMES))
                page = Parts(PAGE.draw(drawn) + PAGE.scores(drawn))
                names = {name for _, attributes in page.found for name in attributes}
                assert not {name for name in names if name == "style" or name.startswith("on")}
                assert "script" not in {tag for tag, _ in page.found}
                ids = [a["id"] for _, a in page.found if a.get("id")]
                assert len(ids) == len(set(ids))
    for phase in ("move", "placed", "passed", "show", "triple", "upheld"):
        assert {(phase, True), (phase, False)} <= phases


def test_zones_are_spoken_with_owner_and_pattern() -> None:
    sitting = Sitting(2)
    sitting.turn(17)
    sitting.turn(18)
    sitting.roll(2, 3, 5)
    labels = [a.get("aria-label") for _, a in Parts(PAGE.draw(scene(sitting, 0))).found]
    assert "17, Ayşe, plain" in labels
    assert "18, Bob, striped" in labels
    assert "19, open" in labels
    sitting.play(0, "place 19")
    labels = [
        a.get("aria-label") for _, a in Parts(PAGE.draw(scene(sitting, 1, marks=("sky", "slate")))).found
    ]
    assert "19, Ayşe, ring, in question" in labels


def test_only_what_can_be_chosen_is_a_control() -> None:
    sitting = Sitting(2)
    for zone in (17, 18, 5):
        sitting.turn(zone)
    sitting.roll(4, 4, 4)
    zones = [a["value"] for a in Parts(PAGE.draw(scene(sitting, 0))).named("zone")]
    assert zones == ["5", "17"]
    assert Parts(PAGE.draw(scene(sitting, 1))).named("zone") == []
    sitting.play(0, "withdraw 5")
    page = Parts(PAGE.draw(scene(sitting, 1)))
    assert [a["value"] for a in page.named("zone")] == [str(z) for z in range(1, 37) if z not in (17, 18)]
    assert page.named("move", "no move")


def test_several_people_on_one_device_answer_a_window_on_one_panel() -> None:
    sitting = Sitting(4)
    sitting.roll(2, 3, 5)
    sitting.play(0, "place 17")
    kinds = ("bot", "here", "here", "elsewhere")
    page = Parts(PAGE.draw(scene(sitting, 1, kinds=kinds)))
    assert [a["value"] for a in page.named("panel")] == ["1", "2", "nobody"]
    view = sitting.match.view(1)
    assert PAGE.answers(view, {"panel": ["nobody"]}, [1, 2]) == {1: "pass", 2: "pass"}
    assert list(PAGE.answers(view, {"panel": ["2"]}, [1, 2]).items()) == [(2, "challenge"), (1, "pass")]
    assert PAGE.answers(view, {"do": ["place"]}, [1, 2]) is None
    with pytest.raises(Malformed):
        PAGE.answers(view, {"panel": ["3"]}, [1, 2])
    assert not Parts(PAGE.draw(scene(sitting, 1, kinds=("here", "here", "bot", "bot")))).named("panel")


def test_a_claim_from_the_panel_is_made_by_whoever_is_named() -> None:
    sitting = Sitting(3)
    sitting.roll(2, 3, 5)
    sitting.play(0, "no move")
    view = sitting.match.view(1)
    form = {"panel": ["2"], "expression": ["3 × 5 + 2"], "zone": ["17"]}
    assert PAGE.answers(view, form, [1, 2]) == {2: "claim 3 × 5 + 2 = 17", 1: "pass"}


@pytest.mark.parametrize(
    ("form", "move"),
    [
        ({"do": ["place"], "zone": ["17"]}, "place 17"),
        ({"do": ["withdraw"], "zone": ["3"]}, "withdraw 3"),
        ({"do": ["claim"], "zone": ["17"], "expression": [" 3×5 + 2 "]}, "claim 3×5 + 2 = 17"),
        ({"do": ["show"], "expression": ["3*5+2"]}, "show 3*5+2"),
    ],
)
def test_forms_mean_moves(form: dict[str, list[str]], move: str) -> None:
    assert PAGE.move(None, form) == move
    assert RAKS.read(move)


@pytest.mark.parametrize(
    "form", [{}, {"do": ["place"]}, {"do": ["fly"]}, {"do": ["claim"], "expression": ["1+2"]}]
)
def test_forms_that_mean_nothing_are_refused_in_words(form: dict[str, list[str]]) -> None:
    with pytest.raises(SofraError):
        PAGE.move(None, form)


def test_cords_join_neighbours_and_leave_the_board_where_the_line_turns() -> None:
    assert cord(Run(0, (2, 3), 2)).path == "M150 50L250 50"
    assert cord(Run(0, (6, 7), 2)).path == "M550 50L600 50M0 150L50 150"
    assert cord(Run(0, (36, 1), 2)).path == "M550 550L600 550M0 50L50 50"
    assert cord(Run(0, (1, 7), 2)).path == "M50 50L50 150"


def test_every_mark_of_a_chair_has_a_bead() -> None:
    from sofra.web.room import MARKS

    assert set(PATTERNS) == set(MARKS)
    sitting = Sitting(2)
    sitting.turn(1)
    for mark in MARKS:
        assert f"bead-{mark}" in PAGE.draw(scene(sitting, 0, marks=(mark, "navy")))


def test_names_are_escaped() -> None:
    sitting = Sitting(2)
    sitting.turn(1)
    drawn = scene(sitting, 0)
    evil = Scene(
        **{name: getattr(drawn, name) for name in Scene.__slots__} | {"names": Names(("<b>x", '"y'))}
    )
    assert "<b>x" not in PAGE.draw(evil) + PAGE.scores(evil)


def test_a_window_that_closes_by_itself_says_so_and_offers_time_to_those_it_asks() -> None:
    sitting = Sitting(3)
    sitting.roll(2, 3, 5)
    assert "seconds passes" not in PAGE.draw(scene(sitting, 0, window=10))
    sitting.play(0, "place 17")
    assert Parts(PAGE.draw(scene(sitting, 1, window=10))).named("wait")
    assert "Whoever says nothing within 10 seconds passes." in PAGE.draw(scene(sitting, 1, window=10))
    assert not Parts(PAGE.draw(scene(sitting, 0, window=10))).named("wait")
    assert not Parts(PAGE.draw(scene(sitting, 1))).named("wait")
    held = PAGE.draw(scene(sitting, 1, window=10, holding=(2,)))
    assert "Asked for time: Ελένη" in held
    assert not Parts(held).named("wait")


def test_silence_is_a_pass_in_windows_and_nothing_elsewhere() -> None:
    sitting = Sitting(3)
    assert RAKS.silence(sitting.match.state, 0) is None
    sitting.roll(2, 3, 5)
    assert RAKS.silence(sitting.match.state, 0) is None
    sitting.play(0, "no move")
    assert [RAKS.silence(sitting.match.state, seat) for seat in range(3)] == [
        None,
        RAKS.read("pass"),
        RAKS.read("pass"),
    ]

"""Records round-trip, are strict, and say where they are wrong."""

import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sofra.core import Act, Agreed, Illegal, Malformed, Outcome, StandIn, Undo, Unsupported, record
from sofra.core.dealers import seeded
from sofra.core.match import Match
from sofra.core.record import Record, SeatLine
from tests.faults.duel import DUEL

TEXT = """\
sofra record 1
game: duel
rules version: 1
house rules: prize=2
seats: 2
seat 0: Defne
seat 1 bot careful: Nikos
chance: manual

# three cards each, Defne's first
* deal:1 = 1 2 3 10 11 12
* 4
0 play 1; 1 play 12
1 boast ha
undo to 4
1 rest
* 6
stand-in 0 bot careful
0 play 2; 1 play 10
1 rest
stand-in 0 back
* die = 1
1 play 11
0 play 3
1 rest

scores: 0 22
winners: 1
"""

words = st.from_regex(r"[a-zé]{1,6}( [a-z0-9*+=()-]{1,6}){0,2}", fullmatch=True)
names = st.text(st.characters(categories=("L", "N", "P", "S")), max_size=12)
entries = st.one_of(
    st.builds(
        Outcome,
        st.just("") | st.from_regex(r"[a-z][a-z-]{0,5}(:[0-9]{1,3}){0,2}", fullmatch=True),
        st.lists(st.integers(-99, 99), min_size=1, max_size=6).map(tuple),
    ),
    st.builds(Act, st.integers(0, 8), words),
    st.builds(Undo, st.integers(0, 999)),
    st.builds(StandIn, st.integers(0, 8), st.just("") | words.filter(lambda w: w != "back")),
    st.just(Agreed()),
)
records = st.builds(
    Record,
    words,
    st.integers(1, 99),
    words,
    st.lists(
        st.builds(SeatLine, names, st.just("") | words.map(lambda w: w.split()[0])), min_size=1, max_size=4
    ).map(tuple),
    st.sampled_from(["manual", "sealed", "seed ζάρια"]),
    st.lists(st.tuples(words, names), max_size=2).map(tuple),
    st.lists(entries, max_size=8).map(tuple),
    st.none() | st.lists(st.integers(-500, 500), max_size=4).map(tuple),
    st.none() | st.lists(st.integers(0, 8), max_size=4).map(tuple),
    st.booleans(),
)


@given(records)
def test_a_record_reads_back_to_itself(kept: Record) -> None:
    text = record.write(kept)
    assert record.parse(text) == kept
    assert record.write(record.parse(text)) == text


def test_a_record_written_by_hand_is_replayed() -> None:
    match = record.replay(record.parse(TEXT), DUEL)
    assert match.over
    assert match.state.points == (0, 22)
    assert match.log[2:5] == (
        Act(0, DUEL.read("play 1")),
        Act(1, DUEL.read("play 12")),
        Act(1, DUEL.read("boast ha")),
    )


def test_windows_line_ends_spaces_and_comments_make_no_difference() -> None:
    spaced = TEXT.replace("\n", "  \r\n").replace("undo to 4", "   # a remark\n\nundo to 4")
    assert record.parse(spaced) == record.parse(TEXT)


def changed(old: str, new: str) -> str:
    assert old in TEXT
    return TEXT.replace(old, new, 1)


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 1, 1),
        ("sofra record 2\n", 1, 1),
        (TEXT.split("seats:", maxsplit=1)[0], 5, 1),
        (changed("game: duel", "name: duel"), 2, 1),
        (changed("version: 1", "version: one"), 3, 16),
        (changed("version: 1", "version: 0"), 3, 16),
        (changed("seats: 2", "seats: -2"), 5, 8),
        (changed("seats: 2", "seats: 3"), 8, 1),
        (changed("seat 1 bot careful: Nikos", "seat 2: Nikos"), 7, 1),
        (changed("chance: manual", "chance: luck"), 8, 9),
        (changed("chance: manual", "chance: manual\nseal commitment"), 9, 16),
        (changed("* 4", "* four"), 12, 3),
        (changed("* 4", "*"), 12, 1),
        (changed("* deal:1 = 1 2 3", "* deal:1 = 1 x 3"), 11, 14),
        (changed("* die = 1", "* Die: = 1"), 22, 1),
        (changed("0 play 1; 1 play 12", "play 1; 1 play 12"), 13, 1),
        (changed("0 play 1; 1 play 12", "0 play 1; "), 13, 10),
        (changed("0 play 1; 1 play 12", "0 play 1; undo to x"), 13, 19),
        (changed("undo to 4", "undo to -4"), 15, 9),
        (changed("scores: 0 22", "scores: 0 22.5"), 27, 11),
        (changed("winners: 1\n", "winners: 1\n* 4\n"), 29, 1),
        (changed("winners: 1\n", "winners: 1\nhash: 00\n"), 29, 7),
        (changed("Defne", "Def\tne"), 6, 12),
        (changed("Defne", "Def\u2028ne"), 6, 12),
        (changed("Defne", "Def\x9b31mne"), 6, 12),
        (changed("Defne", "Def\u202ene"), 6, 12),
        (changed("Defne", "Def\ud800ne"), 6, 12),
        (changed("0 play 1; 1", "\u0660 play 1; 1"), 13, 1),
        (changed("stand-in 0 bot", "stand-in \u0660 bot"), 18, 1),
        (changed("Defne", "D" * 3000), 6, 2001),
    ],
)
def test_every_error_names_line_and_column(text: str, line: int, column: int) -> None:
    with pytest.raises(Malformed, match=rf"^line {line}, column {column}: \S+"):
        record.parse(text)


def test_a_hash_holds_the_whole_text_together() -> None:
    signed = record.write(replace(record.parse(TEXT), signed=True))
    assert record.parse(signed).signed
    for old, new in (("Defne", "Defnu"), ("play 2", "play 3"), ("scores: 0 22", "scores: 0 23")):
        with pytest.raises(Malformed, match="somebody has changed it"):
            record.parse(signed.replace(old, new, 1))


def test_a_hash_holds_however_the_lines_end_and_whatever_is_remarked_behind_it() -> None:
    signed = record.write(replace(record.parse(TEXT), signed=True))
    for same in (
        signed.replace("\n", "\r\n"),
        "\ufeff" + signed,
        signed.rstrip(),
        signed + "\n# hash: none\n",
    ):
        assert record.parse(same).signed
    with pytest.raises(Malformed, match="line 31, column 1: nothing may stand behind"):
        record.parse(signed + signed)
    with pytest.raises(Malformed, match="somebody has changed it"):
        record.parse(signed.replace("Defne", "Defnu").replace("\n", "\r\n"))


def test_a_text_that_is_too_long_is_not_read() -> None:
    with pytest.raises(Malformed, match="at most 8000000 characters"):
        record.parse("x" * 8_000_001)


def _is_placed(text: str) -> bool:
    """Whether a text is a record or refused with line and column."""
    try:
        record.parse(text)
    except Malformed as error:
        return re.match(r"line \d+, column \d+: .+", str(error)) is not None
    return True


@given(st.text(max_size=200))
def test_any_text_is_a_record_or_malformed_with_line_and_column(text: str) -> None:
    assert _is_placed(text)


@given(st.data())
def test_any_change_of_a_record_is_a_record_or_malformed_with_line_and_column(data: st.DataObject) -> None:
    text = TEXT + "hash: " + record.text_hash(TEXT) + "\n"
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text) - 1))
        upto = min(len(text), at + data.draw(st.integers(0, 12)))
        text = (
            text[:at]
            + data.draw(st.text(max_size=3) | st.sampled_from(["\n", ";", "* ", "=", "²", "0"]))
            + text[upto:]
        )
        text = text or "x"
    assert _is_placed(text)


@pytest.mark.parametrize(
    ("old", "new", "kind", "said"),
    [
        ("0 play 2; 1", "0 play 12; 1", Illegal, "line 19: seat 0 plays one of its own cards"),
        ("0 play 2; 1", "0 ploy 2; 1", Malformed, 'line 19: "ploy 2" is no move of this game'),
        ("* 6\n", "* 7\n", Illegal, "line 17: a die shows 1 to 6, not 7"),
        ("* die = 1", "* deal:9 = 1", Illegal, "line 22: deal:9 is not waited for now"),
        ("scores: 0 22", "scores: 22 0", Malformed, "the record says scores 22 0; the rules say 0 22"),
        ("winners: 1", "winners: 0", Malformed, "the record says winners 0; the rules say 1"),
        ("prize=2", "prize=9", Malformed, "house rule prize: 9 is not allowed"),
        (
            "version: 1",
            "version: 2",
            Unsupported,
            "follows version 2 of the duel rules; this program plays version 1",
        ),
        ("undo to 4", "undo to 99", Malformed, "line 15: undo to 99: there are 5 entries"),
        ("1 rest\n\nscores", "\nscores", Malformed, "names scores, but its match is not over"),
    ],
)
def test_a_replay_judges_every_line(old: str, new: str, kind: Any, said: str) -> None:
    with pytest.raises(kind, match=said):
        record.replay(record.parse(changed(old, new)), DUEL)


def test_a_record_of_a_seeded_match_cannot_take_chance_back() -> None:
    with pytest.raises(Illegal, match="line 12: that can't be undone"):
        record.replay(record.parse(_drawn_from("x") + "undo to 0\n"), DUEL)


def _drawn_from(seed: str) -> str:
    """The text of a match that has drawn from a seed as far as its first choice."""
    match = Match(DUEL, DUEL.rules(), 2)
    match.settle(seeded(seed))
    seats = (SeatLine("Defne"), SeatLine("Nikos"))
    return record.write(replace(record.of(match, seats, f"seed {seed}"), signed=False))


def test_a_record_that_names_a_seed_holds_what_the_seed_says() -> None:
    text = _drawn_from("x")
    assert record.replay(record.parse(text), DUEL).version > 0
    with pytest.raises(Illegal, match=r"line \d+: deal:1 was .+; the seed says .+"):
        record.replay(record.parse(text.replace("seed x", "seed y")), DUEL)
    record.replay(record.parse(text.replace("seed x", "manual")), DUEL)

"""The numbers of a key and a label are those that the page of test vectors names, and any reader can derive them."""

import hashlib
import hmac
from collections import Counter
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sofra.core import numbers

KEY = numbers.seed_key("sofra")


def derived(key: bytes, label: str, n: int) -> int:
    """The derivation once more, from its description alone."""
    for j in count():
        for byte in hmac.new(key, label.encode() + b"#" + str(j).encode(), hashlib.sha512).digest():
            if byte < n * (256 // n):
                return byte % n
    raise AssertionError


def test_a_seed_text_has_its_published_key() -> None:
    assert hashlib.sha512(b"sofra seed 1\x00sofra").digest() == KEY
    assert KEY.hex() == (
        "2e1d7e8a9be381df1d922918f9706da40851a78687fc2378aa87d723434a4fc9"
        "195c952b0973b5e93d85e3360b9e74e35ad9cc0a1af7a781da8af0b66167b624"
    )


def test_dice_have_their_published_faces() -> None:
    assert numbers.dice(KEY, "roll:1:1", 6) == (5, 6, 6, 1, 1, 6)
    assert numbers.dice(KEY, "roll:2:1", 6) == (1, 2, 3, 4, 3, 3)


def test_a_die_passes_over_the_bytes_that_would_favour_low_faces() -> None:
    stream = hmac.digest(KEY, b"roll:336:1:1#0", "sha512")
    assert list(stream[:3]) == [255, 255, 81]
    assert numbers.dice(KEY, "roll:336:1", 1) == (81 % 6 + 1,)


def test_a_shuffle_has_its_published_order() -> None:
    assert numbers.cards(KEY, "deal:1", 0, range(1, 41), 12) == (
        11,
        14,
        28,
        31,
        33,
        40,
        39,
        23,
        24,
        12,
        7,
        27,
    )
    assert numbers.cards(numbers.seed_key("ζάρια"), "shuffle:1:1", 0, range(1, 11), 10) == (
        4, 5, 7, 2, 1, 3, 8, 9, 10, 6,
    )  # fmt: skip


@given(st.binary(max_size=64), st.text(max_size=20).filter(str.isprintable), st.integers(1, 256))
def test_any_reader_can_derive_any_number(key: bytes, label: str, n: int) -> None:
    assert numbers.below(key, label, n) == derived(key, label, n)


@given(st.sets(st.integers(1, 60), min_size=1, max_size=60), st.data())
def test_the_order_of_a_shuffle_does_not_depend_on_how_it_is_asked_for(
    of: set[int], data: st.DataObject
) -> None:
    whole = numbers.cards(KEY, "deal:3", 0, sorted(of), len(of))
    assert sorted(whole) == sorted(of)
    at = data.draw(st.integers(0, len(of) - 1))
    rest = sorted(of - set(whole[:at]))
    assert numbers.cards(KEY, "deal:3", at, rest, len(rest)) == whole[at:]


def test_faces_are_even_over_many_labels() -> None:
    faces = Counter(numbers.dice(KEY, f"even:{i}", 1)[0] for i in range(6000))
    # Chi-square with 5 degrees of freedom: 20.5 lies at 0.001; the key is fixed, so this is no lottery.
    assert sum((faces[face] - 1000) ** 2 / 1000 for face in range(1, 7)) < 20.5


@pytest.mark.parametrize("n", [0, -1, 257])
def test_a_number_below_more_than_a_byte_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="1 to 256"):
        numbers.below(KEY, "x", n)

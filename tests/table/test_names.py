"""Names that people choose: whatever can be seen, and nothing that can't."""

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from sofra.core.errors import Malformed
from sofra.table.names import JOINER, LONGEST, check_name

COOK = f"\N{WOMAN}\N{EMOJI MODIFIER FITZPATRICK TYPE-4}{JOINER}\N{COOKING}"
FAMILY = JOINER.join("\N{MAN}\N{WOMAN}\N{GIRL}")
RAINBOW = f"\N{WAVING WHITE FLAG}\N{VARIATION SELECTOR-16}{JOINER}\N{RAINBOW}"
SIGNS = st.sampled_from(
    ["a", "é", "Ж", "1", " ", JOINER, "\u200b", "\u202e", "\N{WOMAN}", "\ufe0f", "\u0301", "\ue000"]
)


@pytest.mark.parametrize(
    "name", ["Elif", "Ελένη", "Ayşe Nur", "O’Neil-Öz", "ayşe2", "\N{DRAGON}", COOK, FAMILY, RAINBOW]
)
def test_a_name_that_can_be_seen_is_taken_as_it_is(name: str) -> None:
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name",
    [JOINER, f"a{JOINER}b", f"{JOINER}\N{WOMAN}", f"\N{WOMAN}{JOINER}", f"\N{MAN}{JOINER}{JOINER}\N{GIRL}"],
)
def test_a_joiner_that_joins_nothing_is_refused(name: str) -> None:
    with pytest.raises(Malformed, match="invisible"):
        check_name(name)


@given(st.one_of(st.text(max_size=30), st.lists(SIGNS, max_size=12).map("".join)))
@example("  a   b ")
def test_what_is_taken_is_in_normal_form_short_and_visible(text: str) -> None:
    try:
        name = check_name(text)
    except Malformed:
        return
    assert check_name(name) == name
    assert 0 < len(name) <= LONGEST
    assert name == unicodedata.normalize("NFC", name.strip())
    unseen = {
        sign for sign in name if unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    }
    assert unseen <= {JOINER}
    assert not any(part[:1].isalnum() or part[-1:].isalnum() for part in name.split(JOINER)[1:-1])

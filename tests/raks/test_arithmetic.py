"""R3: expressions are read strictly, worth exactly what they are worth, and wrong for a reason in plain words."""

import ast
import inspect
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sofra.core.errors import Malformed
from sofra.games.raks import arithmetic
from sofra.games.raks.arithmetic import LONGEST, MESSAGES, evaluate, mistake, parse, pretty, tidy


@pytest.mark.parametrize(
    ("text", "worth"),
    [
        ("3*5+2", 17),
        ("3 × 5 + 2", 17),
        ("(6-2)/4", 1),
        ("( 6 − 2 ) ÷ 4", 1),
        ("2+3*5", 17),
        ("6-2-1", 3),
        ("6/2/3", 1),
        ("6/(2/3)", 9),
        ("1/3+5", Fraction(16, 3)),
        ("1-6*5", -29),
        ("((((5))))+((1)*(2))", 7),
    ],
)
def test_r3_an_expression_is_worth_exactly_what_it_says(text: str, worth: int | Fraction) -> None:
    assert evaluate(parse(tidy(text))) == worth


@pytest.mark.parametrize("text", ["3/(2-2)", "1/(1-1)+5", "6*(1/(2-2))"])
def test_r3_a_division_by_zero_has_no_value(text: str) -> None:
    assert evaluate(parse(text)) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "there is no expression: write one such as 3*5+2"),
        ("   ", "there is no expression: write one such as 3*5+2"),
        ("35+2", "35 is no number here: put an operation between the dice"),
        ("3 5+2", "35 is no number here: put an operation between the dice"),
        ("30+2", "30 is no number here: put an operation between the dice"),
        ("7+1", "7 is no die: dice show 1 to 6"),
        ("0+1", "0 is no die: dice show 1 to 6"),
        ("-3+5", "- needs a die or a bracket before it"),
        ("3*-2", "two operations stand side by side: * and -"),
        ("3**2", "two operations stand side by side: * and *"),
        ("3+", "an expression ends too early: after + a die or a bracket is expected"),
        ("(", "an expression ends too early: after ( a die or a bracket is expected"),
        ("(3+5", "a bracket is opened and never closed"),
        ("3+5)", "a bracket is closed that was never opened"),
        ("()", "a bracket closes where a die is expected"),
        ("3(5+2)", "an operation is missing between 3 and ("),
        ("(5+2)3", "an operation is missing between ) and 3"),
        ("2^3", '"^" has no place in an expression; there are 1 to 6, + - * / and brackets'),
        ("3.5+2", '"." has no place in an expression; there are 1 to 6, + - * / and brackets'),
        ("x", '"x" has no place in an expression; there are 1 to 6, + - * / and brackets'),
        ("٣+5", '"٣" has no place in an expression; there are 1 to 6, + - * / and brackets'),
        ("__import__('os')", '"_" has no place in an expression; there are 1 to 6, + - * / and brackets'),
        ("(" * 31 + "1" + ")" * 31, "an expression has at most 60 symbols, not 63"),
    ],
)
def test_r3_what_is_no_expression_is_refused_in_plain_words(text: str, said: str) -> None:
    with pytest.raises(Malformed) as refusal:
        tidy(text)
    assert str(refusal.value) == said
    assert refusal.value.template in MESSAGES


@pytest.mark.parametrize(
    ("text", "dice", "dice_use", "zone", "said"),
    [
        ("3*5+2", (2, 3, 5), "all", 17, None),
        ("3*5", (2, 3, 5), "any", 15, None),
        ("5", (2, 3, 5), "any", 5, None),
        ("2*2*2", (2, 2, 2), "all", 8, None),
        ("5+5+3", (2, 3, 5), "all", 13, "uses 5 twice"),
        ("5*5*5", (2, 3, 5), "any", 125, "uses 5 3 times"),
        ("2+2+2", (1, 2, 2), "all", 6, "uses 2 3 times"),
        ("4+5+2", (2, 3, 5), "all", 11, "4 was not rolled"),
        ("3*5", (2, 3, 5), "all", 15, "needs all three dice: 2 is left over"),
        ("5", (2, 3, 5), "all", 5, "needs all three dice: 2 3 is left over"),
        ("3/(2-2)", (2, 2, 3), "all", 1, "divides by zero"),
        ("3*5+2", (2, 3, 5), "all", 18, "makes 17, not 18"),
        ("(3+2)/6", (2, 3, 6), "all", 1, "makes 5/6, not 1"),
        ("2-3-5", (2, 3, 5), "all", 6, "makes -6, not 6"),
    ],
)
def test_r3_a_wrong_expression_is_wrong_for_a_reason_in_plain_words(
    text: str, dice: tuple[int, ...], dice_use: str, zone: int, said: str | None
) -> None:
    wrong = mistake(text, dice, dice_use, zone)
    assert (wrong and str(wrong)) == said
    assert wrong is None or wrong.template in MESSAGES


trees = st.recursive(
    st.integers(1, 6).map(str),
    lambda inner: st.tuples(inner, st.sampled_from("+-*/"), inner).map(lambda part: f"({''.join(part)})"),
    max_leaves=6,
)


@given(trees)
def test_r3_signs_and_spacing_of_print_mean_the_same(text: str) -> None:
    assert tidy(pretty(text)) == text
    assert tidy(text.replace("*", "×").replace("/", " ÷ ").replace("-", "−")) == text


@given(trees)
def test_r3_values_agree_with_python_fractions(text: str) -> None:
    spelled = "".join(f"Fraction({sign})" if sign.isdigit() else sign for sign in text)
    try:
        worth = eval(spelled, {"Fraction": Fraction})
    except ZeroDivisionError:
        worth = None
    assert evaluate(parse(text)) == worth


def read_or_refused(text: str) -> str | None:
    try:
        return tidy(text)
    except Malformed:
        return None


@given(st.text(alphabet="123456+-*/() 07x×÷−", max_size=80))
def test_r3_any_text_is_read_or_refused_and_nothing_else(text: str) -> None:
    plain = read_or_refused(text)
    assert plain is None or (len(plain) <= LONGEST and tidy(plain) == plain)


def test_r3_nothing_is_ever_executed() -> None:
    names = {
        node.id for node in ast.walk(ast.parse(inspect.getsource(arithmetic))) if isinstance(node, ast.Name)
    }
    assert "parse" in names
    assert not names & {"eval", "exec", "compile", "__import__", "globals"}

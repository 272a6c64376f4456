"""Rak's arithmetic (R3): what players write, what it is worth exactly, and why it is wrong where it is.

An expression has dice 1 to 6 as single digits, ``+ - * /`` (also ``− × ÷``) and brackets, with any spacing; no sign in
front, no digits side by side. Nothing is ever executed: a text is read symbol by symbol, and its length is bounded.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

from sofra.core.errors import Illegal, Malformed

LONGEST = 60
"""The most symbols an expression may have, spaces not counted (three dice with every bracket need far fewer)."""

_SIGNS = str.maketrans({"×": "*", "÷": "/", "−": "-"})
_WHOLE = "an expression ends too early: after {last} a die or a bracket is expected"


def tidy(text: str) -> str:
    """The expression as sofra writes it: plain signs, no spaces, brackets as they stood. Raises Malformed."""
    plain = "".join(text.translate(_SIGNS).split())
    parse(plain)
    return plain


def pretty(text: str) -> str:
    """An expression as people read it: ``3 × 5 + 2``."""
    shown = {"*": " × ", "/": " ÷ ", "-": " − ", "+": " + "}
    return "".join(shown.get(sign, sign) for sign in text)


Tree = int | tuple[str, "Tree", "Tree"]
"""A die, or (operation, left, right)."""


@lru_cache(maxsize=4096)
def parse(text: str) -> Tree:
    """The tree of a text without spaces. Raises Malformed, saying what stands where it should not."""
    if not text:
        raise Malformed("there is no expression: write one such as 3*5+2")
    if len(text) > LONGEST:
        raise Malformed("an expression has at most {most} symbols, not {got}", most=LONGEST, got=len(text))
    tree, at = _sum(text, 0)
    if at < len(text):
        raise _unexpected(text, at)
    return tree


def _sum(text: str, at: int) -> tuple[Tree, int]:
    tree, at = _product(text, at)
    while at < len(text) and text[at] in "+-":
        right, after = _product(text, at + 1)
        tree, at = (text[at], tree, right), after
    return tree, at


def _product(text: str, at: int) -> tuple[Tree, int]:
    tree, at = _operand(text, at)
    while at < len(text) and text[at] in "*/":
        right, after = _operand(text, at + 1)
        tree, at = (text[at], tree, right), after
    return tree, at


def _operand(text: str, at: int) -> tuple[Tree, int]:
    if at >= len(text):
        raise Malformed(_WHOLE, last=text[-1])
    sign = text[at]
    if sign in "123456":
        return int(sign), at + 1
    if sign == "(":
        tree, after = _sum(text, at + 1)
        if after >= len(text):
            raise Malformed("a bracket is opened and never closed")
        if text[after] != ")":
            raise _unexpected(text, after)
        return tree, after + 1
    if sign in "0789":
        raise Malformed("{digit} is no die: dice show 1 to 6", digit=sign)
    if sign in "+-*/":
        before = text[at - 1] if at else ""
        if before and before in "+-*/":
            raise Malformed(
                "two operations stand side by side: {first} and {second}", first=before, second=sign
            )
        raise Malformed("{sign} needs a die or a bracket before it", sign=sign)
    if sign == ")":
        raise Malformed("a bracket closes where a die is expected")
    raise Malformed(
        '"{sign}" has no place in an expression; there are 1 to 6, + - * / and brackets', sign=sign
    )


def _unexpected(text: str, at: int) -> Malformed:
    sign, before = text[at], text[at - 1]
    if sign == ")":
        return Malformed("a bracket is closed that was never opened")
    if sign in "0123456789" and before in "123456":
        return Malformed("{pair} is no number here: put an operation between the dice", pair=before + sign)
    if sign in "0123456789(":
        return Malformed("an operation is missing between {first} and {second}", first=before, second=sign)
    return Malformed(
        '"{sign}" has no place in an expression; there are 1 to 6, + - * / and brackets', sign=sign
    )


def dice_of(tree: Tree) -> list[int]:
    """The dice that a tree uses, from left to right."""
    if isinstance(tree, int):
        return [tree]
    return dice_of(tree[1]) + dice_of(tree[2])


def evaluate(tree: Tree) -> Fraction | None:
    """The exact value of a tree, or None if it divides by zero anywhere."""
    if isinstance(tree, int):
        return Fraction(tree)
    left, right = evaluate(tree[1]), evaluate(tree[2])
    if left is None or right is None:
        return None
    return combine(tree[0], left, right)


def combine(sign: str, left: Fraction, right: Fraction) -> Fraction | None:
    """One operation, or None for a division by zero."""
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    return left / right if right else None


def mistake(text: str, dice: Sequence[int], dice_use: str, zone: int) -> Illegal | None:
    """Why this expression does not make ``zone`` with these dice, in plain words; None if it does (R3).

    ``text`` is tidy, ``dice`` the throw in any order, ``dice_use`` "all" or "any".
    """
    tree = parse(text)
    used, thrown = Counter(dice_of(tree)), Counter(dice)
    for die in sorted(used):
        if not thrown[die]:
            return Illegal("{die} was not rolled", die=die)
        if used[die] > thrown[die]:
            if used[die] == 2:
                return Illegal("uses {die} twice", die=die)
            return Illegal("uses {die} {times} times", die=die, times=used[die])
    if dice_use == "all" and used != thrown:
        return Illegal(
            "needs all three dice: {left} is left over",
            left=" ".join(map(str, sorted((thrown - used).elements()))),
        )
    value = evaluate(tree)
    if value is None:
        return Illegal("divides by zero")
    if value != zone:
        return Illegal("makes {value}, not {zone}", value=str(value), zone=zone)
    return None


MESSAGES = (
    "there is no expression: write one such as 3*5+2",
    "an expression has at most {most} symbols, not {got}",
    "an expression ends too early: after {last} a die or a bracket is expected",
    "a bracket is opened and never closed",
    "{digit} is no die: dice show 1 to 6",
    "two operations stand side by side: {first} and {second}",
    "{sign} needs a die or a bracket before it",
    "a bracket closes where a die is expected",
    '"{sign}" has no place in an expression; there are 1 to 6, + - * / and brackets',
    "a bracket is closed that was never opened",
    "{pair} is no number here: put an operation between the dice",
    "an operation is missing between {first} and {second}",
    "{die} was not rolled",
    "uses {die} twice",
    "uses {die} {times} times",
    "needs all three dice: {left} is left over",
    "divides by zero",
    "makes {value}, not {zone}",
)
"""Every sentence above, for the catalogues."""

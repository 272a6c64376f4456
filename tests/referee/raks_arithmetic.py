"""R3: what three dice can make, by brute force, and what an expression says."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

from referee.refused import Refused

SIGNS = {"+": "+", "-": "-", "*": "*", "/": "/", "−": "-", "×": "*", "÷": "/"}
DIE_FACES = ("1", "2", "3", "4", "5", "6")


def calculate(left: Fraction | None, sign: str, right: Fraction | None) -> Fraction | None:
    """One operation in exact arithmetic; None where a division by zero leaves no value."""
    if left is None or right is None:
        return None
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    if sign == "*":
        return left * right
    return None if right == 0 else left / right


def everything_from(dice: list[int]) -> list[tuple[str, Fraction]]:
    """Every expression that uses each of these one, two or three dice once, with its value."""
    found = []
    for order in permutations(dice):
        f = [Fraction(die) for die in order]
        t = [str(die) for die in order]
        if len(order) == 1:
            found.append((t[0], f[0]))
        if len(order) == 2:
            for p in "+-*/":
                value = calculate(f[0], p, f[1])
                if value is not None:
                    found.append((t[0] + p + t[1], value))
        if len(order) == 3:
            for p, q in product("+-*/", repeat=2):
                first = calculate(calculate(f[0], p, f[1]), q, f[2])
                if first is not None:
                    found.append((f"({t[0]}{p}{t[1]}){q}{t[2]}", first))
                second = calculate(f[0], p, calculate(f[1], q, f[2]))
                if second is not None:
                    found.append((f"{t[0]}{p}({t[1]}{q}{t[2]})", second))
    return found


def everything(dice: list[int], dice_use: str) -> list[tuple[str, Fraction]]:
    """R3 with ``dice_use``: all three dice, or any one, two or three of them."""
    if dice_use == "all":
        return everything_from(dice)
    a, b, c = dice
    found = []
    for part in ([a], [b], [c], [a, b], [a, c], [b, c], [a, b, c]):
        found.extend(everything_from(part))
    return found


def reach(dice: list[int], dice_use: str = "all") -> dict[int, list[str]]:
    """The zones 1 to 36 that these three dice make, each with the expressions for it."""
    zones: dict[int, list[str]] = {}
    for text, value in everything(dice, dice_use):
        if value.denominator == 1 and 1 <= value <= 36:
            zones.setdefault(int(value), []).append(text)
    return zones


class Expression:
    """An expression as read: the dice it names and its value (None: it divides by zero).

    Grammar: sum = product {(+|-) product}; product = atom {(*|/) atom}; atom = die | "(" sum ")".
    A die is one digit 1 to 6. There is no unary minus, no power and no number of several digits.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.dice: list[int] = []
        self._signs = [character for character in text if not character.isspace()]
        self._refuse_numbers_of_several_digits()
        self._at = 0
        self.value = self._sum()
        if self._at < len(self._signs):
            raise self._refusal()

    def _refuse_numbers_of_several_digits(self) -> None:
        for one, next_one in zip(self._signs, self._signs[1:], strict=False):
            if one.isdigit() and next_one.isdigit():
                raise Refused(
                    f"{self.text!r} sets digits side by side; dice are joined by + - * /", "malformed"
                )

    def _refusal(self) -> Refused:
        return Refused(f"{self.text!r} is no expression of dice, + - * / and brackets", "malformed")

    def _next(self) -> str:
        if self._at >= len(self._signs):
            return ""
        return SIGNS.get(self._signs[self._at], self._signs[self._at])

    def _sum(self) -> Fraction | None:
        value = self._product()
        while self._next() in ("+", "-"):
            sign = self._next()
            self._at += 1
            value = calculate(value, sign, self._product())
        return value

    def _product(self) -> Fraction | None:
        value = self._atom()
        while self._next() in ("*", "/"):
            sign = self._next()
            self._at += 1
            value = calculate(value, sign, self._atom())
        return value

    def _atom(self) -> Fraction | None:
        here = self._next()
        if here in DIE_FACES:
            self._at += 1
            self.dice.append(int(here))
            return Fraction(int(here))
        if here == "(":
            self._at += 1
            value = self._sum()
            if self._next() != ")":
                raise self._refusal()
            self._at += 1
            return value
        raise self._refusal()


def makes(expression: Expression, dice: list[int], zone: int, dice_use: str) -> bool:
    """Is this expression right: these dice, each at most (all: exactly) once, and the zone's number?"""
    for face in expression.dice:
        if expression.dice.count(face) > dice.count(face):
            return False
    if dice_use == "all" and len(expression.dice) != 3:
        return False
    return expression.value is not None and expression.value == zone

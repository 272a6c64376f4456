"""The rules card: the rules as played under these house rules, made from the rules value."""

from __future__ import annotations

from collections.abc import Sequence

from sofra.games.parts import Speak
from sofra.games.racko.rules import DECKS, RackoRules
from sofra.games.racko.scoring import RUN_BONUS, Cards, in_order, longest_run, rising

Section = tuple[str, Sequence[str]]

EXAMPLES: tuple[Cards, ...] = (
    (3, 8, 12, 17, 18, 19, 31, 22, 35, 40),
    (26, 4, 9, 15, 16, 23, 27, 30, 34, 38),
    (2, 6, 11, 14, 15, 16, 17, 25, 33, 39),
)


def sections(rules: RackoRules, seats: int, speak: Speak) -> Sequence[Section]:
    """Headings with their lines."""
    return (
        (speak("The deal"), _deal(rules, seats, speak)),
        (speak("A turn"), _turn(rules, speak)),
        (speak("Going Rack-O"), _going(rules, speak)),
        (speak("Scoring"), _scoring(rules, speak)),
        (speak("Worked examples"), [_example(rules, cards, speak) for cards in EXAMPLES]),
        (speak("The end"), _end(rules, speak)),
    )


def _deal(rules: RackoRules, seats: int, speak: Speak) -> list[str]:
    if rules.first_dealer == "highest":
        first = speak("Everybody draws a card; the highest deals first. The deal then passes to the left.")
    else:
        first = speak("Everybody draws a card; the lowest deals first. The deal then passes to the left.")
    lines = [
        speak("The deck has the cards 1 to {last}.", last=DECKS[seats][-1]),
        first,
        speak("Ten cards each go into the rack as they come: the first into slot 50, the last into slot 5."),
        speak("The next card starts the discard pile; the rest is the draw pile."),
        speak("Whoever sits to the left of the dealer begins; turns go clockwise."),
    ]
    if rules.partners:
        lines.append(
            speak("Those who sit opposite are partners. They share one total and see only their own rack.")
        )
    return lines


def _turn(rules: RackoRules, speak: Speak) -> list[str]:
    lines = [
        speak("Take the top discard and put it into your rack in exchange for a card, or draw a card."),
        speak("A drawn card goes into your rack in exchange for a card, or is discarded at once."),
        speak("The card that leaves goes face up on the discard pile, and your turn ends."),
    ]
    if rules.recycle == "flip":
        lines.append(
            speak(
                "When the draw pile is empty, the discard pile is turned over as it lies and drawn from again."
            )
        )
    else:
        lines.append(
            speak(
                "When the draw pile is empty, all discards but the newest are shuffled and drawn from again."
            )
        )
    return lines


def _going(rules: RackoRules, speak: Speak) -> list[str]:
    lines = [
        speak("You go Rack-O when your ten cards rise from slot 5 to slot 50 at the end of your own turn.")
    ]
    if rules.declare == "auto":
        lines.append(speak("Rack-O is called by itself as soon as it is right."))
    else:
        lines.append(speak("You call it with your move, and may hold it back."))
        if rules.false_call == "out":
            lines.append(
                speak("After a false call the rack is shown; its player is out of the round and scores 0.")
            )
    if rules.min_run:
        lines.append(
            speak(
                "The rack must also hold {least} consecutive numbers, such as 17, 18, 19.",
                least=rules.min_run,
            )
        )
    lines.append(
        speak(
            "After {turns} turns each without a Rack-O the round ends, and all score what they have.",
            turns=rules.stall,
        )
    )
    return lines


def _scoring(rules: RackoRules, speak: Speak) -> list[str]:
    lines = [speak("Whoever goes Rack-O has 75 points: 5 for each card and 25 for going.")]
    if rules.losers == "prefix":
        lines.append(
            speak("The others have 5 points for each card in order from slot 5 until the first break.")
        )
    else:
        lines.append(
            speak("The others have 5 points, and 5 more for each card higher than the one in front of it.")
        )
    if rules.bonus_runs != "off":
        lines.append(
            speak(
                "Consecutive numbers in neighbouring slots are a run: 3 are {three}, 4 are {four}, 5 are {five}, "
                "6 or more are {six} points.",
                three=RUN_BONUS[3],
                four=RUN_BONUS[4],
                five=RUN_BONUS[5],
                six=RUN_BONUS[6],
            )
        )
        if rules.bonus_runs == "caller":
            lines.append(speak("Only the longest run of the rack that went counts."))
        else:
            lines.append(speak("The longest run of each rack of the side that went counts."))
    return lines


def _example(rules: RackoRules, cards: Cards, speak: Speak) -> str:
    shown = ", ".join(map(str, cards))
    if in_order(cards) == 10:
        bonus = RUN_BONUS[longest_run(cards)] if rules.bonus_runs != "off" else 0
        return speak("{cards}: Rack-O, {points} points", cards=shown, points=75 + bonus)
    counted = rising(cards) if rules.losers == "rising" else in_order(cards)
    return speak("{cards}: {points} points", cards=shown, points=5 * counted)


def _end(rules: RackoRules, speak: Speak) -> list[str]:
    if rules.partners:
        lines = [
            speak(
                "The side with the highest total wins once {points} points are reached.", points=rules.target
            )
        ]
    else:
        lines = [speak("The highest total wins once {points} points are reached.", points=rules.target)]
    if rules.tie == "play":
        lines.append(speak("With equal totals on top everybody plays another round."))
    else:
        lines.append(speak("Equal totals on top share the win."))
    return lines

"""The conformance kit: what any game must pass, as named checks over a case.

A game in a package of its own tests itself so::

    from sofra.games import open_box
    from sofra.testing import CHECKS, preset_cases

    @pytest.mark.parametrize("check", CHECKS.values(), ids=CHECKS)
    @pytest.mark.parametrize("case", [case for _, case in preset_cases(open_box("mygame"))], ids=str)
    def test_it_conforms(check, case):
        check(case)
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sofra.testing.cases import Case
from sofra.testing.checks import course, legality, secrets, texts, values

Check = Callable[[Case], None]

CHECKS: Mapping[str, Check] = {
    check.__name__.replace("_", " "): check
    for check in (
        legality.listed_moves_are_accepted,
        legality.unlisted_moves_are_refused,
        legality.only_asked_seats_move,
        legality.malformed_events_are_refused,
        legality.refusals_are_sentences,
        legality.refusals_change_nothing,
        legality.applying_changes_no_position,
        secrets.views_keep_secrets,
        secrets.tells_keep_secrets,
        secrets.asks_are_public,
        secrets.offers_follow_from_views,
        secrets.worlds_agree_with_views,
        secrets.worlds_are_all_there_is_to_know,
        secrets.what_is_public_is_told_to_all,
        texts.moves_round_trip,
        texts.wrong_texts_are_malformed,
        texts.records_round_trip,
        texts.house_rules_round_trip,
        values.values_are_frozen,
        values.values_are_compared_by_what_they_hold,
        values.views_and_tells_are_plain,
        course.matches_repeat,
        course.hash_seeds_change_nothing,
        course.answers_in_any_order,
        course.scores_add_up,
        course.results_are_whole,
        course.facts_hold,
        course.facts_are_exact,
        course.chance_cannot_be_undone,
    )
}
"""Every check by its name, which is its claim."""


def failures(case: Case) -> dict[str, str]:
    """The checks that a case fails, each with the sentence that says why. An error inside a game fails the check too."""
    found = {}
    for name, check in CHECKS.items():
        try:
            check(case)
        except Exception as error:  # noqa: BLE001 - whatever the game raises is its failure
            found[name] = str(error) or repr(error)
    return found

"""For the tests of any game, here or in a package of its own: the conformance kit and what it is made of.

``CHECKS`` holds the checks by name, ``preset_cases`` what to run them on, ``covering`` house rules in which every pair
of option values meets, ``walk`` and ``twins`` random matches.
"""

from sofra.testing.cases import Broken, Case, fitting_seats, preset_cases
from sofra.testing.digest import digest
from sofra.testing.kit import CHECKS, Check, failures
from sofra.testing.pairs import Covering, covering
from sofra.testing.twins import Side, TwinStep, twins
from sofra.testing.walks import Step, random_event, steps, walk

__all__ = [
    "CHECKS",
    "Broken",
    "Case",
    "Check",
    "Covering",
    "Side",
    "Step",
    "TwinStep",
    "covering",
    "digest",
    "failures",
    "fitting_seats",
    "preset_cases",
    "random_event",
    "steps",
    "twins",
    "walk",
]

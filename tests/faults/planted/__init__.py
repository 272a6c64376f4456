"""Games with one fault each, by the checks that find them. Each is the correct ``Duel``, or Farkle, with one method
wrong."""

from tests.faults.planted import course, legality, secrets, texts, values
from tests.faults.planting import FAULTS

__all__ = ["FAULTS", "course", "legality", "secrets", "texts", "values"]

"""Sealed dice and cards: committed to before anybody knows them, derived by address, opened at the end, checked by anyone.

``docs/sealed-dice.md`` is the whole of it as text, with test vectors.
"""

from sofra.dealing.sealed import Seal, SealedDealer, commitment, new_seed, promise
from sofra.dealing.verify import Verdict, verify

__all__ = ["Seal", "SealedDealer", "Verdict", "commitment", "new_seed", "promise", "verify"]

"""Languages: catalogues, numbers, percent and plurals for server, terminal, sheets and live region alike."""

from sofra.lang.speak import LANGS, Language, negotiate, speak, speak_for

__all__ = ["LANGS", "Language", "negotiate", "speak", "speak_for"]

"""sofra: Farkle, Rack-O and Rak's, played by rules that are one readable fold over a list of events."""

__version__ = "0.1.0"

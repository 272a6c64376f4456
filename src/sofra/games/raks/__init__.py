"""Rak's: three dice, thirty-six zones, bluff and challenge (rules R1 to R12)."""

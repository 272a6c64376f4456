"""The lab: players measured against each other, and the games as research tools know them."""

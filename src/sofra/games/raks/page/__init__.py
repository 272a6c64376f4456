"""How Rak's looks on a table page, and its daily puzzle."""

"""How Farkle looks on a page: dice, groups, the strip of chances, the score sheet."""

"""How Rack-O looks on the table page: racks, piles, the end of a round, the score sheet."""

"""The second referee: a slow, literal judge of the three games, written from the rules page alone.

It shares no code with ``sofra``; the two are compared event by event. Where the rules page left
room, ``DOUBTS.md`` beside this file says which reading was taken.
"""

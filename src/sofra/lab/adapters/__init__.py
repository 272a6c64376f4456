"""Every game of the house as the field's own tools know games: PettingZoo, Gymnasium and OpenSpiel.

The adapters know no game. They read house rules, asks, views, tells and move texts, so a game that is installed
tomorrow is here too. What an agent observes is made from its seat's view (and, in OpenSpiel's information states, from
what its seat was told), never from a state. Each adapter is imported by name, and only then is its library:

    sofra.lab.adapters.pettingzoo     turn by turn, or all seats at once
    sofra.lab.adapters.gymnasium      one seat against computer players
    sofra.lab.adapters.openspiel      a pyspiel game with explicit chance nodes
"""

"""Values that the rules state, each tied once to the line of data that holds it."""

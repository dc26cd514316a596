"""Tables set up: dealt, shown, said in sentences, and rehearsed at every player count."""

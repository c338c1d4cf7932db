// What the programs of the command line read first, compiled once.

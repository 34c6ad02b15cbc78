"""The rigs that show what the stores promise. `Tests/Reliability/run` runs them."""

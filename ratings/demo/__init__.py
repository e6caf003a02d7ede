"""The demo clubs: invented people and two seasons of evenings, the same at every installation."""

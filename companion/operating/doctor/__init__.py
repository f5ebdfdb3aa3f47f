"""Look a Bower over: one line for each thing, in words, with what to do where something is wrong."""

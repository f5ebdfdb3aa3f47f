"""`make bench`: how long things take, a module a subject."""

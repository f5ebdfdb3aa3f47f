"""Bower under load, and for long: programs that take minutes, run by hand.

docs/capacity.md has their figures. `make load`: a hundred tables with eight phones each. `make torture`:
killed, out of space, with a wrong clock.
`make soak`: random evenings of all games for half an hour. `make faults`: two
hours in which something breaks every minute. `make crowd`: the hub with 100,000 tables.
"""

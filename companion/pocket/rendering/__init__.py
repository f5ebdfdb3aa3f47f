"""What compiled templates need at run time, on the phone and in tests."""

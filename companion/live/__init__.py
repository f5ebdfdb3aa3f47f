"""The event stream and the hub that feeds it."""

"""What the person who runs Bower does: back up, restore, look for faults, tidy up. Commands only call it."""

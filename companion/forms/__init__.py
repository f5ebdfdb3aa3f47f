"""What people type, read into entries of the record: one module a room."""

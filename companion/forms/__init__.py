"""Forms: posted fields to entries and records. One module for each room."""

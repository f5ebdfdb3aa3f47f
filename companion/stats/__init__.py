"""Statistics computed from facts: sums, rates, streaks, ratings. Pure functions: no queries, no clock."""

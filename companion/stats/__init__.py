"""What facts add up to: sums, rates, streaks, ratings. No query, no clock."""

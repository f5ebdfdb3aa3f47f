"""Journal of chips, payouts, closing, statements and exports."""

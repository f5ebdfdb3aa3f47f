"""The journal of chips as hledger, Beancount and CSV."""

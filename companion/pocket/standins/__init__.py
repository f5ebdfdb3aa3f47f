"""What rooms import of others, as a phone has it; ``companion/pocket/pack.py`` says what stands for what."""

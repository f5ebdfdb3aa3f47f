"""An evening of Euchre at many tables: who plays with whom in each round."""

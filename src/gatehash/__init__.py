"""gatehash."""

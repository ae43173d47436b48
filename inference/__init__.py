"""Engines: everything that turns tokens into tokens. Knows nothing of stories."""

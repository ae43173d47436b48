"""Worlds: the format writers use, the loader that checks it, and the worlds themselves."""

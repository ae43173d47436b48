"""What characters are and remember.

memory (the data), ranking (which memories come to mind), hearsay (what travels between characters), reflection
(beliefs from many memories) and forgetting decide and are pure; store keeps memories in Postgres (tables), finding
them by words (asking, kindred) and, where a model of embeddings is installed, by likeness (embeddings).
"""

"""What characters are and remember.

memory (the data), ranking (which memories come to mind), hearsay (what travels between characters), reflection
(beliefs from many memories) and forgetting decide, and are pure. store keeps memories in Postgres (tables), in the
transaction of whoever calls it, and finds them again (searching): by words (asking, with kindred's English words of
like meaning) and, where a model of embeddings is installed, by likeness (embeddings). recall_sets and recall_fields
read sets of questions with which recall is judged.
"""

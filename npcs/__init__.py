"""What characters are and remember. Knows no player and no turn, and imports only `worlds`.

memory (the data), ranking (which memories come to mind), hearsay (what travels between characters), reflection
(beliefs from many memories) and forgetting decide, and are pure. `store` keeps memories in Postgres (`tables`), in
the transaction of whoever calls it, and finds them again (`search`): by words (`query`, with the `synonyms` of
English) and, where a model of embeddings is installed, by likeness (`embeddings`). `recall_sets` reads sets of
questions with which recall is judged.
"""

__all__ = [
    "embeddings",
    "hearsay",
    "memory",
    "query",
    "ranking",
    "recall_sets",
    "reflection",
    "store",
    "tables",
]
